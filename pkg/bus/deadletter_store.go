package bus

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/subject"
)

// shorten returns what a dead letter keeps of a payload. A raw one may come from anybody: its size must not be theirs to choose.
func (b *Bus) shorten(st topology.Stage, header nats.Header, data []byte, raw bool) []byte {
	header.Del(headerSize)
	header.Del(headerHash)
	if len(data) <= maxKept || st.Whole && !raw {
		return data
	}
	return headOf(header, data)
}

func headOf(header nats.Header, data []byte) []byte {
	header.Set(headerSize, strconv.Itoa(len(data)))
	header.Set(headerHash, digestOf(data))
	return data[:keptHead]
}

// storeDeadLetter puts a letter into its tenant's share of the stream. It is never refused for want of room: the server drops the
// tenant's oldest letter of the stage, and where the whole stream is full its oldest.
func (b *Bus) storeDeadLetter(ctx context.Context, stage, owner string, header nats.Header, data []byte) error {
	if owner = ownerOf(owner); owner == "" {
		owner = "_"
	}
	header.Del(headerObject)
	header.Del(headerBucket)
	msg := &nats.Msg{Subject: subject.DeadLetters + "." + stage + "." + owner, Header: header}
	var err error
	if msg.Data, err = b.storeLetterBody(ctx, header, data); err != nil {
		return fmt.Errorf("store dead letter of %s: %w", stage, publishError(err))
	}
	crowded := b.crowdedOut(ctx, msg.Subject, len(msg.Data))
	if err = b.send(ctx, msg, func() string { return msg.Subject }); err != nil {
		return fmt.Errorf("store dead letter of %s: %w", stage, publishError(err))
	}
	b.meters.buried(ctx, stage)
	if crowded != "" {
		b.meters.dropped(ctx, stage, crowded)
		b.log.WarnContext(ctx, "a dead letter took the place of an older one", "stage", stage, "tenant", owner, "full", crowded)
	}
	return nil
}

// storeLetterBody returns what of a payload goes into the stream. A large one goes to the object store; where the server takes no more
// there, its head has to do.
func (b *Bus) storeLetterBody(ctx context.Context, header nats.Header, data []byte) ([]byte, error) {
	if len(data) <= maxKept+seal.Overhead {
		return data, nil
	}
	err := b.stow(ctx, data, topology.DeadRetention, header)
	if _, refused := errors.AsType[*jetstream.APIError](err); refused {
		b.log.WarnContext(ctx, "the body of a dead letter was not kept", "bytes", len(data), "error", err)
		return headOf(header, data), nil
	}
	return nil, err
}

// What is full when a dead letter takes the place of an older one.
const (
	fullShare  = "share"  // the tenant's, of the stage
	fullStream = "stream" // all of it: the letter that goes may be another tenant's
)

// crowdedOut returns what a letter of so many bytes finds full; nothing where the stream cannot be asked.
func (b *Bus) crowdedOut(ctx context.Context, subj string, size int) string {
	ctx, cancel := context.WithTimeout(ctx, topology.AttemptTimeout)
	defer cancel()
	stream, err := b.stream(ctx, subject.Stream(subject.DeadLetters))
	if err != nil {
		return ""
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(subj))
	switch {
	case err != nil:
		return ""
	case info.State.Subjects[subj] >= uint64(max(info.Config.MaxMsgsPerSubject, 1)):
		return fullShare
	case info.Config.MaxBytes > 0 && info.State.Bytes+uint64(size) > uint64(info.Config.MaxBytes):
		return fullStream
	}
	return ""
}
