package agentrunner_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// report is one call of an embedder as another service tells it.
func report(id tenant.ID, at time.Time, micros int64) *recadov1.UsageReported {
	return &recadov1.UsageReported{
		Meta: &recadov1.Meta{EventId: uuid.NewString(), TenantId: string(id), OccurredAt: timestamppb.New(at)},
		Calls: []*recadov1.ModelCall{{
			Id: uuid.NewString(), Kind: "embedding", Provider: "api.example", Model: "embedder", Outcome: "ok", InputTokens: 40, CostMicros: &micros,
			DurationMs: 90, TraceId: "0af7651916cd43dd8448eb211c80319c", At: timestamppb.New(at),
		}},
	}
}

func TestWhatOtherServicesTookOfModelsCountsOnceInTheTenantsMonth(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	limit := int64(100_000)
	w.budget = &limit
	w.start(t)
	e := report("clinic", time.Now(), 81_000)
	again := report("clinic", time.Now(), 81_000)
	again.Calls = e.GetCalls()
	old := report("clinic", time.Date(2026, 1, 1, 5, 0, 0, 0, time.UTC), 7) // still last year in Mexico
	nobodys := report("nobody", time.Now(), 9)
	for _, e := range []*recadov1.UsageReported{nobodys, e, again, old} {
		if err := w.bus.Publish(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	bustest.Eventually(t, "both calls are kept", func() bool { return w.count(t, `SELECT count(*) FROM chat.usage`) == 2 })
	told := bustest.Collect[*recadov1.BudgetReached](t, w.server, subject.BudgetReached, 1)[0]
	if told.GetPercent() != 80 || told.GetSpentMicros() != 81_000 {
		t.Errorf("told of %v", told)
	}
	if n := w.count(t, `SELECT count(*) FROM chat.usage WHERE tenant_id = 'clinic' AND kind = 'embedding' AND model = 'embedder'
		AND input_tokens = 40 AND duration_ms = 90 AND outcome = 'ok' AND length(trace_id) = 32 AND conversation_id IS NULL`); n != 2 {
		t.Errorf("%d calls stand there as they were told", n)
	}
	if n := w.count(t, `SELECT spent_micros FROM chat.budgets WHERE month = '2025-12-01'`); n != 7 {
		t.Errorf("the month before has %d", n)
	}
}

func TestAReportThatIsNoneIsADeadLetter(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.start(t)
	wrong := []func(*recadov1.UsageReported){
		func(e *recadov1.UsageReported) { e.Calls[0].Kind = "chat" },
		func(e *recadov1.UsageReported) { e.Calls[0].Id = "1" },
		func(e *recadov1.UsageReported) { e.Calls[0].At = nil },
		func(e *recadov1.UsageReported) { *e.Calls[0].CostMicros = -1 },
		func(e *recadov1.UsageReported) {
			for len(e.GetCalls()) < 300 {
				e.Calls = append(e.Calls, e.GetCalls()[0])
			}
		},
	}
	for _, spoil := range wrong {
		e := report("clinic", time.Now(), 1)
		spoil(e)
		if err := w.bus.Publish(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	bustest.Eventually(t, "all are given up", func() bool { return bustest.Count(t, w.server, subject.DeadLetters) == uint64(len(wrong)) })
	if n := w.count(t, `SELECT count(*) FROM chat.usage`); n != 0 {
		t.Errorf("%d calls are kept", n)
	}
}
