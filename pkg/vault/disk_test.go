package vault_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/vault"
)

// onDisk names a file below dir that holds data.
func onDisk(t *testing.T, dir string, data []byte) (found string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		if os.IsNotExist(err) { // the server puts another in its place
			return nil
		}
		if bytes.Contains(text, data) {
			found = path
		}
		return err
	})
	if err != nil || files == 0 {
		t.Fatalf("%d files below %s: %v", files, dir, err)
	}
	return found
}

func TestAnErasedKeyIsInNoFileOfTheServer(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.SyncAlways(), bustest.Listen())
	master, err := seal.ParseKey(bustest.Key)
	if err != nil {
		t.Fatal(err)
	}
	b := s.Bus(t, "sanitize")
	v, err := vault.New(master, b)
	if err != nil {
		t.Fatal(err)
	}
	found := []guard.Found{phone("55 1234 5678", "[TEL_1]")}
	for _, contact := range []string{berta, ana, "7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e33"} {
		put(t, v, contact, found...)
	}
	name := string(sol) + "." + ana
	first, version, err := b.GetVersion(t.Context(), subject.BucketVault, name)
	if err != nil {
		t.Fatal(err)
	}
	again := master.Derive("vault", string(sol)).Seal([]byte(seal.Generate()), []byte(ana))
	if _, err := b.ReplaceErasing(t.Context(), subject.BucketVault, name, again, version); err != nil {
		t.Fatal(err)
	}
	if got := onDisk(t, s.Dir(), again); got == "" {
		t.Fatal("the search does not find the key that is in use")
	}
	if got := onDisk(t, s.Dir(), first); got != "" {
		t.Errorf("%s holds the key that was replaced", got)
	}
	if existed, err := v.Erase(t.Context(), sol, ana); err != nil || !existed {
		t.Fatalf("erase: %v, %v", existed, err)
	}
	look := func(when string) {
		for _, sealed := range [][]byte{first, again} {
			if got := onDisk(t, s.Dir(), sealed); got != "" {
				t.Errorf("%s: %s holds the erased key", when, got)
			}
		}
	}
	look("after erasing")
	s.Restart()
	look("after a restart of the server")
	b = s.Bus(t, "outbound-sender")
	if v, err = vault.New(master, b); err != nil {
		t.Fatal(err)
	}
	if existed, err := v.Erase(t.Context(), sol, ana); err != nil || existed {
		t.Errorf("erase again: %v, %v", existed, err)
	}
	if _, err := b.Get(t.Context(), subject.BucketVault, string(sol)+"."+berta); err != nil {
		t.Errorf("another contact's key: %v", err)
	}
	put(t, v, ana, found...)
}

// What an older version kept where nothing can be overwritten goes with its files.
func TestAKeyThatWasErasedWhereNothingCouldBeDestroyedGoesWithItsBucket(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.SyncAlways(), bustest.Listen())
	js, err := jetstream.New(s.Conn(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := js.DeleteKeyValue(t.Context(), subject.BucketVault); err != nil {
		t.Fatal(err)
	}
	kv, err := js.CreateKeyValue(t.Context(), jetstream.KeyValueConfig{Bucket: "vault"})
	if err != nil {
		t.Fatal(err)
	}
	erased, kept := bytes.Repeat([]byte("erased"), 20), bytes.Repeat([]byte("kept"), 20)
	for key, value := range map[string][]byte{"clinic.a": erased, "clinic.b": kept} {
		if _, err := kv.Put(t.Context(), key, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := kv.Purge(t.Context(), "clinic.a"); err != nil {
		t.Fatal(err)
	}
	if onDisk(t, s.Dir(), erased) == "" {
		t.Fatal("the old bucket does not keep what is purged: there is nothing to show")
	}
	s.Apply(bus.Topology{Partitions: bustest.Partitions, MaxBytes: 64 << 20})
	s.Restart()
	if got := onDisk(t, s.Dir(), erased); got != "" {
		t.Errorf("%s holds the erased key", got)
	}
	if onDisk(t, s.Dir(), kept) == "" {
		t.Error("the other key is gone")
	}
}
