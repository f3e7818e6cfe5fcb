// Package retry repeats what may succeed later, with growing pauses between the attempts.
package retry

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"
)

// Policy says which errors are worth another attempt, and how long to pause before it.
type Policy struct {
	Min      time.Duration    // the pause after the first failure; each further one is twice as long
	Max      time.Duration    // the longest pause; zero keeps every pause at Min
	Jitter   float64          // the share of each pause, 0 to 1, that is chosen at random
	Attempts int              // the greatest number of attempts; zero sets no limit
	Timeout  time.Duration    // limits each attempt; zero sets no limit
	If       func(error) bool // reports whether an error is worth another attempt; nil retries every error
	Notify   func(error)      // is called with each error that is retried; may be nil
}

// Do calls fn until it succeeds, fails with an error that is not worth another attempt, or has had all its attempts, and returns
// its last error. When ctx ends during a pause, the error wraps both the last error and the cause of the end. fn is called at
// least once, even when ctx has ended already. It must be safe to repeat.
func Do(ctx context.Context, p Policy, fn func(context.Context) error) error {
	pauses := p.Backoff()
	for attempt := 1; ; attempt++ {
		err := p.attempt(ctx, fn)
		if err == nil || attempt == p.Attempts || !p.retries(err) {
			return err
		}
		if p.Notify != nil {
			p.Notify(err)
		}
		if !Sleep(ctx, pauses.Next()) {
			return fmt.Errorf("%w: %w", err, context.Cause(ctx))
		}
	}
}

func (p Policy) attempt(ctx context.Context, fn func(context.Context) error) error {
	if p.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, p.Timeout)
		defer cancel()
	}
	return fn(ctx)
}

func (p Policy) retries(err error) bool { return p.If == nil || p.If(err) }

// Backoff gives the pauses of a policy one by one, to a loop that Do does not fit.
type Backoff struct {
	policy Policy
	last   time.Duration
}

// Backoff starts at the policy's shortest pause.
func (p Policy) Backoff() *Backoff { return &Backoff{policy: p} }

// Next returns the pause before the next attempt.
func (b *Backoff) Next() time.Duration {
	b.last = min(max(2*b.last, b.policy.Min), max(b.policy.Max, b.policy.Min))
	return b.last - time.Duration(b.policy.Jitter*rand.Float64()*float64(b.last))
}

// Reset makes the next pause the shortest again.
func (b *Backoff) Reset() { b.last = 0 }

// Sleep pauses for d and reports whether ctx is still alive.
func Sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
