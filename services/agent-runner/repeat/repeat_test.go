package repeat

import (
	"strings"
	"testing"
	"time"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestQuestionsThatAskForTheSameAndThoseThatDoNot(t *testing.T) {
	t.Parallel()
	of := func(text string) Gist {
		_, asked := question(text)
		return gist(asked)
	}
	for _, pair := range known.Same {
		if !of(pair[0]).same(of(pair[1])) {
			t.Errorf("%q and %q are not the same: %v, %v", pair[0], pair[1], of(pair[0]), of(pair[1]))
		}
	}
	for _, pair := range known.Other {
		if of(pair[0]).same(of(pair[1])) {
			t.Errorf("%q and %q are the same", pair[0], pair[1])
		}
	}
}

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

func heard(intent, text string, slots *recadov1.Slots, after time.Duration) Heard {
	return Heard{At: noon.Add(after), Messages: []*recadov1.MessageRouted{{
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: text}}}, Slots: slots,
		Intents: []*recadov1.Intent{{Name: intent, Confidence: 0.9}},
	}}}
}

// course plays turns and lists what was done in each.
func course(turns ...struct {
	h Heard
	d Said
},
) (did []string, last Verdict, s State) {
	for _, step := range turns {
		s, last = s.Turn(step.h, step.d)
		did = append(did, last.Did)
	}
	return did, last, s
}

type step = struct {
	h Heard
	d Said
}

func TestTheSameQuestionIsRewordedTheThirdTimeAndThenAPersonIsOffered(t *testing.T) {
	t.Parallel()
	for language, example := range map[string]string{"es": "«mañana»", "en": `"tomorrow"`, "pt": "«amanhã»"} {
		asks := map[string]string{"es": "¿Para qué día quieres la cita?", "en": "What day would you like?", "pt": "Para qual dia você quer?"}[language]
		var s State
		var v Verdict
		for n, want := range []string{Nothing, Nothing, Reword, Offer} {
			s, v = s.Turn(heard("other", "pues no sé", nil, time.Duration(n)*time.Minute), Said{Text: asks, Language: language})
			if v.Did != want || v.Asked != n+1 {
				t.Errorf("%s, %d: %+v, want %s", language, n, v, want)
			}
			if want == Reword && (!strings.Contains(v.Text, asks) || !strings.Contains(v.Text, example)) {
				t.Errorf("reworded as %q", v.Text)
			}
		}
		if !s.Offered || v.Text != texts[language].offer || s.Times != 0 {
			t.Errorf("%s: %+v, %q", language, s, v.Text)
		}
	}
}

func TestWhoGetsFurtherIsAskedAgainAsOftenAsItTakes(t *testing.T) {
	t.Parallel()
	day := func(date string) *recadov1.Slots { return &recadov1.Slots{When: &recadov1.Moment{Date: date}} }
	asks := Said{Text: "Ese día ya no hay. ¿Qué otro día te queda bien?", Language: "es"}
	confirms := func(key, text string) Said { return Said{Text: text, Key: key, Language: "es"} }
	for _, tc := range []struct {
		name  string
		steps []step
	}{
		{"another day each time", []step{
			{heard("booking", "el lunes", day("2026-11-30"), 0), asks},
			{heard("booking", "el martes", day("2026-12-01"), 1), asks},
			{heard("booking", "el jueves", day("2026-12-03"), 2), asks},
			{heard("booking", "el viernes", day("2026-12-04"), 3), asks},
		}},
		{"a yes to other values", []step{
			{heard("booking", "a las 10", nil, 0), confirms("a", "¿Confirmo el lunes a las 10?")},
			{heard("booking", "mejor a las 11", nil, 1), confirms("b", "¿Confirmo el lunes a las 11?")},
			{heard("booking", "mejor el martes", nil, 2), confirms("c", "¿Confirmo el martes a las 11?")},
		}},
		{"courtesies", []step{
			{heard("other", "gracias", nil, 0), Said{Text: "De nada. ¿Algo más?"}},
			{heard("other", "gracias", nil, 1), Said{Text: "De nada. ¿Algo más?"}},
			{heard("other", "gracias", nil, 2), Said{Text: "De nada. ¿Algo más?"}},
			{heard("other", "gracias", nil, 3), Said{Text: "De nada. ¿Algo más?"}},
		}},
		{"hours later", []step{
			{heard("other", "hola", nil, 0), asks}, {heard("other", "hola", nil, 2*time.Hour), asks}, {heard("other", "hola", nil, 4*time.Hour), asks},
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if did, _, _ := course(tc.steps...); strings.Join(did, "") != "" {
				t.Errorf("did %q", did)
			}
		})
	}
}

func TestTheSameYesIsAskedForInAnotherWayTheThirdTime(t *testing.T) {
	t.Parallel()
	asks := Said{Text: "¿Cancelo tu cita del lunes?", Key: "cancel", Language: "es"}
	did, v, _ := course(step{heard("other", "mm", nil, 0), asks}, step{heard("other", "pues", nil, 1), asks}, step{heard("other", "este", nil, 2), asks})
	if did[2] != Reword || !strings.Contains(v.Text, "«sí»") {
		t.Errorf("did %q, said %q", did, v.Text)
	}
}

func TestAQuestionBehindAnswersIsLeftOutTheThirdTime(t *testing.T) {
	t.Parallel()
	ask := " ¿Para qué día quieres la cita?"
	did, v, _ := course(
		step{heard("pricing", "¿cuánto cuesta la limpieza?", nil, 0), Said{Text: "La limpieza cuesta $600." + ask}},
		step{heard("location", "¿dónde están?", nil, 1), Said{Text: "Estamos en el centro." + ask}},
		step{heard("hours", "¿a qué hora abren?", nil, 2), Said{Text: "Abrimos a las 9:00." + ask}})
	if did[2] != Leave || v.Text != "Abrimos a las 9:00." {
		t.Errorf("did %q, said %q", did, v.Text)
	}
}

func TestWhoAsksTheSameAThirdTimeIsAskedWhatIsMissingAndThenOfferedAPerson(t *testing.T) {
	t.Parallel()
	same := Said{Text: "La limpieza cuesta $600.", Language: "es"}
	asks := func(n int) Heard {
		return heard("pricing", "cuánto cuesta la limpieza", nil, time.Duration(n)*time.Minute)
	}
	did, v, s := course(step{asks(0), same}, step{asks(1), same}, step{asks(2), same}, step{asks(3), same})
	if strings.Join(did, " ") != "  inquire offer" || !strings.HasPrefix(v.Text, same.Text) || !s.Offered {
		t.Errorf("did %q, said %q", did, v.Text)
	}
	others := []step{}
	for n, text := range []string{"a qué hora abren", "a qué hora cierran", "a qué hora comen"} {
		others = append(others, step{heard("hours", text, nil, time.Duration(n)*time.Minute), Said{Text: "Abrimos de 9:00 a 20:00."}})
	}
	if did, _, _ := course(others...); did[2] != Nothing {
		t.Errorf("another question with the same answer is taken for the same: %q", did)
	}
	news := []step{}
	for n, text := range []string{"Tu pedido está en preparación.", "Tu pedido va en camino.", "Tu pedido llegó a las 20:10."} {
		news = append(news, step{heard("order_status", "cómo va mi pedido", nil, time.Duration(n)*time.Minute), Said{Text: text}})
	}
	if did, _, _ := course(news...); did[2] != Nothing {
		t.Errorf("an answer with news is taken for no help: %q", did)
	}
}

func TestWhatIsSaidHasWordsInEveryLanguage(t *testing.T) {
	t.Parallel()
	for language, w := range texts {
		for _, text := range []string{w.sorry, w.like, w.yesNo, w.free, w.inquire, w.offer, w.declined} {
			if text == "" {
				t.Errorf("%s lacks a text", language)
			}
		}
		for name, k := range known.Kinds {
			if k.ES == "" || k.EN == "" || k.PT == "" {
				t.Errorf("%s has no example in a language", name)
			}
		}
	}
	if Declined("fr") != texts["es"].declined {
		t.Error("another language has no words")
	}
}

func TestTheQuestionOfAReplyIsItsLastSentence(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, before, asked string }{
		{"Abrimos a las 9. ¿Qué día quieres?", "Abrimos a las 9.", "¿Qué día quieres?"},
		{"Para la limpieza, ¿qué día quieres?", "Para la limpieza,", "¿qué día quieres?"},
		{"Sure! What day?", "Sure!", "What day?"},
		{"Qual dia?", "", "Qual dia?"},
		{"¿Qué día? Hay el lunes.", "¿Qué día? Hay el lunes.", ""},
		{"", "", ""},
	} {
		if before, asked := question(c.text); before != c.before || asked != c.asked {
			t.Errorf("%q: %q and %q", c.text, before, asked)
		}
	}
}
