package seal_test

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/seal"
)

func bundle(t testing.TB, k seal.Key, service string, purposes ...string) string {
	t.Helper()
	text, err := k.Bundle(service, purposes...)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func limited(t testing.TB, k seal.Key, service string, purposes ...string) string {
	t.Helper()
	text, err := k.Limit(service, purposes...)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestBundleOpensWhatItsPurposesSealedAndNothingElse(t *testing.T) {
	t.Parallel()
	root := parse(t, newKey+","+oldKey)
	held := parse(t, bundle(t, root, "ingest", seal.PurposeVault, seal.PurposeAccountIn))
	narrow := parse(t, bundle(t, held, "sanitize", seal.PurposeVault))
	limit := parse(t, limited(t, root, "ingest", seal.PurposeVault, seal.PurposeAccountIn))
	for name, k := range map[string]seal.Key{"bundle": held, "bundle of a bundle": narrow, "limit": limit} {
		for _, from := range []seal.Key{root, parse(t, oldKey)} {
			sealed := from.Derive(seal.PurposeVault, "acme").Seal(plain, associated)
			if got, err := k.Derive(seal.PurposeVault, "acme").Open(sealed, associated); err != nil || string(got) != string(plain) {
				t.Errorf("%s: %q, %v", name, got, err)
			}
			if _, err := k.Derive(seal.PurposeVault, "other").Open(sealed, associated); err == nil {
				t.Errorf("%s: opened another tenant's", name)
			}
		}
		sealed := k.Derive(seal.PurposeVault, "acme").Seal(plain, associated)
		if got, err := root.Derive(seal.PurposeVault, "acme").Open(sealed, associated); err != nil || string(got) != string(plain) {
			t.Errorf("what %s sealed: %q, %v", name, got, err)
		}
		if k.IsRoot() || fmt.Sprint(k.IDs()) != fmt.Sprint(root.IDs()) {
			t.Errorf("%s: root %v, ids %v", name, k.IsRoot(), k.IDs())
		}
		token := root.Derive(seal.PurposeAccountOut).Seal(plain, associated)
		_, err := k.Derive(seal.PurposeAccountOut).Open(token, associated)
		if err == nil || !strings.Contains(err.Error(), seal.PurposeAccountOut) {
			t.Errorf("%s: a purpose that it does not hold: %v", name, err)
		}
		if _, err := k.Open(root.Seal(plain, associated), associated); err == nil {
			t.Errorf("%s: opened what the root itself sealed", name)
		}
		if _, err := k.Bundle("thief", seal.PurposeAccountOut); err == nil {
			t.Errorf("%s: gave away what it does not hold", name)
		}
	}
	if held.Derive(seal.PurposeVault).Holds(seal.PurposeAccountOut) && !root.Holds(seal.PurposeAccountOut) {
		t.Error("Holds is wrong")
	}
}

// A derived key takes another way than its root: the purpose's own key, as a bundle carries it, opens nothing by another name.
func TestBundleHoldsNoRootAndNoOtherPurpose(t *testing.T) {
	t.Parallel()
	root := parse(t, oldKey)
	text := strings.TrimPrefix(bundle(t, root, "ingest", seal.PurposeVault), "recado-keys.v1.")
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	sealed := root.Derive(seal.PurposeAccountOut).Seal(plain, nil)
	for at := range len(data) - seal.KeySize {
		stolen := parse(t, hex.EncodeToString(data[at:at+seal.KeySize]))
		if stolen.IDs()[0] == root.IDs()[0] {
			t.Fatal("a bundle holds the root")
		}
		out := seal.PurposeAccountOut
		for _, k := range []seal.Key{stolen, stolen.Derive(out), stolen.Derive(seal.PurposeVault).Derive(out)} {
			if _, err := k.Open(sealed, nil); err == nil {
				t.Fatal("a bundle's bytes open another purpose's value")
			}
		}
	}
}

func TestRequireNamesServiceAndPurpose(t *testing.T) {
	t.Parallel()
	held := parse(t, bundle(t, key(t), "ingest", seal.PurposeVault))
	if err := held.Require("ingest", seal.PurposeVault); err != nil {
		t.Error(err)
	}
	if err := key(t).Require("ingest", seal.PurposeVault, seal.PurposeSlot); err != nil {
		t.Error(err)
	}
	err := held.Require("ingest", seal.PurposeVault, seal.PurposeSlot)
	if err == nil || !strings.Contains(err.Error(), `ingest lack the purpose "slot"`) {
		t.Errorf("a purpose too few: %v", err)
	}
	err = held.Require("sanitize", seal.PurposeVault)
	if err == nil || !strings.Contains(err.Error(), "keys of ingest: expected those of sanitize") {
		t.Errorf("another service's: %v", err)
	}
}

func TestBundleThatIsDamagedIsRefusedWithoutShowingIt(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		bundle(t, parse(t, newKey+","+oldKey), "ingest", seal.PurposeVault, seal.PurposeWebchat), limited(t, key(t), "ingest", seal.PurposeVault),
	} {
		for i := len("recado-keys.v1."); i < len(text); i++ {
			for _, wrong := range []string{text[:i], text[:i] + text[i+1:], text[:i] + string('A'+(text[i]+1)%26) + text[i+1:]} {
				_, err := seal.ParseKey(wrong)
				if err == nil && wrong != text {
					t.Fatalf("character %d changed: no error", i)
				}
				if err != nil && shows(err, wrong) {
					t.Fatal("the error shows the keys")
				}
			}
		}
	}
	for name, purposes := range map[string][]string{"no purpose": nil, "an empty one": {""}, "a long one": {strings.Repeat("x", 65)}} {
		if _, err := key(t).Bundle("ingest", purposes...); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := key(t).Bundle("", seal.PurposeVault); err == nil {
		t.Error("no service: no error")
	}
}

func TestKeysOfAServiceNeverShow(t *testing.T) {
	t.Parallel()
	held := parse(t, bundle(t, key(t), "ingest", seal.PurposeVault))
	for _, k := range []seal.Key{held, held.Derive(seal.PurposeVault), held.Derive("none"), parse(t, newKey+","+oldKey)} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x"} {
			if got := fmt.Sprintf(verb, k); got != "***" {
				t.Errorf("%s printed %q", verb, got)
			}
		}
	}
}

func TestKeyOfAPurposeThatIsNotHeldNeverSeals(t *testing.T) {
	t.Parallel()
	held := parse(t, bundle(t, key(t), "ingest", seal.PurposeVault))
	for name, k := range map[string]seal.Key{"not held": held.Derive(seal.PurposeSlot).Derive("a"), "the bundle itself": held} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: sealed", name)
				}
			}()
			k.Seal(plain, nil)
		}()
	}
}
