package seal_test

import (
	"encoding/hex"
	"testing"

	"github.com/recado/recado/pkg/seal"
)

// BenchmarkDerive is what each message costs that is sealed for its tenant.
func BenchmarkDerive(b *testing.B) {
	k := key(b)
	b.ReportAllocs()
	for b.Loop() {
		k.Derive(seal.PurposeVault, "clinica-sol").Seal(plain, associated)
	}
}

// BenchmarkContact is what each message costs that is sealed for its contact, whose key is read each time.
func BenchmarkContact(b *testing.B) {
	text := hex.EncodeToString(material)
	b.ReportAllocs()
	for b.Loop() {
		k, err := seal.ParseKey(text)
		if err != nil {
			b.Fatal(err)
		}
		k.Derive("value").Seal(plain, associated)
	}
}

func BenchmarkSeal(b *testing.B) {
	k := key(b)
	b.ReportAllocs()
	for b.Loop() {
		k.Seal(plain, associated)
	}
}

var plain, associated = []byte("+52 55 1234 5678"), []byte("tenant")
