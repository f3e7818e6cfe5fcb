package language

import "github.com/recado/recado/pkg/language/lex"

// phone passes a number written in groups: "9 7654 3210", "55 1234 5678".
func (s *scan) phone(i int) int {
	if s.digits(i) < 0 || len(s.at(i)) > 4 {
		return i
	}
	groups, size, to := 1, len(s.at(i)), i+1
	for {
		next := to + bit(s.is(to, "-", "."))
		if s.digits(next) < 0 || len(s.at(next)) < 3 {
			break
		}
		groups, size, to = groups+1, size+len(s.at(next)), next+1
	}
	if groups < 3 || size < 8 {
		return i
	}
	return to
}

// tenScale passes "1 al 10", which is how pain is measured, and the "un 9" or "como 8" behind it.
func (s *scan) tenScale(i int) int {
	if !s.ofTen(i) {
		return i
	}
	to := i + 3
	for s.is(to, ",", "es", "como", "un", "is", "a", "its", "e", "um", "uns", "unos", "diria", "tipo") {
		to++
	}
	if _, next, ok := s.number(to); ok && !s.clockTail(next) {
		return next
	}
	return i + 3
}

// ofTen tells whether "0 a 10" or "1 al 10" stands at i where pain is spoken of.
func (s *scan) ofTen(i int) bool {
	if !s.aches && s.lists&lex.Pain == 0 || s.digits(i) != 0 && s.digits(i) != 1 && !s.is(i, "uno", "cero", "um", "one", "zero") {
		return false
	}
	n, to, ok := s.number(i + 2)
	return ok && n == 10 && s.is(i+1, "a", "al", "to", "-", "ao", "hasta") && (!s.is(to, "de", "of") || s.class(to+1) != lex.Month)
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
	case s.is(i-1, "cada", "every") && (s.class(to) == lex.Hour || s.class(to) == lex.Day || s.class(to) == lex.Week || s.class(to) == lex.Months):
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
	if s.digits(i) < 0 && s.class(i) != lex.Number && !s.is(i, "$", "€", "s", "us", "r") {
		return i
	}
	if a, to := amountAt(&s.Text, i, false); a.Minor > 0 && to > i {
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
	case s.class(to) == lex.Hour && (s.cueBefore(i) || s.hourMark(&clock{hour: s.digits(i)}, to)):
		return i
	case s.class(to) == lex.Day || s.class(to) == lex.Week || s.class(to) == lex.Months:
		if s.is(to+1, "from", "on", "after", "before", "antes", "despues", "depois") {
			return i
		}
		return to + 1
	case s.class(to) == lex.Hour && s.is(to+1, "from"):
		return i
	case s.digits(i) >= 100 && s.class(to) == lex.None && s.Tokens[i].Kind == Number && s.is(i-1, "de", "a") && !s.ends(to):
		return to
	case s.counted(to) && s.class(to) != lex.Minute && !s.is(to, "o", "or", "st") && (!s.glued(to) || !s.is(to, "do", "o", "°")):
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
	if n, to := partyAt(&s.Text, i); n > 0 {
		return to
	}
	return i
}

// always passes "24/7", "24 horas" and "todo el día".
func (s *scan) always(i int) int {
	switch {
	case s.digits(i) != 24 && !s.of(i, lex.Always):
	case s.is(i, "no", "num") && s.is(i+1, ".", "°", "º") && s.digits(i+2) >= 0:
		return i + 3
	case s.is(i, "numero", "opcion", "option", "mesa", "consultorio", "sala", "numeral", "talla", "cuota", "edad", "room", "nro") && s.digits(i+1) >= 0 && !s.clockTail(i+2):
		return i + 2
	case s.is(i, "implante", "muela", "pieza", "diente", "corona", "molar", "tooth", "dente") && s.digits(i+1) >= 0 && !s.clockTail(i+2):
		return s.andNumber(i + 2)
	case s.digits(i) == 24 && s.is(i+1, "/") && s.digits(i+2) == 7:
		return i + 3
	case s.digits(i) == 24 && s.class(i+1) == lex.Hour:
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
	if s.is(i, "y", "e", "and", "o") && s.digits(at) >= 0 && s.token(at+1).Kind != Number && s.class(at+1) != lex.Month && !s.is(at+1, "de", ":") {
		return at + 1
	}
	return i
}
