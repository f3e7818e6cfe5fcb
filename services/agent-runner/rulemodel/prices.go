package rulemodel

import (
	"cmp"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// listed is how many lines a list in a message may have before it tires.
const listed = 12

// asked is how many names are looked up in one turn.
const asked = 3

type serviceInfo struct {
	Name         string `json:"name"`
	PriceRange   string `json:"price_range"`
	PriceNote    string `json:"price_note"`
	Duration     int    `json:"duration_minutes"`
	Description  string `json:"description"`
	Consultation bool   `json:"requires_consultation"`
	Promotion    bool   `json:"promotion_active"`
	PromoText    string `json:"promotion_text"`
}

type listedService struct {
	Name       string `json:"name"`
	PriceRange string `json:"price_range"`
	Category   string `json:"category"`
}

func (t *turn) prices() answer {
	mentions := t.priced()
	if len(mentions) == 0 {
		return t.priceList("prices_intro", "ask_which_price")
	}
	var lines []string
	var out answer
	for _, m := range mentions {
		c := call("get_service_info", m.GetId(), map[string]any{"service_name": m.GetName()})
		r, found := t.ask(c)
		if !found {
			out.calls = append(out.calls, c)
			continue
		}
		line, known := t.priceOf(m.GetName(), r)
		if !known {
			return t.toolFailed()
		}
		lines = append(lines, line)
	}
	out.text = strings.Join(lines, "\n")
	return out
}

// Words that ask what one thing costs, and words that ask for all prices.
var (
	singular = []string{"cuánto", "cuesta", "sale", "vale", "much", "cost", "quanto", "custa"}
	plural   = []string{
		"precios", "costos", "tarifas", "lista", "servicios", "tratamientos", "todo", "todos",
		"prices", "services", "treatments", "list", "all", "preços", "serviços",
	}
)

// priced are the services and dishes whose price is asked: those named now, else the one being booked, else the one that was asked
// about before.
func (t *turn) priced() []*recadov1.Mention {
	mentions := append(append([]*recadov1.Mention{}, t.slots.GetServices()...), t.slots.GetDishes()...)
	if f := cmp.Or(t.open(), t.state.Done); len(mentions) == 0 && f != nil && f.Values["service_name"] != "" {
		return []*recadov1.Mention{{Id: f.Values["service"], Name: f.Values["service_name"]}}
	}
	if a := t.state.About; len(mentions) == 0 && a != nil && sharesWord(t.text, singular...) && !sharesWord(t.text, plural...) {
		return []*recadov1.Mention{{Id: a.ID, Name: a.Name}}
	}
	return mentions[:min(len(mentions), asked)]
}

// priceOf says what something costs; known is false where the tool did not say, which is not the same as having no such thing.
func (t *turn) priceOf(name string, r tool.Result) (line string, known bool) {
	info, ok := read[serviceInfo](r)
	switch {
	case absent(r):
		return t.say("no_price", "service", name), true
	case !ok || info.Name == "":
		return "", false
	}
	key := "price"
	if info.PriceRange == "" {
		key = "price_unknown"
	}
	line = t.say(key, "service", info.Name, "price", info.PriceRange)
	if info.PriceNote != "" {
		line += " " + sentence(info.PriceNote)
	}
	if info.Consultation {
		line += " " + t.say("needs_consultation")
	}
	if info.Promotion && info.PromoText != "" {
		line += " " + t.say("promotion", "text", info.PromoText)
	}
	return line, true
}

// dishes are those of a list that are on the menu; all where none is.
func (t *turn) dishes(all []listedService) []listedService {
	var eaten []listedService
	for _, s := range all {
		if slices.ContainsFunc(t.settings().Dishes, func(d tenant.Name) bool { return d.Name == s.Name }) {
			eaten = append(eaten, s)
		}
	}
	if len(eaten) == 0 {
		return all
	}
	if course := slices.DeleteFunc(slices.Clone(eaten), func(s listedService) bool { return !t.asksAbout(s.Category) }); len(course) > 0 {
		return course
	}
	return eaten
}

func absent(r tool.Result) bool { return r.Err != nil && r.Err.Code == "not_found" }

func (t *turn) offer() answer {
	if mentions := t.priced(); len(mentions) > 0 && t.open() == nil && len(t.slots.GetServices())+len(t.slots.GetDishes()) > 0 {
		return t.describe(mentions)
	}
	if a, ok := t.documented(); ok {
		return a
	}
	if t.wants("menu") && !t.wants("services") {
		return t.priceList("menu_intro", "ask_which_service")
	}
	return t.priceList("services_intro", "ask_which_service")
}

// describe says what is known of the services or dishes that were named.
func (t *turn) describe(mentions []*recadov1.Mention) (out answer) {
	var lines []string
	for _, m := range mentions {
		c := call("get_service_info", m.GetId(), map[string]any{"service_name": m.GetName()})
		r, found := t.ask(c)
		if !found {
			out.calls = append(out.calls, c)
			continue
		}
		info, ok := read[serviceInfo](r)
		switch {
		case absent(r):
			lines = append(lines, t.say("no_price", "service", m.GetName()))
			continue
		case !ok || info.Name == "":
			return t.toolFailed()
		}
		lines = append(lines, t.description(info))
	}
	out.text = strings.Join(lines, "\n")
	return out
}

func (t *turn) description(info serviceInfo) string {
	line := t.say("have_service", "service", info.Name)
	if info.Description != "" {
		line += " " + sentence(info.Description)
	}
	if info.PriceRange != "" {
		line += " " + t.say("its_price", "price", info.PriceRange)
	}
	return line
}

func (t *turn) priceList(intro, question string) answer {
	c := call("list_services", "all", map[string]any{})
	r, found := t.ask(c)
	if !found {
		return answer{calls: []llm.ToolCall{c}}
	}
	all, ok := read[[]listedService](r)
	if !ok || len(all) == 0 {
		return t.toolFailed()
	}
	if intro == "menu_intro" {
		all = t.dishes(all)
	}
	lines := []string{t.say(intro)}
	for _, s := range all[:min(len(all), listed)] {
		line := "• " + s.Name
		if s.PriceRange != "" {
			line += ": " + s.PriceRange
		}
		lines = append(lines, line)
	}
	if len(all) > listed {
		lines = append(lines, t.say("and_more"))
	}
	if t.open() == nil { // a booking asks its own question
		lines = append(lines, t.say(question))
	}
	return answer{text: strings.Join(lines, "\n")}
}
