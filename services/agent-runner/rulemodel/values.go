package rulemodel

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/flow"
	"github.com/recado/recado/services/agent-runner/heard"
	"github.com/recado/recado/services/agent-runner/opening"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// tappedOther is the id of the choice that turns a proposal down.
const tappedOther = "other"

// noteLimit bounds what a customer says for a person, in characters.
const noteLimit = 300

// take takes the values that this turn says into an errand, as far as its flow collects them.
func (t *turn) take(f *dialogue.Frame) {
	fl := f.Spec()
	before := f.Copied()
	if fl.Collects("appointment") {
		t.takeAppointment(f)
	}
	if fl.Uses("party") {
		t.takeParty(f)
	}
	if fl.Collects("service") {
		t.takeService(f)
	}
	if fl.Collects("when") {
		t.takePlace(f)
		moved := t.takeWhen(f)
		if t.Says("soonest") {
			f.Set("soonest", "yes")
		}
		t.takeOpening(f, before, moved)
	}
	if fl.Collects("basket") {
		t.takeOrder(f)
	}
	if fl.Collects("reward") {
		t.desk().Take(f)
	}
	if fl.Collects("phone") && t.Reach.Phone != "" {
		f.Set("phone", t.Reach.Phone)
	}
	if fl.Collects("note") && f.Asked == "note" && t.Text != "" {
		f.Set("note", phrase.Clip(t.Text, noteLimit))
	}
}

// takeOver takes what another errand knows already and this one collects: who waits for a place need not say again for what and when.
func (t *turn) takeOver(f, other *dialogue.Frame) {
	fl, id := f.Spec(), t.serviceFor(other)
	for _, s := range t.settings().Services {
		if s.ID == id && fl.Collects("service") {
			f.SetService(s.ID, s.Name)
		}
	}
	if fl.Collects("party") {
		f.Set("party", other.Party())
	}
	if fl.Collects("when") {
		for _, name := range dialogue.PlacesAndTimes {
			f.Set(name, other.Values[name])
		}
		if len(other.Offered) > 0 {
			f.Set("looked", "yes")
		}
		if other.Asked == "later" { // nothing was free on the day that was wished
			f.Set("date", other.Values["missed"])
		}
	}
}

func (t *turn) takeParty(f *dialogue.Frame) {
	party := t.Slots.GetPartySize()
	if f.Asked == "party" && party == 0 {
		party = cmp.Or(t.Slots.GetQuantity(), heard.FirstNumber(t.Text))
	}
	party = cmp.Or(party, heard.People(t.Text))
	if t.Says("more_people") && party > 0 {
		party += uint32(dialogue.Number(f.Party()))
	}
	if party > 0 {
		f.Set("party", strconv.FormatUint(uint64(party), 10))
	}
}

func (t *turn) takeService(f *dialogue.Frame) {
	if m := t.wished(); m != nil && !t.asksAside(f) {
		f.SetService(m.GetId(), m.GetName())
	}
	if f.Values["service"] == "" && t.Says("child") {
		if own := heard.ForChildren(t.settings().Services); len(own) == 1 {
			f.SetService(own[0].ID, own[0].Name)
		}
	}
	switch {
	case f.Values["service"] != "":
	case f.Asked == "service":
		t.takeFromList(f)
	default:
		t.takeAlike(f)
	}
	if staff := t.Slots.GetStaff(); f.Values["service"] == "" && len(staff) > 0 {
		if own := heard.ServicesOf(t.settings(), staff[0].GetId()); len(own) == 1 {
			f.SetService(own[0].ID, own[0].Name)
		}
	}
}

// takeAlike takes the service that is told by another form of its name; of several the list is shortened to them.
func (t *turn) takeAlike(f *dialogue.Frame) {
	like := heard.Alike(t.settings().Services, t.Text)
	if len(like) == 1 {
		f.SetService(like[0].ID, like[0].Name)
	} else if len(like) < choiceLimit {
		f.Among = like
	}
}

// takeFromList takes the service that was chosen from the list, or the one that was proposed to who does not know.
func (t *turn) takeFromList(f *dialogue.Frame) {
	for i, s := range t.choosable(f) {
		guessed := s.ID == f.Values["guess"] && (t.Slots.GetAnswer() == "yes" || t.Says("soonest") || assent.Affirms(t.Text))
		if t.Tapped == s.ID || t.Tapped == "" && (int(t.Slots.GetChoice()) == i+1 || guessed) {
			f.SetService(s.ID, s.Name)
		}
	}
}

// asksAside reports whether a service was named to ask about it, while another one is being booked.
func (t *turn) asksAside(f *dialogue.Frame) bool {
	return f.Values["service"] != "" && t.Wants("pricing", "services", "menu", "faq_policy") && !t.Wants("booking")
}

func (t *turn) takePlace(f *dialogue.Frame) {
	if m := t.Slots.GetBranches(); len(m) > 0 {
		f.Set("branch", m[0].GetId())
	}
	if m := t.Slots.GetStaff(); len(m) > 0 {
		f.Set("staff", m[0].GetId())
	}
}

// takeWhen takes over a date or time; moved reports whether one was said. A question about hours moves nothing.
func (t *turn) takeWhen(f *dialogue.Frame) (moved bool) {
	w := t.Slots.GetWhen()
	asks := t.First("hours") && !t.Wants("booking")
	if f.Values["date"] != "" && asks || f.Asked == "opening" && t.Says("earliest") {
		return false
	}
	never := cmp.Or(heard.NoSuchDate(t.Text, t.facts.Now), heard.PastDate(t.Text, t.facts.Now)) // the calendar says why not
	if date := cmp.Or(never, w.GetDate()); date != "" {
		f.Set("date", date)
		f.Set("date_end", "")
	} else if w.GetRangeStart() != "" {
		f.Set("date", w.GetRangeStart())
		f.Set("date_end", w.GetRangeEnd())
		if end, err := time.Parse(time.DateOnly, w.GetRangeEnd()); err == nil && t.Says("or_next_week") {
			f.Set("date_end", end.AddDate(0, 0, 7).Format(time.DateOnly))
		}
	}
	if at := w.GetTime(); at != "" || w.GetPartOfDay() != "" {
		if w.GetPartOfDay() == "" && f.Wish().Afternoon(at) {
			at = opening.Later(at)
		}
		f.SetTime(at, w.GetBound())
		f.Set("part", w.GetPartOfDay())
		f.Set("time_end", w.GetTimeEnd())
	}
	return t.otherHour(f) || never != "" || t.SaidWhen()
}

// otherHour takes an hour that is told by what was offered: "at the same time", "earlier", a bare number.
func (t *turn) otherHour(f *dialogue.Frame) bool {
	shown := f.Offered
	if f.Chosen != nil {
		shown = []opening.Opening{*f.Chosen}
	}
	same, bare := t.sameTime(f), ""
	if f.Asked == "opening" {
		bare = opening.BareHour(shown, &t.Said)
	}
	at, bound := opening.Beside(shown, &t.Said)
	switch {
	case same+bare != "":
		f.SetTime(cmp.Or(same, bare), "")
	case at != "" && (f.Asked == "opening" || f.Asked == dialogue.AskConfirm):
		f.SetTime(at, bound)
		f.Set("part", "")
	default:
		return false
	}
	return true
}

// sameTime is the hour that "at the same time" means; empty where it was not said, or none is known.
func (t *turn) sameTime(f *dialogue.Frame) string {
	d := t.made()
	switch {
	case !t.Says("same_time") || t.Slots.GetWhen().GetTime() != "":
	case f.Own != nil:
		return f.Own.Time
	case f.Chosen != nil:
		return f.Chosen.Time
	case d != nil:
		return d.Chosen.Time
	}
	return ""
}

// takeOpening keeps the offered opening that the customer settled on, and lets offers go that no longer fit what is wanted.
func (t *turn) takeOpening(f, before *dialogue.Frame, moved bool) {
	refused := t.Slots.GetAnswer() == "no" || t.Tapped == tappedOther
	if refused && f.Asked == dialogue.AskConfirm && moved && t.repeatsProposal(before) {
		for _, name := range dialogue.Times {
			f.Set(name, before.Values[name]) // "no, not at ten"
		}
		moved = false
	}
	changed := slices.ContainsFunc([]string{"service", "branch", "staff", "party"}, func(name string) bool {
		return f.Values[name] != before.Values[name] && !t.isChosen(before, name)
	})
	chosen := opening.Choose(f.Offered, &t.Said, moved)
	if chosen != nil && t.Tapped != chosen.SlotID && (refused || f.Asked != "opening") {
		chosen = nil
	}
	switch {
	case chosen != nil && !changed:
		f.Chosen = chosen
	case changed:
		f.Chosen, f.Offered = nil, nil
	case moved || refused:
		f.Chosen = nil
	}
}

// repeatsProposal reports whether the moment that was said is the one that had been proposed.
func (t *turn) repeatsProposal(f *dialogue.Frame) bool {
	w := t.Slots.GetWhen()
	if f.Chosen == nil || !t.SaidWhen() || w.GetPartOfDay()+w.GetRangeStart()+w.GetBound() != "" {
		return false
	}
	sameTime := w.GetTime() == "" || w.GetTime() == f.Chosen.Time
	return sameTime && (w.GetDate() == "" || w.GetDate() == f.Chosen.Date)
}

// lacks is the first step whose value is not known yet; nil when all are.
func (t *turn) lacks(f *dialogue.Frame) *flow.Step {
	for i, s := range f.Spec().Collect {
		if !t.knows(f, s.Value) {
			return &f.Spec().Collect[i]
		}
	}
	return nil
}

// knows reports whether a value of an errand is there, or is not needed here.
func (t *turn) knows(f *dialogue.Frame, value string) bool {
	switch value {
	case "service":
		return f.Values["service"] != "" || len(t.settings().Services) == 0
	case "when":
		return f.Chosen != nil || f.Values["date"]+f.Values["time"]+f.Values["part"] != "" || f.Values["soonest"] != ""
	case "opening":
		return f.Chosen != nil
	case "appointment":
		return f.Own != nil
	case "reward":
		return f.Values["tokens"] != ""
	}
	return t.knowsOfOrder(f, value)
}

// collect asks for a value, or finds it with a tool.
func (t *turn) collect(f *dialogue.Frame, s *flow.Step) answer {
	switch s.Value {
	case "appointment":
		return t.findAppointment(f, s)
	case "opening":
		return t.findOpening(f)
	case "reward":
		return t.findReward(f)
	}
	if a, ok := t.collectOrder(f, s); ok {
		return a
	}
	key := s.Ask
	if f.Asked != s.Value {
		f.Tries = 0
	} else if f.Tries++; s.Again != "" {
		key = s.Again
	}
	if f.Asked = s.Value; f.Tries > triesLimit {
		f.Tries = 0
		return t.person("not_understood", "handoff_lost")
	}
	a := answer{text: t.say(t.askKey(f, key), t.pairs(f)...)}
	if s.Value == "service" {
		a.text = phrase.Line(a.text, t.guess(f))
		for _, sv := range t.choosable(f) {
			a.choices = append(a.choices, llm.Choice{ID: sv.ID, Title: sv.Name})
		}
	}
	return a
}

// triesLimit is how often one value is asked for again before a person helps.
const triesLimit = 3

// guess proposes what one begins with to who was asked for a service and named none.
func (t *turn) guess(f *dialogue.Frame) string {
	g := heard.General(t.settings().Services)
	if f.Tries == 0 || g == nil || len(f.Among) > 0 {
		return ""
	}
	f.Set("guess", g.ID)
	return t.say("ask_service_guess", "service", g.Name)
}

// askKey is the question's phrase, without the service where none is known.
func (t *turn) askKey(f *dialogue.Frame, key string) string {
	if f.Values["service_name"] == "" && (key == "ask_date_for" || key == "ask_date_again") {
		return "ask_date"
	}
	return key
}
