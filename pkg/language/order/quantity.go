package order

import "github.com/recado/recado/pkg/language"

// maxQuantity is the largest number of things that is believed.
const maxQuantity = 999

// QuantityBefore reads how many of the thing that begins at token i: "dos tacos", "3 órdenes de tacos", "2x ceviche"; 0 when nothing was counted.
func QuantityBefore(t language.Text, i int) int {
	s := scan{&t}
	return s.countBefore(i, 0).n
}

// BareNumber reads a message that is a number and at most one word more ("3", "tres", "son 3"), as an answer to "¿cuántos?"; 0 when it is something else.
func BareNumber(t language.Text) int {
	if t.Words() > 2 {
		return 0
	}
	s := scan{&t}
	for i := range t.Tokens {
		if n, to, ok := s.Number(i); ok {
			if n < 1 || n > maxQuantity || s.ClockTail(to) || s.Is(to, "/", ":", "%", "-", ".") {
				return 0
			}
			return n
		}
	}
	return 0
}
