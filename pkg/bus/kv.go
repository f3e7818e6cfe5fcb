package bus

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/pkg/subject"
)

const kvTimeout = 5 * time.Second

// Put stores a value under a key of a bucket.
func (b *Bus) Put(ctx context.Context, bucket, key string, value []byte) error {
	return b.inBucket(ctx, "put", bucket, func(ctx context.Context, kv jetstream.KeyValue) error {
		_, err := kv.Put(ctx, key, value)
		return err
	})
}

// Create stores a value under a key that has none; one that has is ErrExists.
func (b *Bus) Create(ctx context.Context, bucket, key string, value []byte) error {
	return b.inBucket(ctx, "create", bucket, func(ctx context.Context, kv jetstream.KeyValue) error {
		_, err := kv.Create(ctx, key, value)
		return err
	})
}

// CreateFor is Create of a value that ends by itself after a while, at least a second; zero is never. Its bucket must allow it.
func (b *Bus) CreateFor(ctx context.Context, bucket, key string, value []byte, ends time.Duration) error {
	if ends == 0 {
		return b.Create(ctx, bucket, key, value)
	}
	return b.inBucket(ctx, "create", bucket, func(ctx context.Context, kv jetstream.KeyValue) error {
		_, err := kv.Create(ctx, key, value, jetstream.KeyTTL(ends))
		if api, ok := errors.AsType[*jetstream.APIError](err); ok && api.ErrorCode == codeNoTTL { // a bucket of an older topology
			_, err = kv.Create(ctx, key, value)
		}
		return err
	})
}

// codeNoTTL is the server's code for a value with an end where the bucket allows none.
const codeNoTTL = 10166

// Get returns the value of a key; one that does not exist is ErrNotFound.
func (b *Bus) Get(ctx context.Context, bucket, key string) ([]byte, error) {
	value, _, err := b.GetVersion(ctx, bucket, key)
	return value, err
}

// Delete removes a key; one that does not exist is no error.
func (b *Bus) Delete(ctx context.Context, bucket, key string) error {
	return b.inBucket(ctx, "delete", bucket, func(ctx context.Context, kv jetstream.KeyValue) error { return kv.Delete(ctx, key) })
}

// Keys lists the keys of a bucket, in no order.
func (b *Bus) Keys(ctx context.Context, bucket string) (keys []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, kvTimeout)
	defer cancel()
	err = b.EachKey(ctx, bucket, func(key string) error { keys = append(keys, key); return nil })
	return keys, err
}

// EachKey calls fn for every key of a bucket, in no order, however long it takes.
func (b *Bus) EachKey(ctx context.Context, bucket string, fn func(key string) error) error {
	kv, err := b.keyValue(ctx, bucket)
	if err != nil {
		return kvError("list", bucket, err)
	}
	lister, err := kv.ListKeys(ctx)
	if err != nil {
		return kvError("list", bucket, err)
	}
	defer func() { _ = lister.Stop() }()
	for key := range lister.Keys() {
		if err := fn(key); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil { // some were not listed
		return kvError("list", bucket, err)
	}
	return nil
}

// KeysUnder lists the keys of a bucket that begin with a token and a dot, in no order.
func (b *Bus) KeysUnder(ctx context.Context, bucket, token string) (keys []string, err error) {
	if err := checkToken("key", token); err != nil {
		return nil, err
	}
	err = b.inBucket(ctx, "list", bucket, func(ctx context.Context, kv jetstream.KeyValue) error {
		lister, err := kv.ListKeysFiltered(ctx, token+".>")
		if err != nil {
			return err
		}
		for key := range lister.Keys() {
			keys = append(keys, key)
		}
		return ctx.Err()
	})
	return keys, err
}

// inBucket does one operation on a bucket, within its time.
func (b *Bus) inBucket(ctx context.Context, op, bucket string, do func(context.Context, jetstream.KeyValue) error) error {
	ctx, cancel := context.WithTimeout(ctx, kvTimeout)
	defer cancel()
	kv, err := b.keyValue(ctx, bucket)
	if err == nil {
		err = do(ctx, kv)
	}
	if err != nil {
		return kvError(op, bucket, err)
	}
	return nil
}

// keyValue opens a bucket once: a handle is only its name.
func (b *Bus) keyValue(ctx context.Context, bucket string) (jetstream.KeyValue, error) {
	if kv, ok := b.stores.Load("KV_" + bucket); ok {
		return kv.(jetstream.KeyValue), nil
	}
	kv, err := b.js.KeyValue(ctx, bucket)
	if err == nil && bucket == subject.BucketVault {
		err = topology.VaultReady(ctx, b.js)
	}
	if err == nil {
		b.stores.Store("KV_"+bucket, kv)
	}
	return kv, err
}

func kvError(op, bucket string, err error) error {
	if errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrKeyDeleted) {
		return fmt.Errorf("%s key of bucket %s: %w", op, bucket, ErrNotFound)
	}
	if errors.Is(err, jetstream.ErrKeyExists) {
		return fmt.Errorf("%s key of bucket %s: %w", op, bucket, ErrExists)
	}
	if isFull(err) {
		return fmt.Errorf("%s key of bucket %s: %w", op, bucket, ErrFull)
	}
	if errors.Is(err, jetstream.ErrInvalidKey) {
		return fmt.Errorf("%s key of bucket %s: %w", op, bucket, err)
	}
	return fmt.Errorf("%s key of bucket %s: %w", op, bucket, Unavailable(err))
}

// ErrChanged says that a key has another version than the one that was to be replaced.
var ErrChanged = errors.New("changed meanwhile")

// ErrCrowded says that a key has as many versions as its bucket keeps of one.
var ErrCrowded = errors.New("older versions have not been destroyed yet")

// Entry is a stored value, its version and when it was stored, by the server's clock.
type Entry struct {
	Value   []byte
	Version uint64
	At      time.Time
}

// GetEntry is Get that tells all of the value.
func (b *Bus) GetEntry(ctx context.Context, bucket, key string) (out Entry, err error) {
	err = b.inBucket(ctx, "get", bucket, func(ctx context.Context, kv jetstream.KeyValue) error {
		entry, err := kv.Get(ctx, key)
		if err == nil {
			out = Entry{entry.Value(), entry.Revision(), entry.Created()}
		}
		return err
	})
	return out, err
}

// GetVersion is Get that also tells the value's version.
func (b *Bus) GetVersion(ctx context.Context, bucket, key string) (value []byte, version uint64, err error) {
	entry, err := b.GetEntry(ctx, bucket, key)
	return entry.Value, entry.Version, err
}

// Replace stores a value where the key still has a version, 0 for none, and returns the new one. Else it is ErrChanged.
func (b *Bus) Replace(ctx context.Context, bucket, key string, value []byte, version uint64) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, kvTimeout)
	defer cancel()
	kv, err := b.keyValue(ctx, bucket)
	if err != nil {
		return 0, kvError("replace", bucket, err)
	}
	var next uint64
	if version == 0 {
		next, err = kv.Create(ctx, key, value)
	} else {
		next, err = kv.Update(ctx, key, value, version)
	}
	api, ok := errors.AsType[*jetstream.APIError](err)
	switch {
	case err == nil:
		return next, nil
	case errors.Is(err, jetstream.ErrKeyExists), ok && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence:
		return 0, fmt.Errorf("replace key of bucket %s: %w", bucket, ErrChanged)
	case ok && strings.Contains(api.Description, "per subject"):
		return 0, fmt.Errorf("replace key of bucket %s: %w", bucket, ErrCrowded)
	}
	return 0, kvError("replace", bucket, err)
}

const leaseRenew = 3 * time.Second

// Lead runs fn in one process at a time among those that ask for the same lease, until ctx ends; fn's context ends with the lease.
// A process that stalls may work beside its successor for a moment: what fn does must be safe then.
func (b *Bus) Lead(ctx context.Context, lease string, fn func(ctx context.Context)) {
	me, held := []byte(rand.Text()), &leaseWatch{}
	for ctx.Err() == nil {
		version, err := b.Replace(ctx, subject.BucketLeases, lease, me, b.forfeited(ctx, lease, held))
		if err == nil {
			b.lead(ctx, lease, me, version, fn)
		}
		retry.Sleep(ctx, leaseRenew)
	}
}

// leaseWatch is the version of a lease that somebody else has, and since when this process knows it.
type leaseWatch struct {
	version uint64
	since   time.Time
}

// forfeited is the version of a lease whose owner has not renewed it while it should have, by this process's own measure of time: where
// the server's clock was set back, what is dead there does not expire. 0 where there is none to take.
func (b *Bus) forfeited(ctx context.Context, lease string, held *leaseWatch) uint64 {
	_, version, err := b.GetVersion(ctx, subject.BucketLeases, lease)
	switch {
	case err != nil:
		*held = leaseWatch{}
	case version != held.version:
		*held = leaseWatch{version, time.Now()}
	case time.Since(held.since) > topology.LeaseAge+leaseRenew:
		return version
	}
	return 0
}

// lead runs fn until the lease is lost or ctx ends; then it gives the lease back.
func (b *Bus) lead(ctx context.Context, lease string, me []byte, version uint64, fn func(ctx context.Context)) {
	work, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn(work)
	}()
	sure := time.Now()
	for time.Since(sure) < topology.LeaseAge-leaseRenew && retry.Sleep(work, leaseRenew) {
		at := time.Now()
		attempt, end := context.WithTimeout(work, topology.AttemptTimeout)
		next, err := b.Replace(attempt, subject.BucketLeases, lease, me, version)
		end()
		if err == nil {
			version, sure = next, at
		}
		if errors.Is(err, ErrChanged) {
			break
		}
	}
	cancel()
	<-done
	give, end := context.WithTimeout(context.WithoutCancel(ctx), topology.AttemptTimeout)
	defer end()
	if _, now, err := b.GetVersion(give, subject.BucketLeases, lease); err == nil && now == version {
		_ = b.Delete(give, subject.BucketLeases, lease)
	}
}
