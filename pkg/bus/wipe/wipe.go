// Package wipe finds and removes what the bus holds of one tenant.
package wipe

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
)

// Wiper looks through streams, buckets and consumers. With Dry it counts what it would remove.
type Wiper struct {
	Dry bool
	js  jetstream.JetStream
}

// New needs the operator's connection.
func New(conn *nats.Conn) (*Wiper, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, fmt.Errorf("open jetstream: %w", err)
	}
	return &Wiper{js: js}, nil
}

// Messages removes what lies under subjects that name the tenant: events on their way, parked ones, dead letters. It counts by stream.
func (w *Wiper) Messages(ctx context.Context, id tenant.ID) (map[string]int, error) {
	out := map[string]int{}
	for _, st := range topology.Stages {
		filter, ok := st.OfTenant(string(id))
		if !ok {
			continue
		}
		n, err := w.purge(ctx, st.Stream(), filter)
		if err != nil {
			return out, err
		}
		if n > 0 {
			out[st.Stream()] = n
		}
	}
	return out, nil
}

// Replies removes the web chat's replies of conversations.
func (w *Wiper) Replies(ctx context.Context, conversations map[string]bool) (removed int, err error) {
	stream := subject.Stream(subject.WebchatReply)
	held, err := w.subjects(ctx, stream, subject.All(subject.WebchatReply))
	if err != nil {
		return 0, err
	}
	for subj := range held {
		if !conversations[strings.TrimPrefix(subj, subject.WebchatReply+".")] {
			continue
		}
		n, err := w.purge(ctx, stream, subj)
		if err != nil {
			return removed, err
		}
		removed += n
	}
	return removed, nil
}

func (w *Wiper) purge(ctx context.Context, name, filter string) (held int, err error) {
	subjects, err := w.subjects(ctx, name, filter)
	if err != nil {
		return 0, err
	}
	for _, n := range subjects {
		held += int(n)
	}
	if held == 0 || w.Dry {
		return held, nil
	}
	stream, err := w.js.Stream(ctx, name)
	if err == nil {
		err = stream.Purge(ctx, jetstream.WithPurgeSubject(filter))
	}
	if err != nil {
		return 0, fmt.Errorf("remove messages of %s: %w", name, bus.Unavailable(err))
	}
	return held, nil
}

// subjects are those of a stream that hold messages, with how many.
func (w *Wiper) subjects(ctx context.Context, name, filter string) (map[string]uint64, error) {
	stream, err := w.js.Stream(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("read stream %s: %w", name, bus.Unavailable(err))
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(filter))
	if err != nil {
		return nil, fmt.Errorf("read stream %s: %w", name, bus.Unavailable(err))
	}
	return info.State.Subjects, nil
}

// Keys removes the keys of a bucket that are chosen, with remove.
func (w *Wiper) Keys(ctx context.Context, bucket string, chosen func(string) bool, remove func(string) error) (removed int, err error) {
	kv, err := w.js.KeyValue(ctx, bucket)
	if err != nil {
		return 0, fmt.Errorf("open bucket %s: %w", bucket, bus.Unavailable(err))
	}
	lister, err := kv.ListKeys(ctx)
	if err != nil {
		return 0, fmt.Errorf("list keys of %s: %w", bucket, bus.Unavailable(err))
	}
	var keys []string
	for key := range lister.Keys() {
		if chosen(key) {
			keys = append(keys, key)
		}
	}
	for _, key := range keys {
		if w.Dry {
			break
		}
		if err := remove(key); err != nil {
			return removed, err
		}
		removed++
	}
	return len(keys), nil
}

// Documents removes the tenant's files from the object store.
func (w *Wiper) Documents(ctx context.Context, id tenant.ID) (removed int, err error) {
	store, err := w.js.ObjectStore(ctx, subject.BucketObjects)
	if err != nil {
		return 0, fmt.Errorf("open object store: %w", bus.Unavailable(err))
	}
	all, err := store.List(ctx)
	if err != nil && !errors.Is(err, jetstream.ErrNoObjectsFound) {
		return 0, fmt.Errorf("list objects: %w", bus.Unavailable(err))
	}
	for _, o := range all {
		if !strings.HasPrefix(o.Name, bus.ObjectKey(string(id), "")) {
			continue
		}
		removed++
		if w.Dry {
			continue
		}
		if err := store.Delete(ctx, o.Name); err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
			return removed, fmt.Errorf("remove object: %w", bus.Unavailable(err))
		}
	}
	return removed, nil
}

// Gateways removes the consumers of the tenant's gateways.
func (w *Wiper) Gateways(ctx context.Context, id tenant.ID) (removed int, err error) {
	for _, st := range topology.Stages {
		if !st.Door() {
			continue
		}
		n, err := w.consumers(ctx, st, "."+string(id))
		removed += n
		if err != nil {
			return removed, fmt.Errorf("remove consumers of %s: %w", st.Stream(), bus.Unavailable(err))
		}
	}
	return removed, nil
}

func (w *Wiper) consumers(ctx context.Context, st topology.Stage, suffix string) (removed int, err error) {
	stream, err := w.js.Stream(ctx, st.Stream())
	if err != nil {
		return 0, err
	}
	list := stream.ListConsumers(ctx)
	var names []string
	for info := range list.Info() {
		if filter := info.Config.FilterSubject; strings.HasPrefix(filter, st.Name+".") && strings.HasSuffix(filter, suffix) {
			names = append(names, info.Name)
		}
	}
	if err := list.Err(); err != nil && !errors.Is(err, jetstream.ErrEndOfData) {
		return 0, err
	}
	for _, name := range names {
		if w.Dry {
			break
		}
		if err := stream.DeleteConsumer(ctx, name); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
			return removed, err
		}
	}
	return len(names), nil
}
