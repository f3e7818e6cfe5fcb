// Package forget drops the keys of contacts of whom nothing is kept any more: retention has removed their rows, and nobody has sealed
// anything with their keys for long.
package forget

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/erasure"
	"github.com/recado/recado/pkg/bus/resting"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
)

const (
	every    = time.Hour
	most     = 1000
	looks    = 20_000
	batch    = 500
	patience = 10 * time.Second
	lasts    = time.Minute
)

// Round looks through contacts' keys: once in Every, whoever asks, and where the last one ended. It may be interrupted anywhere, and
// two at once do no harm.
type Round struct {
	Store *store.Store // that acts as recado_console
	Bus   *bus.Bus
	// Rested is how old a key must be to be dropped, Most how many a round drops; Looks and Batch are how many it looks at, in all and
	// at once. Patience bounds how long a round waits for what is on its way, Lasts how long it takes.
	Every, Rested, Patience, Lasts time.Duration
	Most, Looks, Batch             int

	keys *resting.Keys
	// renewed are those of whose keys this round found two versions: somebody was at work with them.
	renewed map[store.ContactOf]bool
}

// New returns a round with the bounds that installations have.
func New(db *store.Store, b *bus.Bus) *Round {
	return &Round{
		Store: db, Bus: b, Every: every, Rested: vault.RestedFor, Patience: patience, Lasts: lasts,
		Most: most, Looks: looks, Batch: batch,
	}
}

// Summary counts what a round did.
type Summary struct {
	Due     bool `json:"due"`     // it was time for a round
	Looked  int  `json:"looked"`  // at keys that had rested
	Tidied  int  `json:"tidied"`  // versions of keys that a newer one had replaced
	Dropped int  `json:"dropped"` // keys of contacts of whom nothing is kept
	// Busy: something was on its way for too long, and nothing more was dropped.
	Busy bool `json:"busy,omitempty"`
}

// Run goes one round, if it is time.
func (r *Round) Run(ctx context.Context) (sum Summary, err error) {
	if r.keys, err = resting.New(r.Bus); err != nil {
		return sum, err
	}
	at, due, err := r.Store.BeginKeyRound(ctx, r.Every)
	if err != nil || !due {
		return sum, err
	}
	sum.Due, r.renewed = true, map[store.ContactOf]bool{}
	within, cancel := context.WithTimeout(ctx, r.Lasts)
	defer cancel()
	for sum.Looked < r.Looks && sum.Dropped < r.Most && !sum.Busy {
		if at, err = r.part(within, at, &sum); err != nil {
			break
		}
		if err = r.Store.KeepKeyPosition(within, at); err != nil || at == 0 {
			break
		}
	}
	if err != nil && ctx.Err() == nil && errors.Is(within.Err(), context.DeadlineExceeded) {
		return sum, nil // the rest is the next round's
	}
	return sum, err
}

// part looks at one batch of keys, and returns where to go on; 0 where that was the last.
func (r *Round) part(ctx context.Context, from uint64, sum *Summary) (next uint64, err error) {
	keys, next, err := r.keys.Next(ctx, from, r.Rested, r.Batch)
	if err != nil {
		return from, err
	}
	sum.Looked += len(keys)
	alone, err := r.tidy(ctx, keys, sum)
	if err != nil {
		return from, err
	}
	forgotten, err := r.forgotten(ctx, alone)
	if err != nil || len(forgotten) == 0 {
		return next, err
	}
	if left := r.Most - sum.Dropped; len(forgotten) > left {
		next, forgotten = forgotten[left].Sequence, forgotten[:left]
	}
	idle, free, err := r.idle(ctx, forgotten)
	if err != nil {
		return from, err
	}
	if !free {
		sum.Busy = true
		return from, nil
	}
	return next, r.drop(ctx, idle, sum)
}

// tidy destroys versions that a newer one has replaced, and returns the keys that had none: who could not renew one for that may be at
// work with it, and has until the next round.
func (r *Round) tidy(ctx context.Context, keys []resting.Key, sum *Summary) (alone []resting.Key, err error) {
	for _, key := range keys {
		if !key.Superseded {
			continue
		}
		r.renewed[nameOf(key)] = true
		if err := r.keys.Destroy(ctx, key); err != nil {
			return nil, err
		}
		sum.Tidied++
	}
	return slices.DeleteFunc(keys, func(key resting.Key) bool { return r.renewed[nameOf(key)] }), nil
}

// drop destroys keys, each in the version that was looked at: one that was renewed since stays.
func (r *Round) drop(ctx context.Context, keys []resting.Key, sum *Summary) error {
	for _, key := range keys {
		if err := r.keys.Destroy(ctx, key); err != nil {
			return err
		}
		sum.Dropped++
	}
	return nil
}

// forgotten are the keys of contacts that no table knows.
func (r *Round) forgotten(ctx context.Context, keys []resting.Key) (out []resting.Key, err error) {
	var asked []store.ContactOf
	for _, key := range keys {
		if id, err := uuid.Parse(key.Contact); err == nil && id.String() == key.Contact {
			asked = append(asked, nameOf(key))
		}
	}
	if len(asked) == 0 {
		return nil, nil
	}
	known, err := r.Store.ContactsWithoutRows(ctx, asked)
	if err != nil {
		return nil, err
	}
	without := map[store.ContactOf]bool{}
	for _, who := range known {
		without[who] = true
	}
	return slices.DeleteFunc(keys, func(key resting.Key) bool { return !without[nameOf(key)] }), nil
}

// idle are those of whom nothing is on its way either. A message goes from stage to stage and at last into a row, or becomes a dead
// letter, and a letter may be tried again: so the streams are looked at before the letters and after them, and the tables at the end.
// Free is false where something was on its way for too long.
func (r *Round) idle(ctx context.Context, keys []resting.Key) (out []resting.Key, free bool, err error) {
	if free, err = r.keys.Settled(ctx, r.Patience); err != nil || !free {
		return nil, free, err
	}
	tenants := map[string]func(contact string) bool{}
	for _, key := range keys {
		busy, seen := tenants[key.Tenant]
		if !seen {
			if busy, err = r.waiting(ctx, key.Tenant); err != nil {
				return nil, false, err
			}
			tenants[key.Tenant] = busy
		}
		if !busy(key.Contact) {
			out = append(out, key)
		}
	}
	if free, err = r.keys.Settled(ctx, r.Patience); err != nil || !free {
		return nil, free, err
	}
	out, err = r.forgotten(ctx, out)
	return out, true, err
}

// waiting tells the contacts of a tenant of whom a dead letter is kept; while messages of the tenant wait at the door, each counts.
func (r *Round) waiting(ctx context.Context, id string) (func(contact string) bool, error) {
	parked, err := r.keys.Parked(ctx, id)
	if err != nil {
		return nil, err
	}
	letters, err := erasure.Lettered(ctx, r.Bus, tenant.ID(id))
	if err != nil {
		return nil, err
	}
	return func(contact string) bool { return parked || letters[contact] }, nil
}

func nameOf(key resting.Key) store.ContactOf {
	return store.ContactOf{Tenant: key.Tenant, Contact: key.Contact}
}
