package rulemodel

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/opening"
	"github.com/recado/recado/services/agent-runner/phrase"
)

const (
	// choiceLimit is how many rows a channel's list may have.
	choiceLimit = 10
	// partyLimit is the largest party that the calendar is asked for; no table seats more.
	partyLimit = 500
)

// found is what the calendar said: openings, or the reason why there are none and the nearest ones.
type found struct {
	openings []opening.Opening
	why      string // a sentence for the customer
	code     string
}

// findOpening asks the calendar and offers what fits; an exact fit is proposed by itself.
func (t *turn) findOpening(f *frame) answer {
	got, stop := t.lookFor(f, f.Values["time"], "")
	if stop == nil && t.settings().Vertical == tenant.Restaurant && f.wish().BareMorning() && !opening.Morning(got.openings) {
		evening := opening.Later(f.Values["time"])
		if dinner, wait := t.lookFor(f, evening, "evening"); wait != nil || len(dinner.openings) > 0 && dinner.code == "" {
			got, stop = dinner, wait
			if wait == nil {
				f.set("time", evening)
			}
		}
	}
	if stop != nil {
		return *stop
	}
	fits := got.openings
	if got.code == "" {
		fits = f.wish().Fitting(fits)
	}
	if first := opening.Earliest(fits); f.Values["soonest"] == "yes" && len(first) > 0 && !t.Wants("urgent_care") {
		fits = first[:1]
	}
	switch {
	case got.code == "" && f.wish().Exact() && len(fits) > 0 || len(fits) == 1:
		f.Chosen = &fits[0]
		return t.nearly(f, got)
	case len(fits) > 0:
		return t.offerOpenings(f, pickFew(t, fits), t.leadFor(f, got, "offer_openings"))
	case len(got.openings) > 0:
		return t.offerOpenings(f, f.wish().Nearest(got.openings), t.leadFor(f, got, "offer_nearest"))
	}
	return t.nothingFree(f, got)
}

// nearly proposes the one opening there is, after the reason why it is not the one that was wished.
func (t *turn) nearly(f *frame, got found) answer {
	a := t.finish(f)[0]
	if got.code != "" && len(a.calls) == 0 {
		a.text = phrase.Line(got.why, a.text)
	}
	return a
}

// pickFew spreads the openings over the list; where something hurts, the first ones are offered.
func pickFew(t *turn, fits []opening.Opening) []opening.Opening {
	if t.Wants("urgent_care") {
		return opening.Earliest(fits)
	}
	return opening.Spread(fits)
}

// leadFor is the line before a list: the calendar's own reason where it gives one.
func (t *turn) leadFor(f *frame, got found, key string) string {
	if got.why != "" {
		return got.why + " " + t.say("can_offer")
	}
	if service := f.Values["service_name"]; service != "" && key == "offer_openings" {
		return t.say("offer_openings_for", "service", service)
	}
	return t.say(key)
}

func (t *turn) nothingFree(f *frame, got found) answer {
	f.Asked, f.Offered = "later", nil
	f.anyTime()
	return answer{text: phrase.Line(got.why, t.say("no_openings"))}
}

// offerOpenings lists openings to choose from.
func (t *turn) offerOpenings(f *frame, offered []opening.Opening, lead string) answer {
	if f.Asked == "opening" && slices.EqualFunc(f.Offered, offered, opening.Opening.Same) {
		lead = t.say("offer_again")
	}
	f.Offered, f.Asked, f.Chosen = offered, "opening", nil
	lines := []string{lead}
	a := answer{}
	for i, o := range offered {
		lines = append(lines, ordinal(i+1)+". "+t.when(o)+t.where(o))
		a.choices = append(a.choices, llm.Choice{ID: o.SlotID, Title: t.shortWhen(o), Description: strings.TrimSpace(o.Branch)})
	}
	a.text = strings.Join(append(lines, t.say("ask_opening")), "\n")
	return a
}

// offerAnother offers what is free instead of an opening that could not be had; one that only grew too old is proposed again.
func (t *turn) offerAnother(f *frame, code string) answer {
	lost := *f.Chosen
	probe := f.copied()
	probe.set("date", lost.Date)
	probe.set("date_end", "")
	probe.set("time", "")
	probe.set("part", "")
	got, stop := t.lookFor(probe, "", "again")
	if stop != nil {
		return *stop
	}
	all := got.openings
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
	f.set("date", lost.Date)
	f.set("time", lost.Time)
	f.Chosen, f.Offered = nil, nil
	if len(all) == 0 {
		return t.nothingFree(f, found{why: t.say("taken")})
	}
	return t.offerOpenings(f, f.wish().Nearest(all), t.say("opening_taken"))
}

// lookFor asks the calendar for what is wished; a range with a bound is asked day by day, since days of a range are thinned.
func (t *turn) lookFor(f *frame, at, round string) (got found, stop *answer) {
	var calls []llm.ToolCall
	for _, day := range f.wish().Days() {
		args := t.query(f, day, at)
		c := llm.CallFor("get_available_slots", round+keyOf(args), args)
		r, done := t.ask(c)
		if !done {
			calls = append(calls, c)
			continue
		}
		one, refused := t.readOpenings(f, r)
		if refused != nil {
			return got, refused
		}
		if one.code != "" && got.code == "" {
			got.code, got.why = one.code, one.why
		}
		got.openings = append(got.openings, one.openings...)
	}
	if calls != nil {
		return got, &answer{calls: calls}
	}
	if len(f.wish().Days()) > 1 && len(f.wish().Fitting(got.openings)) > 0 {
		got.code, got.why = "", "" // some of the days are full or closed, not all
	}
	return got, nil
}

func keyOf(args map[string]any) string {
	data, _ := json.Marshal(args)
	return string(data)
}

// refusals are the codes with which the calendar says why there is nothing at the wished time.
var refusals = []string{"past", "no_such_date", "closed", "full", "beyond_horizon"}

// readOpenings reads what the calendar said; refused is set where it cannot say what is free.
func (t *turn) readOpenings(f *frame, r tool.Result) (got found, refused *answer) {
	list, ok := tool.Read[[]opening.Opening](r)
	switch {
	case r.Err != nil && slices.Contains(refusals, r.Err.Code):
		return found{openings: tool.ReadAllowed[opening.Opening](r.Err.Allowed), why: phrase.Sentence(r.Err.Message), code: r.Err.Code}, nil
	case r.Err != nil && r.Err.Code == tooLarge:
		a := t.refusedParty(f)
		return got, &a
	case r.Err != nil && r.Err.Code == "not_found": // a person or service without a calendar
		t.state.pop()
		a := t.person("needs_person", "handoff_errand")
		return got, &a
	case !ok || list == nil:
		t.state.pop()
		a := t.toolFailed()
		return got, &a
	}
	got.openings = slices.DeleteFunc(list, func(o opening.Opening) bool { return !o.Free() || o.SlotID == "" })
	return got, nil
}

// query is what get_available_slots is asked. A bound is applied here, to the openings of a whole day.
func (t *turn) query(f *frame, day [2]string, at string) map[string]any {
	args := map[string]any{}
	for name, value := range map[string]string{
		"date": day[0], "date_end": day[1], "service_id": f.serviceFor(t), "branch_id": f.Values["branch"], "staff_id": f.Values["staff"],
	} {
		if value != "" {
			args[name] = value
		}
	}
	switch {
	case at != "" && !f.wish().Bounded():
		args["time"] = at
	case at == "" && f.Values["part"] != "":
		args["part_of_day"] = f.Values["part"]
	}
	if n := atoi(f.party()); n > 0 {
		args["party_size"] = min(n, partyLimit)
	}
	return args
}

// serviceFor is the service that an opening must have room for: the one that is wished, or that of the appointment that is moved.
func (f *frame) serviceFor(t *turn) string {
	if f.Own == nil || f.Own.Service == "" {
		return f.Values["service"]
	}
	i := slices.IndexFunc(t.settings().Services, func(n tenant.Name) bool { return n.Name == f.Own.Service })
	if i < 0 {
		return ""
	}
	return t.settings().Services[i].ID
}
