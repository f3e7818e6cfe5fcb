package ingest

import (
	"container/heap"
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
)

const (
	// drainers is how many lanes are drained at a time.
	drainers = 8
	// drainRetry is when a lane is tried again while the bus is unavailable.
	drainRetry = time.Second
)

// drain publishes parked messages, each lane's oldest first and as fast as its contact and tenant may, until ctx ends. One process
// does it at a time; where two do for a moment the messages' ids keep them single, and a lane's oldest message stays the next one
// until somebody has stored it, so that the order holds.
func (l *lanes) drain(ctx context.Context) {
	l.lead(true)
	defer l.lead(false)
	var work errgroup.Group
	defer func() { _ = work.Wait() }()
	work.SetLimit(drainers)
	for q := l.next(ctx); q != nil; q = l.next(ctx) {
		work.Go(func() error {
			l.drainOne(ctx, q)
			return nil
		})
	}
}

// lead begins or ends this process's schedule.
func (l *lanes) lead(leads bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.leads = leads
	for _, q := range l.due {
		q.index = unscheduled
	}
	l.due = nil
	for _, q := range l.waiting {
		l.plan(q, 0)
	}
}

// plan schedules the next message of a lane, where this process drains and has not yet. A message that has to be tried again, or
// whose turn in the schedule was lost with the lease, has paid already: else an outage would use up the tokens of minutes.
func (l *lanes) plan(q *queue, minWait time.Duration) {
	if !l.leads || q.index != unscheduled || l.waiting[q.lane] != q {
		return
	}
	if !q.paid {
		q.paid, q.due = true, time.Now().Add(l.rates.reserve(q.lane))
	}
	if soonest := time.Now().Add(minWait); q.due.Before(soonest) {
		q.due = soonest
	}
	heap.Push(&l.due, q)
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// next waits for the lane that is due first; nil when ctx has ended.
func (l *lanes) next(ctx context.Context) *queue {
	for ctx.Err() == nil {
		q, wait := l.pop()
		if q != nil {
			return q
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-l.wake:
		case <-ctx.Done():
		}
		timer.Stop()
	}
	return nil
}

func (l *lanes) pop() (q *queue, wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.due) == 0 {
		return nil, reconcileEvery
	}
	if wait = time.Until(l.due[0].due); wait > 0 {
		return nil, wait
	}
	q = heap.Pop(&l.due).(*queue)
	q.index = draining
	return q, 0
}

// drainOne takes the oldest message out of a lane.
func (l *lanes) drainOne(ctx context.Context, q *queue) {
	if _, waits := l.older(q.lane); waits || l.rekeying.held(q.lane.Tenant) {
		l.release(q, drainRetry)
		return
	}
	if l.rates.crowded(ctx, q.lane.Tenant) {
		l.release(q, roomEvery)
		return
	}
	asked := time.Now()
	parked, err := l.bus.NextParked(ctx, q.lane)
	if errors.Is(err, bus.ErrNotFound) {
		if !l.forget(q.lane, asked) {
			l.release(q, 0)
		}
		return
	}
	if bus.IsUnavailable(err) {
		l.release(q, drainRetry)
		return
	}
	if err := l.forwardParked(ctx, q.lane, parked, err); err != nil {
		l.release(q, drainRetry)
		return
	}
	l.counts.limit(ctx, outcomeDrained, scopeQueued)
	l.sent(q)
	l.release(q, 0)
}

// forwardParked stores a parked message in message.received, then takes it out of its lane. What cannot be read, or can never be
// stored, is a dead letter.
func (l *lanes) forwardParked(ctx context.Context, lane bus.Lane, p bus.Parked, unreadable error) error {
	work := p.Trace(ctx)
	var err error
	if unreadable != nil {
		err = l.bus.DeadLetter(work, bus.NewDeadLetter{Stage: subject.MessageReceived, Tenant: lane.Tenant, Reason: unreadable.Error()})
	} else if err = l.rekeying.renew(p.Message); err != nil {
		return err
	} else if err = l.bus.Publish(work, p.Message); err != nil && !bus.IsUnavailable(err) && ctx.Err() == nil {
		err = deadLetter(work, l.bus, p.Message, err)
	}
	if err != nil {
		return err
	}
	return l.bus.Unpark(ctx, p.Sequence)
}

// sent records that what a lane has paid for is gone: the next message pays for itself.
func (l *lanes) sent(q *queue) {
	l.mu.Lock()
	defer l.mu.Unlock()
	q.paid = false
	if own := l.tenants[q.lane.Tenant]; own != nil && own.messages > 0 {
		own.bytes -= own.bytes / own.messages
		own.messages--
	}
}

// release gives a lane back to the schedule.
func (l *lanes) release(q *queue, minWait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	q.index = unscheduled
	l.plan(q, minWait)
}

// schedule is a heap of lanes by due time.
type schedule []*queue

// Len is the number of lanes.
func (s schedule) Len() int { return len(s) }

// Less puts the earlier one first.
func (s schedule) Less(i, j int) bool { return s[i].due.Before(s[j].due) }

// Swap keeps the lanes' indexes.
func (s schedule) Swap(i, j int) {
	s[i], s[j] = s[j], s[i]
	s[i].index, s[j].index = i, j
}

// Push adds a lane at the end.
func (s *schedule) Push(x any) {
	q := x.(*queue)
	q.index = len(*s)
	*s = append(*s, q)
}

// Pop removes the last lane.
func (s *schedule) Pop() any {
	old := *s
	q := old[len(old)-1]
	old[len(old)-1] = nil
	*s = old[:len(old)-1]
	return q
}
