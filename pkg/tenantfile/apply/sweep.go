package apply

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
)

// Sweep makes the bucket hold the settings of the database, whatever it held: a value of another version is replaced, one of a
// tenant that is no more is deleted. It returns how many it repaired.
func (a *Applier) Sweep(ctx context.Context) (repaired int, err error) {
	keys, err := a.Bus.Keys(ctx, subject.BucketTenants) // before the rows: a tenant has its row first
	if err != nil {
		return 0, fmt.Errorf("sweep settings: %w", err)
	}
	stored, err := a.allSettings(ctx)
	if err != nil {
		return 0, err
	}
	for _, s := range stored {
		changed, err := a.repair(ctx, s)
		if err != nil {
			return repaired, fmt.Errorf("sweep settings of %s: %w", s.ID, err)
		}
		if changed {
			repaired++
		}
	}
	gone, err := a.deleteOthers(ctx, keys, stored)
	return repaired + gone, err
}

func (a *Applier) repair(ctx context.Context, want tenant.Settings) (bool, error) {
	value, err := a.Bus.Get(ctx, subject.BucketTenants, string(want.ID))
	if err != nil && !errors.Is(err, bus.ErrNotFound) {
		return false, err
	}
	var have tenant.Settings
	if err == nil && json.Unmarshal(value, &have) == nil && have.ID == want.ID && have.Version == want.Version {
		return false, nil
	}
	return true, a.publishSettings(ctx, want.ID)
}

func (a *Applier) deleteOthers(ctx context.Context, keys []string, stored []tenant.Settings) (gone int, err error) {
	for _, key := range keys {
		if slices.ContainsFunc(stored, func(s tenant.Settings) bool { return string(s.ID) == key }) {
			continue
		}
		if err := a.Bus.Delete(ctx, subject.BucketTenants, key); err != nil {
			return gone, fmt.Errorf("sweep settings of %s: %w", key, err)
		}
		gone++
	}
	return gone, nil
}
