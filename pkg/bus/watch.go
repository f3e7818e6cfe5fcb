package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/retry"
)

// watchCheck is how often a watch asks whether its bucket is still the same one.
const watchCheck = 2 * time.Second

type watch struct {
	bus    *Bus
	bucket string
	fn     func(key string, value []byte, deleted bool)
	known  map[string]uint64 // revision of each live key
}

// Watch calls fn for every value of a bucket, returns when all of them were seen, and goes on calling it for each change until ctx ends.
// Calls come one at a time. It waits for a bucket that is not there yet and follows one that was made again; after a gap it
// repeats only what changed.
func (b *Bus) Watch(ctx context.Context, bucket string, fn func(key string, value []byte, deleted bool)) error {
	w := &watch{bus: b, bucket: bucket, fn: fn, known: map[string]uint64{}}
	ready := make(chan struct{})
	go w.run(ctx, ready)
	select {
	case <-ready:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("watch bucket %s: %w", bucket, ctx.Err())
	}
}

func (w *watch) run(ctx context.Context, ready chan struct{}) {
	first := func() {
		if ready != nil {
			close(ready)
			ready = nil
		}
	}
	for ctx.Err() == nil {
		if err := w.follow(ctx, first); err != nil && ctx.Err() == nil {
			w.bus.log.DebugContext(ctx, "watch starts again", "bucket", w.bucket, "error", err)
		}
		retry.Sleep(ctx, 200*time.Millisecond)
	}
}

// follow reads one incarnation of the bucket until it is gone.
func (w *watch) follow(ctx context.Context, initial func()) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	kv, created, err := w.open(ctx)
	if err != nil {
		return err
	}
	watcher, err := kv.WatchAll(ctx)
	if err != nil {
		return fmt.Errorf("watch: %w", err)
	}
	defer func() { _ = watcher.Stop() }()
	again := w.bus.conn.StatusChanged(nats.CONNECTED)
	defer w.bus.conn.RemoveStatusListener(again)
	seen := map[string]bool{}
	check := time.NewTicker(watchCheck)
	defer check.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case entry, ok := <-watcher.Updates():
			switch {
			case !ok:
				return jetstream.ErrConnectionClosed
			case entry == nil:
				w.forget(seen)
				seen = nil
				initial()
			default:
				w.take(entry, seen)
			}
		case <-again:
			return errors.New("connected again") // the watcher itself would notice much later
		case <-check.C:
			if _, now, err := w.open(ctx); err == nil && !now.Equal(created) {
				for key := range w.known {
					w.known[key] = 0 // its revisions mean nothing any more
				}
				return fmt.Errorf("bucket %s was made again", w.bucket)
			}
		}
	}
}

// take hands over an entry, unless it was handed over before a gap.
func (w *watch) take(entry jetstream.KeyValueEntry, seen map[string]bool) {
	key := entry.Key()
	if entry.Operation() != jetstream.KeyValuePut {
		if _, ok := w.known[key]; ok || seen == nil {
			delete(w.known, key)
			w.fn(key, nil, true)
		}
		return
	}
	if seen != nil {
		seen[key] = true
		if w.known[key] == entry.Revision() {
			return
		}
	}
	w.known[key] = entry.Revision()
	w.fn(key, entry.Value(), false)
}

// forget reports the keys that vanished while nobody watched.
func (w *watch) forget(seen map[string]bool) {
	for key := range w.known {
		if !seen[key] {
			delete(w.known, key)
			w.fn(key, nil, true)
		}
	}
}

func (w *watch) open(ctx context.Context) (jetstream.KeyValue, time.Time, error) {
	ctx, cancel := context.WithTimeout(ctx, kvTimeout)
	defer cancel()
	kv, err := w.bus.js.KeyValue(ctx, w.bucket)
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("open: %w", err)
	}
	status, err := kv.Status(ctx)
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("read status: %w", err)
	}
	if s, ok := status.(*jetstream.KeyValueBucketStatus); ok {
		return kv, s.StreamInfo().Created, nil
	}
	return kv, time.Time{}, nil
}
