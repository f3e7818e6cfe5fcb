package apply

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
)

// save writes what changed and returns the documents to be announced.
func (a *Applier) save(ctx context.Context, f *tenantfile.File) (sum Summary, todo []pending, err error) {
	id := tenant.ID(f.Tenant.ID)
	err = a.Store.Tenant(ctx, id, func(tx pgx.Tx) error {
		sum = Summary{Tenant: id}
		if err := a.write(ctx, tx, f, &sum); err != nil {
			return err
		}
		todo, err = pendingDocuments(ctx, tx, f.Tenant.ID)
		return err
	})
	return sum, todo, err
}

func (a *Applier) write(ctx context.Context, tx pgx.Tx, f *tenantfile.File, sum *Summary) error {
	have, err := lockVersion(ctx, tx, f.Tenant.ID)
	if err != nil {
		return err
	}
	sealed, err := sealedSecrets(ctx, tx, f.Tenant.ID)
	if err != nil {
		return err
	}
	settings := f.Settings()
	sealAccounts(f, settings, a.Key, sealed)
	notify, err := sealedNotify(ctx, tx, f.Tenant.ID)
	if err != nil {
		return err
	}
	sealNotify(f, settings, a.Key, notify)
	tools, err := sealedTools(ctx, tx, f.Tenant.ID)
	if err != nil {
		return err
	}
	sealTools(f, settings, a.Key, tools)
	hash, err := content{layout, f.Tenant, *settings, documentRows(f)}.hash()
	if err != nil {
		return err
	}
	settings.Version = have.Number
	if !bytes.Equal(hash, have.Hash) {
		sum.Changed = true
		settings.Version++
	}
	sum.Version = settings.Version
	if !sum.Changed {
		return nil
	}
	if settings.Identity, err = keptIdentity(ctx, tx, settings.ID, a.Key); err != nil {
		return err
	}
	if err := tx.QueryRow(ctx, selectDisabled, f.Tenant.ID).Scan(&settings.Disabled); err != nil {
		return fmt.Errorf("read whether the tenant is disabled: %w", err)
	}
	return writeAll(ctx, tx, f, settings, version{Number: settings.Version, Hash: hash}, sum)
}

func writeAll(ctx context.Context, tx pgx.Tx, f *tenantfile.File, s *tenant.Settings, v version, sum *Summary) error {
	data, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("encode settings: %w", err)
	}
	if err := writeTenant(ctx, tx, &f.Tenant, v, data); err != nil {
		return err
	}
	if v.Number == 1 {
		sum.Created++
	} else {
		sum.Updated++
	}
	for _, t := range tables(&f.Tenant, s) {
		if err := replaceRows(ctx, tx, f.Tenant.ID, t, sum); err != nil {
			return err
		}
	}
	if err := writeCorpora(ctx, tx, &f.Tenant, sum); err != nil {
		return err
	}
	return replaceDocuments(ctx, tx, f, v, sum)
}

// layout grows where the same file makes other rows than before.
const layout = 6

// content is all that a file says, as the hash sees it: secrets stand in it sealed.
type content struct {
	Layout    int
	Tenant    tenantfile.Tenant
	Settings  tenant.Settings
	Documents []documentRow
}

func (c content) hash() ([]byte, error) {
	data, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("encode tenant: %w", err)
	}
	sum := sha256.Sum256(data)
	return sum[:], nil
}
