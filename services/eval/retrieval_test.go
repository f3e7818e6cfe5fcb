package eval

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/services/eval/retrieval"
)

// shelf is a pipeline with nothing but a library, in a database that the test drops.
func shelf(t *testing.T) Pipeline {
	return Pipeline{Library: func(ctx context.Context) (*retrieval.Library, func() error, error) {
		l, err := retrieval.Open(ctx, config.Secret(storetest.New(t).URL), knowledge.HashEmbedder{})
		if err != nil {
			return nil, nil, err
		}
		return l, func() error { l.Close(); return nil }, nil
	}}
}

const twoDocuments = `{"documents":[
  {"id":"hours","title":"Horario","text":"Abrimos de lunes a viernes de 9 a 18 horas en la sucursal Centro."},
  {"id":"white","text":"El blanqueamiento dental cuesta 2,500 pesos y dura una hora."}],
"queries":[
  {"text":"¿qué horario tienen en el centro?","relevant":["hours"]},
  {"text":"precio de un blanqueamiento","relevant":["white"]},
  {"text":"cuánto dura el blanqueamiento","relevant":["hours"]}]}`

func TestRetrievalCountsWhereQuestionsFindTheirDocuments(t *testing.T) {
	t.Parallel()
	r, err := retrievalSet.Play(t.Context(), strings.NewReader(twoDocuments), shelf(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"recall_1", "text.recall_1", "vector.recall_1", "bare.recall_1", "typos.recall_1"} {
		if got, ok := r.Figure(key); !ok || got < 0.66 || got > 0.67 {
			t.Errorf("%s is %v", key, got)
		}
	}
	if r.Lines != 3 || len(r.Failures) != 1 || r.Failures[0].Line != 3 || !strings.Contains(r.Failures[0].Got, "white") {
		t.Errorf("lines %d, failures %+v", r.Lines, r.Failures)
	}
}

func TestAFileThatIsNoRetrievalSetIsNamedByItsField(t *testing.T) {
	t.Parallel()
	const doc, query = `{"id":"a","text":"x"}`, `{"text":"x","relevant":["a"]}`
	for file, want := range map[string]string{
		"":                            "line 1: expected one JSON object",
		"{\n\n x}":                    "line 3: expected one JSON object",
		"[]":                          "line 1: expected one JSON object",
		`{}`:                          "documents: expected a list",
		`{"documents":[` + doc + `]}`: "queries: expected a list",
		`{"documents":[7],"queries":[` + query + `]}`:                                                        "documents[0]: expected an object",
		`{"documents":[{"text":"x"}],"queries":[` + query + `]}`:                                             "documents[0].id: expected a string",
		`{"documents":[{"id":"a","text":" "}],"queries":[` + query + `]}`:                                    "documents[0].text: expected a string",
		`{"documents":[{"id":"a","title":7,"text":"x"}],"queries":[` + query + `]}`:                          "documents[0].title: expected a string",
		`{"documents":[` + doc + `,` + doc + `],"queries":[` + query + `]}`:                                  "documents[1].id: expected an id that no",
		`{"documents":[` + doc + `],"queries":[{"relevant":["a"]}]}`:                                         "queries[0].text: expected a string",
		`{"documents":[` + doc + `],"queries":[` + query + `,{"text":"x","relevant":[]}]}`:                   "queries[1].relevant: expected a list",
		`{"documents":[` + doc + `],"queries":[{"text":"x","relevant":["a","b"]}]}`:                          "queries[0].relevant[1]: expected the id",
		`{"documents":[` + doc + `],"queries":[{"text":"` + strings.Repeat("x", 4001) + `","relevant":[]}]}`: "queries[0].text: expected a string of 1 to 4000",
	} {
		_, err := retrievalSet.Play(t.Context(), strings.NewReader(file), Pipeline{})
		var wrong *LineError
		if !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.80s: %v, want %q", file, err, want)
		}
	}
}

func TestMistypingIsTheSameEveryTime(t *testing.T) {
	t.Parallel()
	const question = "¿Cuánto cuesta la limpieza dental de niños?"
	spoilt := retrieval.Mistype(question)
	if spoilt == question || spoilt != retrieval.Mistype(question) || !strings.HasPrefix(spoilt, "¿C") || !strings.HasSuffix(spoilt, "?") {
		t.Errorf("%q", spoilt)
	}
	if bare := retrieval.Bare(question); bare != "¿Cuanto cuesta la limpieza dental de ninos?" {
		t.Errorf("%q", bare)
	}
}
