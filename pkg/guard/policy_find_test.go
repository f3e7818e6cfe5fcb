package guard

import (
	"fmt"
	"testing"

	"github.com/recado/recado/pkg/tenant"
)

func TestLookingForPhrasesAllocatesNothing(t *testing.T) {
	var g tenant.Guard
	for i := range MaxPhrases {
		g.Blocked = append(g.Blocked, tenant.BlockedPhrase{Phrase: fmt.Sprintf("clínica dental número %d", i)})
	}
	p := NewPolicy(g)
	for _, text := range []string{"hola, quisiera una cita para el jueves", "clínica dental número ciento y más, ¿sí?", "ｃｌíｎｉｃａ \u200b 😀"} {
		if n := testing.AllocsPerRun(100, func() { p.phrases.find(text) }); n != 0 {
			t.Errorf("%q: %v allocations", text, n)
		}
	}
}
