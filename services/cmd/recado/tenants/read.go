// Package tenants reads the tenants of a running recado, and applies and sweeps them, for the commands that need it.
package tenants

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/seal"
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
	for i := range out {
		out[i].Identity.Key, out[i].Identity.Next = nil, nil
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

// Identity returns what makes a tenant's ids, under the installation's key that getenv names.
func Identity(ctx context.Context, b *bus.Bus, getenv func(string) string, id tenant.ID) (*identity.Tenant, error) {
	settings, err := Read(ctx, b, string(id))
	if errors.Is(err, bus.ErrNotFound) {
		return nil, fmt.Errorf("tenant %s: there is none of that name", id)
	}
	if err != nil {
		return nil, err
	}
	if len(settings.Identity.Key) == 0 {
		return identity.Bare(id), nil
	}
	key, err := seal.ParseKey(getenv("RECADO_SECRET_KEY"))
	if err != nil {
		return nil, fmt.Errorf("RECADO_SECRET_KEY: %w", err)
	}
	return identity.Open(key, settings)
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
