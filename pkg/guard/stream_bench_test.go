package guard_test

import (
	"strings"
	"testing"

	"github.com/recado/recado/pkg/guard"
)

func BenchmarkMaskOrdinary240(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		guard.Mask(ordinary)
	}
}

// BenchmarkStreamOrdinary240 writes a text in pieces of four bytes, as models do, and reports how much is held back.
func BenchmarkStreamOrdinary240(b *testing.B) {
	s := guard.NewStream()
	held, writes := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		shown := 0
		for i := 0; i < len(ordinary); i += 4 {
			end := min(i+4, len(ordinary))
			shown += len(s.Write(ordinary[i:end]))
			held += end - shown
			writes++
		}
		s.Flush()
	}
	b.ReportMetric(float64(held)/float64(writes), "held-bytes")
}

func BenchmarkMaskMegabyte(b *testing.B) {
	for name, unit := range map[string]string{"words": ordinary, "ones": "1", "pairs": "55 12 34 ", "phones": "cel 5512345678 y ", "singles": "1 "} {
		text := strings.Repeat(unit, 1<<20/len(unit))
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				guard.Mask(text)
			}
		})
	}
}
