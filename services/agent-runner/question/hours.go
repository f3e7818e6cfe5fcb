package question

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/recado/recado/pkg/language/when"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
)

type branch struct {
	Name       string                     `json:"name"`
	Address    string                     `json:"address"`
	City       string                     `json:"city"`
	Phone      string                     `json:"phone"`
	Maps       string                     `json:"google_maps_url"`
	Directions string                     `json:"directions"`
	Hours      map[string]json.RawMessage `json:"operating_hours"`
	Special    []specialDay               `json:"special_days"`
}

// specialDay is when other hours hold than the week's; dates are YYYY-MM-DD.
type specialDay struct {
	First string          `json:"first_day"`
	Last  string          `json:"last_day"`
	Name  string          `json:"name"`
	Hours json.RawMessage `json:"hours"`
}

// span is when a place is open, HH:MM.
type span struct {
	Open  string `json:"open"`
	Close string `json:"close"`
}

var weekdays = []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}

// partSpans are the parts of the day as one asks whether something is open.
var partSpans = map[string]span{"morning": {"06:00", "12:00"}, "afternoon": {"13:00", "19:00"}, "evening": {"19:00", "24:00"}}

// branches are the one that was named, else the preferred one, else all.
func (t *Turn) branches(preferred string) ([]branch, []llm.ToolCall) {
	c := llm.CallFor("get_branch_info", "all", map[string]any{})
	if preferred = cmp.Or(preferred, t.again); preferred != "" {
		c = llm.CallFor("get_branch_info", "booked", map[string]any{"branch_name": preferred})
	}
	if m := t.Slots.GetBranches(); len(m) > 0 {
		c = llm.CallFor("get_branch_info", m[0].GetId(), map[string]any{"branch_name": m[0].GetName()})
	}
	r, found := t.Results[c.ID]
	if !found {
		return nil, []llm.ToolCall{c}
	}
	return readBranches(r), nil
}

// readBranches takes one branch or a list: the tool gives either.
func readBranches(r tool.Result) []branch {
	if list, ok := read[[]branch](r); ok {
		return list
	}
	if one, ok := read[branch](r); ok && one.Name != "" {
		return []branch{one}
	}
	return nil
}

// at are the hours of one day, as its closures leave them; of any such week day the usual ones.
func (b branch) at(a asked) []span {
	if s := b.special(a); s != nil {
		return spansOf(s.Hours)
	}
	return spansOf(b.Hours[strings.ToLower(a.day.Weekday().String())])
}

// special is the special day that an asked day is.
func (b branch) special(a asked) *specialDay {
	date := a.day.Format(time.DateOnly)
	i := slices.IndexFunc(b.Special, func(s specialDay) bool { return s.First <= date && date <= s.Last })
	if i < 0 || a.weekly {
		return nil
	}
	return &b.Special[i]
}

func spansOf(data json.RawMessage) []span {
	if one, ok := decode[span](data); ok && one.Open != "" {
		return []span{one}
	}
	list, _ := decode[[]span](data)
	return list
}

// within is the span of a day that an asked time falls into.
func (a asked) within(spans []span) (span, bool) {
	for _, s := range spans {
		inside := a.from >= s.Open && a.from < s.Close
		overlaps := a.from != a.to && s.Open < a.to && s.Close > a.from
		if a.from == "" || inside || overlaps {
			return s, true
		}
	}
	return span{}, false
}

// open says yes or no first, then the hours and why they are other than the week's; of several days each, and no or yes where it is
// the same for all.
func (t *Turn) open(a ask) Answer {
	found, calls := t.branches("")
	if calls != nil {
		return Answer{Calls: calls}
	}
	if len(found) == 0 {
		return t.unsure()
	}
	if a.clause.says(t, "feriado", "festivo", "holiday") && len(t.daysOf(a.clause)) == 0 {
		return t.holidays(found)
	}
	days := t.otherDays(found, t.moments(a.clause))
	if len(days) == 0 {
		return t.hours(a)
	}
	opens, places := 0, len(found)*len(days)
	for _, b := range found {
		for _, at := range days {
			if _, ok := at.within(b.at(at)); ok {
				opens++
			}
		}
	}
	lead := "yes_lead"
	switch closing := a.clause.says(t, "cerr", "cierr", "clos", "fech"); {
	case opens > 0 && opens < places && len(days) > 1:
		lead = ""
	case opens > 0 && opens < places:
		lead = "depends_lead"
	case (opens == 0) != closing:
		lead = "no_lead"
	}
	return t.eachDay(lead, found, days)
}

// otherDays are the special ones of many days: of the others the week tells.
func (t *Turn) otherDays(found []branch, days []asked) []asked {
	if len(days) <= maxAlike {
		return days
	}
	return slices.DeleteFunc(days, func(d asked) bool {
		return !slices.ContainsFunc(found, func(b branch) bool { return b.special(d) != nil })
	})
}

// eachDay says how the branches are open on some days: once where it is the same everywhere.
func (t *Turn) eachDay(lead string, found []branch, days []asked) Answer {
	var said []string
	for _, b := range found {
		parts := make([]string, 0, len(days))
		for _, at := range days {
			parts = append(parts, t.opened(b, at))
		}
		said = append(said, strings.Join(parts, "; ")+".")
	}
	first := t.Say(lead)
	if len(found) == 1 && len(t.settings().Branches) > 1 { // which one it is, is no matter of course
		return Answer{Text: strings.TrimSpace(first + " " + found[0].Name + ": " + said[0])}
	}
	if len(slices.Compact(slices.Clone(said))) == 1 {
		if first == "" {
			return Answer{Text: capital(said[0])}
		}
		return Answer{Text: first + " " + said[0]}
	}
	for i, b := range found {
		said[i] = b.Name + ": " + said[i]
	}
	return Answer{Text: strings.TrimSpace(first + "\n" + strings.Join(said, "\n"))}
}

// says reports whether a word of the clause is one of these, or begins with one.
func (c clause) says(t *Turn, beginnings ...string) bool {
	text := t.reading().text
	for i := c.from; i < c.to; i++ {
		if slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(text.At(i), b) }) {
			return true
		}
	}
	return false
}

// opened says how one branch is open at the asked time.
func (t *Turn) opened(b branch, at asked) (text string) {
	spans, special := b.at(at), b.special(at)
	switch in, ok := at.within(spans); {
	case at.now && ok:
		text = t.Say("open_now", "close", in.Close)
	case at.now:
		text = t.Say("closed_now", "next", t.nextOpening(b))
	case len(spans) == 0:
		text = t.Say("closed_on", "day", t.day(at))
	case !ok && at.from >= spans[len(spans)-1].Close:
		text = t.Say("closes_at", "day", t.day(at), "close", spans[len(spans)-1].Close)
	case !ok && at.to <= spans[0].Open:
		text = t.Say("opens_later", "day", t.day(at), "open", spans[0].Open)
	default:
		text = t.Say("open_on", "day", t.day(at), "hours", t.spoken(spans))
	}
	switch ahead := at.day.Sub(t.Facts.Now); {
	case special != nil && special.Name != "":
		text += " (" + special.Name + ")"
	case special != nil, at.weekly, at.now, len(spans) == 0:
	case ahead > 7*24*time.Hour:
		text += t.Say("no_closing_announced")
	}
	return text
}

// nextOpening is when a branch opens next, within a week.
func (t *Turn) nextOpening(b branch) string {
	now := t.Facts.Now.Format("15:04")
	for ahead := range 8 {
		day := t.Facts.Now.AddDate(0, 0, ahead)
		for _, s := range b.at(asked{day: day}) {
			if ahead > 0 || s.Open > now {
				return t.Say("opens_at", "day", t.day(asked{day: day}), "open", s.Open)
			}
		}
	}
	return ""
}

// holidays are the special days that are known, by name.
func (t *Turn) holidays(found []branch) Answer {
	var lines []string
	today := t.Facts.Now.Format(time.DateOnly)
	for _, s := range found[0].Special {
		if s.Last < today || len(lines) >= 6 {
			continue
		}
		hours := t.Say("closed")
		if spans := spansOf(s.Hours); len(spans) > 0 {
			hours = t.said(spans)
		}
		lines = append(lines, "• "+when.SayDate(s.First, t.lang())+" ("+s.Name+"): "+hours)
	}
	if len(lines) == 0 {
		return Answer{Text: t.Say("no_holidays") + " " + t.weeks(found)}
	}
	return Answer{Text: t.Say("holidays_intro") + "\n" + strings.Join(lines, "\n")}
}

// hours says those of the days that were asked about, else of the week.
func (t *Turn) hours(a ask) Answer {
	found, calls := t.branches("")
	if calls != nil {
		return Answer{Calls: calls}
	}
	if len(found) == 0 {
		return t.unsure()
	}
	if !t.dated(a.clause) {
		return Answer{Text: t.weeks(found)}
	}
	days := t.otherDays(found, t.moments(a.clause))
	if len(days) == 0 {
		return Answer{Text: t.weeks(found)}
	}
	for i := range days {
		days[i].from, days[i].to, days[i].now = "", "", false // all of the day
	}
	return t.eachDay("", found, days)
}

// until says the hours of the business, or of a thing that is named.
func (t *Turn) until(a ask) Answer {
	if t.speaksOfAny(a) && !t.callsSomebody(a.text) {
		return t.hoursOf(a)
	}
	return t.hours(a)
}

// lastOrder says until when the kitchen takes orders, else the hours.
func (t *Turn) lastOrder(a ask) Answer {
	a.text = kinds.named(a.kind).Family
	if got, ok := t.passage(a, firm, passage.isFAQ); ok {
		return got
	}
	return t.hours(a)
}

// hoursOf is until when a thing is served or done: by its FAQ, else as it stands in what is said of it.
func (t *Turn) hoursOf(a ask) Answer {
	if got, ok := t.passage(a, firm, passage.isFAQ); ok {
		return got
	}
	return t.items(a, t.described)
}

func (t *Turn) weeks(found []branch) string {
	lines := make([]string, 0, len(found))
	for _, b := range found {
		lines = append(lines, t.Say("hours", "branch", b.Name, "hours", t.week(b.Hours)))
	}
	return strings.Join(lines, "\n")
}

// week joins neighbouring days with the same hours: Monday to Friday 9:00-19:00, Saturday ...
func (t *Turn) week(hours map[string]json.RawMessage) string {
	var parts []string
	for i := 0; i < len(weekdays); {
		j := i
		said := t.said(spansOf(hours[weekdays[i]]))
		for j+1 < len(weekdays) && t.said(spansOf(hours[weekdays[j+1]])) == said {
			j++
		}
		parts = append(parts, t.days(i, j)+" "+said)
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

func (t *Turn) days(i, j int) string {
	first, last := t.Say("day_"+weekdays[i]), t.Say("day_"+weekdays[j])
	switch {
	case i == j:
		return first
	case j == i+1:
		return first + " " + t.Say("and") + " " + last
	}
	return first + " " + t.Say("to") + " " + last
}

// said writes spans: "09:00-14:00 y 15:00-19:00".
func (t *Turn) said(spans []span) string {
	if len(spans) == 0 {
		return t.Say("closed")
	}
	parts := make([]string, 0, len(spans))
	for _, s := range spans {
		parts = append(parts, s.Open+"-"+s.Close)
	}
	return strings.Join(parts, " "+t.Say("and")+" ")
}

// spoken writes spans within a sentence: "de 09:00 a 14:00 y de 15:00 a 19:00".
func (t *Turn) spoken(spans []span) string {
	parts := make([]string, 0, len(spans))
	for _, s := range spans {
		parts = append(parts, t.Say("from_to", "open", s.Open, "close", s.Close))
	}
	return strings.Join(parts, " "+t.Say("and")+" ")
}
