package resting

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/pkg/subject"
)

// looks is how often what is on its way is looked at.
const looks = 100 * time.Millisecond

// Settled waits until every service has handled what was on its way through the stages when it began, stage by stage: what comes out
// of one counts for the next. False says that something has been on its way for longer than patience.
func (k *Keys) Settled(ctx context.Context, patience time.Duration) (bool, error) {
	end := time.Now().Add(patience)
	for _, st := range topology.Stages {
		if len(st.Readers) == 0 {
			continue
		}
		info, err := k.info(ctx, st.Stream())
		if err != nil {
			return false, err
		}
		for {
			handled, err := k.handled(ctx, st, info.State.LastSeq)
			if err != nil {
				return false, err
			}
			if handled {
				break
			}
			if time.Now().After(end) {
				return false, nil
			}
			if !retry.Sleep(ctx, looks) {
				return false, ctx.Err()
			}
		}
	}
	return true, nil
}

// handled reports whether each of the stage's readers is done with what it has up to a sequence.
func (k *Keys) handled(ctx context.Context, st topology.Stage, last uint64) (bool, error) {
	for _, reader := range st.Readers {
		for _, cfg := range st.Consumers(reader, k.bus.Partitions(), topology.AckWait) {
			info, err := k.consumer(ctx, st.Stream(), cfg.Durable)
			if err != nil {
				return false, err
			}
			waiting := info.NumPending + uint64(max(info.NumAckPending, 0))
			if waiting > 0 && info.AckFloor.Stream < last {
				return false, nil
			}
		}
	}
	return true, nil
}

func (k *Keys) consumer(ctx context.Context, name, durable string) (*jetstream.ConsumerInfo, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	cons, err := k.js.Consumer(ctx, name, durable)
	if err != nil {
		return nil, fmt.Errorf("read consumer %s: %w", durable, bus.Unavailable(err))
	}
	return cons.CachedInfo(), nil
}

// Parked reports whether messages of a tenant wait at the door.
func (k *Keys) Parked(ctx context.Context, tenant string) (bool, error) {
	st, _ := topology.StageNamed(subject.MessageParked)
	filter, _ := st.OfTenant(tenant)
	info, err := k.info(ctx, st.Stream(), jetstream.WithSubjectFilter(filter))
	if err != nil {
		return false, err
	}
	return len(info.State.Subjects) > 0, nil
}
