package bus

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

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

func FuzzReasonFitsAHeader(f *testing.F) {
	for _, seed := range []string{"", "unknown tenant", "a\r\nNats-Rollup: all", string(make([]byte, 2000)), "ñ\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := clip(s)
		if len(got) > maxReason || !utf8.ValidString(got) {
			t.Errorf("%d bytes, valid %v", len(got), utf8.ValidString(got))
		}
		for _, r := range got {
			if r < ' ' {
				t.Errorf("control character %q", r)
			}
		}
	})
}

func FuzzToken(f *testing.F) {
	for _, seed := range []string{"get_faq", "a.b", "*", ">", "", " "} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if checkToken("tool", s) != nil {
			return
		}
		for _, c := range s {
			if c == '.' || c == '*' || c == '>' || c <= ' ' || c > '~' {
				t.Errorf("accepted %q", s)
			}
		}
	})
}
