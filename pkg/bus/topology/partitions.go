package topology

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/retry"
)

// ErrPending says that another number of partitions was refused because messages wait.
var ErrPending = errors.New("messages are pending")

// repartition gives drained Stages another number of partitions; it changes nothing when P stays or nothing exists yet.
// A stream is closed to publishers while it is looked at, so that nothing slips in between.
func repartition(ctx context.Context, js jetstream.JetStream, t Topology) error {
	old := map[string]jetstream.StreamConfig{}
	for _, s := range Stages {
		cfg, err := currentConfig(ctx, js, s)
		if err != nil {
			return err
		}
		if cfg != nil && s.Partitioned && cfg.Metadata[partitionsKey] != strconv.FormatUint(uint64(t.Partitions), 10) {
			old[s.Name] = *cfg
		}
	}
	if len(old) == 0 {
		return nil
	}
	if err := closeAll(ctx, js, old); err != nil {
		return errors.Join(err, reopen(context.WithoutCancel(ctx), js, old))
	}
	retry.Sleep(ctx, PartsAge+time.Second) // until no publisher believes in the old number
	if err := drained(ctx, js, old); err != nil {
		return errors.Join(err, reopen(context.WithoutCancel(ctx), js, old))
	}
	for _, name := range slices.Sorted(maps.Keys(old)) {
		s, _ := StageNamed(name)
		if err := renew(ctx, js, s, t); err != nil {
			return err
		}
	}
	return nil
}

func currentConfig(ctx context.Context, js jetstream.JetStream, s Stage) (*jetstream.StreamConfig, error) {
	var out *jetstream.StreamConfig
	err := untilAnswered(ctx, func(ctx context.Context) error {
		stream, err := js.Stream(ctx, s.Stream())
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		out = &stream.CachedInfo().Config
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read stream %s: %w", s.Stream(), err)
	}
	return out, nil
}

// closeAll closes the streams to publishers.
func closeAll(ctx context.Context, js jetstream.JetStream, old map[string]jetstream.StreamConfig) error {
	for name, cfg := range old {
		cfg.Subjects = []string{name + ".closed.for.repartition"}
		if err := setStream(ctx, js, cfg); err != nil {
			return err
		}
	}
	return nil
}

// drained is nil when nothing of the streams waits.
func drained(ctx context.Context, js jetstream.JetStream, old map[string]jetstream.StreamConfig) error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(old)) {
		pending, err := pendingOf(ctx, js, old[name].Name)
		if err != nil {
			return err
		}
		if pending > 0 {
			errs = append(errs, fmt.Errorf("stage %s: %d messages wait under %s partitions: %w",
				name, pending, old[name].Metadata[partitionsKey], ErrPending))
		}
	}
	return errors.Join(errs...)
}

func reopen(ctx context.Context, js jetstream.JetStream, old map[string]jetstream.StreamConfig) error {
	var errs []error
	for _, cfg := range old {
		errs = append(errs, setStream(ctx, js, cfg))
	}
	return errors.Join(errs...)
}

func setStream(ctx context.Context, js jetstream.JetStream, cfg jetstream.StreamConfig) error {
	err := untilAnswered(ctx, func(ctx context.Context) error {
		_, err := js.UpdateStream(ctx, cfg)
		return err
	})
	if err != nil {
		return fmt.Errorf("update stream %s: %w", cfg.Name, err)
	}
	return nil
}

// pendingOf counts what the consumers of a stream have not acknowledged.
func pendingOf(ctx context.Context, js jetstream.JetStream, stream string) (uint64, error) {
	infos, err := consumersOf(ctx, js, stream)
	if err != nil {
		return 0, err
	}
	var pending uint64
	for _, info := range infos {
		pending += info.NumPending + uint64(max(info.NumAckPending, 0))
	}
	return pending, nil
}

func consumersOf(ctx context.Context, js jetstream.JetStream, stream string) ([]*jetstream.ConsumerInfo, error) {
	var out []*jetstream.ConsumerInfo
	err := untilAnswered(ctx, func(ctx context.Context) error {
		out = nil
		s, err := js.Stream(ctx, stream)
		if err != nil {
			return err
		}
		list := s.ListConsumers(ctx)
		for info := range list.Info() {
			out = append(out, info)
		}
		if err := list.Err(); err != nil && !errors.Is(err, jetstream.ErrEndOfData) {
			return err
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list consumers of %s: %w", stream, err)
	}
	return out, nil
}

// renew replaces the consumers of a drained stage: the new ones start after what was handled.
func renew(ctx context.Context, js jetstream.JetStream, s Stage, t Topology) error {
	infos, err := consumersOf(ctx, js, s.Stream())
	if err != nil {
		return err
	}
	var next uint64
	err = untilAnswered(ctx, func(ctx context.Context) error {
		stream, err := js.Stream(ctx, s.Stream())
		if err == nil {
			next = stream.CachedInfo().State.LastSeq + 1
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("read stream %s: %w", s.Stream(), err)
	}
	for _, info := range infos {
		if err := deleteOrdered(ctx, js, s, info.Name); err != nil {
			return err
		}
	}
	for _, r := range s.Readers {
		for _, cfg := range s.Consumers(r, t.Partitions, t.AckWait) {
			if !r.Ordered {
				continue
			}
			cfg.DeliverPolicy, cfg.OptStartSeq = jetstream.DeliverByStartSequencePolicy, next
			if err := applyConsumer(ctx, js, s.Stream(), cfg); err != nil {
				return err
			}
		}
	}
	return setStream(ctx, js, s.config(t))
}

func deleteOrdered(ctx context.Context, js jetstream.JetStream, s Stage, name string) error {
	for _, r := range s.Readers {
		if !r.Ordered || !strings.HasPrefix(name, r.Service+"-") {
			continue
		}
		err := untilAnswered(ctx, func(ctx context.Context) error {
			err := js.DeleteConsumer(ctx, s.Stream(), name)
			if errors.Is(err, jetstream.ErrConsumerNotFound) {
				return nil
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("delete consumer %s of %s: %w", name, s.Stream(), err)
		}
	}
	return nil
}
