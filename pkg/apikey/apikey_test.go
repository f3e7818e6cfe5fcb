package apikey_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/store/storetest"
)

func withTenants(t *testing.T) *storetest.DB {
	t.Helper()
	db := storetest.New(t)
	for _, id := range []string{"clinic", "bistro"} {
		db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
			VALUES ($1, '', '{}', 'T', 'general', 'MX', 'UTC', 'MXN', 'es')`, id)
	}
	return db
}

func TestKeyOpensUntilItIsRevokedOverOrItsTenantGoes(t *testing.T) {
	t.Parallel()
	for _, end := range []string{
		"UPDATE core.api_keys SET revoked_at = now()",
		"UPDATE core.api_keys SET expires_at = now()",
		"UPDATE core.tenants SET removing = true WHERE tenant_id = 'clinic'",
		"DELETE FROM core.tenants WHERE tenant_id = 'clinic'",
	} {
		db := withTenants(t)
		console, executor := db.Open(t, "recado_console"), db.Open(t, "recado_tool_executor")
		key, made, err := apikey.Create(t.Context(), console, "clinic", apikey.Wish{Name: "desk", Writes: apikey.DryRun, Tools: []string{"get_menu"}})
		if err != nil {
			t.Fatal(err)
		}
		got, ok, err := apikey.Find(t.Context(), executor, key)
		if err != nil || !ok || got.Tenant != "clinic" || got.Key != made.ID {
			t.Fatalf("got %+v %v %v", got, ok, err)
		}
		if got.Writes != apikey.DryRun || !slices.Equal(got.Tools, []string{"get_menu"}) {
			t.Errorf("got %+v", got)
		}
		db.Exec(t, end)
		if got, ok, err := apikey.Find(t.Context(), executor, key); err != nil || ok {
			t.Errorf("after %s: %+v %v", end, got, err)
		}
	}
}

func TestWhatIsNoKeyOpensNothing(t *testing.T) {
	t.Parallel()
	db := withTenants(t)
	executor := db.Open(t, "recado_tool_executor")
	key, _, err := apikey.Create(t.Context(), db.Open(t, "recado_console"), "clinic", apikey.Wish{Name: "desk", Writes: apikey.Allowed})
	if err != nil {
		t.Fatal(err)
	}
	other := key[:len(key)-1] + "A"
	if other == key {
		other = key[:len(key)-1] + "E"
	}
	for _, wrong := range []string{"", "recado_", other, key[:len(key)-1], key + "A", strings.ToUpper(key), "'; --"} {
		if _, ok, err := apikey.Find(t.Context(), executor, wrong); ok || err != nil {
			t.Errorf("%q: %v %v", wrong, ok, err)
		}
	}
	var kept int
	db.QueryRow(t, `SELECT count(*) FROM core.api_keys k WHERE strpos(k::text, $1) > 0`, []any{key}, &kept)
	if kept != 0 {
		t.Error("the key itself is kept")
	}
}

func TestDayOfTheLastUseIsKeptAndNoMore(t *testing.T) {
	t.Parallel()
	db := withTenants(t)
	console, executor := db.Open(t, "recado_console"), db.Open(t, "recado_tool_executor")
	key, made, err := apikey.Create(t.Context(), console, "clinic", apikey.Wish{Name: "desk", Writes: apikey.NoWrites})
	if err != nil || made.Used != nil {
		t.Fatalf("got %+v %v", made, err)
	}
	versions := map[string]bool{}
	for range 3 {
		if _, ok, err := apikey.Find(t.Context(), executor, key); !ok || err != nil {
			t.Fatal(ok, err)
		}
		var version string
		db.QueryRow(t, `SELECT xmin::text FROM core.api_keys`, nil, &version)
		versions[version] = true
	}
	if found, err := apikey.List(t.Context(), console, "clinic"); err != nil || found[0].Used == nil || len(versions) != 1 {
		t.Errorf("got %+v %v, written %d times", found, err, len(versions))
	}
}

func TestTenantHasFiftyValidKeysAndRemembersFiftyOthers(t *testing.T) {
	t.Parallel()
	db := withTenants(t)
	console := db.Open(t, "recado_console")
	fill := `INSERT INTO core.api_keys (tenant_id, id, name, hash, revoked_at)
		SELECT $1, gen_random_uuid(), 'old', sha256(convert_to($1 || $2 || n, 'UTF8')), CASE WHEN $3 THEN now() END FROM generate_series(1, $4) n`
	db.Exec(t, fill, "clinic", "valid", false, apikey.Most)
	db.Exec(t, fill, "clinic", "gone", true, apikey.Most+30)
	wish := apikey.Wish{Name: "desk", Writes: apikey.DryRun}
	if _, _, err := apikey.Create(t.Context(), console, "clinic", wish); !errors.Is(err, apikey.ErrTooMany) {
		t.Errorf("one more: %v", err)
	}
	if _, _, err := apikey.Create(t.Context(), console, "bistro", wish); err != nil {
		t.Errorf("another tenant: %v", err)
	}
	found, err := apikey.List(t.Context(), console, "clinic")
	if err != nil {
		t.Fatal(err)
	}
	if err := apikey.Revoke(t.Context(), console, "clinic", valid(t, found)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := apikey.Create(t.Context(), console, "clinic", wish); err != nil {
		t.Errorf("in the place of a revoked one: %v", err)
	}
	var rows int
	db.QueryRow(t, `SELECT count(*) FROM core.api_keys WHERE tenant_id = 'clinic'`, nil, &rows)
	if rows != 2*apikey.Most {
		t.Errorf("%d rows are kept", rows)
	}
}

func valid(t *testing.T, keys []apikey.Key) uuid.UUID {
	t.Helper()
	for _, k := range keys {
		if k.Revoked == nil {
			return k.ID
		}
	}
	t.Fatal("none is valid")
	return uuid.Nil
}

func TestGrantHoldsForItsToolsAndWrites(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		grant       apikey.Grant
		read, write bool
	}{
		{apikey.Grant{Writes: apikey.DryRun}, true, true},
		{apikey.Grant{Writes: apikey.NoWrites}, true, false},
		{apikey.Grant{Writes: apikey.Allowed, Tools: []string{"x"}}, true, true},
		{apikey.Grant{Writes: apikey.Allowed, Tools: []string{"y"}}, false, false},
	} {
		if x.grant.May("x", false) != x.read || x.grant.May("x", true) != x.write {
			t.Errorf("%+v", x.grant)
		}
	}
	if err := (apikey.Wish{Name: "x", Writes: apikey.DryRun, Tools: []string{"nothing"}}).Check([]string{"get_menu"}); err == nil {
		t.Error("a tool that there is not")
	}
}

func TestSumIsTheKeysOwnAndItsPartsDoNotRunTogether(t *testing.T) {
	t.Parallel()
	db := withTenants(t)
	console, executor := db.Open(t, "recado_console"), db.Open(t, "recado_tool_executor")
	grants := make([]apikey.Grant, 2)
	for i := range grants {
		key, _, err := apikey.Create(t.Context(), console, "clinic", apikey.Wish{Name: "desk", Writes: apikey.DryRun})
		if err != nil {
			t.Fatal(err)
		}
		if grants[i], _, err = apikey.Find(t.Context(), executor, key); err != nil {
			t.Fatal(err)
		}
		if text := fmt.Sprintf("%+v %#v", grants[i], grants[i]); strings.Contains(text, key) {
			t.Errorf("printed, a grant tells its key: %s", text)
		}
	}
	a, b := grants[0], grants[1]
	if again := a; a.Sum("x", "y") != again.Sum("x", "y") || a.Sum("x", "y") == a.Sum("xy") || a.Sum("x") == b.Sum("x") {
		t.Error("sums are the same where they should differ, or differ where they should be the same")
	}
	if (apikey.Grant{}).Sum("x") != "" {
		t.Error("no key's sum")
	}
}
