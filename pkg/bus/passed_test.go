package bus_test

import (
	"context"
	"slices"
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestAStageIsPassedOnceItsReadersAreDoneWithTheTenantsEvents(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "sanitize")
	passed := func(tenant string) bool {
		t.Helper()
		done, err := b.Passed(context.WithoutCancel(t.Context()), subject.MessageReceived, tenant)
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	if !passed("acme") {
		t.Error("an empty stage is not passed")
	}
	for i := range 8 {
		publish(t, b, received(string(rune('a'+i)), i))
	}
	tenant := received("a", 1).GetMeta().GetTenantId()
	if passed(tenant) || !passed("somebody-else") {
		t.Error("events that nobody has read are passed, or another tenant waits for them")
	}
	reading, stop := make(chan struct{}), make(chan struct{})
	start(t, b, sanitize(func(context.Context, *recadov1.MessageReceived) error {
		select {
		case reading <- struct{}{}:
		case <-stop:
		}
		return nil
	}))
	for range 4 {
		<-reading
	}
	if passed(tenant) {
		t.Error("passed while some are read")
	}
	close(stop)
	bustest.Eventually(t, "all are handled", func() bool { return passed(tenant) })
	if _, err := b.Passed(t.Context(), subject.WebchatReply, tenant); err == nil {
		t.Error("a stage whose subjects name no tenant")
	}
}

func TestKeysUnderATokenAreThoseOfItsOwnerOnly(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "recado")
	for _, key := range []string{"acme.a", "acme.b", "acme-2.a", "other.acme"} {
		if err := b.Put(t.Context(), subject.BucketVault, key, []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	keys, err := b.KeysUnder(t.Context(), subject.BucketVault, "acme")
	slices.Sort(keys)
	if err != nil || !slices.Equal(keys, []string{"acme.a", "acme.b"}) {
		t.Errorf("got %v, %v", keys, err)
	}
	if keys, err := b.KeysUnder(t.Context(), subject.BucketVault, "nobody"); err != nil || len(keys) != 0 {
		t.Errorf("nobody has %v, %v", keys, err)
	}
	if _, err := b.KeysUnder(t.Context(), subject.BucketVault, ">"); err == nil {
		t.Error("a wildcard is taken for a token")
	}
}
