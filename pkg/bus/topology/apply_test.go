package topology

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// On a fresh cluster the first request hangs until its context ends: it must be repeated, a second each.
func TestApplyRepeatsARequestThatHangs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began, calls := time.Now(), 0
		err := untilAnswered(t.Context(), func(ctx context.Context) error {
			if calls++; calls < 3 {
				<-ctx.Done()
				return ctx.Err()
			}
			return nil
		})
		if took := time.Since(began); err != nil || calls != 3 || took > 3*time.Second {
			t.Errorf("%d calls in %s: %v", calls, took, err)
		}
	})
}

func TestApplyReturnsWhatTheServerRefuses(t *testing.T) {
	t.Parallel()
	err := untilAnswered(t.Context(), func(context.Context) error { return jetstream.ErrStreamNotFound })
	if !errors.Is(err, jetstream.ErrStreamNotFound) {
		t.Errorf("got %v", err)
	}
}

func TestApplyEndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		err := untilAnswered(ctx, func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	})
}
