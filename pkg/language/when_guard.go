package language

// notATime passes numbers and words that look like a day or a time and are none: greetings, ages, counts, prices,
// streets, scales, the past. It returns the token after them, or i.
func (s *scan) notATime(i int) int {
	for _, pass := range [...]func(*scan, int) int{
		(*scan).greeting, (*scan).past, (*scan).street, (*scan).streetDate, (*scan).price, (*scan).quantity, (*scan).party, (*scan).always,
	} {
		if to := pass(s, i); to > i {
			return to
		}
	}
	return i
}

// greeting passes "buenas tardes", "good morning", "bom dia".
func (s *scan) greeting(i int) int {
	if s.is(i, "buenos", "buenas", "buen", "buena", "good", "bom", "boa", "feliz", "lindo", "linda", "excelente") &&
		(s.class(i+1) == classPart || s.class(i+1) == classDay || s.class(i+1) == classWeekend || s.is(i+1, "fin")) {
		return i + 2
	}
	if s.is(i, "feliz", "happy", "merry", "feliz") {
		if f, to := s.feast(i+1, s.country); f != nil {
			return to
		}
	}
	return i
}

// past passes what lies behind: "el martes pasado", "last week", "hace tres días", "2 weeks ago".
func (s *scan) past(i int) int {
	switch {
	case s.is(i, "ayer", "anteayer", "antier", "anoche", "yesterday", "ontem"):
		return i + 1
	case s.is(i, "last", "pasado", "pasada", "ultimo") && (s.class(i+1) == classWeekday || s.class(i+1) == classWeek || s.class(i+1) == classMonths || s.class(i+1) == classPart):
		return i + 2
	case (s.class(i) == classWeekday || s.class(i) == classWeek || s.class(i) == classMonths || s.class(i) == classWeekend) &&
		s.is(i+1, "pasado", "pasada", "passada", "passado") && s.class(i+2) != classManana:
		return i + 2
	case s.is(i, "desde", "since") && s.aches:
		if d, to := s.dayAfterArticle(i); d.set {
			return to
		}
	}
	switch {
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

// street passes an address with a number or a date in its name: "calle 5 de mayo", "Av. 9 de Julio 1200".
func (s *scan) street(i int) int {
	if !s.is(i, "calle", "av", "avenida", "avda", "jr", "jiron", "colonia", "col", "plaza", "street", "rua", "barrio", "boulevard", "blvd",
		"carrera", "cra", "cll", "esquina", "metro", "estacion", "parque", "colegio", "escuela", "hospital", "paseo", "pasaje", "calz", "calzada", "urbanizacion", "mz", "lote", "depto", "piso", "apartamento", "interior") {
		return i
	}
	at := i + 1
	for s.is(at, ".", "el", "la", "de", "del", "numero", "#", "no") {
		at++
	}
	_, to, ok := s.number(at)
	if !ok {
		return i
	}
	if s.is(to, "de") && s.class(to+1) == classMonth {
		to += 2
	}
	if s.digits(to) >= 0 && !s.clockTail(to+1) {
		to++
	}
	return to
}

// streetDate passes a street that is called like a day and has a number: "16 de septiembre 120".
func (s *scan) streetDate(i int) int {
	if s.digits(i) < 0 || !s.is(i+1, "de") || s.class(i+2) != classMonth {
		return i
	}
	if v := s.digits(i + 3); v <= 24 || v >= 1900 && v <= 2200 || s.clockTail(i+4) || s.counted(i+4) {
		return i
	}
	return i + 4
}

// price passes amounts of money.
func (s *scan) price(i int) int {
	if !s.is(i, "$", "€", "s", "us", "r") && s.digits(i) < 0 && s.class(i) != classNumber {
		return i
	}
	if a, to := s.amountAt(i, false); a.Minor > 0 && to > i {
		return to
	}
	return i
}

// quantity passes ages, durations and counts: "tengo 30 años", "2 horas", "5 personas", "2 tacos", "8/10".
func (s *scan) quantity(i int) int {
	if s.is(i-1, "en", "in", "em", "dentro", "daqui") || s.is(i-2, "dentro", "daqui") {
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
		if s.is(to+1, "from", "on", "after") {
			return i
		}
		return to + 1
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
	case s.digits(i) == 24 && s.is(i+1, "/") && s.digits(i+2) == 7:
		return i + 3
	case s.digits(i) == 24 && s.class(i+1) == classHour:
		return i + 2
	case s.is(i, "todo", "all") && s.is(i+1, "el", "day") && !s.is(i+2, "fin"):
		return i + 2
	}
	return i
}
