package run

import (
	"strings"
	"testing"

	"github.com/recado/recado/services/cmd/recado/clitest"
	"github.com/recado/recado/services/demo"
)

func TestDemoPlaysEveryTenantAndEnds(t *testing.T) {
	t.Parallel()
	code, out, errs := clitest.Run(t, Demo, nil, "--once", "--dir", clitest.StateDir(t))
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
