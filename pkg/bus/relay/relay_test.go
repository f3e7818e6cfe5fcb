package relay_test

import (
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/bus/relay"
)

func TestRelayMovesEveryMessageOverEveryHop(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.Bare())
	got, err := relay.Run(t.Context(), s.Conn(t), relay.Options{Hops: 3, Messages: 200, Concurrency: 8})
	if err != nil {
		t.Fatal(err)
	}
	if got.MsgPerSec <= 0 || got.P50 <= 0 || got.P99 < got.P50 || got.CPUPerMsg <= 0 {
		t.Errorf("got %+v", got)
	}
}

func TestRelayKeepsARate(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.Bare())
	got, err := relay.Run(t.Context(), s.Conn(t), relay.Options{Hops: 1, Messages: 50, Rate: 200})
	if err != nil {
		t.Fatal(err)
	}
	if got.MsgPerSec > 220 {
		t.Errorf("got %.0f messages a second, want at most 200", got.MsgPerSec)
	}
}
