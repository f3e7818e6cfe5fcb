package bus

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// ErrChanged says that a key has another version than the one that was to be replaced.
var ErrChanged = errors.New("changed meanwhile")

// GetVersion is Get that also tells the value's version.
func (b *Bus) GetVersion(ctx context.Context, bucket, key string) (value []byte, version uint64, err error) {
	ctx, cancel := context.WithTimeout(ctx, kvTimeout)
	defer cancel()
	kv, err := b.keyValue(ctx, bucket)
	if err != nil {
		return nil, 0, kvError("get", bucket, err)
	}
	entry, err := kv.Get(ctx, key)
	if err != nil {
		return nil, 0, kvError("get", bucket, err)
	}
	return entry.Value(), entry.Revision(), nil
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
	}
	return 0, kvError("replace", bucket, err)
}
