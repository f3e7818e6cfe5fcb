package admin

import (
	"strings"
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/services/cmd/recado/clitest"
	"github.com/recado/recado/services/cmd/recado/removal"
)

func TestTenantRemoveOnlyLooksWithoutYes(t *testing.T) {
	t.Parallel()
	server, db := bustest.New(t, bustest.Listen()), storetest.New(t)
	env := map[string]string{"RECADO_NATS_URL": server.URL(), "RECADO_POSTGRES_URL": db.URL}
	db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
	  VALUES ('clinic', '', '{}', 'Clinic', 'dental', 'MX', 'UTC', 'MXN', 'es')`)
	var report removal.Report
	for range 2 {
		if code, errs := clitest.RunJSON(t, Tenant, env, &report, "remove", "clinic", "--json"); code != 0 || report.Removed["core.tenants"] != 1 {
			t.Fatalf("looking: exit %d, %+v, %s", code, report, errs)
		}
	}
	if code, out, errs := clitest.Run(t, Tenant, env, "remove", "clinic"); code != 0 || !strings.Contains(out, "would be removed") {
		t.Errorf("looking: exit %d, %s%s", code, out, errs)
	}
	code, out, errs := clitest.Run(t, Tenant, env, "remove", "clinic", "--yes")
	if code != 0 || !strings.Contains(out, "clinic: removed") || !strings.Contains(out, "what remains, and until when:") {
		t.Errorf("removing: exit %d, %s%s", code, out, errs)
	}
	if code, _, errs := clitest.Run(t, Tenant, env, "remove", "clinic", "--yes"); code != 1 || !strings.Contains(errs, "nothing is kept") {
		t.Errorf("again: exit %d, %s", code, errs)
	}
	for _, args := range [][]string{{"remove"}, {"remove", "a", "b"}, {"remove", "No Slug"}} {
		if code, _, errs := clitest.Run(t, Tenant, env, args...); code != 2 || errs == "" {
			t.Errorf("%v: exit %d, %q; want 2 and a reason", args, code, errs)
		}
	}
}
