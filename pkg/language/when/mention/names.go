package mention

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// street passes an address with a number or a date in its name: "calle 5 de mayo", "Av. 9 de Julio 1200".
func (s *Scan) street(i int) int {
	if !s.In(i, lex.Street) {
		return i
	}
	at := i + 1
	for s.Is(at, ".", "el", "la", "de", "del", "numero", "#", "no") {
		at++
	}
	_, to, ok := s.Number(at)
	if !ok && s.Class(at) == lex.Ordinal {
		to, ok = at+1, true
	}
	if !ok {
		return s.streetName(i, at)
	}
	if s.Is(to, "de") && s.Class(to+1) == lex.Month {
		to += 2
	}
	if s.Is(to, "#", "no", "num", "numero", "con", "y", "y") && s.Digits(to+1) >= 0 && !s.ClockTail(to+2) {
		to++
	}
	if s.Digits(to) >= 0 && !s.ClockTail(to+1) {
		to++
		if s.Is(to, "-") && s.Glued(to) && s.Digits(to+1) >= 0 { // "cra 7 # 45-10"
			to += 2
		}
	}
	return to
}

// streetName passes a street called like a month, a weekday or a feast: "colonia Navidad", "calle Abril".
func (s *Scan) streetName(i, at int) int {
	if s.Is(at-1, "el") && s.Class(at) == lex.Weekday {
		return i // "saliendo de la escuela el viernes"
	}
	if c := s.Class(at); c == lex.Month || c == lex.Weekday || s.Opens(at)&lex.OpensFeast != 0 && s.Class(at) == lex.None {
		return at + 1
	}
	return i
}

// streetDate passes a street that is called like a day and has a number: "16 de septiembre 120".
func (s *Scan) streetDate(i int) int {
	at := i
	if s.Is(at, "dia", "primero") {
		return i
	}
	_, to, ok := s.Number(at)
	if !ok {
		return i
	}
	if s.Is(to, "de") && s.Class(to+1) == lex.Month && s.Is(to+2, "street", "st", "avenue", "ave") {
		return to + 3 + Bit(s.Is(to+3, "number", "no"))
	}
	if s.Class(to) == lex.Month && s.Is(to+1, "street", "st", "avenue", "ave", "road", "rd") || s.Glued(to) && s.Is(to, "th", "st", "nd", "rd") && s.Is(to+1, "street", "avenue", "ave", "st") {
		return to + 2
	}
	if end := s.corner(to); end > to {
		return end
	}
	if !s.Is(to, "de") || s.Class(to+1) != lex.Month {
		return i
	}
	if s.placeBefore(i) {
		return to + 2 + Bit(s.Digits(to+2) > 24)
	}
	if v := s.Digits(to + 2); v <= 24 || v >= 1900 && v <= 2200 || s.ClockTail(to+3) || s.Counted(to+3) {
		return i
	}
	return to + 3
}

// corner passes the corner of "5th and 42nd", where the number before to is the first street.
func (s *Scan) corner(to int) int {
	if !s.Glued(to) || !s.Is(to, "th", "st", "nd", "rd") || !s.Is(to+1, "and") || s.Digits(to+2) <= 31 || !s.Is(to+3, "th", "st", "nd", "rd") {
		return to
	}
	return to + 4
}

// placeBefore reports whether a place stands before a date without its article: "en 16 de septiembre", "la sede de 9 de Julio".
// Portuguese says "em 24 de novembro" of days.
func (s *Scan) placeBefore(i int) bool {
	switch {
	case s.Is(i-1, "en", "sobre", "la", "na", "pela"):
		return true
	case s.Is(i-1, "de", "y", "o") && s.otherStreet(i):
		return true
	case s.Is(i-1, "de", "por", "con"):
		return s.In(i-2, lex.Branch|lex.Street) || s.Is(i-1, "con") && s.Is(i-2, "esquina")
	}
	return s.Is(i-1, "y", "con", "esquina") && s.In(i-3, lex.Street)
}

// otherStreet reports whether a street stands shortly before the date at i, which is then the other one: "en la av 28 de julio o el de 2 de mayo".
func (s *Scan) otherStreet(i int) bool {
	joined := s.Is(i-1, "o", "y")
	for k := i - 1; k >= max(0, i-10); k-- {
		joined = joined || s.Is(k, "o", "y")
		if s.In(k, lex.Street) {
			return joined
		}
	}
	return false
}

// namesake passes names that are months, weekdays or feasts: "soy Abril Mendoza", "doctora Reyes", "a nombre de Domingo Pérez".
func (s *Scan) namesake(i int) int {
	if s.Class(i) != lex.Month && s.Class(i) != lex.Weekday && s.Class(i) != lex.Feira && (s.Opens(i)&lex.OpensFeast == 0 || s.Class(i) != lex.None) {
		return i
	}
	if !s.namedLike(i) {
		return i
	}
	to := i + 1
	for s.Class(to) == lex.Month || s.Class(to) == lex.Weekday || s.Capital(to) && s.Class(to) == lex.None {
		to++
	}
	return to
}

// namedLike reports whether the word at i is part of a person's name: by what leads to it, or by the capitals beside it.
func (s *Scan) namedLike(i int) bool {
	lead := i - 1
	if s.Is(lead, "de", "es", "is", "e", "a", ".") {
		lead--
	}
	if s.Is(lead, "apellida", "apellidan") || s.Is(lead, "llama", "llamo") && s.Is(lead-1, "se", "me") {
		return true
	}
	if s.Is(lead, "hola", "gracias", "oye", "hello", "hi", "oi", "ola", "thanks") && s.Is(i, "domingo", "abril", "julio", "april", "june", "august", "reyes", "mayo") && (i+1 >= len(s.Tokens) || s.Is(i+1, ",", "!", ".", "soy", "aqui")) && lead == i-1 {
		return true // "hola domingo, soy carmen"
	}
	if s.Of(lead, lex.Kin) && !s.Is(i-1, "a", "es", "is", "e", ".") {
		return !s.timedBehind(i) && (s.Class(i) != lex.Weekday || s.Is(i, "domingo"))
	}
	if s.In(lead, lex.Title) && !s.Is(i-1, "a") || s.Is(i-1, "dr", "dra") {
		return !s.Is(i-1, "es", "is") || s.Is(lead, "nombre", "name", "nome")
	}
	if s.Class(i) == lex.Month && s.Is(i, "julio", "abril", "agosto", "mayo", "april", "june", "august", "enero") && s.Is(i+1, "domingo") ||
		s.Is(i, "domingo") && s.Is(i-1, "julio") {
		return true
	}
	if !s.Is(i, "domingo", "abril", "julio", "agosto", "mayo", "april", "may", "june", "august", "reyes", "marco", "pascua", "natal", "sabado", "enero") || !s.Capital(i) {
		return false
	}
	return s.properName(i+1) || i > 1 && s.properName(i-1) && s.Tokens[i-2].Kind != language.Mark
}

// timedBehind reports whether what stands after the word at i makes it a day and no name: "para mi mamá domingo a las 2".
func (s *Scan) timedBehind(i int) bool {
	k := i + 1
	if s.Digits(k) > 0 || s.cueFollows(k) || s.partWord(k) != 0 || s.Class(k) == lex.AmPm {
		return true
	}
	return s.Ends(k) && !s.Capital(i)
}

// properName reports whether token i is written with a capital inside a sentence and is no word of time.
func (s *Scan) properName(i int) bool {
	return s.Capital(i) && s.Class(i) == lex.None && len(s.At(i)) > 2 && s.Opens(i) == 0 && s.Spoken(i) == 0 && !allCapitals(s.Raw)
}

// allCapitals reports whether a text is written in capitals, which then tell no names.
func allCapitals(raw string) bool {
	upper, lower := 0, 0
	for _, c := range language.Bounded(raw) {
		switch {
		case c >= 'A' && c <= 'Z':
			upper++
		case c >= 'a' && c <= 'z':
			lower++
		}
	}
	return upper > lower
}
