// Package relay is the bare pipeline that benchmarks compare with: the same hops, partitions and waits for acknowledgement, and
// no work at all.
package relay

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Options size a run.
type Options struct {
	Hops        int     // streams that a message crosses; 6 when zero
	Partitions  int     // 4 when zero
	Messages    int     // 1000 when zero
	Concurrency int     // publishers; 16 when zero
	Rate        float64 // messages a second; as fast as possible when zero
	Payload     int     // bytes; 300 when zero
}

// Result is what a run measured, from publish to the last hop.
type Result struct {
	MsgPerSec     float64
	P50, P95, P99 time.Duration
	CPUPerMsg     time.Duration // user and system of the whole process
}

// deadline bounds a run in which messages go missing.
const deadline = 5 * time.Minute

func (o Options) orDefault() Options {
	for _, d := range []struct {
		value    *int
		fallback int
	}{{&o.Hops, 6}, {&o.Partitions, 4}, {&o.Messages, 1000}, {&o.Concurrency, 16}, {&o.Payload, 300}} {
		if *d.value <= 0 {
			*d.value = d.fallback
		}
	}
	return o
}

// run is one measurement; its streams are its own and go with it.
type run struct {
	Options
	conn  *nats.Conn
	js    jetstream.JetStream
	name  string
	took  []time.Duration // by message
	left  atomic.Int64
	done  chan struct{}
	fault chan error
}

// Run relays messages over its own streams on conn's server and removes them afterwards.
func Run(ctx context.Context, conn *nats.Conn, o Options) (Result, error) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	js, err := jetstream.New(conn)
	if err != nil {
		return Result{}, fmt.Errorf("relay: open jetstream: %w", err)
	}
	o = o.orDefault()
	r := &run{
		Options: o, conn: conn, js: js, name: "RELAY" + strconv.FormatInt(time.Now().UnixNano(), 36),
		took: make([]time.Duration, o.Messages), done: make(chan struct{}), fault: make(chan error, 1),
	}
	r.left.Store(int64(o.Messages))
	defer r.remove(context.WithoutCancel(ctx))
	if err := r.build(ctx); err != nil {
		return Result{}, fmt.Errorf("relay: %w", err)
	}
	result, err := r.measure(ctx)
	if err != nil {
		return Result{}, fmt.Errorf("relay: %w", err)
	}
	return result, nil
}

func (r *run) stream(hop int) string { return r.name + "_" + strconv.Itoa(hop) }

func (r *run) subject(hop, partition int) string {
	return r.stream(hop) + "." + strconv.Itoa(partition)
}

func (r *run) build(ctx context.Context) error {
	for hop := range r.Hops {
		_, err := r.js.CreateStream(ctx, jetstream.StreamConfig{
			Name: r.stream(hop), Subjects: []string{r.stream(hop) + ".*"}, MaxAge: time.Hour, MaxBytes: 64 << 20,
			Discard: jetstream.DiscardNew, Duplicates: 2 * time.Minute,
		})
		if err != nil {
			return fmt.Errorf("create stream: %w", err)
		}
		for p := range r.Partitions {
			_, err := r.js.CreateConsumer(ctx, r.stream(hop), jetstream.ConsumerConfig{
				Durable: "relay-" + strconv.Itoa(p), FilterSubject: r.subject(hop, p), AckPolicy: jetstream.AckExplicitPolicy,
				AckWait: 30 * time.Second, MaxDeliver: -1, MaxAckPending: 1,
			})
			if err != nil {
				return fmt.Errorf("create consumer: %w", err)
			}
		}
	}
	return nil
}

func (r *run) remove(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for hop := range r.Hops {
		_ = r.js.DeleteStream(ctx, r.stream(hop))
	}
}

func (r *run) measure(ctx context.Context) (Result, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	for hop := range r.Hops {
		for p := range r.Partitions {
			wg.Go(func() { r.report(r.relay(ctx, hop, p)) })
		}
	}
	before, started := cpu(), time.Now()
	wg.Go(func() { r.report(r.feed(ctx)) })
	select {
	case <-r.done:
	case err := <-r.fault:
		return Result{}, err
	case <-ctx.Done():
		return Result{}, ctx.Err()
	}
	return r.result(time.Since(started), cpu()-before), nil
}

func (r *run) report(err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		select {
		case r.fault <- err:
		default:
		}
	}
}

// feed publishes, at the rate where there is one.
func (r *run) feed(ctx context.Context) error {
	next := make(chan int)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer close(next)
	for range r.Concurrency {
		wg.Go(func() {
			for n := range next {
				if err := r.publish(ctx, 0, n, time.Now()); err != nil {
					r.report(err)
				}
			}
		})
	}
	var tick <-chan time.Time
	if r.Rate > 0 {
		t := time.NewTicker(time.Duration(float64(time.Second) / r.Rate))
		defer t.Stop()
		tick = t.C
	}
	for n := range r.Messages {
		if tick != nil {
			select {
			case <-tick:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		select {
		case next <- n:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

const headerSent = "Relay-Sent"

func (r *run) publish(ctx context.Context, hop, n int, sent time.Time) error {
	m := nats.NewMsg(r.subject(hop, n%r.Partitions))
	m.Data = make([]byte, r.Payload)
	m.Header.Set(nats.MsgIdHdr, strconv.Itoa(n))
	m.Header.Set(headerSent, strconv.FormatInt(sent.UnixNano(), 10))
	if _, err := r.js.PublishMsg(ctx, m); err != nil {
		return fmt.Errorf("publish: %w", err)
	}
	return nil
}
