package agentrunner

import (
	"slices"
	"testing"

	"github.com/recado/recado/services/agent-runner/turn"
)

func TestFenceHoldsOnlyForTheRunningTurnAndEpochForWhoMaySpeak(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ana := conversation("ana")
	l.receive(t, message("t", ana, 1), nil)
	d := &database{db: l.store, instance: "me"}
	claimed, err := d.Claim(t.Context(), 1, 1)
	if err != nil || len(claimed) != 1 {
		t.Fatalf("claimed %v, %v", claimed, err)
	}
	c := claimed[0]
	holds := func(fence int64) (ok bool) {
		l.db.QueryRow(t, `SELECT chat.hold_fence('t', $1, $2)`, []any{ana, fence}, &ok)
		return ok
	}
	speaks := func(epoch int64) (ok bool) {
		l.db.QueryRow(t, `SELECT chat.may_send('t', $1, $2)`, []any{ana, epoch}, &ok)
		return ok
	}
	valid := []bool{holds(c.Fence), holds(c.Fence - 1), holds(c.Fence + 1), speaks(1), speaks(2)}
	if !slices.Equal(valid, []bool{true, false, false, true, false}) {
		t.Error("the running turn's fence and epoch are not the only ones")
	}
	l.db.Exec(t, `SELECT chat.takeover('t', $1)`, ana)
	if holds(c.Fence) || speaks(1) || !speaks(2) {
		t.Error("a takeover leaves the old turn its fence or its epoch")
	}
	ours, err := d.AddSteps(t.Context(), c, nil)
	if err != nil || ours {
		t.Errorf("journal: ours %t, %v", ours, err)
	}
}

func TestPersonaComesFromTheTenantsRows(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	id := conversation("sofia")
	l.db.Exec(t, `INSERT INTO core.tenants (tenant_id, version, settings, content_hash, name, vertical, country, zone, currency, language)
	              VALUES ('t', 1, '{}', '', 'T', 'general', 'MX', 'UTC', 'MXN', 'es')`)
	l.db.Exec(t, `UPDATE core.tenants SET brand_voice = 'Cercana.', business_text = 'Todo.' WHERE tenant_id = 't'`)
	l.db.Exec(t, `INSERT INTO core.assistants (tenant_id, id, slug, name, style, type, tier, temperature, system_instructions)
	              VALUES ('t', $1, 'sofia', 'Sofía', 'casual', 'full', 'fast', 0.5, 'Saluda por su nombre.')`, id)
	l.db.Exec(t, `INSERT INTO core.instructions (tenant_id, id, slug, type, text, position, prompt_slot)
	              VALUES ('t', gen_random_uuid(), 'b', 'rule', 'second', 2, 2), ('t', gen_random_uuid(), 'a', 'rule', 'first', 1, 1),
	                     ('t', gen_random_uuid(), 'c', 'tone', 'unsaid', 3, NULL)`)
	p, err := (&database{db: l.store}).Persona(t.Context(), "t", id)
	if err != nil || p.Instructions != "Saluda por su nombre." {
		t.Fatalf("got %+v, %v", p, err)
	}
	if p.Temperature == nil || *p.Temperature != 0.5 || p.MaxTokens != nil {
		t.Errorf("limits %v and %v", p.Temperature, p.MaxTokens)
	}
	if len(p.Critical) != 2 || p.Critical[0] != "first" {
		t.Errorf("critical instructions %v", p.Critical)
	}
	if p.Texts.Voice != "Cercana." || p.Texts.Business != "" || len(p.Texts.Instructions) != 2 {
		t.Errorf("texts %+v", p.Texts)
	}
	if all, err := (&database{db: l.store}).Business(t.Context(), "t"); err != nil || all != "Todo." {
		t.Errorf("the business is %q, %v", all, err)
	}
}

func TestHistoryKeepsWhoSaidWhatInOrder(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ana := conversation("ana")
	p := l.start(t, "p", parrot)
	for n := range 3 {
		l.receive(t, message("t", ana, n), p.Wake)
		l.settled(t, "an answer")
	}
	lines, err := (&database{db: l.store}).History(t.Context(), &turn.Conversation{Tenant: "t", ID: ana}, 4)
	if err != nil || len(lines) != 4 {
		t.Fatalf("got %v, %v", lines, err)
	}
	var seen []bool
	for _, line := range lines {
		seen = append(seen, line.Ours)
	}
	if !slices.Equal(seen, []bool{false, true, false, true}) || lines[2].Text != "mensaje 2" || lines[3].Text != "Hola." {
		t.Errorf("history %v", lines)
	}
}
