package seal_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/seal"
)

var material = bytes.Repeat([]byte{0xA5, 0x3C}, 16)

func key(t testing.TB) seal.Key {
	t.Helper()
	k, err := seal.ParseKey(base64.StdEncoding.EncodeToString(material))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestParseKeyReadsEveryWrittenForm(t *testing.T) {
	t.Parallel()
	sealed := key(t).Seal([]byte("x"), nil)
	for name, text := range map[string]string{
		"hex":              hex.EncodeToString(material),
		"upper-case hex":   strings.ToUpper(hex.EncodeToString(material)),
		"base64":           base64.StdEncoding.EncodeToString(material),
		"base64 unpadded":  base64.RawStdEncoding.EncodeToString(material),
		"base64 of URLs":   base64.URLEncoding.EncodeToString(material),
		"with a line end":  base64.StdEncoding.EncodeToString(material) + "\n",
		"base64 url, bare": base64.RawURLEncoding.EncodeToString(material),
	} {
		k, err := seal.ParseKey(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, err := k.Open(sealed, nil); err != nil || string(got) != "x" {
			t.Errorf("%s: opened %q, %v", name, got, err)
		}
	}
}

func TestParseKeyRefusesWithoutShowingTheValue(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"empty":      "  ",
		"too short":  base64.StdEncoding.EncodeToString(material[:16]),
		"too long":   hex.EncodeToString(append(material, 1)),
		"no coding":  "my secret passphrase, which is no key!!!",
		"wrong tail": base64.StdEncoding.EncodeToString(material)[:43] + "*",
	} {
		_, err := seal.ParseKey(text)
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		if !strings.Contains(err.Error(), "expected 32 random bytes") {
			t.Errorf("%s: error does not say what was expected: %v", name, err)
		}
		if strings.TrimSpace(text) != "" && strings.Contains(err.Error(), text) {
			t.Errorf("%s: error shows the value", name)
		}
	}
}

func TestGenerateMakesDifferentKeysThatParse(t *testing.T) {
	t.Parallel()
	a, b := seal.Generate(), seal.Generate()
	if a == b {
		t.Fatal("two generated keys are equal")
	}
	if _, err := seal.ParseKey(a); err != nil {
		t.Fatal(err)
	}
}

func TestOpenNeedsKeyAndAssociatedDataAndEveryByte(t *testing.T) {
	t.Parallel()
	k := key(t)
	sealed := k.Seal(plain, associated)
	if len(sealed) != len(plain)+seal.Overhead || bytes.Contains(sealed, plain) {
		t.Fatalf("sealed has %d bytes, or shows its plaintext", len(sealed))
	}
	if bytes.Equal(sealed, k.Seal(plain, associated)) {
		t.Fatal("sealing twice gave one value")
	}
	if got, err := k.Open(sealed, associated); err != nil || !bytes.Equal(got, plain) {
		t.Fatalf("opened %q, %v", got, err)
	}
	if _, err := k.Open(sealed, []byte("another")); err == nil {
		t.Error("opened with other associated data")
	}
	if _, err := k.Derive("other").Open(sealed, associated); err == nil {
		t.Error("opened with another key")
	}
	for i := range sealed {
		damaged := bytes.Clone(sealed)
		damaged[i] ^= 0x40
		if _, err := k.Open(damaged, associated); err == nil {
			t.Errorf("opened with byte %d changed", i)
		}
		if _, err := k.Open(sealed[:i], associated); err == nil {
			t.Errorf("opened with only %d bytes", i)
		}
	}
}

func TestDeriveSeparatesPurposesAndContexts(t *testing.T) {
	t.Parallel()
	k := key(t)
	sealed := k.Derive("vault", "a", "bc").Seal([]byte("x"), nil)
	if _, err := k.Derive("vault", "a", "bc").Open(sealed, nil); err != nil {
		t.Fatalf("the same derivation: %v", err)
	}
	for name, other := range map[string]seal.Key{
		"master":           k,
		"other purpose":    k.Derive("settings", "a", "bc"),
		"other context":    k.Derive("vault", "a", "bd"),
		"shifted context":  k.Derive("vault", "ab", "c"),
		"joined context":   k.Derive("vault", "abc"),
		"without context":  k.Derive("vault"),
		"an empty context": k.Derive("vault", "a", "bc", ""),
	} {
		if _, err := other.Open(sealed, nil); err == nil {
			t.Errorf("%s opened it", name)
		}
	}
}

func TestKeyNeverShowsItself(t *testing.T) {
	t.Parallel()
	k := key(t)
	var logged bytes.Buffer
	slog.New(slog.NewJSONHandler(&logged, nil)).Info("x", "key", k)
	slog.New(slog.NewTextHandler(&logged, nil)).Info("x", "key", k)
	encoded, err := json.Marshal(struct{ Key seal.Key }{k})
	if err != nil {
		t.Fatal(err)
	}
	all := logged.String() + string(encoded) + k.String()
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d"} {
		if got := fmt.Sprintf(verb, k); got != "***" {
			t.Errorf("%s printed %q", verb, got)
		}
		all += fmt.Sprintf(verb, struct{ K seal.Key }{k})
	}
	for _, leak := range []string{"165 60", "a53c", "A53C", base64.StdEncoding.EncodeToString(material)[:8]} {
		if strings.Contains(all, leak) {
			t.Errorf("the key shows as %q", leak)
		}
	}
}

func TestZeroKeyDoesNotSeal(t *testing.T) {
	t.Parallel()
	if !(seal.Key{}).IsZero() || key(t).IsZero() {
		t.Error("IsZero is wrong")
	}
	defer func() {
		if recover() == nil {
			t.Error("a zero key sealed")
		}
	}()
	seal.Key{}.Seal([]byte("x"), nil)
}

func FuzzOpen(f *testing.F) {
	k, err := seal.ParseKey(hex.EncodeToString(material))
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte{}, []byte{})
	f.Add([]byte{1, 2, 3}, []byte("a"))
	f.Add(k.Seal([]byte("hello"), []byte("b")), []byte("a"))
	f.Fuzz(func(t *testing.T, sealed, associated []byte) {
		if _, err := k.Open(sealed, associated); err == nil && !bytes.Equal(associated, []byte("b")) {
			t.Fatal("a forged value opened")
		}
		if got, err := k.Open(k.Seal(sealed, associated), associated); err != nil || !bytes.Equal(got, sealed) {
			t.Fatalf("round trip: %q, %v", got, err)
		}
	})
}

func FuzzParseKey(f *testing.F) {
	f.Add("")
	f.Add(hex.EncodeToString(material))
	f.Add(seal.Generate())
	f.Add(seal.Generate() + "," + hex.EncodeToString(material))
	f.Add(bundle(f, key(f), "tool-executor", seal.PurposeSlot, seal.PurposeVault))
	f.Add(limited(f, key(f), "tool-executor", seal.PurposeSlot))
	f.Fuzz(func(t *testing.T, text string) {
		k, err := seal.ParseKey(text)
		if err != nil {
			if shows(err, text) {
				t.Errorf("the error shows what was read: %v", err)
			}
			return
		}
		if k.IsRoot() {
			_ = k.Seal(nil, nil)
		}
		if k.Holds(seal.PurposeSlot) {
			_ = k.Derive(seal.PurposeSlot, "a").Seal(nil, nil)
		}
	})
}
