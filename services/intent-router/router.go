package intentrouter

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/intent-router/intent"
)

// tenants finds a tenant's settings as of now.
type tenants interface {
	Find(ctx context.Context, id tenant.ID) (*tenant.Settings, bool, error)
}

// publisher takes the routed message.
type publisher interface {
	Publish(ctx context.Context, e bus.Event) error
}

// router turns screened messages into routed ones.
type router struct {
	tenants tenants
	*Reader
	publish   publisher
	counts    *counts
	dialogues *dialogues
}

func newRouter(t tenants, threshold float64) *router {
	return &router{tenants: t, Reader: NewReader(intent.New(), threshold)}
}

// route publishes what a message wants. It is safe to repeat: the same message is understood the same way, as of the
// moment when it was received, with what its conversation was about before it.
func (r *router) route(ctx context.Context, e *recadov1.MessageScreened) error {
	settings, err := r.settingsOf(ctx, e)
	if err != nil {
		return err
	}
	key, event := dialogueKeyOf(e.GetMeta()), eventOf(e.GetMeta())
	was := r.dialogues.of(ctx, key)
	prior := was.before(event)
	started := time.Now()
	routed, next := r.UnderstandAfter(e, settings, prior)
	r.counts.routed(ctx, routed, time.Since(started))
	if err := r.publish.Publish(ctx, routed); err != nil {
		return fmt.Errorf("route message %s: %w", e.GetMeta().GetEventId(), err)
	}
	seen := e.GetMeta().GetReceivedAt().AsTime()
	r.dialogues.keep(ctx, key, was, dialogue{Prior: next, Event: event, Before: prior, Seen: seen})
	return nil
}

// settingsOf returns the settings of a message's tenant; its error says whether to try again.
func (r *router) settingsOf(ctx context.Context, e *recadov1.MessageScreened) (*tenant.Settings, error) {
	if err := meta.Check(e.GetMeta()); err != nil {
		return nil, bus.Reject(err)
	}
	id := tenant.ID(e.GetMeta().GetTenantId())
	settings, known, err := r.tenants.Find(ctx, id)
	if err != nil {
		return nil, err
	}
	if !known {
		r.byID.Delete(id) // it may have been one
		return nil, bus.Reject(errors.New("meta.tenant_id: expected a known tenant"))
	}
	return settings, nil
}
