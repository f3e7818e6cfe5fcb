package linear

import (
	"testing"

	"github.com/recado/recado/pkg/guard/attack"
)

func TestWordsOfAConceptShareIt(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{{"paciente", "clientes"}, {"reembolso", "refund"}, {"contrasena", "password"}, {"paciente", "kundin"}, {"reembolso", "rimborso"}} {
		shared := false
		for _, a := range concepts[attack.Letters(pair[0])] {
			for _, b := range concepts[attack.Letters(pair[1])] {
				shared = shared || a == b
			}
		}
		if !shared {
			t.Errorf("%s and %s share no concept", pair[0], pair[1])
		}
	}
	if got := concepts[attack.Letters("xyzzy")]; len(got) > 0 {
		t.Errorf("a word of nothing means %v", got)
	}
}

func TestConceptsComeAfterTheClassesOfTheRules(t *testing.T) {
	t.Parallel()
	for _, ids := range concepts {
		for _, id := range ids {
			if id <= attack.MaxClasses || id > attack.MaxClasses+maxConcepts {
				t.Fatalf("concept %d", id)
			}
		}
	}
}

func TestFurtherLinesOfAConceptTakeNoNumbers(t *testing.T) {
	t.Parallel()
	used := map[uint16]bool{}
	for _, ids := range concepts {
		for _, id := range ids {
			used[id] = true
		}
	}
	if len(used) != 91 {
		t.Errorf("%d concepts, want those of the first file, 91", len(used))
	}
	for id := range len(used) {
		if !used[uint16(attack.MaxClasses+1+id)] {
			t.Errorf("no word means concept %d", id)
		}
	}
}
