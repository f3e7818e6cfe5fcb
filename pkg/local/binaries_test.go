package local

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// unpacked makes a .recado folder with a server in it, and returns both.
func unpacked(t *testing.T) (base, bin string) {
	t.Helper()
	base = filepath.Join(t.TempDir(), ".recado")
	bin = filepath.Join(base, "pgsql/usr/lib/postgresql/17/bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"initdb", "postgres"} {
		if err := os.WriteFile(filepath.Join(bin, program), []byte("#!/bin/false\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return base, bin
}

func TestAnUnpackedServerOfOnesOwnIsFound(t *testing.T) {
	t.Parallel()
	base, bin := unpacked(t)
	if got := binaryDirs(t.Context(), base); !slices.Contains(got, bin) {
		t.Errorf("%s is not among %v", bin, got)
	}
}

func TestAServerThatOthersCouldHavePutThereIsNotRun(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(base, bin string) error{
		"somebody may write the folder":  func(base, _ string) error { return os.Chmod(base, 0o777) },
		"somebody may write one within":  func(_, bin string) error { return os.Chmod(filepath.Dir(bin), 0o757) },
		"somebody may write the program": func(_, bin string) error { return os.Chmod(filepath.Join(bin, "postgres"), 0o777) },
		"there is no program":            func(_, bin string) error { return os.Remove(filepath.Join(bin, "postgres")) },
	} {
		base, bin := unpacked(t)
		if err := spoil(base, bin); err != nil {
			t.Fatal(err)
		}
		if got := binaryDirs(t.Context(), base); slices.Contains(got, bin) {
			t.Errorf("%s, and it is run", name)
		}
	}
}

func TestAServerOfAnotherUserIsNotRun(t *testing.T) {
	t.Parallel()
	base, bin := unpacked(t)
	if os.Getuid() == 0 { // root's own are trusted by everybody
		if err := os.Chown(base, 4711, 4711); err != nil {
			t.Fatal(err)
		}
	}
	if ours(base, filepath.Join(bin, "postgres"), os.Getuid()+1) {
		t.Error("a folder of another user is used")
	}
}
