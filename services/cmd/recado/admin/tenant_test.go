package admin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/recado/recado/services/cmd/recado/clitest"
)

func TestTenantRefusesWhatIsWrong(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"apply"}, {"check"}, {"list", "file.yaml"}} {
		if code, _, errs := clitest.Run(t, Tenant, nil, args...); code != 2 || errs == "" {
			t.Errorf("%v: exit %d, %q; want 2 and a reason", args, code, errs)
		}
	}
}

func TestTenantCheckNamesLineAndField(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "wrong.yaml")
	if err := os.WriteFile(file, []byte("id: Not A Slug\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, errs := clitest.Run(t, Tenant, nil, "check", file)
	if code != 2 || !strings.Contains(errs, "wrong.yaml:1") || !strings.Contains(errs, "id") {
		t.Errorf("exit %d, %q; want 2, the line and the field", code, errs)
	}
}
