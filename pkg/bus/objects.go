package bus

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/subject"
)

const objectTimeout = 30 * time.Second

// ObjectKey is where a document of a tenant is: whoever reads one for another tenant is refused.
func ObjectKey(tenant, document string) string { return "documents/" + tenant + "/" + document }

// PutObject stores a file under a key and replaces what was there.
func (b *Bus) PutObject(ctx context.Context, key string, r io.Reader) error {
	return b.putObject(ctx, subject.BucketObjects, key, r)
}

// GetObject returns a file of at most limit bytes; one that does not exist is ErrNotFound, a larger one ErrTooLarge.
func (b *Bus) GetObject(ctx context.Context, key string, limit int64) ([]byte, error) {
	return b.getObject(ctx, subject.BucketObjects, key, limit)
}

// DeleteObject removes a file; one that does not exist is no error.
func (b *Bus) DeleteObject(ctx context.Context, key string) error {
	ctx, cancel := context.WithTimeout(ctx, objectTimeout)
	defer cancel()
	store, err := b.objects(ctx, subject.BucketObjects)
	if err != nil {
		return fmt.Errorf("open object store: %w", Unavailable(err))
	}
	if err := store.Delete(ctx, key); err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
		return fmt.Errorf("delete object: %w", Unavailable(err))
	}
	return nil
}

// objects opens a bucket once: a handle is only its name.
func (b *Bus) objects(ctx context.Context, bucket string) (jetstream.ObjectStore, error) {
	if store, ok := b.stores.Load("OBJ_" + bucket); ok {
		return store.(jetstream.ObjectStore), nil
	}
	store, err := b.js.ObjectStore(ctx, bucket)
	if err == nil {
		b.stores.Store("OBJ_"+bucket, store)
	}
	return store, err
}

func (b *Bus) putObject(ctx context.Context, bucket, key string, r io.Reader) error {
	ctx, cancel := context.WithTimeout(ctx, objectTimeout)
	defer cancel()
	store, err := b.objects(ctx, bucket)
	if err != nil {
		return fmt.Errorf("open object store: %w", Unavailable(err))
	}
	if _, err := store.Put(ctx, jetstream.ObjectMeta{Name: key}, r); err != nil {
		return fmt.Errorf("put object: %w", Unavailable(err))
	}
	return nil
}

func (b *Bus) getObject(ctx context.Context, bucket, key string, limit int64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, objectTimeout)
	defer cancel()
	store, err := b.objects(ctx, bucket)
	if err != nil {
		return nil, fmt.Errorf("open object store: %w", Unavailable(err))
	}
	result, err := store.Get(ctx, key)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil, fmt.Errorf("get object: %w", ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("get object: %w", Unavailable(err))
	}
	defer func() { _ = result.Close() }()
	data, err := io.ReadAll(io.LimitReader(result, limit+1))
	if err != nil {
		return nil, fmt.Errorf("read object: %w", Unavailable(err))
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("object is larger than %d bytes: %w", limit, ErrTooLarge)
	}
	return data, nil
}

// offload puts a large body into the object store and returns what is left to publish.
func (b *Bus) offload(ctx context.Context, data []byte, maxAge time.Duration, header nats.Header) ([]byte, error) {
	if len(data) <= topology.InlineLimit {
		return data, nil
	}
	return nil, b.stow(ctx, data, maxAge, header)
}

// stow puts a body into the object store, and where it is into the header. The key is the body's hash: storing it twice is harmless.
func (b *Bus) stow(ctx context.Context, data []byte, maxAge time.Duration, header nats.Header) error {
	sum := sha256.Sum256(data)
	bucket, key := topology.BodiesBucket(maxAge), hex.EncodeToString(sum[:])
	store, err := b.objects(ctx, bucket)
	if err != nil {
		return fmt.Errorf("open object store: %w", err)
	}
	if _, err := store.GetInfo(ctx, key); err != nil {
		if err := b.putObject(ctx, bucket, key, bytes.NewReader(data)); err != nil {
			return err
		}
	}
	header.Set(headerObject, key)
	header.Set(headerBucket, bucket)
	return nil
}

// body returns a message's body, from the object store where its header says so.
func (b *Bus) body(ctx context.Context, header nats.Header, data []byte, limit int64) ([]byte, error) {
	key := header.Get(headerObject)
	if key == "" {
		return data, nil
	}
	bucket := header.Get(headerBucket)
	if !knownBodies(bucket) {
		return nil, fmt.Errorf("header %s: not a bucket for bodies", headerBucket)
	}
	return b.getObject(ctx, bucket, key, limit)
}

func knownBodies(bucket string) bool {
	for _, age := range []time.Duration{topology.RawRetention, topology.Retention, topology.DeadRetention} {
		if bucket == topology.BodiesBucket(age) {
			return true
		}
	}
	return false
}
