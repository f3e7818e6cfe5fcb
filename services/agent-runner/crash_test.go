package agentrunner

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/turn"
)

// modelFunc is a scripted model.
type modelFunc func(ctx context.Context, req *llm.Request) (*llm.Response, error)

func (f modelFunc) Complete(ctx context.Context, req *llm.Request) (*llm.Response, error) {
	return f(ctx, req)
}

func (f modelFunc) Stream(ctx context.Context, req *llm.Request, _ func(string)) (*llm.Response, error) {
	return f(ctx, req)
}

// booker books first and words the answer afterwards.
func booker(asked *atomic.Int64) modelFunc {
	return func(_ context.Context, req *llm.Request) (*llm.Response, error) {
		asked.Add(1)
		for _, m := range req.Messages {
			if m.Role == llm.RoleTool {
				return &llm.Response{Text: "Listo.", Finish: "stop", Model: "scripted"}, nil
			}
		}
		return &llm.Response{Finish: "tool_calls", Model: "scripted", ToolCalls: []llm.ToolCall{
			{ID: "c1", Name: "create_appointment", Arguments: []byte(`{"time":"10:00","date":"2026-03-02"}`)},
		}}, nil
	}
}

// parrot answers at once.
var parrot = modelFunc(func(context.Context, *llm.Request) (*llm.Response, error) {
	return &llm.Response{Text: "Hola.", Finish: "stop", Model: "scripted"}, nil
})

func (l *lab) settled(t testing.TB, what string) {
	t.Helper()
	bustest.Eventually(t, what, func() bool {
		var waiting int
		l.db.QueryRow(t, `SELECT (SELECT count(*) FROM chat.messages WHERE ended IS NULL) +
		                         (SELECT count(*) FROM chat.turns WHERE published_at IS NULL)`, nil, &waiting)
		return waiting == 0
	})
}

func TestKilledProcessResumesFromTheJournalWithoutASecondWrite(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ana := conversation("ana")
	var asked atomic.Int64
	var first *process
	reached := make(chan struct{})
	first = l.start(t, "first", modelFunc(func(ctx context.Context, req *llm.Request) (*llm.Response, error) {
		if asked.Load() == 1 { // the booking is made and journaled
			first.kill()
			close(reached)
			return nil, errKilled
		}
		return booker(&asked)(ctx, req)
	}), func(o *turn.Options) { o.StopTimeout = time.Millisecond })
	l.receive(t, message("t", ana, 1), nil)
	<-reached
	<-first.done
	l.start(t, "second", booker(&asked))
	l.settled(t, "the second process answers")
	if l.effects() != 1 || asked.Load() != 2 {
		t.Errorf("%d bookings, %d paid answers; want 1 and 2", l.effects(), asked.Load())
	}
	if said := l.said(); len(said) != 1 || said[0].GetContent().GetText() != "Listo." {
		t.Errorf("replies: %v", said)
	}
}

func TestZombieWritesNothing(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	entered, leave := make(chan struct{}), make(chan struct{})
	l.start(t, "zombie", modelFunc(func(context.Context, *llm.Request) (*llm.Response, error) {
		close(entered)
		<-leave
		return &llm.Response{Text: "zombie", Finish: "stop"}, nil
	}), func(o *turn.Options) { o.Lease, o.Workers = time.Hour, 1 })
	l.receive(t, message("t", conversation("ana"), 1), nil)
	<-entered
	l.db.Exec(t, `UPDATE chat.owners SET expires_at = now() - interval '1 second'`) // it has stalled
	l.start(t, "healthy", parrot)
	l.settled(t, "the healthy process answers")
	close(leave)
	var fence int64
	bustest.Eventually(t, "the zombie ends", func() bool {
		l.db.QueryRow(t, `SELECT fence FROM chat.conversations`, nil, &fence)
		return fence == 3
	})
	if said := l.said(); len(said) != 1 || said[0].GetContent().GetText() != "Hola." {
		t.Errorf("replies: %v", said)
	}
	var steps int
	l.db.QueryRow(t, `SELECT count(*) FROM chat.steps WHERE answer->>'Text' = 'zombie'`, nil, &steps)
	if steps != 0 {
		t.Error("the zombie has written to the journal")
	}
}

func TestTwoReplicasNeverAnswerTwice(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	a, b := l.start(t, "a", parrot), l.start(t, "b", parrot)
	const conversations, messages = 20, 5
	for n := range messages {
		for c := range conversations {
			l.receive(t, message("t", conversation(fmt.Sprint(c)), n), func(d time.Duration) { a.Wake(d); b.Wake(d) })
		}
	}
	l.settled(t, "every message ends")
	l.checkReplies(t, conversations, messages)
}

// checkReplies holds the promise: each message is in exactly one reply, and the replies of a conversation are in order.
func (l *lab) checkReplies(t testing.TB, conversations, messages int) {
	t.Helper()
	answered := map[string][]string{}
	sequence := map[string]int64{}
	said := l.said()
	slices.SortStableFunc(said, func(a, b *recadov1.ReplyDrafted) int { return int(a.GetSequence() - b.GetSequence()) })
	for _, r := range said {
		id := r.GetMeta().GetTenantId() + r.GetConversationId()
		answered[id] = append(answered[id], r.GetMessageIds()...)
		sequence[id]++
		if r.GetSequence() != sequence[id] {
			t.Errorf("conversation %s: sequence %d where %d was next", id, r.GetSequence(), sequence[id])
		}
	}
	if len(answered) != conversations {
		t.Errorf("%d conversations were answered, want %d", len(answered), conversations)
	}
	for id, got := range answered {
		if len(got) != messages || !slices.IsSorted(got) {
			t.Errorf("conversation %s: answered %v, want %d messages in order", id, got, messages)
		}
	}
}

func TestEveryMessageEndsOnceWhateverDies(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			chaos(t, seed)
		})
	}
}

// chaos sends messages, some twice, to processes that die at random points and are started again.
func chaos(t *testing.T, seed uint64) {
	const conversations, messages, processes = 6, 8, 3
	l := newLab(t)
	random := rand.New(rand.NewPCG(seed, 1))
	var asked atomic.Int64
	running := make([]*process, processes)
	starts := 0
	revive := func(i int) {
		starts++
		p := l.start(t, fmt.Sprintf("p%d", starts), booker(&asked), func(o *turn.Options) { o.StopTimeout = time.Millisecond })
		p.gate.mu.Lock()
		p.gate.random, p.gate.chance = rand.New(rand.NewPCG(seed, uint64(starts))), 0.02
		p.gate.mu.Unlock()
		running[i] = p
	}
	for i := range running {
		revive(i)
	}
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for n := range messages {
		for c := range conversations {
			m := message(tenant.ID(fmt.Sprint("t", c%2)), conversation(fmt.Sprint(c)), n)
			l.receive(t, m, running[random.IntN(processes)].Wake)
			if random.IntN(4) == 0 {
				l.receive(t, m, nil)
			}
		}
		<-tick.C
		for i, p := range running {
			if p.gate.dead() {
				p.stop()
				revive(i)
			}
		}
	}
	t.Logf("%d starts, %d paid answers", starts, asked.Load())
	l.start(t, "survivor", booker(&asked))
	l.settled(t, "every message ends")
	if len(l.world.dead) == 0 {
		l.checkReplies(t, conversations, messages)
	}
	var turns, twice int
	l.db.QueryRow(t, `SELECT count(*) FROM chat.turns`, nil, &turns)
	if l.effects() != turns {
		t.Errorf("%d bookings in %d turns, want one each", l.effects(), turns)
	}
	l.db.QueryRow(t, `SELECT count(*) FROM (SELECT turn_id FROM chat.replies GROUP BY tenant_id, turn_id HAVING count(*) > 1) AS d`, nil, &twice)
	if twice != 0 {
		t.Errorf("%d turns have two replies", twice)
	}
}
