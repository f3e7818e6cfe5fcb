package vault_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/vault"
)

func master(t *testing.T) seal.Key {
	t.Helper()
	key, err := seal.ParseKey(bustest.Key)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func versionOf(t *testing.T, b *bus.Bus, contact string) uint64 {
	t.Helper()
	entry, err := b.GetEntry(t.Context(), subject.BucketVault, string(sol)+"."+contact)
	if err != nil {
		t.Fatal(err)
	}
	return entry.Version
}

func TestAKeyThatHasRestedIsRenewedBeforeSomethingIsSealedWithIt(t *testing.T) {
	t.Parallel()
	b := bustest.New(t).Bus(t, "sanitize")
	v, err := vault.New(master(t), b)
	if err != nil {
		t.Fatal(err)
	}
	found := phone("55 1234 5678", "[TEL_1]")
	before := put(t, v, ana, found)
	first := versionOf(t, b, ana)
	if put(t, v, ana, found); versionOf(t, b, ana) != first {
		t.Error("a key of today was stored again")
	}
	rested := v.Renewing(time.Nanosecond)
	if got := open(t, rested, sol, ana, before); len(got) != 1 || versionOf(t, b, ana) != first {
		t.Errorf("who only opens renewed it, and opened %d values", len(got))
	}
	after := put(t, rested, ana, found)
	second := versionOf(t, b, ana)
	if second == first {
		t.Fatal("the key was not stored again")
	}
	if got := open(t, v, sol, ana, append(before, after...)); len(got) != 2 {
		t.Errorf("%d values open after it was renewed", len(got))
	}
	if put(t, rested, ana, found); versionOf(t, b, ana) != second {
		t.Error("a third version was stored beside two")
	}
	if _, err := rested.Of(t.Context(), sol, ana); err != nil {
		t.Errorf("a key that has its older version yet: %v", err)
	}
}

// dropper destroys a key after it was read for the first time, as a sweep does that found its contact forgotten.
type dropper struct {
	*bus.Bus
	dropped bool
}

func (d *dropper) GetEntry(ctx context.Context, bucket, key string) (bus.Entry, error) {
	entry, err := d.Bus.GetEntry(ctx, bucket, key)
	if err == nil && !d.dropped {
		d.dropped = true
		_, err = d.Erase(ctx, bucket, key)
	}
	return entry, err
}

func TestAContactWhoWritesWhileItsKeyIsDroppedGetsANewOne(t *testing.T) {
	t.Parallel()
	b := bustest.New(t).Bus(t, "sanitize")
	v, err := vault.New(master(t), b)
	if err != nil {
		t.Fatal(err)
	}
	old := put(t, v, ana, phone("55 1234 5678", "[TEL_1]"))
	meddled := &dropper{Bus: b}
	late, err := vault.New(master(t), meddled)
	if err != nil {
		t.Fatal(err)
	}
	fresh := put(t, late.Renewing(time.Nanosecond), ana, phone("55 8765 4321", "[TEL_1]"))
	if !meddled.dropped {
		t.Fatal("nothing was dropped")
	}
	if got := open(t, v, sol, ana, append(old, fresh...)); len(got) != 1 || got[0].Value != "55 8765 4321" {
		t.Errorf("%d values open, want the one that was sealed last", len(got))
	}
}

func TestWhereThereIsNoRoomToRenewAKeyAnAddressIsNotSealedWithIt(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.WithTopology(bus.Topology{Partitions: 1, MaxBytes: 1 << 20, VaultBytes: 2 << 10}))
	v, err := vault.New(master(t), s.Bus(t, "ingest"))
	if err != nil {
		t.Fatal(err)
	}
	found := []guard.Found{phone("55 1234 5678", "[TEL_1]")}
	put(t, v, ana, found...)
	for n := 0; err == nil && n < 100; n++ {
		_, err = v.Of(t.Context(), sol, fmt.Sprintf("7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c%04x", n))
	}
	if !errors.Is(err, vault.ErrFull) {
		t.Fatalf("the vault is not full: %v", err)
	}
	rested := v.Renewing(time.Nanosecond)
	if _, err := rested.Of(t.Context(), sol, ana); !errors.Is(err, vault.ErrFull) {
		t.Errorf("a key that may be dropped at any moment: %v", err)
	}
	if got := open(t, v, sol, ana, put(t, rested, ana, found...)); len(got) != 1 {
		t.Errorf("a value of hers: %v", got)
	}
	if _, err := v.Of(t.Context(), sol, ana); err != nil {
		t.Errorf("a key of today: %v", err)
	}
}
