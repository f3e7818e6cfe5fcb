package agentrunner

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/llm"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/turn"
)

// kind is a kind of turn that is killed at each of its points.
type kind struct {
	name     string
	channel  string
	messages int // that the one reply answers
	effects  int // of tools
	handoffs int
	least    int // points that such a turn has at least: a test of fewer tests something else
	model    func(l *killLab) llm.Model
}

var kinds = []kind{
	{name: "a write", channel: "whatsapp", messages: 1, effects: 1, least: 20, model: func(l *killLab) llm.Model { return booker(&l.asked) }},
	{name: "a message that supersedes", channel: "whatsapp", messages: 2, least: 16, model: func(l *killLab) llm.Model {
		return modelFunc(func(_ context.Context, _ *llm.Request) (*llm.Response, error) {
			l.asked.Add(1)
			l.secondOnce()
			return &llm.Response{Text: "Con gusto.", Finish: "stop", Model: "scripted"}, nil
		})
	}},
	{name: "a streamed draft", channel: "webchat", messages: 1, least: 12, model: func(l *killLab) llm.Model { return writer{&l.asked} }},
	{name: "a handoff", channel: "whatsapp", messages: 1, effects: 1, handoffs: 1, least: 16, model: func(l *killLab) llm.Model {
		return modelFunc(func(_ context.Context, req *llm.Request) (*llm.Response, error) {
			l.asked.Add(1)
			if req.Messages[len(req.Messages)-1].Role == llm.RoleTool {
				return &llm.Response{Text: "Le paso con una persona.", Finish: "stop", Model: "scripted"}, nil
			}
			return &llm.Response{Finish: "tool_calls", Model: "scripted", ToolCalls: []llm.ToolCall{
				{ID: "c1", Name: "escalate_to_human", Arguments: []byte(`{"reason":"customer_request"}`)},
			}}, nil
		})
	}},
}

// writer shows its words as it writes them.
type writer struct{ asked *atomic.Int64 }

func (w writer) Complete(ctx context.Context, req *llm.Request) (*llm.Response, error) {
	return w.Stream(ctx, req, func(string) {})
}

func (w writer) Stream(_ context.Context, _ *llm.Request, show func(string)) (*llm.Response, error) {
	w.asked.Add(1)
	for _, piece := range []string{"Buenas tardes. ", "Con gusto ", "le ayudo. ", "Dígame."} {
		show(piece)
	}
	return &llm.Response{Text: "Buenas tardes. Con gusto le ayudo. Dígame.", Finish: "stop", Model: "scripted"}, nil
}

// killLab is a lab in which one process after the other dies, one point later each time, beside one that lives.
type killLab struct {
	*lab
	kind  kind
	asked atomic.Int64 // of the model

	mu      sync.Mutex
	talk    string // the conversation of this point
	second  bool   // its second message has come
	claimed bool   // its victim has it, or is dead
}

func (l *killLab) set(talk string, claimed bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if talk != "" {
		l.talk, l.second = talk, false
	}
	l.claimed = claimed
}

func (l *killLab) free() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.claimed
}

// message is the n-th of this point's conversation.
func (l *killLab) message(n int) *recadov1.MessageRouted {
	m := message("t", l.talk, n)
	m.Meta.Channel = l.kind.channel
	return m
}

// secondOnce lets the second message come while the first is being answered.
func (l *killLab) secondOnce() {
	l.mu.Lock()
	if l.second {
		l.mu.Unlock()
		return
	}
	l.second = true
	m := l.message(2)
	l.mu.Unlock()
	_, _ = l.take(m)
}

func TestKillAtEveryPointOfATurnLeavesOneReplyAndNothingTwice(t *testing.T) {
	t.Parallel()
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			l := &killLab{lab: newLab(t), kind: k}
			l.startGated(t, "replica", k.model(l), &gate{may: l.free})
			point, lived := 1, false
			for try := 1; !lived; try++ {
				if try > 300 {
					t.Fatalf("such a turn has %d points, want %d at least, and an end", point, k.least)
				}
				switch died := l.kill(t, point, try); {
				case died:
					point++
				case point >= k.least:
					lived = true
				default: // the replica was there first: a turn that is superseded is claimed again
				}
			}
			if k.channel == "webchat" && len(l.world.frames) == 0 {
				t.Error("no draft was shown")
			}
		})
	}
}

// kill lets one process die at a point of a turn, and reports whether it did: one that lived has passed every point.
func (l *killLab) kill(t *testing.T, point, try int) (died bool) {
	t.Helper()
	l.set(conversation(fmt.Sprint(l.kind.name, point, "/", try)), false)
	asked, effects, handoffs := l.asked.Load(), l.effects(), l.handoffs()
	victim := l.startGated(t, fmt.Sprint("victim", try), l.kind.model(l), &gate{took: func() { l.set("", true) }}, func(o *turn.Options) {
		o.Lease, o.Poll, o.StopTimeout = time.Hour, time.Hour, time.Millisecond
	})
	bustest.Eventually(t, "the victim looks for work", func() bool { return victim.gate.arm(point) })
	l.receive(t, l.message(1), victim.Wake)
	bustest.Eventually(t, "death or an end", func() bool { return victim.gate.dead() || l.ended(t) })
	died = victim.gate.dead()
	victim.stop()
	<-victim.done
	l.db.Exec(t, `UPDATE chat.owners SET expires_at = now() - interval '1 second' WHERE instance LIKE 'victim%'`)
	l.set("", true)
	l.settled(t, "the replica answers")
	l.check(t, point)
	steps, kills := l.steps(t), 0
	if died && victim.gate.diedCalling {
		kills = 1
	}
	if calls := int(l.asked.Load() - asked); calls > steps+kills {
		t.Errorf("killed at %d: %d model calls, %d steps and %d kills while a model was asked", point, calls, steps, kills)
	}
	if did, asks := l.effects()-effects, l.handoffs()-handoffs; did != l.kind.effects || asks != l.kind.handoffs {
		t.Errorf("killed at %d: %d effects and %d handoffs, want %d and %d", point, did, asks, l.kind.effects, l.kind.handoffs)
	}
	return died
}

// check holds one reply, in its place, to all the messages of a conversation.
func (l *killLab) check(t *testing.T, point int) {
	t.Helper()
	var said []*recadov1.ReplyDrafted
	for _, r := range l.said() {
		if r.GetConversationId() == l.talk {
			said = append(said, r)
		}
	}
	if len(said) != 1 {
		t.Fatalf("killed at %d: %d replies, want 1", point, len(said))
	}
	if ids := said[0].GetMessageIds(); len(ids) != l.kind.messages || !slices.IsSorted(ids) || said[0].GetSequence() != 1 {
		t.Errorf("killed at %d: the reply is number %d, to %v", point, said[0].GetSequence(), ids)
	}
}

func (l *killLab) ended(t *testing.T) (done bool) {
	t.Helper()
	l.db.QueryRow(t, `SELECT count(*) = $2 FROM chat.messages m JOIN chat.turns t ON t.tenant_id = m.tenant_id AND t.id = m.turn_id
	                   WHERE m.conversation_id = $1 AND m.ended IS NOT NULL AND t.published_at IS NOT NULL`,
		[]any{l.talk, l.kind.messages}, &done)
	return done
}

func (l *killLab) steps(t *testing.T) (n int) {
	t.Helper()
	l.db.QueryRow(t, `SELECT count(*)::int FROM chat.steps WHERE kind = 'model' AND conversation_id = $1`, []any{l.talk}, &n)
	return n
}
