package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/tenant"
)

// Tenants are the live settings of all tenants: a copy of the key-value bucket that follows it. Settings are shared and never changed.
type Tenants struct {
	log *slog.Logger
	// read asks the bucket itself; nil where there is none.
	read func(ctx context.Context, key string) ([]byte, error)

	mu       sync.RWMutex
	byID     map[tenant.ID]*tenant.Settings
	accounts map[accountKey]tenant.ID
	// refused are the newest settings that claim an account of another tenant, which may give it up.
	refused  map[tenant.ID]*tenant.Settings
	dropped  int // how often a tenant was deleted
	watchers []func(*tenant.Settings)
}

type accountKey struct{ channel, account string }

// NewTenants returns an empty set.
func NewTenants(log *slog.Logger) *Tenants {
	return &Tenants{
		log: log, byID: make(map[tenant.ID]*tenant.Settings), accounts: make(map[accountKey]tenant.ID),
		refused: make(map[tenant.ID]*tenant.Settings),
	}
}

// Get returns a tenant's settings as of now.
func (t *Tenants) Get(id tenant.ID) (*tenant.Settings, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	settings, ok := t.byID[id]
	return settings, ok
}

// Find is Get that asks the bucket before it says no: an event may overtake its tenant's settings, which came to its publisher
// a moment earlier. Its error says that the bucket does not answer, and matches bus.ErrUnavailable.
func (t *Tenants) Find(ctx context.Context, id tenant.ID) (*tenant.Settings, bool, error) {
	if settings, ok := t.Get(id); ok || t.read == nil {
		return settings, ok, nil
	}
	if _, err := tenant.ParseID(string(id)); err != nil {
		return nil, false, nil
	}
	t.mu.RLock()
	dropped := t.dropped
	t.mu.RUnlock()
	value, err := t.read(ctx, string(id))
	if errors.Is(err, bus.ErrNotFound) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("find tenant: %w", err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, known := t.byID[id]; !known && t.dropped == dropped { // else what follows the bucket knows better
		t.take(ctx, string(id), value)
	}
	settings, ok := t.byID[id]
	return settings, ok, nil
}

// ByAccount returns the tenant that owns an account of a channel, and the account.
func (t *Tenants) ByAccount(channel, account string) (*tenant.Settings, *tenant.Account, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	settings, ok := t.byID[t.accounts[accountKey{channel, account}]]
	if !ok {
		return nil, nil, false
	}
	found, ok := settings.Account(channel, account)
	return settings, found, ok
}

// All returns the settings of every tenant, in no order.
func (t *Tenants) All() []*tenant.Settings {
	t.mu.RLock()
	defer t.mu.RUnlock()
	out := make([]*tenant.Settings, 0, len(t.byID))
	for _, settings := range t.byID {
		out = append(out, settings)
	}
	return out
}

// OnChange calls f with every tenant known now and then with each one that changes, one call at a time. f must be short and not
// call Tenants.
func (t *Tenants) OnChange(f func(*tenant.Settings)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watchers = append(t.watchers, f)
	for _, settings := range t.byID {
		f(settings)
	}
}

// set takes one value of the bucket. A value that cannot be read changes nothing; one that claims another tenant's account waits
// until that tenant gives it up.
func (t *Tenants) set(ctx context.Context, key string, value []byte, deleted bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if deleted {
		t.dropped++
		delete(t.refused, tenant.ID(key))
		t.drop(tenant.ID(key))
	} else {
		t.take(ctx, key, value)
	}
	for _, settings := range t.refused {
		if t.claimed(settings) == nil {
			t.store(settings)
		}
	}
}

func (t *Tenants) take(ctx context.Context, key string, value []byte) {
	settings, err := parse(key, value)
	if err == nil {
		delete(t.refused, settings.ID)
		if err = t.claimed(settings); err != nil {
			t.refused[settings.ID] = settings
		}
	}
	if err != nil {
		t.log.WarnContext(ctx, "tenant settings refused", "tenant", key, "error", err)
		return
	}
	t.store(settings)
}

func (t *Tenants) store(settings *tenant.Settings) {
	delete(t.refused, settings.ID)
	t.drop(settings.ID)
	t.byID[settings.ID] = settings
	for _, account := range settings.Accounts {
		t.accounts[accountKey{account.Channel, account.ID}] = settings.ID
	}
	for _, f := range t.watchers {
		f(settings)
	}
}

func parse(key string, value []byte) (*tenant.Settings, error) {
	var settings tenant.Settings
	if err := json.Unmarshal(value, &settings); err != nil {
		return nil, fmt.Errorf("read the value: %w", err)
	}
	if _, err := tenant.ParseID(string(settings.ID)); err != nil {
		return nil, err
	}
	if string(settings.ID) != key {
		return nil, fmt.Errorf("the value is of the tenant %s", settings.ID)
	}
	return &settings, nil
}

// claimed is an error for settings that claim an account of another tenant.
func (t *Tenants) claimed(settings *tenant.Settings) error {
	for _, account := range settings.Accounts {
		if owner, taken := t.accounts[accountKey{account.Channel, account.ID}]; taken && owner != settings.ID {
			return fmt.Errorf("account %s of %s belongs to the tenant %s", account.ID, account.Channel, owner)
		}
	}
	return nil
}

func (t *Tenants) drop(id tenant.ID) {
	old, ok := t.byID[id]
	if !ok {
		return
	}
	delete(t.byID, id)
	for _, account := range old.Accounts {
		delete(t.accounts, accountKey{account.Channel, account.ID})
	}
}
