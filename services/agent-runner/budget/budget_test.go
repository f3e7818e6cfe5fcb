package budget

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/store/storetest"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestATierStepsDownAsTheMonthIsSpent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		wanted       llm.Tier
		spent, limit int64
		tier         llm.Tier
		percent      int
		ok           bool
	}{
		{llm.TierPremium, 0, 100, llm.TierPremium, 0, true},
		{llm.TierPremium, 79_999, 100_000, llm.TierPremium, 79, true},
		{llm.TierPremium, 80, 100, llm.TierBalanced, 80, true},
		{llm.TierBalanced, 94, 100, llm.TierFast, 94, true},
		{llm.TierFast, 94, 100, llm.TierFast, 94, true},
		{"", 90, 100, llm.TierFast, 90, true},
		{llm.TierFast, 95, 100, llm.TierFast, 95, false},
		{llm.TierPremium, 5_000, 100, llm.TierPremium, 999, false},
		{llm.TierFast, 0, 0, llm.TierFast, 100, false},
	} {
		if tier, percent, ok := Step(c.wanted, c.spent, c.limit); tier != c.tier || percent != c.percent || ok != c.ok {
			t.Errorf("%+v: got %s, %d, %v", c, tier, percent, ok)
		}
	}
}

// channel keeps what is published, or refuses it.
type channel struct {
	events []*recadov1.BudgetReached
	err    error
	of     string // whose events it refuses; empty refuses everybody's where err is set
}

func (c *channel) Publish(_ context.Context, e bus.Event) error {
	b := e.(*recadov1.BudgetReached)
	if c.err != nil && (c.of == "" || c.of == b.GetMeta().GetTenantId()) {
		return c.err
	}
	c.events = append(c.events, b)
	return nil
}

func TestEachShareIsToldOnceAndAgainOnlyForAnotherLimit(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	out := &channel{err: errors.New("the bus is away")}
	teller := &Teller{Store: db.Open(t, "recado_agent_runner"), Bus: out, Log: slog.New(slog.DiscardHandler)}
	set := func(reached, limit int) {
		db.Exec(t, `INSERT INTO chat.budgets (tenant_id, month, limit_micros, spent_micros, reached) VALUES ('clinic', '2026-11-01', $2, 9, $1)
			ON CONFLICT (tenant_id, month) DO UPDATE SET reached = $1, told = least(budgets.told, $1), limit_micros = $2`, reached, limit)
	}
	set(80, 11)
	if err := teller.Tell(t.Context()); err == nil {
		t.Error("an event that nobody took counts as told")
	}
	out.err = nil
	for range 2 {
		if err := teller.Tell(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	set(95, 9)
	set(0, 20)  // the limit was raised
	set(80, 11) // and lowered again
	if err := teller.Tell(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(out.events) != 2 {
		t.Fatalf("told %d times, want 2", len(out.events))
	}
	first, again := out.events[0], out.events[1]
	if first.GetPercent() != 80 || first.GetMonth() != "2026-11-01" || first.GetLimitMicros() != 11 || first.GetSpentMicros() != 9 {
		t.Errorf("told of %v", first)
	}
	if first.GetMeta().GetTenantId() != "clinic" || first.GetMeta().GetEventId() != again.GetMeta().GetEventId() {
		t.Errorf("the same share of the same limit is %v and %v", first.GetMeta(), again.GetMeta())
	}
	if age := time.Since(first.GetMeta().GetOccurredAt().AsTime()); age < 0 || age > time.Hour {
		t.Errorf("it happened %v ago", age)
	}
}

func TestATenantThatCannotBeToldOfStopsNoOther(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	for _, id := range []string{"a", "b", "c"} {
		db.Exec(t, `INSERT INTO chat.budgets (tenant_id, month, limit_micros, spent_micros, reached, updated_at)
			VALUES ($1, '2026-11-01', 10, 9, 80, now() + make_interval(secs => ascii($1)))`, id)
	}
	out := &channel{err: errors.New("too large"), of: "a"}
	teller := &Teller{Store: db.Open(t, "recado_agent_runner"), Bus: out, Log: slog.New(slog.DiscardHandler)}
	if err := teller.Tell(t.Context()); !errors.Is(err, out.err) {
		t.Errorf("the failure is %v", err)
	}
	if len(out.events) != 2 || out.events[0].GetMeta().GetTenantId() != "b" || out.events[1].GetMeta().GetTenantId() != "c" {
		t.Errorf("told of %v", out.events)
	}
}
