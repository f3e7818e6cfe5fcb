package agentrunner

import (
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/turn"
)

func TestQuietWindowIsTheAccountsElseTheChannels(t *testing.T) {
	t.Parallel()
	own, endless := 300*time.Millisecond, time.Minute
	s := &tenant.Settings{Accounts: []tenant.Account{
		{Channel: "whatsapp", ID: "own", QuietWindow: &own}, {Channel: "whatsapp", ID: "endless", QuietWindow: &endless}, {Channel: "whatsapp", ID: "plain"},
	}}
	for _, tc := range []struct {
		channel, account string
		want             time.Duration
	}{
		{"whatsapp", "own", own},
		{"whatsapp", "endless", turn.QuietCap},
		{"whatsapp", "plain", turn.DefaultQuiet},
		{"webchat", "page", 0},
		{"telegram", "gateway", turn.DefaultQuiet},
	} {
		if got := turn.Quiet(s, tc.channel, tc.account); got != tc.want {
			t.Errorf("Quiet(%s, %s) = %s, want %s", tc.channel, tc.account, got, tc.want)
		}
	}
}

func TestBurstIsDueAfterItsLastMessageButNotLaterThanTheCap(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.quiet = 1200 * time.Millisecond
	ana := conversation("ana")
	var due time.Duration
	note := func(d time.Duration) { due = d }
	l.receive(t, message("t", ana, 1), note)
	if due <= 0 || due > l.quiet {
		t.Errorf("the first message is due in %s, want at most %s", due, l.quiet)
	}
	l.db.Exec(t, `UPDATE chat.conversations SET burst_at = now() - interval '5700 milliseconds'`)
	due = time.Hour
	l.receive(t, message("t", ana, 2), note)
	if due > 300*time.Millisecond {
		t.Errorf("after 5.7 s of typing the burst is due in %s, want at most 300ms", due)
	}
	due = -1
	l.receive(t, message("t", ana, 2), note)
	if due != -1 {
		t.Errorf("a repeated message wakes a worker in %s", due)
	}
}

func TestTheQuietWindowCountsFromTheArrivalAtTheDoor(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.quiet = 10 * time.Second
	for name, tc := range map[string]struct {
		ago       time.Duration
		from, til time.Duration
	}{
		"waited in a stream":     {ago: time.Hour},
		"half of the window ago": {ago: 5 * time.Second, til: 5 * time.Second},
		"by a clock ahead of us": {ago: -time.Hour, from: 1, til: 10 * time.Second},
	} {
		m := message("t", conversation(name), 1)
		m.GetMeta().ReceivedAt = timestamppb.New(time.Now().Add(-tc.ago))
		due := time.Duration(-1)
		l.receive(t, m, func(d time.Duration) { due = d })
		if due < tc.from || due > tc.til {
			t.Errorf("%s: due in %s, want %s to %s", name, due, tc.from, tc.til)
		}
	}
}
