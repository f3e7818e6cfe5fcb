package bus_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
)

// valuesOf counts the values in the vault, with those that another has replaced.
func valuesOf(t *testing.T, s *bustest.Server) uint64 {
	t.Helper()
	js, err := jetstream.New(s.Conn(t))
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), "KV_"+subject.BucketVault)
	if err != nil {
		t.Fatal(err)
	}
	return stream.CachedInfo().State.Msgs
}

func TestAnErasedKeyIsGoneWithWhatItReplaced(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "recado")
	for _, key := range []string{"clinic.a", "clinic.b"} {
		if err := b.Create(t.Context(), subject.BucketVault, key, []byte("first")); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Put(t.Context(), subject.BucketVault, "clinic.a", []byte("second")); err != nil {
		t.Fatal(err)
	}
	if existed, err := b.Erase(t.Context(), subject.BucketVault, "clinic.a"); err != nil || !existed {
		t.Fatalf("erase: %v, %v", existed, err)
	}
	if got, err := b.Get(t.Context(), subject.BucketVault, "clinic.a"); !errors.Is(err, bus.ErrNotFound) {
		t.Errorf("after erasing: %q, %v", got, err)
	}
	if n := valuesOf(t, s); n != 1 {
		t.Errorf("%d messages are left, want the other key's", n)
	}
	if existed, err := b.Erase(t.Context(), subject.BucketVault, "clinic.a"); err != nil || existed {
		t.Errorf("erase again: %v, %v", existed, err)
	}
	if err := b.Create(t.Context(), subject.BucketVault, "clinic.a", []byte("third")); err != nil {
		t.Errorf("a new one: %v", err)
	}
}

func TestReplacingAKeyLeavesNothingOfTheOldAndKeepsItsEnd(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "recado")
	if err := b.CreateFor(t.Context(), subject.BucketVault, "clinic.a", []byte("first"), time.Hour); err != nil {
		t.Fatal(err)
	}
	_, version, err := b.GetVersion(t.Context(), subject.BucketVault, "clinic.a")
	if err != nil {
		t.Fatal(err)
	}
	next, err := b.ReplaceErasing(t.Context(), subject.BucketVault, "clinic.a", []byte("second"), version)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.ReplaceErasing(t.Context(), subject.BucketVault, "clinic.a", []byte("late"), version); !errors.Is(err, bus.ErrChanged) {
		t.Errorf("of an old version: %v", err)
	}
	if _, err := b.ReplaceErasing(t.Context(), subject.BucketVault, "clinic.none", []byte("new"), 1); !errors.Is(err, bus.ErrNotFound) {
		t.Errorf("of what is not there: %v", err)
	}
	if got, at, err := b.GetVersion(t.Context(), subject.BucketVault, "clinic.a"); err != nil || string(got) != "second" || at != next {
		t.Errorf("%q of version %d, want %d, %v", got, at, next, err)
	}
	js, err := jetstream.New(s.Conn(t))
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), "KV_"+subject.BucketVault)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stream.GetMsg(t.Context(), version); !errors.Is(err, jetstream.ErrMsgNotFound) {
		t.Errorf("the old one: %v", err)
	}
	m, err := stream.GetMsg(t.Context(), next)
	if err != nil {
		t.Fatal(err)
	}
	if ends, err := time.ParseDuration(m.Header.Get(jetstream.MsgTTLHeader)); err != nil || ends > time.Hour || ends < 59*time.Minute {
		t.Errorf("the new one ends in %q", m.Header.Get(jetstream.MsgTTLHeader))
	}
}

func TestOfTwoThatReplaceAKeyAtOnceOneDoes(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "recado")
	if err := b.Create(t.Context(), subject.BucketVault, "clinic.a", []byte("first")); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		_, version, err := b.GetVersion(t.Context(), subject.BucketVault, "clinic.a")
		if err != nil {
			t.Fatal(err)
		}
		var errs [4]error
		var wg sync.WaitGroup
		for i := range errs {
			wg.Go(func() {
				_, errs[i] = b.ReplaceErasing(t.Context(), subject.BucketVault, "clinic.a", []byte("next"), version)
			})
		}
		wg.Wait()
		done := 0
		for _, err := range errs {
			if err == nil {
				done++
			} else if !errors.Is(err, bus.ErrChanged) {
				t.Errorf("got %v", err)
			}
		}
		if n := valuesOf(t, s); done != 1 || n != 1 {
			t.Errorf("%d replaced it, %d values are left", done, n)
		}
	}
}
