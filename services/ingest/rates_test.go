package ingest

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/recado/recado/pkg/bus"
)

func TestTenantThatBringsMuchWaitsWhileTheStagesAreBehind(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		waiting, asked := int64(100), 0
		rates := newRates(Rates{Tenant: 1000, TenantBurst: 1000, Contact: 1000, ContactBurst: 1000})
		handled := int64(0)
		rates.room = &room{most: 32, least: 4, backlog: func(context.Context) (int64, int64, error) {
			asked++
			return waiting, handled, nil
		}}
		write := func(tenant string, n int) (through int) {
			for range n {
				if rates.over(t.Context(), bus.Lane{Tenant: tenant, Conversation: "c"}) == "" {
					through++
				}
			}
			return through
		}
		if got := write("flood", 500); got != modestBurst {
			t.Errorf("%d went through of a tenant that brings 500 at once, want %d", got, modestBurst)
		}
		if got := write("honest", 5); got != 5 {
			t.Errorf("%d of 5 went through of another tenant", got)
		}
		if asked != 1 {
			t.Errorf("asked %d times at once what waits", asked)
		}
		waiting, handled = 12, 1000
		time.Sleep(roomEvery)
		if got := write("flood", 500); got != 20+modestRate/5 {
			t.Errorf("%d went through where there is room for 20, and 0.2 s have passed", got)
		}
		waiting, handled = 0, 2000
		time.Sleep(time.Minute)
		if got := write("flood", 500); got != modestBurst+5 { // 1,000 a minute are five in 0.3 s
			t.Errorf("%d went through after a minute of slow stages", got)
		}
	})
}

func TestRoomIsThereWhereNobodyCanTell(t *testing.T) {
	t.Parallel()
	r := &room{most: 32, backlog: func(context.Context) (int64, int64, error) { return 0, 0, errors.New("away") }}
	if !r.take(t.Context()) || !(*room)(nil).take(t.Context()) || newRoom(nil, 0) != nil {
		t.Error("a message is held up though nothing is known to wait")
	}
}

func TestDrainWaitsForRoom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newFakeBus()
		l := b.replica(t, Rates{Tenant: 1000, TenantBurst: 1000, Contact: 1000, ContactBurst: 1000})
		var waiting atomic.Int64
		waiting.Store(100)
		l.rates.room = &room{most: 32, least: 4, backlog: func(context.Context) (int64, int64, error) {
			return waiting.Load(), 0, nil
		}}
		for n := range 200 {
			if _, err := l.admit(t.Context(), messageOf("c", n)); err != nil {
				t.Fatal(err)
			}
		}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); l.drain(ctx) }()
		time.Sleep(time.Second)
		if got := len(b.got()); got > modestBurst+2*modestRate {
			t.Errorf("%d messages went on while the stages were behind", got)
		}
		waiting.Store(0)
		time.Sleep(time.Minute)
		if got := len(b.got()); got != 200 {
			t.Errorf("%d of 200 messages went on", got)
		}
		stop()
		<-done
	})
}
