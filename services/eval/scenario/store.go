package scenario

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/recado/recado/pkg/tenant"
)

// ending is how a message ended; a turn is empty where none answered it.
type ending struct{ Message, Ended, Turn string }

const endingsSQL = `SELECT message_id, ended, coalesce(turn_id::text, '') FROM chat.messages
WHERE tenant_id = $1 AND message_id = ANY ($2) AND ended IS NOT NULL`

// endings are those of the messages that have ended.
func (d *desk) endings(ctx context.Context, id string, messages []string) (out []ending, err error) {
	err = d.console.Batch(ctx, tenant.ID(id), func(b *pgx.Batch) {
		b.Queue(endingsSQL, id, messages).Query(func(rows pgx.Rows) error {
			out, err = pgx.CollectRows(rows, pgx.RowToStructByPos[ending])
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read how messages ended: %w", err)
	}
	return out, nil
}

// own is an appointment of the customer, on the business's clock.
type own struct{ ID, Date, Time, Service, Staff, Branch string }

const ownSQL = `
SELECT a.id::text, to_char(a.starts_at AT TIME ZONE t.zone, 'YYYY-MM-DD'), to_char(a.starts_at AT TIME ZONE t.zone, 'HH24:MI'),
  a.service_name, a.staff_name, a.branch_name
FROM business.appointments a JOIN core.tenants t USING (tenant_id)
WHERE a.tenant_id = $1 AND a.contact_id = $2 AND a.status = 'confirmed' AND a.starts_at > now() ORDER BY a.starts_at LIMIT 1`

// nextAppointment is the customer's next one; false where there is none.
func (d *desk) nextAppointment(ctx context.Context, id, contact string) (o own, found bool, err error) {
	err = d.business.Batch(ctx, tenant.ID(id), func(b *pgx.Batch) {
		b.Queue(ownSQL, id, contact).QueryRow(func(row pgx.Row) error {
			return row.Scan(&o.ID, &o.Date, &o.Time, &o.Service, &o.Staff, &o.Branch)
		})
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return own{}, false, nil
	}
	if err != nil {
		return own{}, false, fmt.Errorf("read the next appointment: %w", err)
	}
	return o, true, nil
}

const bookSQL = `
INSERT INTO business.appointments (tenant_id, id, contact_id, service_id, staff_id, branch_id, resource_id,
  service_name, staff_name, branch_name, party_size, starts_at, ends_at)
SELECT t.tenant_id, gen_random_uuid(), $2, s.id, r.staff_id, b.id, r.id, coalesce(s.name, ''),
  CASE WHEN r.kind = 'staff' THEN r.name ELSE '' END, b.name, CASE WHEN r.kind = 'table' THEN $8::int END,
  x.starts, x.starts + make_interval(mins => coalesce(s.duration_minutes, t.booking_default_minutes))
FROM core.tenants t
JOIN business.branches b ON b.tenant_id = t.tenant_id AND b.name = $3
JOIN business.resources r ON r.tenant_id = t.tenant_id
  AND (r.kind = 'staff' AND r.name = $4 OR r.kind = 'table' AND $4 = '' AND r.branch_id = b.id AND r.seats >= $8)
LEFT JOIN business.services s ON s.tenant_id = t.tenant_id AND s.slug = $5 AND s.bookable
CROSS JOIN LATERAL (SELECT ($6 || ' ' || $7)::timestamp AT TIME ZONE t.zone AS starts) x
WHERE t.tenant_id = $1 ORDER BY r.seats, r.position LIMIT 1`

// book writes an appointment for a contact as the desk would.
func (d *desk) book(ctx context.Context, id, contact, service string, o opening) error {
	return d.write(ctx, id, "book", bookSQL, id, contact, o.Branch, o.Staff, service, o.Date, o.Time, seats)
}

const takeSQL = `
INSERT INTO business.appointments (tenant_id, id, contact_id, staff_id, branch_id, resource_id, party_size, starts_at, ends_at)
SELECT t.tenant_id, gen_random_uuid(), gen_random_uuid(), r.staff_id, r.branch_id, r.id, CASE WHEN r.kind = 'table' THEN 1 END,
  x.starts, x.starts + make_interval(mins => t.booking_step_minutes)
FROM core.tenants t JOIN business.resources r ON r.tenant_id = t.tenant_id
CROSS JOIN LATERAL (SELECT ($2 || ' ' || $3)::timestamp AT TIME ZONE t.zone AS starts) x
WHERE t.tenant_id = $1
ON CONFLICT DO NOTHING`

// take fills a time for everybody who could have it: others were faster.
func (d *desk) take(ctx context.Context, id string, o opening) error {
	return d.write(ctx, id, "take a slot", takeSQL, id, o.Date, o.Time)
}

const remindSQL = `
INSERT INTO business.scheduled_messages (tenant_id, contact_id, kind, subject_id, version, subject_at, due_at, expires_at)
SELECT a.tenant_id, a.contact_id, 'reminder_24h', a.id, 1 + (SELECT count(*) FROM business.scheduled_messages m WHERE m.subject_id = a.id),
  a.starts_at, now(), a.starts_at
FROM business.appointments a
WHERE a.tenant_id = $1 AND a.contact_id = $2 AND a.status = 'confirmed' AND a.starts_at > now() ORDER BY a.starts_at LIMIT 1`

const dueSQL = `SELECT count(*) FROM business.scheduled_messages
WHERE tenant_id = $1 AND contact_id = $2 AND state = 'waiting' AND due_at <= now()`

// remind makes the reminder of a contact's next appointment due, and waits until it was said or dropped.
func (d *desk) remind(ctx context.Context, id, contact string) error {
	if err := d.write(ctx, id, "remind", remindSQL, id, contact); err != nil {
		return err
	}
	for waiting := 1; waiting > 0; {
		if err := waitFor(ctx, nil, endTick); err != nil {
			return fmt.Errorf("wait for the reminder: %w", err)
		}
		err := d.business.Batch(ctx, tenant.ID(id), func(b *pgx.Batch) {
			b.Queue(dueSQL, id, contact).QueryRow(func(row pgx.Row) error { return row.Scan(&waiting) })
		})
		if err != nil {
			return fmt.Errorf("wait for the reminder: %w", err)
		}
	}
	return nil
}

const giveSQL = `SELECT business.move_tokens($1, $2, id, $3::text::bigint, 'bonus', 'manual', gen_random_uuid(), '')
FROM business.loyalty_programs WHERE tenant_id = $1`

// give gives a contact tokens of the business's programme.
func (d *desk) give(ctx context.Context, id, contact, tokens string) error {
	return d.write(ctx, id, "give tokens", giveSQL, id, contact, tokens)
}

func (d *desk) write(ctx context.Context, id, what, sql string, args ...any) error {
	err := d.business.Batch(ctx, tenant.ID(id), func(b *pgx.Batch) {
		b.Queue(sql, args...).Exec(func(tag pgconn.CommandTag) error {
			if tag.RowsAffected() == 0 {
				return errors.New("nothing was written")
			}
			return nil
		})
	})
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

const handBackSQL = `SELECT chat.hand_back($1, $2)`

const waitingSQL = `SELECT message_id FROM chat.messages WHERE tenant_id = $1 AND conversation_id = $2 AND ended IS NULL`

// handBack lets the assistant answer again, and returns the messages that it answers then.
func (d *desk) handBack(ctx context.Context, id, conversation string) (waiting []string, err error) {
	err = d.console.Batch(ctx, tenant.ID(id), func(b *pgx.Batch) {
		b.Queue(handBackSQL, id, conversation)
		b.Queue(waitingSQL, id, conversation).Query(func(rows pgx.Rows) error {
			waiting, err = pgx.CollectRows(rows, pgx.RowTo[string])
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("hand back: %w", err)
	}
	return waiting, nil
}

const dialogueSQL = `SELECT coalesce(dialogue::text, '') FROM chat.conversations WHERE tenant_id = $1 AND id = $2`

const ageConversationSQL = `UPDATE chat.conversations SET dialogue = nullif($3, '')::jsonb, created_at = created_at - $4::interval,
  updated_at = updated_at - $4::interval WHERE tenant_id = $1 AND id = $2`

const ageMessagesSQL = `UPDATE chat.messages SET received_at = received_at - $3::interval, created_at = created_at - $3::interval,
  ended_at = ended_at - $3::interval WHERE tenant_id = $1 AND conversation_id = $2`

// written is a moment as JSON has it.
var written = regexp.MustCompile(`"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)"`)

// age makes all that is kept of a conversation so much older.
func (d *desk) age(ctx context.Context, id, conversation string, by time.Duration) error {
	var dialogue string
	err := d.console.Tenant(ctx, tenant.ID(id), func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, dialogueSQL, id, conversation).Scan(&dialogue); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, ageConversationSQL, id, conversation, older(dialogue, by), by); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, ageMessagesSQL, id, conversation, by)
		return err
	})
	if err != nil {
		return fmt.Errorf("let time go by: %w", err)
	}
	return nil
}

// older moves every moment of a JSON text back.
func older(text string, by time.Duration) string {
	return written.ReplaceAllStringFunc(text, func(moment string) string {
		at, err := time.Parse(`"`+time.RFC3339Nano+`"`, moment)
		if err != nil {
			return moment
		}
		return at.Add(-by).Format(`"` + time.RFC3339Nano + `"`)
	})
}
