package basket

import (
	"slices"
	"testing"

	"github.com/recado/recado/pkg/tenant"
)

func TestTheDishesThatHoldWhatMustNotBeEatenAreNamedOnce(t *testing.T) {
	t.Parallel()
	m := NewMenu([]Dish{
		{Name: "Ceviche", Allergens: []string{"pescado", "mariscos"}},
		{Name: "Ají de gallina", Allergens: []string{"nueces"}, Options: []Option{{Name: "con camarones", Allergens: []string{"mariscos"}}}},
		{Name: "Arroz"},
	}, &tenant.Settings{})
	lines := []Line{{Name: "Ceviche"}, {Name: "Ceviche"}, {Name: "Arroz"}, {Name: "Ají de gallina", Options: []string{"con camarones"}}, {Name: "gone"}}
	names, listed := m.Conflicts(lines, "camarones")
	if !slices.Equal(names, []string{"Ceviche", "Ají de gallina"}) || !slices.Equal(listed, []string{"mariscos"}) {
		t.Errorf("%v hold %v", names, listed)
	}
	if names, listed = m.Conflicts(lines[2:3], "camarones"); len(names)+len(listed) > 0 {
		t.Errorf("%v hold %v", names, listed)
	}
	if got := m.Avoided("soy alérgico a los mariscos y a las nueces"); !slices.Equal(got, []string{"mariscos", "nueces"}) {
		t.Errorf("got %v", got)
	}
}
