package agentrunner

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/handoff"
)

// saying is the n-th message with other words and another urgency.
func saying(conversation string, n int, text string, urgency uint32) *recadov1.MessageRouted {
	m := message("t", conversation, n)
	m.Content.GetText().Body, m.Urgency, m.Language = text, urgency, "es"
	if urgency == 5 {
		m.Intents = []*recadov1.Intent{{Name: "urgent_care", Confidence: 1}}
	}
	return m
}

func echo(conversation string, n int, text string) *recadov1.MessageRouted {
	m := message("t", conversation, n)
	m.Content = &recadov1.Content{Kind: &recadov1.Content_Echo{Echo: &recadov1.Echo{Text: text}}}
	return m
}

// asker hands over when it is asked for a person.
var asker = modelFunc(func(_ context.Context, req *llm.Request) (*llm.Response, error) {
	last := req.Messages[len(req.Messages)-1]
	if last.Role == llm.RoleUser && strings.Contains(last.Text, "persona") {
		return &llm.Response{Finish: "tool_calls", Model: "scripted", ToolCalls: []llm.ToolCall{
			{ID: "c1", Name: "escalate_to_human", Arguments: []byte(`{"reason":"asked"}`)},
		}}, nil
	}
	return &llm.Response{Text: "Con gusto.", Finish: "stop", Model: "scripted"}, nil
})

// state is a conversation's mode, reason and epoch.
func (l *lab) state(t testing.TB, conversation string) (mode, reason string, epoch int64) {
	t.Helper()
	l.db.QueryRow(t, `SELECT handoff_mode, handoff_reason, epoch FROM chat.conversations WHERE id = $1`, []any{conversation}, &mode, &reason, &epoch)
	return mode, reason, epoch
}

func (l *lab) ends(t testing.TB, conversation string) (out []string) {
	t.Helper()
	l.db.QueryRow(t, `SELECT array_agg(coalesce(ended, '') ORDER BY sequence) FROM chat.messages WHERE conversation_id = $1`, []any{conversation}, &out)
	return out
}

func TestWhoAsksForAPersonIsStillAnsweredUntilOneComes(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	p := l.start(t, "p", asker)
	ana := conversation("ana")
	l.receive(t, saying(ana, 1, "quiero una persona", 1), p.Wake)
	l.settled(t, "the handoff")
	if mode, reason, epoch := l.state(t, ana); mode != "waiting" || reason != "asked" || epoch != 2 {
		t.Errorf("mode %s, reason %s, epoch %d", mode, reason, epoch)
	}
	for n, text := range []string{"¿cuánto cuesta?", "ok gracias", "quiero una persona ya"} {
		l.receive(t, saying(ana, n+2, text, 1), p.Wake)
		l.settled(t, text)
	}
	if got := l.ends(t, ana); !slices.Equal(got, []string{"handoff", "replied", "silent", "handoff"}) {
		t.Errorf("the messages ended %v", got)
	}
	said := l.said()
	if len(said) != 3 || l.world.handoffs != 1 || !strings.Contains(said[2].GetContent().GetText(), "ya está avisado") {
		t.Errorf("%d replies, %d events, last %v", len(said), l.world.handoffs, said[len(said)-1])
	}
	l.receive(t, echo(ana, 5, "Hola, soy la doctora"), p.Wake)
	l.receive(t, saying(ana, 6, "¿a qué hora?", 1), p.Wake)
	l.settled(t, "the person has it")
	if mode, _, epoch := l.state(t, ana); mode != "human" || epoch != 3 || len(l.said()) != 3 {
		t.Errorf("mode %s, epoch %d, %d replies", mode, epoch, len(l.said()))
	}
}

func TestDangerIsAnsweredWhileAPersonHasTheConversation(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	p := l.start(t, "p", asker)
	ana := conversation("ana")
	l.receive(t, echo(ana, 1, "Hola, soy la doctora"), p.Wake)
	l.receive(t, saying(ana, 2, "gracias", 1), p.Wake)
	l.receive(t, saying(ana, 3, "le sangra mucho la boca, no para", 5), p.Wake)
	l.settled(t, "danger is answered")
	mode, reason, epoch := l.state(t, ana)
	if mode != "human" || reason != "emergency" || epoch != 2 || l.world.handoffs != 1 {
		t.Errorf("mode %s, reason %s, epoch %d, %d events", mode, reason, epoch, l.world.handoffs)
	}
	said := l.said()
	if len(said) != 1 || said[0].GetEpoch() != 0 || !slices.Equal(said[0].GetMessageIds(), []string{"m0003"}) {
		t.Fatalf("replies %v", said)
	}
	var may bool
	l.db.QueryRow(t, `SELECT chat.may_send('t', $1, $2)`, []any{ana, said[0].GetEpoch()}, &may)
	if !may {
		t.Error("the sender would keep it back")
	}
}

func TestDangerThatATakeoverMeetsOnItsWayIsStillAnswered(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ana := conversation("ana")
	l.receive(t, saying(ana, 1, "hola", 1), nil)
	l.receive(t, saying(ana, 2, "se está ahogando", 5), nil)
	l.receive(t, echo(ana, 3, "¿Qué pasa?"), nil)
	if got := l.ends(t, ana); !slices.Equal(got, []string{"person", "", "person"}) {
		t.Errorf("the messages ended %v", got)
	}
	l.start(t, "p", asker)
	l.settled(t, "danger is answered")
	if said := l.said(); len(said) != 1 || !slices.Equal(said[0].GetMessageIds(), []string{"m0002"}) {
		t.Errorf("replies %v", said)
	}
}

func TestHandBackAnswersWhatNoPersonHasAnswered(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ana := conversation("ana")
	l.receive(t, saying(ana, 1, "¿tienen lugar?", 1), nil)
	l.receive(t, echo(ana, 2, "Sí, mañana"), nil)
	l.receive(t, saying(ana, 3, "¿y el precio?", 1), nil)
	l.receive(t, saying(ana, 4, "ok gracias", 1), nil)
	l.db.Exec(t, `SELECT chat.hand_back('t', $1)`, ana)
	p := l.start(t, "p", parrot)
	l.settled(t, "the open question is answered")
	said := l.said()
	if len(said) != 1 || said[0].GetEpoch() != 3 || !slices.Equal(said[0].GetMessageIds(), []string{"m0003"}) {
		t.Fatalf("replies %v", said)
	}
	if text := said[0].GetContent().GetText(); !strings.HasPrefix(text, "Te atiende de nuevo el asistente") {
		t.Errorf("said %q", text)
	}
	l.receive(t, saying(ana, 5, "¿y mañana?", 1), p.Wake)
	l.settled(t, "the next question is answered")
	if text := l.said()[1].GetContent().GetText(); text != "Hola." {
		t.Errorf("then said %q", text)
	}
}

func TestWhatWaitedForWhoOnlyTookItIsAnsweredAfterwards(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ana := conversation("ana")
	l.receive(t, saying(ana, 1, "¿tienen lugar?", 1), nil)
	l.db.Exec(t, `SELECT chat.takeover('t', $1, false)`, ana)
	l.db.Exec(t, `SELECT chat.hand_back('t', $1)`, ana)
	l.start(t, "p", parrot)
	l.settled(t, "the question is answered")
	if said := l.said(); len(said) != 1 || !slices.Equal(said[0].GetMessageIds(), []string{"m0001"}) {
		t.Errorf("replies %v", said)
	}
}

func TestCustomerEndsTheHandoffThatAPersonHas(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	p := l.start(t, "p", parrot)
	ana := conversation("ana")
	l.receive(t, echo(ana, 1, "Hola"), p.Wake)
	l.receive(t, saying(ana, 2, "ya quedó, gracias", 1), p.Wake)
	l.settled(t, "the handoff has ended")
	if mode, reason, epoch := l.state(t, ana); mode != "ai" || reason != "" || epoch != 3 || l.world.returns["settled"] != 1 {
		t.Errorf("mode %s, reason %q, epoch %d, returns %v", mode, reason, epoch, l.world.returns)
	}
}

// sweeper is one replica's.
func (l *lab) sweeper() *handoff.Sweeper {
	return &handoff.Sweeper{Store: l.store, Settings: l, Log: slog.New(slog.DiscardHandler)}
}

func (l *lab) sweep(t testing.TB) int {
	t.Helper()
	seen, err := l.sweeper().Sweep(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

// past moves the beginning of all handoffs back, and makes them due.
func (l *lab) past(t testing.TB, by string) {
	t.Helper()
	l.db.Exec(t, `UPDATE chat.conversations SET handoff_at = handoff_at - $1::interval, handoff_heard_at = handoff_heard_at - $1::interval,
	                     handoff_due = now() WHERE handoff_mode <> 'ai'`, by)
}

func TestBusinessIsRemindedTwiceByHoweverManyReplicas(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	p := l.start(t, "p", asker)
	ana, berta := conversation("ana"), conversation("berta")
	l.receive(t, saying(ana, 1, "quiero una persona", 1), p.Wake)
	l.receive(t, func() *recadov1.MessageRouted {
		m := saying(berta, 1, "quiero una persona", 1)
		m.Meta.TenantId = "u"
		return m
	}(), p.Wake)
	l.settled(t, "both are handed over")
	for _, by := range []string{"1 minute", "90 seconds", "10 seconds", "8 minutes", "20 minutes"} {
		l.past(t, by)
		var replicas sync.WaitGroup
		for range 4 {
			replicas.Go(func() { l.sweep(t) })
		}
		replicas.Wait()
	}
	l.settled(t, "the reminders are published")
	want := map[string][]string{"t": {"REQUESTED", "REMINDER", "LAST_REMINDER"}, "u": {"REQUESTED", "REMINDER", "LAST_REMINDER"}}
	for id, notices := range want {
		if got := l.notices(id); !slices.Equal(got, notices) {
			t.Errorf("tenant %s was told %v", id, got)
		}
	}
}

func TestSweepThatIsKilledBetweenItsStepsDoesThemOnce(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	p := l.start(t, "p", asker)
	ana := conversation("ana")
	l.receive(t, saying(ana, 1, "quiero una persona", 1), p.Wake)
	l.settled(t, "the handoff")
	l.past(t, "3 minutes")
	l.db.Exec(t, `ALTER TABLE chat.turns ADD CONSTRAINT broken CHECK (outcome <> 'reminded')`)
	if _, err := l.sweeper().Sweep(t.Context()); err == nil {
		t.Error("a sweep that cannot write says nothing")
	}
	var reminded int
	l.db.QueryRow(t, `SELECT handoff_reminders FROM chat.conversations`, nil, &reminded)
	if reminded != 0 {
		t.Errorf("%d reminders are counted that were never sent", reminded)
	}
	l.db.Exec(t, `ALTER TABLE chat.turns DROP CONSTRAINT broken`)
	l.sweep(t)
	l.db.Exec(t, `UPDATE chat.conversations SET handoff_reminders = 0, handoff_due = now()`) // as if the commit had been lost
	l.sweep(t)
	l.settled(t, "the reminder is published")
	if got := l.notices("t"); !slices.Equal(got, []string{"REQUESTED", "REMINDER"}) {
		t.Errorf("the business was told %v", got)
	}
}

func TestHandoffThatNobodyAnswersComesBackByTime(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	p := l.start(t, "p", asker)
	ana, berta := conversation("ana"), conversation("berta")
	l.receive(t, saying(ana, 1, "quiero una persona", 1), p.Wake)
	l.receive(t, echo(berta, 1, "Hola"), p.Wake)
	l.receive(t, saying(berta, 2, "¿a qué hora abren?", 1), p.Wake)
	l.settled(t, "one waits, one has a person")
	l.past(t, "5 hours")
	l.sweep(t)
	l.settled(t, "both are back")
	for _, who := range []string{ana, berta} {
		if mode, _, epoch := l.state(t, who); mode != "ai" || epoch != 3 {
			t.Errorf("mode %s, epoch %d", mode, epoch)
		}
	}
	if l.world.returns["unanswered"] != 1 || l.world.returns["time"] != 1 {
		t.Errorf("returns %v", l.world.returns)
	}
	said := l.said()
	if last := said[len(said)-1]; !slices.Equal(last.GetMessageIds(), []string{"m0002"}) || last.GetEpoch() != 3 {
		t.Errorf("berta's question is not answered: %v", last)
	}
	l.receive(t, saying(ana, 2, "¿hola?", 1), p.Wake)
	l.settled(t, "ana is answered")
	said = l.said()
	if text := said[len(said)-1].GetContent().GetText(); !strings.HasPrefix(text, "Nadie del equipo pudo contestar") {
		t.Errorf("said %q", text)
	}
	if l.sweep(t) != 0 {
		t.Error("a handoff that has ended is still looked at")
	}
}

func TestConversationsFromBeforeHandoffsEndedComeBackToo(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ana := conversation("ana")
	l.receive(t, echo(ana, 1, "Hola"), nil)
	l.db.Exec(t, `UPDATE chat.conversations SET handoff_at = NULL, handoff_heard_at = NULL, handoff_due = NULL, updated_at = now() - interval '3 days'`)
	if n := l.sweep(t); n != 1 {
		t.Fatalf("%d conversations were seen", n)
	}
	if mode, _, _ := l.state(t, ana); mode != "ai" {
		t.Errorf("mode %s", mode)
	}
}

func TestReturnDuringATurnKeepsTheTurnAndItsJournal(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ana := conversation("ana")
	entered, leave := make(chan struct{}), make(chan struct{})
	var once sync.Once
	p := l.start(t, "p", modelFunc(func(_ context.Context, req *llm.Request) (*llm.Response, error) {
		for _, m := range req.Messages {
			if m.Role == llm.RoleTool {
				once.Do(func() { close(entered); <-leave })
				return &llm.Response{Text: "Listo.", Finish: "stop", Model: "scripted"}, nil
			}
		}
		return &llm.Response{Finish: "tool_calls", Model: "scripted", ToolCalls: []llm.ToolCall{
			{ID: "c1", Name: "create_appointment", Arguments: []byte(`{"time":"10:00"}`)},
		}}, nil
	}))
	l.receive(t, saying(ana, 1, "resérvalo", 1), nil)
	l.db.Exec(t, `UPDATE chat.conversations SET handoff_mode = 'waiting', handoff_at = now()`)
	p.Wake(0)
	<-entered
	l.db.Exec(t, `SELECT chat.hand_back('t', $1, 'unanswered')`, ana)
	close(leave)
	l.settled(t, "the turn ends")
	if said := l.said(); len(said) != 1 || said[0].GetEpoch() != 2 || l.effects() != 1 {
		t.Errorf("replies %v, %d bookings", said, l.effects())
	}
}

// notices are what a tenant's business was told, in order.
func (l *lab) notices(id string) (out []string) {
	l.world.mu.Lock()
	defer l.world.mu.Unlock()
	for _, e := range l.world.notices {
		if e.GetMeta().GetTenantId() == id {
			out = append(out, strings.TrimPrefix(e.GetNotice().String(), "HANDOFF_NOTICE_"))
		}
	}
	return out
}

func TestWhoWritesWhileNobodyReadsIsToldOnceAndTheBusinessHearsOfIt(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.hands = tenant.Handoff{Closed: tenant.OnlyTell, Hours: &tenant.Week{}} // nobody ever reads
	p := l.start(t, "p", parrot)
	for n := range 3 {
		l.receive(t, message("t", conversation("ana"), n), p.Wake)
		l.settled(t, "the message ends")
	}
	if said := l.said(); len(said) != 1 || !strings.HasPrefix(said[0].GetContent().GetText(), "En este momento no hay nadie del equipo.") {
		t.Errorf("said %v", said)
	}
	var mode, reason, ended string
	l.db.QueryRow(t, `SELECT handoff_mode, handoff_reason, (SELECT string_agg(ended, ' ' ORDER BY sequence) FROM chat.messages)
	                    FROM chat.conversations`, nil, &mode, &reason, &ended)
	if mode != "waiting" || reason != "closed" || ended != "handoff silent silent" || l.world.handoffs != 1 {
		t.Errorf("mode %s for %s, messages ended %s, %d notices", mode, reason, ended, l.world.handoffs)
	}
}
