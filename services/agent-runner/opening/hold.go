package opening

import (
	"encoding/json"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/assent"
)

// HoldTool keeps a time for a customer who is asked for a yes to it.
const HoldTool = "hold_slot"

// Taken is the code with which a time is refused that somebody else has.
const Taken = "slot_taken"

// held are the writes whose time is kept while a yes to them is awaited.
var held = map[string]bool{"create_appointment": true, "reschedule_appointment": true}

// Holds reports whether a write takes a time that is kept while its yes is awaited.
func Holds(asked *assent.Asked) bool { return asked != nil && held[asked.Tool] }

// Hold is the call that keeps the time of a write while its yes is awaited; false where it names no opening.
func Hold(asked assent.Asked) (c llm.ToolCall, ok bool) {
	var args struct {
		SlotID    string `json:"slot_id"`
		ServiceID string `json:"service_id,omitempty"`
		PartySize int    `json:"party_size,omitempty"`
	}
	if !Holds(&asked) || json.Unmarshal(asked.Arguments, &args) != nil || args.SlotID == "" {
		return c, false
	}
	data, err := json.Marshal(args)
	return llm.ToolCall{ID: HoldTool + ":" + asked.Digest(), Name: HoldTool, Arguments: data}, err == nil
}

// Lost reports whether a time could not be kept because somebody else has it. Whatever else keeps it from being held, it can be booked
// all the same.
func Lost(r tool.Result) bool {
	answer, ok := tool.Read[struct {
		Success bool   `json:"success"`
		Error   string `json:"error"`
	}](r)
	return ok && !answer.Success && answer.Error == Taken
}
