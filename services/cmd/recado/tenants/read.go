// Package tenants reads the tenants of a running recado, and applies and sweeps them, for the commands that need it.
package tenants

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

// Doctor is the tenant that recado doctor applies and talks to.
const Doctor tenant.ID = "recado-doctor"

// Known reads the settings of all tenants without their sealed secrets, for what is printed.
func Known(ctx context.Context, b *bus.Bus) ([]tenant.Settings, error) {
	out, err := ReadAll(ctx, b)
	for _, settings := range out {
		for i := range settings.Accounts {
			settings.Accounts[i].Secrets = nil
		}
		for i := range settings.Handoff.Notify {
			settings.Handoff.Notify[i].Secret = nil
		}
	}
	return out, err
}

// ReadAll reads the settings of all tenants as services see them, by id.
func ReadAll(ctx context.Context, b *bus.Bus) ([]tenant.Settings, error) {
	keys, err := b.Keys(ctx, subject.BucketTenants)
	if err != nil {
		return nil, err
	}
	slices.Sort(keys)
	out := []tenant.Settings{}
	for _, key := range keys {
		settings, err := Read(ctx, b, key)
		if errors.Is(err, bus.ErrNotFound) { // removed meanwhile
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, *settings)
	}
	return out, nil
}

// Read reads the settings of one tenant as services see them; bus.ErrNotFound where there is none.
func Read(ctx context.Context, b *bus.Bus, key string) (*tenant.Settings, error) {
	value, err := b.Get(ctx, subject.BucketTenants, key)
	if err != nil {
		return nil, err
	}
	var settings tenant.Settings
	if err := json.Unmarshal(value, &settings); err != nil {
		return nil, fmt.Errorf("read the settings of %s: %w", key, err)
	}
	return &settings, nil
}
