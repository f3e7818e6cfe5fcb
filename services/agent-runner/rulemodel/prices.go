package rulemodel

import (
	"strings"

	"github.com/recado/recado/pkg/llm"
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
			return t.lost()
		}
		lines = append(lines, line)
	}
	out.text = strings.Join(lines, "\n")
	return out
}

// priced are the services and dishes whose price is asked: those named now, else the one being booked.
func (t *turn) priced() []*recadov1.Mention {
	mentions := append(append([]*recadov1.Mention{}, t.slots.GetServices()...), t.slots.GetDishes()...)
	if len(mentions) == 0 && t.state.Booking != nil && t.state.Booking.ServiceName != "" {
		b := t.state.Booking
		return []*recadov1.Mention{{Id: b.ServiceID, Name: b.ServiceName}}
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

func absent(r tool.Result) bool { return r.Err != nil && r.Err.Code == "not_found" }

func (t *turn) offer() answer {
	if mentions := t.priced(); len(mentions) > 0 && t.state.Booking == nil {
		return t.describe(mentions)
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
			return t.lost()
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
		return t.lost()
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
	return answer{text: strings.Join(append(lines, t.say(question)), "\n")}
}

// staff names people and what they do; settings hold both, so no tool is needed.
func (t *turn) staff() answer {
	people := t.settings().Staff
	if len(people) == 0 {
		return t.lost()
	}
	lines := []string{t.say("staff_intro")}
	for _, p := range people[:min(len(people), listed)] {
		line := "• " + p.Name
		if p.Tag != "" {
			line += " (" + p.Tag + ")"
		}
		lines = append(lines, line)
	}
	return answer{text: strings.Join(lines, "\n")}
}
