package apply

import (
	"bytes"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile/tenantfiletest"
)

func TestATenantGetsAnIdentityKeyOnceAndKeepsIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var all sync.WaitGroup
	for range 4 { // whoever is first makes the key, the others keep it
		all.Go(func() {
			if _, err := w.Apply(t.Context(), tenantfiletest.Load(t, "clinic")); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	first := w.bucket(t, "clinic").Identity
	ids, err := w.Identity(t.Context(), "clinic")
	if err != nil || !ids.Keyed() || first.Held || first.Next != nil {
		t.Fatalf("the services are told %+v, %v", first, err)
	}
	if sum := w.apply(t, tenantfiletest.Load(t, "clinic")); sum.Changed {
		t.Errorf("the key is taken for a change of the file: %+v", sum)
	}
	if sum := w.apply(t, change(t, "Clínica", "Otra Clínica")); !sum.Changed {
		t.Errorf("the file says something else: %+v", sum)
	}
	if now := w.bucket(t, "clinic").Identity; !bytes.Equal(now.Key, first.Key) {
		t.Error("a changed file made another key")
	}
	if again, err := w.Identity(t.Context(), "clinic"); err != nil || again.MessageID("m") != ids.MessageID("m") {
		t.Errorf("the ids are others now, %v", err)
	}
	w.apply(t, tenantfiletest.Load(t, "bistro"))
	if other, err := w.Identity(t.Context(), "bistro"); err != nil || other.MessageID("m") == ids.MessageID("m") {
		t.Errorf("two tenants share their ids, %v", err)
	}
}

func TestATenantWithBareIDsKeepsThemUntilItIsReKeyed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.apply(t, tenantfiletest.Load(t, "clinic"))
	w.db.Exec(t, `UPDATE core.tenants SET settings = settings - 'identity'`)
	w.apply(t, change(t, "Clínica", "Otra Clínica"))
	if ids, err := w.Identity(t.Context(), "clinic"); err != nil || ids.Keyed() {
		t.Fatalf("an apply re-keyed the tenant, %v", err)
	}
	version := w.bucket(t, "clinic").Version
	key := identity.Generate(w.Key, "clinic")
	err := w.Store.Tenant(t.Context(), "clinic", func(tx pgx.Tx) error {
		s, err := ChangeIdentity(t.Context(), tx, "clinic", func(s *tenant.Settings) error {
			s.Identity = tenant.Identity{Next: key, Held: true}
			return nil
		})
		if s.Version != version+1 {
			t.Errorf("version %d, want %d", s.Version, version+1)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	w.apply(t, tenantfiletest.Load(t, "clinic"))
	if now := w.bucket(t, "clinic").Identity; !now.Held || !bytes.Equal(now.Next, key) || now.Key != nil {
		t.Errorf("an apply in between ends the re-keying: %+v", now)
	}
	if err := w.Publish(t.Context(), "clinic"); err != nil {
		t.Error(err)
	}
}
