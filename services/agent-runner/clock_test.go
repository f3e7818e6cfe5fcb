package agentrunner

import (
	"testing"
	"time"
)

// setBack is what the database sees after its clock was set back by an hour: all that it wrote lies an hour later than it should.
func (l *lab) setBack(t *testing.T) {
	t.Helper()
	l.db.Exec(t, `UPDATE chat.owners SET expires_at = expires_at + interval '1 hour'`)
	l.db.Exec(t, `UPDATE chat.conversations SET due_at = due_at + interval '1 hour', burst_at = burst_at + interval '1 hour'`)
}

func TestNothingWaitsForAClockThatWasSetBack(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	d, killed := &database{db: l.store, instance: "me"}, &database{db: l.store, instance: "killed"}
	for _, process := range []*database{d, killed} {
		if _, err := process.Beat(t.Context(), 5*time.Second); err != nil {
			t.Fatal(err)
		}
	}
	l.receive(t, message("t", conversation("ana"), 1), nil)
	if held, err := killed.Claim(t.Context(), 1, 1); err != nil || len(held) != 1 {
		t.Fatalf("claimed %v, %v", held, err)
	}
	l.receive(t, message("t", conversation("berta"), 1), nil)
	l.setBack(t)
	if early, err := d.Claim(t.Context(), 8, 8); err != nil || len(early) != 0 {
		t.Fatalf("claimed %d, %v: the clock was not set back", len(early), err)
	}
	if _, err := d.Beat(t.Context(), 5*time.Second); err != nil {
		t.Fatal(err)
	}
	claimed, err := d.Claim(t.Context(), 8, 8)
	if err != nil || len(claimed) != 1 || claimed[0].ID != conversation("berta") {
		t.Errorf("claimed %v, %v, want what waited", claimed, err)
	}
	l.db.Exec(t, `UPDATE chat.owners SET expires_at = now() - interval '1 second' WHERE instance = 'killed' AND expires_at < now() + interval '6 seconds'`)
	if freed, err := d.Beat(t.Context(), 5*time.Second); err != nil || freed != 1 {
		t.Errorf("freed %d turns of a dead process, %v: its lease lasts for as long as the clock went back", freed, err)
	}
}

func TestWaitingIsKeptWhileTheClockGoesOn(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	d := &database{db: l.store, instance: "me"}
	l.receive(t, message("t", conversation("ana"), 1), nil)
	l.db.Exec(t, `UPDATE chat.conversations SET due_at = now() + interval '30 seconds'`)
	for range 2 {
		if _, err := d.Beat(t.Context(), 5*time.Second); err != nil {
			t.Fatal(err)
		}
	}
	if claimed, err := d.Claim(t.Context(), 8, 8); err != nil || len(claimed) != 0 {
		t.Errorf("claimed %d before they were due, %v", len(claimed), err)
	}
}
