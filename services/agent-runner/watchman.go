package agentrunner

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/recado/recado/pkg/telemetry"
)

const (
	lateAfter  = telemetry.PromisedWithin // "accepted, no end": an alarm
	watchEvery = 10 * time.Second
	pruneEvery = time.Hour
	pruneBatch = 1000
	maxSeries  = 500
)

// watchman counts what waits too long and removes what is kept no longer.
type watchman struct {
	store     *database
	log       *slog.Logger
	retention time.Duration

	mu   sync.Mutex
	last []backlog
}

// measure offers the counts as gauges.
func (w *watchman) measure(m metric.Meter) error {
	waiting, err := m.Int64ObservableGauge("recado.messages.waiting", metric.WithDescription("Messages without an end."))
	if err != nil {
		return err
	}
	late, err := m.Int64ObservableGauge("recado.messages.late",
		metric.WithDescription("Messages without an end 20 s after they were accepted."))
	if err != nil {
		return err
	}
	_, err = m.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		w.mu.Lock()
		defer w.mu.Unlock()
		for i, b := range w.last {
			if i == maxSeries {
				break
			}
			who := metric.WithAttributes(attribute.String("tenant", string(b.Tenant)))
			o.ObserveInt64(waiting, b.Waiting, who)
			o.ObserveInt64(late, b.Late, who)
		}
		return nil
	}, waiting, late)
	return err
}

func (w *watchman) run(ctx context.Context) error {
	count, prune := time.NewTicker(watchEvery), time.NewTicker(pruneEvery)
	defer count.Stop()
	defer prune.Stop()
	w.prune(ctx)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-count.C:
			w.count(ctx)
		case <-prune.C:
			w.prune(ctx)
		}
	}
}

func (w *watchman) count(ctx context.Context) {
	now, err := w.store.Backlog(ctx, lateAfter)
	if err != nil {
		return // the database is unavailable: health says so
	}
	for _, b := range now {
		if b.Late > 0 {
			w.log.WarnContext(ctx, "messages without an end", "tenant", string(b.Tenant), "messages", b.Late)
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = now
}

func (w *watchman) prune(ctx context.Context) {
	for ctx.Err() == nil {
		gone, err := w.store.Prune(ctx, w.retention, pruneBatch)
		if err != nil || gone == 0 {
			return
		}
	}
}
