package vault_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	ana   = "7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e11"
	berta = "7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e22"
	sol   = tenant.ID("dental-sol")
)

// drawer is a bucket in memory.
type drawer struct {
	mu     sync.Mutex
	values map[string][]byte
	down   bool
}

func (d *drawer) GetEntry(_ context.Context, _, key string) (bus.Entry, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.down {
		return bus.Entry{}, bus.Unavailable(errors.New("no server"))
	}
	if v, ok := d.values[key]; ok {
		return bus.Entry{Value: v, Version: 1, At: time.Now()}, nil
	}
	return bus.Entry{}, bus.ErrNotFound
}

// Replace is not asked for: keys are always new.
func (d *drawer) Replace(context.Context, string, string, []byte, uint64) (uint64, error) {
	return 0, bus.ErrChanged
}

func (d *drawer) CreateFor(_ context.Context, _, key string, value []byte, _ time.Duration) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, ok := d.values[key]; ok {
		return bus.ErrExists
	}
	if d.values == nil {
		d.values = map[string][]byte{}
	}
	d.values[key] = value
	return nil
}

func (d *drawer) Erase(_ context.Context, _, key string) (bool, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, existed := d.values[key]
	delete(d.values, key)
	return existed, nil
}

func newVault(t *testing.T, d *drawer) *vault.Vault {
	t.Helper()
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	v, err := vault.New(key, d)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func phone(value, token string) guard.Found {
	return guard.Found{Type: guard.TypePhone, Value: value, Token: token}
}

func put(t *testing.T, v *vault.Vault, contact string, found ...guard.Found) []*recadov1.SealedValue {
	t.Helper()
	values, err := v.Seal(t.Context(), sol, contact, found)
	if err != nil {
		t.Fatal(err)
	}
	return values
}

func open(t *testing.T, v *vault.Vault, id tenant.ID, contact string, values []*recadov1.SealedValue) []vault.Entry {
	t.Helper()
	entries, err := v.Open(t.Context(), id, contact, values)
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

func TestWhatTheGuardFoundComesBackForItsContactOnly(t *testing.T) {
	t.Parallel()
	d := &drawer{}
	v := newVault(t, d)
	text := "soy Ana, 55 1234 5678 o ana@example.com, repito 5512345678"
	screened := guard.Screen(text, guard.Contact)
	values := put(t, v, ana, screened.PII...)
	if len(values) != 2 {
		t.Fatalf("sealed %d values, want one a token", len(values))
	}
	entries := open(t, v, sol, ana, values)
	if got, want := vault.Reveal(screened.Masked, entries), "soy Ana, 55 1234 5678 o ana@example.com, repito 55 1234 5678"; got != want {
		t.Errorf("revealed %q, want %q", got, want)
	}
	shown := fmt.Sprintf("%v %+v %#v %s %v", entries[0], entries[0], entries, entries[1], values) + fmt.Sprint(d.values)
	if strings.Contains(shown, "1234") && strings.Contains(shown, "5678") || strings.Contains(shown, "ana@") {
		t.Errorf("a value shows: %s", shown)
	}
	put(t, v, berta, phone("55 9999 0000", "[TEL_1]"))
	if got := open(t, v, sol, berta, values); len(got) != 0 {
		t.Error("another contact opened it")
	}
	if got := open(t, v, "dental-luna", ana, values); len(got) != 0 {
		t.Error("another tenant opened it")
	}
	if _, err := newVault(t, d).Open(t.Context(), sol, ana, values); err == nil {
		t.Error("another installation opened the key")
	}
}

func TestAnErasedContactsValuesOpenNowhereAndANewMessageMakesANewKey(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	key, err := seal.ParseKey(bustest.Key)
	if err != nil {
		t.Fatal(err)
	}
	process := func(service string) *vault.Vault {
		v, err := vault.New(key, s.Bus(t, service))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	sanitize, sender := process("sanitize"), process("outbound-sender")
	old := put(t, sanitize, ana, phone("55 1234 5678", "[TEL_1]"))
	if got := open(t, sender, sol, ana, old); len(got) != 1 || got[0].Value != "55 1234 5678" {
		t.Fatalf("before: %v", got)
	}
	if existed, err := sender.Erase(t.Context(), sol, ana); err != nil || !existed {
		t.Fatalf("erase: %v, %v", existed, err)
	}
	for name, v := range map[string]*vault.Vault{"sanitize": sanitize, "outbound-sender": sender} {
		if got := open(t, v, sol, ana, old); len(got) != 0 {
			t.Errorf("%s opens what was erased", name)
		}
	}
	if existed, err := sender.Erase(t.Context(), sol, ana); err != nil || existed {
		t.Errorf("erase again: %v, %v", existed, err)
	}
	fresh := put(t, sanitize, ana, phone("55 1234 5678", "[TEL_1]"))
	if got := open(t, sender, sol, ana, append(old, fresh...)); len(got) != 1 {
		t.Errorf("after a new message %d values open, want the new one", len(got))
	}
	if string(fresh[0].GetDigest()) == string(old[0].GetDigest()) {
		t.Error("a new key gives the digest of the erased one")
	}
}

func TestTwoThatMakeAKeyAtOnceUseTheSame(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	key, err := seal.ParseKey(bustest.Key)
	if err != nil {
		t.Fatal(err)
	}
	v, err := vault.New(key, s.Bus(t, "sanitize"))
	if err != nil {
		t.Fatal(err)
	}
	all := make([][]*recadov1.SealedValue, 16)
	var wg sync.WaitGroup
	for i := range all {
		wg.Go(func() { all[i], _ = v.Seal(t.Context(), sol, ana, []guard.Found{phone("55 1234 5678", "[TEL_1]")}) })
	}
	wg.Wait()
	for i, values := range all {
		if got := open(t, v, sol, ana, values); len(got) != 1 || string(values[0].GetDigest()) != string(all[0][0].GetDigest()) {
			t.Errorf("value %d: opened %v", i, got)
		}
	}
}

func TestNothingIsSealedOrOpenedWhileTheBusIsUnavailable(t *testing.T) {
	t.Parallel()
	d := &drawer{}
	v := newVault(t, d)
	values := put(t, v, ana, phone("55 1234 5678", "[TEL_1]"))
	d.down = true
	if got, err := v.Seal(t.Context(), sol, ana, []guard.Found{phone("1", "[TEL_1]")}); !bus.IsUnavailable(err) || got != nil {
		t.Errorf("seal: %v, %v", got, err)
	}
	if _, err := v.Open(t.Context(), sol, ana, values); !bus.IsUnavailable(err) {
		t.Errorf("open: %v", err)
	}
}

func TestCardsAndSecretsAreKeptNowhere(t *testing.T) {
	t.Parallel()
	v := newVault(t, &drawer{})
	found := []guard.Found{{Type: guard.TypeCard, Value: "4111 1111 1111 1111", Token: "[TARJETA_1]"}, {Type: "secret", Value: "hunter2", Token: "[DATO_1]"}, phone("55 1234 5678", "[TEL_1]")}
	if values := put(t, v, ana, found...); len(values) != 1 || values[0].GetToken() != "[TEL_1]" {
		t.Errorf("sealed %v", values)
	}
	got := vault.Replace("paga [TARJETA_1] con [DATO_1], soy [TEL_1]", vault.Hidden(found))
	if want := "paga [DATO PROTEGIDO] con [DATO PROTEGIDO], soy [TEL_1]"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWritingsOfOneValueShareADigest(t *testing.T) {
	t.Parallel()
	v := newVault(t, &drawer{})
	digest := func(kind, value string) string {
		return string(put(t, v, ana, guard.Found{Type: kind, Value: value, Token: "[X_1]"})[0].GetDigest())
	}
	for _, same := range []string{"5512345678", "+52 55 1234 5678", "(55) 1234-5678"} {
		if digest(guard.TypePhone, same) != digest(guard.TypePhone, "55 1234 5678") {
			t.Errorf("%s has another digest", same)
		}
	}
	if digest(guard.TypePhone, "55 1234 5679") == digest(guard.TypePhone, "55 1234 5678") {
		t.Error("two numbers share a digest")
	}
	if digest(guard.TypeEmail, "Ana@Example.com") != digest(guard.TypeEmail, "ana@example.com") {
		t.Error("an e-mail's case counts")
	}
	if digest(guard.TypeEmail, "an.a@example.com") == digest(guard.TypeEmail, "ana@example.com") {
		t.Error("two e-mails share a digest")
	}
}

func TestVaultNeedsAKeyAndRealIDs(t *testing.T) {
	t.Parallel()
	if _, err := vault.New(seal.Key{}, &drawer{}); err == nil {
		t.Error("a vault without a key was made")
	}
	v := newVault(t, &drawer{})
	for _, ids := range [][2]string{{"dental.sol", ana}, {"dental-sol", "*"}, {"", ana}} {
		if _, err := v.Seal(t.Context(), tenant.ID(ids[0]), ids[1], []guard.Found{phone("1", "[TEL_1]")}); err == nil {
			t.Errorf("sealed for %v", ids)
		}
	}
}

func TestDifferentValuesHaveDifferentDigests(t *testing.T) {
	t.Parallel()
	v := newVault(t, &drawer{})
	for kind, list := range map[string][]string{
		guard.TypePhone: {"cinco cinco uno dos tres cuatro cinco seis", "cinco cinco uno dos tres cuatro cinco siete", "55 doce 34 56 78", "55 trece 34 56 78", "55 1234 5678"},
		guard.TypeEmail: {"ana_b@example.com", "ana-b@example.com", "anab@example.com", "ana arroba example punto com"},
	} {
		seen := map[string]string{}
		for _, value := range list {
			sealed, err := v.Seal(t.Context(), sol, ana, []guard.Found{{Type: kind, Token: "[X_1]", Value: value}})
			if err != nil {
				t.Fatal(err)
			}
			digest := string(sealed[0].GetDigest())
			if other, known := seen[digest]; known {
				t.Errorf("%q and %q would have one token", value, other)
			}
			seen[digest] = value
		}
	}
}

func TestAFullVaultSaysSoAndStillSealsForWhomItKnows(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.WithTopology(bus.Topology{Partitions: 1, MaxBytes: 1 << 20, VaultBytes: 2 << 10}))
	key, err := seal.ParseKey(bustest.Key)
	if err != nil {
		t.Fatal(err)
	}
	v, err := vault.New(key, s.Bus(t, "sanitize"))
	if err != nil {
		t.Fatal(err)
	}
	found := []guard.Found{phone("55 1234 5678", "[TEL_1]")}
	_, err = v.Seal(t.Context(), sol, ana, found)
	for n := 0; err == nil && n < 100; n++ {
		_, err = v.Seal(t.Context(), sol, fmt.Sprintf("7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c%04x", n), found)
	}
	if !errors.Is(err, vault.ErrFull) || bus.IsUnavailable(err) {
		t.Errorf("a full vault: %v", err)
	}
	values, err := v.Seal(t.Context(), sol, ana, found)
	if err != nil || len(values) != 1 {
		t.Errorf("a contact with a key: %v, %v", values, err)
	}
	if got, err := v.Open(t.Context(), sol, ana, values); err != nil || len(got) != 1 {
		t.Errorf("a contact with a key: %v, %v", got, err)
	}
}

func TestKeysOfVisitorsEndAndHaveAShare(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	key, err := seal.ParseKey(bustest.Key)
	if err != nil {
		t.Fatal(err)
	}
	lasting, err := vault.New(key, s.Bus(t, "sanitize"))
	if err != nil {
		t.Fatal(err)
	}
	left := 1
	visitors := lasting.Ending(time.Second, func(tenant.ID) bool { left--; return left >= 0 })
	found := []guard.Found{phone("55 1234 5678", "[TEL_1]")}
	values, err := visitors.Seal(t.Context(), sol, ana, found)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := lasting.Open(t.Context(), sol, ana, values); err != nil || len(got) != 1 {
		t.Errorf("a visitor's value: %v, %v", got, err)
	}
	if _, err := visitors.Seal(t.Context(), sol, ana, found); err != nil {
		t.Errorf("one who has a key needs no share: %v", err)
	}
	if _, err := visitors.Seal(t.Context(), sol, berta, found); !errors.Is(err, vault.ErrFull) {
		t.Errorf("over the share: %v", err)
	}
	bustest.Eventually(t, "the key to end", func() bool {
		got, err := lasting.Open(t.Context(), sol, ana, values)
		return err == nil && len(got) == 0
	})
	if _, err := lasting.Seal(t.Context(), sol, ana, found); err != nil {
		t.Errorf("who comes again: %v", err)
	}
}

func TestACopiedKeyOpensWhatWasSealedForTheOldID(t *testing.T) {
	t.Parallel()
	d, ctx := &drawer{}, t.Context()
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	v, err := vault.New(key, d)
	if err != nil {
		t.Fatal(err)
	}
	found := []guard.Found{{Type: guard.TypePhone, Token: "[TEL_1]", Value: "55 1234 5678"}}
	before, err := v.Seal(ctx, sol, ana, found)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // a repeat changes nothing
		if err := v.Copy(ctx, sol, ana, berta, 0); err != nil {
			t.Fatal(err)
		}
	}
	if existed, err := v.Erase(ctx, sol, ana); err != nil || !existed {
		t.Fatalf("%t, %v", existed, err)
	}
	after, err := v.Seal(ctx, sol, berta, found)
	if err != nil || string(after[0].GetDigest()) != string(before[0].GetDigest()) {
		t.Errorf("a value written again is another one, %v", err)
	}
	for _, values := range [][]*recadov1.SealedValue{before, after} {
		if got, err := v.Open(ctx, sol, berta, values); err != nil || len(got) != 1 || got[0].Value != found[0].Value {
			t.Errorf("%d values open, %v", len(got), err)
		}
	}
	const carla = "7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e33"
	if err := v.Copy(ctx, sol, berta, carla, 0); err != nil {
		t.Fatal(err)
	}
	if got, err := v.Open(ctx, sol, carla, before); err != nil || len(got) != 1 {
		t.Errorf("after a second new id: %d values open, %v", len(got), err)
	}
	if err := v.Copy(ctx, sol, "7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e44", ana, 0); err != nil {
		t.Errorf("a contact without a key: %v", err)
	}
	if got, err := v.Open(ctx, sol, ana, before); err != nil || len(got) != 0 {
		t.Errorf("the old id opens %d values, %v", len(got), err)
	}
}
