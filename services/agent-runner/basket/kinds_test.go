package basket

import (
	"testing"

	"github.com/recado/recado/pkg/tenant"
)

func TestKindsOfDishesAreWantedWithoutANameAndLeaveTheirLookAlikes(t *testing.T) {
	t.Parallel()
	for _, k := range kinds {
		m := NewMenu([]Dish{{Name: "Alfa", Category: "Nuestras " + k.Words[0] + "s"}, {Name: "Beta", Category: k.Words[0]}, {Name: "Gama"}}, &tenant.Settings{})
		for _, said := range k.Yes {
			if s := m.Read(said, ""); len(s.Wishes) != 1 || len(s.Wishes[0].Among) != 2 || len(s.Unknown) > 0 {
				t.Errorf("%q: %+v", said, s)
			}
		}
		for _, said := range k.Not {
			if s := m.Read(said, ""); len(s.Wishes) > 0 {
				t.Errorf("%q: %+v", said, s)
			}
		}
	}
}
