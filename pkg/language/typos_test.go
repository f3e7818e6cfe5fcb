package language

import (
	"strings"
	"testing"
)

func TestSlipsOfTheKeyboardAreSetRight(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"kiero":      "quiero",
		"reserbar":   "reservar",
		"agendra":    "agendar",
		"presio":     "precio",
		"orario":     "horario",
		"direcion":   "direccion",
		"fatcura":    "factura",
		"appointmet": "appointment",
		"disponivel": "disponivel",
		"quiero":     "quiero",
		"cita":       "cita",
	} {
		got := Read(said).Tokens[0]
		if got.Norm != want || got.Said != said {
			t.Errorf("%q is read as %q, said %q, want %q", said, got.Norm, got.Said, want)
		}
	}
}

func TestWordsLikeNoOtherStayAsTheyAre(t *testing.T) {
	t.Parallel()
	for _, w := range []string{"xochimilco", "zyx", "ag", "wrtplk", strings.Repeat("reservar", 9)} {
		if got := Read(w).Tokens[0]; got.Norm != got.Said {
			t.Errorf("%q became %q", w, got.Norm)
		}
	}
}

func TestNonsenseCostsBoundedCorrections(t *testing.T) {
	t.Parallel()
	text := Read(strings.Repeat("resrvar ", 500))
	corrected := 0
	for i := range text.Tokens {
		if text.Tokens[i].Norm == "reservar" {
			corrected++
		}
	}
	if corrected != maxCorrections {
		t.Errorf("%d words corrected, want %d", corrected, maxCorrections)
	}
}

func TestVocabularyHasNoWordTwice(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for line := range strings.Lines(vocabularyText) {
		w, _, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || seen[w] {
			t.Errorf("%q", line)
		}
		seen[w] = true
	}
	if len(vocabulary.list) < 500 {
		t.Errorf("%d words to correct to", len(vocabulary.list))
	}
}

func TestConceptsAreSharedByWordsOfOneMeaning(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{{"sangre", "bleeding"}, {"reservar", "book"}, {"factura", "receipt"}, {"cancelar", "cancel"}, {"precio", "price"}} {
		if !ShareConcept(pair[0], pair[1]) {
			t.Errorf("%v share no concept", pair)
		}
	}
	if ShareConcept("factura", "sangre") {
		t.Error("an invoice is no blood")
	}
}
