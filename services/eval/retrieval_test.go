package eval

import (
	"context"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/services/eval/retrieval"
)

// shelf is a pipeline with nothing but a library, in a database that the test drops.
func shelf(t *testing.T) Pipeline {
	t.Helper()
	url := config.Secret(storetest.New(t).URL)
	return Pipeline{Library: func(ctx context.Context) (*retrieval.Library, func() error, error) {
		l, err := retrieval.Open(ctx, url, knowledge.HashEmbedder{})
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
