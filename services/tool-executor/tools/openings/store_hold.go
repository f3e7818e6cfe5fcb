package openings

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/recado/recado/pkg/tenant"
)

// Hold keeps an opening for a contact for a while; an empty Waiting is of no place on the waiting list.
type Hold struct {
	Tenant                  tenant.ID
	ContactID, Conversation string
	Channel                 string
	Waiting                 *uuid.UUID
	Free                    Free
	Wish                    Wish
	Life                    time.Duration
}

// ErrTaken says that somebody has the resource at that time.
var ErrTaken = errors.New("the time is taken")

// exclusionViolation is how the database refuses what overlaps.
const exclusionViolation = "23P01"

// Taken reports whether the database refused a write because it overlaps.
func Taken(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && refused.Code == exclusionViolation
}

const insertHoldSQL = `INSERT INTO business.slot_holds
  (tenant_id, id, contact_id, conversation_id, channel, waiting_id, resource_id, room_id, starts_at, ends_at,
  buffer_before_minutes, buffer_after_minutes, expires_at)
VALUES ($1, $2, $3, nullif($4, '')::uuid, $5, $6, $7, $8, $9, $10, $11, $12, clock_timestamp() + $13::interval) RETURNING expires_at`

// Insert keeps it until a time; the savepoint keeps the transaction alive when the constraint refuses.
func (h *Hold) Insert(ctx context.Context, tx pgx.Tx) (until time.Time, err error) {
	point, err := tx.Begin(ctx)
	if err != nil {
		return until, fmt.Errorf("set savepoint: %w", err)
	}
	w, f := h.Wish, h.Free
	ends := f.Starts.Add(time.Duration(w.Minutes) * time.Minute)
	err = point.QueryRow(ctx, insertHoldSQL, h.Tenant, uuid.Must(uuid.NewV7()), h.ContactID, h.Conversation, h.Channel, h.Waiting,
		f.Resource.ID, f.RoomID(), f.Starts, ends, w.Before, w.After, h.Life).Scan(&until)
	switch {
	case Taken(err):
		return until, errors.Join(ErrTaken, point.Rollback(ctx))
	case err != nil:
		return until, fmt.Errorf("hold: %w", err)
	}
	return until, point.Commit(ctx)
}

// RoomID is the room that goes with an opening; nil where none does.
func (f Free) RoomID() *uuid.UUID {
	if f.Room == uuid.Nil {
		return nil
	}
	return &f.Room
}

// Take makes an opening busy in what was read: what is kept for one is free for nobody else.
func (a *Agenda) Take(f Free, w Wish) {
	span := w.around(f.Starts)
	a.Busy[f.Resource.ID] = append(a.Busy[f.Resource.ID], span)
	if f.Room != uuid.Nil {
		a.Busy[f.Room] = append(a.Busy[f.Room], span)
	}
}
