package intentrouter

import (
	"fmt"
	"testing"

	"github.com/recado/recado/pkg/tenant"
)

// BenchmarkUnderstandWithPhrases reads one message for a tenant with as many phrases as it may have.
func BenchmarkUnderstandWithPhrases(b *testing.B) {
	for _, n := range []int{0, 10, 100} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := cantina()
			for i := range n {
				s.Routing.Phrases = append(s.Routing.Phrases, tenant.Phrase{Say: fmt.Sprintf("tienen|hay .. combo|promo %c%cta / %s", 'a'+i%26, 'a'+i/26, things[i%20]), Intent: "menu"})
			}
			r := newRouter(nil, 0.35)
			e := envelope("hola buenas, tienen mesa para cuatro mañana a las 8? y cuánto sale el ceviche con una chicha")
			b.ReportAllocs()
			for b.Loop() {
				r.Understand(e, s)
			}
		})
	}
}
