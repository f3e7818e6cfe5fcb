package topology

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/pkg/subject"
)

// AttemptTimeout bounds one request: on a fresh cluster the first one hangs while there is no meta leader.
const AttemptTimeout = time.Second

// Apply creates or updates every stream, consumer and bucket; it is their one owner, and applying twice changes nothing.
// It waits, until ctx ends, for a server that is not ready. Another number of partitions is refused while an ordered stage has
// pending messages.
func Apply(ctx context.Context, conn *nats.Conn, t Topology) error {
	t = t.orDefault()
	if t.Partitions > maxPartitions {
		return fmt.Errorf("topology partitions: expected 1 to %d, got %d", maxPartitions, t.Partitions)
	}
	js, err := jetstream.New(conn)
	if err != nil {
		return fmt.Errorf("open jetstream: %w", err)
	}
	if err := repartition(ctx, js, t); err != nil {
		return err
	}
	for _, s := range Stages {
		if err := applyStage(ctx, js, s, t); err != nil {
			return err
		}
	}
	if err := moveGateways(ctx, js); err != nil {
		return err
	}
	return applyBuckets(ctx, js, t)
}

func applyStage(ctx context.Context, js jetstream.JetStream, s Stage, t Topology) error {
	err := applyStream(ctx, js, s, s.config(t))
	if err != nil {
		return fmt.Errorf("apply stream %s: %w", s.Stream(), err)
	}
	for _, r := range s.Readers {
		for _, cfg := range s.Consumers(r, t.Partitions, t.AckWait) {
			if err := applyConsumer(ctx, js, s.Stream(), cfg); err != nil {
				return err
			}
		}
	}
	return nil
}

// applyStream updates a stream only where it differs: an update that changes nothing still stops the stream's readers.
func applyStream(ctx context.Context, js jetstream.JetStream, s Stage, want jetstream.StreamConfig) error {
	got, err := currentConfig(ctx, js, s)
	if err != nil || got != nil && len(streamDifferences(*got, want)) == 0 {
		return err
	}
	return untilAnswered(ctx, func(ctx context.Context) error {
		if got == nil {
			_, err := js.CreateStream(ctx, want) // creating it twice alike is no error
			if !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
				return err
			}
		}
		_, err := js.CreateOrUpdateStream(ctx, want)
		return err
	})
}

// applyConsumer keeps where an existing consumer started: that cannot be updated.
func applyConsumer(ctx context.Context, js jetstream.JetStream, stream string, cfg jetstream.ConsumerConfig) error {
	refused := false
	err := untilAnswered(ctx, func(ctx context.Context) error {
		old, err := js.Consumer(ctx, stream, cfg.Durable)
		switch {
		case err == nil:
			was := old.CachedInfo().Config
			cfg.DeliverPolicy, cfg.OptStartSeq = was.DeliverPolicy, was.OptStartSeq
		case !errors.Is(err, jetstream.ErrConsumerNotFound):
			return err
		}
		_, err = js.CreateOrUpdateConsumer(ctx, stream, cfg)
		if api, ok := errors.AsType[*jetstream.APIError](err); ok && api.ErrorCode == codeConsumer && !refused {
			refused = true
			return errors.New(api.Error()) // a reader may have made it meanwhile, from another start: looked at once more
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("apply consumer %s of %s: %w", cfg.Durable, stream, err)
	}
	return nil
}

// applyBuckets makes no bucket smaller than it is.
func applyBuckets(ctx context.Context, js jetstream.JetStream, t Topology) error {
	if err := applyVault(ctx, js, t); err != nil {
		return err
	}
	for _, b := range buckets {
		if b.name == subject.BucketVault {
			continue
		}
		err := untilAnswered(ctx, func(ctx context.Context) error {
			cfg := b.config(t)
			had, err := js.Stream(ctx, "KV_"+b.name)
			switch {
			case err == nil: // the server would make room in a smaller one by deleting
				cfg.MaxBytes = max(cfg.MaxBytes, had.CachedInfo().Config.MaxBytes)
			case !errors.Is(err, jetstream.ErrStreamNotFound):
				return err
			}
			_, err = js.CreateOrUpdateKeyValue(ctx, cfg)
			return err
		})
		if err != nil {
			return fmt.Errorf("apply bucket %s: %w", b.name, err)
		}
	}
	for _, o := range objectBuckets {
		err := untilAnswered(ctx, func(ctx context.Context) error {
			_, err := js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{
				Bucket: o.name, TTL: o.maxAge, MaxBytes: t.MaxBytes / 4, Replicas: t.Replicas,
			})
			return err
		})
		if err != nil {
			return fmt.Errorf("apply object store %s: %w", o.name, err)
		}
	}
	return nil
}

// untilAnswered repeats a request, a second for each attempt, until it is answered or ctx ends.
func untilAnswered(ctx context.Context, do func(context.Context) error) error {
	return retry.Do(ctx, retry.Policy{Min: 50 * time.Millisecond, Timeout: AttemptTimeout, If: unanswered}, do)
}

// codeConsumer is the server's code for a consumer that cannot be made or changed so.
const codeConsumer = 10012

// The server's codes for a cluster that has no leader or no JetStream yet.
var notReadyCodes = []jetstream.ErrorCode{10004, 10005, 10008, 10009, 10039, 10076, 10074}

func unanswered(err error) bool {
	api, ok := errors.AsType[*jetstream.APIError](err)
	if !ok {
		return !errors.Is(err, nats.ErrConnectionClosed) && !errors.Is(err, jetstream.ErrInvalidOption)
	}
	return slices.Contains(notReadyCodes, api.ErrorCode)
}

// PartitionsOf reads P from the metadata of a stage's stream.
func PartitionsOf(ctx context.Context, js jetstream.JetStream, name string) (uint32, error) {
	s, ok := StageNamed(name)
	if !ok {
		return 0, fmt.Errorf("stage %q is not in the topology", name)
	}
	ctx, cancel := context.WithTimeout(ctx, AttemptTimeout)
	defer cancel()
	stream, err := js.Stream(ctx, s.Stream())
	if err != nil {
		return 0, fmt.Errorf("read stream %s: %w", s.Stream(), err)
	}
	return PartitionsIn(stream.CachedInfo().Config)
}

// PartitionsIn reads the number of partitions from a stream's configuration.
func PartitionsIn(cfg jetstream.StreamConfig) (uint32, error) {
	text := cfg.Metadata[partitionsKey]
	parts, err := strconv.ParseUint(text, 10, 32)
	if err != nil || parts == 0 || parts > maxPartitions {
		return 0, fmt.Errorf("stream %s: metadata %s: expected 1 to %d, got %q", cfg.Name, partitionsKey, maxPartitions, text)
	}
	return uint32(parts), nil
}
