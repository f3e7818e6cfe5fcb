package confirm

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// AskPlain shows every argument of a write that only this business has, as it would be written, and asks for a yes to it: what a
// model makes of it cannot hide a value.
func AskPlain(w phrase.Words, asked assent.Asked) (text string, choices []llm.Choice) {
	var args map[string]any
	lines := []string{string(asked.Arguments)}
	if json.Unmarshal(asked.Arguments, &args) == nil {
		lines = listed(args)
	}
	kind := "propose_write"
	switch asked.Tool {
	case "create_record", "update_record":
		kind = "propose_record"
	case "send_email":
		kind = "propose_email"
	}
	text = w.Say(kind, "what", strings.Join(lines, "\n"))
	return text, []llm.Choice{{ID: asked.Yes(), Title: w.Say("yes_do")}, {ID: asked.No(), Title: w.Say("no_do")}}
}

// listed are the values of arguments, a line each.
func listed(args map[string]any) (out []string) {
	for _, name := range slices.Sorted(maps.Keys(args)) {
		switch v := args[name].(type) {
		case map[string]any:
			out = append(out, listed(v)...)
		case string:
			if name != "record_id" {
				out = append(out, fmt.Sprintf("- %s: %s", strings.ReplaceAll(name, "_", " "), v))
			}
		default:
			out = append(out, fmt.Sprintf("- %s: %v", strings.ReplaceAll(name, "_", " "), v))
		}
	}
	return out
}
