package agentrunner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
)

const catalogueKey = "catalogue"

var errNoCatalogue = errors.New("no tool catalogue has been read; is tool-executor running?")

// errNobodys is of a tool-executor older than this build: turns would have no tools until a newer one announces its own.
var errNobodys = errors.New("tool catalogue: no tool says whose it is")

// catalogue is the tools that tool-executor offers, as last announced: one value, replaced whole.
type catalogue struct {
	log *slog.Logger

	mu     sync.RWMutex
	specs  []tool.Spec
	byName map[string]int            // names and aliases
	own    map[tenant.ID][]tool.Spec // of tenants' own MCP servers

	once sync.Once
	read chan struct{} // closed when there is one
}

func newCatalogue(log *slog.Logger) *catalogue {
	return &catalogue{log: log, read: make(chan struct{})}
}

// wait returns when a catalogue has been read, or ctx ends: without tools a turn would answer badly.
func (c *catalogue) wait(ctx context.Context) {
	select {
	case <-c.read:
	case <-ctx.Done():
	}
}

// watch follows the bucket until ctx ends; it returns when what is there has been read.
func (c *catalogue) watch(ctx context.Context, b *bus.Bus) error {
	return b.Watch(ctx, subject.BucketTools, func(key string, value []byte, deleted bool) {
		if id, ok := strings.CutPrefix(key, subject.ToolsOf); ok {
			if err := c.setOwn(tenant.ID(id), value, deleted); err != nil {
				c.log.WarnContext(ctx, "tools of a tenant refused", "tenant", id, "error", err)
			}
			return
		}
		if key != catalogueKey || deleted {
			return
		}
		if err := c.set(value); err != nil {
			c.log.WarnContext(ctx, "tool catalogue refused", "error", err)
		}
	})
}

func (c *catalogue) set(value []byte) error {
	var specs []tool.Spec
	if err := json.Unmarshal(value, &specs); err != nil {
		return fmt.Errorf("read tool catalogue: %w", err)
	}
	byName := map[string]int{}
	if len(specs) > 0 && !slices.ContainsFunc(specs, func(s tool.Spec) bool { return len(s.Specialists) > 0 }) {
		return errNobodys
	}
	for i, s := range specs {
		for _, name := range append([]string{s.Name}, s.Aliases...) {
			if _, taken := byName[name]; taken || name == "" {
				return fmt.Errorf("tool catalogue: the name %q of tool %d is empty or taken", name, i)
			}
			byName[name] = i
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.specs, c.byName = specs, byName
	c.once.Do(func() { close(c.read) })
	return nil
}

// setOwn keeps the tools that only one tenant has. None of them takes the place of ours.
func (c *catalogue) setOwn(id tenant.ID, value []byte, deleted bool) error {
	var specs []tool.Spec
	if !deleted {
		if err := json.Unmarshal(value, &specs); err != nil {
			return fmt.Errorf("read tools: %w", err)
		}
	}
	specs = slices.DeleteFunc(specs, func(s tool.Spec) bool {
		_, ours := c.Find(s.Name)
		return ours || s.Server == "" || !s.Optional || !strings.HasPrefix(s.Name, s.Server+"_")
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.own == nil {
		c.own = map[tenant.ID][]tool.Spec{}
	}
	c.own[id] = specs
	return nil
}

// Of lists the tools that only this tenant has; the slice is shared and never changed.
func (c *catalogue) Of(id tenant.ID) []tool.Spec {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.own[id]
}

// Find returns a tool by name or alias.
func (c *catalogue) Find(name string) (tool.Spec, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	i, ok := c.byName[name]
	if !ok {
		return tool.Spec{}, false
	}
	return c.specs[i], true
}

// All lists the tools; the slice is shared and never changed.
func (c *catalogue) All() []tool.Spec {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.specs
}

func (c *catalogue) check(context.Context) error {
	if len(c.All()) == 0 {
		return errNoCatalogue
	}
	return nil
}
