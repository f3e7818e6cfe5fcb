package mention

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
	"github.com/recado/recado/pkg/language/money"
	"github.com/recado/recado/pkg/language/party"
)

// phone passes a number written in groups: "9 7654 3210", "55 1234 5678".
func (s *Scan) phone(i int) int {
	if s.Digits(i) < 0 || len(s.At(i)) > 4 {
		return i
	}
	groups, size, to := 1, len(s.At(i)), i+1
	for {
		next := to + Bit(s.Is(to, "-", "."))
		if s.Digits(next) < 0 || len(s.At(next)) < 3 {
			break
		}
		groups, size, to = groups+1, size+len(s.At(next)), next+1
	}
	if groups < 3 || size < 8 {
		return i
	}
	return to
}

// tenScale passes "1 al 10", which is how pain is measured, and the "un 9" or "como 8" after it.
func (s *Scan) tenScale(i int) int {
	if !s.ofTen(i) {
		return i
	}
	to := i + 3
	for s.Is(to, ",", "es", "como", "un", "is", "a", "its", "e", "um", "uns", "unos", "diria", "tipo") {
		to++
	}
	if _, next, ok := s.Number(to); ok && !s.ClockTail(next) {
		return next
	}
	return i + 3
}

// ofTen reports whether "0 a 10" or "1 al 10" stands at i where pain is spoken of.
func (s *Scan) ofTen(i int) bool {
	if !s.aches && s.Lists&lex.Pain == 0 || s.Digits(i) != 0 && s.Digits(i) != 1 && !s.Is(i, "uno", "cero", "um", "one", "zero") {
		return false
	}
	n, to, ok := s.Number(i + 2)
	return ok && n == 10 && s.Is(i+1, "a", "al", "to", "-", "ao", "hasta") && (!s.Is(to, "de", "of") || s.Class(to+1) != lex.Month)
}

// dose passes "cada 8 horas", "de 8 en 8 horas", "2 veces al día".
func (s *Scan) dose(i int) int {
	_, to, ok := s.Number(i)
	if !ok {
		return i
	}
	switch {
	case s.Is(to, "en", "em", "in") && s.Is(i-1, "de", "cada"):
		if _, end, ok := s.Number(to + 1); ok {
			return end
		}
	case s.Is(i-1, "cada", "every") && (s.Class(to) == lex.Hour || s.Class(to) == lex.Day || s.Class(to) == lex.Week || s.Class(to) == lex.Months):
		return to + 1
	case s.Is(i-1, "tomo", "tome", "tomar", "take", "took", "toma") && s.Digits(i) >= 0 && !s.ClockTail(to):
		return to
	case s.Is(to, "vez", "veces", "vezes", "times"):
		return to + 1
	}
	return i
}

// price passes amounts of money.
func (s *Scan) price(i int) int {
	if s.Digits(i) < 0 && s.Class(i) != lex.Number && !s.Is(i, "$", "€", "s", "us", "r") {
		return i
	}
	if a, to := money.At(&s.Text, i, false); a.Minor > 0 && to > i {
		return to
	}
	return i
}

// quantity passes ages, durations and counts: "tengo 30 años", "2 horas", "5 personas", "2 tacos", "8/10".
func (s *Scan) quantity(i int) int {
	if s.Is(i-1, "en", "in", "em", "dentro", "daqui") || s.Is(i-2, "dentro", "daqui", "en", "in") && s.Is(i-1, "de", "a", "unos", "unas", "about", "otras", "como") {
		return i
	}
	_, to, ok := s.Number(i)
	if !ok {
		return i
	}
	if s.Is(to, "de", "out", "/", "sobre", "of") && s.Digits(s.pastOf(to)) == 10 && s.scale(i) {
		return s.pastOf(to) + 1
	}
	switch {
	case s.Class(to) == lex.Hour && (s.cueBefore(i) || s.hourMark(&Clock{Hour: s.Digits(i)}, to)):
		return i
	case s.Class(to) == lex.Day || s.Class(to) == lex.Week || s.Class(to) == lex.Months:
		if s.Is(to+1, "from", "on", "after", "before", "antes", "despues", "depois") {
			return i
		}
		return to + 1
	case s.Class(to) == lex.Hour && s.Is(to+1, "from"):
		return i
	case s.Digits(i) >= 100 && s.Class(to) == lex.None && s.Tokens[i].Kind == language.Number && s.Is(i-1, "de", "a") && !s.Ends(to):
		return to
	case s.Counted(to) && s.Class(to) != lex.Minute && !s.Is(to, "o", "or", "st") && (!s.Glued(to) || !s.Is(to, "do", "o", "°")):
		return to + 1
	}
	return i
}

func (s *Scan) pastOf(i int) int {
	if s.Run(i, "out", "of") {
		return i + 2
	}
	return i + 1
}

// party passes a number of guests: "somos 5", "mesa para 4", "table for two", "party of 6".
func (s *Scan) party(i int) int {
	if n, to := party.At(&s.Text, i); n > 0 {
		return to
	}
	return i
}

// always passes "24/7", "24 horas" and "todo el día".
func (s *Scan) always(i int) int {
	switch {
	case s.Is(i, "no", "num") && s.Is(i+1, ".", "°", "º") && s.Digits(i+2) >= 0:
		return i + 3
	case s.Is(i, "numero", "opcion", "option", "mesa", "consultorio", "sala", "numeral", "talla", "cuota", "edad", "room", "nro") && s.Digits(i+1) >= 0 && !s.ClockTail(i+2):
		return i + 2
	case s.Is(i, "implante", "muela", "pieza", "diente", "corona", "molar", "tooth", "dente") && s.Digits(i+1) >= 0 && !s.ClockTail(i+2):
		return s.andNumber(i + 2)
	case s.Digits(i) == 24 && s.Is(i+1, "/") && s.Digits(i+2) == 7:
		return i + 3
	case s.Digits(i) == 24 && s.Class(i+1) == lex.Hour:
		return i + 2
	case s.Is(i, "todo", "all") && s.Is(i+1, "el", "day") && !s.Is(i+2, "fin"):
		return i + 2
	}
	return i
}

// andNumber passes "y el 12" after the number of a thing.
func (s *Scan) andNumber(i int) int {
	at := i + 1
	if s.Is(at, "el", "la", "a", "o", "the") {
		at++
	}
	if s.Is(i, "y", "e", "and", "o") && s.Digits(at) >= 0 && s.Token(at+1).Kind != language.Number && s.Class(at+1) != lex.Month && !s.Is(at+1, "de", ":") {
		return at + 1
	}
	return i
}
