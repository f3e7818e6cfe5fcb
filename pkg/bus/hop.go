package bus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/retry"
)

const (
	orderedTimeout = 30 * time.Second
	sharedTimeout  = 5 * time.Minute
	sharedWorkers  = 16
	stopTimeout    = 10 * time.Second
	stageCheck     = 5 * time.Second
	handlerGrace   = time.Second // for a handler to notice that its context has ended
	maxStuck       = 3           // handlers that ignore it, before the hop gives up and the process is started again
)

// Hop is one step of the pipeline: it handles the events of a stage, in order where the stage is ordered.
type Hop[E Event] struct {
	Name string // the service's name; its durables are named after it
	From string // a stage, or gateway.inbound.<channel>.<tenant>
	// Handle does the work; its error is the verdict: nil is done, Reject is a dead letter, Unavailable waits, any other is tried
	// three times.
	// Its effect must be safe to repeat. It has 30 s on an ordered stage.
	Handle func(ctx context.Context, e E) error
	// Workers is how many messages of a shared consumer are handled at once; 16 when zero. Ordered stages have one for each partition.
	Workers int
	// Timeout bounds one call of Handle on a shared consumer; 5 minutes when zero.
	Timeout time.Duration
}

// Run handles messages until ctx ends; then it stops fetching, lets handlers finish for 10 s, acknowledges, and returns nil.
// It outlives lost connections, deleted consumers and another number of partitions.
func (h Hop[E]) Run(ctx context.Context, b *Bus) error {
	r, err := newRunner(b, h.Name, h.From)
	if err != nil {
		return fmt.Errorf("hop %s from %s: %w", h.Name, h.From, err)
	}
	r.workers, r.timeout = h.Workers, h.Timeout
	r.defaults()
	r.decode = func(data []byte) (Event, error) {
		e := newEvent[E]()
		return e, proto.Unmarshal(data, e)
	}
	r.handle = func(ctx context.Context, e Event) error { return h.Handle(ctx, e.(E)) }
	return r.run(ctx)
}

// runner is a hop without its type.
type runner struct {
	bus     *Bus
	service string
	from    string
	stage   topology.Stage
	reader  topology.Reader
	workers int
	timeout time.Duration
	decode  func([]byte) (Event, error)
	handle  func(context.Context, Event) error
	pulse   *pulse
	giveUp  context.CancelFunc
	stuck   atomic.Int32
	handled sync.Map // consumer name -> stream sequence of the last message that this process ended
	swept   any      // the sequence up to which a door was swept
}

func newRunner(b *Bus, service, from string) (*runner, error) {
	st, ok := topology.StageNamed(from)
	if !ok {
		return nil, errors.New("no such stage")
	}
	if st.Raw && b.deadLetterKey.Load() == nil {
		return nil, errNoSeal
	}
	r := &runner{bus: b, service: service, from: from, stage: st}
	if from != st.Name {
		if err := checkDoor(st, from); err != nil {
			return nil, err
		}
		r.reader = topology.Reader{Service: service, Pending: 1}
		return r, nil
	}
	for _, candidate := range st.Readers {
		if candidate.Service == service {
			r.reader = candidate
			return r, nil
		}
	}
	return nil, fmt.Errorf("the topology gives %s no consumer", service)
}

func (r *runner) defaults() {
	switch {
	case r.reader.Pending == 1:
		r.workers = 1
	case r.workers <= 0:
		r.workers = min(sharedWorkers, r.reader.Pending)
	}
	if r.reader.Ordered {
		r.timeout = orderedTimeout
	}
	if r.timeout <= 0 {
		r.timeout = sharedTimeout
	}
}

// run starts again whenever the number of partitions has changed.
func (r *runner) run(ctx context.Context) error {
	work, stop := workContext(ctx)
	defer stop()
	r.pulse = startPulse()
	defer r.pulse.stop()
	for ctx.Err() == nil && r.stuck.Load() < maxStuck {
		r.generation(ctx, work)
	}
	_ = r.bus.conn.FlushTimeout(time.Second) // the last acknowledgements
	if r.stuck.Load() >= maxStuck {
		return fmt.Errorf("hop %s from %s: %d handlers do not return", r.service, r.from, maxStuck)
	}
	return nil
}

// generation runs the workers of one number of partitions.
func (r *runner) generation(ctx, work context.Context) {
	fetch, cancel := context.WithCancel(ctx)
	defer cancel()
	r.giveUp = cancel
	parts := r.bus.parts.Load()
	var wg sync.WaitGroup
	for _, cfg := range r.durables(parts) {
		for range r.workers {
			w := &worker{runner: r, durable: cfg}
			wg.Go(func() { w.run(fetch, work) })
		}
	}
	r.watchStage(fetch, parts)
	cancel()
	wg.Wait()
}

// checkDoor admits the subject of one gateway at a door.
func checkDoor(st topology.Stage, from string) error {
	channel, owner, _ := strings.Cut(from[len(st.Name)+1:], ".")
	if !st.Door() {
		return errors.New("it is no door for gateways")
	}
	if err := checkToken("channel", channel); err != nil {
		return err
	}
	return checkToken("tenant", owner)
}

// watchStage keeps room in the stage's stream, and returns when ctx ends or the stage has another number of partitions.
func (r *runner) watchStage(ctx context.Context, parts uint32) {
	for retry.Sleep(ctx, stageCheck) {
		attempt, cancel := context.WithTimeout(ctx, stageCheck)
		now, err := r.checkStage(attempt)
		cancel()
		if err != nil && r.bus.conn.IsConnected() && ctx.Err() == nil {
			r.bus.log.WarnContext(ctx, "could not look after a stream", "stage", r.stage.Name, "error", err)
		}
		if now != 0 && now != parts && r.stage.Partitioned {
			r.bus.parts.Store(now)
			return
		}
	}
}

// checkStage returns the stage's number of partitions, 0 where it cannot be read.
func (r *runner) checkStage(ctx context.Context) (uint32, error) {
	if r.stage.Door() && !r.unswept() { // there may be a thousand quiet gateways
		return 0, nil
	}
	stream, err := r.bus.js.Stream(ctx, r.stage.Stream())
	if err != nil {
		return 0, fmt.Errorf("read stream: %w", err)
	}
	parts, err := topology.PartitionsIn(stream.CachedInfo().Config)
	if err != nil {
		return 0, err
	}
	if r.stage.Door() {
		return parts, r.sweepDoor(ctx, stream)
	}
	return parts, r.reclaim(ctx, stream)
}

// workContext outlives ctx by the stop timeout: what handlers run under.
func workContext(ctx context.Context) (context.Context, func()) {
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var timer *time.Timer
	var mu sync.Mutex
	unhook := context.AfterFunc(ctx, func() {
		mu.Lock()
		defer mu.Unlock()
		timer = time.AfterFunc(stopTimeout, cancel)
	})
	return work, func() {
		unhook()
		cancel()
		mu.Lock()
		defer mu.Unlock()
		if timer != nil {
			timer.Stop()
		}
	}
}
