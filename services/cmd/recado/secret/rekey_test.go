package secret

import (
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/cmd/recado/clitest"
	"github.com/recado/recado/services/cmd/recado/rekey"
)

func TestSecretRekeyGivesEveryTenantAKeyOnce(t *testing.T) {
	t.Parallel()
	running := clitest.StartWithDatabase(t)
	for _, id := range []tenant.ID{"clinic", "other"} {
		running.Put(t, tenant.Settings{ID: id, Version: 1})
		running.DB.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
			VALUES ($1, '', json_build_object('id', $1::text, 'version', 1), 'Clinic', 'dental', 'MX', 'UTC', 'MXN', 'es')`, string(id))
	}
	run := func(args ...string) (done []rekey.Summary) {
		t.Helper()
		if code, errs := clitest.RunJSON(t, Secret, running.Env, &done, append(args, "--json", "--grace", "1ms")...); code != 0 {
			t.Errorf("%v: exit %d, %s", args, code, errs)
		}
		return done
	}
	if done := run("rekey", "--tenant", "clinic"); len(done) != 1 || done[0].Tenant != "clinic" || done[0].Already {
		t.Errorf("one: %+v", done)
	}
	if done := run("rekey", "--all"); len(done) != 2 || !done[0].Already || done[1].Already {
		t.Errorf("all: %+v", done)
	}
	var keys int
	running.DB.QueryRow(t, `SELECT count(DISTINCT settings->'identity'->>'key') FROM core.tenants`, nil, &keys)
	if keys != 2 {
		t.Errorf("two tenants have %d keys", keys)
	}
	if code, out, errs := clitest.Run(t, Secret, running.Env, "rekey", "--tenant", "clinic"); code != 0 || !strings.Contains(out, "has its key already") {
		t.Errorf("exit %d, %s%s", code, out, errs)
	}
	if code, _, errs := clitest.Run(t, Secret, running.Env, "rekey", "--tenant", "nobody"); code != 1 || errs == "" {
		t.Errorf("a stranger: exit %d, %s", code, errs)
	}
	clitest.Refuses(t, Secret, running.Env,
		clitest.Refusal{Want: "--tenant TENANT or --all", Args: []string{"rekey"}},
		clitest.Refusal{Want: "--tenant TENANT or --all", Args: []string{"rekey", "--all", "--tenant", "clinic"}},
		clitest.Refusal{Want: "--tenant", Args: []string{"rekey", "--tenant", "No Body"}},
	)
}
