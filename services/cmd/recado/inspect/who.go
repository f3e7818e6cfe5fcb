package inspect

import (
	"context"
	"time"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/handoff"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/way"
)

// AssistantHasIt is what Who says of a conversation that no person has to do with.
const AssistantHasIt = "the assistant has it"

// Who says who has a conversation now, and why where it is not the assistant; empty where the database cannot be asked.
func Who(ctx context.Context, c *cli.CLI, dir string, id tenant.ID, conversation string) string {
	url, err := c.Database(dir)
	if err != nil {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	db, err := store.Open(ctx, store.Options{URL: url, Role: "recado_console", MaxConns: 1})
	if err != nil {
		return ""
	}
	defer db.Close()
	mode, reason, err := (&handoff.Desk{Store: db}).Mode(ctx, id, conversation)
	if err != nil {
		return ""
	}
	return owner(mode, reason)
}

// owner says a handoff's mode in words.
func owner(mode, reason string) string {
	words := map[string]string{"ai": AssistantHasIt, "waiting": "it waits for a person", "human": "a person has it"}[mode]
	if words != "" && reason != "" {
		words += " (" + reason + ")"
	}
	return words
}

// ownerThen is who had the conversation once the message was dealt with, as its spans say.
func ownerThen(w *way.Way) string {
	var mode, reason string
	for i := range w.Spans {
		if m := w.Spans[i].Text(telemetry.KeyHandoff); m != "" {
			mode, reason = m, w.Spans[i].Text(telemetry.KeyHandoffReason)
		}
	}
	return owner(mode, reason)
}
