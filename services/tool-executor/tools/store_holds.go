package tools

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/ledger"
	"github.com/recado/recado/services/tool-executor/tools/openings"
)

const offeredUntilSQL = `SELECT coalesce(max(expires_at), '0001-01-01') FROM business.slot_holds
WHERE tenant_id = $1 AND contact_id = $2 AND waiting_id IS NOT NULL AND starts_at = $3 AND expires_at > clock_timestamp()`

// offeredUntil is until when the waiting list keeps a time for the contact; zero where it does not.
func (t *Tx) offeredUntil(ctx context.Context, c tool.Call, starts time.Time) (until time.Time, err error) {
	if err = t.tx.QueryRow(ctx, offeredUntilSQL, c.Tenant, c.ContactID, starts).Scan(&until); err != nil {
		return until, fmt.Errorf("read holds: %w", err)
	}
	if until.Year() == 1 {
		return time.Time{}, nil
	}
	return until, nil
}

const dropChoicesSQL = `DELETE FROM business.slot_holds
WHERE tenant_id = $1 AND contact_id = $2
  AND (waiting_id IS NULL AND conversation_id IS NOT DISTINCT FROM $3 OR expires_at <= clock_timestamp())`

// dropChoices gives back what the conversation was asked about before.
func (t *Tx) dropChoices(ctx context.Context, c tool.Call) error {
	if _, err := t.tx.Exec(ctx, dropChoicesSQL, c.Tenant, c.ContactID, ledger.ID(c.ConversationID)); err != nil {
		return fmt.Errorf("give holds back: %w", err)
	}
	return nil
}

const refuseOffersSQL = `WITH dropped AS (
  DELETE FROM business.slot_holds WHERE tenant_id = $1 AND contact_id = $2 AND waiting_id IS NOT NULL RETURNING waiting_id)
UPDATE business.waiting_list w SET state = 'waiting', offered_until = NULL, updated_at = now()
FROM dropped d WHERE w.tenant_id = $1 AND w.id = d.waiting_id AND w.state = 'offered'`

// giveBack ends what is held for the conversation's question; after a no the offers of the waiting list too: who refused a time waits on
// for another one.
func (t *Tx) giveBack(ctx context.Context, c tool.Call, refused bool) error {
	if err := t.dropChoices(ctx, c); err != nil || !refused {
		return err
	}
	if _, err := t.tx.Exec(ctx, refuseOffersSQL, c.Tenant, c.ContactID); err != nil {
		return fmt.Errorf("give offers back: %w", err)
	}
	return nil
}

const holdsSQL = `SELECT count(*) FILTER (WHERE contact_id = $2), count(*) FILTER (WHERE channel = 'webchat') FROM business.slot_holds
WHERE tenant_id = $1 AND expires_at > clock_timestamp()`

// mayHold reports whether one more time may be kept: where a contact has enough, or the visitors of a page together have as many as they
// may book within an hour, the time is still offered, and kept for nobody.
func (t *Tx) mayHold(ctx context.Context, c tool.Call, a *openings.Agenda) (bool, error) {
	if a.Hold == 0 {
		return false, nil
	}
	var own, visitors int
	if err := t.tx.QueryRow(ctx, holdsSQL, c.Tenant, c.ContactID).Scan(&own, &visitors); err != nil {
		return false, fmt.Errorf("count holds: %w", err)
	}
	return own < a.MaxHolds && (c.Channel != channelPage || visitors < a.VisitorsPerHour), nil
}

const dropHoldsSQL = `DELETE FROM business.slot_holds
WHERE tenant_id = $1 AND contact_id = $2
  AND (waiting_id IS NULL AND conversation_id IS NOT DISTINCT FROM $3 OR starts_at < $5 AND ends_at > $4) RETURNING waiting_id`

// dropHolds gives back what the contact holds where it is going to book, and returns the places on the waiting list that it was of.
func (t *Tx) dropHolds(ctx context.Context, c tool.Call, b booking) (waited []uuid.UUID, err error) {
	ends := b.starts.Add(time.Duration(b.wish.Minutes) * time.Minute)
	rows, err := t.tx.Query(ctx, dropHoldsSQL, c.Tenant, c.ContactID, ledger.ID(c.ConversationID), b.starts, ends)
	if err != nil {
		return nil, fmt.Errorf("give holds back: %w", err)
	}
	waited, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (id uuid.UUID, err error) {
		var of *uuid.UUID
		if err = r.Scan(&of); of != nil {
			id = *of
		}
		return id, err
	})
	if err != nil {
		return nil, fmt.Errorf("give holds back: %w", err)
	}
	return waited, nil
}

const endWaitingSQL = `UPDATE business.waiting_list w SET state = 'booked', offered_until = NULL, updated_at = now()
FROM core.tenants t WHERE t.tenant_id = w.tenant_id AND w.tenant_id = $1 AND w.contact_id = $2 AND w.state IN ('waiting', 'offered')
  AND (w.id = ANY ($3) OR w.service_id IS NOT DISTINCT FROM $4::uuid
    AND ($5::timestamptz AT TIME ZONE t.zone)::date BETWEEN w.first_day AND w.last_day)`

// endWaiting takes the contact off the waiting list for what it has just booked.
func (t *Tx) endWaiting(ctx context.Context, c tool.Call, b booking, waited []uuid.UUID) error {
	var service *uuid.UUID
	if b.wish.Service != uuid.Nil {
		service = &b.wish.Service
	}
	if _, err := t.tx.Exec(ctx, endWaitingSQL, c.Tenant, c.ContactID, waited, service, b.starts); err != nil {
		return fmt.Errorf("end waiting: %w", err)
	}
	return nil
}
