package rulemodel

import (
	"slices"
	"strconv"
	"strings"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/flow"
	"github.com/recado/recado/services/agent-runner/opening"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// choiceLimit is how many rows a channel's list may have.
const choiceLimit = 10

// findOpening asks the calendar and offers what fits; an exact fit is proposed by itself.
func (t *turn) findOpening(f *dialogue.Frame) answer {
	got, stop := t.lookFor(f, f.Values["time"], "")
	if stop == nil && t.settings().Vertical == tenant.Restaurant && f.Wish().BareMorning() && !opening.Morning(got.Openings) {
		evening := opening.Later(f.Values["time"])
		later := f.Copied()
		later.Set("time", evening)
		if dinner, wait := t.lookFor(later, evening, "evening"); wait != nil || len(dinner.Openings) > 0 {
			got, stop = dinner, wait
			if wait == nil {
				f.Set("time", evening)
			}
		}
	}
	if stop != nil {
		return *stop
	}
	fits := got.Openings
	if got.Code == "" {
		fits = f.Wish().Fitting(fits)
	}
	if first := opening.Earliest(fits); f.Values["soonest"] == "yes" && len(first) > 0 && !t.Wants("urgent_care") {
		fits = first[:1]
	}
	switch {
	case got.Code == "" && f.Wish().Exact() && len(fits) > 0 || len(fits) == 1:
		f.Chosen = &fits[0]
		return t.nearly(f, got)
	case len(fits) > 0:
		return t.offerOpenings(f, opening.Few(fits, t.Wants("urgent_care")), t.leadFor(f, got, "offer_openings"))
	case len(got.Openings) > 0:
		return t.offerOpenings(f, f.Wish().Nearest(got.Openings), t.leadFor(f, got, "offer_nearest"))
	}
	return t.nothingFree(f, got)
}

// nearly proposes the one opening there is, after the reason why it is not the one that was wished.
func (t *turn) nearly(f *dialogue.Frame, got opening.Found) answer {
	a := t.finish(f)[0]
	if got.Code != "" && len(a.calls) == 0 {
		a.text = phrase.Line(got.Why, a.text)
	}
	return a
}

// leadFor is the line before a list: the calendar's own reason where it gives one.
func (t *turn) leadFor(f *dialogue.Frame, got opening.Found, key string) string {
	if got.Why != "" {
		return got.Why + " " + t.say("can_offer")
	}
	if service := f.Values["service_name"]; service != "" && key == "offer_openings" {
		return t.say("offer_openings_for", "service", service)
	}
	return t.say(key)
}

func (t *turn) nothingFree(f *dialogue.Frame, got opening.Found) answer {
	f.Asked, f.Offered = "later", nil
	f.Set("missed", f.Values["date"])
	f.AnyTime()
	also := ""
	if t.offered[flow.JoinWaiting] {
		also = t.say("waiting_also")
	}
	return answer{text: phrase.Line(got.Why, t.say("no_openings"), also)}
}

// asksWaiting reports whether it is asked if there is a waiting list, and no place on it is wanted yet.
func (t *turn) asksWaiting() bool {
	f := t.flowByWords()
	return f != nil && f.Joins() && strings.ContainsAny(t.Text, "?¿") && !t.Says("joins_list")
}

// freeMeanwhile lists what is free of what somebody would wait for: that comes before a place on the waiting list.
func (t *turn) freeMeanwhile(f *dialogue.Frame) (text string, calls []llm.ToolCall) {
	if !f.Spec().Joins() || f.Asked == dialogue.AskConfirm || f.Values["looked"] != "" {
		return "", nil
	}
	few, calls := opening.Free(t.results, t.queryFor(f, f.Values["time"], "waiting"))
	if len(few) == 0 {
		return "", calls
	}
	text = t.offerOpenings(f, few, t.say("waiting_free")).text
	return strings.TrimSuffix(text, "\n"+t.say("ask_opening")), nil
}

// takesFree turns who would wait to a booking where one of the times that are free is taken.
func (t *turn) takesFree() {
	f, booking := t.open(), t.flowFor("booking")
	if f == nil || booking == nil || !f.Spec().Joins() {
		return
	}
	if t.answerToConfirmation() != assent.Declined && opening.TakenBeside(f.Offered, &t.Said) != nil {
		f.Flow, f.Asked = booking.Name, "opening"
	}
}

// offerOpenings lists openings to choose from.
func (t *turn) offerOpenings(f *dialogue.Frame, offered []opening.Opening, lead string) answer {
	if f.Asked == "opening" && slices.EqualFunc(f.Offered, offered, opening.Opening.Same) {
		lead = t.say("offer_again")
	}
	f.Offered, f.Asked, f.Chosen = offered, "opening", nil
	lines := []string{lead}
	a := answer{}
	for i, o := range offered {
		lines = append(lines, strconv.Itoa(i+1)+". "+t.when(o)+t.where(o))
		a.choices = append(a.choices, llm.Choice{ID: o.SlotID, Title: o.Short(t.words), Description: strings.TrimSpace(o.Branch)})
	}
	a.text = strings.Join(append(lines, t.say("ask_opening")), "\n")
	return a
}

// offerAnother offers what is free instead of an opening that could not be had; one that only grew too old is proposed again.
func (t *turn) offerAnother(f *dialogue.Frame, code string) answer {
	lost := *f.Chosen
	probe := f.Copied()
	probe.Set("date", lost.Date)
	probe.Set("date_end", "")
	probe.Set("time", "")
	probe.Set("part", "")
	got, stop := t.lookFor(probe, "", "again")
	if stop != nil {
		return *stop
	}
	all := got.Openings
	if code != slotTaken {
		again := func(o opening.Opening) bool {
			return o.Time == lost.Time && o.Date == lost.Date && o.Branch == lost.Branch
		}
		if i := slices.IndexFunc(all, again); i >= 0 {
			f.Chosen = &all[i]
			return t.confirm(f)
		}
	}
	all = slices.DeleteFunc(all, func(o opening.Opening) bool { return o.SlotID == lost.SlotID || o.Same(lost) })
	f.Set("date", lost.Date)
	f.Set("time", lost.Time)
	f.Chosen, f.Offered = nil, nil
	if len(all) == 0 {
		return t.nothingFree(f, opening.Found{Why: t.say("taken")})
	}
	return t.offerOpenings(f, f.Wish().Nearest(all), t.say("opening_taken"))
}

// lookFor asks the calendar for what is wished; stop is set where it needs calls first, or cannot say what is free.
func (t *turn) lookFor(f *dialogue.Frame, at, round string) (got opening.Found, stop *answer) {
	got, calls, refused := opening.Look(t.results, t.queryFor(f, at, round))
	var a answer
	switch {
	case calls != nil:
		a = answer{calls: calls}
	case refused == nil:
		return got, nil
	case refused.Code == tooLarge:
		a = t.refusedParty(f)
	case refused.Code == "not_found": // a person or service without a calendar
		t.state.Pop()
		a = t.person("needs_person", "handoff_errand")
	default:
		t.state.Pop()
		a = t.toolFailed()
	}
	return got, &a
}

func (t *turn) queryFor(f *dialogue.Frame, at, round string) opening.Query {
	return opening.Query{
		Wish: f.Wish(), At: at, Round: round,
		Service: t.serviceFor(f), Branch: f.Values["branch"], Staff: f.Values["staff"], Party: dialogue.Number(f.Party()),
	}
}

// serviceFor is the service that an opening must have room for: the one that is wished, or that of the appointment that is moved.
func (t *turn) serviceFor(f *dialogue.Frame) string {
	if f.Own == nil || f.Own.Service == "" {
		return f.Values["service"]
	}
	i := slices.IndexFunc(t.settings().Services, func(n tenant.Name) bool { return n.Name == f.Own.Service })
	if i < 0 {
		return ""
	}
	return t.settings().Services[i].ID
}
