package language

import "github.com/recado/recado/pkg/language/lex"

// street passes an address with a number or a date in its name: "calle 5 de mayo", "Av. 9 de Julio 1200".
func (s *scan) street(i int) int {
	if !s.in(i, lex.Street) {
		return i
	}
	at := i + 1
	for s.is(at, ".", "el", "la", "de", "del", "numero", "#", "no") {
		at++
	}
	_, to, ok := s.number(at)
	if !ok && s.class(at) == lex.Ordinal {
		to, ok = at+1, true
	}
	if !ok {
		return s.streetName(i, at)
	}
	if s.is(to, "de") && s.class(to+1) == lex.Month {
		to += 2
	}
	if s.is(to, "#", "no", "num", "numero", "con", "y", "y") && s.digits(to+1) >= 0 && !s.clockTail(to+2) {
		to++
	}
	if s.digits(to) >= 0 && !s.clockTail(to+1) {
		to++
		if s.is(to, "-") && s.glued(to) && s.digits(to+1) >= 0 { // "cra 7 # 45-10"
			to += 2
		}
	}
	return to
}

// streetName passes a street called like a month, a weekday or a feast: "colonia Navidad", "calle Abril".
func (s *scan) streetName(i, at int) int {
	if s.is(at-1, "el") && s.class(at) == lex.Weekday {
		return i // "saliendo de la escuela el viernes"
	}
	if c := s.class(at); c == lex.Month || c == lex.Weekday || s.opens(at)&lex.OpensFeast != 0 && s.class(at) == lex.None {
		return at + 1
	}
	return i
}

// streetDate passes a street that is called like a day and has a number: "16 de septiembre 120".
func (s *scan) streetDate(i int) int {
	at := i
	if s.is(at, "dia", "primero") {
		return i
	}
	_, to, ok := s.number(at)
	if !ok {
		return i
	}
	if s.is(to, "de") && s.class(to+1) == lex.Month && s.is(to+2, "street", "st", "avenue", "ave") {
		return to + 3 + bit(s.is(to+3, "number", "no"))
	}
	if s.class(to) == lex.Month && s.is(to+1, "street", "st", "avenue", "ave", "road", "rd") || s.glued(to) && s.is(to, "th", "st", "nd", "rd") && s.is(to+1, "street", "avenue", "ave", "st") {
		return to + 2
	}
	if end := s.corner(to); end > to {
		return end
	}
	if !s.is(to, "de") || s.class(to+1) != lex.Month {
		return i
	}
	if s.placeBefore(i) {
		return to + 2 + bit(s.digits(to+2) > 24)
	}
	if v := s.digits(to + 2); v <= 24 || v >= 1900 && v <= 2200 || s.clockTail(to+3) || s.counted(to+3) {
		return i
	}
	return to + 3
}

// corner passes the corner of "5th and 42nd", where the number before to is the first street.
func (s *scan) corner(to int) int {
	if !s.glued(to) || !s.is(to, "th", "st", "nd", "rd") || !s.is(to+1, "and") || s.digits(to+2) <= 31 || !s.is(to+3, "th", "st", "nd", "rd") {
		return to
	}
	return to + 4
}

// placeBefore tells whether a place stands before a date without its article: "en 16 de septiembre", "la sede de 9 de Julio".
// Portuguese says "em 24 de novembro" of days.
func (s *scan) placeBefore(i int) bool {
	switch {
	case s.is(i-1, "en", "sobre", "la", "na", "pela"):
		return true
	case s.is(i-1, "de", "y", "o") && s.otherStreet(i):
		return true
	case s.is(i-1, "de", "por", "con"):
		return s.in(i-2, lex.Branch|lex.Street) || s.is(i-1, "con") && s.is(i-2, "esquina")
	}
	return s.is(i-1, "y", "con", "esquina") && s.in(i-3, lex.Street)
}

// otherStreet tells whether a street stands shortly before the date at i, which is then the other one: "en la av 28 de julio o el de 2 de mayo".
func (s *scan) otherStreet(i int) bool {
	joined := s.is(i-1, "o", "y")
	for k := i - 1; k >= max(0, i-10); k-- {
		joined = joined || s.is(k, "o", "y")
		if s.in(k, lex.Street) {
			return joined
		}
	}
	return false
}

// namesake passes names that are months, weekdays or feasts: "soy Abril Mendoza", "doctora Reyes", "a nombre de Domingo Pérez".
func (s *scan) namesake(i int) int {
	if s.class(i) != lex.Month && s.class(i) != lex.Weekday && s.class(i) != lex.Feira && (s.opens(i)&lex.OpensFeast == 0 || s.class(i) != lex.None) {
		return i
	}
	if !s.namedLike(i) {
		return i
	}
	to := i + 1
	for s.class(to) == lex.Month || s.class(to) == lex.Weekday || s.capital(to) && s.class(to) == lex.None {
		to++
	}
	return to
}

// namedLike tells whether the word at i is part of a person's name: by what leads to it, or by the capitals beside it.
func (s *scan) namedLike(i int) bool {
	lead := i - 1
	if s.is(lead, "de", "es", "is", "e", "a", ".") {
		lead--
	}
	if s.is(lead, "apellida", "apellidan") || s.is(lead, "llama", "llamo") && s.is(lead-1, "se", "me") {
		return true
	}
	if s.is(lead, "hola", "gracias", "oye", "hello", "hi", "oi", "ola", "thanks") && s.is(i, "domingo", "abril", "julio", "april", "june", "august", "reyes", "mayo") && (i+1 >= len(s.Tokens) || s.is(i+1, ",", "!", ".", "soy", "aqui")) && lead == i-1 {
		return true // "hola domingo, soy carmen"
	}
	if s.of(lead, lex.Kin) && !s.is(i-1, "a", "es", "is", "e", ".") {
		return !s.timedBehind(i) && (s.class(i) != lex.Weekday || s.is(i, "domingo"))
	}
	if s.in(lead, lex.Title) && !s.is(i-1, "a") || s.is(i-1, "dr", "dra") {
		return !s.is(i-1, "es", "is") || s.is(lead, "nombre", "name", "nome")
	}
	if s.class(i) == lex.Month && s.is(i, "julio", "abril", "agosto", "mayo", "april", "june", "august", "enero") && s.is(i+1, "domingo") ||
		s.is(i, "domingo") && s.is(i-1, "julio") {
		return true
	}
	if !s.is(i, "domingo", "abril", "julio", "agosto", "mayo", "april", "may", "june", "august", "reyes", "marco", "pascua", "natal", "sabado", "enero") || !s.capital(i) {
		return false
	}
	return s.properName(i+1) || i > 1 && s.properName(i-1) && s.Tokens[i-2].Kind != Mark
}

// timedBehind tells whether what stands behind the word at i makes it a day and no name: "para mi mamá domingo a las 2".
func (s *scan) timedBehind(i int) bool {
	k := i + 1
	if s.digits(k) > 0 || s.cueFollows(k) || s.partWord(k) != 0 || s.class(k) == lex.AmPm {
		return true
	}
	return s.ends(k) && !s.capital(i)
}

// properName tells whether token i is written with a capital inside a sentence and is no word of time.
func (s *scan) properName(i int) bool {
	return s.capital(i) && s.class(i) == lex.None && len(s.at(i)) > 2 && s.opens(i) == 0 && s.spoken(i) == 0 && !allCapitals(s.Raw)
}

// allCapitals tells whether a text is written in capitals, which then tell no names.
func allCapitals(raw string) bool {
	upper, lower := 0, 0
	for _, c := range bounded(raw) {
		switch {
		case c >= 'A' && c <= 'Z':
			upper++
		case c >= 'a' && c <= 'z':
			lower++
		}
	}
	return upper > lower
}
