package agentrunner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/turn"
)

func TestMessageBeforeTheCommitJoinsTheTurn(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	entered, leave := make(chan struct{}), make(chan struct{})
	var asked atomic.Int64
	p := l.start(t, "p", modelFunc(func(_ context.Context, req *llm.Request) (*llm.Response, error) {
		if asked.Add(1) == 1 {
			close(entered)
			<-leave
			return &llm.Response{Text: "stale", Finish: "stop"}, nil
		}
		if last := req.Messages[len(req.Messages)-1]; !strings.Contains(last.Text, "mensaje 2") {
			t.Errorf("the model was told %q last", last.Text)
		}
		return &llm.Response{Text: "both", Finish: "stop"}, nil
	}))
	ana := conversation("ana")
	l.receive(t, message("t", ana, 1), p.Wake)
	<-entered
	l.receive(t, message("t", ana, 2), p.Wake)
	close(leave)
	l.settled(t, "both are answered")
	said := l.said()
	if len(said) != 1 || said[0].GetContent().GetText() != "both" || !slices.Equal(said[0].GetMessageIds(), []string{"m0001", "m0002"}) {
		t.Fatalf("replies: %v", said)
	}
	if asked.Load() != 2 {
		t.Errorf("%d model calls, want 2", asked.Load())
	}
}

func TestWhoNeverStopsTypingIsAnswered(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ana := conversation("ana")
	l.receive(t, message("t", ana, 1), nil)
	l.db.Exec(t, `UPDATE chat.conversations SET burst_at = now() - interval '9 seconds'`)
	var asked atomic.Int64
	entered, leave := make(chan struct{}), make(chan struct{})
	p := l.start(t, "p", modelFunc(func(context.Context, *llm.Request) (*llm.Response, error) {
		if asked.Add(1) == 1 {
			close(entered)
			<-leave
		}
		return &llm.Response{Text: "ok", Finish: "stop"}, nil
	}))
	<-entered
	l.receive(t, message("t", ana, 2), p.Wake)
	close(leave)
	l.settled(t, "both are answered")
	if said := l.said(); len(said) != 2 || len(said[0].GetMessageIds()) != 1 {
		t.Errorf("replies: %v, want one for each message", said)
	}
}

func TestPersonOnThePhoneTakesOverFromARunningTurn(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	entered, leave := make(chan struct{}), make(chan struct{})
	p := l.start(t, "p", modelFunc(func(context.Context, *llm.Request) (*llm.Response, error) {
		close(entered)
		<-leave
		return &llm.Response{Text: "too late", Finish: "stop"}, nil
	}))
	ana := conversation("ana")
	l.receive(t, message("t", ana, 1), p.Wake)
	<-entered
	echo := message("t", ana, 2)
	echo.Content = &recadov1.Content{Kind: &recadov1.Content_Echo{Echo: &recadov1.Echo{Text: "Hola, soy la doctora"}}}
	l.receive(t, echo, p.Wake)
	close(leave)
	var mode string
	var epoch int64
	l.db.QueryRow(t, `SELECT handoff_mode, epoch FROM chat.conversations`, nil, &mode, &epoch)
	if mode != "human" || epoch != 2 {
		t.Errorf("mode %s, epoch %d; want human, 2", mode, epoch)
	}
	p.stop()
	<-p.done
	if said := l.said(); len(said) != 0 {
		t.Errorf("the assistant still spoke: %v", said)
	}
	var ended int
	l.db.QueryRow(t, `SELECT count(*) FROM chat.messages WHERE ended = 'person'`, nil, &ended)
	if ended != 2 {
		t.Errorf("%d messages ended with the person, want 2", ended)
	}
}

func TestHandBackLetsTheAssistantAnswerInANewEpoch(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ana := conversation("ana")
	echo := message("t", ana, 1)
	echo.Content = &recadov1.Content{Kind: &recadov1.Content_Echo{Echo: &recadov1.Echo{Text: "Hola"}}}
	l.receive(t, echo, nil)
	l.db.Exec(t, `SELECT chat.hand_back('t', $1)`, ana)
	p := l.start(t, "p", parrot)
	l.receive(t, message("t", ana, 2), p.Wake)
	l.settled(t, "the assistant answers")
	if said := l.said(); len(said) != 1 || said[0].GetEpoch() != 3 {
		t.Errorf("replies: %v, want one of epoch 3", said)
	}
}

func TestTurnThatFailsFiveTimesGoesToAPersonAndTheDeadLetters(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ana := conversation("ana")
	l.receive(t, message("t", ana, 1), nil)
	l.db.Exec(t, `UPDATE chat.conversations SET turn_attempts = 5`)
	l.start(t, "p", modelFunc(func(context.Context, *llm.Request) (*llm.Response, error) {
		t.Error("the model was asked")
		return nil, errors.New("unreachable")
	}))
	l.settled(t, "the turn is given up")
	said := l.said()
	if len(said) != 1 || said[0].GetEpoch() != 2 || !strings.Contains(said[0].GetContent().GetText(), "persona") {
		t.Errorf("replies: %v", said)
	}
	if l.world.handoffs != 1 || !slices.Equal(l.world.dead, []string{"m0001"}) {
		t.Errorf("%d handoffs, dead letters %v", l.world.handoffs, l.world.dead)
	}
}

func TestNoisyTenantStarvesNobody(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	const tenants, noise = 50, 300
	for n := range noise {
		l.receive(t, message("aaa-noisy", conversation(fmt.Sprint("noisy", n)), 0), nil)
	}
	for n := range tenants - 1 {
		l.receive(t, message(tenant.ID(fmt.Sprintf("quiet-%02d", n)), conversation(fmt.Sprint("quiet", n)), 0), nil)
	}
	var mu sync.Mutex
	var order []string
	l.start(t, "p", modelFunc(func(ctx context.Context, _ *llm.Request) (*llm.Response, error) {
		mu.Lock()
		defer mu.Unlock()
		order = append(order, string(tenant.FromContext(ctx)))
		return &llm.Response{Text: "ok", Finish: "stop"}, nil
	}), func(o *turn.Options) { o.MaxPerTenant = 6 })
	l.settled(t, "everybody is answered")
	last := slices.IndexFunc(order, func(id string) bool { return id == "quiet-48" })
	if last > 2*tenants {
		t.Errorf("the last quiet tenant was answered after %d turns, want at most %d", last, 2*tenants)
	}
}

func TestReplyThatACrashLeftIsPublishedBeforeTheNext(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ana := conversation("ana")
	first := l.start(t, "first", parrot)
	l.receive(t, message("t", ana, 1), first.Wake)
	l.settled(t, "the first is answered")
	first.stop()
	<-first.done
	reply := l.said()[0]
	l.world.mu.Lock() // as if it had died between commit and publish
	clear(l.world.replies)
	l.world.order = nil
	l.world.mu.Unlock()
	body := mustMarshal(t, reply)
	l.db.Exec(t, `UPDATE chat.turns SET published_at = NULL, created_at = now() + interval '1 hour', stages = '{reply.drafted}', events = $1`, [][]byte{body})
	l.receive(t, message("t", ana, 2), nil)
	l.start(t, "second", parrot)
	bustest.Eventually(t, "two replies", func() bool { return len(l.said()) == 2 })
	if said := l.said(); said[0].GetSequence() != 1 || said[1].GetSequence() != 2 {
		t.Errorf("published as %d, %d", said[0].GetSequence(), said[1].GetSequence())
	}
}

func TestOrderlyStopGivesTurnsBackUncounted(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	entered := make(chan struct{})
	p := l.start(t, "p", modelFunc(func(ctx context.Context, _ *llm.Request) (*llm.Response, error) {
		close(entered)
		<-ctx.Done()
		return nil, ctx.Err()
	}), func(o *turn.Options) { o.StopTimeout = 10 * time.Millisecond })
	l.receive(t, message("t", conversation("ana"), 1), p.Wake)
	<-entered
	p.stop()
	<-p.done
	var free bool
	var attempts int
	l.db.QueryRow(t, `SELECT owner IS NULL AND due_at IS NOT NULL, turn_attempts FROM chat.conversations`, nil, &free, &attempts)
	if !free || attempts != 0 {
		t.Errorf("free %t after %d counted attempts, want a free turn and none", free, attempts)
	}
}

func TestReplyWaitsWhileTheBusIsUnavailableAndIsPublishedOnce(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.down.Store(true)
	p := l.start(t, "p", parrot)
	ana := conversation("ana")
	l.receive(t, message("t", ana, 1), p.Wake)
	bustest.Eventually(t, "a committed reply", func() bool {
		var n int
		l.db.QueryRow(t, `SELECT count(*) FROM chat.replies`, nil, &n)
		return n == 1
	})
	l.receive(t, message("t", ana, 2), p.Wake)
	l.down.Store(false)
	l.settled(t, "both are answered")
	if said := l.said(); len(said) != 2 || said[0].GetSequence() != 1 {
		t.Errorf("replies: %v", said)
	}
}
