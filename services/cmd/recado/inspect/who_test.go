package inspect

import (
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

func TestTraceEndsWithWhoHasTheConversation(t *testing.T) {
	t.Parallel()
	const conversation = "0190aaaa-0000-7000-8000-00000000000a"
	start := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	span := telemetry.Span{
		Trace: strings.Repeat("a", 32), ID: "01", Service: "agent-runner", Name: "turn", Start: start, End: start.Add(time.Millisecond),
		Attributes: map[string]any{
			telemetry.KeyTenant: "clinic", telemetry.KeyConversation: conversation,
			telemetry.KeyHandoff: "waiting", telemetry.KeyHandoffReason: "invoice",
		},
	}
	last := func(out string) string {
		lines := strings.Split(strings.TrimSpace(out), "\n")
		return lines[len(lines)-1]
	}
	t.Run("as its spans say", func(t *testing.T) {
		t.Parallel()
		running := clitest.Start(t)
		remember(t, running, span)
		_, out, _ := clitest.Run(t, Trace, running.Env, "last")
		if want := "conversation " + conversation + ": it waits for a person (invoice)"; last(out) != want {
			t.Errorf("got %q, want %q", last(out), want)
		}
	})
	t.Run("as the database says now", func(t *testing.T) {
		t.Parallel()
		running := clitest.StartWithDatabase(t)
		remember(t, running, span)
		running.DB.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, handoff_mode, handoff_reason)
		                    VALUES ('clinic', $1, 'whatsapp', 'a', gen_random_uuid(), 'human', 'takeover')`, conversation)
		_, out, _ := clitest.Run(t, Trace, running.Env, "last")
		if want := "conversation " + conversation + ": a person has it (takeover)"; last(out) != want {
			t.Errorf("got %q, want %q", last(out), want)
		}
		c := &cli.CLI{Getenv: func(name string) string { return running.Env[name] }}
		if got := Who(t.Context(), c, t.TempDir(), "other", conversation); got != "" {
			t.Errorf("another tenant is told %q", got)
		}
	})
}
