// Package resting finds contacts' keys that nobody has sealed anything with for long, and tells what is still on its way.
package resting

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/leader"
	"github.com/recado/recado/pkg/subject"
)

const (
	stream  = "KV_" + subject.BucketVault
	prefix  = "$KV." + subject.BucketVault + "."
	timeout = 5 * time.Second
)

// Keys are the contacts' keys, as the vault's stream has them.
type Keys struct {
	conn *nats.Conn
	js   jetstream.JetStream
	bus  *bus.Bus
}

// New needs a connection that may read and destroy what the vault's stream holds.
func New(b *bus.Bus) (*Keys, error) {
	js, err := jetstream.New(b.Conn())
	if err != nil {
		return nil, fmt.Errorf("open jetstream: %w", err)
	}
	return &Keys{conn: b.Conn(), js: js, bus: b}, nil
}

// Key is a stored version of a contact's key. Superseded: a newer one is stored, too.
type Key struct {
	Tenant, Contact string
	Sequence        uint64
	Superseded      bool
}

// Next lists stored keys from a sequence on, oldest first, at most so many, as far as they were stored an age ago by the server's own
// clock. It returns the sequence to go on at, 0 where there are no more of that age.
func (k *Keys) Next(ctx context.Context, from uint64, age time.Duration, limit int) (keys []Key, next uint64, err error) {
	info, err := k.info(ctx, stream)
	if err != nil {
		return nil, 0, err
	}
	if info.State.Msgs == 0 || from > info.State.LastSeq {
		return nil, 0, nil
	}
	found, next, err := k.scan(ctx, scan{max(from, info.State.FirstSeq, 1), info.TimeStamp.Add(-age), limit})
	if err != nil {
		return nil, 0, fmt.Errorf("list keys: %w", bus.Unavailable(err))
	}
	if info.State.Msgs == info.State.NumSubjects { // of none there are two
		return found, next, nil
	}
	for i := range found {
		newest, err := k.newest(ctx, found[i])
		if err != nil {
			return nil, 0, err
		}
		found[i].Superseded = newest > found[i].Sequence
	}
	return found, next, nil
}

// scan is what is listed: from a sequence, before a time, so many.
type scan struct {
	from   uint64
	before time.Time
	limit  int
}

func (k *Keys) scan(ctx context.Context, what scan) (keys []Key, next uint64, err error) {
	cons, err := k.js.OrderedConsumer(ctx, stream, jetstream.OrderedConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: what.from, HeadersOnly: true, InactiveThreshold: timeout,
	})
	if err != nil {
		return nil, 0, err
	}
	info, err := cons.Info(ctx)
	if err != nil || info.NumPending == 0 {
		return nil, 0, err
	}
	msgs, err := cons.Messages(jetstream.PullMaxMessages(what.limit))
	if err != nil {
		return nil, 0, err
	}
	defer msgs.Stop()
	for range info.NumPending {
		m, err := nextOf(ctx, msgs)
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil { // the last of them ended by age
			return keys, 0, nil
		}
		if err != nil {
			return nil, 0, err
		}
		md, err := m.Metadata()
		if err != nil || md.Timestamp.After(what.before) {
			return keys, 0, err
		}
		if len(keys) == what.limit {
			return keys, md.Sequence.Stream, nil
		}
		tenant, contact, _ := strings.Cut(strings.TrimPrefix(m.Subject(), prefix), ".")
		keys = append(keys, Key{Tenant: tenant, Contact: contact, Sequence: md.Sequence.Stream})
	}
	return keys, 0, nil
}

func nextOf(ctx context.Context, msgs jetstream.MessagesContext) (jetstream.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return msgs.Next(jetstream.NextContext(ctx))
}

// newest is the sequence of the key's newest version, as the stream's leader has it; 0 where there is none any more.
func (k *Keys) newest(ctx context.Context, key Key) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	m, err := leader.Get(ctx, k.conn, stream, leader.Which{Last: prefix + key.Tenant + "." + key.Contact})
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read a key's version: %w", bus.Unavailable(err))
	}
	return m.Sequence, nil
}

// Destroy has the server write over one version of a key on its disks: a newer one stays. One that is gone is no error.
func (k *Keys) Destroy(ctx context.Context, key Key) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := leader.Erase(ctx, k.conn, stream, key.Sequence); err != nil {
		return fmt.Errorf("destroy a key: %w", bus.Unavailable(err))
	}
	return nil
}

func (k *Keys) info(ctx context.Context, name string, opts ...jetstream.StreamInfoOpt) (*jetstream.StreamInfo, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	s, err := k.js.Stream(ctx, name)
	if err == nil && len(opts) == 0 {
		return s.CachedInfo(), nil
	}
	var info *jetstream.StreamInfo
	if err == nil {
		info, err = s.Info(ctx, opts...)
	}
	if err != nil {
		return nil, fmt.Errorf("read stream %s: %w", name, bus.Unavailable(err))
	}
	return info, nil
}
