package handoff

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
)

// Errors that whoever stands at the desk can mend.
var (
	ErrUnknown   = errors.New("the tenant has no such conversation")
	ErrAmbiguous = errors.New("several conversations begin like that")
	ErrNoAddress = errors.New("the contact was erased: there is no address to write to")
	ErrText      = fmt.Errorf("expected a text of 1 to %d characters", maxSaid)
	ErrUnsayable = errors.New("the text holds a card number, a bank account or a password, which Recado keeps nowhere: " +
		"say it from the phone")
	ErrRenamed = errors.New("the contact has another id now: try again")
)

const (
	// maxSaid is how long a person's text may be, in characters.
	maxSaid = 4000
	// maxListed bounds a list.
	maxListed = 500
	// minPrefix is how much of a conversation's id names it at least.
	minPrefix = 6
)

// Desk is where a person of the business lists, takes, answers and returns conversations.
type Desk struct {
	Store *store.Store // that acts as recado_console or recado_agent_runner
	Texts Screener
}

// Case is a conversation that a person is asked for or has.
type Case struct {
	Tenant       tenant.ID `json:"tenant"`
	Conversation string    `json:"conversation_id"`
	Mode         string    `json:"mode"` // waiting or human
	Since        time.Time `json:"since"`
	Reason       string    `json:"reason"`
	Channel      string    `json:"channel"`
	Contact      string    `json:"contact,omitempty"` // the channel's profile name
	Unanswered   int       `json:"unanswered"`        // messages since the person's last word
	Reminders    int       `json:"reminders"`
}

const listSQL = `
SELECT c.tenant_id, c.id::text, c.handoff_mode, coalesce(c.handoff_at, c.updated_at), c.handoff_reason, c.channel,
       coalesce(p.profile_name, ''),
       (SELECT count(*)::int FROM chat.messages m
         WHERE m.tenant_id = c.tenant_id AND m.conversation_id = c.id AND c.handoff_mode = 'human' AND m.ended = 'person'
           AND m.kind <> 'echo' AND m.nature = '' AND m.ended_at > coalesce(c.handoff_heard_at, c.handoff_at, c.updated_at)),
       c.handoff_reminders::int
  FROM chat.conversations c LEFT JOIN chat.contacts p ON p.tenant_id = c.tenant_id AND p.id = c.contact_id
 WHERE c.tenant_id = $1 AND c.handoff_mode <> 'ai'
 ORDER BY c.handoff_mode DESC, coalesce(c.handoff_at, c.updated_at) LIMIT $2`

// List returns a tenant's conversations that a person is asked for, the longest waiting first, and then those that a person has.
func (d *Desk) List(ctx context.Context, id tenant.ID) (out []Case, err error) {
	err = d.Store.Tenant(ctx, id, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, listSQL, string(id), maxListed)
		if err != nil {
			return err
		}
		out, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Case])
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list handoffs of %s: %w", id, err)
	}
	return out, nil
}

const findSQL = `SELECT id::text FROM chat.conversations WHERE tenant_id = $1 AND id::text LIKE $2 || '%' LIMIT 2`

// Find returns the id of the conversation that begins so.
func (d *Desk) Find(ctx context.Context, id tenant.ID, prefix string) (string, error) {
	prefix = strings.ToLower(prefix)
	if len(prefix) < minPrefix || strings.Trim(prefix, "0123456789abcdef-") != "" {
		return "", ErrUnknown
	}
	var found []string
	err := d.Store.Tenant(ctx, id, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, findSQL, string(id), prefix)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	switch {
	case err != nil:
		return "", fmt.Errorf("find conversation: %w", err)
	case len(found) == 0:
		return "", ErrUnknown
	case len(found) > 1:
		return "", ErrAmbiguous
	}
	return found[0], nil
}

// Mode returns who has a conversation, and why where it is not the assistant.
func (d *Desk) Mode(ctx context.Context, id tenant.ID, conversation string) (mode, reason string, err error) {
	const sql = `SELECT handoff_mode, handoff_reason FROM chat.conversations WHERE tenant_id = $1 AND id = $2`
	err = d.Store.Tenant(ctx, id, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, sql, string(id), conversation).Scan(&mode, &reason)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		err = ErrUnknown
	}
	return mode, reason, err
}

// with locks a conversation for fn, in one transaction.
func (d *Desk) with(ctx context.Context, id tenant.ID, conversation string, fn func(tx pgx.Tx, r *row) error) error {
	return d.Store.Tenant(ctx, id, func(tx pgx.Tx) error {
		r, err := lock(ctx, tx, lockSQL, id, conversation)
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrUnknown
		}
		if err != nil {
			return err
		}
		return fn(tx, &r)
	})
}

const takeSQL = `SELECT chat.takeover($1, $2, $3)`

// Take gives a conversation to a person, who has not said anything yet; false where a person has it already.
func (d *Desk) Take(ctx context.Context, id tenant.ID, conversation string) (taken bool, err error) {
	err = d.with(ctx, id, conversation, func(tx pgx.Tx, r *row) error {
		return tx.QueryRow(ctx, takeSQL, string(id), r.ID, false).Scan(&taken)
	})
	return taken, err
}

// Back gives a conversation to the assistant; false where it has it already.
func (d *Desk) Back(ctx context.Context, id tenant.ID, conversation string) (returned bool, err error) {
	err = d.with(ctx, id, conversation, func(tx pgx.Tx, r *row) error {
		if r.Mode == "ai" {
			return nil
		}
		returned = true
		return r.handBack(ctx, tx, "command", noteReturned)
	})
	return returned && err == nil, err
}

// Delivered is what became of a notice to the business.
type Delivered struct {
	State string // pending, sent or failed
	Error string
}

const noticesSQL = `SELECT target, state, error FROM delivery.notices WHERE tenant_id = $1 AND conversation_id = $2`

// Notices returns what became of a conversation's notices, by target.
func (d *Desk) Notices(ctx context.Context, id tenant.ID, conversation string) (map[string]Delivered, error) {
	out := map[string]Delivered{}
	err := d.Store.Tenant(ctx, id, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, noticesSQL, string(id), conversation)
		if err != nil {
			return err
		}
		var target string
		var one Delivered
		_, err = pgx.ForEachRow(rows, []any{&target, &one.State, &one.Error}, func() error { out[target] = one; return nil })
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read notices: %w", err)
	}
	return out, nil
}
