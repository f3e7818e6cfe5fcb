package local

import (
	"path/filepath"
	"syscall"
	"testing"
)

func TestLockEndsThoughAChildStillSharesItsFile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "lock")
	first, err := lockFile(name)
	if err != nil {
		t.Fatal(err)
	}
	child, err := syscall.Dup(int(first.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Close(child) })
	if _, err := lockFile(name); err == nil {
		t.Fatal("a held lock was taken")
	}
	if err := unlockFile(first); err != nil {
		t.Fatal(err)
	}
	second, err := lockFile(name)
	if err != nil {
		t.Fatalf("the lock outlived its holder: %v", err)
	}
	if err := unlockFile(second); err != nil {
		t.Fatal(err)
	}
}
