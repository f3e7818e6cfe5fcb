package ingest

import (
	"context"
	"errors"
	"fmt"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// errHeld: it is a matter of seconds, and what was refused comes again.
var errHeld = errors.New("the tenant is being re-keyed")

// settings are those of all tenants as of now.
type settings interface {
	Get(id tenant.ID) (*tenant.Settings, bool)
}

// rekeying keeps a tenant's messages while its ids change, and gives those that were parked under bare ids the tenant's new ones.
type rekeying struct {
	tenants settings
	key     seal.Key
	ids     *identity.Cache
}

// held reports whether a tenant's messages have to wait.
func (r *rekeying) held(id string) bool {
	if r == nil {
		return false
	}
	known, ok := r.tenants.Get(tenant.ID(id))
	return ok && known.Identity.Held
}

// watchHeld measures which tenants are held: for longer than a re-keying takes where that was interrupted.
func watchHeld(meter metric.Meter, all func() []*tenant.Settings) error {
	_, err := meter.Int64ObservableGauge("recado.ingest.held",
		metric.WithDescription("1 for each tenant whose messages wait because it is being re-keyed"),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			for _, s := range all() {
				if s.Identity.Held {
					o.Observe(1, metric.WithAttributes(attribute.String("tenant", string(s.ID))))
				}
			}
			return nil
		}))
	if err != nil {
		return fmt.Errorf("create the gauge of held tenants: %w", err)
	}
	return nil
}

// of returns what makes a tenant's ids, nil where they are bare.
func (r *rekeying) of(id string) (*identity.Tenant, error) {
	if r == nil {
		return nil, nil
	}
	known, ok := r.tenants.Get(tenant.ID(id))
	if !ok || len(known.Identity.Key) == 0 {
		return nil, nil
	}
	ids, err := r.ids.Of(known)
	if err != nil {
		return nil, bus.Unavailable(fmt.Errorf("re-key what is parked: %w", err))
	}
	return ids, nil
}

// renew gives a message that was parked under bare ids those that its tenant has now.
func (r *rekeying) renew(m *recadov1.MessageReceived) error {
	if r == nil || m.GetMeta().GetKeyed() {
		return nil
	}
	ids, err := r.of(m.GetMeta().GetTenantId())
	if ids != nil {
		channel.Rekey(m, r.key.Derive(seal.PurposeAddress, m.GetMeta().GetTenantId()), ids)
	}
	return err
}

// renewed is the lane that the messages of a lane would have now: another one where they were parked under bare ids.
func (r *rekeying) renewed(lane bus.Lane) (now bus.Lane, moved bool) {
	ids, err := r.of(lane.Tenant)
	if err != nil || ids == nil {
		return lane, false
	}
	return bus.Lane{Tenant: lane.Tenant, Conversation: ids.Rekeyed(identity.Conversation, lane.Conversation)}, true
}

// older is the lane in which messages of the same conversation were parked under its bare id, and wait still.
func (l *lanes) older(lane bus.Lane) (bus.Lane, bool) {
	l.mu.Lock()
	own := l.tenants[lane.Tenant]
	ask := own != nil && !own.renewed
	l.mu.Unlock()
	if own == nil {
		return bus.Lane{}, false
	}
	if ask {
		l.renewLanes(lane.Tenant)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	old, known := l.renewed[lane]
	return old, known && l.waiting[old] != nil
}

// renewLanes finds what the lanes of a tenant that has an identity key would be called now, once.
func (l *lanes) renewLanes(id string) {
	if ids, err := l.rekeying.of(id); ids == nil || err != nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	own := l.tenants[id]
	if own == nil || own.renewed {
		return
	}
	own.renewed = true
	for lane, q := range l.waiting {
		if lane.Tenant == id {
			l.rename(q)
		}
	}
}

// rename notes what a lane would be called now; the caller holds the lock.
func (l *lanes) rename(q *queue) {
	if now, moved := l.rekeying.renewed(q.lane); moved {
		q.renewed = now
		l.renewed[now] = q.lane
	}
}
