package apply

import (
	"context"
	"fmt"

	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
)

// Resealed counts the sealed values of a tenant's settings, and those of them that an older root key had sealed.
type Resealed struct {
	Seen, Older, Lost int
}

// Reseal seals again what an older root key has sealed in a tenant's settings: its identity key, the secrets of its accounts and of
// its notices. The values stay the same, and so do the tenant's ids. Without write it only looks. Done again it changes nothing.
func (a *Applier) Reseal(ctx context.Context, id tenant.ID, write bool) (Resealed, error) {
	count, changed, err := a.resealRows(ctx, id, write)
	if err != nil {
		return count, fmt.Errorf("reseal the settings of %s: %w", id, err)
	}
	if !changed {
		return count, nil
	}
	if err := a.publishSettings(ctx, id); err != nil {
		return count, fmt.Errorf("the settings of %s are stored, not published: %w", id, err)
	}
	return count, nil
}

// resealSettings replaces the sealed values; one that does not open stays as it is.
func resealSettings(root seal.Key, s *tenant.Settings) (count Resealed, changed bool) {
	one := func(key seal.Key, sealed *[]byte, bound []byte) {
		if len(*sealed) == 0 {
			return
		}
		count.Seen++
		next, again, err := key.Reseal(*sealed, bound)
		switch {
		case err != nil:
			count.Lost++
		case again:
			count.Older++
			*sealed, changed = next, true
		}
	}
	own := root.Derive(seal.PurposeIdentity, string(s.ID))
	one(own, &s.Identity.Key, identity.Bound(s.ID))
	one(own, &s.Identity.Next, identity.Bound(s.ID))
	for i := range s.Accounts {
		account := &s.Accounts[i]
		for name, sealed := range account.Secrets {
			one(root.Derive(seal.OfSecret(name)), &sealed, account.SecretBound(s.ID, name))
			account.Secrets[name] = sealed
		}
	}
	for i := range s.Handoff.Notify {
		n := &s.Handoff.Notify[i]
		one(root.Derive(seal.PurposeNotify), &n.Secret, tenant.NotifyBound(s.ID, n.Webhook))
	}
	tools := root.Derive(seal.PurposeTools)
	for i := range s.Tools.HTTP {
		one(tools, &s.Tools.HTTP[i].Secret, tenant.ToolBound(s.ID, s.Tools.HTTP[i].Host))
	}
	for i := range s.Tools.Servers {
		one(tools, &s.Tools.Servers[i].Secret, tenant.ToolBound(s.ID, s.Tools.Servers[i].URL))
	}
	return count, changed
}

// Tenants lists the ids of all tenants that the database has.
func (a *Applier) Tenants(ctx context.Context) ([]tenant.ID, error) {
	all, err := a.allSettings(ctx)
	ids := make([]tenant.ID, 0, len(all))
	for _, s := range all {
		ids = append(ids, s.ID)
	}
	return ids, err
}
