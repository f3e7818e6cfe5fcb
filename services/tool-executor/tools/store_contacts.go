package tools

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
)

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
	if _, err := t.tx.Exec(ctx, callbackSQL, c.Tenant, id, c.ContactID, c.ConversationID, nullUUID(c.TurnID), wanted.when); err != nil {
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
