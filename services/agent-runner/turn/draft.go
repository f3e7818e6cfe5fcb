package turn

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/llm"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// draft is what a turn would say and leave behind, before it is committed.
type draft struct {
	text     string
	choices  []llm.Choice
	dialogue json.RawMessage
	outcome  recadov1.TurnOutcome
	ended    string
	reason   string
	handoff  *handoff
	final    bool // commits although messages came that it has not read
}

// draft checks what waits, and asks a model where one is to answer.
func (r *run) draft(ctx context.Context) (*draft, error) {
	switch {
	case r.conv.Human:
		return &draft{outcome: recadov1.TurnOutcome_TURN_OUTCOME_SILENT, ended: "person", reason: "person"}, nil
	case r.settings == nil:
		return &draft{outcome: recadov1.TurnOutcome_TURN_OUTCOME_SILENT, ended: "silent", reason: "unknown_tenant"}, nil
	case r.conv.Attempts > maxAttempts:
		return r.surrender(ctx)
	}
	r.resume()
	asked, fixed := sorted(r.conv.Messages)
	if len(asked) == 0 {
		return r.fixed(fixed), nil
	}
	d, err := r.converse(ctx, asked)
	if err != nil {
		return nil, err
	}
	if slices.Contains(fixed, textVoice) { // what was said there is not in the answer
		d.text = strings.TrimSpace(d.text + "\n\n" + say(textVoice, r.language))
	}
	return d, nil
}

// resume holds back messages that came after the journal's last write where rules answer: rules read a turn's messages as
// one wish, and a wish that was granted must not be read as another.
func (r *run) resume() {
	if !r.journal.wrote || r.remote() {
		return
	}
	kept := r.conv.Messages[:0:0]
	for _, m := range r.conv.Messages {
		if m.Sequence <= r.journal.through {
			kept = append(kept, m)
		}
	}
	if len(kept) > 0 {
		r.conv.Messages, r.wrote = kept, true
	}
}

// fixed answers what no model sees, in the customer's language; a block is answered by nothing else.
func (r *run) fixed(keys []string) *draft {
	d := &draft{outcome: recadov1.TurnOutcome_TURN_OUTCOME_REPLIED, ended: "replied"}
	if len(keys) == 0 {
		return d
	}
	if slices.Contains(keys, textBlocked) {
		keys = []string{textBlocked}
	}
	parts := make([]string, 0, len(keys))
	for _, k := range keys {
		parts = append(parts, say(k, r.language))
	}
	d.text, d.reason = strings.Join(parts, "\n\n"), keys[0]
	return d
}

// surrender hands a turn that has failed too often to a person, and keeps its messages as dead letters.
func (r *run) surrender(ctx context.Context) (*draft, error) {
	if r.Give != nil {
		for _, m := range r.conv.Messages {
			if err := r.Give(ctx, m, "the turn failed too often"); err != nil {
				return nil, err
			}
		}
	}
	return &draft{
		text: say(textHandoff, r.language), outcome: recadov1.TurnOutcome_TURN_OUTCOME_FAILED, ended: "failed",
		reason: "attempts", handoff: &handoff{reason: "turn_failed"}, final: true,
	}, nil
}

// safe replaces what must not be said: the customer is told that a person confirms it.
func (r *run) safe(reason string) *draft {
	return r.handedOff(&draft{text: say(textSafe, r.language), reason: reason, handoff: &handoff{reason: reason}})
}

func (r *run) handedOff(d *draft) *draft {
	d.outcome, d.ended = recadov1.TurnOutcome_TURN_OUTCOME_HANDED_OFF, "handoff"
	return d
}
