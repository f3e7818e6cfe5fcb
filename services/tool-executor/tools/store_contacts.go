package tools

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/ledger"
	"github.com/recado/recado/services/tool-executor/tools/say"
)

// ownSelect reads appointments of a contact, whoever made them: the desk gives ids, and leaves out the names of the day.
const ownSelect = `SELECT a.id::text, a.status, a.starts_at, a.ends_at, t.zone,
  coalesce(nullif(a.service_name, ''), s.name, ''), coalesce(s.slug, ''), coalesce(s.bookable, false),
  coalesce(nullif(a.branch_name, ''), b.name, ''), coalesce(b.slug, ''),
  coalesce(nullif(a.staff_name, ''), p.name, ''), coalesce(p.slug, ''), coalesce(a.party_size, 0), a.notes,
  CASE WHEN s.cancel_notice_minutes IS NOT NULL THEN s.cancel_notice_minutes
       WHEN a.party_size >= t.booking_large_party THEN t.booking_large_party_cancel_notice_minutes
       ELSE t.booking_cancel_notice_minutes END,
  coalesce(s.move_notice_minutes, t.booking_move_notice_minutes), t.language
FROM business.appointments a JOIN core.tenants t USING (tenant_id)
LEFT JOIN business.services s ON s.tenant_id = a.tenant_id AND s.id = a.service_id
LEFT JOIN business.resources r ON r.tenant_id = a.tenant_id AND r.id = a.resource_id
LEFT JOIN business.branches b ON b.tenant_id = a.tenant_id AND b.id = coalesce(a.branch_id, r.branch_id)
LEFT JOIN business.staff p ON p.tenant_id = a.tenant_id AND p.id = coalesce(a.staff_id, r.staff_id)
WHERE a.tenant_id = $1 AND a.contact_id = $2 `

const ownAppointmentSQL = ownSelect + `AND a.status = 'confirmed' AND a.starts_at > now() AND ($3 = '' OR a.id::text = $3)
ORDER BY a.starts_at LIMIT 2 FOR UPDATE OF a`

const aheadSQL = ownSelect + `AND a.status = 'confirmed' AND a.ends_at > now() ORDER BY a.starts_at LIMIT 101`

const appointmentsSQL = ownSelect + `
ORDER BY a.status = 'confirmed' AND a.ends_at > now() DESC,
  CASE WHEN a.status = 'confirmed' AND a.ends_at > now() THEN a.starts_at END, a.starts_at DESC LIMIT 20`

const cancelSQL = `UPDATE business.appointments SET status = 'cancelled', cancel_reason = $4, updated_at = now()
WHERE tenant_id = $1 AND contact_id = $2 AND id = $3`

// appointment is one of the contact's own.
type appointment struct {
	id, status               string
	starts, ends             time.Time // on the tenant's wall
	serviceName, service     string    // service, branch and staff are slugs
	bookable                 bool      // the service still is
	branchName, branch       string
	staffName, staff         string
	party                    int
	notes                    string
	cancelNotice, moveNotice time.Duration
	tenantLanguage           string
}

// ownAppointment finds the one that was named, or the only one that is ahead; why says what stands against it.
func (t *Tx) ownAppointment(ctx context.Context, c tool.Call, id string) (own appointment, why string, err error) {
	found, err := t.own(ctx, ownAppointmentSQL, c.Tenant, c.ContactID, strings.ToLower(id))
	switch {
	case err != nil:
		return own, "", err
	case len(found) == 0:
		return own, "no_appointment", nil
	case len(found) > 1:
		return own, "several_appointments", nil
	}
	return found[0], "", nil
}

// ahead are the contact's appointments that are not over.
func (t *Tx) ahead(ctx context.Context, c tool.Call) ([]appointment, error) {
	return t.own(ctx, aheadSQL, c.Tenant, c.ContactID)
}

func (t *Tx) own(ctx context.Context, sql string, args ...any) ([]appointment, error) {
	rows, err := t.tx.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("read appointments: %w", err)
	}
	found, err := pgx.CollectRows(rows, scanAppointment)
	if err != nil {
		return nil, fmt.Errorf("read appointments: %w", err)
	}
	return found, nil
}

// appointments are the contact's own: those that are ahead, then the others, the newest first.
func (s *Store) appointments(ctx context.Context, id tenant.ID, contact string) (out []appointment, err error) {
	err = s.read(ctx, id, func(b *pgx.Batch) {
		b.Queue(appointmentsSQL, id, contact).Query(func(rows pgx.Rows) (err error) {
			out, err = pgx.CollectRows(rows, scanAppointment)
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read appointments: %w", err)
	}
	return out, nil
}

func scanAppointment(row pgx.CollectableRow) (a appointment, err error) {
	var zone string
	var cancel, move int
	err = row.Scan(&a.id, &a.status, &a.starts, &a.ends, &zone, &a.serviceName, &a.service, &a.bookable, &a.branchName, &a.branch,
		&a.staffName, &a.staff, &a.party, &a.notes, &cancel, &move, &a.tenantLanguage)
	if err != nil {
		return a, err
	}
	at, err := time.LoadLocation(zone)
	if err != nil {
		return a, fmt.Errorf("zone %q: %w", zone, err)
	}
	a.starts, a.ends = a.starts.In(at), a.ends.In(at)
	a.cancelNotice, a.moveNotice = time.Duration(cancel)*time.Minute, time.Duration(move)*time.Minute
	return a, nil
}

func (t *Tx) cancel(ctx context.Context, c tool.Call, id, reason string) error {
	if _, err := t.tx.Exec(ctx, cancelSQL, c.Tenant, c.ContactID, id, reason); err != nil {
		return fmt.Errorf("cancel appointment: %w", err)
	}
	return nil
}

// said is the appointment as a sentence names it.
func (a appointment) said() say.Appointment {
	return say.Appointment{Service: a.serviceName, Branch: a.branchName, Party: a.party, Starts: a.starts}
}

// Place is where a contact writes, and with whom.
type Place struct{ ConversationID, Channel, AssistantID, Language string }

const placeSQL = `SELECT conversation::text, channel, assistant, language FROM chat.find_contact($1, $2)`

// Place returns a contact's newest conversation; ok is false where the tenant has no such contact, or nothing of it is kept any more.
func (s *Store) Place(ctx context.Context, id tenant.ID, contact string) (p Place, ok bool, err error) {
	err = s.read(ctx, id, func(b *pgx.Batch) {
		b.Queue(placeSQL, id, contact).QueryRow(func(row pgx.Row) error {
			err := row.Scan(&p.ConversationID, &p.Channel, &p.AssistantID, &p.Language)
			if errors.Is(err, pgx.ErrNoRows) {
				return nil
			}
			ok = err == nil
			return err
		})
	})
	if err != nil {
		return Place{}, false, fmt.Errorf("find contact: %w", err)
	}
	return p, ok, nil
}

const contactSQL = `INSERT INTO business.contacts AS c (tenant_id, id, name, email, phone) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (tenant_id, id) DO UPDATE SET updated_at = now(),
  name = coalesce(nullif(excluded.name, ''), c.name), email = coalesce(nullif(excluded.email, ''), c.email),
  phone = coalesce(nullif(excluded.phone, ''), c.phone)`

// keepContact writes what is known of a contact; what is empty stays as it was.
func (t *Tx) keepContact(ctx context.Context, c tool.Call, l lead) error {
	if _, err := t.tx.Exec(ctx, contactSQL, c.Tenant, c.ContactID, l.Name, l.Email, l.Phone); err != nil {
		return fmt.Errorf("write contact: %w", err)
	}
	return nil
}

// phoneChannel is where a contact writes from the number that they can be called at.
const phoneChannel = "whatsapp"

const phoneKnownSQL = `SELECT EXISTS (SELECT FROM business.contacts WHERE tenant_id = $1 AND id = $2 AND phone <> '')`

// phoneKnown reports whether a contact can be called without another number.
func (t *Tx) phoneKnown(ctx context.Context, c tool.Call) (known bool, err error) {
	if c.Channel == phoneChannel {
		return true, nil
	}
	if err = t.tx.QueryRow(ctx, phoneKnownSQL, c.Tenant, c.ContactID).Scan(&known); err != nil {
		return false, fmt.Errorf("read contact: %w", err)
	}
	return known, nil
}

// Calls are kept for 90 days, the newest 3 of a contact and the newest 5,000 of a tenant.
const (
	oldCallbacksSQL = `DELETE FROM business.callbacks WHERE tenant_id = $1 AND (created_at < now() - interval '90 days'
  OR id IN (SELECT id FROM business.callbacks WHERE tenant_id = $1 AND contact_id = $2 ORDER BY created_at DESC, id DESC OFFSET 2)
  OR id IN (SELECT id FROM business.callbacks WHERE tenant_id = $1 ORDER BY created_at DESC, id DESC OFFSET 4999))`

	callbackSQL = `INSERT INTO business.callbacks (tenant_id, id, contact_id, conversation_id, turn_id, wished_time)
VALUES ($1, $2, $3, $4, $5, $6)`
)

// recordCallback notes a call, and the wish for a person as escalate_to_human does.
func (t *Tx) recordCallback(ctx context.Context, c tool.Call, wanted callback) (string, error) {
	if err := t.keepContact(ctx, c, wanted.contact); err != nil {
		return "", err
	}
	if _, err := t.tx.Exec(ctx, oldCallbacksSQL, c.Tenant, c.ContactID); err != nil {
		return "", fmt.Errorf("prune callbacks: %w", err)
	}
	id := uuid.Must(uuid.NewV7())
	if _, err := t.tx.Exec(ctx, callbackSQL, c.Tenant, id, c.ContactID, c.ConversationID, ledger.ID(c.TurnID), wanted.when); err != nil {
		return "", fmt.Errorf("record callback: %w", err)
	}
	_, err := t.recordHandoff(ctx, c, "callback", wanted.when)
	return id.String(), err
}

const ownSQL = `
SELECT true AS point, x FROM core.tenants, unnest(ARRAY[email, phone]) AS x WHERE tenant_id = $1 AND x <> ''
UNION ALL SELECT true, x FROM business.branches, unnest(ARRAY[phone, whatsapp]) AS x WHERE tenant_id = $1 AND x <> ''
UNION ALL SELECT false, x FROM core.tenants, unnest(ARRAY[description, website]) AS x WHERE tenant_id = $1 AND x <> ''
UNION ALL SELECT false, x FROM business.branches, unnest(ARRAY[address, directions, google_maps_url]) AS x WHERE tenant_id = $1 AND x <> ''
UNION ALL SELECT false, x FROM business.services, unnest(ARRAY[description, price_note, promotion_text]) AS x
          WHERE tenant_id = $1 AND x <> ''
UNION ALL SELECT false, x FROM business.policies, unnest(ARRAY[policy, short_version]) AS x WHERE tenant_id = $1
UNION ALL SELECT false, answer FROM business.faqs WHERE tenant_id = $1
UNION ALL SELECT false, text FROM business.response_templates WHERE tenant_id = $1`

// OwnTexts returns the business's own contact points, and the texts that it publishes about itself.
func (s *Store) OwnTexts(ctx context.Context, id tenant.ID) (points, texts []string, err error) {
	err = s.read(ctx, id, func(b *pgx.Batch) {
		b.Queue(ownSQL, id).Query(func(rows pgx.Rows) error {
			var point bool
			var text string
			_, err := pgx.ForEachRow(rows, []any{&point, &text}, func() error {
				if point {
					points = append(points, text)
				} else {
					texts = append(texts, text)
				}
				return nil
			})
			return err
		})
	})
	if err != nil {
		return nil, nil, fmt.Errorf("read contact points: %w", err)
	}
	return points, texts, nil
}

const pruneSQL = `SELECT business.prune(now() - $1::interval, now() - $2::interval, $3) + business.prune_messages(now() - $1::interval, $3)`

// KeepPruning removes what was said longer than said ago, and appointments that are over for longer than visits, until ctx ends.
func (s *Store) KeepPruning(ctx context.Context, log *slog.Logger, said, visits time.Duration) {
	s.db.KeepPruning(ctx, log, pruneSQL, said, max(said, visits), store.PruneBatch)
}
