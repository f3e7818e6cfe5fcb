package toolexecutor

import (
	"context"
	"errors"
	"testing"

	"github.com/recado/recado/pkg/bus"
)

// bucket is unavailable for a number of calls, then gives an answer.
type bucket struct {
	unavailable, calls int
	answer             error
}

func (b *bucket) Put(context.Context, string, string, []byte) error {
	if b.calls++; b.calls <= b.unavailable {
		return bus.Unavailable(errors.New("no server"))
	}
	return b.answer
}

func TestToolsAreAnnouncedOnceTheBusIsBack(t *testing.T) {
	t.Parallel()
	b := &bucket{unavailable: 2}
	if err := new(executor).announce(t.Context(), b); err != nil || b.calls != 3 {
		t.Errorf("%d calls, %v; want 3 calls and no error", b.calls, err)
	}
	refused := errors.New("refused")
	if err := new(executor).announce(t.Context(), &bucket{answer: refused}); !errors.Is(err, refused) {
		t.Errorf("got %v, want what the bus said", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := new(executor).announce(ctx, &bucket{unavailable: 1 << 30}); err == nil {
		t.Error("a stopped service announced its tools")
	}
}
