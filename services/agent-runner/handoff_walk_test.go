package agentrunner

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/llm"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// walker is a conversation that goes at random through everything that changes who has it, with what is expected of it.
type walker struct {
	id   string
	n    int
	mode string
	open []string // messages that the assistant must answer once it has the conversation
	must []string // messages that must have got a reply by now
	mute []string // messages that must get none
	wish bool     // one of the open messages asks for a person
	log  []string
}

func (w *walker) message(text string, urgency uint32) (*recadov1.MessageRouted, string) {
	w.n++
	m := saying(w.id, w.n, text, urgency)
	return m, m.GetMeta().GetMessageId()
}

// walks are what may happen to a conversation, each with what it means.
var walks = []struct {
	name string
	do   func(t *testing.T, l *lab, w *walker)
}{
	{"asks", func(t *testing.T, l *lab, w *walker) { w.plain(t, l, "¿cuánto cuesta?") }},
	{"nudges", func(t *testing.T, l *lab, w *walker) { w.plain(t, l, "¿hay alguien?") }},
	{"wants a person", func(t *testing.T, l *lab, w *walker) {
		w.plain(t, l, "quiero una persona")
		if w.mode == "ai" {
			w.mode = "waiting"
		}
		w.wish = w.wish || w.mode == "human"
	}},
	{"thanks", func(t *testing.T, l *lab, w *walker) {
		m, id := w.message("ok gracias", 1)
		l.receive(t, m, nil)
		if w.mode == "ai" {
			w.must = append(w.must, id)
		} else {
			w.mute = append(w.mute, id)
		}
	}},
	{"is in danger", func(t *testing.T, l *lab, w *walker) {
		m, id := w.message("no respira", 5)
		l.receive(t, m, nil)
		w.must = append(w.must, id)
		if w.mode == "ai" {
			w.mode = "waiting"
		}
	}},
	{"says it is settled", func(t *testing.T, l *lab, w *walker) {
		m, id := w.message("ya me atendieron", 1)
		l.receive(t, m, nil)
		w.must = append(w.must, id)
		w.end("ai") // who says so wants no answer to what stood before
	}},
	{"is answered from the phone", func(t *testing.T, l *lab, w *walker) {
		w.n++
		l.receive(t, echo(w.id, w.n, "Hola"), nil)
		w.end("human")
	}},
	{"is taken", func(t *testing.T, l *lab, w *walker) {
		l.db.Exec(t, `SELECT chat.takeover('t', id, false) FROM chat.conversations WHERE id = $1`, w.id)
		if w.n > 0 {
			w.mode = "human"
		}
	}},
	{"is given back", func(t *testing.T, l *lab, w *walker) {
		l.db.Exec(t, `SELECT chat.hand_back('t', id) FROM chat.conversations WHERE id = $1`, w.id)
		w.back()
	}},
	{"is left for hours", func(t *testing.T, l *lab, w *walker) {
		l.db.Exec(t, `UPDATE chat.messages SET ended_at = ended_at - interval '5 hours' WHERE conversation_id = $1`, w.id)
		l.db.Exec(t, `UPDATE chat.conversations SET handoff_at = handoff_at - interval '5 hours',
		                     handoff_heard_at = handoff_heard_at - interval '5 hours', handoff_due = now()
		               WHERE handoff_mode <> 'ai' AND id = $1`, w.id)
		l.sweep(t)
		w.back()
	}},
}

// plain is a message that the assistant answers when it has the conversation.
func (w *walker) plain(t *testing.T, l *lab, text string) {
	m, id := w.message(text, 1)
	l.receive(t, m, nil)
	if w.mode == "human" {
		w.open = append(w.open, id)
	} else {
		w.must = append(w.must, id)
	}
}

// end leaves unanswered what is open.
func (w *walker) end(mode string) {
	w.mute, w.open, w.wish, w.mode = append(w.mute, w.open...), nil, false, mode
}

// back has the assistant answer what is open, a wish for a person among it.
func (w *walker) back() {
	w.mode = "ai"
	if w.wish {
		w.mode = "waiting"
	}
	w.must, w.open, w.wish = append(w.must, w.open...), nil, false
}

// check compares what happened with what was expected.
func (w *walker) check(t *testing.T, l *lab, replied map[string][]string) {
	t.Helper()
	var mode string
	l.db.QueryRow(t, `SELECT coalesce((SELECT handoff_mode FROM chat.conversations WHERE id = $1), 'ai')`, []any{w.id}, &mode)
	if mode != w.mode {
		t.Errorf("after %v: mode %s, want %s", w.log, mode, w.mode)
	}
	for _, id := range w.must {
		if !slices.Contains(replied[w.id], id) {
			t.Errorf("after %v: %s got no reply", w.log, id)
		}
	}
	for _, id := range append(w.mute, w.open...) {
		if slices.Contains(replied[w.id], id) {
			t.Errorf("after %v: %s got a reply", w.log, id)
		}
	}
}

// listener hands over when any message since its last words asks for a person.
var listener = modelFunc(func(ctx context.Context, req *llm.Request) (*llm.Response, error) {
	for _, m := range slices.Backward(req.Messages) {
		switch {
		case m.Role == llm.RoleAssistant || m.Role == llm.RoleTool:
			return parrot(ctx, req)
		case strings.Contains(m.Text, "persona"):
			return asker(ctx, &llm.Request{Messages: []llm.Message{m}})
		}
	}
	return parrot(ctx, req)
})

func TestNoWalkThroughHandoffsEndsInSilence(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.start(t, "p", listener)
	walkers := make([]*walker, 16)
	for i := range walkers {
		walkers[i] = &walker{id: conversation(fmt.Sprint("walker", i)), mode: "ai"}
	}
	random := rand.New(rand.NewPCG(19, 1))
	for range 12 {
		for _, w := range walkers {
			next := walks[random.IntN(len(walks))]
			w.log = append(w.log, next.name)
			next.do(t, l, w)
		}
		l.settled(t, "everybody has what is due to them")
		replied := map[string][]string{}
		for _, r := range l.said() {
			replied[r.GetConversationId()] = append(replied[r.GetConversationId()], r.GetMessageIds()...)
		}
		for _, w := range walkers {
			w.check(t, l, replied)
		}
		if t.Failed() {
			return
		}
	}
}
