package handoff

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	sweepEvery = 5 * time.Second
	sweepBatch = 100
)

// settings gives a tenant's settings as of now.
type settings interface {
	Get(id tenant.ID) (*tenant.Settings, bool)
}

// Sweeper reminds the business of who waits, and gives back to the assistant what nobody needs any more. Several may run at once.
type Sweeper struct {
	Store    *store.Store // that acts as recado_agent_runner
	Settings settings
	Log      *slog.Logger
}

// Run sweeps until ctx ends.
func (s *Sweeper) Run(ctx context.Context) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		if _, err := s.Sweep(ctx); err != nil && !store.IsUnavailable(err) && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "handoffs wait", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Sweep looks once at what is due, and returns at how many conversations it did.
func (s *Sweeper) Sweep(ctx context.Context) (seen int, err error) {
	type due struct {
		Tenant tenant.ID
		ID     string
	}
	var list []due
	err = s.Store.System(ctx, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `SELECT tenant_id, id::text FROM chat.due_handoffs($1)`, sweepBatch)
		if err != nil {
			return err
		}
		list, err = pgx.CollectRows(rows, pgx.RowToStructByPos[due])
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("list handoffs: %w", err)
	}
	var failed error
	for _, d := range list {
		err := s.Store.Tenant(ctx, d.Tenant, func(tx pgx.Tx) error { return s.look(ctx, tx, d.Tenant, d.ID) })
		switch {
		case errors.Is(err, pgx.ErrNoRows): // another process has it, or it is not due any more
		case err != nil:
			failed = fmt.Errorf("look at the handoff of conversation %s: %w", d.ID, err)
		default:
			seen++
		}
	}
	return seen, failed
}

// look does what is due for one conversation, in one transaction.
func (s *Sweeper) look(ctx context.Context, tx pgx.Tx, id tenant.ID, conversation string) error {
	r, err := lock(ctx, tx, lockDueSQL, id, conversation)
	if err != nil {
		return err
	}
	known, ok := s.Settings.Get(id)
	if !ok {
		return r.wait(ctx, tx, r.Now.Add(lookAgain))
	}
	next := plan(&r, known)
	switch {
	case next.back != "":
		return r.handBack(ctx, tx, next.back, next.note)
	case next.remind > r.Reminders:
		if err := r.remind(ctx, tx, next.remind); err != nil {
			return err
		}
	}
	return r.wait(ctx, tx, next.at)
}

func (r *row) wait(ctx context.Context, tx pgx.Tx, until time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE chat.conversations SET handoff_due = $3 WHERE tenant_id = $1 AND id = $2`, string(r.Tenant), r.ID, until)
	return err
}

// remind tells the business again that somebody waits.
func (r *row) remind(ctx context.Context, tx pgx.Tx, n int) error {
	const sql = `UPDATE chat.conversations SET handoff_reminders = $3 WHERE tenant_id = $1 AND id = $2`
	if _, err := tx.Exec(ctx, sql, string(r.Tenant), r.ID, n); err != nil {
		return err
	}
	notice := reminders[n-1].notice
	id := r.eventID(notice.String())
	return outbox{id: id, outcome: "reminded", reason: r.Reason, events: []bus.Event{&recadov1.HandoffRequested{
		Meta: r.meta(id), ConversationId: r.ID, Reason: r.Reason, Epoch: r.Epoch, Notice: notice, Since: timestamppb.New(r.At),
	}}}.keep(ctx, tx, r)
}
