package outboundsender

import (
	"context"
	"time"

	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/pkg/tenant"
)

const (
	pollEvery = 250 * time.Millisecond
	beatEvery = 1500 * time.Millisecond
	lease     = 5 * time.Second
	// statusWait is how long a send that may have arrived waits for its status before it is sent again.
	statusWait = 10 * time.Second
)

// claimLoop sends what is due: retries, replies that waited for an earlier one, and what a dead process left.
func (s *sender) claimLoop(ctx context.Context) error {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		case <-s.wake:
		}
		for s.claimOnce(ctx) {
		}
	}
}

// claimOnce fills the free places, and reports whether there may be more to claim.
func (s *sender) claimOnce(ctx context.Context) bool {
	taken := 0
	for taken < s.cfg.Workers && s.pool.take() {
		taken++
	}
	if taken == 0 {
		return false
	}
	claimed, err := s.table.claim(ctx, taken)
	if err != nil && ctx.Err() == nil {
		s.log.DebugContext(ctx, "claim deliveries", "error", err)
	}
	for range taken - len(claimed) {
		s.pool.give()
	}
	for _, d := range claimed {
		s.flights.begin(d.reply.GetReplyId())
		s.pool.run(func() { s.deliver(telemetry.Extract(context.WithoutCancel(ctx), d.traceparent), d) })
	}
	return len(claimed) == taken
}

// beatLoop renews the lease of this process, and takes over the sends of dead ones.
func (s *sender) beatLoop(ctx context.Context) error {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for {
		freed, err := s.table.beat(ctx, lease, statusWait, s.flights.list())
		switch {
		case err != nil && ctx.Err() == nil:
			s.log.DebugContext(ctx, "renew lease", "error", err)
		case freed > 0:
			s.log.InfoContext(ctx, "took over deliveries", "count", freed)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

const (
	windowsEvery = 2 * time.Second
	windowsBatch = 500
	// windowAge is how long a reply waits for the person to write again; what it said is no answer to anything after that.
	windowAge = 72 * time.Hour
)

// windowLoop sends what a channel refused because its window was over, once the person has written again.
func (s *sender) windowLoop(ctx context.Context) error {
	tick := time.NewTicker(windowsEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		released, ended, err := s.table.releaseWindows(ctx)
		switch {
		case err != nil && ctx.Err() == nil:
			s.log.DebugContext(ctx, "look at replies that wait for a window", "error", err)
		case released+ended > 0:
			s.log.InfoContext(ctx, "replies that waited for a window", "released", released, "ended", ended)
			s.wakeUp()
		}
	}
}

// releaseLoop sends again what was parked because an account was refused, when its tenant's settings come or change: that is
// how a person corrects a token.
func (s *sender) releaseLoop(ctx context.Context, changed <-chan tenant.ID) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case id := <-changed:
			s.retryUntilStop(ctx, func(ctx context.Context) error {
				released, err := s.table.release(ctx, id)
				if released > 0 {
					s.log.InfoContext(ctx, "parked replies go out again", "tenant", id, "count", released)
					s.wakeUp()
				}
				return err
			})
		}
	}
}

func (s *sender) wakeUp() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}
