package turn

import (
	"cmp"
	"slices"

	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/arguments"
	"github.com/recado/recado/services/agent-runner/prompt"
)

// thread is the prompt of a turn: what the remote model has been told and has said in it, superseded drafts apart.
type thread struct {
	messages []llm.Message
	told     map[string]bool // the customer's messages in it, by id
	answered []string        // what was answered before this turn
	asked    []string        // what the customer wrote before it
	secret   *guard.Secret   // of the prefix, which turns share
	detector *guard.Secret   // of the system messages; made when first asked for
	sayable  []string        // what of the system messages may be told
	notes    int             // messages after the system's that are memory
	history  int             // messages after those that are history
	marks    prompt.Marks

	specialist string // whose the first system message is
	fetched    bool   // the documents were searched before the model was asked
}

func newThread() *thread { return &thread{told: map[string]bool{}, marks: prompt.NewMarks()} }

// opened reports whether the thread has its beginning.
func (t *thread) opened() bool { return len(t.messages) > 0 }

// systemMessages are the prefix and the moment.
const systemMessages = 2

// open begins with the system messages, what is remembered and the history, oldest first.
func (t *thread) open(prefix *prompt.Prompt, moment, notes string, history []Line) {
	t.messages = []llm.Message{{Role: llm.RoleSystem, Text: prefix.Text()}, {Role: llm.RoleSystem, Text: moment}}
	t.sayable, t.history, t.secret = prefix.Sayable(), len(history), prefix.Secret()
	if notes != "" { // others' words: never the system's
		t.notes, t.messages = 1, append(t.messages, llm.Message{Role: llm.RoleUser, Text: notes})
	}
	for _, l := range history {
		if l.Ours {
			t.answered = append(t.answered, l.Text)
			t.messages = append(t.messages, llm.Message{Role: llm.RoleAssistant, Text: l.Text})
			continue
		}
		t.asked = append(t.asked, l.Text)
		t.messages = append(t.messages, llm.Message{Role: llm.RoleUser, Text: t.marks.Fence(l.Text)})
	}
}

// lead puts another specialist's prefix in front.
func (t *thread) lead(prefix *prompt.Prompt, specialist string) {
	t.messages[0].Text, t.sayable = prefix.Text(), prefix.Sayable()
	t.detector, t.specialist = nil, specialist
}

// tell adds the customer's messages that the thread does not hold yet, and reports whether there were any.
func (t *thread) tell(asked []Message) (added bool) {
	for _, m := range asked {
		if !t.told[m.ID] {
			t.told[m.ID], added = true, true
			t.messages = append(t.messages, llm.Message{Role: llm.RoleUser, Text: t.marks.Fence(prompt.Words(m.Routed))})
		}
	}
	return added
}

// addRound adds the tools that the model called and what they returned.
func (t *thread) addRound(resp *llm.Response, results []tool.Result) {
	calls := slices.Clone(resp.ToolCalls)
	for i := range calls {
		calls[i].Arguments = arguments.Ordered(calls[i].Arguments)
	}
	t.messages = append(t.messages, llm.Message{Role: llm.RoleAssistant, Text: resp.Text, ToolCalls: calls})
	for _, res := range results {
		t.messages = append(t.messages, llm.Message{Role: llm.RoleTool, ToolCallID: res.CallID, Text: t.marks.Fence(prompt.Result(res))})
	}
}

// correct sends a draft back with what must not be said in it.
func (t *thread) correct(draft, why string) {
	t.messages = append(t.messages,
		llm.Message{Role: llm.RoleAssistant, Text: draft},
		llm.Message{Role: llm.RoleUser, Text: why})
}

// promptLeakDetector recognises the system messages in a draft.
func (t *thread) promptLeakDetector() *guard.Secret {
	if t.detector == nil {
		var texts []string
		for i, m := range t.messages {
			if shared := i == 0 && t.secret != nil; m.Role == llm.RoleSystem && !shared {
				texts = append(texts, m.Text)
			}
		}
		t.detector = cmp.Or(t.secret, new(guard.Secret)).With(t.marks.Canary, texts...)
	}
	return t.detector
}
