package services_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/cmd/recado/forget"
)

func TestTheSweeperMayWriteSettingsAndDestroyKeysAndNothingElse(t *testing.T) {
	t.Parallel()
	s := deployedNATS(t)
	b := s.Bus(t, "sweep")
	check(t, "put settings back", b.Put(t.Context(), "tenants", "clinica-sol", []byte("{}")))
	keys, err := b.Keys(t.Context(), "tenants")
	check(t, "list settings", err)
	if !slices.Equal(keys, []string{"clinica-sol"}) {
		t.Errorf("got settings of %v", keys)
	}
	_, err = b.Get(t.Context(), "tenants", "clinica-sol")
	check(t, "read settings", err)
	check(t, "remove settings", b.Delete(t.Context(), "tenants", "clinica-sol"))
	dropKeys(t, s, b)
	check(t, "be healthy", b.Healthy(t.Context()))
	natsUser{service: "sweep"}.overreach(t, s)
}

// dropKeys goes a whole round as the sweeper: one key was renewed, one is a dead letter's, one nobody's.
func dropKeys(t *testing.T, s *bustest.Server, sweeper *bus.Bus) {
	t.Helper()
	db := storetest.New(t)
	db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
		VALUES ('clinica-sol', '', '{}', 'Clinic', 'dental', 'MX', 'UTC', 'MXN', 'es')`)
	operator := s.Bus(t, "recado")
	renewed, lettered, nobody := uuid.NewString(), uuid.NewString(), uuid.NewString()
	for _, contact := range []string{renewed, lettered, nobody, renewed} {
		check(t, "make a key", operator.Put(t.Context(), subject.BucketVault, "clinica-sol."+contact, []byte("key")))
	}
	e := fill(&recadov1.MessageRouted{}, "recado", false)
	e.GetMeta().TenantId, e.GetMeta().Contact = "clinica-sol", &recadov1.Contact{ContactId: lettered}
	letter, err := proto.Marshal(e)
	check(t, "write a letter", err)
	router := openLetters(t, s, "intent-router")
	check(t, "bury a letter", router.DeadLetter(t.Context(), bus.NewDeadLetter{
		Stage: subject.MessageRouted, Tenant: "clinica-sol", Reason: "test", Payload: letter,
	}))
	r := forget.New(db.Open(t, "recado_console"), sweeper)
	r.Rested, r.Every, r.Patience = 0, 0, time.Second
	sum, err := r.Run(t.Context())
	check(t, "drop keys", err)
	if sum.Looked != 4 || sum.Tidied != 1 || sum.Dropped != 1 {
		t.Errorf("%+v, want an older version and a key destroyed", sum)
	}
	for contact, want := range map[string]bool{renewed: true, lettered: true, nobody: false} {
		_, err := operator.Get(t.Context(), subject.BucketVault, "clinica-sol."+contact)
		if (err == nil) != want || err != nil && !errors.Is(err, bus.ErrNotFound) {
			t.Errorf("a key is there: %v, want %v", err, want)
		}
	}
}

// openLetters is the bus of a service without a key to seal its letters with.
func openLetters(t *testing.T, s *bustest.Server, service string) *bus.Bus {
	t.Helper()
	conn, err := s.Dial(t.Context(), bus.Config{Service: service})
	check(t, "connect", err)
	t.Cleanup(conn.Close)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	b, err := bus.New(ctx, conn, bus.Options{Service: service})
	check(t, "open the bus", err)
	return b
}
