package identity_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
)

func master(t testing.TB) seal.Key {
	t.Helper()
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// keyed are the settings of a tenant with a key, and what makes its ids.
func keyed(t testing.TB, key seal.Key, id tenant.ID) (*tenant.Settings, *identity.Tenant) {
	t.Helper()
	s := &tenant.Settings{ID: id, Identity: tenant.Identity{Key: identity.Generate(key, id)}}
	ids, err := identity.Open(key, s)
	if err != nil || !ids.Keyed() {
		t.Fatalf("%v, keyed %t", err, ids.Keyed())
	}
	return s, ids
}

const (
	account = "551900334420178"
	number  = "5215550147781"
)

// wamid has the form of the platform's own examples: the sender's number stands in it.
var wamid = "wamid." + base64.StdEncoding.EncodeToString([]byte("\x1c\x18\x0d"+number+"\x15\x02\x00\x12\x18\x143A7B589F650C2F9F24F6\x00"))

// all are the ids of one person and message.
func all(ids *identity.Tenant) map[string]string {
	return map[string]string{
		"conversation": ids.ConversationID("whatsapp", account, number),
		"contact":      ids.ContactID("whatsapp", account, number),
		"event":        ids.EventID("whatsapp", account, number),
		"receipt":      ids.ReceiptID("whatsapp", account, number),
		"message":      ids.MessageID(wamid),
	}
}

func TestIDsAreUUIDsThatNeverMeet(t *testing.T) {
	t.Parallel()
	key := master(t)
	_, one := keyed(t, key, "acme")
	_, other := keyed(t, key, "other")
	_, again := keyed(t, key, "acme")
	seen := map[string]string{}
	for whose, ids := range map[string]*identity.Tenant{
		"acme": one, "other": other, "acme with another key": again, "acme without a key": identity.Bare("acme"), "other without": identity.Bare("other"),
	} {
		for kind, id := range all(ids) {
			name := whose + ": " + kind
			if kind == "message" && !ids.Keyed() {
				if id != wamid {
					t.Errorf("%s: got %s, want the channel's own", name, id)
				}
				continue
			}
			if len(id) != 36 || id[14] != '8' || !strings.ContainsRune("89ab", rune(id[19])) {
				t.Errorf("%s: %q is no UUID of version 8", name, id)
			}
			if other, twice := seen[id]; twice {
				t.Errorf("%s and %s share an id", name, other)
			}
			seen[id] = name
		}
	}
	if one.ConversationID("whatsapp", "12", "") == one.ConversationID("whatsapp", "1", "2") {
		t.Error("the parts of an id run into one another")
	}
}

// The ids are in databases and streams: a change of the derivation would split every conversation in two.
func ExampleTenant_ConversationID() {
	fmt.Println(identity.Bare("acme").ConversationID("whatsapp", "551900334420178", "MX.4471902286653190"))
	// Output: 4f6b189a-18ea-84d4-903e-2daa86ba2521
}

func TestNoIDHoldsTheNumberNorIsAHashOfPublicValues(t *testing.T) {
	t.Parallel()
	key := master(t)
	_, ids := keyed(t, key, "acme")
	guessed := all(identity.Bare("acme")) // what somebody computes who knows tenant, account and number, but no key
	for kind, id := range all(ids) {
		if strings.Contains(id, number) || id == guessed[kind] {
			t.Errorf("%s: %s gives the number away", kind, id)
		}
	}
	if plain, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(wamid, "wamid.")); err != nil || !strings.Contains(string(plain), number) {
		t.Fatalf("the test's own id holds no number: %q, %v", plain, err)
	}
}

func TestAnotherKeyOfTheInstallationOrAnotherTenantsOpensNothing(t *testing.T) {
	t.Parallel()
	key := master(t)
	s, _ := keyed(t, key, "acme")
	if ids, err := identity.Open(master(t), s); err == nil || ids != nil {
		t.Error("opened under another installation's key")
	}
	stolen := *s
	stolen.ID = "other"
	if ids, err := identity.NewCache(key).Of(&stolen); err == nil || ids != nil {
		t.Error("opened for another tenant")
	}
}

func TestABareIDIsRekeyedFromItAlone(t *testing.T) {
	t.Parallel()
	_, ids := keyed(t, master(t), "acme")
	bare := identity.Bare("acme")
	for _, x := range []struct {
		purpose   identity.Purpose
		old, want string
	}{
		{identity.Conversation, bare.ConversationID("whatsapp", account, number), ids.ConversationID("whatsapp", account, number)},
		{identity.Contact, bare.ContactID("whatsapp", account, number), ids.ContactID("whatsapp", account, number)},
		{identity.Event, bare.EventID("whatsapp", account, wamid), ids.EventID("whatsapp", account, wamid)},
		{identity.Receipt, bare.ReceiptID("whatsapp", wamid, "read"), ids.ReceiptID("whatsapp", wamid, "read")},
		{identity.Message, bare.MessageID(wamid), ids.MessageID(wamid)},
	} {
		if got := ids.Rekeyed(x.purpose, x.old); got != x.want {
			t.Errorf("%s: got %s, want %s", x.purpose, got, x.want)
		}
		if got := bare.Rekeyed(x.purpose, x.old); got != x.old {
			t.Errorf("%s without a key: got %s", x.purpose, got)
		}
	}
	if ids.MessageID("") != "" {
		t.Error("no message has an id")
	}
}

func TestCacheOpensAKeyOnceAndFollowsTheSettings(t *testing.T) {
	t.Parallel()
	key := master(t)
	cache := identity.NewCache(key)
	settings, want := keyed(t, key, "acme")
	first, err := cache.Of(settings)
	if err != nil || first.MessageID(wamid) != want.MessageID(wamid) {
		t.Fatalf("%v", err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if again, err := cache.Of(settings); err != nil || again != first {
				t.Errorf("opened again: %v", err)
			}
		})
	}
	all.Wait()
	other, want := keyed(t, key, "acme")
	if got, err := cache.Of(other); err != nil || got.MessageID(wamid) != want.MessageID(wamid) {
		t.Errorf("the settings have another key: %v", err)
	}
	if got, err := cache.Of(&tenant.Settings{ID: "acme"}); err != nil || got.Keyed() {
		t.Errorf("the settings have no key: keyed, %v", err)
	}
}

func TestAnIdentityPrintsNoKey(t *testing.T) {
	t.Parallel()
	_, ids := keyed(t, master(t), "acme")
	if got := fmt.Sprintf("%v %+v %#v %s", ids, ids, ids, ids); strings.Contains(got, "key") || !strings.Contains(got, "identity of acme") {
		t.Errorf("prints %s", got)
	}
}

func FuzzIDsOfAnyTextAreUUIDsThatTellTextsApart(f *testing.F) {
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		f.Fatal(err)
	}
	ids, err := identity.OpenKey(key, "acme", identity.Generate(key, "acme"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(wamid, number)
	f.Add("", "\x00")
	f.Add("\xff", "a\x00b")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := ids.MessageID(a), ids.MessageID(b)
		if (x == y) != (a == b) {
			t.Errorf("%q and %q: %s, %s", a, b, x, y)
		}
		if a != "" && (len(x) != 36 || x[14] != '8') {
			t.Errorf("%q: %s is no UUID of version 8", a, x)
		}
	})
}

func BenchmarkIDsOfAMessage(b *testing.B) {
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		b.Fatal(err)
	}
	s := &tenant.Settings{ID: "acme", Identity: tenant.Identity{Key: identity.Generate(key, "acme")}}
	cache := identity.NewCache(key)
	b.ReportAllocs()
	for b.Loop() {
		ids, err := cache.Of(s)
		if err != nil {
			b.Fatal(err)
		}
		_, _, _ = ids.ConversationID("whatsapp", account, number), ids.EventID("whatsapp", account, wamid), ids.MessageID(wamid)
	}
}
