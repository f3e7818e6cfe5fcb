package knowledge_test

import (
	"testing"

	"github.com/recado/recado/pkg/knowledge"
)

func TestAMisspeltWordIsReadAsOneOfTheCandidates(t *testing.T) {
	t.Parallel()
	l := newLab(t, knowledge.HashEmbedder{})
	l.put(t,
		document("clinic", "Endodoncia", "El tratamiento de conducto cuesta 3,200 pesos en dientes de adelante."),
		document("clinic", "Ortodoncia", "El tratamiento con brackets cuesta 650 pesos al mes."),
		document("clinic", "Cirugía", "El tratamiento de hernia cuesta 29,000 pesos. La leche llega los lunes."))
	for question, want := range map[string]string{
		"tratamiento de coonducto": "Endodoncia", "tratamiento con bracktes": "Ortodoncia", "tratamiento de hrenia": "Cirugía",
	} {
		hits := l.ask(t, "clinic", question)
		if len(hits) == 0 || hits[0].Title != want || hits[0].Coverage < 0.8 {
			t.Errorf("%q finds %+v, want %s", question, hits, want)
		}
	}
	for _, h := range l.ask(t, "clinic", "está llena la piscina") { // no "llega", nor "lunes"
		if h.Coverage > 0 {
			t.Errorf("%q covers %.2f", h.Title, h.Coverage)
		}
	}
}

func TestNeighboursOfTheQuestionDecideBetweenEqualWords(t *testing.T) {
	t.Parallel()
	l := newLab(t, knowledge.HashEmbedder{})
	l.put(t,
		document("clinic", "A", "La consulta de niños vale 700 pesos. Para la fiebre de adultos hay guardia nocturna en el centro."),
		document("clinic", "B", "La consulta de adultos vale 450 pesos. Para la fiebre de niños hay guardia nocturna en el centro."))
	for question, want := range map[string]string{"consulta de niños": "A", "fiebre de niños": "B", "consulta de adultos": "B"} {
		if hits := l.ask(t, "clinic", question); len(hits) < 2 || hits[0].Title != want {
			t.Errorf("%q finds %v, want %s first", question, titles(hits), want)
		}
	}
}
