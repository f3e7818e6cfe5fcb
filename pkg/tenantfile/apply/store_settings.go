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

const selectDisabled = `SELECT coalesce((SELECT (settings->>'disabled')::boolean FROM core.tenants WHERE tenant_id = $1), false)`

// setDisabled makes a new version of the settings, in one transaction, while nobody applies the tenant.
func (a *Applier) setDisabled(ctx context.Context, id tenant.ID, disabled bool) (changed bool, err error) {
	err = a.Store.Tenant(ctx, id, func(tx pgx.Tx) error {
		have, err := lockVersion(ctx, tx, string(id))
		if err != nil {
			return err
		}
		if have.Number == 0 {
			return ErrUnknown
		}
		var s tenant.Settings
		if err := tx.QueryRow(ctx, selectSettings, string(id)).Scan(&s); err != nil {
			return fmt.Errorf("read settings: %w", err)
		}
		if changed = s.Disabled != disabled; !changed {
			return nil
		}
		s.Disabled, s.Version = disabled, have.Number+1
		data, err := json.Marshal(s)
		if err != nil {
			return fmt.Errorf("encode settings: %w", err)
		}
		_, err = tx.Exec(ctx, updateSettings, string(id), data, s.Version)
		return err
	})
	return changed, err
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
