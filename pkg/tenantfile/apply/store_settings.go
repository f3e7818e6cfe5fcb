package apply

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/tenant"
)

const selectSettings = `SELECT settings FROM core.tenants WHERE tenant_id = $1`

func (a *Applier) readSettings(ctx context.Context, id tenant.ID) (s tenant.Settings, err error) {
	var data []byte
	err = a.Store.Tenant(ctx, id, func(tx pgx.Tx) error { return tx.QueryRow(ctx, selectSettings, string(id)).Scan(&data) })
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil {
		return s, fmt.Errorf("read settings of %s: %w", id, err)
	}
	return s, nil
}

// Identity returns what makes a tenant's ids, as the database has it.
func (a *Applier) Identity(ctx context.Context, id tenant.ID) (*identity.Tenant, error) {
	s, err := a.readSettings(ctx, id)
	if err != nil {
		return nil, err
	}
	return identity.Open(a.Key, &s)
}

const selectAllSettings = `SELECT settings FROM core.all_settings()`

// allSettings are those of every tenant.
func (a *Applier) allSettings(ctx context.Context) (out []tenant.Settings, err error) {
	err = a.Store.System(ctx, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, selectAllSettings)
		if err != nil {
			return err
		}
		out, err = pgx.CollectRows(rows, pgx.RowTo[tenant.Settings])
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read all settings: %w", err)
	}
	return out, nil
}
