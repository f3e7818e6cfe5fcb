package vault

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
)

// resealer is the bus as Reseal uses it.
type resealer interface {
	GetVersion(ctx context.Context, bucket, key string) (value []byte, version uint64, err error)
	ReplaceErasing(ctx context.Context, bucket, key string, value []byte, version uint64) (uint64, error)
}

// Sealing is how a contact's key was found.
type Sealing int

const (
	// Gone says that it has ended, or was erased.
	Gone Sealing = iota
	// Newest says that the key that seals now has sealed it.
	Newest
	// Older says that another key of the ring has.
	Older
	// Lost says that no key at hand opens it.
	Lost
)

// resealAttempts is how often a key that somebody else changes is tried.
const resealAttempts = 5

// Reseal seals one contact's key, by its name in the bucket, with the newest root key where an older one has sealed it, and destroys
// what it was: nothing that the contact's key sealed changes. Without write it only looks. It returns how it was sealed before.
func Reseal(ctx context.Context, in resealer, root seal.Key, name string, write bool) (Sealing, error) {
	owner, contact, _ := strings.Cut(name, ".")
	if known, err := nameOf(tenant.ID(owner), contact); err != nil || known != name {
		return Lost, nil
	}
	key := root.Derive(seal.PurposeVault, owner)
	for attempt := 1; ; attempt++ {
		sealed, version, err := in.GetVersion(ctx, subject.BucketVault, name)
		if errors.Is(err, bus.ErrNotFound) {
			return Gone, nil
		}
		if err != nil {
			return Gone, fmt.Errorf("read vault key: %w", err)
		}
		if root.Current(sealed) {
			return Newest, nil
		}
		next, _, err := key.Reseal(sealed, []byte(contact))
		if err != nil {
			return Lost, nil
		}
		if !write {
			return Older, nil
		}
		_, err = in.ReplaceErasing(ctx, subject.BucketVault, name, next, version)
		if err == nil {
			return Older, nil
		}
		if attempt == resealAttempts || !errors.Is(err, bus.ErrChanged) && !errors.Is(err, bus.ErrNotFound) {
			return Older, fmt.Errorf("reseal vault key: %w", err)
		}
	}
}
