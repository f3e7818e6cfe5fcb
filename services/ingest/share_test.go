package ingest

import (
	"errors"
	"strconv"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// of is messageOf of another tenant.
func of(tenant, conversation string, n int) *recadov1.MessageReceived {
	m := messageOf(conversation, n)
	m.Meta.TenantId = tenant
	return m
}

func TestATenantsParkedMessagesHaveAShare(t *testing.T) {
	t.Parallel()
	b := newFakeBus()
	l := b.replica(t, slow)
	l.share = int64(10 * proto.Size(of("flood", "c00", 100)))
	var err error
	parked := 0
	for n := 0; err == nil && n < 100; n++ { // one goes through, then the contact's token is used up
		var outcome string
		if outcome, err = l.admit(t.Context(), of("flood", "c", n)); outcome == outcomeParked {
			parked++
		}
	}
	if !errors.Is(err, bus.ErrLaneFull) || bus.IsUnavailable(err) || parked < 8 || parked > 12 {
		t.Errorf("%d are parked, then %v", parked, err)
	}
	for n := range 3 {
		if _, err := l.admit(t.Context(), of("honest", "c", n)); err != nil {
			t.Errorf("another tenant: %v", err)
		}
	}
	delete(b.parked, bus.Lane{Tenant: "flood", Conversation: "c"}) // another process drained it
	l.reconcileOnce(t.Context())
	if _, err := l.admit(t.Context(), of("flood", "c", 101)); err != nil {
		t.Errorf("after it was drained: %v", err)
	}
}

func TestATenantsLanesHaveAShare(t *testing.T) {
	t.Parallel()
	l := newFakeBus().replica(t, slow)
	for n := range tenantLanes {
		l.note(bus.Lane{Tenant: "flood", Conversation: strconv.Itoa(n)})
	}
	if _, err := l.beginParking(bus.Lane{Tenant: "flood", Conversation: "one more"}, 1); !errors.Is(err, bus.ErrLaneFull) {
		t.Errorf("one more lane: %v", err)
	}
	if _, err := l.beginParking(bus.Lane{Tenant: "flood", Conversation: "7"}, 1); err != nil {
		t.Errorf("a lane that it has: %v", err)
	}
	if _, err := l.beginParking(bus.Lane{Tenant: "honest", Conversation: "c"}, 1); err != nil {
		t.Errorf("another tenant's lane: %v", err)
	}
}
