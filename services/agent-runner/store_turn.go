package agentrunner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/proto"

	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/turn"
)

// Release gives a turn back.
func (d *database) Release(ctx context.Context, c *turn.Conversation, wait time.Duration, counted bool) error {
	return wrap("release turn", d.batch(ctx, c, func(b *pgx.Batch) {
		b.Queue(`SELECT chat.release($1, $2, $3, $4, $5, $6)`, string(c.Tenant), c.ID, d.instance, c.Fence, wait, counted)
	}))
}

const reloadSQL = `SELECT version, message_ids, sequences, events, traceparents FROM chat.reload($1, $2, $3, $4)`

// Reload reads a superseded turn's messages.
func (d *database) Reload(ctx context.Context, c *turn.Conversation) error {
	var in inbox
	var version int64
	err := d.db.Batch(ctx, c.Tenant, func(b *pgx.Batch) {
		b.Queue(reloadSQL, string(c.Tenant), c.ID, d.instance, c.Fence).QueryRow(func(row pgx.Row) error {
			return row.Scan(&version, &in.ids, &in.sequences, &in.events, &in.traces)
		})
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return turn.ErrFenced
	case err != nil:
		return fmt.Errorf("reload turn: %w", err)
	}
	messages, err := in.messages()
	if err != nil {
		return err
	}
	c.Version, c.Messages = version, messages
	return nil
}

// Steps returns a turn's journal.
func (d *database) Steps(ctx context.Context, c *turn.Conversation) (steps []turn.Step, err error) {
	err = d.db.Batch(ctx, c.Tenant, func(b *pgx.Batch) {
		b.Queue(`SELECT key, kind, name, wrote, through, answer FROM chat.steps WHERE tenant_id = $1 AND turn_id = $2 ORDER BY created_at`,
			string(c.Tenant), c.TurnID).Query(func(rows pgx.Rows) error {
			steps, err = pgx.CollectRows(rows, pgx.RowToStructByPos[turn.Step])
			return err
		})
	})
	return steps, wrap("read journal", err)
}

// AddSteps writes journal entries under the fence.
func (d *database) AddSteps(ctx context.Context, c *turn.Conversation, steps []turn.Step) (ours bool, err error) {
	body, err := json.Marshal(steps)
	if err != nil {
		return false, fmt.Errorf("encode journal: %w", err)
	}
	err = d.batch(ctx, c, func(b *pgx.Batch) {
		args := []any{string(c.Tenant), c.ID, d.instance, c.Fence, c.TurnID, json.RawMessage(body)}
		b.Queue(`SELECT chat.add_steps($1, $2, $3, $4, $5, $6)`, args...).
			QueryRow(func(row pgx.Row) error { return row.Scan(&ours) })
	})
	return ours, wrap("write journal", err)
}

const historySQL = `
SELECT ours, event, text, created_at FROM (
  (SELECT created_at, false AS ours, event, '' AS text FROM chat.messages
    WHERE tenant_id = $1 AND conversation_id = $2 AND ended IS NOT NULL AND kind IN ('text', 'interactive', 'echo')
    ORDER BY created_at DESC LIMIT $3)
  UNION ALL
  (SELECT created_at, true, NULL, content->>'text' FROM chat.replies
    WHERE tenant_id = $1 AND conversation_id = $2 ORDER BY sequence DESC LIMIT $3)
) AS said ORDER BY created_at DESC LIMIT $3`

// History returns the last texts before this turn, oldest first.
func (d *database) History(ctx context.Context, c *turn.Conversation, limit int) (lines []turn.Line, err error) {
	err = d.db.Batch(ctx, c.Tenant, func(b *pgx.Batch) {
		b.Queue(historySQL, string(c.Tenant), c.ID, limit).Query(func(rows pgx.Rows) error {
			lines, err = pgx.CollectRows(rows, readLine)
			return err
		})
	})
	slices.Reverse(lines)
	return lines, wrap("read history", err)
}

func readLine(row pgx.CollectableRow) (turn.Line, error) {
	var l turn.Line
	var event []byte
	if err := row.Scan(&l.Ours, &event, &l.Text, &l.At); err != nil || l.Ours {
		return l, err
	}
	routed := new(recadov1.MessageRouted)
	if err := proto.Unmarshal(event, routed); err != nil {
		return l, fmt.Errorf("decode message: %w", err)
	}
	c := routed.GetContent()
	l.Text = c.GetText().GetBody() + c.GetInteractive().GetTitle() + c.GetEcho().GetText()
	l.Ours, l.PII = c.GetEcho() != nil, routed.GetPii()
	if routed.GetVerdict() == recadov1.Verdict_VERDICT_BLOCK {
		l.Text = "" // what was refused stays unsaid to the model
	}
	return l, nil
}

// Left lists the outboxes of one conversation.
func (d *database) Left(ctx context.Context, c *turn.Conversation) (out []turn.Outbox, err error) {
	err = d.db.Batch(ctx, c.Tenant, func(b *pgx.Batch) {
		b.Queue(`SELECT tenant_id, id, stages, events, traceparent FROM chat.turns
		          WHERE tenant_id = $1 AND conversation_id = $2 AND published_at IS NULL
		          ORDER BY created_at LIMIT 20`, string(c.Tenant), c.ID).
			Query(func(rows pgx.Rows) error { out, err = pgx.CollectRows(rows, readOutbox); return err })
	})
	return out, wrap("list outboxes", err)
}

const commitSQL = `
SELECT outcome, wait_ms FROM chat.commit_turn($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`

// Commit ends a turn.
func (d *database) Commit(
	ctx context.Context, c *turn.Conversation, end *turn.Ending,
) (result turn.CommitResult, due time.Duration, err error) {
	args, err := commitArgs(c, end, d.instance)
	if err != nil {
		return "", 0, err
	}
	var wait *int64
	err = d.batch(ctx, c, func(b *pgx.Batch) {
		if end.Names != nil {
			b.Queue(`SELECT chat.keep_names($1, $2, $3, $4, $5)`, string(c.Tenant), c.ID, d.instance, c.Fence, end.Names)
		}
		if j := end.Temperature; j != nil {
			b.Queue(`SELECT chat.keep_temperature($1, $2, $3, $4, $5, $6, $7)`, string(c.Tenant), c.ID, d.instance, c.Fence, end.Version,
				string(j.Temperature), j.By)
		}
		d.noteMemory(b, c, end)
		b.Queue(commitSQL, args...).QueryRow(func(row pgx.Row) error { return row.Scan(&result, &wait) })
	})
	if err != nil {
		return "", 0, fmt.Errorf("commit turn: %w", err)
	}
	if wait == nil {
		return result, -1, nil
	}
	return result, time.Duration(*wait) * time.Millisecond, nil
}

func commitArgs(c *turn.Conversation, end *turn.Ending, instance string) ([]any, error) {
	var summary any
	if end.Summary != nil {
		body, err := json.Marshal(end.Summary)
		if err != nil {
			return nil, fmt.Errorf("encode turn: %w", err)
		}
		summary = json.RawMessage(body)
	}
	if end.Replies == nil {
		end.Replies = []turn.Reply{}
	}
	replies, err := json.Marshal(end.Replies)
	if err != nil {
		return nil, fmt.Errorf("encode replies: %w", err)
	}
	stages, events := make([]string, len(end.Events)), make([][]byte, len(end.Events))
	for i, e := range end.Events {
		stages[i], events[i] = e.Stage, e.Body
	}
	ids := end.MessageIDs
	if ids == nil {
		ids = []string{}
	}
	return []any{
		string(c.Tenant), c.ID, instance, c.Fence, end.Version, ids, end.Ended, end.Language, nullable(end.Dialogue), end.Mode, end.Reason,
		summary, json.RawMessage(replies), stages, events, end.Traceparent,
	}, nil
}
