package bustest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
)

// Wait is how long the helpers wait for what must come.
const Wait = 3 * time.Minute

// Collect returns the first n events of a stage, in stream order, and waits for them. It takes them from nobody.
func Collect[E bus.Event](t testing.TB, s *Server, stage string, n int) []E {
	t.Helper()
	msgs := CollectRaw(t, s, subject.Stream(stage), n)
	out := make([]E, len(msgs))
	for i, m := range msgs {
		out[i] = decode[E](t, m.Data())
	}
	return out
}

// CollectRaw returns the first n messages of a stream.
func CollectRaw(t testing.TB, s *Server, stream string, n int) []jetstream.Msg {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), Wait)
	defer cancel()
	js, err := jetstream.New(s.Conn(t))
	if err != nil {
		t.Fatal(err)
	}
	cons, err := js.OrderedConsumer(ctx, stream, jetstream.OrderedConsumerConfig{})
	if err != nil {
		t.Fatalf("read %s: %v", stream, err)
	}
	msgs, err := cons.Messages()
	if err != nil {
		t.Fatalf("read %s: %v", stream, err)
	}
	defer msgs.Stop()
	var out []jetstream.Msg
	for len(out) < n {
		m, err := msgs.Next(jetstream.NextContext(ctx))
		if err != nil {
			t.Fatalf("read %s: got %d of %d messages: %v", stream, len(out), n, err)
		}
		out = append(out, m)
	}
	return out
}

// Count returns how many messages a stream holds now.
func Count(t testing.TB, s *Server, stage string) uint64 {
	t.Helper()
	js, err := jetstream.New(s.Conn(t))
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), subject.Stream(stage))
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return 0
	}
	if err != nil {
		t.Fatal(err)
	}
	return stream.CachedInfo().State.Msgs
}

// Eventually polls until ok, and fails the test with what was awaited when it takes too long.
func Eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(Wait)
	for !ok() {
		select {
		case <-deadline:
			t.Fatalf("waited %s for: %s", Wait, what)
		case <-tick.C:
		}
	}
}

func decode[E bus.Event](t testing.TB, data []byte) E {
	t.Helper()
	var zero E
	e := zero.ProtoReflect().New().Interface().(E)
	if err := proto.Unmarshal(data, e); err != nil {
		t.Fatalf("decode an event: %v", err)
	}
	return e
}
