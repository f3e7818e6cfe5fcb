package seat

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
)

func TestALentSeatIsAnothersUntilItIsTakenAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		room := NewRoom(1)
		first := room.Take()
		waits, answered := make(chan struct{}), make(chan struct{})
		go func() {
			if err := first.Lend(func() error { close(waits); <-answered; return nil }); err != nil {
				t.Error(err)
			}
			first.Leave()
		}()
		<-waits
		second := room.Take() // while the first one waits
		close(answered)
		synctest.Wait()
		if len(room.taken) != 1 {
			t.Errorf("%d seats are taken of one", len(room.taken))
		}
		second.Leave()
		synctest.Wait()
		if free, ok := room.Free(t.Context()); free != 1 || !ok {
			t.Errorf("%d seats are free at the end, want 1", free)
		}
	})
}

func TestAPanicWhileASeatIsLentLosesNoSeat(t *testing.T) {
	t.Parallel()
	room := NewRoom(1)
	s := room.Take()
	func() {
		defer func() { _ = recover() }()
		_ = s.Lend(func() error { panic("no answer") })
	}()
	if len(room.taken) != 1 {
		t.Errorf("%d seats are taken, want the one", len(room.taken))
	}
}

func TestFreeEndsWithItsContextAndNobodyNeedsNoSeat(t *testing.T) {
	t.Parallel()
	room := NewRoom(1)
	room.Take()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, ok := room.Free(ctx); ok {
		t.Error("a seat is free in a full room")
	}
	var none *Seat
	want := errors.New("no answer")
	if err := none.Lend(func() error { return want }); !errors.Is(err, want) {
		t.Errorf("got %v", err)
	}
	none.Leave()
}
