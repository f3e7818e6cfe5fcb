package guard

import (
	"strings"
	"testing"
)

// TestStreamHoldsBackABoundedText feeds what is never decided, as far as it can be.
func TestStreamHoldsBackABoundedText(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{
		"1", "a", "a.", "5\u200b", "5\ufe0f\u20e3\u200c", "\u200c", "e\u0301", "\xff", "cinco ", "1 ", "55 12 ", "a ", "clave de la ", "correo ", "-", "(((",
		"sk-a1", "-----BEGIN PRIVATE KEY-----\nAAAABBBBCCCCDDDDEEEE\n", "http://a:b", "\"", "pedido 5512345678 es ", "\ufdfa",
	} {
		s := NewStream()
		for range 32 << 10 / len(unit) {
			s.Write(unit)
			if held := len(s.text) + len(s.plain) + len(s.cut); held > 8<<10 {
				t.Errorf("%q: %d bytes held", unit, held)
				break
			}
		}
		s.Flush()
	}
	s := NewStream()
	s.Write("mi cel es 5")
	for range 10_000 {
		s.Write(strings.Repeat("\u200c\u200d\ufe0f", 10))
	}
	if held := len(s.text); held > 1<<10 {
		t.Errorf("%d bytes held behind a digit", held)
	}
}
