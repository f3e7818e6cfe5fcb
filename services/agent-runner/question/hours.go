package question

import (
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
	c := call("get_branch_info", "all", map[string]any{})
	if preferred != "" {
		c = call("get_branch_info", "booked", map[string]any{"branch_name": preferred})
	}
	if m := t.Slots.GetBranches(); len(m) > 0 {
		c = call("get_branch_info", m[0].GetId(), map[string]any{"branch_name": m[0].GetName()})
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

// on are the hours of one day, as its closures leave them, and the special day that they are of.
func (b branch) on(day time.Time) ([]span, *specialDay) {
	date := day.Format(time.DateOnly)
	for i, s := range b.Special {
		if s.First <= date && date <= s.Last {
			return spansOf(s.Hours), &b.Special[i]
		}
	}
	return spansOf(b.Hours[strings.ToLower(day.Weekday().String())]), nil
}

func spansOf(data json.RawMessage) []span {
	if one, ok := decode[span](data); ok && one.Open != "" {
		return []span{one}
	}
	list, _ := decode[[]span](data)
	return list
}

// asked is the moment that a question about hours is about: a day, a time or a part of it.
type asked struct {
	day      time.Time
	dated    bool // said, not today by default
	now      bool
	from, to string // HH:MM; equal for a moment, empty for the whole day
}

func (t *Turn) asked() asked {
	w := t.Slots.GetWhen()
	a := asked{day: t.Facts.Now}
	if day, err := time.Parse(time.DateOnly, w.GetDate()); err == nil {
		a.day, a.dated = day, true
	}
	switch part, known := partSpans[w.GetPartOfDay()]; {
	case w.GetTime() != "":
		a.from, a.to = w.GetTime(), w.GetTime()
	case known:
		a.from, a.to = part.Open, part.Close
	case !a.dated:
		a.now, a.from = true, t.Facts.Now.Format("15:04")
		a.to = a.from
	}
	return a
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

// open says yes or no first, then the hours and why they are other than the week's.
func (t *Turn) open(a ask) Answer {
	found, calls := t.branches("")
	if calls != nil {
		return Answer{Calls: calls}
	}
	if len(found) == 0 {
		return t.unsure()
	}
	at := t.asked()
	if day, named := t.weekday(a.clause); named && !at.dated {
		at = asked{day: day, dated: true, from: at.from, to: at.to}
		if t.Slots.GetWhen().GetTime()+t.Slots.GetWhen().GetPartOfDay() == "" {
			at.from, at.to = "", ""
		}
	}
	if a.clause.says(t, "feriado", "feriados", "festivo", "festivos", "holiday", "holidays", "feriados") && !at.dated {
		return t.holidays(found)
	}
	opens := 0
	for _, b := range found {
		spans, _ := b.on(at.day)
		if _, ok := at.within(spans); ok {
			opens++
		}
	}
	closing := a.clause.says(t, "cerr", "cierr", "clos", "fech")
	lead := "yes_lead"
	switch {
	case opens > 0 && opens < len(found):
		lead = "depends_lead"
	case (opens == 0) != closing:
		lead = "no_lead"
	}
	var lines []string
	for _, b := range found {
		lines = append(lines, t.opened(b, at, len(found) > 1))
	}
	lines = slices.Compact(lines)
	if len(lines) == 1 {
		return Answer{Text: t.Say(lead) + " " + lines[0]}
	}
	return Answer{Text: t.Say(lead) + "\n" + strings.Join(lines, "\n")}
}

// weekdayWords begin the names of the days of the week, folded.
var weekdayWords = map[string]time.Weekday{
	"lune": 1, "marte": 2, "miercole": 3, "jueve": 4, "vierne": 5, "sabado": 6, "domingo": 0, // less the last s
	"monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6, "sunday": 0,
	"segunda": 1, "terca": 2, "quarta": 3, "quinta": 4, "sexta": 5,
}

// weekday is the next day of a week day that is named without a date: "los domingos".
func (t *Turn) weekday(c clause) (day time.Time, named bool) {
	text := t.reading().text
	for i := c.from; i < c.to; i++ {
		if want, ok := weekdayWords[strings.TrimSuffix(text.At(i), "s")]; ok {
			return t.Facts.Now.AddDate(0, 0, (int(want)-int(t.Facts.Now.Weekday())+7)%7), true
		}
	}
	return day, false
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
func (t *Turn) opened(b branch, at asked, several bool) string {
	spans, special := b.on(at.day)
	text := ""
	switch in, ok := at.within(spans); {
	case at.now && ok:
		text = t.Say("open_now", "close", in.Close)
	case at.now:
		text = t.Say("closed_now", "next", t.nextOpening(b))
	case len(spans) == 0:
		text = t.Say("closed_on", "day", t.day(at.day))
	case !ok && at.from >= spans[len(spans)-1].Close:
		text = t.Say("closes_at", "day", t.day(at.day), "close", spans[len(spans)-1].Close)
	case !ok && at.to <= spans[0].Open:
		text = t.Say("opens_later", "day", t.day(at.day), "open", spans[0].Open)
	default:
		text = t.Say("open_on", "day", t.day(at.day), "hours", t.spoken(spans))
	}
	switch {
	case special != nil && special.Name != "":
		text += " (" + special.Name + ")"
	case at.dated && at.day.Sub(t.Facts.Now) > 6*24*time.Hour && len(spans) > 0:
		text += t.Say("no_closing_announced")
	}
	if several {
		return b.Name + ": " + text + "."
	}
	return text + "."
}

// nextOpening is when a branch opens next, within a week.
func (t *Turn) nextOpening(b branch) string {
	now := t.Facts.Now.Format("15:04")
	for ahead := range 8 {
		day := t.Facts.Now.AddDate(0, 0, ahead)
		spans, _ := b.on(day)
		for _, s := range spans {
			if ahead > 0 || s.Open > now {
				return t.Say("opens_at", "day", t.day(day), "open", s.Open)
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

// hours says those of the day that was asked about, else of the week.
func (t *Turn) hours(a ask) Answer {
	found, calls := t.branches("")
	if calls != nil {
		return Answer{Calls: calls}
	}
	if len(found) == 0 {
		return t.unsure()
	}
	if at := t.asked(); a.kind == "until" && at.dated {
		var lines []string
		for _, b := range found {
			lines = append(lines, capital(t.opened(b, asked{day: at.day, dated: true}, len(found) > 1)))
		}
		return Answer{Text: strings.Join(slices.Compact(lines), "\n")}
	}
	day, named := t.weekday(a.clause)
	if date, err := time.Parse(time.DateOnly, t.Slots.GetWhen().GetDate()); err == nil {
		day, named = date, true
	}
	if !named {
		return Answer{Text: t.weeks(found)}
	}
	lines := make([]string, 0, len(found))
	for _, b := range found {
		lines = append(lines, t.Say("hours", "branch", b.Name, "hours", t.hoursOn(b, day)))
	}
	return Answer{Text: strings.Join(lines, "\n")}
}

func (t *Turn) weeks(found []branch) string {
	lines := make([]string, 0, len(found))
	for _, b := range found {
		lines = append(lines, t.Say("hours", "branch", b.Name, "hours", t.week(b.Hours)))
	}
	return strings.Join(lines, "\n")
}

func (t *Turn) hoursOn(b branch, day time.Time) string {
	spans, special := b.on(day)
	text := t.Say("day_"+strings.ToLower(day.Weekday().String())) + " " + t.said(spans)
	if special != nil && special.Name != "" {
		text = when.SayDate(day.Format(time.DateOnly), t.lang()) + " " + t.said(spans) + " (" + special.Name + ")"
	}
	return text
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

// day names a day as one answers: today, tomorrow, or its weekday and date.
func (t *Turn) day(day time.Time) string {
	date := day.Format(time.DateOnly)
	switch date {
	case t.Facts.Now.Format(time.DateOnly):
		return t.Say("today")
	case t.Facts.Now.AddDate(0, 0, 1).Format(time.DateOnly):
		return t.Say("tomorrow")
	}
	return t.Say("on_day", "day", when.SayDate(date, t.lang()))
}
