package turn

import (
	"context"
	"time"

	"github.com/recado/recado/pkg/retry"
)

// beat renews the lease until ctx ends, several times within its length.
func (e *Engine) beat(ctx context.Context) {
	every(ctx, e.Lease/5, func() {
		call, cancel := context.WithTimeout(ctx, e.Lease/2)
		defer cancel()
		freed, err := e.Store.Beat(call, e.Lease)
		if err != nil {
			return // the turns are safe by their fences; the claims say that the database is away
		}
		if freed > 0 {
			e.Log.WarnContext(ctx, "turns of a dead process freed", "turns", freed)
			e.wake.signal()
		}
	})
}

// register beats for the first time, however long the database is unavailable: a claim without a lease would be swept at once.
func (e *Engine) register(ctx context.Context) {
	_ = retry.Do(ctx, retry.Policy{Min: e.Poll, Timeout: e.Lease}, func(ctx context.Context) error { // it fails only at a stop
		_, err := e.Store.Beat(ctx, e.Lease)
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
