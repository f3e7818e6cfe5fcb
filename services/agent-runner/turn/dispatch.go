package turn

import (
	"context"
	"sync"
	"time"

	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/services/agent-runner/seat"
)

type claims interface {
	// Claim takes at most limit due conversations that nobody answers, no tenant above maxPerTenant of this process's turns.
	Claim(ctx context.Context, limit, maxPerTenant int) ([]*Conversation, error)
	// Disown frees what this process owns in the table but does not know of.
	Disown(ctx context.Context, turns []string) error
	// Release gives a turn back unfinished, due again after wait; counted reports whether the attempt counts.
	Release(ctx context.Context, c *Conversation, wait time.Duration, counted bool) error
	// Beat renews the lease on this process's turns and frees those of dead processes; it returns how many it freed.
	Beat(ctx context.Context, lease time.Duration) (int64, error)
	// Leave frees all turns of this process.
	Leave(ctx context.Context) error
}

// dispatch claims while ctx lasts and starts a turn for each conversation: at most Turns in all, of which Workers are at work and the
// others wait for a model or a tool.
func (e *Engine) dispatch(ctx, work context.Context, turns *sync.WaitGroup) {
	flights := seat.NewRoom(max(e.opts.Workers, e.opts.Turns))
	tick := time.NewTicker(e.opts.Poll)
	defer tick.Stop()
	for lost := false; ; {
		free, ok := e.room(ctx, flights)
		if !ok {
			return
		}
		claimed, err := e.claim(ctx, free, lost)
		lost = err != nil
		for _, c := range claimed {
			flight := flights.Take()
			c.seat = e.seats.Take()
			e.running.add(c)
			turns.Go(func() {
				defer func() {
					c.seat.Leave()
					flight.Leave()
					if e.running.remove(c) >= e.opts.MaxPerTenant { // its next one waits for this end
						e.wake.Signal()
					}
				}()
				e.turn(work, c)
			})
		}
		if len(claimed) == free {
			continue
		}
		if !e.gather(ctx) {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-e.wake.C:
		case <-tick.C:
		}
	}
}

// gatherFor is how long a claim waits for more to claim while most turns wait for a model, to whom it is nothing: a claim looks at all
// that this process holds.
const gatherFor = 10 * time.Millisecond

// gather waits a little where many turns are under way; false when ctx ended.
func (e *Engine) gather(ctx context.Context) bool {
	if e.running.count() <= e.opts.Workers {
		return true
	}
	return retry.Sleep(ctx, gatherFor)
}

// room waits until there is room for at least one turn more and returns for how many there is.
func (e *Engine) room(ctx context.Context, flights *seat.Room) (int, bool) {
	most, ok := flights.Free(ctx)
	if !ok {
		return 0, false
	}
	free, ok := e.seats.Free(ctx)
	return min(most, free), ok
}

// claim first frees what an earlier claim may have taken without our hearing of it.
func (e *Engine) claim(ctx context.Context, limit int, lost bool) ([]*Conversation, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if lost {
		if err := e.deps.Store.Disown(ctx, e.running.all()); err != nil {
			return nil, err
		}
	}
	claimed, err := e.deps.Store.Claim(ctx, limit, e.opts.MaxPerTenant)
	if err != nil && !lost {
		e.deps.Log.WarnContext(ctx, "claims wait", "error", err)
	}
	return claimed, err
}

// beat renews the lease until ctx ends, several times within its length.
func (e *Engine) beat(ctx context.Context) {
	every(ctx, e.opts.Lease/5, func() {
		call, cancel := context.WithTimeout(ctx, e.opts.Lease/2)
		defer cancel()
		freed, err := e.deps.Store.Beat(call, e.opts.Lease)
		if err != nil {
			return // the turns are safe by their fences; the claims say that the database is unavailable
		}
		if freed > 0 {
			e.deps.Log.WarnContext(ctx, "turns of a dead process freed", "turns", freed)
			e.wake.Signal()
		}
	})
}

// register beats for the first time, however long the database is unavailable: a claim without a lease would be swept at once.
func (e *Engine) register(ctx context.Context) {
	_ = retry.Do(ctx, retry.Policy{Min: e.opts.Poll, Timeout: e.opts.Lease}, func(ctx context.Context) error { // it fails only at a stop
		_, err := e.deps.Store.Beat(ctx, e.opts.Lease)
		return err
	})
}

// every calls fn at once and then each period until ctx ends.
func every(ctx context.Context, period time.Duration, fn func()) {
	tick := time.NewTicker(period)
	defer tick.Stop()
	for {
		fn()
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
