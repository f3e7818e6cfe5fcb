package promise

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// conversation is where a message is said, locked.
type conversation struct {
	tenant    tenant.ID
	id        string
	channel   string
	account   string
	contact   string
	assistant string
	language  string
	mode      string
	epoch     int64
	sequence  int64
	busy      bool // a turn is at work on it, or a message waits for one
	dialogue  json.RawMessage
	address   []byte
	name      string     // the channel's profile name
	heard     *time.Time // when the person last wrote
	now       time.Time  // the database's
}

const lockSQL = `SELECT c.id::text, c.channel, c.account_id, c.contact_id::text, c.assistant_id, c.language, c.handoff_mode, c.epoch,
  c.sequence, c.owner IS NOT NULL OR c.due_at IS NOT NULL, c.dialogue, coalesce(p.sealed_address, ''), coalesce(p.profile_name, ''),
  (SELECT m.received_at FROM chat.messages m
    WHERE m.tenant_id = c.tenant_id AND m.conversation_id = c.id AND m.kind NOT IN ('echo', 'system')
    ORDER BY m.created_at DESC LIMIT 1), now()
  FROM chat.conversations c LEFT JOIN chat.contacts p ON p.tenant_id = c.tenant_id AND p.id = c.contact_id
 WHERE c.tenant_id = $1 AND c.id = $2 FOR NO KEY UPDATE OF c`

// lockConversation reads a conversation and keeps it from others until the transaction ends; pgx.ErrNoRows where there is none.
func lockConversation(ctx context.Context, tx pgx.Tx, id tenant.ID, key string) (c conversation, err error) {
	if uuid.Validate(key) != nil {
		return c, pgx.ErrNoRows
	}
	c.tenant = id
	err = tx.QueryRow(ctx, lockSQL, string(id), key).Scan(&c.id, &c.channel, &c.account, &c.contact, &c.assistant, &c.language, &c.mode,
		&c.epoch, &c.sequence, &c.busy, &c.dialogue, &c.address, &c.name, &c.heard, &c.now)
	return c, err
}

// message is a scheduled one as it is when it is to be said.
type message struct {
	kind    string
	contact string
	state   string // empty: there is no such message any more
	refused string // why it must not be said
	facts   facts
}

// facts are what the words are made of.
type facts struct {
	Appointment string `json:"appointment_id"`
	Service     string `json:"service"`
	ServiceID   string `json:"service_id"`
	Staff       string `json:"staff"`
	Branch      string `json:"branch"`
	Party       int    `json:"party"`
	Date        string `json:"date"`
	Time        string `json:"time"`
	Confirmed   bool   `json:"confirmed"`
	Until       string `json:"until"`    // HH:MM, of an offer that is held
	SlotID      string `json:"slot_id"`  // of an offer
	Decision    string `json:"decision"` // approved, refused or expired
	Subject     string `json:"subject"`  // what was to be approved, in words of the business
	Reason      string `json:"reason"`   // of a refusal, in words of the business
	Number      int    `json:"number"`   // of an order
	Status      string `json:"status"`
}

// hold reads a message and keeps its row until the transaction ends.
func hold(ctx context.Context, tx pgx.Tx, id tenant.ID, e *recadov1.MessageDue) (m message, err error) {
	var state, refused *string
	var kind, contact string
	var raw json.RawMessage
	const sql = `SELECT state, refused, coalesce(kind, ''), coalesce(contact::text, ''), facts FROM business.hold_message($1, $2)`
	err = tx.QueryRow(ctx, sql, string(id), e.GetScheduledId()).Scan(&state, &refused, &kind, &contact, &raw)
	if err != nil || state == nil || refused == nil {
		return m, err
	}
	m = message{kind: kind, contact: contact, state: *state, refused: *refused}
	if err := json.Unmarshal(raw, &m.facts); err != nil {
		return m, fmt.Errorf("read the facts of a scheduled message: %w", err)
	}
	return m, nil
}

// transact is say in a transaction of its own.
func (s *Speaker) transact(ctx context.Context, of *tenant.Settings, e *recadov1.MessageDue) (done end, err error) {
	err = s.Store.Tenant(ctx, of.ID, func(tx pgx.Tx) (err error) {
		done, err = s.say(ctx, tx, of, e)
		return err
	})
	return done, err
}

// say decides under the locks of conversation and message, and writes what was decided.
func (s *Speaker) say(ctx context.Context, tx pgx.Tx, of *tenant.Settings, e *recadov1.MessageDue) (done end, err error) {
	c, err := lockConversation(ctx, tx, of.ID, e.GetMeta().GetConversationKey())
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return done, err
	}
	gone := err != nil
	m, err := hold(ctx, tx, of.ID, e)
	switch {
	case err != nil:
		return done, err
	case m.state != stateWaiting:
		return done, nil
	case gone, of.Identity.Held: // whoever hands it on again knows the conversation that there is then, or that there is none
		done = end{state: stateWaiting, wait: busyWait}
	case of.Disabled:
		done = end{state: stateDropped, reason: "disabled"}
	case m.contact != c.contact, m.kind != e.GetKind():
		return done, bus.Reject(errForeign)
	default:
		done = judge(&c, &m)
	}
	if done.state == "" {
		w := newWords(of, &c, &m)
		if done, err = s.speak(ctx, tx, w, e); err != nil {
			return done, err
		}
	}
	const sql = `SELECT business.end_message($1, $2, $3, $4, $5)`
	_, err = tx.Exec(ctx, sql, string(of.ID), e.GetScheduledId(), done.state, done.reason, done.wait)
	return done, err
}

// speak commits the turn: reply, events and dialogue.
func (s *Speaker) speak(ctx context.Context, tx pgx.Tx, w *words, e *recadov1.MessageDue) (end, error) {
	said := w.say()
	if said.text == "" {
		return end{state: stateDropped, reason: "no_words"}, nil
	}
	if !open(w.conv) {
		said.template = w.template()
		switch {
		case said.template == nil && w.of.owed:
			return end{state: stateWaiting, wait: windowWait}, nil
		case said.template == nil:
			return end{state: stateDropped, reason: "window_closed"}, nil
		}
		said.choices = nil // the template has buttons of its own, or none
	}
	dialogue, err := w.remember()
	if err != nil {
		return end{}, err
	}
	content, err := json.Marshal(map[string]any{"text": said.text, "choices": said.choices})
	if err != nil {
		return end{}, fmt.Errorf("encode reply: %w", err)
	}
	said.turn, said.reply, said.reason, said.specialist = idOf(e, "turn"), idOf(e, "reply"), e.GetKind(), w.of.specialist
	stages, bodies, err := encode(events(w.conv, said))
	if err != nil {
		return end{}, err
	}
	const sql = `SELECT chat.speak($1, $2, $3, $4, $5, $6, $7, $8, $9)`
	_, err = tx.Exec(ctx, sql, string(w.conv.tenant), w.conv.id, said.turn, said.reason, said.reply, content, dialogue, stages, bodies)
	return end{state: stateSent}, err
}

// idOf names a thing of a message by its row and version, so that nobody makes it twice.
func idOf(e *recadov1.MessageDue, what string) string {
	name := fmt.Appendf(nil, "%s/%s/%d/%s", e.GetMeta().GetTenantId(), e.GetScheduledId(), e.GetVersion(), what)
	return uuid.NewSHA1(uuid.NameSpaceOID, name).String()
}

// events tell of the reply and of the turn that said it.
func events(c *conversation, said said) []bus.Event {
	about := func(id string) *recadov1.Meta {
		return &recadov1.Meta{
			EventId: id, TenantId: string(c.tenant), AssistantId: c.assistant, Channel: c.channel, AccountId: c.account,
			ConversationKey: c.id,
			Contact:         &recadov1.Contact{ContactId: c.contact, SealedAddress: c.address, ProfileName: c.name},
			OccurredAt:      timestamppb.New(c.now),
		}
	}
	drafted := &recadov1.ReplyDrafted{
		Meta: about(said.reply), ReplyId: said.reply, TurnId: said.turn, ConversationId: c.id, Epoch: c.epoch, Sequence: c.sequence + 1,
		Content: &recadov1.ReplyContent{Text: said.text, Template: said.template}, Pii: said.pii,
	}
	for _, one := range said.choices {
		drafted.Content.Choices = append(drafted.Content.Choices, &recadov1.Choice{Id: one.ID, Title: one.Title})
	}
	return []bus.Event{drafted, &recadov1.TurnCompleted{
		Meta: about(said.turn), TurnId: said.turn, ConversationId: c.id, Outcome: recadov1.TurnOutcome_TURN_OUTCOME_REPLIED,
		Reason: said.reason, ReplyIds: []string{said.reply}, Specialist: said.specialist, Model: "rules",
	}}
}

func encode(list []bus.Event) (stages []string, bodies [][]byte, err error) {
	for _, one := range list {
		body, err := proto.Marshal(one)
		if err != nil {
			return nil, nil, fmt.Errorf("encode %s: %w", bus.StageOf(one), err)
		}
		stages, bodies = append(stages, bus.StageOf(one)), append(bodies, body)
	}
	return stages, bodies, nil
}
