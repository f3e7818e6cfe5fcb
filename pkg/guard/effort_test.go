package guard_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/guard"
)

// small are texts of nothing but small numbers, which use up the effort for those.
var small = []string{"55 ,", ",dos dos ", " 55 55 55 55 A", "cien 5 cien 0418 ", "9\ncien uno 5 5 "}

func TestManySmallNumbersHideNoValue(t *testing.T) {
	t.Parallel()
	for _, unit := range small {
		for _, value := range []string{
			"4539 1488 0343 6467", "612345678", "+34 612 34 56 78", "tel 55 1234 5678", "DNI 12345678Z", "ana@correo.example", "ES91 2100 0418 4502 0005 1332",
			"mi clave es Luna#2024", "llámame al 612 34 56 78", "mi dni es 12 345 678", "mi número es seis uno dos tres cuatro cinco seis siete ocho",
		} {
			text := sized(unit) + ". " + value
			if got := guard.Mask(text); strings.Contains(got, value[len(value)-4:]) {
				t.Errorf("%q behind many %q stays: %q", value, unit, got[len(got)-60:])
			}
		}
	}
}

func TestStreamMasksLongTextsAsTheWhole(t *testing.T) {
	t.Parallel()
	s := guard.NewStream()
	random := rand.New(rand.NewPCG(1, 2))
	for _, unit := range slices.Concat(small, []string{"tel 55 1234 5678, 12 "}) {
		text := sized(unit) + " tel 55 1234 5678"
		want := guard.Mask(text)
		for _, most := range []int{1, 7, 90, 700} {
			if got := inPieces(s, text, func() int { return 1 + random.IntN(most) }); got != want {
				t.Errorf("many %q in pieces of up to %d differ from the whole", unit, most)
			}
		}
	}
}
