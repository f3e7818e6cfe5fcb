package vault_test

import (
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
)

func TestAContactsKeyIsSealedAgainAndOpensWhatItDid(t *testing.T) {
	t.Parallel()
	before, after := seal.Generate(), seal.Generate()
	parse := func(text string) seal.Key {
		key, err := seal.ParseKey(text)
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	b := bustest.New(t).Bus(t, "recado")
	open := func(root seal.Key) *vault.Vault {
		v, err := vault.New(root, b)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	older, ring := parse(before), parse(after+","+before)
	values, err := open(older).Seal(t.Context(), sol, ana, []guard.Found{phone("55 1234 5678", "[TEL_1]")})
	if err != nil {
		t.Fatal(err)
	}
	visitor := open(older).Ending(3*time.Second, func(tenant.ID) bool { return true })
	if _, err := visitor.Seal(t.Context(), sol, berta, []guard.Found{phone("55 1234 5678", "[TEL_1]")}); err != nil {
		t.Fatal(err)
	}
	step := func(root seal.Key, name string, write bool, want vault.Sealing) {
		t.Helper()
		if got, err := vault.Reseal(t.Context(), b, root, name, write); err != nil || got != want {
			t.Errorf("reseal %s: got %d, %v, want %d", name, got, err, want)
		}
	}
	name := string(sol) + "." + ana
	step(ring, name, false, vault.Older)
	step(ring, name, true, vault.Older)
	step(ring, name, true, vault.Newest)
	step(older, name, true, vault.Lost)
	step(ring, string(sol)+"."+berta, true, vault.Older)
	step(ring, string(sol)+".nobody", true, vault.Lost)
	step(ring, string(sol)+".7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c0000", true, vault.Gone)
	if got, err := open(parse(after)).Open(t.Context(), sol, ana, values); err != nil || len(got) != 1 || got[0].Value != "55 1234 5678" {
		t.Errorf("with the new key alone: %v, %v", got, err)
	}
	bustest.Eventually(t, "the visitor's key to end as it would have", func() bool {
		got, err := vault.Reseal(t.Context(), b, ring, string(sol)+"."+berta, false)
		return err == nil && got == vault.Gone
	})
}
