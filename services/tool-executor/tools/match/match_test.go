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

// card is a menu with names that are near each other.
var card = []Name{
	{"Ceviche clásico", []string{"ceviche", "cebiche"}},
	{"Ceviche mixto", nil},
	{"Tacu tacu vegetal", []string{"tacu tacu"}},
	{"Agua sin gas", []string{"agua"}},
	{"Papa a la huancaína", []string{"huancaína"}},
	{"Limón", nil},
	{"Empanada de carne", nil},
	{"Pastel de choclo", nil},
	{"Pão de queijo", nil},
	{"French fries", nil},
}

func TestWhatIsMeantIsFoundDespitePluralsAccentsAndSlips(t *testing.T) {
	t.Parallel()
	for wanted, want := range map[string]string{
		"ceviche": "Ceviche clásico", "CEVICHES": "Ceviche clásico", "sebiche": "Ceviche clásico", "ceviches mixtos": "Ceviche mixto",
		"mixto": "Ceviche mixto", "papas a la huancaina": "Papa a la huancaína", "huancayna": "Papa a la huancaína",
		"limones": "Limón", "empanadas carne": "Empanada de carne", "enpanada de carne": "Empanada de carne",
		"pasteis de choclo": "Pastel de choclo", "pães de queijo": "Pão de queijo", "a french fry": "French fries", "agua": "Agua sin gas",
	} {
		got := Meant(card, func(n Name) Name { return n }, wanted)
		if len(got) != 1 || got[0].Name != want {
			t.Errorf("%q: %v, want %s", wanted, got, want)
		}
	}
}

func TestAnotherThingIsNotTakenForOneThatIsNear(t *testing.T) {
	t.Parallel()
	for wanted, want := range map[string]int{
		"agua con gas": 0, "tacu tacu de mariscos": 0, "ceviche de pulpo": 0, "pan": 0, "": 0, "de la": 0, "clásico mixto": 0, "😀": 0,
		"carnes frías": 0,
	} {
		if got := Meant(card, func(n Name) Name { return n }, wanted); len(got) != want {
			t.Errorf("%q: %v", wanted, got)
		}
	}
	if got := Meant(card[:2], func(n Name) Name { return Name{Name: n.Name} }, "ceviche"); len(got) != 2 {
		t.Errorf("both are meant: %v", got)
	}
	if got := Near(card, func(n Name) Name { return n }, "ceviche de pulpo", 5); !slices.Equal(got, []string{"Ceviche clásico", "Ceviche mixto"}) {
		t.Errorf("near is %v", got)
	}
	if got := Near(card, func(n Name) Name { return n }, "pizza", 5); got != nil {
		t.Errorf("nothing is near: %v", got)
	}
}
