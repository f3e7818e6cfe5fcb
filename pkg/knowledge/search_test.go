package knowledge_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
)

func titles(hits []knowledge.Hit) (out []string) {
	for _, h := range hits {
		out = append(out, h.Title)
	}
	return out
}

func TestSearchNeverShowsAnotherTenantsDocuments(t *testing.T) {
	t.Parallel()
	l := newLab(t, knowledge.HashEmbedder{})
	l.put(t, document("clinic", "Llegar", "Hay estacionamiento detrás del edificio."))
	l.put(t, document("bistro", "Carta", "Ceviche clásico con camote."))
	for id, want := range map[tenant.ID]string{"clinic": "Llegar", "bistro": "Carta"} {
		for _, question := range []string{"¿tienen estacionamiento?", "ceviche con camote", "Llegar Carta"} {
			for _, h := range l.ask(t, id, question) {
				if h.Title != want {
					t.Errorf("%s asks %q and finds %s", id, question, h.Title)
				}
			}
		}
	}
}

func TestSameDocumentIDIsTwoDocumentsOfTwoTenants(t *testing.T) {
	t.Parallel()
	l := newLab(t, knowledge.HashEmbedder{})
	l.put(t, document("clinic", "Llegar", "Hay estacionamiento."), document("bistro", "Llegar", "Hay valet."))
	if err := l.Remove(t.Context(), "bistro", idOf("Llegar"), start.Add(1)); err != nil {
		t.Fatal(err)
	}
	if hits := l.ask(t, "clinic", "estacionamiento"); len(hits) != 1 {
		t.Errorf("the clinic finds %v", titles(hits))
	}
}

func TestSearchKeepsToTheCorporaOfTheAssistant(t *testing.T) {
	t.Parallel()
	l := newLab(t, knowledge.HashEmbedder{})
	l.corpus(t, "clinic", "inner", "")
	inner := document("clinic", "Interno", "El descuento del personal es del treinta por ciento.")
	inner.Corpus = idOf("inner")
	l.put(t, inner, document("clinic", "Abierto", "El descuento por pago de contado es del cinco por ciento."))
	l.assistant(t, "clinic", "all", false, general, idOf("inner"))
	l.assistant(t, "clinic", "none", false)
	all := idOf("all").String()
	for _, c := range []struct {
		name string
		q    knowledge.Query
		want string
	}{
		{"an assistant of two corpora", knowledge.Query{Assistant: all}, "Abierto Interno"},
		{"an assistant of one", knowledge.Query{Assistant: sofia.String()}, "Abierto"},
		{"an assistant of none", knowledge.Query{Assistant: idOf("none").String()}, ""},
		{"an unknown assistant", knowledge.Query{Assistant: idOf("nobody").String()}, ""},
		{"a named corpus", knowledge.Query{Assistant: all, Corpora: []uuid.UUID{idOf("inner")}}, "Interno"},
		{"a named corpus that it does not read", knowledge.Query{Assistant: sofia.String(), Corpora: []uuid.UUID{idOf("inner")}}, ""},
		{"a kind", knowledge.Query{Assistant: all, Kinds: []knowledge.Kind{knowledge.FAQ}}, ""},
		{"kinds", knowledge.Query{Assistant: all, Kinds: []knowledge.Kind{knowledge.FAQ, knowledge.Article}}, "Abierto Interno"},
	} {
		c.q.Tenant, c.q.Text = "clinic", "¿hay descuento de contado?"
		if got := strings.Join(titles(l.search(t, c.q).Hits), " "); got != c.want {
			t.Errorf("%s finds %q, want %q", c.name, got, c.want)
		}
	}
}

func TestFAQIsFoundByEachWordingAndQuotesTheAnswer(t *testing.T) {
	t.Parallel()
	l := newLab(t, knowledge.HashEmbedder{})
	l.put(t, faq("clinic", "¿Tienen estacionamiento?", "dónde me estaciono\nis there parking", "Sí, seis lugares gratuitos."))
	for _, question := range []string{"¿Tienen estacionamiento?", "oye dónde me estaciono", "Is there parking?", "lugares gratuitos"} {
		hits := l.ask(t, "clinic", question)
		if len(hits) != 1 || hits[0].Content != "Sí, seis lugares gratuitos." || hits[0].Relevance < 0.85 {
			t.Errorf("%q finds %+v", question, hits)
		}
	}
}

// broken is an embedder that has stopped answering questions.
type broken struct {
	knowledge.HashEmbedder
	questions *bool
}

func (b broken) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if *b.questions {
		return nil, &llm.Error{Kind: llm.KindBusy, Detail: "no answer from the provider"}
	}
	return b.HashEmbedder.Embed(ctx, texts)
}

func TestWordsAloneAnswerWhenTheEmbedderFails(t *testing.T) {
	t.Parallel()
	down := false
	l := newLab(t, broken{questions: &down})
	l.put(t, document("clinic", "Llegar", "Hay estacionamiento detrás del edificio."))
	down = true
	result := l.search(t, knowledge.Query{Tenant: "clinic", Text: "estacionamiento del edificio"})
	if !result.TextOnly || !strings.Contains(result.Reason, "embed question") || len(result.Hits) != 1 {
		t.Fatalf("%+v", result)
	}
	if h := result.Hits[0]; h.Relevance != 1 || h.VectorRank != 0 || h.Cosine != 0 {
		t.Errorf("%+v", h)
	}
	if _, err := l.Put(t.Context(), document("clinic", "Otro", "Texto.")); !errors.Is(err, knowledge.ErrEmbedder) {
		t.Errorf("put: %v", err)
	}
}

func TestSearchSaysWhichFieldIsWrong(t *testing.T) {
	t.Parallel()
	l := newLab(t, knowledge.HashEmbedder{})
	for want, q := range map[string]knowledge.Query{
		"question":              {Tenant: "clinic", Assistant: sofia.String(), Text: " "},
		"top_k":                 {Tenant: "clinic", Assistant: sofia.String(), Text: "x", TopK: 51},
		"assistant: expected a": {Tenant: "clinic", Assistant: "sofia", Text: "x"},
		"assistant":             {Tenant: "clinic", Text: "x"},
		"contact":               {Tenant: "clinic", Assistant: sofia.String(), Contact: "ana", Text: "x"},
		"kind":                  {Tenant: "clinic", Assistant: sofia.String(), Text: "x", Kinds: []knowledge.Kind{"poem"}},
		"tenant":                {Tenant: "Not A Tenant", Assistant: sofia.String(), Text: "x"},
	} {
		if _, err := l.readers.Search(t.Context(), q); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", q, err, want)
		}
	}
}

func TestHostileQuestionsAreOnlyWords(t *testing.T) {
	t.Parallel()
	l := newLab(t, knowledge.HashEmbedder{})
	l.put(t, document("clinic", "Llegar", "Hay estacionamiento."))
	for _, question := range []string{
		"'; DROP TABLE knowledge.chunks; --", "a & b | !c <-> 'd':*", `\'\\`, "¿¿??", "de la que el", "🙂", "\u202e", strings.Repeat("palabra", 500),
		strings.Repeat("una dos tres cuatro cinco ", 150),
	} {
		l.ask(t, "clinic", question)
	}
	if len(l.ask(t, "clinic", "estacionamiento")) != 1 {
		t.Error("the document is gone")
	}
}
