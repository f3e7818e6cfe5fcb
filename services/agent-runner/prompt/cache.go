package prompt

import (
	"context"
	"sync"

	"github.com/recado/recado/pkg/tenant"
)

// Bounds of a cache, in prompts of some 5 KB.
const (
	maxCached    = 4096
	maxPerTenant = 256
)

// Why a prompt was built.
const (
	First   = "first"   // of its kind in this process
	Changed = "changed" // its own settings did
)

// Cache keeps prefixes until their own settings change. What is not used for longest goes, of the tenant that has most.
type Cache struct {
	// Built is told of each building. Optional.
	Built func(ctx context.Context, id tenant.ID, why string)

	mu      sync.Mutex
	tenants map[tenant.ID]map[place]*cached
	n       int
	clock   int64
}

// place is where a prompt is used.
type place struct{ assistant, specialist, channel, language, branch string }

type cached struct {
	key    string
	prompt *Prompt
	used   int64
}

// Fallback reads all of a business, for a prompt whose sections cannot be built.
type Fallback func() (string, error)

// Get is the prefix for an input: built where it is new, or where what it is built from has changed. fallback reads all of the
// business where the sections cannot be built.
func (c *Cache) Get(ctx context.Context, id tenant.ID, in *Input, fallback Fallback) (*Prompt, error) {
	at, key := in.place(), in.key()
	if found := c.find(id, at, key); found != nil {
		return found, nil
	}
	built, err := build(in, fallback)
	if err != nil {
		return nil, err
	}
	why := c.keep(id, at, &cached{key: key, prompt: built})
	if c.Built != nil {
		c.Built(ctx, id, why)
	}
	return built, nil
}

func (in *Input) place() place {
	p := place{specialist: in.Specialist.Name, channel: in.Channel, language: in.Language, branch: in.Branch}
	if in.Assistant != nil {
		p.assistant = in.Assistant.ID
	}
	return p
}

func build(in *Input, fallback Fallback) (*Prompt, error) {
	if in.Texts.Full {
		return BuildFull(in, FullContext), nil
	}
	p, err := Build(in)
	if err == nil {
		return p, nil
	}
	if fallback != nil {
		var failed error
		if in.Texts.Business, failed = fallback(); failed != nil {
			return nil, failed
		}
	}
	return BuildFull(in, FellBack), nil
}

func (c *Cache) find(id tenant.ID, at place, key string) *Prompt {
	c.mu.Lock()
	defer c.mu.Unlock()
	found := c.tenants[id][at]
	if found == nil || found.key != key {
		return nil
	}
	c.clock++
	found.used = c.clock
	return found.prompt
}

// keep puts a prompt in its place and says why it was built.
func (c *Cache) keep(id tenant.ID, at place, of *cached) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tenants == nil {
		c.tenants = map[tenant.ID]map[place]*cached{}
	}
	if c.tenants[id] == nil {
		c.tenants[id] = map[place]*cached{}
	}
	c.clock++
	of.used = c.clock
	if old := c.tenants[id][at]; old != nil {
		same := old.key == of.key // another turn was faster
		c.tenants[id][at] = of
		if same {
			return First
		}
		return Changed
	}
	if len(c.tenants[id]) >= maxPerTenant {
		c.drop(id)
	} else if c.n >= maxCached {
		c.drop(c.largest())
	}
	if c.tenants[id] == nil {
		c.tenants[id] = map[place]*cached{}
	}
	c.tenants[id][at] = of
	c.n++
	return First
}

// largest is the tenant that has most prompts.
func (c *Cache) largest() (most tenant.ID) {
	for id, of := range c.tenants {
		if len(of) > len(c.tenants[most]) {
			most = id
		}
	}
	return most
}

// drop removes what a tenant has not used for longest.
func (c *Cache) drop(id tenant.ID) {
	var oldest place
	var used int64 = -1
	for at, of := range c.tenants[id] {
		if used < 0 || of.used < used {
			oldest, used = at, of.used
		}
	}
	delete(c.tenants[id], oldest)
	if len(c.tenants[id]) == 0 {
		delete(c.tenants, id)
	}
	c.n--
}

// Len is how many prompts are kept.
func (c *Cache) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}
