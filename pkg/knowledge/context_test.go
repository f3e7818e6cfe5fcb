package knowledge_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/knowledge"
)

// paragraphs of about the target of a chunk each: only the second speaks of the anaesthesia.
func manual() string {
	var b strings.Builder
	for i, about := range []string{"la recepción y los papeles", "la anestesia", "la herida y su cuidado", "las visitas de control"} {
		fmt.Fprintf(&b, "Parte %d, sobre %s.", i+1, about)
		for n := range 22 {
			fmt.Fprintf(&b, " El paso %d de %s se explica con calma y por escrito a cada persona.", n+1, about)
		}
		b.WriteString("\n\n")
	}
	return b.String()
}

func TestABudgetIsFilledWithTheNeighboursOfWhatWasFound(t *testing.T) {
	t.Parallel()
	l := newLab(t, knowledge.HashEmbedder{})
	l.put(t, document("clinic", "Guía de la cirugía", manual()))
	ask := func(budget int) []knowledge.Hit {
		return l.search(t, knowledge.Query{Tenant: "clinic", Text: "¿cómo se explica la anestesia?", TopK: 1, Budget: budget}).Hits
	}
	plain := ask(0)
	if len(plain) != 1 || plain[0].Before+plain[0].After != "" || !strings.Contains(plain[0].Content, "anestesia") {
		t.Fatalf("without a budget: %+v", plain)
	}
	if small := ask(50); len(small) != 1 || small[0].Before+small[0].After != "" || small[0].Content != plain[0].Content {
		t.Errorf("the best hit stands whatever its length, alone: %+v", small)
	}
	whole := ask(4000)[0]
	if whole.Before == "" || whole.After == "" || whole.Content != plain[0].Content {
		t.Errorf("with room for all: %+v", whole)
	}
	said := whole.Before + "\n" + whole.Content + "\n" + whole.After
	for line := range strings.SplitSeq(said, ". ") {
		if n := strings.Count(said, line); len(line) > 20 && n > 1 {
			t.Errorf("%q is said %d times", line, n)
		}
	}
}

func TestNeighboursOfAnotherHeadingAreNoContext(t *testing.T) {
	t.Parallel()
	l := newLab(t, knowledge.HashEmbedder{})
	d := document("clinic", "Precios", "# Precios\n\n## Limpieza\n\nLa limpieza cuesta 780 pesos.\n\n## Corona\n\nLa corona cuesta 9000 pesos.\n")
	d.Type = knowledge.Markdown
	l.put(t, d)
	hits := l.search(t, knowledge.Query{Tenant: "clinic", Text: "¿cuánto cuesta la limpieza?", TopK: 1, Budget: 2000}).Hits
	if len(hits) != 1 || !strings.Contains(hits[0].Content, "780") || strings.Contains(hits[0].Before+hits[0].After, "9000") {
		t.Errorf("found %+v", hits)
	}
}

func TestNearIdenticalPassagesAreFoundOnce(t *testing.T) {
	t.Parallel()
	l := newLab(t, knowledge.HashEmbedder{})
	parking := "Hay estacionamiento gratuito detrás del edificio, con entrada por la calle de atrás, para quien viene a consulta."
	l.put(t,
		document("clinic", "Cómo llegar", parking),
		document("clinic", "Bienvenida", strings.Replace(parking, "Hay", "También hay", 1)),
		document("clinic", "Precio de martes", "El estacionamiento de la plaza cuesta 20 pesos la hora."),
		document("clinic", "Precio de sábado", "El estacionamiento de la plaza cuesta 35 pesos la hora."))
	hits := l.search(t, knowledge.Query{Tenant: "clinic", Text: "¿hay estacionamiento detrás del edificio?"}).Hits
	got := map[string]int{}
	for _, h := range hits {
		got[strings.Fields(h.Title)[0]]++
	}
	if got["Cómo"]+got["Bienvenida"] != 1 || got["Precio"] != 2 {
		t.Errorf("found %v", titles(hits))
	}
}

func TestOfTwoThatSayTheSameTheNewerComesFirst(t *testing.T) {
	t.Parallel()
	l := newLab(t, knowledge.HashEmbedder{})
	old := document("clinic", "Lista de precios", "La limpieza dental cuesta 780 pesos.")
	old.Submitted = start.Add(-2 * 365 * 24 * time.Hour)
	recent := document("clinic", "Lista de precios", "La limpieza dental cuesta 900 pesos.")
	recent.ID = idOf("recent")
	right := document("clinic", "Garantía", "Los brackets tienen garantía de un año.")
	right.Submitted = start.Add(-10 * 365 * 24 * time.Hour)
	l.put(t, old, recent, right)
	if hits := l.ask(t, "clinic", "¿cuánto cuesta la limpieza dental?"); len(hits) < 2 || !strings.Contains(hits[0].Content, "900") {
		t.Errorf("found %+v", hits)
	}
	if hits := l.ask(t, "clinic", "¿los brackets tienen garantía?"); len(hits) == 0 || hits[0].Title != "Garantía" || hits[0].Relevance < knowledge.Threshold {
		t.Errorf("an old answer is one: %+v", hits)
	}
}
