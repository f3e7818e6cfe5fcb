package handoff

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Clean is a text as it is said: without spaces around it, and of a size.
func Clean(text string) (string, error) {
	text = strings.TrimSpace(text)
	n := utf8.RuneCountInString(text)
	if n == 0 || n > maxSaid || !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return "", ErrText
	}
	return text, nil
}

// Text is what somebody wants said to a contact.
type Text struct {
	Tenant           tenant.ID
	Contact, Channel string
	Body             string
}

// Screened is a text as it may be stored: tokens stand for personal data, whose values are sealed under the contact's key.
type Screened struct {
	Text string
	PII  []*recadov1.SealedValue
}

// Screener keeps personal data out of texts that are stored.
type Screener interface {
	// Screen masks a text; ErrUnsayable where it holds what is kept nowhere.
	Screen(ctx context.Context, t Text) (Screened, error)
}

// Sealing screens with a vault of this process.
type Sealing struct{ Vault *vault.Vault }

// Screen masks a text.
func (s Sealing) Screen(ctx context.Context, t Text) (out Screened, err error) {
	out.Text, out.PII, err = s.Vault.Mask(ctx, t.Tenant, t.Contact, t.Body)
	if errors.Is(err, vault.ErrSecret) {
		return Screened{}, ErrUnsayable
	}
	return out, err
}

// Person is somebody who can be written to, and where.
type Person struct{ Conversation, Contact, Channel string }

const personSQL = `SELECT c.id::text, c.contact_id::text, c.channel, coalesce(p.sealed_address, '') = ''
  FROM chat.conversations c LEFT JOIN chat.contacts p ON p.tenant_id = c.tenant_id AND p.id = c.contact_id
 WHERE c.tenant_id = $1 AND `

const (
	ofConversationSQL = personSQL + `c.id = $2`
	ofContactSQL      = personSQL + `c.contact_id = $2 ORDER BY c.updated_at DESC, c.id LIMIT 1`
)

// Reach finds whom a conversation is with.
func (d *Desk) Reach(ctx context.Context, id tenant.ID, conversation string) (Person, error) {
	return d.reach(ctx, id, ofConversationSQL, conversation)
}

// ReachContact finds where a contact is written to: in the newest of their conversations.
func (d *Desk) ReachContact(ctx context.Context, id tenant.ID, contact string) (Person, error) {
	return d.reach(ctx, id, ofContactSQL, contact)
}

func (d *Desk) reach(ctx context.Context, id tenant.ID, sql, key string) (out Person, err error) {
	var gone bool
	err = d.Store.Tenant(ctx, id, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, sql, string(id), key).Scan(&out.Conversation, &out.Contact, &out.Channel, &gone)
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return Person{}, ErrUnknown
	case err != nil:
		return Person{}, fmt.Errorf("find whom to write to: %w", err)
	case gone:
		return Person{}, ErrNoAddress
	}
	return out, nil
}

// Words are a person's, ready to be said.
type Words struct {
	Tenant       tenant.ID
	Conversation string
	Contact      string // the one that the text was screened for
	Reply        string
	Screened
}

// Say sends a person's words to the customer, and takes the conversation. They stand in the history, personal data in them sealed.
func (d *Desk) Say(ctx context.Context, id tenant.ID, conversation, text string) (replyID string, err error) {
	if text, err = Clean(text); err != nil {
		return "", err
	}
	reply, err := uuid.NewV7()
	if err != nil {
		return "", err
	}
	who, err := d.Reach(ctx, id, conversation)
	if err != nil {
		return "", err
	}
	screened, err := d.Texts.Screen(ctx, Text{Tenant: id, Contact: who.Contact, Channel: who.Channel, Body: text})
	if err != nil {
		return "", err
	}
	w := Words{Tenant: id, Conversation: conversation, Contact: who.Contact, Reply: reply.String(), Screened: screened}
	err = d.Store.Tenant(ctx, id, func(tx pgx.Tx) error { return d.SayIn(ctx, tx, w) })
	return w.Reply, err
}

// SayIn is Say within the caller's transaction: taking over, history and the event are written together or not at all.
func (d *Desk) SayIn(ctx context.Context, tx pgx.Tx, w Words) error {
	r, err := lock(ctx, tx, lockSQL, w.Tenant, w.Conversation)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return ErrUnknown
	case err != nil:
		return err
	case len(r.Address) == 0:
		return ErrNoAddress
	case r.Contact != w.Contact:
		return ErrRenamed
	}
	if _, err := tx.Exec(ctx, takeSQL, string(r.Tenant), r.ID, true); err != nil {
		return err
	}
	text, err := w.Rename(ctx, tx, w.Tenant, r.ID)
	if err != nil {
		return err
	}
	content, err := json.Marshal(map[string]any{"text": text, "choices": nil})
	if err != nil {
		return err
	}
	turn := r.eventID("said " + w.Reply)
	const sql = `SELECT chat.say($1, $2, $3, $4, $5, $6)`
	if _, err := tx.Exec(ctx, sql, string(r.Tenant), r.ID, w.Reply, turn, r.Sequence+1, content); err != nil {
		return err
	}
	return outbox{id: turn, outcome: "person", events: []bus.Event{&recadov1.ReplyDrafted{
		Meta: r.meta(w.Reply), ReplyId: w.Reply, TurnId: turn, ConversationId: r.ID, Sequence: r.Sequence + 1,
		Content: &recadov1.ReplyContent{Text: text}, Pii: w.PII, Person: true,
	}}}.keep(ctx, tx, &r)
}

// Rename puts the conversation's tokens in place of the text's own, in the sealed values too, and keeps them. The caller holds the
// conversation's row.
func (s Screened) Rename(ctx context.Context, tx pgx.Tx, id tenant.ID, conversation string) (string, error) {
	if len(s.PII) == 0 {
		return s.Text, nil
	}
	var stored []byte
	const read = `SELECT names FROM chat.names WHERE tenant_id = $1 AND conversation_id = $2`
	err := tx.QueryRow(ctx, read, string(id), conversation).Scan(&stored)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return "", err
	}
	var names vault.Names
	if stored != nil {
		if err := json.Unmarshal(stored, &names); err != nil {
			return "", fmt.Errorf("read the tokens of conversation %s: %w", conversation, err)
		}
	}
	tokens, _ := names.Rename(s.PII)
	names.Trim()
	encoded, err := json.Marshal(names)
	if err != nil {
		return "", err
	}
	const keep = `INSERT INTO chat.names (tenant_id, conversation_id, names) VALUES ($1, $2, $3)
	              ON CONFLICT (tenant_id, conversation_id) DO UPDATE SET names = excluded.names, updated_at = now()`
	_, err = tx.Exec(ctx, keep, string(id), conversation, encoded)
	return vault.Replace(s.Text, tokens), err
}
