package knowledge_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/knowledge"
)

func TestAnExcerptIsThePartThatAnswers(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("Aquí se habla de otra cosa distinta. ", 6)
	content := filler + "\n\nHay valet en la esquina. Cuesta $60 la hora.\n\n" + filler
	for question, want := range map[string]string{
		"tienen valet?": "Hay valet en la esquina. Cuesta $60 la hora.",
		"":              strings.Repeat("Aquí se habla de otra cosa distinta. ", 2) + "Aquí se habla de otra cosa distinta.",
	} {
		if got := knowledge.Excerpt(content, question, 120); got != want {
			t.Errorf("%q: %q, want %q", question, got, want)
		}
	}
	if got := knowledge.Excerpt(" Corto. ", "x", 120); got != "Corto." {
		t.Errorf("got %q", got)
	}
	long := "Primero esto que no importa nada. Luego el ayuno es de ocho horas. Después se puede comer."
	if got := knowledge.Excerpt(long, "ayuno", 60); got != "Luego el ayuno es de ocho horas. Después se puede comer." {
		t.Errorf("got %q", got)
	}
	if got := knowledge.Excerpt(strings.Repeat("palabra ", 30), "x", 20); got != "palabra palabra pala…" {
		t.Errorf("got %q", got)
	}
}

func TestSentencesEndWhereTheNextBegins(t *testing.T) {
	t.Parallel()
	got := knowledge.Sentences("Cuesta $1.500 el kilo. ¿Y el resto? No sé; Pregunte.\nFin")
	want := []string{"Cuesta $1.500 el kilo.", "¿Y el resto?", "No sé;", "Pregunte.", "Fin"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
