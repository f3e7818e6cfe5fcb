package turn

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/confirm"
	"github.com/recado/recado/services/agent-runner/opening"
	"github.com/recado/recado/services/agent-runner/phrase"
)

const confirmationRequired = "confirmation_required"

// unconfirmed is what a write gets that waits for a yes.
var unconfirmed = &tool.Error{
	Code:    confirmationRequired,
	Message: "not done: tell the customer exactly what would be done and ask for a yes; call again when the next message says so",
}

// pending is a write that waits for a yes, with the words that ask for it. They come from data, not from the model that called it.
type pending struct {
	asked   assent.Asked
	text    string
	choices []llm.Choice
	held    bool // its time was looked after
}

// waits keeps a model's write for the customer's yes and tells the model so; rules have words of their own.
func (t *tools) waits(c resolvedCall) *tool.Error {
	if !t.remote() {
		return unconfirmed
	}
	asked := assent.Asked{Tool: c.spec.Name, Arguments: c.args}
	if c.spec.Optional {
		p := &pending{asked: asked}
		p.text, p.choices = confirm.AskPlain(t.scene.words(), asked)
		return t.put(p)
	}
	named, write, missing := confirm.Of(asked, t.scene.settings, t.seen)
	if missing != "" {
		return &tool.Error{Code: confirmationRequired, Message: fmt.Sprintf("not done: the customer must say yes to what is written, "+
			"and it has no name yet: call %s, then call again with an id of its result", missing)}
	}
	p := &pending{asked: asked}
	p.text, p.choices = confirm.Ask(t.scene.words(), write, asked, named)
	return t.put(p)
}

// put keeps what the customer is asked a yes for, and tells the model so.
func (t *tools) put(p *pending) *tool.Error {
	t.unheard = p
	return &tool.Error{Code: confirmationRequired, Message: fmt.Sprintf("not done: the customer must say yes first, and is asked right "+
		"below your words: %q. Do not ask for it yourself and name no day or hour: answer what else was asked, or say "+
		"one kind word", p.text)}
}

// hold keeps the time of a model's booking while its yes is awaited. Where somebody else has it, the model is told so, and nothing is
// asked.
func (t *tools) hold(ctx context.Context, results []tool.Result) error {
	p := t.unheard
	if p == nil || p.held {
		return nil
	}
	p.held = true
	c, ok := opening.Hold(p.asked)
	if !ok {
		return nil
	}
	kept, err := t.run(ctx, []llm.ToolCall{c}, true)
	if err != nil || !opening.Lost(kept[0]) {
		return err
	}
	t.unheard = nil
	for i := range results {
		if e := results[i].Err; e != nil && e.Code == confirmationRequired {
			results[i].Err = &tool.Error{Code: opening.Taken, Message: "somebody else has taken this time: look for another one"}
		}
	}
	return nil
}

// letGo gives back the time that was kept for a question which is not asked any more; a no gives back what the waiting list kept, too.
func (r *run) letGo(ctx context.Context, d *draft) error {
	was := r.scene.carried.Asked
	switch held := r.tools.holds || opening.Holds(was); {
	case !held, r.tools.booked, d.keeps, opening.Holds(d.asked):
		return nil
	}
	args := json.RawMessage(`{}`)
	if was != nil && was.To(r.scene.carried.answers(r.scene.conv.Messages)) == assent.Declined {
		args = json.RawMessage(`{"refused":true}`)
	}
	_, err := r.tools.run(ctx, []llm.ToolCall{{ID: "let_go", Name: opening.HoldTool, Arguments: args}}, true)
	return err
}

// words are those of the rules for this conversation.
func (s *scene) words() phrase.Words {
	return phrase.For(&llm.Facts{Settings: s.settings, Assistant: s.assistant, Language: s.language})
}

// withQuestion is a model's words with the question for the yes that a write waits for: theirs stay where they speak of something else.
func (r *run) withQuestion(text string) string {
	p := r.tools.unheard
	if p == nil {
		return text
	}
	words := r.scene.words()
	return phrase.Paragraphs(confirm.Aside(text, r.scene.now, words.Lang), p.text)
}

// grant makes the write that the last reply asked a yes for, where the messages agree to it: it does not hang on what a model makes of
// a yes.
func (r *run) grant(ctx context.Context) error {
	a := r.scene.carried.Asked
	if a == nil || r.granted {
		return nil
	}
	call := llm.ToolCall{ID: "agreed", Name: a.Tool, Arguments: a.Arguments}
	c := r.tools.resolve(call, 0)
	_, done := r.journal.results[c.key] // by an earlier attempt, whatever was said since
	if c.err != nil || !done && (r.tools.suspect() || !r.tools.agreed(c)) {
		return nil
	}
	results, err := r.tools.run(ctx, []llm.ToolCall{call}, true)
	if err != nil {
		return err
	}
	r.granted = true
	r.prompt.addRound(&llm.Response{ToolCalls: []llm.ToolCall{call}}, results)
	return nil
}

// agreed reports whether the last reply asked for exactly this write, and the messages of this turn are a clear yes to it.
func (t *tools) agreed(c resolvedCall) bool {
	asked := t.scene.carried.Asked
	if asked == nil || asked.Digest() != assent.Digest(c.spec.Name, c.args) {
		return false
	}
	answers := t.scene.carried.answers(t.scene.conv.Messages)
	if t.remote() && slices.ContainsFunc(answers, namesValue) {
		return false
	}
	return asked.To(answers) == assent.Agreed
}

// namesValue reports whether a message says a time, a number or a name beside its yes: "sí, pero a las 5". The rules see whether it is
// another one; of a model nobody knows what it made of it, so it asks again.
func namesValue(m *recadov1.MessageRouted) bool {
	s := m.GetSlots()
	names := len(s.GetServices()) + len(s.GetStaff()) + len(s.GetBranches())
	return s.GetWhen() != nil || s.GetChoice() != 0 || s.GetPartySize() != 0 || names > 0
}
