package rekey

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile/apply"
)

// change changes the tenant's identity and publishes it.
func (r *Rekeyer) change(ctx context.Context, id tenant.ID, also string, change func(*tenant.Identity) error) error {
	err := r.Store.Tenant(ctx, id, func(tx pgx.Tx) error {
		_, err := apply.ChangeIdentity(ctx, tx, id, func(s *tenant.Settings) error { return change(&s.Identity) })
		if err == nil {
			_, err = tx.Exec(ctx, also, string(id))
		}
		return err
	})
	if err != nil {
		return err
	}
	return r.applier().Publish(ctx, id)
}

// attempt changes every id of the tenant, or none: ErrBusy where something is still under way.
func (r *Rekeyer) attempt(ctx context.Context, sum *Summary) error {
	return r.Store.Tenant(ctx, sum.Tenant, func(tx pgx.Tx) error {
		ids, err := r.take(ctx, tx, sum.Tenant)
		if err != nil {
			return err
		}
		under, err := busy(ctx, tx, sum.Tenant)
		if err == nil && !under {
			under, err = r.travels(ctx, sum.Tenant)
		}
		if err != nil {
			return err
		}
		if under {
			return ErrBusy
		}
		channels, err := contactChannels(ctx, tx, sum.Tenant)
		if err != nil {
			return err
		}
		if sum.Keys, err = r.copyKeys(ctx, sum.Tenant, ids, channels); err != nil {
			return err
		}
		if err := r.keepEnded(ctx, sum.Tenant, ids); err != nil {
			return err
		}
		r.step("keys copied")
		sum.Values, err = renewer{sum.Tenant, r.Key.Derive(seal.PurposeAddress, string(sum.Tenant)), ids}.rows(ctx, tx)
		r.step("rows changed")
		return err
	})
}

// take makes the key that was meant for the tenant its key, and returns what it makes.
func (r *Rekeyer) take(ctx context.Context, tx pgx.Tx, id tenant.ID) (ids *identity.Tenant, err error) {
	_, err = apply.ChangeIdentity(ctx, tx, id, func(s *tenant.Settings) (err error) {
		switch {
		case len(s.Identity.Key) > 0:
			return errKeyed
		case !s.Identity.Held || len(s.Identity.Next) == 0:
			return errors.New("the tenant's messages are not held any more: run it again")
		}
		s.Identity = tenant.Identity{Key: s.Identity.Next, Held: true}
		ids, err = identity.OpenKey(r.Key, id, s.Identity.Key)
		return err
	})
	return ids, err
}
