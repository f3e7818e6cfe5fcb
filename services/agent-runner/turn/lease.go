package turn

import (
	"context"
	"time"

	"github.com/recado/recado/pkg/retry"
)

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
			e.wake.signal()
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
