package knowledge_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/knowledge"
)

const rules = `Llega 10 minutos antes. Los menores vienen con un adulto que responda por ellos.

- Se puede entrar con un acompañante por persona, también en la cirugía.
- No se permiten mascotas, salvo perros de asistencia, en ninguna de las dos sucursales.`

func TestAnExcerptIsTheSentenceThatAnswers(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]string{
		"aceptan mascotas?":        "No se permiten mascotas, salvo perros de asistencia, en ninguna de las dos sucursales.",
		"menores con acompañante?": "Los menores vienen con un adulto que responda por ellos. Se puede entrar con un acompañante por persona, también en la cirugía.",
		"minutos":                  "Llega 10 minutos antes. Los menores vienen con un adulto que responda por ellos.",
	} {
		if got := knowledge.Excerpt(rules, question, 200); got != want {
			t.Errorf("%q: %q, want %q", question, got, want)
		}
	}
	if got := knowledge.Excerpt(" ", "x", 20); got != "" {
		t.Errorf("of nothing %q", got)
	}
	if got := knowledge.Whole(strings.Repeat("palabra ", 30), 20); got != "palabra palabra pala…" {
		t.Errorf("got %q", got)
	}
}

func TestSentencesEndWhereTheNextBegins(t *testing.T) {
	t.Parallel()
	got := knowledge.Sentences("Cuesta $1.500 el kilo. ¿Y el resto? No sé; Pregunte.\n- Fin")
	want := []string{"Cuesta $1.500 el kilo.", "¿Y el resto?", "No sé;", "Pregunte.", "Fin"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
