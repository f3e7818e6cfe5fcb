package danger

import (
	"strings"

	"github.com/recado/recado/pkg/language/urgency"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// Desk is a turn as this package sees it. Look returns a result, or the calls that are needed first.
type Desk struct {
	Words    phrase.Words
	Settings *tenant.Settings
	Look     func(llm.ToolCall) (tool.Result, []llm.ToolCall)
}

// Help is what the business says of emergencies, in its own language, and for an animal its telephone. Fire, violence and who may hurt
// themselves are not its business.
func (d Desk) Help(help urgency.Help) (text string, calls []llm.ToolCall) {
	if help != urgency.Ambulance && help != urgency.Vet || string(d.Words.Lang) != d.Settings.Language {
		return "", nil
	}
	text, calls = d.Urgencies()
	if help == urgency.Vet && d.Settings.Vertical == tenant.General && !strings.Contains(text, "+") { // it has its own number
		phone, more := d.phone()
		text, calls = phrase.Paragraphs(text, phone), append(calls, more...)
	}
	return text, calls
}

// Urgencies is what the business wrote under a title that names emergencies.
func (d Desk) Urgencies() (string, []llm.ToolCall) {
	query := map[string]any{"query": d.Words.Say("emergency_query"), "top_k": 3}
	r, calls := d.Look(llm.CallFor("search_knowledge_base", "emergency", query))
	hits, _ := tool.Read[[]Passage](r)
	return Own(hits), calls
}

// phone is the telephone of the first branch that has one.
func (d Desk) phone() (string, []llm.ToolCall) {
	r, calls := d.Look(llm.CallFor("get_branch_info", "emergency", map[string]any{}))
	if phone := Phone(r); phone != "" {
		return d.Words.Say("urgent_phone", "phone", phone), nil
	}
	return "", calls
}
