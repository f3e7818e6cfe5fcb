package knowledge_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/knowledge"
)

// pair is an authored question with its answer, and how customers ask it.
type pair struct {
	question, also, answer string
	near                   []string // in nearly its own words
	far                    []string // in other words that its text holds
}

func pairs(t testing.TB) (out []pair) {
	t.Helper()
	data, err := os.ReadFile("testdata/questions.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSpace(line), " | ")
		if len(f) != 5 {
			t.Fatalf("%d fields: %s", len(f), line)
		}
		out = append(out, pair{f[0], strings.ReplaceAll(f[1], ", ", "\n"), f[2], strings.Split(f[3], "; "), strings.Split(f[4], "; ")})
	}
	return out
}

func shop(t testing.TB, e knowledge.HashEmbedder) (*lab, []pair) {
	t.Helper()
	l, all := newLab(t, e), pairs(t)
	for _, p := range all {
		l.put(t, faq("clinic", p.question, p.also, p.answer))
	}
	return l, all
}

// unrelated are questions that no shop answers.
var unrelated = []string{
	"cuál es la capital de Francia", "quién ganó el partido de ayer", "me recomiendas una película", "qué opinas del presidente",
	"cómo cocino arroz con pollo", "what is the meaning of life", "cuéntame un chiste", "escribe un poema sobre el mar",
	"qué significa soñar con serpientes", "cuándo nació Benito Juárez",
}

func TestQuestionInNearlyItsOwnWordsIsSurelyAnswered(t *testing.T) {
	t.Parallel()
	l, all := shop(t, knowledge.HashEmbedder{})
	for _, p := range all {
		for _, question := range append(p.near, p.question) {
			hits := l.ask(t, "clinic", question)
			if len(hits) == 0 || hits[0].Content != p.answer || hits[0].Relevance < 0.85 {
				t.Errorf("%q finds %+v", question, hits[:min(2, len(hits))])
			}
		}
	}
}

func TestUnrelatedQuestionIsNotAnswered(t *testing.T) {
	t.Parallel()
	l, _ := shop(t, knowledge.HashEmbedder{})
	for _, question := range unrelated {
		for _, h := range l.ask(t, "clinic", question) {
			if h.Relevance >= 0.6 {
				t.Errorf("%q finds %q with %.2f", question, h.Title, h.Relevance)
			}
		}
	}
}

// The thresholds are what the words alone can reach: hash-es-v1 knows no synonyms.
func TestQuestionsInOtherWordsAreMostlyFound(t *testing.T) {
	t.Parallel()
	l, all := shop(t, knowledge.HashEmbedder{})
	asked, first, third := 0, 0, 0
	for _, p := range all {
		for _, question := range p.far {
			asked++
			hits := l.search(t, knowledge.Query{Tenant: "clinic", Text: question, TopK: 3}).Hits
			at := slices.IndexFunc(hits, func(h knowledge.Hit) bool { return h.Content == p.answer })
			if at != 0 {
				t.Logf("%q: %d of %q", question, at, titles(hits))
			}
			if at >= 0 {
				third++
			}
			if at == 0 {
				first++
			}
		}
	}
	t.Logf("recall@1 %d, recall@3 %d of %d", first, third, asked)
	if first*100 < asked*85 || third*100 < asked*95 {
		t.Errorf("recall@1 %d, recall@3 %d of %d; want 85 %% and 95 %%", first, third, asked)
	}
}

func TestMisspeltQuestionsAreFoundByTheirLetters(t *testing.T) {
	t.Parallel()
	l, _ := shop(t, knowledge.HashEmbedder{})
	for question, want := range map[string]string{
		"ay estasionamiento": "¿Tienen estacionamiento?", "garantya": "¿Tienen garantía los aparatos?", "vicicletas": "¿Reparan bicicletas?",
		"tienen menbresia": "¿Tienen membresía?", "acen embios a domisilio": "¿Hacen envíos a domicilio?",
	} {
		if hits := l.ask(t, "clinic", question); len(hits) == 0 || hits[0].Title != want {
			t.Errorf("%q finds %v, want %s", question, titles(hits), want)
		}
	}
}
