package language

// dayOfMonth reads a number from 1 to 31 that can be a day: "24", "24th", "1ro", "primero", "veinticuatro".
// What follows must not make it an hour, a price, a count or an age.
func (s *scan) dayOfMonth(i int) (n, to int, ok bool) {
	if s.class(i) == classOrdinal && s.is(i, "primero", "primer", "first", "primeiro", "second", "third") {
		return int(s.Tokens[i].lex.n), i + 1, true
	}
	n, to, ok = s.number(i)
	if !ok || n < 1 || n > 31 || s.class(i) == classNumber && s.is(i, "un", "una", "one", "um", "uma", "par", "couple") {
		return 0, i, false
	}
	if s.glued(to) && s.is(to, "th", "st", "nd", "rd", "ro", "er", "o", "°", "do", "mo") {
		to++
	}
	return n, to, !s.counted(to) && !s.clockTail(to)
}

// counted tells whether the word at i makes the number before it a quantity, a price, an age or a share.
func (s *scan) counted(i int) bool {
	switch s.class(i) {
	case classYears, classHour, classMinute, classDay, classWeek, classMonths:
		return true
	}
	if s.is(i, "of") && s.class(i+1) != classMonth && s.class(i+1) != classNext && s.class(i+1) != classThis && !s.is(i+1, "the") {
		return true
	}
	if s.glued(i) && s.is(i, "x", "k", "kg", "g", "ml", "cm", "mm", "mg", "°", "c", "er", "do") {
		return true
	}
	return s.is(i, "%", "$", "€", "pesos", "soles", "dolares", "euros", "reales", "reais", "dollars", "mxn", "cop", "pen", "usd", "mil",
		"personas", "persona", "people", "person", "pax", "pessoas", "adultos", "adults", "ninos", "kids", "children", "criancas", "amigos", "friends",
		"invitados", "guests", "comensales", "lugares", "puestos", "sillas", "x", "veces", "times", "por", "piso", "floor", "street", "avenue", "st", "ave", "rd",
		"cuadras", "blocks", "km", "metros", "kilos", "kilo", "porciones", "platos", "tacos", "pizzas", "opciones", "citas", "grados", "out") &&
		!s.is(i+1, "la", "las", "favor", "fa")
}

// clockTail tells whether what stands at i makes the number before it an hour.
func (s *scan) clockTail(i int) bool {
	switch {
	case s.is(i, ":") && s.digits(i+1) >= 0, s.class(i) == classAmPm, s.class(i) == classHour:
		return true
	case s.is(i, "a", "p") && (s.is(i+1, "m") || s.is(i+1, ".") && s.is(i+2, "m")):
		return true
	case s.is(i, "y", "e") && (s.class(i+1) == classHalf || s.class(i+1) == classQuarter):
		return true
	case s.is(i, "oclock") || s.run(i, "en", "punto"):
		return true
	}
	part, _ := s.ofPart(i)
	return part != 0
}

// dayNumber reads "el 24", "el día 24", "para el quince", "the 24th".
func (s *scan) dayNumber(i int) (dayValue, int) {
	at := i
	switch {
	case s.is(i, "el", "al", "del", "the", "el", "pro"):
		at++
		for s.is(at, "dia", "proximo", "mero") {
			at++
		}
	case s.class(i) == classDay && s.is(i, "dia") && !s.is(i-1, "al", "por"):
		at++
	case s.digits(i) > 0 && s.glued(i+1) && s.is(i+1, "th", "st", "nd", "rd"):
	default:
		return dayValue{}, i
	}
	if s.is(at, "segundo", "second", "third", "primer", "first") {
		return dayValue{}, i
	}
	n, to, ok := s.dayOfMonth(at)
	ok = ok && (!s.scale(i) || !s.is(i, "del", "al"))
	bareEnglish := s.is(i, "the") && to == at+1 && !s.ends(to)
	if !ok || bareEnglish || s.streetAfter(to) {
		return dayValue{}, i
	}
	return s.numberOfMonth(n, to)
}

// streetAfter tells whether "24th" numbers a street.
func (s *scan) streetAfter(i int) bool {
	return s.is(i, "street", "st", "avenue", "ave", "floor", "rd")
}

// numberOfMonth places day n in the month that follows it ("de este mes", "del próximo mes"), else in the next month that has it.
func (s *scan) numberOfMonth(n, i int) (dayValue, int) {
	at := i
	if s.is(at, "de", "del", "of", "do") {
		at++
	}
	if s.is(at, "the", "el", "mes") && (s.is(at, "the", "el") || s.coming(at+1) == 0) {
		at++
	}
	if s.class(at) == classThis && s.class(at+1) == classMonths {
		date, ok := s.today.nextDayOfMonth(n)
		return dayValue{set: ok, date: date}, at + 2
	}
	if r, to := s.month(at); r.set && s.class(at) != classMonth && !s.is(at, "en", "in", "para") {
		date, ok := realDay(r.first.Year(), int(r.first.Month()), n)
		return dayValue{set: ok, date: date}, to
	}
	date, ok := s.today.nextDayOfMonth(n)
	return dayValue{set: ok, date: date, number: n}, i
}

// monthNameDay reads "24 de noviembre", "24 nov 2026", "primero de enero", "24th of November", "November 24".
func (s *scan) monthNameDay(i int) (dayValue, int) {
	at := i
	if s.is(at, "el", "the", "dia") {
		at++
	}
	if s.class(at) == classMonth {
		n, to, ok := s.dayOfMonth(s.pastArticle(at + 1))
		if !ok || s.is(at, "marco", "mar", "sep", "ago") && s.class(i-1) == classNone {
			return dayValue{}, i
		}
		return s.dated(int(s.Tokens[at].lex.n), n, to, i)
	}
	n, to, ok := s.dayOfMonth(at)
	if !ok {
		return dayValue{}, i
	}
	if s.is(to, "de", "of", "/", "-") {
		to++
	}
	switch {
	case s.class(to) == classMonth:
		return s.dated(int(s.Tokens[to].lex.n), n, to+1, i)
	case s.is(to, "mar") && s.is(to-1, "de", "/", "-"):
		return s.dated(3, n, to+1, i)
	}
	return dayValue{}, i
}

func (s *scan) pastArticle(i int) int {
	if s.is(i, "the") {
		return i + 1
	}
	return i
}

// dated is day n of month m, in the year that follows at i or in the next that has it; from is where the reading began.
func (s *scan) dated(m, n, i, from int) (dayValue, int) {
	if year, to := s.year(i); year > 0 {
		date, ok := realDay(year, m, n)
		return dayValue{set: ok && !date.before(s.today), date: date}, to
	}
	date, ok := s.today.nextYearly(m, n)
	if !ok {
		return dayValue{}, from
	}
	return dayValue{set: true, date: date}, i
}

// year reads "de 2027", "del 2027", ", 2027".
func (s *scan) year(i int) (year, to int) {
	at := i
	if s.is(at, "de", "del", ",") {
		at++
	}
	if s.is(at, "ano") {
		at++
	}
	if v := s.digits(at); v >= 1900 && v <= 2200 {
		return v, at + 1
	}
	return 0, i
}

// numericDay reads "24/11", "24/11/2026", "24-11-26", "2026-11-24".
func (s *scan) numericDay(i int) (dayValue, int) {
	a, sep, b := s.digits(i), s.at(i+1), s.digits(i+2)
	if a < 0 || b < 0 || !s.glued(i+1) || !s.glued(i+2) || sep != "/" && sep != "-" && sep != "." {
		return dayValue{}, i
	}
	c, to := -1, i+3
	if s.at(i+3) == sep && s.glued(i+3) && s.glued(i+4) {
		if c = s.digits(i + 4); c >= 0 {
			to = i + 5
		}
	}
	switch {
	case a > 1000 && c >= 0:
		date, ok := realDay(a, b, c)
		return dayValue{set: ok && !date.before(s.today), date: date}, to
	case c >= 0:
		return s.dayMonthYear(a, b, c, to)
	case sep == "." || sep == "-" && !s.is(i-1, "el", "dia", "al", "del") && s.class(i-1) != classWeekday:
		return dayValue{}, i
	case s.fraction(i, a, b):
		return dayValue{}, i
	}
	return s.dayMonth(a, b, to)
}

func (s *scan) dayMonthYear(a, b, c, to int) (dayValue, int) {
	if c < 100 {
		c += 2000
	}
	date, ok := realDay(c, b, a)
	if !ok {
		date, ok = realDay(c, a, b)
	}
	return dayValue{set: ok && !date.before(s.today), date: date}, to
}

// dayMonth is dd/mm; mm/dd only where dd/mm is impossible.
func (s *scan) dayMonth(a, b, to int) (dayValue, int) {
	date, ok := s.today.nextYearly(b, a)
	if !ok {
		date, ok = s.today.nextYearly(a, b)
	}
	return dayValue{set: ok, date: date}, to
}

// fraction tells whether a/b is a part ("1/2 kilo"), a scale ("8/10 de dolor") or "24/7".
func (s *scan) fraction(i, a, b int) bool {
	if a == 24 && b == 7 {
		return true
	}
	if s.is(i-1, "el", "dia", "al", "del", "the") || s.class(i-1) == classWeekday {
		return false
	}
	if b == 10 && (s.scale(i) || s.is(i+3, "de", "of") && s.is(i+4, "dolor", "pain")) {
		return true
	}
	return a == 1 && (b == 2 || b == 4) || a == 3 && b == 4
}

// scale tells whether a pain, a level or a mark is spoken of shortly before i.
func (s *scan) scale(i int) bool {
	for k := max(0, i-5); k < i; k++ {
		if s.is(k, "dolor", "duele", "pain", "hurts", "nivel", "escala", "scale", "level", "intensidad", "dor", "puntuacion", "calificacion", "rating") {
			return true
		}
	}
	return false
}
