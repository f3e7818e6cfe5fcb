package admin

import (
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/handoff"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

const waits = "0190aaaa-0000-7000-8000-00000000000a"

// waiting is an installation in which one customer of clinic waits for a person, and a stranger's one elsewhere.
func waiting(t *testing.T) *clitest.Installation {
	t.Helper()
	i := clitest.StartWithDatabase(t)
	i.Put(t, tenant.Settings{ID: "clinic", Version: 1, Name: "Clínica"})
	i.Put(t, tenant.Settings{ID: "bistro", Version: 1, Name: "Bistro"})
	i.DB.Exec(t, `INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address, profile_name)
	              VALUES ('clinic', $1, 'whatsapp', '1', 'x', E'Ana \x1b[31mRuiz')`, ana)
	for _, of := range []struct{ tenant, id string }{{"clinic", waits}, {"bistro", "0190bbbb-0000-7000-8000-00000000000b"}} {
		i.DB.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, handoff_mode, handoff_at, handoff_reason)
		              VALUES ($1, $2, 'whatsapp', '1', $3, 'waiting', now() - interval '12 minutes', 'invoice')`, of.tenant, of.id, ana)
	}
	return i
}

func TestListSaysWhoWaitsSinceWhenAndWhy(t *testing.T) {
	t.Parallel()
	i := waiting(t)
	code, out, errs := clitest.Run(t, Handoff, i.Env, "list")
	if code != 0 || errs != "" || strings.Count(out, "\n") != 3 || strings.Contains(out, "\x1b") {
		t.Fatalf("exit %d, %q, %q", code, out, errs)
	}
	for _, want := range []string{waits, "waits for a person", "12 min", "invoice", "whatsapp", "Ana [31mRuiz", "bistro"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	var cases []handoff.Case
	if code, errs := clitest.RunJSON(t, Handoff, i.Env, &cases, "list", "clinic", "--json"); code != 0 || len(cases) != 1 || cases[0].Mode != "waiting" {
		t.Errorf("exit %d, %+v, %s", code, cases, errs)
	}
	if code, out, _ := clitest.Run(t, Handoff, i.Env, "list", "nobody"); code != 0 || !strings.Contains(out, "nobody waits") {
		t.Errorf("exit %d, %q", code, out)
	}
}

func TestConversationIsTakenAnsweredAndGivenBack(t *testing.T) {
	t.Parallel()
	i := waiting(t)
	for _, step := range []struct {
		args []string
		want string
		mode string
	}{
		{[]string{"take", "clinic", waits[:8]}, waits + ": taken", "human"},
		{[]string{"take", "clinic", waits}, "a person has it already", "human"},
		{[]string{"say", "clinic", waits, "Soy Luz, ya lo veo."}, "on its way", "human"},
		{[]string{"back", "clinic", waits}, "back with the assistant", "ai"},
		{[]string{"back", "clinic", waits}, "the assistant has it already", "ai"},
	} {
		code, out, errs := clitest.Run(t, Handoff, i.Env, step.args...)
		var mode string
		i.DB.QueryRow(t, `SELECT handoff_mode FROM chat.conversations WHERE id = $1`, []any{waits}, &mode)
		if code != 0 || !strings.Contains(out, step.want) || mode != step.mode {
			t.Errorf("%v: exit %d, %q, %q, mode %s", step.args, code, out, errs, mode)
		}
	}
	var said map[string]any
	if code, errs := clitest.RunJSON(t, Handoff, i.Env, &said, "say", "clinic", waits, "Hola", "--json"); code != 0 || said["reply_id"] == "" {
		t.Errorf("exit %d, %v, %s", code, said, errs)
	}
}

func TestHandoffRefusesWrongUseAndForeignConversations(t *testing.T) {
	t.Parallel()
	i := waiting(t)
	clitest.Refuses(t, Handoff, i.Env,
		clitest.Refusal{Want: "usage: recado handoff", Args: []string{"drop", "clinic", waits}},
		clitest.Refusal{Want: "usage: recado handoff", Args: []string{"take", "clinic"}},
		clitest.Refusal{Want: "usage: recado handoff", Args: []string{"say", "clinic", waits}},
		clitest.Refusal{Want: "tenant id: expected", Args: []string{"take", "Clínica", waits}},
		clitest.Refusal{Want: "expected a text of 1 to", Args: []string{"say", "clinic", waits, " "}},
		clitest.Refusal{Want: "keeps nowhere", Args: []string{"say", "clinic", waits, "mi tarjeta: 4111 1111 1111 1111"}},
	)
	for _, args := range [][]string{{"take", "bistro", waits}, {"back", "clinic", "0190cccc"}, {"say", "clinic", "0190", "hola"}} {
		if code, _, errs := clitest.Run(t, Handoff, i.Env, args...); code != 1 || !strings.Contains(errs, "no such conversation") {
			t.Errorf("%v: exit %d, %q", args, code, errs)
		}
	}
	if code, _, errs := clitest.Run(t, Handoff, map[string]string{"RECADO_NATS_URL": "nats://127.0.0.1:1"}, "list"); code != 1 || errs == "" {
		t.Errorf("with nothing running: exit %d, %q", code, errs)
	}
}
