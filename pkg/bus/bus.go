// Package bus carries Recado's events on NATS JetStream: topology, Publish, Hop, verdicts, dead letters, key-value and object store.
package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/metric"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/trace"
	tracenoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/pkg/seal"
)

// Options says who uses the bus. Empty members are silent.
type Options struct {
	Service string
	Log     *slog.Logger
	Tracer  trace.Tracer
	Meter   metric.Meter
}

// Bus is one service's door to NATS. It is safe for concurrent use.
type Bus struct {
	conn          *nats.Conn
	js            jetstream.JetStream
	service       string
	log           *slog.Logger
	tracer        trace.Tracer
	meters        *meters
	gates         gates
	parts         atomic.Uint32
	fresh         freshness
	denied        atomic.Pointer[denial]
	troubles      troubles
	stores        sync.Map // opened key-value and object stores by bucket
	deadLetterKey atomic.Pointer[seal.Key]
	contactKeys   atomic.Pointer[ContactKeys]
}

// New binds a connection to the topology: it waits, until ctx ends, for the streams to exist and reads the number of partitions
// from their metadata.
func New(ctx context.Context, conn *nats.Conn, opts Options) (*Bus, error) {
	if opts.Service == "" {
		return nil, errors.New("bus options: the service name is required")
	}
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, fmt.Errorf("open jetstream: %w", err)
	}
	b := &Bus{conn: conn, js: js, service: opts.Service, log: opts.Log, tracer: opts.Tracer, gates: newGates()}
	if b.log == nil {
		b.log = slog.New(slog.DiscardHandler)
	}
	if b.tracer == nil {
		b.tracer = tracenoop.NewTracerProvider().Tracer("bus")
	}
	if opts.Meter == nil {
		opts.Meter = metricnoop.NewMeterProvider().Meter("bus")
	}
	if b.meters, err = newMeters(opts.Meter); err != nil {
		return nil, err
	}
	b.listen()
	if err := b.awaitTopology(ctx); err != nil {
		return nil, err
	}
	return b, nil
}

// Service returns the name that the bus was opened with.
func (b *Bus) Service() string { return b.service }

// Conn is the bus's connection, for what looks after streams as a whole.
func (b *Bus) Conn() *nats.Conn { return b.conn }

// Partitions returns P, as the streams' metadata has it.
func (b *Bus) Partitions() uint32 { return b.parts.Load() }

// Close lets what was sent reach the server and closes the connection.
func (b *Bus) Close(ctx context.Context) error {
	err := b.conn.FlushWithContext(ctx)
	b.conn.Close()
	if err != nil {
		return fmt.Errorf("flush the connection: %w", err)
	}
	return nil
}

// awaitTopology waits until somebody has applied it.
func (b *Bus) awaitTopology(ctx context.Context) error {
	var once sync.Once
	tell := func(err error) {
		once.Do(func() { b.log.InfoContext(ctx, "waiting for the bus topology", "service", b.service, "error", err) })
	}
	if err := retry.Do(ctx, retry.Policy{Min: 200 * time.Millisecond, Notify: tell}, b.refresh); err != nil {
		return fmt.Errorf("wait for the bus topology (apply it with recado topology): %w", err)
	}
	return nil
}

// refresh reads the number of partitions again.
func (b *Bus) refresh(ctx context.Context) error {
	parts, err := topology.PartitionsOf(ctx, b.js, topology.ProbeStage)
	if err != nil {
		return err
	}
	b.parts.Store(parts)
	return nil
}

// freshness is when the number of partitions was last read.
type freshness struct {
	mu    sync.Mutex
	at    time.Time
	ahead bool // it is being read again
}

// partitions returns P as it was at most two seconds ago. A repartition keeps the streams closed for longer, so no publisher uses
// an old one afterwards.
// Under load it is read ahead of time: no publisher waits for the answer.
func (b *Bus) partitions(ctx context.Context) uint32 {
	b.fresh.mu.Lock()
	defer b.fresh.mu.Unlock()
	switch age := time.Since(b.fresh.at); {
	case age > topology.PartsAge:
		at := time.Now()
		_ = b.refresh(ctx) // the publish itself will tell when nothing answers
		b.fresh.at = at
	case age > topology.PartsAge/2 && !b.fresh.ahead:
		b.fresh.ahead = true
		go b.readAhead(context.WithoutCancel(ctx))
	}
	return b.parts.Load()
}

func (b *Bus) readAhead(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, topology.AttemptTimeout)
	defer cancel()
	at := time.Now()
	err := b.refresh(ctx)
	b.fresh.mu.Lock()
	defer b.fresh.mu.Unlock()
	b.fresh.ahead = false
	if err == nil && at.After(b.fresh.at) {
		b.fresh.at = at
	}
}

// Topology says how large the bus is; everything else about it is the same everywhere.
type Topology = topology.Topology

// ErrPending says that another number of partitions was refused because messages wait.
var ErrPending = topology.ErrPending

// Laptop is the topology of a single node.
func Laptop() Topology { return topology.Laptop() }

// Apply creates or updates every stream, consumer and bucket; it is their one owner, and applying twice changes nothing.
func Apply(ctx context.Context, conn *nats.Conn, t Topology) error {
	return topology.Apply(ctx, conn, t)
}

// Verify lists how the server differs from a topology; an empty list is agreement.
func Verify(ctx context.Context, conn *nats.Conn, t Topology) ([]string, error) {
	return topology.Verify(ctx, conn, t)
}
