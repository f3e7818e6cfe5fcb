package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/pkg/subject"
)

// worker handles the messages of one durable, one at a time.
type worker struct {
	*runner
	durable jetstream.ConsumerConfig
}

// durables are the consumers that this hop reads.
func (r *runner) durables(parts uint32) []jetstream.ConsumerConfig {
	if r.from != r.stage.Name {
		return []jetstream.ConsumerConfig{r.door()}
	}
	return r.stage.Consumers(r.reader, parts, topology.AckWait)
}

func (r *runner) door() jetstream.ConsumerConfig { return r.stage.Gateway(r.service, r.from) }

// outagePauses are the pauses while NATS or what a handler needs is unavailable.
var outagePauses = retry.Policy{Min: 50 * time.Millisecond, Max: 2 * time.Second}

// run pulls and handles until fetch ends, and binds its consumer again after an error.
func (w *worker) run(fetch, work context.Context) {
	pauses := outagePauses.Backoff()
	for fetch.Err() == nil {
		p, err := w.bind(fetch)
		if err == nil {
			w.bus.recovered(w.label())
			err = w.consume(fetch, work, p, pauses)
			p.close(fetch.Err() != nil)
		}
		if err == nil || fetch.Err() != nil {
			continue
		}
		w.bus.trouble(w.label(), err)
		w.awaitRecovery(fetch, pauses.Next())
	}
	w.bus.recovered(w.label())
}

// awaitRecovery waits for d, or for the connection where that is what is missing.
func (w *worker) awaitRecovery(ctx context.Context, d time.Duration) {
	if w.bus.conn.IsConnected() {
		retry.Sleep(ctx, d)
		return
	}
	for !w.bus.conn.IsConnected() && retry.Sleep(ctx, 50*time.Millisecond) {
	}
}

func (w *worker) label() string { return w.stage.Stream() + "/" + w.durable.Durable }

func (w *worker) consume(fetch, work context.Context, p *puller, pauses *retry.Backoff) error {
	for {
		m, err := p.next(fetch)
		if err != nil {
			if fetch.Err() != nil {
				return nil
			}
			return err
		}
		pauses.Reset()
		w.receive(fetch, work, m)
	}
}

// bind finds the consumer, or makes it again where somebody deleted it, and checks that it keeps the order the topology promises.
func (w *worker) bind(ctx context.Context) (*puller, error) {
	attempt, cancel := context.WithTimeout(ctx, topology.AttemptTimeout) // a request that went down with a server is never answered
	defer cancel()
	cons, err := w.bus.js.Consumer(attempt, w.stage.Stream(), w.durable.Durable)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		cons, err = w.recreate(attempt)
	}
	if err != nil {
		return nil, fmt.Errorf("bind consumer: %w", err)
	}
	info := cons.CachedInfo()
	w.durable.AckWait = info.Config.AckWait // the server's counts
	if diff := topology.ConsumerDifferences(w.stage.Stream(), []*jetstream.ConsumerInfo{info}, w.durable); len(diff) > 0 {
		return nil, fmt.Errorf("bind consumer: %s", diff[0])
	}
	return newPuller(w.bus.conn, w.stage.Stream(), w.durable.Durable)
}

// recreate starts a deleted consumer after the last message that this process has ended; where it has ended none, at the
// beginning: handlers are safe to repeat.
func (w *worker) recreate(ctx context.Context) (jetstream.Consumer, error) {
	if w.stage.Partitioned {
		parts, err := topology.PartitionsOf(ctx, w.bus.js, w.stage.Name)
		if err != nil {
			return nil, err
		}
		if w.reader.Ordered && w.durable.FilterSubject != "" && parts != w.bus.parts.Load() {
			return nil, errors.New("the number of partitions is changing")
		}
	}
	cfg := w.durable
	if last, ok := w.handled.Load(cfg.Durable); ok {
		cfg.DeliverPolicy, cfg.OptStartSeq = jetstream.DeliverByStartSequencePolicy, last.(uint64)+1
	}
	cons, err := w.bus.js.CreateConsumer(ctx, w.stage.Stream(), cfg)
	if errors.Is(err, jetstream.ErrConsumerExists) {
		return w.bus.js.Consumer(ctx, w.stage.Stream(), cfg.Durable) // another replica was faster
	}
	if err == nil && w.from == w.stage.Name {
		w.bus.log.WarnContext(ctx, "made a missing consumer again", "stream", subject.Stream(w.stage.Name), "consumer", cfg.Durable)
	}
	return cons, err
}

// ended remembers the last message that this process ended.
func (w *worker) ended(sequence uint64) {
	if last, ok := w.handled.Load(w.durable.Durable); ok && last.(uint64) >= sequence {
		return
	}
	if w.reader.Pending == 1 { // elsewhere a younger message may end before an older one
		w.handled.Store(w.durable.Durable, sequence)
	}
}
