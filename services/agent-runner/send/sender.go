package send

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/handoff"
)

// settings gives a tenant's settings as of now.
type settings interface {
	Find(ctx context.Context, id tenant.ID) (*tenant.Settings, bool, error)
}

// Answer is what became of a request, the same each time that it is made.
type Answer struct {
	Reply        string `json:"reply_id"`
	Conversation string `json:"conversation_id"`
	Mode         string `json:"mode"` // who has the conversation now: ai, waiting or human
}

// message is a request that may be said.
type message struct {
	tenant tenant.ID
	as     string
	reply  string // made of the program's key and the request's: whoever says it again makes the same one
	sum    string // of what was asked
	warmth string // what the program makes of the contact; empty leaves what is kept
	to     handoff.Person
	handoff.Screened
}

// ledger keeps what programs had said.
type ledger interface {
	// previous is the answer to a request that was said, which it must be again.
	previous(ctx context.Context, m *message) (Answer, bool, error)
	// commit says a message, once.
	commit(ctx context.Context, m *message) (Answer, error)
}

// Sender says what programs want said.
type Sender struct {
	Settings settings
	Desk     *handoff.Desk // whose store acts as recado_agent_runner
	ledger   ledger        // nil: the desk's store
}

// attempts are made where two requests under one key meet: the second finds what the first has said.
const attempts = 3

// send says a message and returns the answer, and whether it had been said before.
func (s *Sender) send(ctx context.Context, who apikey.Grant, key string, w wish) (a Answer, replayed bool, err error) {
	parts := []string{"send", w.contact, w.conversation, w.as, w.message}
	if w.temperature != "" { // a request without one has the sum that it always had
		parts = append(parts, w.temperature)
	}
	m := &message{tenant: who.Tenant, as: w.as, sum: who.Sum(parts...), warmth: w.temperature}
	if m.reply, err = replyID(who.Sum("reply", key)); err != nil {
		return Answer{}, false, err
	}
	for range attempts {
		if a, replayed, err = s.try(ctx, m, w); !store.Conflict(err, "") {
			return a, replayed, err
		}
	}
	return Answer{}, false, err
}

func (s *Sender) try(ctx context.Context, m *message, w wish) (a Answer, replayed bool, err error) {
	kept := s.ledger
	if kept == nil {
		kept = &conversationLog{desk: s.Desk}
	}
	of, known, err := s.Settings.Find(ctx, m.tenant)
	switch {
	case err != nil:
		return Answer{}, false, err
	case !known, of.Identity.Held:
		return Answer{}, false, errHeld
	}
	if a, replayed, err = kept.previous(ctx, m); replayed || err != nil {
		return a, replayed, err
	}
	if w.contact != "" {
		m.to, err = s.Desk.ReachContact(ctx, m.tenant, w.contact)
	} else {
		m.to, err = s.Desk.Reach(ctx, m.tenant, w.conversation)
	}
	if err != nil {
		return Answer{}, false, err
	}
	m.Screened, err = s.Desk.Texts.Screen(ctx, handoff.Text{
		Tenant: m.tenant, Contact: m.to.Contact, Channel: m.to.Channel, Body: w.message,
	})
	if err != nil {
		return Answer{}, false, fmt.Errorf("mask a text: %w", err)
	}
	a, err = kept.commit(ctx, m)
	return a, false, err
}

var errNoKey = errors.New("a grant that no key gave")

// replyID makes a UUID (version 8: its bits are ours) of a sum.
func replyID(sum string) (string, error) {
	raw, err := hex.DecodeString(sum)
	if err != nil || len(raw) < 16 {
		return "", errNoKey
	}
	id := uuid.UUID(raw[:16])
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80
	return id.String(), nil
}
