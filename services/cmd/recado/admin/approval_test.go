package admin

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

const firstApproval, lateApproval = "7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e61", "7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e62"

func approvals(t *testing.T) func(args ...string) (int, string, string) {
	t.Helper()
	db := storetest.New(t)
	for _, id := range []string{"cantina", "bistro"} {
		db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
			VALUES ($1, '', '{}', 'T', 'restaurant', 'MX', 'America/Mexico_City', 'MXN', 'es')`, id)
	}
	db.Exec(t, `INSERT INTO business.approvals (tenant_id, id, contact_id, conversation_id, tool, arguments, arguments_hash, preview, expires_at) VALUES
		('cantina', $1, $3, $3, 'create_order', '{"items": [{"name": "Taco"}]}', '', E'{"subject": "el pedido por $2,000"}', now() + interval '1 hour'),
		('cantina', $2, $3, $3, 'redeem_reward', '{}', '', '{}', now() - interval '1 hour')`, firstApproval, lateApproval, ana)
	env := map[string]string{"RECADO_POSTGRES_URL": db.URL}
	return func(args ...string) (int, string, string) { return clitest.Run(t, Approval, env, args...) }
}

func TestWhatWaitsIsListedShownAndDecidedOnce(t *testing.T) {
	t.Parallel()
	run := approvals(t)
	_, out, errs := run("list", "--tenant", "cantina", "--json")
	var found []approval
	if err := json.Unmarshal([]byte(out), &found); err != nil || len(found) != 1 || found[0].ID != firstApproval {
		t.Fatalf("%v: %s %s", err, out, errs)
	}
	if _, out, _ := run("show", firstApproval, "--tenant", "cantina"); !strings.Contains(out, "el pedido por $2,000") || !strings.Contains(out, "Taco") {
		t.Errorf("shown as %s", out)
	}
	if code, out, errs := run("approve", firstApproval, "--tenant", "cantina"); code != 0 || !strings.HasPrefix(out, "approved  create_order") {
		t.Errorf("exit %d: %s %s", code, out, errs)
	}
	if code, _, errs := run("refuse", firstApproval, "--tenant", "cantina"); code != 1 || !strings.Contains(errs, "it is approved") {
		t.Errorf("exit %d: %s", code, errs)
	}
	if _, out, _ := run("list", "--tenant", "cantina"); !strings.Contains(out, "nothing waits") {
		t.Errorf("listed %s", out)
	}
}

func TestWhatIsNotThereHasExpiredOrIsAnothersCannotBeDecided(t *testing.T) {
	t.Parallel()
	run := approvals(t)
	for want, args := range map[string][]string{
		"it has expired":         {"approve", lateApproval, "--tenant", "cantina"},
		"has none":               {"approve", firstApproval, "--tenant", "bistro"},
		"expected its id":        {"approve", "7", "--tenant", "cantina"},
		"usage: recado approval": {"allow", firstApproval, "--tenant", "cantina"},
		"at most 300":            {"refuse", firstApproval, "--reason", strings.Repeat("x", 301), "--tenant", "cantina"},
	} {
		if code, _, errs := run(args...); code == 0 || !strings.Contains(errs, want) {
			t.Errorf("%v: exit %d, %s", args, code, errs)
		}
	}
	if _, out, _ := run("refuse", firstApproval, "--reason", "no hay tantos tacos", "--tenant", "cantina", "--json"); !strings.Contains(out, "no hay tantos tacos") {
		t.Errorf("refused as %s", out)
	}
}

func TestWhatTheCustomerWroteReachesNoTerminalAndAllAreListed(t *testing.T) {
	t.Parallel()
	run := approvals(t)
	_, out, _ := run("list", "--all", "--tenant", "cantina")
	for _, want := range []string{firstApproval, lateApproval, "redeem_reward", "create_order"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not among %s", want, out)
		}
	}
	if strings.Contains(out, "\x1b") {
		t.Error("a terminal's command is printed")
	}
	if code, _, errs := run("list", "--tenant", "Cantina!"); code != 2 || !strings.Contains(errs, "--tenant") {
		t.Errorf("exit %d: %s", code, errs)
	}
	if code, _, errs := run("show", lateApproval, "--tenant", "bistro"); code != 1 || !strings.Contains(errs, "has none") {
		t.Errorf("exit %d: %s", code, errs)
	}
	if _, out, _ := run("show", firstApproval, "--tenant", "cantina", "--json"); !strings.Contains(out, `"approval_id"`) {
		t.Errorf("as JSON: %s", out)
	}
	if _, out, _ := run("approve", firstApproval, "--tenant", "cantina", "--json"); !strings.Contains(out, `"state": "approved"`) {
		t.Errorf("approved as %s", out)
	}
}

func TestOnlyWhatCanBeReadAsADecisionIsOne(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"list"}, {"show", firstApproval}, {"approve", firstApproval}, {"refuse", firstApproval}} {
		if err := checkApproval(args); err != nil {
			t.Errorf("%v: %v", args, err)
		}
	}
	for _, args := range [][]string{{"list", firstApproval}, {"show"}, {"approve", "x"}, {"drop", firstApproval}, {"refuse", "{" + firstApproval + "}"}} {
		if err := checkApproval(args); err == nil {
			t.Errorf("%v is taken", args)
		}
	}
}
