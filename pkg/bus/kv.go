package bus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	kvTimeout = 5 * time.Second
	// bucketHeld counts, for a message that was held because something was away, the deliveries that were no fault of its own.
	bucketHeld = "held"
)

// Put stores a value under a key of a bucket.
func (b *Bus) Put(ctx context.Context, bucket, key string, value []byte) error {
	ctx, cancel := context.WithTimeout(ctx, kvTimeout)
	defer cancel()
	kv, err := b.keyValue(ctx, bucket)
	if err == nil {
		_, err = kv.Put(ctx, key, value)
	}
	if err != nil {
		return kvError("put", bucket, err)
	}
	return nil
}

// Create stores a value under a key that has none; one that has is ErrExists.
func (b *Bus) Create(ctx context.Context, bucket, key string, value []byte) error {
	ctx, cancel := context.WithTimeout(ctx, kvTimeout)
	defer cancel()
	kv, err := b.keyValue(ctx, bucket)
	if err == nil {
		_, err = kv.Create(ctx, key, value)
	}
	if errors.Is(err, jetstream.ErrKeyExists) {
		return fmt.Errorf("create key of bucket %s: %w", bucket, ErrExists)
	}
	if err != nil {
		return kvError("create", bucket, err)
	}
	return nil
}

// Purge removes a key with all that was ever stored under it; one that does not exist is no error.
func (b *Bus) Purge(ctx context.Context, bucket, key string) error {
	ctx, cancel := context.WithTimeout(ctx, kvTimeout)
	defer cancel()
	kv, err := b.keyValue(ctx, bucket)
	if err == nil {
		err = kv.Purge(ctx, key)
	}
	if err != nil {
		return kvError("purge", bucket, err)
	}
	return nil
}

// Get returns the value of a key; one that does not exist is ErrNotFound.
func (b *Bus) Get(ctx context.Context, bucket, key string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, kvTimeout)
	defer cancel()
	kv, err := b.keyValue(ctx, bucket)
	if err != nil {
		return nil, kvError("get", bucket, err)
	}
	entry, err := kv.Get(ctx, key)
	if err != nil {
		return nil, kvError("get", bucket, err)
	}
	return entry.Value(), nil
}

// Delete removes a key; one that does not exist is no error.
func (b *Bus) Delete(ctx context.Context, bucket, key string) error {
	ctx, cancel := context.WithTimeout(ctx, kvTimeout)
	defer cancel()
	kv, err := b.keyValue(ctx, bucket)
	if err == nil {
		err = kv.Delete(ctx, key)
	}
	if err != nil {
		return kvError("delete", bucket, err)
	}
	return nil
}

// Keys lists the keys of a bucket, in no order.
func (b *Bus) Keys(ctx context.Context, bucket string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, kvTimeout)
	defer cancel()
	kv, err := b.keyValue(ctx, bucket)
	if err != nil {
		return nil, kvError("list", bucket, err)
	}
	lister, err := kv.ListKeys(ctx)
	if err != nil {
		return nil, kvError("list", bucket, err)
	}
	var keys []string
	for key := range lister.Keys() {
		keys = append(keys, key)
	}
	return keys, nil
}

// keyValue opens a bucket once: a handle is only its name.
func (b *Bus) keyValue(ctx context.Context, bucket string) (jetstream.KeyValue, error) {
	if kv, ok := b.stores.Load("KV_" + bucket); ok {
		return kv.(jetstream.KeyValue), nil
	}
	kv, err := b.js.KeyValue(ctx, bucket)
	if err == nil {
		b.stores.Store("KV_"+bucket, kv)
	}
	return kv, err
}

func kvError(op, bucket string, err error) error {
	if errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrKeyDeleted) {
		return fmt.Errorf("%s key of bucket %s: %w", op, bucket, ErrNotFound)
	}
	if errors.Is(err, jetstream.ErrInvalidKey) {
		return fmt.Errorf("%s key of bucket %s: %w", op, bucket, err)
	}
	return fmt.Errorf("%s key of bucket %s: %w", op, bucket, Unavailable(err))
}
