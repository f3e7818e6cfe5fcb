package agentrunner_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/llm/llmtest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
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

// answered asks for a text's reply and tells which model wrote it.
func (w *world) answered(t testing.TB, p *person, n int) string {
	t.Helper()
	w.say(t, p, "hola")
	return w.completed(t, n)[n-1].GetModel()
}

func TestAMonthThatIsSpentIsAnsweredByCheaperModelsThenByTheRulesAndTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	limit := int64(100_000)
	w.budget = &limit
	dear, cheap := llmtest.New(t, llmtest.Reply{Text: "Con gusto"}), llmtest.New(t, llmtest.Reply{Text: "Con gusto"})
	w.chained(t, dear, cheap)
	w.start(t)
	ana := &person{tenant: "clinic", name: "ana"}
	w.answered(t, ana, 1)
	if len(dear.Requests()) != 1 || len(cheap.Requests()) != 0 {
		t.Fatalf("with a full purse the dear model is asked %d times, the cheap one %d", len(dear.Requests()), len(cheap.Requests()))
	}
	month := time.Now().In(zone(t)).Format("2006-01") + "-01"
	spend := func(micros int) {
		w.db.Exec(t, `UPDATE chat.budgets SET spent_micros = $1 WHERE tenant_id = 'clinic' AND month = $2::text::date`, micros, month)
	}
	spend(85_000)
	w.answered(t, ana, 2)
	if len(dear.Requests()) != 1 || len(cheap.Requests()) != 1 {
		t.Errorf("from 80 %% on the dear model was asked %d times in all, the cheap one %d", len(dear.Requests()), len(cheap.Requests()))
	}
	spend(96_000)
	if got := w.answered(t, ana, 3); got != "rules" || len(cheap.Requests()) != 1 {
		t.Errorf("from 95 %% on %s answers", got)
	}
	told := bustest.Collect[*recadov1.BudgetReached](t, w.server, subject.BudgetReached, 1)[0]
	if told.GetPercent() != 80 || told.GetMeta().GetTenantId() != "clinic" || told.GetLimitMicros() != limit || told.GetMonth() != month {
		t.Errorf("told of %v", told)
	}
	if n := w.count(t, `SELECT count(*) FROM chat.budget_holds`); n != 0 {
		t.Errorf("%d calls that are over still hold room", n)
	}
}

func TestACallThatDoesNotFitAnyMoreGoesToTheCheaperModel(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	limit := int64(16_000) // 800 tokens of the dear model may cost 12,000, of the cheap one 8,000, and the prompt comes on top
	w.budget = &limit
	dear, cheap := llmtest.New(t, llmtest.Reply{Text: "Con gusto"}), llmtest.New(t, llmtest.Reply{Text: "Con gusto"})
	w.chained(t, dear, cheap)
	w.db.Exec(t, `INSERT INTO chat.budget_holds (tenant_id, id, month, micros, expires_at)
		VALUES ('clinic', gen_random_uuid(), $1::text::date, 3500, now() + interval '1 hour')`, time.Now().In(zone(t)).Format("2006-01")+"-01")
	w.start(t)
	w.answered(t, &person{tenant: "clinic", name: "ana"}, 1)
	if len(dear.Requests()) != 0 || len(cheap.Requests()) != 1 {
		t.Errorf("the dear model was asked %d times, the cheap one %d", len(dear.Requests()), len(cheap.Requests()))
	}
	if n := w.count(t, `SELECT count(*) FROM chat.usage WHERE model = 'cheap' AND fallback = 'budget'`); n != 1 {
		t.Error("the call does not say why the dear model did not answer")
	}
}

func zone(t testing.TB) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation("America/Mexico_City")
	if err != nil {
		t.Fatal(err)
	}
	return loc
}
