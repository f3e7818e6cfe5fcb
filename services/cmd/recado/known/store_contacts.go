package known

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
)

const contactSQL = `SELECT p.channel, coalesce(p.temperature, ''), coalesce(p.temperature_by, ''), p.temperature_at,
       (SELECT count(*) FROM chat.conversations c WHERE c.tenant_id = p.tenant_id AND c.contact_id = p.id)
  FROM chat.contacts p WHERE p.tenant_id = $1 AND p.id = $2`

func read(ctx context.Context, db *store.Store, k *Contact) error {
	err := db.Tenant(ctx, k.Tenant, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, contactSQL, string(k.Tenant), k.ID).Scan(&k.Channel, &k.Temperature, &k.By, &k.At, &k.Conversations)
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return fmt.Errorf("contact %s: tenant %s has no such contact", k.ID, k.Tenant)
	case err != nil:
		return fmt.Errorf("read contact %s: %w", k.ID, err)
	}
	return nil
}
