package grounding_test

import (
	"slices"
	"testing"

	"github.com/recado/recado/services/agent-runner/grounding"
)

func TestUnsupportedFindsAmountsThatNoSourceHolds(t *testing.T) {
	t.Parallel()
	sources := []string{`{"name":"Limpieza","price":"$1,500","price_min":150000}`, "tengo 300 pesos"}
	for _, tc := range []struct {
		name, draft string
		want        []string
	}{
		{"supported by a tool", "La limpieza cuesta $1,500.", nil},
		{"other thousands mark", "La limpieza cuesta $1.500,00", nil},
		{"the customer's own words", "Con tus 300 pesos alcanza.", nil},
		{"invented price", "Cuesta $1,600 y ya.", []string{"$1,600"}},
		{"invented percentage, once", "Hay 20% y otra vez 20 %", []string{"20%"}},
		{"numbers that are no amounts", "Te espero en 2 sucursales.", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if got := grounding.Unsupported(tc.draft, sources); !slices.Equal(got, tc.want) {
				t.Errorf("Unsupported(%q) = %q, want %q", tc.draft, got, tc.want)
			}
		})
	}
}

func FuzzUnsupported(f *testing.F) {
	f.Add("Cuesta $1,500.00 o 20 %")
	f.Add("S/ 25.50 y US$ 3")
	f.Fuzz(func(t *testing.T, draft string) {
		if wrong := grounding.Unsupported(draft, []string{draft}); len(wrong) != 0 {
			t.Errorf("a draft does not support itself: %q", wrong)
		}
	})
}
