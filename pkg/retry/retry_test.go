package retry_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/recado/recado/pkg/retry"
)

var (
	errDown    = errors.New("server is down")
	errRefused = errors.New("server refuses")
)

func TestDoPausesTwiceAsLongUpToTheMaximum(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		started := time.Now()
		var calls []time.Duration
		err := retry.Do(t.Context(), retry.Policy{Min: time.Second, Max: 5 * time.Second}, func(context.Context) error {
			calls = append(calls, time.Since(started))
			if len(calls) < 6 {
				return errDown
			}
			return nil
		})
		want := []time.Duration{0, time.Second, 3 * time.Second, 7 * time.Second, 12 * time.Second, 17 * time.Second}
		if err != nil || !slices.Equal(calls, want) {
			t.Errorf("calls = %v, %v, want %v", calls, err, want)
		}
	})
}

func TestDoWithoutMaximumKeepsThePauseEqual(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		started := time.Now()
		err := retry.Do(t.Context(), retry.Policy{Min: time.Second, Attempts: 5}, func(context.Context) error { return errDown })
		if !errors.Is(err, errDown) || time.Since(started) != 4*time.Second {
			t.Errorf("ended after %v with %v, want 4s and %v", time.Since(started), err, errDown)
		}
	})
}

func TestDoReturnsAnErrorThatIsNotWorthARetry(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		answers, notified := []error{errDown, errDown, errRefused, nil}, 0
		policy := retry.Policy{
			Min:    time.Millisecond,
			If:     func(err error) bool { return errors.Is(err, errDown) },
			Notify: func(error) { notified++ },
		}
		err := retry.Do(t.Context(), policy, func(context.Context) error {
			err := answers[0]
			answers = answers[1:]
			return err
		})
		if !errors.Is(err, errRefused) || notified != 2 {
			t.Errorf("got %v after %d notices, want %v after 2", err, notified, errRefused)
		}
	})
}

func TestDoStopsAfterItsLastAttemptWithoutAPause(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		started, calls := time.Now(), 0
		err := retry.Do(t.Context(), retry.Policy{Min: time.Second, Max: time.Minute, Attempts: 3}, func(context.Context) error {
			calls++
			return errDown
		})
		if !errors.Is(err, errDown) || calls != 3 || time.Since(started) != 3*time.Second {
			t.Errorf("%d calls in %v, %v, want 3 in 3s", calls, time.Since(started), err)
		}
	})
}

func TestDoEndsWithItsContextAndNamesBothErrors(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		started := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
		defer cancel()
		err := retry.Do(ctx, retry.Policy{Min: time.Minute}, func(context.Context) error { return errDown })
		if !errors.Is(err, errDown) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want it to wrap %v and %v", err, errDown, context.DeadlineExceeded)
		}
		if took := time.Since(started); took != 90*time.Second {
			t.Errorf("ended after %v, want 1m30s", took)
		}
	})
}

func TestDoMakesOneAttemptWithAnEndedContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	calls := 0
	err := retry.Do(ctx, retry.Policy{Min: time.Hour}, func(context.Context) error {
		calls++
		return errDown
	})
	if calls != 1 || !errors.Is(err, errDown) || !errors.Is(err, context.Canceled) {
		t.Errorf("%d calls, %v, want 1 call and both errors", calls, err)
	}
}

func TestDoLimitsTheTimeOfEachAttempt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		started := time.Now()
		policy := retry.Policy{Min: time.Second, Timeout: 10 * time.Second, Attempts: 2}
		err := retry.Do(t.Context(), policy, func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		})
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(started) != 21*time.Second {
			t.Errorf("ended after %v with %v, want two attempts of 10s and a pause of 1s", time.Since(started), err)
		}
	})
}

func TestBackoffBeginsAgainAfterAReset(t *testing.T) {
	t.Parallel()
	b := retry.Policy{Min: 50 * time.Millisecond, Max: 150 * time.Millisecond}.Backoff()
	for i, want := range []time.Duration{50, 100, 150, 150} {
		if got := b.Next(); got != want*time.Millisecond {
			t.Errorf("pause %d is %v, want %vms", i+1, got, int(want))
		}
	}
	b.Reset()
	if got := b.Next(); got != 50*time.Millisecond {
		t.Errorf("pause after the reset is %v, want 50ms", got)
	}
}

func TestJitterShortensAPauseByItsShareAtMost(t *testing.T) {
	t.Parallel()
	b := retry.Policy{Min: time.Second, Jitter: 0.25}.Backoff()
	seen := map[time.Duration]bool{}
	for range 100 {
		pause := b.Next()
		if pause < 750*time.Millisecond || pause > time.Second {
			t.Fatalf("pause is %v, want 750ms to 1s", pause)
		}
		seen[pause] = true
	}
	if len(seen) < 2 {
		t.Error("every pause was equal")
	}
}

func TestSleepReportsWhetherTheContextIsAlive(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if !retry.Sleep(ctx, 59*time.Second) {
			t.Error("the context ended before its time")
		}
		if retry.Sleep(ctx, 2*time.Second) {
			t.Error("slept past the end of the context")
		}
	})
}
