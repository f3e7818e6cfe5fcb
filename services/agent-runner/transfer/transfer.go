// Package transfer lets the specialists of an assistant hand a turn over to one another: by rule where a message wants what the one it
// was routed to has no tool for, or because a model asks for it. It happens at most twice a turn, and nobody has a turn twice.
package transfer

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/offer"
	"github.com/recado/recado/services/agent-runner/specialist"
)

// Tool is what a model calls to hand its turn over. The engine answers it: no call goes out.
const Tool = "hand_over_to"

// Max is how often a turn is handed over.
const Max = 2

// Who hands a turn over.
const (
	ByRule  = "rule"
	ByModel = "model"
)

// reasons are those that a model may give, in codes: its own words might name the customer, and reasons stand on spans.
var reasons = []string{"second_request", "missing_tool", "wrong_specialist"}

// other is the reason of a model that gives none of them.
const other = "other"

// Move is one handing over.
type Move struct{ From, To, Reason, By string }

// Scene is what a turn knows when its model is first asked.
type Scene struct {
	Vertical string
	Routed   []string    // whom the messages were routed to and who spoke before; the last one routed to is First
	First    string      // who begins
	Tools    []tool.Spec // that the tenant has and its assistant may use, whoever of the specialists has them
	Wishes   []string    // intents of the messages that are sure enough, the dominant ones first
}

// Turn is who has a turn and had it. What it does follows from its scene and the calls alone, so that a resumed turn does it again. The
// zero value is a turn that nobody is asked about yet.
type Turn struct {
	// Moved is told of each handing over. Optional.
	Moved func(Move)

	scene *Scene
	moves []Move
	given bool   // the model's last answer has handed over
	due   string // to whom a rule hands over once the first has had its tools
}

// Begin takes the scene in, once a turn, and hands over at once where somebody else has tools for all that is wanted.
func (t *Turn) Begin(of Scene) {
	if t.scene != nil {
		return
	}
	t.scene = &of
	var missing []string
	for _, wish := range of.Wishes {
		if !t.covers(of.Routed, wish) {
			missing = append(missing, wish)
		}
	}
	if len(missing) == 0 {
		return
	}
	if all := t.best(of.Wishes); all != "" {
		t.move(all, "second_request", ByRule)
		return
	}
	t.due = t.best(missing[:1])
}

// Began reports whether the turn has its scene.
func (t *Turn) Began() bool { return t.scene != nil }

// AfterRound hands over by rule once the first specialist's tools have answered.
func (t *Turn) AfterRound() {
	to := t.due
	t.given, t.due = false, ""
	if to != "" && slices.Contains(t.open(), to) {
		t.move(to, "second_request", ByRule)
	}
}

// Current is who has the turn now; empty while nobody was handed it.
func (t *Turn) Current() string {
	if len(t.moves) == 0 {
		return ""
	}
	return t.moves[len(t.moves)-1].To
}

// Moves lists how the turn was handed over, oldest first.
func (t *Turn) Moves() []Move { return t.moves }

// Joined are the specialists that have the turn beside those it was routed to: no tool is lost by handing over.
func (t *Turn) Joined() (names []string) {
	for _, m := range t.moves {
		names = append(names, m.To)
	}
	return names
}

// Spec is the tool as this turn may use it; false where nobody is left to hand over to.
func (t *Turn) Spec() (tool.Spec, bool) {
	open := t.open()
	if len(open) == 0 {
		return tool.Spec{}, false
	}
	type text struct {
		Enum []string `json:"enum"`
	}
	schema, err := json.Marshal(map[string]any{
		"type": "object", "required": []string{"specialist", "reason"},
		"properties": map[string]text{"specialist": {open}, "reason": {reasons}},
	})
	if err != nil { // lists of strings always can
		return tool.Spec{}, false
	}
	return tool.Spec{Name: Tool, Description: "Another specialist goes on in your place, with other tools.", Parameters: schema}, true
}

// Take answers a model's call. A suspect turn, which something that was read may try to steer, stays where it is.
func (t *Turn) Take(arguments json.RawMessage, suspect bool) tool.Result {
	var args struct{ Specialist, Reason string }
	_ = json.Unmarshal(arguments, &args) // what cannot be read names nobody
	refuse := func(code, why string) tool.Result {
		return tool.Result{Tool: Tool, Err: &tool.Error{Code: code, Message: why}}
	}
	open := t.open()
	switch {
	case t.scene == nil:
		return refuse("unknown_tool", "no tool of this name is offered here")
	case len(t.moves) >= Max:
		return refuse("handed_over_too_often", "answer with the tools that you have, or offer a person")
	case t.given:
		return refuse("handed_over_already", "one at a time")
	case suspect:
		return refuse("not_now", "answer this message yourself")
	case !slices.Contains(open, args.Specialist):
		return refuse("unknown_specialist", "one of: "+strings.Join(open, ", "))
	}
	if !slices.Contains(reasons, args.Reason) {
		args.Reason = other
	}
	t.given = true
	t.move(args.Specialist, args.Reason, ByModel)
	return tool.Result{Tool: Tool, JSON: json.RawMessage(`{"success":true,"specialist":"` + args.Specialist + `"}`)}
}

func (t *Turn) move(to, reason, by string) {
	from := t.Current()
	if from == "" {
		from = t.scene.First
	}
	m := Move{From: from, To: to, Reason: reason, By: by}
	t.moves, t.due = append(t.moves, m), ""
	if t.Moved != nil {
		t.Moved(m)
	}
}

// open lists who may still be handed the turn: whoever of the team has not had it, and has a tool that those who have it lack.
func (t *Turn) open() (names []string) {
	if t.scene == nil || len(t.moves) >= Max {
		return nil
	}
	here := append(t.Joined(), t.scene.Routed...)
	for _, name := range specialist.Team(t.scene.Vertical) {
		if name != t.scene.First && !slices.Contains(here, name) && t.brings(name, here) {
			names = append(names, name)
		}
	}
	return names
}

// brings reports whether a specialist has a tool that the others lack.
func (t *Turn) brings(name string, others []string) bool {
	return slices.ContainsFunc(t.scene.Tools, func(s tool.Spec) bool { return s.For(name) && !anyHas(others, s) })
}

func anyHas(names []string, s tool.Spec) bool { return slices.ContainsFunc(names, s.For) }

// covers reports whether specialists have what a wish needs: the tool that it needs first, and those that do it. A tool that the tenant
// has not, or its assistant may not use, nobody has.
func (t *Turn) covers(names []string, wish string) bool {
	for n, needed := range offer.Needed(wish) {
		i := slices.IndexFunc(t.scene.Tools, func(s tool.Spec) bool { return s.Name == needed })
		if i >= 0 && (n == 0 || t.scene.Tools[i].Confirm) && !anyHas(names, t.scene.Tools[i]) {
			return false
		}
	}
	return true
}

// best is who covers all of some wishes, and of those the one whose duty names most of the tools for them; empty for nobody.
func (t *Turn) best(wishes []string) (name string) {
	most := -1
	for _, candidate := range t.open() {
		if slices.ContainsFunc(wishes, func(wish string) bool { return !t.covers([]string{candidate}, wish) }) {
			continue
		}
		named, duty := 0, specialist.ByName(candidate).Duty("en")
		for _, wish := range wishes {
			for _, needed := range offer.Needed(wish) {
				if strings.Contains(duty, needed) {
					named++
				}
			}
		}
		if named > most {
			name, most = candidate, named
		}
	}
	return name
}
