package agentrunner

import (
	"testing"

	"github.com/recado/recado/services/agent-runner/temperature"
	"github.com/recado/recado/services/agent-runner/turn"
)

// warmth is what is kept of a conversation's contact.
func (l *lab) warmth(t *testing.T, conversation string) (kept string) {
	t.Helper()
	l.db.QueryRow(t, `SELECT coalesce(p.temperature || ' by ' || p.temperature_by, '') FROM chat.contacts p
		JOIN chat.conversations c ON c.tenant_id = p.tenant_id AND c.contact_id = p.id WHERE c.id = $1`, []any{conversation}, &kept)
	return kept
}

func TestTemperatureIsKeptUnderTheFenceAndGoesWithTheContact(t *testing.T) {
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
	commit := func(fence, version int64, judged temperature.Temperature) turn.CommitResult {
		of := *c
		of.Fence = fence
		end := &turn.Ending{Version: &version, Ended: "silent", Temperature: &temperature.Judged{Temperature: judged, By: temperature.ByModel}}
		result, _, err := d.Commit(t.Context(), &of, end)
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
	if got := commit(c.Fence-1, c.Version, temperature.Cold); got != turn.Fenced || l.warmth(t, ana) != "" {
		t.Errorf("a lost turn is %s and keeps %q", got, l.warmth(t, ana))
	}
	if got := commit(c.Fence, c.Version-1, temperature.Cold); got != turn.Superseded || l.warmth(t, ana) != "" {
		t.Errorf("an overtaken draft is %s and keeps %q", got, l.warmth(t, ana))
	}
	if got := commit(c.Fence, c.Version, temperature.Hot); got != turn.Committed || l.warmth(t, ana) != "HOT by model" {
		t.Errorf("a turn is %s and keeps %q", got, l.warmth(t, ana))
	}
	var contact string
	l.db.QueryRow(t, `SELECT contact_id::text FROM chat.conversations WHERE id = $1`, []any{ana}, &contact)
	if _, _, err := l.db.Open(t, "recado_console").EraseContact(t.Context(), "t", contact); err != nil || l.warmth(t, ana) != "" {
		t.Errorf("after erasing %q stands there, %v", l.warmth(t, ana), err)
	}
	l.db.Exec(t, `SELECT chat.set_temperature('t', $1, 'HOT', 'program')`, contact)
	if kept := l.warmth(t, ana); kept != "" {
		t.Errorf("an erased contact is %q", kept)
	}
}
