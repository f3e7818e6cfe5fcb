package send

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/services/agent-runner/handoff"
	"github.com/recado/recado/services/agent-runner/promise"
	"github.com/recado/recado/services/agent-runner/temperature"
)

// conversationLog is the conversation log as the ledger: a request that was said is the reply that it became.
type conversationLog struct{ desk *handoff.Desk }

// asked is what a reply remembers of the request.
type asked struct {
	Sum  string `json:"sum"`
	Mode string `json:"mode"`
}

func (l *conversationLog) previous(ctx context.Context, m *message) (a Answer, said bool, err error) {
	err = l.desk.Store.Tenant(ctx, m.tenant, func(tx pgx.Tx) error {
		a, said, err = previous(ctx, tx, m)
		return err
	})
	return a, said, err
}

const previousSQL = `SELECT conversation_id::text, asked FROM chat.replies WHERE tenant_id = $1 AND id = $2`

func previous(ctx context.Context, tx pgx.Tx, m *message) (a Answer, said bool, err error) {
	var raw []byte
	err = tx.QueryRow(ctx, previousSQL, string(m.tenant), m.reply).Scan(&a.Conversation, &raw)
	if errors.Is(err, pgx.ErrNoRows) {
		return Answer{}, false, nil
	}
	var was asked
	if err == nil && raw != nil {
		err = json.Unmarshal(raw, &was)
	}
	switch {
	case err != nil:
		return Answer{}, false, fmt.Errorf("read what was said before: %w", err)
	case subtle.ConstantTimeCompare([]byte(was.Sum), []byte(m.sum)) == 0:
		return Answer{}, false, errReused
	}
	a.Reply, a.Mode = m.reply, was.Mode
	return a, true, nil
}

const holdSQL = `SELECT FROM chat.conversations WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`

// commit holds the conversation first: of two requests under one key the second finds the first one's reply.
func (l *conversationLog) commit(ctx context.Context, m *message) (a Answer, err error) {
	err = l.desk.Store.Tenant(ctx, m.tenant, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, holdSQL, string(m.tenant), m.to.Conversation); err != nil {
			return err
		}
		var said bool
		if a, said, err = previous(ctx, tx, m); said || err != nil {
			return err
		}
		a = Answer{Reply: m.reply, Conversation: m.to.Conversation}
		if a.Mode, err = l.say(ctx, tx, m); err != nil {
			return err
		}
		if err := warm(ctx, tx, m); err != nil {
			return err
		}
		return remember(ctx, tx, m, a.Mode)
	})
	return a, err
}

// say says a message as whom it is to be, and returns who has the conversation then.
func (l *conversationLog) say(ctx context.Context, tx pgx.Tx, m *message) (mode string, err error) {
	if m.as == asPerson {
		return "human", l.desk.SayIn(ctx, tx, handoff.Words{
			Tenant: m.tenant, Conversation: m.to.Conversation, Contact: m.to.Contact, Reply: m.reply, Screened: m.Screened,
		})
	}
	return promise.Speak(ctx, tx, promise.Program{
		Tenant: m.tenant, Conversation: m.to.Conversation, Contact: m.to.Contact, Reply: m.reply, Screened: m.Screened,
	})
}

// warm keeps what the program makes of the contact.
func warm(ctx context.Context, tx pgx.Tx, m *message) error {
	if m.warmth == "" {
		return nil
	}
	_, err := tx.Exec(ctx, `SELECT chat.set_temperature($1, $2, $3, $4)`, string(m.tenant), m.to.Contact, m.warmth, temperature.ByProgram)
	return err
}

func remember(ctx context.Context, tx pgx.Tx, m *message, mode string) error {
	body, err := json.Marshal(asked{Sum: m.sum, Mode: mode})
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE chat.replies SET asked = $3 WHERE tenant_id = $1 AND id = $2`, string(m.tenant), m.reply, body)
	return err
}
