package admin

import (
	"strings"
	"testing"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

func TestKeyIsToldOnceListedWithoutItsSecretAndRevoked(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	env := map[string]string{"RECADO_POSTGRES_URL": db.URL}
	for _, id := range []string{"clinic", "bistro"} {
		db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
			VALUES ($1, '', '{}', 'T', 'general', 'MX', 'UTC', 'MXN', 'es')`, id)
	}
	run := func(args ...string) (int, string, string) { return clitest.Run(t, Key, env, args...) }

	var made madeKey
	if code, errs := clitest.RunJSON(t, Key, env, &made, "create", "clinic", "--name", "the desk", "--tools", "get_menu,list_services", "--json"); code != 0 {
		t.Fatalf("exit %d, %s", code, errs)
	}
	if !strings.HasPrefix(made.Secret, "recado_") || made.Writes != apikey.DryRun || len(made.Tools) != 2 || made.Tenant != "clinic" {
		t.Errorf("got %+v", made)
	}
	code, out, errs := run("create", "clinic", "--name", "the book", "--writes", "allowed", "--days", "90")
	if secret := strings.TrimSpace(out); code != 0 || len(secret) != len(made.Secret) || secret == made.Secret || !strings.Contains(errs, "keep it now") {
		t.Errorf("exit %d, %q %q", code, out, errs)
	}

	var found []apikey.Key
	if code, errs := clitest.RunJSON(t, Key, env, &found, "list", "clinic", "--json"); code != 0 || len(found) != 2 || found[0].Expires == nil {
		t.Errorf("exit %d, %+v %s", code, found, errs)
	}
	_, out, _ = run("list", "clinic")
	if strings.Contains(out, made.Secret[10:]) || !strings.Contains(out, "only get_menu, list_services") || !strings.Contains(out, "never used") {
		t.Errorf("the list: %s", out)
	}
	if _, out, _ = run("list", "bistro"); !strings.Contains(out, "has no key") {
		t.Errorf("another tenant sees %s", out)
	}

	id := made.ID.String()
	if code, _, errs := run("revoke", "bistro", id); code != 1 || !strings.Contains(errs, "no such key") {
		t.Errorf("another tenant revokes: exit %d, %s", code, errs)
	}
	if code, out, errs := run("revoke", "clinic", id); code != 0 || !strings.Contains(out, "revoked  "+id) {
		t.Errorf("exit %d, %s %s", code, out, errs)
	}
	if code, _, _ := run("revoke", "clinic", id); code != 1 {
		t.Errorf("again: exit %d", code)
	}
	if _, out, _ = run("list", "clinic"); !strings.Contains(out, "revoked") {
		t.Errorf("the list: %s", out)
	}
	if code, _, errs := run("create", "nobody", "--name", "x"); code != 1 || !strings.Contains(errs, "no such tenant") {
		t.Errorf("no tenant: exit %d, %s", code, errs)
	}
}

func TestKeyThatCannotBeIsRefusedBeforeAnythingIsAsked(t *testing.T) {
	t.Parallel()
	clitest.Refuses(t, Key, nil,
		clitest.Refusal{Want: "usage: recado key", Args: []string{"list"}},
		clitest.Refusal{Want: "expected create TENANT", Args: []string{"show", "clinic"}},
		clitest.Refusal{Want: "expected create TENANT", Args: []string{"list", "clinic", "x"}},
		clitest.Refusal{Want: "key:", Args: []string{"list", "No Slug"}},
		clitest.Refusal{Want: "expects the id of a key", Args: []string{"revoke", "clinic", "x"}},
		clitest.Refusal{Want: "--name: expected", Args: []string{"create", "clinic"}},
		clitest.Refusal{Want: "--name: expected", Args: []string{"create", "clinic", "--name", "a\nb"}},
		clitest.Refusal{Want: "--writes: expected", Args: []string{"create", "clinic", "--name", "x", "--writes", "yes"}},
		clitest.Refusal{Want: `"get_money" is no tool`, Args: []string{"create", "clinic", "--name", "x", "--tools", "get_menu,get_money"}},
		clitest.Refusal{Want: "--days: expected", Args: []string{"create", "clinic", "--name", "x", "--days", "-1"}},
	)
}
