package services_test

import (
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/llm/llmtest"
)

func TestWhatAPaidEmbedderTakesStandsInTheAccount(t *testing.T) {
	t.Parallel()
	model := llmtest.New(t)
	l := newLabWith(t, map[string]string{
		"RECADO_EMBEDDER_BASE_URL": model.URL, "RECADO_EMBEDDER_MODEL": "text-embedding-3-small", "RECADO_EMBEDDER_DIMENSIONS": "2",
	}, "testdata/shop-a.yaml")
	calls := func() int {
		return l.count(t, `SELECT count(*) FROM chat.usage WHERE tenant_id = 'shop-a' AND kind = 'embedding' AND model = 'text-embedding-3-small'
			AND outcome = 'ok' AND input_tokens = 1 AND cost_micros = 1 AND trace_id <> ''`)
	}
	bustest.Eventually(t, "its documents are paid for", func() bool { return calls() > 0 && calls() == len(model.Requests()) })
	before := len(model.Requests())
	l.ask(t, "5215550001900", 1, "¿tienen estacionamiento para bicicletas?")
	bustest.Eventually(t, "the question is paid for", func() bool { return calls() > before && calls() == len(model.Requests()) })
}
