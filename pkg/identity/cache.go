package identity

import (
	"bytes"
	"sync"

	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
)

// maxCached bounds the opened keys that a process holds; beyond it one is opened again for another.
const maxCached = 4096

// Cache opens each tenant's key once, and again when its settings hold another.
type Cache struct {
	master seal.Key

	mu   sync.RWMutex
	open map[tenant.ID]opened
}

type opened struct {
	sealed []byte
	tenant *Tenant
}

// NewCache returns an empty cache under the installation's master key.
func NewCache(master seal.Key) *Cache { return &Cache{master: master, open: map[tenant.ID]opened{}} }

// Of is Open.
func (c *Cache) Of(s *tenant.Settings) (*Tenant, error) {
	if len(s.Identity.Key) == 0 {
		return Bare(s.ID), nil
	}
	c.mu.RLock()
	known, ok := c.open[s.ID]
	c.mu.RUnlock()
	if ok && bytes.Equal(known.sealed, s.Identity.Key) {
		return known.tenant, nil
	}
	t, err := Open(c.master, s)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, known := c.open[s.ID]; !known && len(c.open) >= maxCached {
		for other := range c.open {
			delete(c.open, other)
			break
		}
	}
	c.open[s.ID] = opened{s.Identity.Key, t}
	return t, nil
}
