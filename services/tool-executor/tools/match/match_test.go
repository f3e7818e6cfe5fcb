package match

import (
	"slices"
	"testing"
)

func TestFilterIgnoresCaseAndAccents(t *testing.T) {
	t.Parallel()
	for filter, want := range map[string]bool{"": true, "estética": true, "ESTETICA": true, " estetica ": true, "dental": false} {
		if got := Holds("Estética facial", filter); got != want {
			t.Errorf("%q: %t", filter, got)
		}
	}
}

func TestBestAreThoseThatFitMost(t *testing.T) {
	t.Parallel()
	all := []Name{{"Ana Pérez", []string{"doctora Ana"}}, {"Ana Ruiz", nil}, {"", nil}, {"Luz", []string{"recepción"}}}
	names := func(wanted string) (out []string) {
		for _, n := range Best(all, func(n Name) int { return n.Score(wanted) }) {
			out = append(out, n.Name)
		}
		return out
	}
	for wanted, want := range map[string][]string{
		"ana": {"Ana Pérez", "Ana Ruiz"}, "doctora ana": {"Ana Pérez"}, "RECEPCION": {"Luz"}, "eva": nil, "": nil, "ana pérez": {"Ana Pérez"},
	} {
		if got := names(wanted); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", wanted, got, want)
		}
	}
}
