package agentrunner

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/recado/recado/pkg/llm"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// masked is a message whose telephone numbers the guard has replaced; it numbers them from 1, as each message does.
func masked(conversation string, n int, body string, numbers ...string) *recadov1.MessageRouted {
	e := message("t", conversation, n)
	e.Content.GetText().Body = body
	e.Meta.Contact.ProfileName = body
	for i, number := range numbers {
		e.Pii = append(e.Pii, &recadov1.SealedValue{
			Type: "phone", Token: fmt.Sprintf("[TEL_%d]", i+1), Digest: []byte(number), Sealed: []byte("sealed " + number),
		})
	}
	return e
}

// scribe answers with a text and keeps what it was asked.
type scribe struct {
	mu    sync.Mutex
	say   string
	heard []string
}

func (s *scribe) answer(_ context.Context, req *llm.Request) (*llm.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for _, m := range req.Messages {
		if m.Role != llm.RoleSystem {
			all = append(all, m.Text)
		}
	}
	s.heard = append(s.heard, strings.Join(all, "\n"))
	return &llm.Response{Text: s.say, Finish: "stop"}, nil
}

func (s *scribe) last() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.heard[len(s.heard)-1]
}

func TestMessagesOfOneConversationDoNotShareAToken(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ana := conversation("ana")
	l.receive(t, masked(ana, 1, "mi tel es [TEL_1]", "uno"), nil)
	l.receive(t, masked(ana, 2, "el de casa [TEL_1], no [TEL_2]", "dos", "uno"), nil)
	s := &scribe{say: "Te llamo al [TEL_2], o al [TEL_7]"}
	p := l.start(t, "p", modelFunc(s.answer))
	l.settled(t, "the first turn")
	if got := s.last(); !strings.Contains(got, "mi tel es [TEL_1]") || !strings.Contains(got, "el de casa [TEL_2], no [TEL_1]") {
		t.Errorf("the model read %q", got)
	}
	reply := l.said()[0]
	if len(reply.GetPii()) != 1 || string(reply.GetPii()[0].GetSealed()) != "sealed dos" {
		t.Errorf("behind the reply's tokens: %v", reply.GetPii())
	}
	if name := reply.GetMeta().GetContact().GetProfileName(); name != "el de casa [TEL_2], no [TEL_1]" {
		t.Errorf("the contact is called %q", name)
	}

	l.receive(t, masked(ana, 3, "ahora [TEL_1]", "tres"), p.Wake)
	l.settled(t, "the second turn")
	for _, want := range []string{"mi tel es [TEL_1]", "el de casa [TEL_2], no [TEL_1]", "ahora [TEL_3]", "Te llamo al [TEL_2]"} {
		if got := s.last(); !strings.Contains(got, want) {
			t.Errorf("the model read %q, want %q in it", got, want)
		}
	}
	if reply := l.said()[1]; len(reply.GetPii()) != 1 || string(reply.GetPii()[0].GetSealed()) != "sealed dos" {
		t.Errorf("a token of an earlier turn has %v behind it", reply.GetPii())
	}
}

func TestWhatAPersonWasToldIsProtectedInTheHistory(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ana := conversation("ana")
	echo := masked(ana, 1, "")
	echo.Content = &recadov1.Content{Kind: &recadov1.Content_Echo{Echo: &recadov1.Echo{Text: "Hola"}}}
	l.receive(t, echo, nil)
	l.receive(t, masked(ana, 2, "soy [TEL_1]", "uno"), nil)
	heard := masked(ana, 3, "")
	heard.Content = &recadov1.Content{Kind: &recadov1.Content_Echo{Echo: &recadov1.Echo{Text: "Anotado"}}}
	l.receive(t, heard, nil)
	l.db.Exec(t, `SELECT chat.hand_back('t', $1)`, ana)
	l.receive(t, masked(ana, 4, "y [TEL_1]", "dos"), nil)
	s := &scribe{say: "Gracias"}
	l.start(t, "p", modelFunc(s.answer))
	l.settled(t, "the turn")
	if got := s.last(); !strings.Contains(got, "soy [DATO PROTEGIDO]") || !strings.Contains(got, "y [TEL_1]") {
		t.Errorf("the model read %q", got)
	}
}

func TestATurnThatCrashesNamesEverythingAlike(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ana := conversation("ana")
	l.receive(t, masked(ana, 1, "mi tel es [TEL_1]", "uno"), nil)
	l.receive(t, masked(ana, 2, "y [TEL_1]", "dos"), nil)
	entered := make(chan struct{})
	var first, second scribe
	a := l.start(t, "a", modelFunc(func(ctx context.Context, req *llm.Request) (*llm.Response, error) {
		_, _ = first.answer(ctx, req)
		close(entered)
		<-ctx.Done()
		return nil, ctx.Err()
	}))
	<-entered
	a.kill()
	second.say = "Te llamo al [TEL_2]"
	l.start(t, "b", modelFunc(second.answer))
	l.settled(t, "the turn")
	unfenced := regexp.MustCompile(`</?data-[a-z0-9]+>`)
	if unfenced.ReplaceAllString(first.last(), "") != unfenced.ReplaceAllString(second.last(), "") {
		t.Errorf("the next owner asked %q, the first %q", second.last(), first.last())
	}
	if reply := l.said()[0]; len(reply.GetPii()) != 1 || string(reply.GetPii()[0].GetSealed()) != "sealed dos" {
		t.Errorf("behind the reply's tokens: %v", reply.GetPii())
	}
}

func TestTokensAreForgottenWithTheTexts(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	old, young := conversation("ana"), conversation("berta")
	for _, who := range []string{old, young} {
		l.receive(t, masked(who, 1, "mi tel es [TEL_1]", "uno"), nil)
	}
	l.start(t, "p", modelFunc((&scribe{say: "Gracias"}).answer))
	l.settled(t, "both are answered")
	l.db.Exec(t, `UPDATE chat.names SET updated_at = now() - interval '2 days'`)
	l.db.Exec(t, `UPDATE chat.conversations SET updated_at = now() - interval '2 days' WHERE id = $1`, old)
	if _, err := (&database{db: l.store}).Prune(t.Context(), 24*time.Hour, 100); err != nil {
		t.Fatal(err)
	}
	var left string
	l.db.QueryRow(t, `SELECT string_agg(conversation_id::text, ',') FROM chat.names`, nil, &left)
	if left != young {
		t.Errorf("tokens are left of %q, want those of a conversation that goes on", left)
	}
}
