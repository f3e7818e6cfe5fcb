package basket

import (
	"slices"
	"strings"
	"testing"
)

func TestOptionsAreFoundInNotes(t *testing.T) {
	t.Parallel()
	d := &Dish{Name: "Pizza"}
	for _, name := range []string{"Queso", "Extra queso", "Borde de queso", "Sin gluten", "Grande", "Salsa picante", "Piña"} {
		d.Options = append(d.Options, Option{Name: name})
	}
	for _, c := range []struct{ note, wanted, refused, rest string }{
		{"", "", "", ""},
		{"con extra queso", "Extra queso", "", ""},
		{"con queso extra", "Extra queso", "", ""},
		{"con queso", "Queso", "", ""},
		{"con borde de queso", "Borde de queso", "", ""},
		{"con borde de queso y queso", "Borde de queso, Queso", "", ""},
		{"sin piña", "", "Piña", "sin piña"},
		{"sin piña y con queso", "Queso", "Piña", "sin piña"},
		{"sin gluten", "Sin gluten", "", ""},
		{"sin gluten, grande", "Grande, Sin gluten", "", ""},
		{"grande y bien cocida", "Grande", "", "bien cocida"},
		{"bien cocida, con salsa picante", "Salsa picante", "", "bien cocida"},
		{"bien cocida, con la salsa aparte", "", "", "bien cocida, con la salsa aparte"},
		{"con PIÑA y sin cebolla", "Piña", "", "sin cebolla"},
		{"con salsa", "", "", "con salsa"},
		{"con quesadilla", "", "", "con quesadilla"},
		{"con piñas", "Piña", "", ""},
		{"without queso", "", "Queso", "without queso"},
		{"with queso and no onions", "Queso", "", "no onions"},
		{"com queijo", "", "", "com queijo"},
	} {
		wanted, refused, rest := d.options(c.note)
		slices.Sort(wanted)
		if got := strings.Join(wanted, ", "); got != c.wanted || strings.Join(refused, ", ") != c.refused || rest != c.rest {
			t.Errorf("%q: wanted %q, refused %q, rest %q", c.note, got, refused, rest)
		}
	}
}

func TestWhatCostsSomethingIsAnOptionAndNoNote(t *testing.T) {
	t.Parallel()
	d := &Dish{Name: "Lomo", Options: []Option{
		{Name: "Huevo frito", Aliases: []string{"con huevo", "huevo montado", "fried egg"}, Price: 5},
		{Name: "Palta en láminas", Price: 6},
		{Name: "Queso fresco", Price: 4},
		{Name: "Queso andino", Price: 7},
		{Name: "Papas doradas"},
		{Name: "Suave", Aliases: []string{"sin ají"}},
	}}
	for _, c := range []struct{ note, wanted, refused, rest string }{
		{"con huevo", "Huevo frito", "", ""},
		{"con un huevo", "Huevo frito", "", ""},
		{"con huevo montado", "Huevo frito", "", ""},
		{"with fried egg and no onions", "Huevo frito", "", "no onions"},
		{"con huevos fritos", "Huevo frito", "", ""},
		{"con palta", "Palta en láminas", "", ""},
		{"com palta, sem cebola", "Palta en láminas", "", "sem cebola"},
		{"con huevo y con palta", "Huevo frito, Palta en láminas", "", ""},
		{"sin huevo frito", "", "Huevo frito", "sin huevo frito"},
		{"sin palta", "", "", "sin palta"},
		{"con la palta aparte", "", "", "con la palta aparte"},
		{"con queso", "", "", "con queso"},
		{"con papas", "", "", "con papas"},
		{"sin ají", "Suave", "", ""},
		{"con todo", "", "", "con todo"},
	} {
		wanted, refused, rest := d.options(c.note)
		if got := strings.Join(wanted, ", "); got != c.wanted || strings.Join(refused, ", ") != c.refused || rest != c.rest {
			t.Errorf("%q: wanted %q, refused %q, rest %q", c.note, got, refused, rest)
		}
	}
}

func TestDishWithoutOptionsHasOnlyNotes(t *testing.T) {
	t.Parallel()
	for _, d := range []*Dish{nil, {Name: "Flan"}} {
		if wanted, refused, rest := d.options("con crema"); len(wanted)+len(refused) > 0 || rest != "con crema" {
			t.Errorf("wanted %q, refused %q, rest %q", wanted, refused, rest)
		}
	}
}

func TestNotesAreClippedBetweenWords(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("sin cebolla ", 40)
	if got := clipped(long); len(got) > maxNotes || !strings.HasSuffix(got, "cebolla") && !strings.HasSuffix(got, "sin") {
		t.Errorf("clipped to %q", got)
	}
	if got := clipped("sin cebolla"); got != "sin cebolla" {
		t.Errorf("a short note is %q", got)
	}
}

func TestANoteTakesAChosenOptionBack(t *testing.T) {
	t.Parallel()
	chosen := []string{"Huevo frito", "Sin picante", "Queso fresco"}
	for _, c := range []struct{ note, want string }{
		{"sin huevo", "Huevo frito"},
		{"mejor sin el huevo", "Huevo frito"},
		{"sin huevo y sin queso", "Huevo frito, Queso fresco"},
		{"no egg", ""},
		{"con huevo", ""},
		{"sin cebolla, con huevo", ""},
		{"sin picante", ""},
		{"", ""},
	} {
		if got := strings.Join(unwanted(chosen, c.note), ", "); got != c.want {
			t.Errorf("%q takes back %q, want %q", c.note, got, c.want)
		}
	}
}
