package bus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus/leader"
)

// Erase destroys a key with all that was ever stored under it: the server writes over it on its disks. It reports whether there was
// anything. Only a bucket that permits deletion can, as the vault's does.
func (b *Bus) Erase(ctx context.Context, bucket, key string) (existed bool, err error) {
	err = b.inBucket(ctx, "erase", bucket, func(ctx context.Context, _ jetstream.KeyValue) error {
		n, err := b.eraseBefore(ctx, bucket, key, 0)
		existed = n > 0
		return err
	})
	return existed, err
}

// ReplaceErasing is Replace of a value that exists, and destroys what it replaces as Erase does. The new value ends when the old one
// would have.
func (b *Bus) ReplaceErasing(ctx context.Context, bucket, key string, value []byte, version uint64) (next uint64, err error) {
	changed := false
	err = b.inBucket(ctx, "replace", bucket, func(ctx context.Context, _ jetstream.KeyValue) error {
		old, err := leader.Get(ctx, b.conn, bucketStream(bucket), leader.Which{Last: keySubject(bucket, key)})
		if err != nil || old.Sequence != version {
			changed = err == nil
			return err
		}
		// what an interrupted replacement left stands in the new one's place
		if _, err := b.eraseBefore(ctx, bucket, key, version); err != nil {
			return err
		}
		msg := nats.NewMsg(old.Subject)
		msg.Data, msg.Header = value, old.Ends(time.Now())
		ack, err := b.js.PublishMsg(ctx, msg, jetstream.WithExpectLastSequencePerSubject(version))
		if api, ok := errors.AsType[*jetstream.APIError](err); ok {
			changed = api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || strings.Contains(api.Description, "per subject")
		}
		if err != nil || changed {
			return err
		}
		next = ack.Sequence
		_, err = b.eraseBefore(ctx, bucket, key, next)
		return err
	})
	if changed { // by somebody who replaces it now, or did since
		return 0, fmt.Errorf("replace key of bucket %s: %w", bucket, ErrChanged)
	}
	return next, err
}

// eraseBefore destroys what a key held before a version, or all of it where that is 0, and counts it.
func (b *Bus) eraseBefore(ctx context.Context, bucket, key string, version uint64) (n int, err error) {
	for {
		old, err := leader.Get(ctx, b.conn, bucketStream(bucket), leader.Which{Seq: 1, Next: keySubject(bucket, key)})
		if errors.Is(err, jetstream.ErrKeyNotFound) || err == nil && version > 0 && old.Sequence >= version {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		if err := leader.Erase(ctx, b.conn, bucketStream(bucket), old.Sequence); err != nil {
			return n, err
		}
		n++
	}
}

func bucketStream(bucket string) string { return "KV_" + bucket }

func keySubject(bucket, key string) string { return "$KV." + bucket + "." + key }

// EraseStored destroys the stored messages of a filter that is says it of, and counts them: the server writes over them on its disks.
func (b *Bus) EraseStored(ctx context.Context, filter string, is func(Stored) bool) (n int, err error) {
	stream, err := b.streamOf(ctx, filter)
	if err != nil {
		return 0, err
	}
	if n, err = b.eraseOn(ctx, stream, filter, is); err != nil {
		return n, fmt.Errorf("erase messages of %s: %w", rootOf(filter), Unavailable(err))
	}
	return n, nil
}

func (b *Bus) eraseOn(ctx context.Context, stream jetstream.Stream, filter string, is func(Stored) bool) (n int, err error) {
	cfg := jetstream.OrderedConsumerConfig{FilterSubjects: []string{filter}, InactiveThreshold: kvTimeout}
	cons, err := stream.OrderedConsumer(ctx, cfg)
	if err != nil {
		return 0, err
	}
	info, err := cons.Info(ctx)
	if err != nil || info.NumPending == 0 {
		return 0, err
	}
	msgs, err := cons.Messages()
	if err != nil {
		return 0, err
	}
	defer msgs.Stop()
	for range info.NumPending {
		m, err := nextWithin(ctx, msgs)
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil { // the last of them ended by age
			return n, nil
		}
		if err != nil {
			return n, err
		}
		md, err := m.Metadata()
		if err != nil {
			return n, err
		}
		if !is(Stored{Subject: m.Subject(), Sequence: md.Sequence.Stream, Data: m.Data()}) {
			continue
		}
		if err := leader.Erase(ctx, b.conn, md.Stream, md.Sequence.Stream); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

func nextWithin(ctx context.Context, msgs jetstream.MessagesContext) (jetstream.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, kvTimeout)
	defer cancel()
	return msgs.Next(jetstream.NextContext(ctx))
}
