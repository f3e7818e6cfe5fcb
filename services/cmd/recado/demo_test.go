package main

import (
	"os"
	"strings"
	"testing"

	"github.com/recado/recado/services/demo"
)

// stateDir is a folder that PostgreSQL's user can reach too, when the test runs as root.
func stateDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "recado-test-") //nolint:usetesting // t.TempDir's parent is closed to other users
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestDemoPlaysEveryTenantAndEnds(t *testing.T) {
	t.Parallel()
	code, out, errs := recado(t, nil, "demo", "--once", "--dir", stateDir(t))
	if code != 0 {
		t.Errorf("exit %d: %s", code, errs)
	}
	for _, tenant := range demo.Tenants() {
		if !strings.Contains(out, "== "+tenant.ID) {
			t.Errorf("no conversation with %s", tenant.ID)
		}
	}
	if !strings.Contains(out, "[ingest ") || !strings.Contains(out, "outbound-sender ") {
		t.Error("the replies lack their traces")
	}
}
