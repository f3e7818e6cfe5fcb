package resting_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/bus/resting"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func keysOf(t *testing.T, b *bus.Bus) *resting.Keys {
	t.Helper()
	keys, err := resting.New(b)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func next(t *testing.T, keys *resting.Keys, from uint64, limit int) (out []resting.Key, at uint64) {
	t.Helper()
	out, at, err := keys.Next(t.Context(), from, 0, limit)
	if err != nil {
		t.Fatal(err)
	}
	return out, at
}

func TestKeysAreListedOldestFirstInPartsAndOnlyOnceTheyHaveRested(t *testing.T) {
	t.Parallel()
	b := bustest.New(t).Bus(t, "recado")
	keys := keysOf(t, b)
	if got, at := next(t, keys, 0, 10); len(got) != 0 || at != 0 {
		t.Errorf("of an empty vault: %v, %d", got, at)
	}
	for n := range 5 {
		if err := b.Create(t.Context(), subject.BucketVault, fmt.Sprintf("clinic.c%d", n), []byte("key")); err != nil {
			t.Fatal(err)
		}
	}
	if got, at, err := keys.Next(t.Context(), 0, time.Hour, 10); err != nil || len(got) != 0 || at != 0 {
		t.Errorf("keys of today: %v, %d, %v", got, at, err)
	}
	var listed []string
	for from, rounds := uint64(0), 0; rounds < 3; rounds++ {
		got, at := next(t, keys, from, 2)
		for _, key := range got {
			listed = append(listed, key.Tenant+"/"+key.Contact)
		}
		if from = at; (at == 0) != (rounds == 2) {
			t.Errorf("part %d ends at %d", rounds, at)
		}
	}
	if fmt.Sprint(listed) != "[clinic/c0 clinic/c1 clinic/c2 clinic/c3 clinic/c4]" {
		t.Errorf("listed %v", listed)
	}
	if got, at := next(t, keys, 1000, 10); len(got) != 0 || at != 0 {
		t.Errorf("beyond the end: %v, %d", got, at)
	}
}

func TestAVersionThatWasReplacedIsToldAndDestroyedAlone(t *testing.T) {
	t.Parallel()
	b := bustest.New(t).Bus(t, "recado")
	keys := keysOf(t, b)
	for _, key := range []string{"clinic.a", "clinic.b", "clinic.a"} {
		if err := b.Put(t.Context(), subject.BucketVault, key, []byte(key)); err != nil {
			t.Fatal(err)
		}
	}
	got, _ := next(t, keys, 0, 10)
	if len(got) != 3 || !got[0].Superseded || got[1].Superseded || got[2].Superseded {
		t.Fatalf("got %+v, want the first superseded", got)
	}
	for range 2 { // again is no error
		if err := keys.Destroy(t.Context(), got[0]); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.Get(t.Context(), subject.BucketVault, "clinic.a"); err != nil {
		t.Errorf("the version that replaced it: %v", err)
	}
	if err := keys.Destroy(t.Context(), got[1]); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Get(t.Context(), subject.BucketVault, "clinic.b"); !errors.Is(err, bus.ErrNotFound) {
		t.Errorf("a destroyed key: %v", err)
	}
}

// A sweep that found a key at rest destroys the version that it saw. Whoever renewed it before has another one; who is late is told.
func TestOfAKeyThatIsRenewedWhileItIsDestroyedEitherTheRenewedOneStaysOrItsOwnerHearsOfIt(t *testing.T) {
	t.Parallel()
	b := bustest.New(t).Bus(t, "recado")
	keys := keysOf(t, b)
	for n := range 20 {
		name := fmt.Sprintf("clinic.c%d", n)
		if err := b.Create(t.Context(), subject.BucketVault, name, []byte("key")); err != nil {
			t.Fatal(err)
		}
		entry, err := b.GetEntry(t.Context(), subject.BucketVault, name)
		if err != nil {
			t.Fatal(err)
		}
		destroyed := make(chan error, 1)
		go func() {
			destroyed <- keys.Destroy(t.Context(), resting.Key{Tenant: "clinic", Contact: fmt.Sprintf("c%d", n), Sequence: entry.Version})
		}()
		_, renewed := b.Replace(t.Context(), subject.BucketVault, name, entry.Value, entry.Version)
		if err := <-destroyed; err != nil {
			t.Fatal(err)
		}
		_, err = b.Get(t.Context(), subject.BucketVault, name)
		switch {
		case renewed == nil && err != nil:
			t.Errorf("a renewed key is gone: %v", err)
		case renewed != nil && (!errors.Is(renewed, bus.ErrChanged) || !errors.Is(err, bus.ErrNotFound)):
			t.Errorf("who was late was told %v, and found %v", renewed, err)
		}
	}
}

func received(n int) *recadov1.MessageReceived {
	return &recadov1.MessageReceived{
		Meta: &recadov1.Meta{
			EventId: fmt.Sprintf("e-%d", n), TenantId: "clinic", ConversationKey: "conversation", ReceivedAt: timestamppb.Now(),
			Contact: &recadov1.Contact{ContactId: "ana"},
		},
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: "hola"}}},
	}
}

func TestWhatIsOnItsWayIsWaitedForAndWhatComesLaterIsNot(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "recado")
	keys := keysOf(t, b)
	settled := func(patience time.Duration) bool {
		t.Helper()
		ok, err := keys.Settled(t.Context(), patience)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	if !settled(0) {
		t.Error("something is on its way through empty streams")
	}
	if err := b.Publish(t.Context(), received(1)); err != nil {
		t.Fatal(err)
	}
	if settled(0) {
		t.Error("a message that nobody has handled is not seen")
	}
	done := make(chan bool)
	go func() { done <- settled(bustest.Wait) }()
	handle(t, s)
	if !<-done {
		t.Error("a message that was handled is waited for")
	}
	if parked, err := keys.Parked(t.Context(), "clinic"); err != nil || parked {
		t.Errorf("parked: %v, %v", parked, err)
	}
	if err := b.Park(t.Context(), received(2)); err != nil {
		t.Fatal(err)
	}
	for tenant, want := range map[string]bool{"clinic": true, "bistro": false} {
		if parked, err := keys.Parked(t.Context(), tenant); err != nil || parked != want {
			t.Errorf("messages of %s wait at the door: %v, %v", tenant, parked, err)
		}
	}
}

// handle does what sanitize does with one message.
func handle(t *testing.T, s *bustest.Server) {
	t.Helper()
	js, err := jetstream.New(s.Conn(t))
	if err != nil {
		t.Fatal(err)
	}
	handled := 0
	for p := range uint32(bustest.Partitions) {
		cons, err := js.Consumer(t.Context(), subject.Stream(subject.MessageReceived), subject.Durable("sanitize", p))
		if err != nil {
			t.Fatal(err)
		}
		batch, err := cons.FetchNoWait(1)
		if err != nil {
			t.Fatal(err)
		}
		for m := range batch.Messages() {
			handled++
			if err := m.DoubleAck(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if handled != 1 {
		t.Fatalf("handled %d messages, want 1", handled)
	}
}
