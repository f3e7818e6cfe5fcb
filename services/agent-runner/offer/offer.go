// Package offer chooses which tools a remote model is told of in a turn: first those that its wishes need, briefly described, within a
// ceiling of tokens. The others are named, and offered when the model asks for them.
package offer

import (
	_ "embed" // the table
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
)

// Ceiling is how many tokens the schemas of a turn take, as JSON; what a wish cannot do without may take more.
const Ceiling = 500

// More is what a model calls to be offered tools that were left out.
const More = "more_tools"

// escalate is offered in every turn: a person is never far.
const escalate = "escalate_to_human"

//go:embed intents.txt
var table string

var needed = parse(table)

func parse(text string) map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(text) {
		intent, names, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if ok && !strings.HasPrefix(line, "#") {
			out[intent] = strings.Fields(names)
		}
	}
	return out
}

// Needed lists the tools that a wish needs first.
func Needed(intent string) []string { return needed[intent] }

// Turn is what tools are chosen for.
type Turn struct {
	Intents []string // of the messages, the dominant ones first
	Duty    string   // of the specialist: the tools that it names go before the others
	Always  []string // offered whatever they take: what a yes waits for, what the model asked for
}

// Choose returns what a model is offered of tools that it may call, in their order.
func (b *Briefs) Choose(all []tool.Spec, t Turn) []tool.Spec {
	briefs := make([]brief, len(all))
	total := 0
	for i, s := range all {
		briefs[i] = b.of(s)
		total += briefs[i].tokens
	}
	if total <= Ceiling {
		return specs(briefs)
	}
	left := Ceiling - moreTokens
	taken := map[string]bool{}
	take := func(name string, whatever bool) {
		i := slices.IndexFunc(all, func(s tool.Spec) bool { return s.Name == name })
		if i < 0 || taken[name] || !whatever && briefs[i].tokens > left {
			return
		}
		taken[name], left = true, left-briefs[i].tokens
	}
	for _, name := range t.Always {
		take(name, true)
	}
	take(escalate, true)
	for _, name := range t.wanted() {
		take(name, len(taken) <= len(t.Always)+1) // the first of all is what the turn is about
	}
	briefs = slices.DeleteFunc(briefs, func(x brief) bool { return !taken[x.spec.Name] })
	var out []string
	for _, s := range all {
		if !taken[s.Name] {
			out = append(out, s.Name)
		}
	}
	return append(specs(briefs), more(out))
}

var toolName = regexp.MustCompile(`[a-z]+(?:_[a-z]+)+`)

// wanted orders tools by how much a turn needs them: the first of each wish, the second of each, then what the duty names.
func (t *Turn) wanted() (names []string) {
	for n := range 4 {
		for _, intent := range t.Intents {
			if of := needed[intent]; n < len(of) {
				names = append(names, of[n])
			}
		}
	}
	return append(names, toolName.FindAllString(t.Duty, -1)...)
}

func specs(briefs []brief) []tool.Spec {
	out := make([]tool.Spec, len(briefs))
	for i, b := range briefs {
		out[i] = b.spec
	}
	return out
}

// moreTokens are kept for the tool that brings others.
const moreTokens = 115

func more(names []string) tool.Spec {
	return tool.Spec{
		Name: More, Description: "Gives you other tools before you answer: " + strings.Join(names, ", ") + ".",
		Parameters: json.RawMessage(moreSchema),
	}
}

const moreSchema = `{"properties":{"names":{"items":{"type":"string"},"type":"array"}},"required":["names"],"type":"object"}`

// Asked lists the tools that a model asked for in a prompt.
func Asked(messages []llm.Message) (names []string) {
	for _, m := range messages {
		for _, c := range m.ToolCalls {
			var args struct{ Names []string }
			if c.Name == More && json.Unmarshal(c.Arguments, &args) == nil {
				names = append(names, args.Names[:min(len(args.Names), 10)]...)
			}
		}
	}
	return names
}

// Given answers the call for more tools.
func Given() tool.Result {
	return tool.Result{Tool: More, JSON: json.RawMessage(`{"success":true,"message":"offered from now on, those that there are"}`)}
}
