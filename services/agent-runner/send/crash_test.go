package send

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/services/agent-runner/handoff"
)

var errKilled = errors.New("killed")

// mortal dies at its at-th passage: before or after a step of a request, whose answer then never comes.
type mortal struct {
	ledger
	passed, at int
}

func (m *mortal) dies() bool {
	m.passed++
	return m.passed == m.at
}

func (m *mortal) previous(ctx context.Context, x *message) (Answer, bool, error) {
	if m.dies() {
		return Answer{}, false, errKilled
	}
	a, said, err := m.ledger.previous(ctx, x)
	if m.dies() {
		return Answer{}, false, errKilled
	}
	return a, said, err
}

func (m *mortal) commit(ctx context.Context, x *message) (Answer, error) {
	if m.dies() {
		return Answer{}, errKilled
	}
	a, err := m.ledger.commit(ctx, x)
	if m.dies() {
		return Answer{}, errKilled
	}
	return a, err
}

func TestKillAtEveryPointOfARequestLeavesOneMessageOnceItIsMadeAgain(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	key := l.key(t, "clinic", apikey.Allowed)
	for _, as := range []string{"person", "assistant"} {
		for point, died := 1, true; died; point++ {
			ana := l.customer(t, "clinic")
			request, name := body("contact_id", ana.contact, as, "hola"), fmt.Sprint(as, point)
			victim := l.door(t, l.sender(func(kept ledger) ledger { return &mortal{ledger: kept, at: point} }))
			first := post(t, victim, key, name, request)
			died = first.status != http.StatusAccepted
			before, _, _, _ := l.said(t, ana)
			again := post(t, l.url, key, name, request)
			if again.status != http.StatusAccepted || !died && again.body != first.body {
				t.Fatalf("as %s, killed at passage %d: %d %s, then %d %s", as, point, first.status, first.body, again.status, again.body)
			}
			if replayed := again.header.Get("Idempotency-Replayed") == "true"; replayed != (before == 1) {
				t.Errorf("as %s, killed at passage %d: %d replies before, replayed %t", as, point, before, replayed)
			}
			if replies, turns, _, _ := l.said(t, ana); replies != 1 || turns != 1 {
				t.Fatalf("as %s, killed at passage %d: %d replies, %d turns", as, point, replies, turns)
			}
			if !died && point < 5 {
				t.Fatalf("a request passes %d points only", point-1)
			}
		}
	}
}

func TestContactThatIsRenamedMeanwhileIsWrittenToUnderItsNewIDOnly(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	key, ana := l.key(t, "clinic", apikey.Allowed), l.customer(t, "clinic")
	l.screen = func(x handoff.Text) (handoff.Screened, error) {
		l.db.Exec(t, `UPDATE chat.conversations SET contact_id = gen_random_uuid() WHERE id = $1`, ana.conversation)
		l.db.Exec(t, `UPDATE chat.contacts SET id = (SELECT contact_id FROM chat.conversations WHERE id = $1) WHERE id = $2`, ana.conversation, ana.contact)
		return plainly(x)
	}
	for _, as := range []string{"person", "assistant"} {
		if got := post(t, l.url, key, as, body("conversation_id", ana.conversation, as, "hola")); got.status != http.StatusServiceUnavailable {
			t.Errorf("as %s: %d %s", as, got.status, got.body)
		}
		l.db.QueryRow(t, `SELECT contact_id::text FROM chat.conversations WHERE id = $1`, []any{ana.conversation}, &ana.contact)
	}
	if replies, _, _, _ := l.said(t, ana); replies != 0 {
		t.Errorf("%d replies", replies)
	}
}
