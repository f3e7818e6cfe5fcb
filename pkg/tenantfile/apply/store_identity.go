package apply

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenant"
)

const changeSettings = `UPDATE core.tenants SET settings = $2, version = $3, updated_at = now() WHERE tenant_id = $1`

// ChangeIdentity changes what a tenant's ids are made with, in a transaction of the tenant's, where nobody applies the tenant meanwhile.
// It returns what is stored then; Publish tells the services.
func ChangeIdentity(ctx context.Context, tx pgx.Tx, id tenant.ID, change func(*tenant.Settings) error) (s tenant.Settings, err error) {
	if _, err := tx.Exec(ctx, lockTenant, string(id)); err != nil {
		return s, fmt.Errorf("lock tenant: %w", err)
	}
	var data []byte
	if err := tx.QueryRow(ctx, selectSettings, string(id)).Scan(&data); err != nil {
		return s, fmt.Errorf("read settings of %s: %w", id, err)
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return s, fmt.Errorf("read settings of %s: %w", id, err)
	}
	if err := change(&s); err != nil {
		return s, err
	}
	s.Version++
	if data, err = json.Marshal(s); err != nil {
		return s, fmt.Errorf("encode settings: %w", err)
	}
	if _, err := tx.Exec(ctx, changeSettings, string(id), data, s.Version); err != nil {
		return s, fmt.Errorf("write settings of %s: %w", id, err)
	}
	return s, nil
}

// Publish gives the services a tenant's settings as the database has them.
func (a *Applier) Publish(ctx context.Context, id tenant.ID) error { return a.publishSettings(ctx, id) }

// Settings are a tenant's as the database has them.
func (a *Applier) Settings(ctx context.Context, id tenant.ID) (tenant.Settings, error) {
	return a.readSettings(ctx, id)
}
