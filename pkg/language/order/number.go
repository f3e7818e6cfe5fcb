package order

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// Number returns the number of an order that a text names: "pedido 1234", "orden #A-45", "my order number is 88", "#1234"; "" when none.
func Number(t language.Text) string {
	s := scan{&t}
	for i := range t.Tokens {
		switch {
		case s.Of(i, lex.OrderWord):
			if code := s.code(s.pastNumberWords(i + 1)); code != "" {
				return code
			}
		case s.Is(i, "#"):
			if code := s.code(i + 1); code != "" {
				return code
			}
		}
	}
	return ""
}

func (s scan) pastNumberWords(i int) int {
	for k := 0; k < 4 && s.Is(i, "numero", "number", "no", "n", "#", ":", "nro", ".", "es", "is", "º", "°", "-", "o", "con"); k++ {
		i++
	}
	return i
}

// code reads letters and digits without space between them; at least one must be a digit, and a lone small number is a quantity.
func (s scan) code(i int) string {
	to, digits := i, 0
	for to < len(s.Tokens) && (to == i || s.Glued(to)) && (s.Tokens[to].Kind != language.Mark || s.Is(to, "-")) {
		if s.Tokens[to].Kind == language.Number {
			digits += len(s.At(to))
		}
		to++
	}
	for to > i && s.Is(to-1, "-") {
		to--
	}
	if digits == 0 || digits < 2 && to == i+1 && !s.Is(i-1, "#", "numero", "number", "nro") || s.Counted(to) || s.ClockTail(to) {
		return ""
	}
	return s.Original(i, to)
}
