package apply

import (
	"testing"

	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile/tenantfiletest"
)

func parse(t *testing.T, text string) seal.Key {
	t.Helper()
	key, err := seal.ParseKey(text)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestEverySealedValueOfATenantIsSealedAgainAndItsIDsStay(t *testing.T) {
	t.Parallel()
	before, after := seal.Generate(), seal.Generate()
	older, ring, newer := parse(t, before), parse(t, after+","+before), parse(t, after)
	f := tenantfiletest.Load(t, "clinic")
	s := f.Settings()
	sealAccounts(f, s, older, nil)
	sealNotify(f, s, older, nil)
	s.Identity = tenant.Identity{Key: identity.Generate(older, s.ID)}
	ids, err := identity.Open(older, s)
	if err != nil {
		t.Fatal(err)
	}
	first, changed := resealSettings(ring, s)
	if !changed || first.Older != first.Seen || first.Seen < 5 || first.Lost != 0 {
		t.Errorf("first: %+v, changed %v", first, changed)
	}
	if again, changed := resealSettings(ring, s); changed || again.Older != 0 || again.Seen != first.Seen {
		t.Errorf("again: %+v, changed %v", again, changed)
	}
	if alone, _ := resealSettings(newer, s); alone.Lost != 0 || alone.Older != 0 {
		t.Errorf("with the new key alone: %+v", alone)
	}
	if lost, changed := resealSettings(older, s); changed || lost.Lost != first.Seen {
		t.Errorf("with the old key alone: %+v, changed %v", lost, changed)
	}
	now, err := identity.Open(newer, s)
	if err != nil || now.ContactID("whatsapp", "1", "521") != ids.ContactID("whatsapp", "1", "521") {
		t.Errorf("the tenant's ids are other ones: %v", err)
	}
}
