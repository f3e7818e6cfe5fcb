package app

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"

	"github.com/recado/recado/pkg/tenant"
)

// Tenants are the live settings of all tenants: a copy of the key-value bucket that follows it. Settings are shared and never changed.
type Tenants struct {
	log *slog.Logger

	mu       sync.RWMutex
	byID     map[tenant.ID]*tenant.Settings
	accounts map[accountKey]tenant.ID
	watchers []func(*tenant.Settings)
}

type accountKey struct{ channel, account string }

// NewTenants returns an empty set.
func NewTenants(log *slog.Logger) *Tenants {
	return &Tenants{log: log, byID: make(map[tenant.ID]*tenant.Settings), accounts: make(map[accountKey]tenant.ID)}
}

// Get returns a tenant's settings as of now.
func (t *Tenants) Get(id tenant.ID) (*tenant.Settings, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	settings, ok := t.byID[id]
	return settings, ok
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

// OnChange calls f with every tenant known now and then with each one that changes, one call at a time. f must be short and not call Tenants.
func (t *Tenants) OnChange(f func(*tenant.Settings)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watchers = append(t.watchers, f)
	for _, settings := range t.byID {
		f(settings)
	}
}

// set takes one value of the bucket. A value that cannot be read, or that claims another tenant's account, changes nothing.
func (t *Tenants) set(ctx context.Context, key string, value []byte, deleted bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if deleted {
		t.drop(tenant.ID(key))
		return
	}
	settings, err := t.parse(key, value)
	if err != nil {
		t.log.WarnContext(ctx, "tenant settings refused", "tenant", key, "error", err)
		return
	}
	t.drop(settings.ID)
	t.byID[settings.ID] = settings
	for _, account := range settings.Accounts {
		t.accounts[accountKey{account.Channel, account.ID}] = settings.ID
	}
	for _, f := range t.watchers {
		f(settings)
	}
}

func (t *Tenants) parse(key string, value []byte) (*tenant.Settings, error) {
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
	for _, account := range settings.Accounts {
		if owner, taken := t.accounts[accountKey{account.Channel, account.ID}]; taken && owner != settings.ID {
			return nil, fmt.Errorf("account %s of %s belongs to the tenant %s", account.ID, account.Channel, owner)
		}
	}
	return &settings, nil
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
