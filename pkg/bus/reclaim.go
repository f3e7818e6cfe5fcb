package bus

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus/topology"
)

// A stage's stream refuses publishes when it is full, so that what waits is never lost; but what every reader has acknowledged must
// not be what fills it. From this share of MaxBytes on, its readers remove the older half of that.
const (
	reclaimNumerator   = 4
	reclaimDenominator = 5
)

// reclaim makes room in a stage's stream when it is nearly full of handled messages.
func (r *runner) reclaim(ctx context.Context, stream jetstream.Stream) error {
	info := stream.CachedInfo()
	if info.Config.MaxBytes <= 0 || info.State.Bytes < uint64(info.Config.MaxBytes)/reclaimDenominator*reclaimNumerator {
		return nil
	}
	floor, err := r.handledBelow(ctx, stream, info.State.LastSeq)
	if err != nil {
		return err
	}
	first := info.State.FirstSeq
	if floor <= first {
		return nil
	}
	until := first + (floor-first)/2 + 1
	if err := stream.Purge(ctx, jetstream.WithPurgeSequence(until)); err != nil {
		return fmt.Errorf("purge handled messages: %w", err)
	}
	r.bus.log.InfoContext(ctx, "removed handled messages from a stream that was nearly full", "stage", r.stage.Name,
		"first", first, "until", until)
	return nil
}

// handledBelow returns the sequence below which every reader of the stage has acknowledged everything.
func (r *runner) handledBelow(ctx context.Context, stream jetstream.Stream, last uint64) (uint64, error) {
	floor := last
	for _, reader := range r.stage.Readers {
		for _, cfg := range r.stage.Consumers(reader, r.bus.parts.Load(), topology.AckWait) {
			cons, err := stream.Consumer(ctx, cfg.Durable)
			if err != nil {
				return 0, fmt.Errorf("read consumer %s: %w", cfg.Durable, err)
			}
			info := cons.CachedInfo()
			if info.NumPending+uint64(max(info.NumAckPending, 0)) > 0 { // else all of its share up to last is handled
				floor = min(floor, info.AckFloor.Stream)
			}
		}
	}
	return floor, nil
}

// unswept reports whether a gateway's consumer has ended a message since its door was swept.
func (r *runner) unswept() bool {
	ended, ok := r.handled.Load(r.door().Durable)
	return ok && ended != r.swept
}

// sweepDoor removes what one gateway has said and its consumer has ended, so that its share of the door holds only what waits.
func (r *runner) sweepDoor(ctx context.Context, stream jetstream.Stream) error {
	durable := r.door().Durable
	ended, _ := r.handled.Load(durable)
	cons, err := stream.Consumer(ctx, durable)
	if errors.Is(err, jetstream.ErrConsumerNotFound) { // its worker makes it again
		return nil
	}
	if err != nil {
		return fmt.Errorf("read consumer %s: %w", durable, err)
	}
	until := cons.CachedInfo().AckFloor.Stream + 1
	if err := stream.Purge(ctx, jetstream.WithPurgeSubject(r.from), jetstream.WithPurgeSequence(until)); err != nil {
		return fmt.Errorf("purge handled messages: %w", err)
	}
	r.swept = ended
	return nil
}
