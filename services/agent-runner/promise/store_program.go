package promise

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/handoff"
	"github.com/recado/recado/services/agent-runner/turn"
)

// Why a program's words are not said as the assistant's.
var (
	ErrPerson = errors.New("a person has the conversation")
	ErrBusy   = errors.New("an answer is being written, or somebody has just said something")
	ErrClosed = errors.New("the channel takes free texts only for a while after the customer's last message, which is over")
)

// reasonProgram is why the turn was, in its row and its event.
const reasonProgram = "program"

// Program is what a program of the business wants the assistant to say.
type Program struct {
	Tenant       tenant.ID
	Conversation string
	Contact      string // the one that the text was screened for
	Reply        string
	handoff.Screened
}

// Speak says a program's words as the assistant, within the caller's transaction: a turn of its own, which supersedes none and leaves in
// the dialogue that nothing is asked any more. It returns who has the conversation.
func Speak(ctx context.Context, tx pgx.Tx, p Program) (mode string, err error) {
	c, err := lockConversation(ctx, tx, p.Tenant, p.Conversation)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", handoff.ErrUnknown
	}
	if err == nil {
		err = c.refuses(p)
	}
	if err != nil {
		return "", err
	}
	said := said{pii: p.PII, turn: turnOf(p.Reply), reply: p.Reply, reason: reasonProgram}
	if said.text, err = p.Rename(ctx, tx, p.Tenant, c.id); err != nil {
		return "", err
	}
	return c.mode, c.keep(ctx, tx, said)
}

// refuses says why a program's words are not said now.
func (c *conversation) refuses(p Program) error {
	switch {
	case len(c.address) == 0:
		return handoff.ErrNoAddress
	case c.contact != p.Contact:
		return handoff.ErrRenamed
	case c.mode == "human":
		return ErrPerson
	case !open(c):
		return ErrClosed
	case c.busy:
		return ErrBusy
	}
	return nil
}

// keep writes the turn of words that ask nothing.
func (c *conversation) keep(ctx context.Context, tx pgx.Tx, said said) error {
	state := dialogue.Decode(turn.Rules(c.dialogue))
	unask(&state, c.now)
	next, err := turn.Spoke(c.dialogue, turn.Said{Rules: state.Encode(), At: c.now.UTC()})
	if err != nil {
		return err
	}
	content, err := json.Marshal(map[string]any{"text": said.text, "choices": nil})
	if err != nil {
		return fmt.Errorf("encode reply: %w", err)
	}
	stages, bodies, err := encode(events(c, said))
	if err != nil {
		return err
	}
	const sql = `SELECT chat.speak($1, $2, $3, $4, $5, $6, $7, $8, $9)`
	_, err = tx.Exec(ctx, sql, string(c.tenant), c.id, said.turn, said.reason, said.reply, content, next, stages, bodies)
	return err
}

// turnOf names the turn of a reply.
func turnOf(reply string) string {
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte("turn of "+reply)).String()
}
