package ingest_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func vaultOf(t *testing.T, server *bustest.Server) *vault.Vault {
	t.Helper()
	v, err := vault.New(master(t), server.Bus(t, "outbound-sender"))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// keyOf is the key that a contact's address is sealed under: its own.
func keyOf(t *testing.T, server *bustest.Server, m *recadov1.Meta) seal.Key {
	t.Helper()
	c, known, err := vaultOf(t, server).Find(t.Context(), tenant.ID(m.GetTenantId()), m.GetContact().GetContactId())
	if err != nil || !known {
		t.Fatalf("the contact's key: %v, %v", known, err)
	}
	return c.Key(seal.PurposeAddress)
}

func tenantsKey(t *testing.T) seal.Key { return master(t).Derive(seal.PurposeAddress, "shop-a") }

// arrive posts one text of a person, and returns the n-th event.
func arrive(t *testing.T, server *bustest.Server, url string, n int, from string) *recadov1.Meta {
	t.Helper()
	postMessages(t, url, accountA, "messages",
		fmt.Sprintf(`{"from":"%s","id":"wamid.%d","timestamp":"1767711600","type":"text","text":{"body":"hola"}}`, from, n))
	return bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, n)[n-1].GetMeta()
}

func opens(t *testing.T, under seal.Key, m *recadov1.Meta) bool {
	t.Helper()
	_, err := channel.OpenAddress(under, m.GetContact().GetContactId(), m.GetContact().GetSealedAddress())
	return err == nil
}

func TestAnErasedContactsAddressOpensNoMoreAndWhoWritesAgainHasANewKey(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := start(t, server, shop(t))
	m := arrive(t, server, p.URL, 1, "5215550147781")
	old := keyOf(t, server, m)
	if opens(t, tenantsKey(t), m) || !opens(t, old, m) {
		t.Error("the address is not under the contact's key alone")
	}
	if again := arrive(t, server, p.URL, 2, "5215550147781"); !opens(t, old, again) {
		t.Error("a second message has another key")
	}
	if existed, err := vaultOf(t, server).Erase(t.Context(), "shop-a", m.GetContact().GetContactId()); err != nil || !existed {
		t.Fatalf("erase: %v, %v", existed, err)
	}
	fresh := arrive(t, server, p.URL, 3, "5215550147781")
	if opens(t, old, fresh) || !opens(t, keyOf(t, server, fresh), fresh) {
		t.Error("after erasing the new message has no key of its own")
	}
	if opens(t, keyOf(t, server, fresh), m) {
		t.Error("the new key opens what was erased")
	}
}

func TestNoMessageWaitsForAFullVault(t *testing.T) {
	t.Parallel()
	server := bustest.New(t, bustest.WithTopology(bus.Topology{Partitions: bustest.Partitions, MaxBytes: 64 << 20, VaultBytes: 1 << 10}))
	p := start(t, server, shop(t))
	const people = 12
	own, tenants := 0, 0
	for n := range people {
		m := arrive(t, server, p.URL, n+1, fmt.Sprintf("52155501477%02d", n))
		if opens(t, tenantsKey(t), m) {
			tenants++
		} else if opens(t, keyOf(t, server, m), m) {
			own++
		}
	}
	if own == 0 || tenants == 0 || own+tenants != people {
		t.Errorf("%d addresses under the contact's key, %d under the tenant's, of %d", own, tenants, people)
	}
}

func TestAMessageWithAContactsKeyThatDoesNotOpenGoesOn(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := start(t, server, shop(t))
	m := arrive(t, server, p.URL, 1, "5215550147781")
	b := server.Bus(t, "recado")
	if err := b.Put(t.Context(), subject.BucketVault, "shop-a."+m.GetContact().GetContactId(), []byte("of another installation")); err != nil {
		t.Fatal(err)
	}
	if m = arrive(t, server, p.URL, 2, "5215550147781"); !opens(t, tenantsKey(t), m) {
		t.Error("its address opens with no key")
	}
}

func TestAPagesVisitorHasNoKeyOfTheDoors(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := start(t, server, shop(t))
	if got := say(t, p, visit(t, p), "m1"); got.status != http.StatusAccepted {
		t.Fatalf("got %d %s", got.status, got.body)
	}
	m := bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, 1)[0].GetMeta()
	if !opens(t, tenantsKey(t), m) {
		t.Error("the session's id does not open")
	}
	b := server.Bus(t, "recado")
	if _, err := b.Get(t.Context(), subject.BucketVault, "shop-a."+m.GetContact().GetContactId()); !errors.Is(err, bus.ErrNotFound) {
		t.Errorf("the visitor's key: %v", err)
	}
}
