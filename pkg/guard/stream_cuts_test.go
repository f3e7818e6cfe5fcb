//go:build !race

package guard_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/guard"
)

func TestStreamMasksAsTheWholeTextWhereverItIsCut(t *testing.T) {
	t.Parallel()
	s := guard.NewStream()
	for i, p := range personal {
		text, _ := marked(p.text)
		assertStreams(t, s, text, uint64(i))
		assertStreams(t, s, "Hola, "+text+" y gracias por su ayuda", uint64(i))
	}
	for i, text := range harmless {
		assertStreams(t, s, text, uint64(i))
	}
	for name, unit := range adversarial {
		assertStreams(t, s, strings.Repeat(unit, 1+600/len(unit)), uint64(len(name)))
	}
}

func TestStreamMasksLongRunsOfNumbersWhereverTheyAreCut(t *testing.T) {
	t.Parallel()
	numbers := []string{"1", "12", "55", "579", "2220", "678S", "85552727", "12/05", "treinta y tres", "siete", "doble cinco", "12.345.678", "dni", "tel", "y"}
	between := []string{" ", ",", ", ", "-", ".", "..", ") ", " guion ", "\n", " (", "/"}
	s := guard.NewStream()
	random := rand.New(rand.NewPCG(6, 1))
	for n := range 60 {
		var text strings.Builder
		for range 20 + random.IntN(60) {
			text.WriteString(numbers[random.IntN(len(numbers))])
			text.WriteString(between[random.IntN(len(between))])
		}
		assertStreams(t, s, text.String(), uint64(n))
	}
	assertStreams(t, s, "2173..55) 85552727)t", 0)
}
