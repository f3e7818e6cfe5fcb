package bus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus/topology"
)

// Stored is a message that a stream keeps.
type Stored struct {
	Subject  string
	Sequence uint64
	Data     []byte
	Header   map[string][]string
}

// LastStored returns the sequence of the last message of a stage, as its stream's leader has it.
func (b *Bus) LastStored(ctx context.Context, stage string) (uint64, error) {
	stream, err := b.streamOf(ctx, stage)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, kvTimeout)
	defer cancel()
	info, err := stream.Info(ctx)
	if err != nil {
		return 0, fmt.Errorf("read %s: %w", stage, Unavailable(err))
	}
	return info.State.LastSeq, nil
}

// MaxBytes returns how large the stream of a stage may be.
func (b *Bus) MaxBytes(ctx context.Context, stage string) (int64, error) {
	stream, err := b.streamOf(ctx, stage)
	if err != nil {
		return 0, err
	}
	return stream.CachedInfo().Config.MaxBytes, nil
}

// Backlog is how many messages of some stages wait for their readers, or are in their hands, and how many of all stages together were
// handled so far.
func (b *Bus) Backlog(ctx context.Context, stages ...string) (waiting, handled int64, err error) {
	for _, name := range stages {
		st, ok := topology.StageNamed(name)
		if !ok {
			return 0, 0, fmt.Errorf("backlog: no stage %s", name)
		}
		for _, reader := range st.Readers {
			for _, cfg := range st.Consumers(reader, b.parts.Load(), topology.AckWait) {
				attempt, cancel := context.WithTimeout(ctx, kvTimeout)
				cons, err := b.js.Consumer(attempt, st.Stream(), cfg.Durable)
				cancel()
				if err != nil {
					return 0, 0, fmt.Errorf("backlog of %s: %w", cfg.Durable, Unavailable(err))
				}
				info := cons.CachedInfo()
				waiting += int64(info.NumPending) + int64(max(info.NumAckPending, 0))
				handled += int64(info.AckFloor.Consumer)
			}
		}
	}
	return waiting, handled, nil
}

// ReadStored calls fn for the stored messages of one subject after a sequence, oldest first, at most limit of them. It leaves nothing
// behind on the server, and reads at the leader where the stage's stream is read there only.
func (b *Bus) ReadStored(ctx context.Context, subj string, after uint64, limit int, fn func(Stored) error) error {
	stream, err := b.streamOf(ctx, subj)
	if err != nil {
		return err
	}
	for range limit {
		m, err := readNext(ctx, stream, subj, after+1)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", rootOf(subj), Unavailable(err))
		}
		if err := fn(m); err != nil {
			return err
		}
		after = m.Sequence
	}
	return nil
}

func readNext(ctx context.Context, stream jetstream.Stream, subj string, from uint64) (Stored, error) {
	ctx, cancel := context.WithTimeout(ctx, kvTimeout)
	defer cancel()
	raw, err := stream.GetMsg(ctx, from, jetstream.WithGetMsgSubject(subj))
	if err != nil {
		return Stored{}, err
	}
	return Stored{Subject: raw.Subject, Sequence: raw.Sequence, Data: raw.Data, Header: raw.Header}, nil
}

// Follow calls fn for every stored message of the subjects after a sequence, in order, and for each new one, until ctx ends or fn
// returns an error.
func (b *Bus) Follow(ctx context.Context, subj string, after uint64, fn func(Stored) error) error {
	st, ok := topology.StageNamed(subj)
	if !ok {
		return fmt.Errorf("follow %s: not in the topology", rootOf(subj))
	}
	cons, err := b.js.OrderedConsumer(ctx, st.Stream(), jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{subj}, DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: after + 1,
		InactiveThreshold: time.Minute,
	})
	if err != nil {
		return fmt.Errorf("follow %s: %w", st.Name, Unavailable(err))
	}
	msgs, err := cons.Messages(jetstream.PullMaxMessages(100))
	if err != nil {
		return fmt.Errorf("follow %s: %w", st.Name, Unavailable(err))
	}
	defer msgs.Stop()
	for {
		m, err := msgs.Next(jetstream.NextContext(ctx))
		if err != nil {
			return fmt.Errorf("follow %s: %w", st.Name, err)
		}
		md, err := m.Metadata()
		if err != nil {
			return fmt.Errorf("follow %s: %w", st.Name, err)
		}
		if err := fn(Stored{Subject: m.Subject(), Sequence: md.Sequence.Stream, Data: m.Data(), Header: m.Headers()}); err != nil {
			return err
		}
	}
}

func (b *Bus) streamOf(ctx context.Context, subj string) (jetstream.Stream, error) {
	st, ok := topology.StageNamed(subj)
	if !ok {
		return nil, fmt.Errorf("read %s: not in the topology", rootOf(subj))
	}
	stream, err := b.stream(ctx, st.Stream())
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", st.Name, Unavailable(err))
	}
	return stream, nil
}

// Passed reports whether every service that reads a stage is done with every event of a tenant that it holds.
func (b *Bus) Passed(ctx context.Context, stage, tenant string) (bool, error) {
	st, ok := topology.StageNamed(stage)
	if !ok || !st.Partitioned {
		return false, fmt.Errorf("read %s: no stage whose subjects name a tenant", rootOf(stage))
	}
	stream, err := b.streamOf(ctx, stage)
	if err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, kvTimeout)
	defer cancel()
	readers, passed := stream.ListConsumers(ctx), true
	for reader := range readers.Info() {
		done, err := isDone(ctx, stream, reader, tenant)
		if err != nil {
			return false, fmt.Errorf("read %s: %w", stage, Unavailable(err))
		}
		passed = passed && done
	}
	if err := readers.Err(); err != nil && !errors.Is(err, jetstream.ErrEndOfData) {
		return false, fmt.Errorf("read the consumers of %s: %w", stage, Unavailable(err))
	}
	return passed, nil
}

// isDone reports whether a consumer has handled the tenant's last event of those that it reads.
func isDone(ctx context.Context, stream jetstream.Stream, reader *jetstream.ConsumerInfo, tenant string) (bool, error) {
	if reader.Config.Durable == "" || reader.NumPending == 0 && reader.NumAckPending == 0 {
		return true, nil
	}
	subj := strings.TrimSuffix(reader.Config.FilterSubject, ">")
	if strings.Count(subj, ".") == 2 { // not of one partition
		subj += "*."
	}
	last, err := stream.GetLastMsgForSubject(ctx, subj+tenant)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	return reader.AckFloor.Stream >= last.Sequence, nil
}
