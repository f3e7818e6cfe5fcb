package grounding_test

import (
	"slices"
	"testing"

	"github.com/recado/recado/services/agent-runner/grounding"
)

func TestUnsupportedFindsAmountsThatNoSourceHolds(t *testing.T) {
	t.Parallel()
	sources := []string{`{"name":"Limpieza","price":"$1,500","price_min":150000}`}
	for _, tc := range []struct {
		name, draft string
		want        []string
	}{
		{"supported by a tool", "La limpieza cuesta $1,500.", nil},
		{"other thousands mark", "La limpieza cuesta $1.500,00", nil},
		{"the customer's own amount", "Con tus 300 pesos alcanza.", []string{"300 pesos"}},
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

func TestWithoutLeavesTheFiguresOfOthers(t *testing.T) {
	t.Parallel()
	got := grounding.Without(`no service "limpieza a $1,000": there are limpieza $800 and 10 more`, `{"name":"limpieza a $1000","n":8}`)
	if want := `no service "limpieza a $…": there are limpieza $800 and 10 more`; got != want {
		t.Errorf("Without = %s, want %s", got, want)
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
