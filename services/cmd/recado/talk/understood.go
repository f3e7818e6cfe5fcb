package talk

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/recado/recado/services/agent-runner/rulemodel"
	"github.com/recado/recado/services/cmd/recado/cli"
	intentrouter "github.com/recado/recado/services/intent-router"
)

// understood is how a message was read, as programs read it.
type understood struct {
	Text       string                `json:"text"` // masked
	Language   string                `json:"language"`
	Vertical   string                `json:"vertical"`
	Intents    []understoodIntent    `json:"intents"`
	Specialist string                `json:"specialist"`
	Why        string                `json:"why"`
	Rules      []intentrouter.Reason `json:"rules"`
	Phrases    []intentrouter.Reason `json:"phrases"` // the tenant's own
	Words      []intentrouter.Word   `json:"words"`
	Facts      []string              `json:"facts"`
	Urgency    understoodUrgency     `json:"urgency"`
	Slots      []intentrouter.Slot   `json:"slots"`
	Slips      []intentrouter.Slip   `json:"slips"`
	Commands   []rulemodel.Command   `json:"commands,omitempty"` // to the dialogue of the rule model, where asked for
}

type understoodIntent struct {
	Name       string  `json:"name"`
	Confidence float32 `json:"confidence"`
}

// understoodUrgency is how soon help is needed: from 1, which is routine, to 5.
type understoodUrgency struct {
	Level     uint32 `json:"level"`
	Escalates bool   `json:"escalates"`
	Words     string `json:"words,omitempty"`
	// By is sign where the words are one that is listed, model where it decided by all words.
	By string `json:"by,omitempty"`
}

// escalates is the level of urgency from which a person should take over.
const escalates = 4

func outcomeOf(masked string, x *intentrouter.Explanation) *understood {
	out := &understood{
		Text: masked, Language: x.Routed.GetLanguage(), Vertical: x.Routed.GetVertical(), Specialist: x.Routed.GetSpecialist(), Why: x.Why,
		Rules: x.Rules, Phrases: x.Own, Words: x.Words, Facts: x.Facts, Slots: x.Slots, Slips: x.Slips,
		Urgency: understoodUrgency{Level: x.Routed.GetUrgency(), Escalates: x.Routed.GetUrgency() >= escalates, Words: x.Sign},
	}
	for _, in := range x.Routed.GetIntents() {
		out.Intents = append(out.Intents, understoodIntent{in.GetName(), in.GetConfidence()})
	}
	switch {
	case x.Signed:
		out.Urgency.By = "sign"
	case out.Urgency.Level > 1:
		out.Urgency.By = "model"
	}
	return out
}

// longestShown is how much of a text a line shows, in characters; JSON has all of it.
const longestShown = 100

func shown(text string) string {
	if runes := []rune(text); len(runes) > longestShown {
		return strconv.Quote(string(runes[:longestShown])) + "…"
	}
	return strconv.Quote(text)
}

func printUnderstood(c *cli.CLI, out *understood) {
	line := func(label, format string, args ...any) {
		fmt.Fprintf(c.Stdout, "%-11s"+format+"\n", append([]any{label}, args...)...)
	}
	line("text", "%s", shown(out.Text))
	line("language", "%s", out.Language)
	for _, in := range out.Intents {
		line("intent", "%s %.2f", in.Name, in.Confidence)
	}
	line("specialist", "%s: %s", out.Specialist, out.Why)
	for _, r := range out.Phrases {
		line("phrase", "%s, the tenant's own: %s", r.Intent, metBy(r))
	}
	for _, r := range out.Rules {
		line("rule", "%s %+g: %s", r.Intent, r.Weight, metBy(r))
	}
	for _, w := range out.Words {
		line("word", "%s adds %.2f to %s", shown(w.Word), w.Adds, out.Intents[0].Name)
	}
	printUrgency(out.Urgency, line)
	for _, s := range out.Slots {
		if s.Words == "" {
			line("slot", "%s %s", s.Slot, s.Value)
			continue
		}
		line("slot", "%s %s from %s", s.Slot, s.Value, shown(s.Words))
	}
	for _, s := range out.Slips {
		line("read", "%s -> %s", s.Said, s.Read)
	}
	for _, command := range out.Commands {
		line("command", "%s: %s", strings.TrimSpace(command.Kind+" "+command.Name), command.Reason)
	}
}

func printUrgency(u understoodUrgency, line func(label, format string, args ...any)) {
	var tail string
	if u.Escalates {
		tail = ", a person should take over"
	}
	switch u.By {
	case "sign":
		line("urgency", "%d by the sign %s%s", u.Level, shown(u.Words), tail)
	case "model":
		line("urgency", "%d by the model, most of all for %s%s", u.Level, shown(u.Words), tail)
	default:
		line("urgency", "%d", u.Level)
	}
}

// metBy shows a phrase, what it asks for, and the words that met it.
func metBy(r intentrouter.Reason) string {
	var parts []string
	if r.Phrase != "" {
		parts = append(parts, shown(r.Phrase))
	}
	if r.If != "" {
		parts = append(parts, r.If)
	}
	if r.Words != "" {
		parts = append(parts, "by "+shown(r.Words))
	}
	return strings.Join(parts, " ")
}
