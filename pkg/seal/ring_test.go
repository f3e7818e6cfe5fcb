package seal_test

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/seal"
)

var (
	newKey = strings.Repeat("1f", seal.KeySize)
	oldKey = strings.Repeat("e0", seal.KeySize)
)

func parse(t testing.TB, text string) seal.Key {
	t.Helper()
	k, err := seal.ParseKey(text)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// shows reports whether an error repeats what may be a key.
func shows(err error, text string) bool {
	text = strings.TrimSpace(text)
	return len(text) >= 16 && strings.Contains(err.Error(), text)
}

func TestRingSealsWithItsFirstKeyAndOpensWithAll(t *testing.T) {
	t.Parallel()
	before, ring, after := parse(t, oldKey), parse(t, newKey+" , "+oldKey), parse(t, newKey)
	derive := func(k seal.Key) seal.Key { return k.Derive(seal.PurposeVault, "acme") }
	sealed := derive(before).Seal(plain, associated)
	if got, err := derive(ring).Open(sealed, associated); err != nil || string(got) != string(plain) {
		t.Errorf("what the old key sealed: %q, %v", got, err)
	}
	if _, err := derive(after).Open(sealed, associated); err == nil || !strings.Contains(err.Error(), before.IDs()[0].String()) {
		t.Errorf("without the old key: %v, expected an error that names it", err)
	}
	if derive(ring).Current(sealed) || !derive(before).Current(sealed) {
		t.Error("Current does not tell which key sealed")
	}
	moved, changed, err := derive(ring).Reseal(sealed, associated)
	if err != nil || !changed {
		t.Fatalf("reseal: %v, %v", changed, err)
	}
	if got, err := derive(after).Open(moved, associated); err != nil || string(got) != string(plain) {
		t.Errorf("after resealing: %q, %v", got, err)
	}
	again, changed, err := derive(ring).Reseal(moved, associated)
	if err != nil || changed || string(again) != string(moved) {
		t.Errorf("resealing what is sealed with the first key: %v, %v", changed, err)
	}
	if _, _, err := derive(ring).Reseal(sealed, []byte("another")); err == nil {
		t.Error("resealed a value of somebody else")
	}
}

func TestParseKeySaysWhichKeyOfARingIsWrong(t *testing.T) {
	t.Parallel()
	five := strings.Repeat(seal.Generate()+",", seal.MaxRing) + seal.Generate()
	kept := bundle(t, key(t), "ingest", seal.PurposeVault)
	for _, test := range []struct{ name, text, want string }{
		{"second too short", newKey + "," + oldKey[:32], "key 2 of 2: secret key"},
		{"first empty", "," + oldKey, "key 1 of 2: secret key is empty"},
		{"ends in a comma", newKey + ",", "key 2 of 2: secret key is empty"},
		{"twice", newKey + "," + oldKey + "," + strings.ToUpper(newKey), "key 3 of 3: secret key is key 1 again"},
		{"too many", five, "5 keys: expected at most 4"},
		{"a service's", newKey + "," + kept, "key 2 of 2: secret key is the keys of a service"},
	} {
		_, err := seal.ParseKey(test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, expected %q", test.name, err, test.want)
			continue
		}
		for part := range strings.SplitSeq(test.text, ",") {
			if shows(err, part) {
				t.Errorf("%s: the error shows the key", test.name)
			}
		}
	}
}

// What was sealed before values named their key, with these names.
func TestValuesOfVersion1OpenWhereTheRootIsHeld(t *testing.T) {
	t.Parallel()
	root := key(t)
	ring := parse(t, newKey+","+hex.EncodeToString(material))
	limit := parse(t, limited(t, ring, "x", seal.PurposeVault, seal.PurposeAccountIn, seal.PurposeAccountOut))
	for name, test := range map[string]struct {
		sealed string
		derive func(seal.Key) seal.Key
		whole  bool
	}{
		"the root's":       {"AWFgmmfqWcKm6mol1nZl+uKy9A22yZDYv809JAVZY/nS", func(k seal.Key) seal.Key { return k }, true},
		"a tenant's":       {"AS2s/jJAnedmB1F9hlz3Kz2dtKLvpck9O9CZ02ol4aUB", func(k seal.Key) seal.Key { return k.Derive(seal.PurposeVault, "acme") }, false},
		"a signing secret": {"AZQ0Ke3fT2wT/f8uvGkLeTqMPzJengCT3ahalMhmNHhf", func(k seal.Key) seal.Key { return k.Derive(seal.PurposeAccountIn) }, false},
		"an access token":  {"AZQ0Ke3fT2wT/f8uvGkLeTqMPzJengCT3ahalMhmNHhf", func(k seal.Key) seal.Key { return k.Derive(seal.PurposeAccountOut) }, false},
		"derived twice":    {"ARFyuSTMGnToOKSwaZ/s4cBwyhV0g7vZgwLzVWFjuSrD", func(k seal.Key) seal.Key { return k.Derive("a").Derive("b", "c") }, true},
	} {
		sealed, err := base64.StdEncoding.DecodeString(test.sealed)
		if err != nil {
			t.Fatal(err)
		}
		keys := map[string]seal.Key{"root": root, "ring": ring}
		if !test.whole {
			keys["limit"] = limit
		}
		for which, k := range keys {
			k = test.derive(k)
			if got, err := k.Open(sealed, []byte("acme")); err != nil || string(got) != "hola" {
				t.Errorf("%s, %s: %q, %v", name, which, got, err)
			}
			if moved, changed, err := k.Reseal(sealed, []byte("acme")); err != nil || !changed || !k.Current(moved) {
				t.Errorf("%s, %s: resealed %v, %v", name, which, changed, err)
			}
			if _, err := k.Open(sealed, []byte("another")); err == nil {
				t.Errorf("%s, %s: opened with other associated data", name, which)
			}
		}
		if _, err := test.derive(parse(t, newKey)).Open(sealed, []byte("acme")); err == nil {
			t.Errorf("%s: opened with another root", name)
		}
	}
}

func TestInspectTellsHowAValueWasSealed(t *testing.T) {
	t.Parallel()
	k := key(t)
	sealed := k.Derive("x").Seal(plain, nil)
	if got, err := seal.Inspect(sealed); err != nil || got.Version != 2 || got.Key != k.IDs()[0] {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := seal.Inspect(append([]byte{1}, sealed...)); err != nil || got.Version != 1 {
		t.Errorf("got %v, %v", got, err)
	}
	for name, wrong := range map[string][]byte{"nothing": nil, "short": sealed[:seal.Overhead-1], "another version": append([]byte{3}, sealed...)} {
		if got, err := seal.Inspect(wrong); err == nil {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
