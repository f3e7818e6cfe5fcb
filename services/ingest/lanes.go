package ingest

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	// maxLanes is how many conversations may have parked messages; those of others are refused, and their channel sends them again.
	maxLanes = 50_000
	// sureFor is how long a lane counts as not empty without asking.
	sureFor = 500 * time.Millisecond
	// reconcileEvery is how often lanes that another process emptied are forgotten.
	reconcileEvery = 30 * time.Second
)

var errCrowded = errors.New("too many conversations have parked messages")

// laneBus is what lanes need of the bus.
type laneBus interface {
	publisher
	Park(ctx context.Context, e *recadov1.MessageReceived) error
	NextParked(ctx context.Context, lane bus.Lane) (bus.Parked, error)
	Unpark(ctx context.Context, sequence uint64) error
	Lanes(ctx context.Context) (map[bus.Lane]uint64, uint64, error)
}

// lanes publishes a message at once, or parks it where it comes faster than it may. While messages of a conversation are parked its
// later ones follow them, so that their order holds: a message leaves its lane only when it is stored in message.received, and one
// goes past the lane only when the stream's leader has said that the lane is empty.
type lanes struct {
	bus    laneBus
	rates  *rates
	counts *counts
	// rekeying is nil where no tenant can be re-keyed.
	rekeying *rekeying

	// share is how many bytes one tenant may have parked; 0 is no bound.
	share int64

	mu      sync.Mutex
	tenants map[string]*parkedShare
	counted time.Time // when what is parked was last asked for
	waiting map[bus.Lane]*queue
	renewed map[bus.Lane]bus.Lane // by what a lane that waits would be called now, where its tenant has been re-keyed
	leads   bool
	due     schedule
	wake    chan struct{}
}

// queue is a lane that may have messages.
type queue struct {
	lane    bus.Lane
	renewed bus.Lane  // what it would be called now, where its tenant has been re-keyed
	parking int       // messages that this process is storing there now
	known   time.Time // when it last had one
	due     time.Time // of its next message
	paid    bool      // its contact's and tenant's tokens are taken for it
	index   int       // in the schedule, or one of the two below
}

// Where a lane is that is not in the schedule.
const (
	unscheduled = -1 // another process drains, or none yet
	draining    = -2 // a drainer has it: it is planned again when it is released
)

func newLanes(b laneBus, r *rates, c *counts) *lanes {
	return &lanes{
		bus: b, rates: r, counts: c, wake: make(chan struct{}, 1),
		waiting: map[bus.Lane]*queue{}, renewed: map[bus.Lane]bus.Lane{}, tenants: map[string]*parkedShare{},
	}
}

// admit publishes an event or parks it. What a person of the business wrote is never parked, and no receipt is. While a tenant is being
// re-keyed all messages are, and receipts have to come again.
func (l *lanes) admit(ctx context.Context, e bus.Event) (outcome string, err error) {
	m, ok := e.(*recadov1.MessageReceived)
	if l.rekeying.held(e.GetMeta().GetTenantId()) {
		return l.hold(ctx, m)
	}
	if !ok || m.GetContent().GetEcho() != nil {
		return outcomeAccepted, l.bus.Publish(ctx, e)
	}
	lane := bus.Lane{Tenant: m.GetMeta().GetTenantId(), Conversation: m.GetMeta().GetConversationKey()}
	scope, err := l.exceeded(ctx, lane)
	switch {
	case err != nil:
		return "", err
	case scope == "":
		return outcomeAccepted, l.bus.Publish(ctx, m)
	}
	return l.parkFor(ctx, lane, m, scope)
}

// hold keeps what comes for a tenant that is being re-keyed.
func (l *lanes) hold(ctx context.Context, m *recadov1.MessageReceived) (outcome string, err error) {
	if m == nil {
		return "", bus.Unavailable(errHeld)
	}
	lane := bus.Lane{Tenant: m.GetMeta().GetTenantId(), Conversation: m.GetMeta().GetConversationKey()}
	return l.parkFor(ctx, lane, m, scopeHeld)
}

func (l *lanes) parkFor(ctx context.Context, lane bus.Lane, m *recadov1.MessageReceived, scope string) (outcome string, err error) {
	if err := l.park(ctx, lane, m); err != nil {
		l.counts.limit(ctx, outcomeRefused, scope)
		return "", err
	}
	l.counts.limit(ctx, outcomeParked, scope)
	return outcomeParked, nil
}

// exceeded returns why the lane's next message may not go on now; empty when it may.
func (l *lanes) exceeded(ctx context.Context, lane bus.Lane) (scope string, err error) {
	waiting, err := l.hasParked(ctx, lane)
	if old, known := l.older(lane); err == nil && !waiting && known {
		waiting, err = l.hasParked(ctx, old)
	}
	switch {
	case err != nil:
		return "", err
	case waiting:
		return scopeQueued, nil
	}
	return l.rates.over(ctx, lane), nil
}

func (l *lanes) park(ctx context.Context, lane bus.Lane, m *recadov1.MessageReceived) error {
	size := int64(proto.Size(m))
	q, err := l.beginParking(lane, size)
	if errors.Is(err, bus.ErrLaneFull) && l.countAgain(ctx) {
		q, err = l.beginParking(lane, size)
	}
	if err != nil {
		return err
	}
	err = l.bus.Park(ctx, m)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tenants[lane.Tenant].end(size, err == nil)
	q.parking--
	q.known = time.Now() // also after an error: it may be there
	l.plan(q, 0)
	return err
}

func (l *lanes) beginParking(lane bus.Lane, size int64) (*queue, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	q, own := l.waiting[lane], l.tenants[lane.Tenant]
	if own.full(l.share, size) || q == nil && own.crowded() {
		return nil, fmt.Errorf("park: the tenant's share: %w", bus.ErrLaneFull)
	}
	if q == nil && len(l.waiting) >= maxLanes {
		return nil, bus.Unavailable(errCrowded)
	}
	if q == nil {
		q = l.add(lane)
	}
	q.parking++
	l.tenants[lane.Tenant].begin(size)
	return q, nil
}

// hasParked reports whether messages of a lane may wait; where that is not sure it asks.
func (l *lanes) hasParked(ctx context.Context, lane bus.Lane) (bool, error) {
	l.mu.Lock()
	q := l.waiting[lane]
	sure := q == nil || q.parking > 0 || time.Since(q.known) < sureFor
	l.mu.Unlock()
	if sure {
		return q != nil, nil
	}
	asked := time.Now()
	_, err := l.bus.NextParked(ctx, lane)
	switch {
	case errors.Is(err, bus.ErrNotFound):
		return !l.forget(lane, asked), nil
	case bus.IsUnavailable(err):
		return false, err
	}
	l.note(lane)
	return true, nil
}

// note records that a lane has a message.
func (l *lanes) note(lane bus.Lane) {
	l.mu.Lock()
	defer l.mu.Unlock()
	q := l.waiting[lane]
	if q == nil {
		if len(l.waiting) >= 2*maxLanes {
			return // reconcile finds it when others are gone
		}
		q = l.add(lane)
	}
	q.known = time.Now()
	l.plan(q, 0)
}

func (l *lanes) add(lane bus.Lane) *queue {
	q := &queue{lane: lane, index: unscheduled}
	l.waiting[lane] = q
	if l.tenants[lane.Tenant] == nil {
		l.tenants[lane.Tenant] = &parkedShare{}
	}
	l.tenants[lane.Tenant].lanes++
	if l.tenants[lane.Tenant].renewed {
		l.rename(q)
	}
	return q
}

// forget removes a lane that was empty when it was asked about, and reports whether it could: not when messages have come since.
func (l *lanes) forget(lane bus.Lane, asked time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	q := l.waiting[lane]
	if q == nil {
		return true
	}
	if q.parking > 0 || q.known.After(asked) {
		return false
	}
	if q.index >= 0 {
		heap.Remove(&l.due, q.index)
	}
	delete(l.waiting, lane)
	if l.renewed[q.renewed] == lane {
		delete(l.renewed, q.renewed)
	}
	if own := l.tenants[lane.Tenant]; own.leave() {
		delete(l.tenants, lane.Tenant)
	}
	return true
}

// reconcile forgets lanes that are empty and finds those that this process has not heard of.
func (l *lanes) reconcile(ctx context.Context) {
	tick := time.NewTicker(reconcileEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			l.reconcileOnce(ctx)
		}
	}
}

func (l *lanes) reconcileOnce(ctx context.Context) {
	l.mu.Lock()
	known := make([]bus.Lane, 0, len(l.waiting))
	for lane := range l.waiting {
		known = append(known, lane)
	}
	l.mu.Unlock()
	if len(known) == 0 {
		return
	}
	asked := time.Now()
	full, _, err := l.bus.Lanes(ctx)
	if err != nil {
		return // the next time
	}
	for _, lane := range known {
		if full[lane] == 0 {
			l.forget(lane, asked)
		}
	}
	l.recount(full)
	for lane := range full {
		l.note(lane)
	}
}
