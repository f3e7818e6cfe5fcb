// Package confirm words what a write would change, for rules and models alike: a yes is a yes to exactly what was shown.
package confirm

import (
	"strconv"

	"github.com/recado/recado/pkg/language/when"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/flow"
	"github.com/recado/recado/services/agent-runner/opening"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// Named is what a write would change, in the names that a customer knows.
type Named struct {
	Service string               // of a new appointment
	At      opening.Opening      // when and where it would be
	Own     *opening.Appointment // the one that is moved or cancelled
	Party   string               // people at a table
	Name    string               // of the customer
	Phone   string
	Note    string
	Order   *Order   // that is made, changed or cancelled
	Reward  []string // that is taken: pairs of what phrases may name
}

// Pairs are what phrases may name of it.
func (n Named) Pairs(w phrase.Words) []string {
	at, was := n.At, opening.Opening{}
	if n.Own != nil {
		was = n.Own.At()
		if at == (opening.Opening{}) {
			at = was
		}
	}
	switch {
	case n.Order != nil:
		return n.Order.pairs(w)
	case n.Reward != nil:
		return n.Reward
	}
	return []string{
		"service", n.Service, "when", moment(w, at), "was", moment(w, was), "where", Where(w, at),
		"party", n.party(), "what", n.what(w), "name", n.Name, "phone", n.Phone,
	}
}

func moment(w phrase.Words, o opening.Opening) string {
	if o.Date == "" {
		return ""
	}
	return when.SayMoment(o.Date, o.Time, w.Lang)
}

func (n Named) party() string {
	if n.Party == "" && n.Own != nil && n.Own.Party > 0 {
		return strconv.Itoa(n.Own.Party)
	}
	return n.Party
}

// what it is about, in a word.
func (n Named) what(w phrase.Words) string {
	switch {
	case n.party() != "" && (n.Own == nil || n.Own.Service == ""):
		return w.Say("the_table", "party", n.party())
	case n.Own != nil && n.Own.Service != "":
		return w.Say("the_appointment_of", "service", n.Own.Service)
	case n.Service != "":
		return w.Say("the_appointment_of", "service", n.Service)
	}
	return w.Say("the_appointment")
}

// onlyParty reports whether how many come is all that changes.
func (n Named) onlyParty() bool {
	if n.Own == nil || n.Party == "" || n.Own.Service != "" {
		return false
	}
	return n.Own.Date == n.At.Date && n.Own.Time == n.At.Time && n.Own.Branch == n.At.Branch
}

// Where names branch and person, as far as they are known.
func Where(w phrase.Words, o opening.Opening) string {
	out := ""
	if o.Branch != "" {
		out += w.Say("at_branch", "branch", o.Branch)
	}
	if o.Staff != "" {
		out += w.Say("with_staff", "staff", o.Staff)
	}
	return out
}

// Ask names everything that a write would change and asks for a yes to it; the choices hold its digest.
func Ask(w phrase.Words, of *flow.Write, asked assent.Asked, n Named) (text string, choices []llm.Choice) {
	key, yes, no := of.Confirm, of.Yes, of.No
	switch {
	case key == "propose_service" && n.Service == "":
		key = "propose"
	case key == "propose_move" && n.onlyParty():
		key = "propose_party"
	case key == "propose_waiting" && n.At.Date == "":
		key = "propose_waiting_any"
	case key == "propose_order" && n.Order != nil && n.Order.Replaces:
		key = "propose_change"
	}
	if yes == "" {
		yes, no = "yes", "another_time"
	}
	text = w.Say(key, n.Pairs(w)...)
	if n.Note != "" {
		text = phrase.Line(w.Say("with_note", "note", n.Note), text)
	}
	return text, []llm.Choice{{ID: asked.Yes(), Title: w.Say(yes)}, {ID: asked.No(), Title: w.Say(no)}}
}
