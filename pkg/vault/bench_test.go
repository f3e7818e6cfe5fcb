package vault_test

import (
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/vault"
)

// BenchmarkSeal is what a message with a telephone number costs sanitize beyond one without: a read of the contact's key.
func BenchmarkSeal(b *testing.B) {
	s := bustest.New(b)
	key, err := seal.ParseKey(bustest.Key)
	if err != nil {
		b.Fatal(err)
	}
	v, err := vault.New(key, s.Bus(b, "sanitize"))
	if err != nil {
		b.Fatal(err)
	}
	found := []guard.Found{phone("55 1234 5678", "[TEL_1]")}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := v.Seal(b.Context(), sol, ana, found); err != nil {
			b.Fatal(err)
		}
	}
}
