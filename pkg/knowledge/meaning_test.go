package knowledge_test

import (
	"strings"
	"testing"

	"github.com/recado/recado/pkg/knowledge"
)

// answers is the relevance from which a passage answers a question.
const answers = 0.81

func TestAHitAnswersOnlyWithTheWordsThatCarryTheQuestion(t *testing.T) {
	t.Parallel()
	l := newLab(t, knowledge.HashEmbedder{})
	l.put(t,
		faq("clinic", "¿Puedo ir con mi perro?", "aceptan mascotas", "En la terraza, con correa."),
		faq("clinic", "¿Puedo llevar mi propia torta?", "llevar un pastel", "Sí, sin costo. Ponemos platos y velas."),
		faq("clinic", "¿Puedo atenderme si estoy embarazada?", "pregnant", "Sí. El mejor momento es el segundo trimestre."),
		faq("clinic", "¿Cuánto dura la ortodoncia?", "", "De 18 a 24 meses."),
		faq("clinic", "¿Qué llevo a mi primera cita?", "qué necesito para la primera cita", "Una identificación. Llega 10 minutos antes."),
		faq("clinic", "¿Tienen estacionamiento?", "", "Seis lugares detrás del edificio."),
		document("clinic", "Alergias", "Llevan leche, queso o crema: el tiradito y las conchitas."))
	for question, want := range map[string]string{
		"puedo llevar a mi perrito?":           "¿Puedo ir con mi perro?",
		"cuánto tardan los brackets":           "",
		"cuanto tarda la ortodoncia":           "¿Cuánto dura la ortodoncia?",
		"no, mejor la primera":                 "",
		"¿qué debo llevar?":                    "",
		"qué llevo a la primera cita?":         "¿Qué llevo a mi primera cita?",
		"hay cochera o parqueadero?":           "¿Tienen estacionamiento?",
		"puedo tomar ibuprofeno con losartan?": "",
		"can I bring a cake?":                  "¿Puedo llevar mi propia torta?",
	} {
		got := ""
		if hits := l.ask(t, "clinic", question); len(hits) > 0 && hits[0].Relevance >= answers {
			got = hits[0].Title
		}
		if got != want {
			t.Errorf("%q is answered by %q, want %q: %+v", question, got, want, l.ask(t, "clinic", question)[:min(2, len(l.ask(t, "clinic", question)))])
		}
	}
}

func TestCarryingWordsAreThoseOfTheMatter(t *testing.T) {
	t.Parallel()
	if got := strings.Join(knowledge.Carrying("¿Cuánto cuesta la mejor limpieza de primera hoy?"), " "); got != "limpieza" {
		t.Errorf("got %q", got)
	}
	for _, c := range []struct {
		question, text string
		want           float64
	}{
		{"perritos", "Se aceptan perros pequeños", 1},
		{"limpieza", "Limpieza dental", 1},
		{"cita", "Cada cita dura media hora", 1},
		{"ortognática", "Limpieza dental", 0},
		{"", "Limpieza", 0},
	} {
		if got := knowledge.Covers(c.question, c.text); got != c.want {
			t.Errorf("%q in %q: %.2f, want %.2f", c.question, c.text, got, c.want)
		}
	}
	if got := knowledge.CoveredBy("puedo llevar a mi perrito", "¿Puedo ir con mi perro?"); got < 0.7 || got > 0.8 {
		t.Errorf("a dog is found at %.2f", got)
	}
	if got := knowledge.CoveredBy("aceptan mascotas", ""); got != 0 {
		t.Errorf("nothing is found at %.2f", got)
	}
}
