package rulemodel

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
)

type branch struct {
	Name    string                     `json:"name"`
	Address string                     `json:"address"`
	City    string                     `json:"city"`
	Phone   string                     `json:"phone"`
	Maps    string                     `json:"google_maps_url"`
	Hours   map[string]json.RawMessage `json:"operating_hours"`
	Special []specialDay               `json:"special_days"`
}

// specialDay is when other hours hold than the week's; dates are YYYY-MM-DD.
type specialDay struct {
	First string          `json:"first_day"`
	Last  string          `json:"last_day"`
	Hours json.RawMessage `json:"hours"`
}

type openHours struct {
	Open  string `json:"open"`
	Close string `json:"close"`
}

var weekdays = []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}

// branches returns the branch that was named, else the one where something was booked if that is meant, else all of them.
func (t *turn) branches(booked bool) ([]branch, []llm.ToolCall) {
	c := call("get_branch_info", "all", map[string]any{})
	if d := t.state.Done; booked && d != nil && d.Chosen != nil && d.Chosen.Branch != "" && t.upcoming(*d.Chosen) {
		c = call("get_branch_info", "booked", map[string]any{"branch_name": d.Chosen.Branch})
	}
	if m := t.slots.GetBranches(); len(m) > 0 {
		c = call("get_branch_info", m[0].GetId(), map[string]any{"branch_name": m[0].GetName()})
	}
	r, found := t.ask(c)
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

// asksWhere are words that ask for the address itself, and not for what is found there.
var asksWhere = []string{
	"donde", "direccion", "ubicacion", "ubicados", "ubicadas", "queda", "quedan", "mapa",
	"where", "address", "located", "location", "directions",
	"onde", "endereco", "fica",
}

// places gives the address, and what the documents say of what was asked about it: parking, a ramp, the way.
func (t *turn) places() answer {
	asked, ok := t.documented()
	if ok && (asked.calls != nil || !sharesWord(t.text, asksWhere...)) {
		return asked
	}
	all := t.addresses()
	if ok {
		all.text = asked.text + "\n" + all.text
	}
	return all
}

func (t *turn) addresses() answer {
	found, calls := t.branches(true)
	if calls != nil {
		return answer{calls: calls}
	}
	if len(found) == 0 {
		return t.toolFailed()
	}
	lines := make([]string, 0, len(found))
	for _, b := range found {
		lines = append(lines, t.place(b))
	}
	return answer{text: strings.Join(lines, "\n")}
}

func (t *turn) place(b branch) string {
	line := t.say("place", "branch", b.Name, "address", withCity(b.Address, b.City))
	if b.Phone != "" {
		line += " " + t.say("phone", "phone", b.Phone)
	}
	if b.Maps != "" {
		line += "\n" + b.Maps
	}
	return line
}

func withCity(address, city string) string {
	if city == "" || strings.Contains(address, city) {
		return address
	}
	return address + ", " + city
}

func (t *turn) hours() answer {
	found, calls := t.branches(false)
	if calls != nil {
		return answer{calls: calls}
	}
	if len(found) == 0 {
		return t.toolFailed()
	}
	lines := make([]string, 0, len(found))
	for _, b := range found {
		lines = append(lines, t.say("hours", "branch", b.Name, "hours", t.hoursOf(b)))
	}
	return answer{text: strings.Join(lines, "\n")}
}

// hoursOf says the hours of the day that was asked about, else of the week.
func (t *turn) hoursOf(b branch) string {
	if day, err := time.Parse(time.DateOnly, t.slots.GetWhen().GetDate()); err == nil {
		name := strings.ToLower(day.Weekday().String())
		return t.dayName(name) + " " + t.span(b.on(day))
	}
	return t.week(b.Hours)
}

// on are the hours of one day, as its closures leave them.
func (b branch) on(day time.Time) json.RawMessage {
	date := day.Format(time.DateOnly)
	for _, s := range b.Special {
		if s.First <= date && date <= s.Last {
			return s.Hours
		}
	}
	return b.Hours[strings.ToLower(day.Weekday().String())]
}

// week joins neighbouring days with the same hours: Monday to Friday 9:00-19:00, Saturday ...
func (t *turn) week(hours map[string]json.RawMessage) string {
	var parts []string
	for i := 0; i < len(weekdays); {
		j := i
		span := t.span(hours[weekdays[i]])
		for j+1 < len(weekdays) && t.span(hours[weekdays[j+1]]) == span {
			j++
		}
		parts = append(parts, t.days(i, j)+" "+span)
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

func (t *turn) days(i, j int) string {
	switch {
	case i == j:
		return t.dayName(weekdays[i])
	case j == i+1:
		return t.dayName(weekdays[i]) + " " + t.say("and") + " " + t.dayName(weekdays[j])
	default:
		return t.dayName(weekdays[i]) + " " + t.say("to") + " " + t.dayName(weekdays[j])
	}
}

func (t *turn) dayName(day string) string { return t.say("day_" + day) }

func (t *turn) span(data json.RawMessage) string {
	var spans []openHours
	if one, ok := readJSON[openHours](data); ok && one.Open != "" {
		spans = []openHours{one}
	} else if list, ok := readJSON[[]openHours](data); ok {
		spans = list
	}
	if len(spans) == 0 {
		return t.say("closed")
	}
	parts := make([]string, 0, len(spans))
	for _, s := range spans {
		parts = append(parts, s.Open+"-"+s.Close)
	}
	return strings.Join(parts, " "+t.say("and")+" ")
}

func readJSON[T any](data []byte) (v T, ok bool) {
	if len(data) == 0 || string(data) == "null" {
		return v, false
	}
	return v, json.Unmarshal(data, &v) == nil
}
