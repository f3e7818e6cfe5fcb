package agentrunner

import (
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/services/agent-runner/turn"
)

// purse is a tenant's month with two processes that spend of it.
type purse struct {
	db   *storetest.DB
	both [2]*database
	conv *turn.Conversation
}

func newPurse(t *testing.T, limit int64) *purse {
	t.Helper()
	p := &purse{db: storetest.New(t)}
	for i := range p.both {
		p.both[i] = &database{db: p.db.OpenWith(t, store.Options{Role: "recado_agent_runner", MaxConns: 4}), instance: "p"}
	}
	p.conv = &turn.Conversation{
		Tenant: "clinic", ID: uuid.NewString(), TurnID: uuid.NewString(), Month: "2026-11-01", Limit: &limit,
	}
	return p
}

// spend keeps a call as the next write of its turn does.
func (p *purse) spend(t *testing.T, id string, micros int64) {
	t.Helper()
	c := *p.conv
	c.Calls = []llm.Call{{ID: id, Kind: llm.CallChat, Provider: "one", Model: "m", Tier: llm.TierFast, Outcome: "ok", At: time.Now(), Cost: &micros}}
	if err := p.both[0].batch(t.Context(), &c, func(*pgx.Batch) {}); err != nil || c.Calls != nil {
		t.Fatalf("keep a call: %v", err)
	}
}

func (p *purse) spent(t *testing.T) int64 {
	t.Helper()
	micros, err := p.both[1].Spent(t.Context(), p.conv)
	if err != nil {
		t.Fatal(err)
	}
	return micros
}

func TestTwoProcessesThatRaceHoldNoMoreThanTheLimit(t *testing.T) {
	t.Parallel()
	p := newPurse(t, 1000)
	var mu sync.Mutex
	var held []string
	var racers sync.WaitGroup
	for i := range 40 {
		racers.Go(func() {
			id := uuid.NewString()
			fits, err := p.both[i%2].Hold(t.Context(), p.conv, id, 90)
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			if fits {
				held = append(held, id)
			}
		})
	}
	racers.Wait()
	if len(held) != 11 || p.spent(t) != 990 {
		t.Fatalf("%d calls of 90 fit into 1000, and %d is held; want 11 and 990", len(held), p.spent(t))
	}
	for _, id := range held {
		p.spend(t, id, 10) // each was cheaper than it might have been
	}
	if got := p.spent(t); got != 110 {
		t.Errorf("%d is spent and held, want 110", got)
	}
	p.spend(t, held[0], 10) // written again after an answer that was lost
	if got := p.spent(t); got != 110 {
		t.Errorf("a call that is written twice counts twice: %d", got)
	}
}

func TestWhatADeadCallHeldComesBack(t *testing.T) {
	t.Parallel()
	p := newPurse(t, 100)
	if fits, err := p.both[0].Hold(t.Context(), p.conv, uuid.NewString(), 100); err != nil || !fits {
		t.Fatalf("got %v, %v", fits, err)
	}
	if fits, err := p.both[1].Hold(t.Context(), p.conv, uuid.NewString(), 1); err != nil || fits {
		t.Fatalf("got %v, %v", fits, err)
	}
	p.db.Exec(t, `UPDATE chat.budget_holds SET expires_at = now()`)
	if got := p.spent(t); got != 0 {
		t.Errorf("%d is spent and held", got)
	}
	if fits, err := p.both[1].Hold(t.Context(), p.conv, uuid.NewString(), 100); err != nil || !fits {
		t.Errorf("got %v, %v", fits, err)
	}
}

func TestSharesOfTheMonthAreReachedAsItIsSpent(t *testing.T) {
	t.Parallel()
	p := newPurse(t, 1000)
	reached := func() (percent int) {
		p.db.QueryRow(t, `SELECT reached FROM chat.budgets`, nil, &percent)
		return percent
	}
	for _, step := range []struct {
		cost int64
		want int
	}{{799, 0}, {1, 80}, {149, 80}, {1, 95}, {500, 95}} {
		p.spend(t, uuid.NewString(), step.cost)
		if got := reached(); got != step.want {
			t.Errorf("after %d more: %d, want %d", step.cost, got, step.want)
		}
	}
	more := int64(10_000)
	p.conv.Limit = &more
	p.spend(t, uuid.NewString(), 1)
	if got := reached(); got != 0 {
		t.Errorf("with a higher limit %d is reached", got)
	}
	p.conv.Month = "2026-12-01"
	if got := p.spent(t); got != 0 {
		t.Errorf("a new month begins with %d", got)
	}
	p.conv.Tenant, p.conv.Month = "bistro", "2026-11-01"
	if got := p.spent(t); got != 0 {
		t.Errorf("another tenant has spent %d", got)
	}
}

func TestWhatAFailedAttemptHeldIsFreeForTheNext(t *testing.T) {
	t.Parallel()
	p := newPurse(t, 1000)
	first, nothing := uuid.NewString(), int64(0)
	if fits, err := p.both[0].Hold(t.Context(), p.conv, first, 900); err != nil || !fits {
		t.Fatalf("the first fits: %v, %v", fits, err)
	}
	p.conv.Calls = []llm.Call{{ID: first, Kind: llm.CallChat, Provider: "one", Model: "m", Outcome: "busy", At: time.Now(), Cost: &nothing}}
	if fits, err := p.both[0].Hold(t.Context(), p.conv, uuid.NewString(), 900); err != nil || !fits || p.conv.Calls != nil {
		t.Errorf("the next fits: %v, %v", fits, err)
	}
	if got := p.spent(t); got != 900 {
		t.Errorf("%d is held, want 900", got)
	}
}
