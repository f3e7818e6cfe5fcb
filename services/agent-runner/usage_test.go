package agentrunner_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/recado/recado/pkg/llm/llmtest"
)

// chained makes agent-runner ask two providers, in this order.
func (w *world) chained(t testing.TB, first, second *llmtest.Server) {
	t.Helper()
	w.models = filepath.Join(t.TempDir(), "llm.yaml")
	file := fmt.Sprintf(`providers:
  - {name: one, base_url: %q}
  - {name: two, base_url: %q}
models:
  - {name: dear, provider: one, usd_per_million: {input: 3, cached: 0.3, output: 15}}
  - {name: cheap, provider: two, usd_per_million: {input: 2, output: 10}}
tiers: {fast: [cheap], balanced: [dear, cheap], premium: [dear]}
timeouts: {first_token_seconds: 60, idle_seconds: 60, whole_seconds: 60}
retries: 0
`, first.URL, second.URL)
	if err := os.WriteFile(w.models, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestWithTheFirstModelRefusingATurnIsAnsweredAndItsCallsStandThereWithTheirPrice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	second := llmtest.New(t, llmtest.Reply{Text: "Con gusto"})
	w.chained(t, llmtest.New(t, llmtest.Reply{Status: 503}), second)
	w.start(t)
	ana := &person{tenant: "clinic", name: "ana"}
	w.say(t, ana, "hola")
	if got := w.replies(t, 1)[0].GetContent().GetText(); got != "Con gusto" {
		t.Errorf("the reply is %q", got)
	}
	if done := w.completed(t, 1)[0]; done.GetFellBack() || done.GetModelCalls() != 1 {
		t.Errorf("the turn ended as %v", done)
	}
	const refused = `SELECT count(*) FROM chat.usage WHERE provider = 'one' AND model = 'dear' AND outcome = 'busy' AND fallback = '' AND cost_micros = 0`
	const answered = `SELECT count(*) FROM chat.usage u JOIN chat.turns t ON t.tenant_id = u.tenant_id AND t.id = u.turn_id AND t.conversation_id = u.conversation_id
		WHERE u.model = 'cheap' AND u.tier = 'balanced' AND u.outcome = 'ok' AND u.fallback = 'busy' AND u.input_tokens = 11 AND u.output_tokens = 7
		AND u.cost_micros = 11 * 2 + 7 * 10 AND NOT u.estimated AND u.trace_id <> '' AND u.duration_ms >= 0`
	for _, sql := range []string{refused, answered} {
		if n := w.count(t, sql); n != 1 {
			t.Errorf("%d rows, want 1, of %s", n, sql)
		}
	}
}

func TestWithEveryModelRefusingTheRulesAnswerAndTheCallsStandThere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.chained(t, llmtest.New(t, llmtest.Reply{Status: 503}), llmtest.New(t, llmtest.Reply{Body: "<html>"}))
	w.start(t)
	w.say(t, &person{tenant: "clinic", name: "ana"}, "hola")
	if got := w.replies(t, 1)[0].GetContent().GetText(); got == "" {
		t.Error("the rules say nothing")
	}
	if done := w.completed(t, 1)[0]; !done.GetFellBack() || done.GetModel() != "rules" {
		t.Errorf("the turn ended as %v", done)
	}
	if n := w.count(t, `SELECT count(*) FROM chat.usage WHERE outcome IN ('busy', 'cut')`); n != 2 {
		t.Errorf("%d failed calls stand there, want 2", n)
	}
}
