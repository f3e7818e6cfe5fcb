package admin

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

func TestUnansweredQuestionsAreListedForTheirTenantAndDropped(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	env := map[string]string{"RECADO_POSTGRES_URL": db.URL}
	const first, second = "7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e31", "7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e32"
	for _, id := range []string{"clinic", "bistro"} {
		db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
			VALUES ($1, '', '{}', 'T', 'general', 'MX', 'UTC', 'MXN', 'es')`, id)
		db.Exec(t, `INSERT INTO business.contacts (tenant_id, id) VALUES ($1, $2)`, id, ana)
	}
	for id, at := range map[string]string{first: "2026-11-20", second: "2026-11-21"} {
		db.Exec(t, `INSERT INTO business.questions (tenant_id, id, contact_id, conversation_id, question, language, created_at)
			VALUES ('clinic', $1, $2, $2, '¿Tienen wifi el ' || $3 || '?', 'es', $3::text::timestamptz)`, id, ana, at)
	}
	run := func(args ...string) (int, string, string) { return clitest.Run(t, Unanswered, env, args...) }
	list := func(tenant string) (found []unanswered) {
		code, out, errs := run("--tenant", tenant, "--json")
		if err := json.Unmarshal([]byte(out), &found); err != nil || code != 0 {
			t.Fatalf("exit %d, %v: %s %s", code, err, out, errs)
		}
		return found
	}
	if got := list("clinic"); len(got) != 2 || got[0].ID != second || got[0].Question != "¿Tienen wifi el 2026-11-21?" {
		t.Errorf("got %+v", got)
	}
	if got := list("bistro"); len(got) != 0 {
		t.Errorf("another tenant sees %+v", got)
	}
	if code, _, errs := run("drop", first, "--tenant", "bistro"); code != 1 || !strings.Contains(errs, "no such question") {
		t.Errorf("another tenant drops: exit %d, %s", code, errs)
	}
	if code, out, errs := run("drop", first, "--tenant", "clinic"); code != 0 || !strings.Contains(out, "off the list  "+first) {
		t.Errorf("exit %d, %s %s", code, out, errs)
	}
	if _, out, _ := run("--tenant", "clinic"); !strings.Contains(out, second) || strings.Contains(out, first) {
		t.Errorf("after the drop: %s", out)
	}
	if _, out, _ := run("--tenant", "bistro"); !strings.Contains(out, "no question waits") {
		t.Errorf("an empty list: %s", out)
	}
	for _, args := range [][]string{{}, {"--tenant", "No"}, {"drop", "--tenant", "clinic"}, {"drop", "x", "--tenant", "clinic"}, {"show", first, "--tenant", "clinic"}} {
		if code, _, _ := run(args...); code != 2 {
			t.Errorf("%v: exit %d, want 2", args, code)
		}
	}
}
