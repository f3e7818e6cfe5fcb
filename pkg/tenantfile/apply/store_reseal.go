package apply

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenant"
)

const updateSettings = `UPDATE core.tenants SET settings = $2, version = $3, updated_at = now() WHERE tenant_id = $1`

const updateSecrets = `UPDATE core.accounts SET secrets = $4 WHERE tenant_id = $1 AND channel = $2 AND account_id = $3`

// resealRows makes a new version of the settings, in one transaction, while nobody applies the tenant. The hash of its file is of the
// values as they were sealed before: applying the same file once more makes another version, and nothing else.
func (a *Applier) resealRows(ctx context.Context, id tenant.ID, write bool) (count Resealed, changed bool, err error) {
	err = a.Store.Tenant(ctx, id, func(tx pgx.Tx) error {
		have, err := lockVersion(ctx, tx, string(id))
		if err != nil || have.Number == 0 {
			return err
		}
		var s tenant.Settings
		if err := tx.QueryRow(ctx, selectSettings, string(id)).Scan(&s); err != nil {
			return fmt.Errorf("read settings: %w", err)
		}
		if count, changed = resealSettings(a.Key, &s); !changed || !write {
			changed = false
			return nil
		}
		s.Version = have.Number + 1
		return writeSealed(ctx, tx, &s)
	})
	return count, changed, err
}

func writeSealed(ctx context.Context, tx pgx.Tx, s *tenant.Settings) error {
	data, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("encode settings: %w", err)
	}
	if _, err := tx.Exec(ctx, updateSettings, string(s.ID), data, s.Version); err != nil {
		return fmt.Errorf("write settings: %w", err)
	}
	for i := range s.Accounts {
		account := &s.Accounts[i]
		if data, err = json.Marshal(account.Secrets); err != nil {
			return fmt.Errorf("encode secrets: %w", err)
		}
		if account.Secrets == nil {
			continue
		}
		if _, err := tx.Exec(ctx, updateSecrets, string(s.ID), account.Channel, account.ID, data); err != nil {
			return fmt.Errorf("write secrets: %w", err)
		}
	}
	return nil
}
