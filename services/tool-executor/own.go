package toolexecutor

import (
	"context"
	"sync"

	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/tenant"
)

// maxOwn bounds the tenants whose contact points are remembered.
const maxOwn = 1000

// ownPoints remembers each business's own contact points until its settings change.
type ownPoints struct {
	settings interface {
		Get(id tenant.ID) (*tenant.Settings, bool)
	}
	store interface {
		OwnTexts(ctx context.Context, id tenant.ID) (points, texts []string, err error)
	}

	mu    sync.Mutex
	known map[tenant.ID]ownOf
}

type ownOf struct {
	version int64
	points  []string
}

// Of returns the contact points, and whatever looks like one in the texts that the business publishes about itself.
func (o *ownPoints) Of(ctx context.Context, id tenant.ID) ([]string, error) {
	version := int64(-1)
	if s, ok := o.settings.Get(id); ok {
		version = s.Version
	}
	o.mu.Lock()
	found, ok := o.known[id]
	o.mu.Unlock()
	if ok && found.version == version {
		return found.points, nil
	}
	points, texts, err := o.store.OwnTexts(ctx, id)
	if err != nil {
		return nil, err
	}
	for _, text := range texts {
		for _, p := range guard.Screen(text, guard.ToolResult).PII {
			points = append(points, p.Value)
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.known == nil || len(o.known) >= maxOwn {
		o.known = map[tenant.ID]ownOf{}
	}
	o.known[id] = ownOf{version: version, points: points}
	return points, nil
}
