// Package fill measures how full the streams, buckets and object stores of an installation are.
package fill

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/retry"
)

const (
	fillEvery = 30 * time.Second
	// nearlyFull is when the log says so; the alerts of deploy/prometheus have the same number.
	nearlyFull = 0.8
)

// rooms is how full each stream, bucket and object store was when it was last looked at, from 0 to 1.
type rooms struct {
	js  jetstream.JetStream
	log *slog.Logger

	mu    sync.Mutex
	share map[topology.Room]float64
}

// Watch measures until ctx ends how full everything is: the gauge recado.bus.fill. One service of an installation is enough.
func Watch(ctx context.Context, conn *nats.Conn, meter metric.Meter, log *slog.Logger) error {
	js, err := jetstream.New(conn)
	if err != nil {
		return fmt.Errorf("open jetstream: %w", err)
	}
	f := &rooms{js: js, log: log, share: map[topology.Room]float64{}}
	_, err = meter.Float64ObservableGauge("recado.bus.fill", metric.WithUnit("1"),
		metric.WithDescription("Bytes held of the bytes allowed, by stream and by what a full one does: refuse the new or drop its oldest"),
		metric.WithFloat64Callback(f.observe))
	if err != nil {
		return fmt.Errorf("create the gauge of streams: %w", err)
	}
	for {
		for _, room := range topology.Rooms() {
			f.measure(ctx, room)
		}
		if !retry.Sleep(ctx, fillEvery) {
			return nil
		}
	}
}

// measure keeps the last value of a stream that cannot be read now.
func (f *rooms) measure(ctx context.Context, room topology.Room) {
	ctx, cancel := context.WithTimeout(ctx, topology.AttemptTimeout)
	defer cancel()
	stream, err := f.js.Stream(ctx, room.Stream)
	if err != nil {
		return
	}
	info := stream.CachedInfo()
	if info.Config.MaxBytes <= 0 {
		return
	}
	share := float64(info.State.Bytes) / float64(info.Config.MaxBytes)
	if before := f.set(room, share); share >= nearlyFull && before < nearlyFull && !room.Drops {
		f.log.WarnContext(ctx, "a stream is nearly full and will refuse what is new", "stream", room.Stream,
			"bytes", info.State.Bytes, "max_bytes", info.Config.MaxBytes)
	}
}

func (f *rooms) set(room topology.Room, share float64) (before float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	before, f.share[room] = f.share[room], share
	return before
}

func (f *rooms) observe(_ context.Context, o metric.Float64Observer) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for room, share := range f.share {
		full := "refuses"
		if room.Drops {
			full = "drops"
		}
		o.Observe(share, metric.WithAttributes(attribute.String("stream", room.Stream), attribute.String("full", full)))
	}
	return nil
}
