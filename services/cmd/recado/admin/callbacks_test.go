package admin

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

func TestCallsThatCustomersWaitForAreListedAndDone(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	env := map[string]string{"RECADO_POSTGRES_URL": db.URL}
	const first, second = "7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e41", "7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e42"
	for _, id := range []string{"clinic", "bistro"} {
		db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
			VALUES ($1, '', '{}', 'T', 'general', 'MX', 'UTC', 'MXN', 'es')`, id)
		db.Exec(t, `INSERT INTO business.contacts (tenant_id, id, name, phone) VALUES ($1, $2, 'Ana', '5512345678')`, id, ana)
	}
	for id, at := range map[string]string{first: "2026-11-20", second: "2026-11-21"} {
		db.Exec(t, `INSERT INTO business.callbacks (tenant_id, id, contact_id, conversation_id, wished_time, created_at)
			VALUES ('clinic', $1, $2, $2, 'por la tarde', $3::text::timestamptz)`, id, ana, at)
	}
	run := func(args ...string) (int, string, string) { return clitest.Run(t, Callbacks, env, args...) }
	list := func(tenant string) (found []callback) {
		code, out, errs := run("--tenant", tenant, "--json")
		if err := json.Unmarshal([]byte(out), &found); err != nil || code != 0 {
			t.Fatalf("exit %d, %v: %s %s", code, err, out, errs)
		}
		return found
	}
	got := list("clinic")
	if len(got) != 2 || got[0].ID != first || got[0].Phone != "5512345678" {
		t.Fatalf("got %+v", got)
	}
	if len(list("bistro")) != 0 {
		t.Error("another tenant sees the calls")
	}
	if code, _, errs := run("done", first, "--tenant", "bistro"); code != 1 || !strings.Contains(errs, "nobody of tenant bistro") {
		t.Errorf("another tenant ends a call: exit %d, %s", code, errs)
	}
	for _, want := range []int{0, 1} { // the second time nobody waits for it
		if code, _, errs := run("done", first, "--tenant", "clinic"); code != want {
			t.Errorf("exit %d, want %d: %s", code, want, errs)
		}
	}
	if _, out, _ := run("--tenant", "clinic"); !strings.Contains(out, second) || strings.Contains(out, first) || !strings.Contains(out, "por la tarde") {
		t.Errorf("after the call: %s", out)
	}
	if _, out, _ := run("--tenant", "bistro"); !strings.Contains(out, "nobody waits") {
		t.Errorf("an empty list: %s", out)
	}
	for _, args := range [][]string{{}, {"--tenant", "No"}, {"done", "--tenant", "clinic"}, {"done", "x", "--tenant", "clinic"}, {"show", first, "--tenant", "clinic"}} {
		if code, _, _ := run(args...); code != 2 {
			t.Errorf("%v: exit %d, want 2", args, code)
		}
	}
}
