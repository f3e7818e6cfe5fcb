package language

// notATime passes numbers and words that look like a day or a time and are none: greetings, ages, counts, prices,
// streets, scales, the past. It returns the token after them, or i.
func (s *scan) notATime(i int) int {
	if to := s.notAWord(i); to > i {
		return to
	}
	if s.token(i).Kind == Number || s.class(i) == classNumber {
		return s.notACount(i)
	}
	if to := s.price(i); to > i {
		return to
	}
	if to := s.party(i); to > i {
		return to
	}
	return s.always(i)
}

// notACount passes what begins with a number.
func (s *scan) notACount(i int) int {
	if to := s.streetDate(i); to > i {
		return to
	}
	if to := s.price(i); to > i {
		return to
	}
	if to := s.dose(i); to > i {
		return to
	}
	if to := s.quantity(i); to > i {
		return to
	}
	if to := s.party(i); to > i {
		return to
	}
	return s.always(i)
}

// notAWord passes what begins with a word.
func (s *scan) notAWord(i int) int {
	if s.token(i).Kind == Number {
		return i
	}
	if to := s.greeting(i); to > i {
		return to
	}
	if to := s.past(i); to > i {
		return to
	}
	if to := s.street(i); to > i {
		return to
	}
	if to := s.namesake(i); to > i {
		return to
	}
	if to := s.todayIs(i); to > i {
		return to
	}
	return s.both(i)
}

// todayIs passes what is told of today: "hoy es lunes", "hoy es un 3/10".
func (s *scan) todayIs(i int) int {
	if s.class(i) != classToday || !s.is(i+1, "es", "is", "e") {
		return i
	}
	switch {
	case s.class(i+2) == classWeekday && !s.is(i+3, "no", "o"), s.digits(i+2) > 0 && !s.clockTail(i+3):
		return i + 3
	case s.is(i+2, "un", "una", "a", "um") && s.digits(i+3) >= 0:
		return i + 2
	}
	return i
}

// both passes a count of people told by who they are: "para las dos, mi hermana y yo".
func (s *scan) both(i int) int {
	if !s.of(i, kParty) || !s.is(i, "para", "pa", "pra") || !s.is(i+1, "las", "los", "as", "os") {
		return i
	}
	_, to, ok := s.number(i + 2)
	if !ok {
		return i
	}
	k := to + bit(s.is(to, ","))
	if s.is(k, "mi", "nosotras", "nosotros", "mis", "ella", "yo", "minha", "a") && (s.is(k+2, "y", "e") || s.is(k+1, "y", "e") || s.is(k+3, "y", "e")) && !s.is(k, "a") {
		return to
	}
	return i
}

// greeting passes "buenas tardes", "good morning", "bom dia".
func (s *scan) greeting(i int) int {
	if s.in(i, wGreets) &&
		(s.class(i+1) == classWeekday && s.opens(i)&opensFeast == 0 || s.class(i+1) == classPart || s.class(i+1) == classDay || s.class(i+1) == classWeekend || s.is(i+1, "fin")) {
		return i + 2
	}
	if s.of(i, kWishes) {
		if f, to := s.feast(i + 1); f != nil {
			return to
		}
	}
	return i
}

// past passes what lies behind: "el martes pasado", "last week", "hace tres días", "2 weeks ago".
func (s *scan) past(i int) int {
	if !s.of(i, kPast) && pastClasses>>s.class(i)&1 == 0 {
		return i
	}
	switch {
	case s.is(i, "ayer", "anteayer", "antier", "anoche", "yesterday", "ontem", "anteontem") && !s.is(i+1, "de", "del", "das", "da", "do"):
		return s.pastTime(i + 1)
	case s.is(i, "ultimo", "last") && s.is(i+2, "de", "del", "of", "do"):
		return i
	case s.is(i, "last", "pasado", "pasada", "ultimo") && (s.class(i+1) == classWeekday && s.opens(i)&opensFeast == 0 || s.class(i+1) == classWeek || s.class(i+1) == classMonths || s.class(i+1) == classPart):
		return i + 2
	case (s.class(i) == classWeekday || s.class(i) == classWeek || s.class(i) == classMonths || s.class(i) == classWeekend) &&
		s.is(i+1, "pasado", "pasada", "passada", "passado") && s.class(i+2) != classManana:
		return i + 2
	case s.class(i) == classWeekday && s.is(i+1, "de", "da") && (s.class(i+2) == classWeek && s.is(i+3, "pasada", "passada") || s.class(i+3) == classWeek && s.is(i+4, "pasada", "passada")):
		return i + 5
	case s.class(i) == classFeira && s.lang == Portuguese && (s.is(i+1, "passada") || s.is(i+1, "-") && s.is(i+3, "passada") || s.is(i+2, "passada")):
		return i + 3
	case s.is(i, "desde", "since") && s.aches:
		if d, to := s.dayAfterArticle(i); d.set {
			return s.pastTime(to)
		}
		if c, to := s.time(i+1, true); c.set {
			return to
		}
	}
	switch {
	case s.is(i, "in", "en", "em"):
		if _, _, to, ok := s.count(i + 1); ok && s.sinceThen(i) {
			return to
		}
	case s.is(i, "hace", "desde", "ha", "faz", "llevo", "for", "durante") || s.run(i, "por", "los"):
		if _, _, to, ok := s.count(i + 1); ok {
			return to
		}
	}
	if _, _, to, ok := s.count(i); ok && s.is(to, "ago", "atras") {
		return to + 1
	}
	return i
}

// sinceThen tells whether what was not done is spoken of before i: "I haven't slept in 2 days".
func (s *scan) sinceThen(i int) bool {
	for k := i - 1; k >= max(0, i-4); k-- {
		if s.is(k, "havent", "hasnt") || s.negation(k) && s.is(k+1, "he", "ha", "hemos", "como", "duermo") {
			return true
		}
	}
	return false
}

// pastTime passes the hour or the part of the day that was said with a day behind: "ayer a las 5", "anoche tipo 10".
func (s *scan) pastTime(i int) int {
	if s.is(i, "en", "por", "a", "de", "da") && s.partWord(i+2) != 0 {
		return i + 3
	}
	if c, to := s.time(i+bit(s.is(i, "como", "tipo", "like", "around")), true); c.set {
		return to
	}
	return i
}

// dose passes "cada 8 horas", "de 8 en 8 horas", "2 veces al día".
func (s *scan) dose(i int) int {
	_, to, ok := s.number(i)
	if !ok {
		return i
	}
	switch {
	case s.is(to, "en", "em", "in") && s.is(i-1, "de", "cada"):
		if _, end, ok := s.number(to + 1); ok {
			return end
		}
	case s.is(i-1, "cada", "every") && (s.class(to) == classHour || s.class(to) == classDay || s.class(to) == classWeek || s.class(to) == classMonths):
		return to + 1
	case s.is(i-1, "tomo", "tome", "tomar", "take", "took", "toma") && s.digits(i) >= 0 && !s.clockTail(to):
		return to
	case s.is(to, "vez", "veces", "vezes", "times"):
		return to + 1
	}
	return i
}

// price passes amounts of money.
func (s *scan) price(i int) int {
	if s.digits(i) < 0 && s.class(i) != classNumber && !s.is(i, "$", "€", "s", "us", "r") {
		return i
	}
	if a, to := s.amountAt(i, false); a.Minor > 0 && to > i {
		return to
	}
	return i
}

// quantity passes ages, durations and counts: "tengo 30 años", "2 horas", "5 personas", "2 tacos", "8/10".
func (s *scan) quantity(i int) int {
	if s.is(i-1, "en", "in", "em", "dentro", "daqui") || s.is(i-2, "dentro", "daqui", "en", "in") && s.is(i-1, "de", "a", "unos", "unas", "about", "otras", "como") {
		return i
	}
	_, to, ok := s.number(i)
	if !ok {
		return i
	}
	if s.is(to, "de", "out", "/", "sobre", "of") && s.digits(s.pastOf(to)) == 10 && s.scale(i) {
		return s.pastOf(to) + 1
	}
	switch {
	case s.class(to) == classHour && (s.cueBefore(i) || s.hourMark(&clock{hour: s.digits(i)}, to)):
		return i
	case s.class(to) == classDay || s.class(to) == classWeek || s.class(to) == classMonths:
		if s.is(to+1, "from", "on", "after", "before", "antes", "despues", "depois") {
			return i
		}
		return to + 1
	case s.class(to) == classHour && s.is(to+1, "from"):
		return i
	case s.digits(i) >= 100 && s.class(to) == classNone && s.Tokens[i].Kind == Number && s.is(i-1, "de", "a") && !s.ends(to):
		return to
	case s.counted(to) && s.class(to) != classMinute && !s.is(to, "o", "or", "st") && (!s.glued(to) || !s.is(to, "do", "o", "°")):
		return to + 1
	}
	return i
}

func (s *scan) pastOf(i int) int {
	if s.run(i, "out", "of") {
		return i + 2
	}
	return i + 1
}

// party passes a number of guests: "somos 5", "mesa para 4", "table for two", "party of 6".
func (s *scan) party(i int) int {
	if n, to := s.partyAt(i); n > 0 {
		return to
	}
	return i
}

// always passes "24/7", "24 horas" and "todo el día".
func (s *scan) always(i int) int {
	switch {
	case s.digits(i) != 24 && !s.of(i, kAlways):
	case s.is(i, "no", "num") && s.is(i+1, ".", "°", "º") && s.digits(i+2) >= 0:
		return i + 3
	case s.is(i, "numero", "opcion", "option", "mesa", "consultorio", "sala", "numeral", "talla", "cuota", "edad", "room", "nro") && s.digits(i+1) >= 0 && !s.clockTail(i+2):
		return i + 2
	case s.is(i, "implante", "muela", "pieza", "diente", "corona", "molar", "tooth", "dente") && s.digits(i+1) >= 0 && !s.clockTail(i+2):
		return s.andNumber(i + 2)
	case s.digits(i) == 24 && s.is(i+1, "/") && s.digits(i+2) == 7:
		return i + 3
	case s.digits(i) == 24 && s.class(i+1) == classHour:
		return i + 2
	case s.is(i, "todo", "all") && s.is(i+1, "el", "day") && !s.is(i+2, "fin"):
		return i + 2
	}
	return i
}

// andNumber passes "y el 12" after the number of a thing.
func (s *scan) andNumber(i int) int {
	at := i + 1
	if s.is(at, "el", "la", "a", "o", "the") {
		at++
	}
	if s.is(i, "y", "e", "and", "o") && s.digits(at) >= 0 && s.token(at+1).Kind != Number && s.class(at+1) != classMonth && !s.is(at+1, "de", ":") {
		return at + 1
	}
	return i
}
