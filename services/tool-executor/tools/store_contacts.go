package tools

import (
	"context"
	"fmt"

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
