package waiting

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/ledger"
	"github.com/recado/recado/services/tool-executor/tools/openings"
)

// tx is the transaction of one write.
type tx struct{ pgx.Tx }

// once runs a write in one transaction with its ledger row: whoever repeats the key gets the first result again.
func once(ctx context.Context, db *store.Store, c tool.Call, write func(*tx) (tool.Result, error)) (tool.Result, error) {
	return ledger.New(db).Once(ctx, c, func(t pgx.Tx) (tool.Result, error) { return write(&tx{t}) })
}

// agenda reads the calendar as it is for nobody in particular: what is held for anybody is taken.
func (x *tx) agenda(ctx context.Context, id tenant.ID, from time.Time, days int) (*openings.Agenda, error) {
	a, b := openings.New(""), &pgx.Batch{}
	a.Queue(b, id, from, days)
	if err := x.SendBatch(ctx, b).Close(); err != nil {
		return nil, fmt.Errorf("read calendar: %w", err)
	}
	return a.Ready()
}

const countSQL = `SELECT count(*) FILTER (WHERE contact_id = $2), count(*) FROM business.waiting_list
WHERE tenant_id = $1 AND state IN ('waiting', 'offered')`

const sameSQL = `SELECT id::text FROM business.waiting_list
WHERE tenant_id = $1 AND contact_id = $2 AND state IN ('waiting', 'offered') AND service_id IS NOT DISTINCT FROM $3
  AND branch_id IS NOT DISTINCT FROM $4 AND first_day = $5 AND last_day = $6 AND part_of_day = $7`

const joinSQL = `INSERT INTO business.waiting_list
  (tenant_id, id, contact_id, conversation_id, service_id, branch_id, party_size, first_day, last_day, part_of_day)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

// join takes a place behind whoever waits already.
func (x *tx) join(ctx context.Context, c tool.Call, p place) (id string, refusal *tool.Error, err error) {
	err = x.QueryRow(ctx, sameSQL, c.Tenant, c.ContactID, p.service, p.branch, p.first, p.last, p.part).Scan(&id)
	if err == nil || !errors.Is(err, pgx.ErrNoRows) {
		return id, nil, err
	}
	var own, all int
	if err := x.QueryRow(ctx, countSQL, c.Tenant, c.ContactID).Scan(&own, &all); err != nil {
		return "", nil, fmt.Errorf("count the waiting list: %w", err)
	}
	switch {
	case own >= maxOwn:
		return "", &tool.Error{Code: "too_many_waiting", Message: "the customer is on the waiting list often enough"}, nil
	case all >= maxTenant:
		return "", &tool.Error{Code: "waiting_list_full", Message: "the waiting list is full"}, nil
	}
	id = uuid.Must(uuid.NewV7()).String()
	_, err = x.Exec(ctx, joinSQL,
		c.Tenant, id, c.ContactID, c.ConversationID, p.service, p.branch, p.party, p.first, p.last, p.part)
	if err != nil {
		return "", nil, fmt.Errorf("join the waiting list: %w", err)
	}
	return id, nil, nil
}

const leaveSQL = `WITH gone AS (
  UPDATE business.waiting_list SET state = 'left', offered_until = NULL, updated_at = now()
   WHERE tenant_id = $1 AND contact_id = $2 AND state IN ('waiting', 'offered') RETURNING id
), held AS (
  DELETE FROM business.slot_holds h USING gone WHERE h.tenant_id = $1 AND h.waiting_id = gone.id
) SELECT count(*) FROM gone`

func (x *tx) leave(ctx context.Context, c tool.Call) (n int, err error) {
	if err := x.QueryRow(ctx, leaveSQL, c.Tenant, c.ContactID).Scan(&n); err != nil {
		return 0, fmt.Errorf("leave the waiting list: %w", err)
	}
	return n, nil
}

// entry is somebody who waits.
type entry struct {
	ID           uuid.UUID
	Contact      string
	Conversation string
	Service      *uuid.UUID
	Branch       *uuid.UUID
	Party        int
	First, Last  time.Time
	Part         string
	Version      int
	Offered      []time.Time
}

// maxOffers is how many times somebody is told of a time before they are asked no more.
const maxOffers = 3

// restSQL ends the offers that nobody answered, and waits whose days are over.
const restSQL = `UPDATE business.waiting_list w SET updated_at = now(), offered_until = NULL,
  state = CASE WHEN w.version - w.unheard >= $2 OR w.last_day < (now() AT TIME ZONE t.zone)::date THEN 'ended' ELSE 'waiting' END
FROM core.tenants t WHERE t.tenant_id = w.tenant_id AND w.tenant_id = $1 AND (w.state = 'offered' AND w.offered_until <= clock_timestamp()
  OR w.state = 'waiting' AND (w.version - w.unheard >= $2 OR w.last_day < (now() AT TIME ZONE t.zone)::date))`

// entriesSQL: who has asked not to be written to, or has just been offered another time, waits on.
const entriesSQL = `SELECT id, contact_id::text, conversation_id::text, service_id, branch_id, coalesce(party_size, 1), first_day, last_day,
  part_of_day, version, offered
FROM business.waiting_list w WHERE tenant_id = $1 AND state = 'waiting' AND rests_until <= now()
  AND NOT EXISTS (SELECT FROM business.contacts c WHERE c.tenant_id = w.tenant_id AND c.id = w.contact_id AND c.silenced_at IS NOT NULL)
  AND NOT EXISTS (SELECT FROM business.slot_holds h WHERE h.tenant_id = w.tenant_id AND h.contact_id = w.contact_id
    AND h.waiting_id IS NOT NULL AND h.expires_at > now())
ORDER BY created_at, id LIMIT $2`

// lookedSQL writes one row of a tenant's list: the newest look of any of them is the list's.
const lookedSQL = `UPDATE business.waiting_list SET looked_at = clock_timestamp()
WHERE tenant_id = $1 AND id = (SELECT id FROM business.waiting_list
  WHERE tenant_id = $1 AND state IN ('waiting', 'offered') ORDER BY created_at, id LIMIT 1)`

// quietSQL: who cannot be written to now is offered nothing now, for the offer would be over before it is read.
const quietSQL = `SELECT EXISTS (SELECT FROM core.tenants t, business.quiet_span(now(), t.zone, t.quiet_from, t.quiet_to)
  WHERE t.tenant_id = $1)`

// busySQL: what a contact has at that time already; it waits for no other offer, in this transaction or before it.
const busySQL = `SELECT starts_at, ends_at FROM business.appointments
  WHERE tenant_id = $1 AND contact_id = $2 AND status = 'confirmed' AND ends_at > now()
UNION ALL SELECT 'epoch', '9999-01-01' FROM business.slot_holds
  WHERE tenant_id = $1 AND contact_id = $2 AND waiting_id IS NOT NULL AND expires_at > now()
UNION ALL SELECT 'epoch', '9999-01-01' WHERE NOT EXISTS (
  SELECT FROM business.waiting_list WHERE tenant_id = $1 AND id = $3 AND state = 'waiting' FOR UPDATE)`

// busy reads when who waits can take nothing, and keeps their place from others.
func (x *tx) busy(ctx context.Context, id tenant.ID, e *entry) ([]openings.Busy, error) {
	rows, err := x.Query(ctx, busySQL, id, e.Contact, e.ID)
	if err != nil {
		return nil, fmt.Errorf("read who is busy: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[openings.Busy])
	if err != nil {
		return nil, fmt.Errorf("read who is busy: %w", err)
	}
	return list, nil
}

const offeredSQL = `UPDATE business.waiting_list SET state = 'offered', version = version + 1, offered = offered || $3::timestamptz,
  offered_until = $4, updated_at = now() WHERE tenant_id = $1 AND id = $2`

const promiseSQL = `INSERT INTO business.scheduled_messages
  (tenant_id, contact_id, conversation_id, kind, subject_id, version, facts, due_at, expires_at, next_at)
VALUES ($1, $2, $3, 'waiting_offer', $4, $5, $6, now(), $7, now())`

// offer is what somebody is offered, in the transaction that keeps it for them.
type offer struct {
	to    *entry
	free  openings.Free
	until time.Time
	facts facts
}

// facts are what the words of an offer are made of.
type facts struct {
	Service   string `json:"service,omitempty"`
	ServiceID string `json:"service_id,omitempty"`
	Staff     string `json:"staff,omitempty"`
	Branch    string `json:"branch,omitempty"`
	Party     int    `json:"party,omitempty"`
	Date      string `json:"date"`
	Time      string `json:"time"`
	Until     string `json:"until"`
	SlotID    string `json:"slot_id"`
}

// promise writes that somebody is offered a time, and plans to tell them.
func promise(ctx context.Context, tx pgx.Tx, id tenant.ID, o offer) error {
	if _, err := tx.Exec(ctx, offeredSQL, id, o.to.ID, o.free.Starts, o.until); err != nil {
		return fmt.Errorf("write an offer: %w", err)
	}
	_, err := tx.Exec(ctx, promiseSQL, id, o.to.Contact, ledger.ID(o.to.Conversation), o.to.ID, o.to.Version+1, o.facts, o.until)
	if err != nil {
		return fmt.Errorf("plan an offer: %w", err)
	}
	return nil
}
