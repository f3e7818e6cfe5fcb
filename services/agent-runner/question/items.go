package question

import (
	"slices"
	"strconv"
	"strings"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// listed is how many lines a list in a message may have before it tires.
const listed = 12

type item struct {
	Name         string `json:"name"`
	PriceRange   string `json:"price_range"`
	PriceNote    string `json:"price_note"`
	Duration     int    `json:"duration_minutes"`
	Description  string `json:"description"`
	Consultation bool   `json:"requires_consultation"`
	Promotion    bool   `json:"promotion_active"`
	PromoText    string `json:"promotion_text"`
	Category     string `json:"category"`
	Preparation  string `json:"preparation"`
}

// items says something of each item that a question is about; of what the business does not list, that.
func (t *Turn) items(a ask, say func(item) string) (out Answer) {
	var lines []string
	for _, m := range a.items {
		c := infoCall(m)
		r, found := t.Results[c.ID]
		if !found {
			out.Calls = append(out.Calls, c)
			continue
		}
		info, ok := read[item](r)
		switch {
		case absent(r), ok && info.Name != m.GetName(): // the tool found the nearest to what cannot be had now
			lines = append(lines, t.Say("no_price", "service", m.GetName()))
		case !ok || info.Name == "":
			return t.unsure()
		default:
			lines = append(lines, say(info))
		}
	}
	out.Text = strings.Join(lines, "\n")
	for _, thing := range a.unknown {
		out = joined(out, t.unlisted(a, thing))
	}
	return out
}

func infoCall(m *recadov1.Mention) llm.ToolCall {
	return llm.CallFor("get_service_info", m.GetId(), map[string]any{"service_name": m.GetName()})
}

// bareWords is how many words a message has at most that asks for prices and of nothing.
const bareWords = 5

// price says what was asked for costs; the list of all prices only where all were asked for, and of what is told at length which is
// meant.
func (t *Turn) price(a ask) Answer {
	items, calls := t.servicesOf(a)
	if calls != nil {
		return Answer{Calls: calls}
	}
	a.items = items
	if len(a.items)+len(a.unknown) > 0 {
		out := t.items(a, t.priceOf)
		if strings.Contains(out.Text, " - ") { // what the business wants said of a range
			out = joined(out, Answer{Text: t.critical("precios con rango")})
		}
		return out
	}
	if got, ok := t.fromTexts(a, firm); ok && len(carrying(a.text)) > 0 {
		return got
	}
	switch {
	case a.quiet, t.wants("booking") && !t.Busy: // it asks which
		return Answer{}
	case (t.Busy || len(strings.Fields(t.Text)) > bareWords) && !kinds.says(a.text, "prices"):
		return Answer{Text: t.Say("price_of_which")}
	}
	return t.everything("prices_intro")
}

func (t *Turn) priceOf(i item) string {
	key := "price"
	if i.PriceRange == "" {
		key = "price_unknown"
	}
	line := t.Say(key, "service", i.Name, "price", i.PriceRange)
	if i.PriceNote != "" {
		line += " " + sentence(t.quoted(i.PriceNote))
	}
	if i.Consultation {
		line += " " + t.Say("needs_consultation")
	}
	if i.Promotion && i.PromoText != "" && t.own() {
		line += " " + t.Say("promotion", "text", t.quoted(i.PromoText))
	}
	return line
}

// have says that something is offered, and what is known of it; of what is not, that.
func (t *Turn) have(a ask) Answer {
	if course := t.courseAsked(a); course != "" {
		return t.list("menu_intro", course)
	}
	if len(a.unknown) > 0 && len(a.items) == 0 {
		if name := t.category(a.unknown[0]); name != "" && knowledge.Covers(a.unknown[0], name) == 1 {
			return t.list("services_intro", name)
		}
	}
	if len(a.items)+len(a.unknown) > 0 {
		return t.items(a, t.described)
	}
	if a.quiet {
		got, _ := t.passage(a, sure, passage.isFAQ)
		return got
	}
	if got, ok := t.fromTexts(a, firm); ok {
		return got
	}
	if a.clause.asks && len(a.clause.hits)+len(carrying(a.text)) > 0 {
		return t.unknown(a)
	}
	return t.everything("services_intro")
}

// see says whether somebody or something is attended to: by the FAQ, then by the service that goes by it.
func (t *Turn) see(a ask) Answer {
	if got, ok := t.passage(a, firm, passage.isFAQ); ok {
		return got
	}
	if t.speaksOfAny(a) {
		return t.items(a, t.described)
	}
	a.items = nil
	if got, ok := t.fromTexts(a, firm); ok {
		return got
	}
	if got, ok := t.within(strings.Join(carrying(a.text), " ")); ok {
		return got
	}
	return t.text(a)
}

func (t *Turn) described(i item) string {
	line := t.Say("have_service", "service", i.Name)
	if i.Description != "" && t.own() {
		line += " " + sentence(i.Description)
	}
	if i.PriceRange != "" && !t.priced {
		line += " " + t.Say("its_price", "price", i.PriceRange)
	}
	if i.Consultation {
		line += " " + t.Say("needs_consultation")
	}
	return line
}

// unlisted answers for a thing that is not on the list: what the business wrote of it, else that it is not, and what is like it.
func (t *Turn) unlisted(a ask, thing string) Answer {
	if a.kind = "text"; len(a.unknown) > 1 {
		a.text = thing
	}
	a.items = nil
	offered := func(p passage) bool {
		return kinds.says(p.answer(a), "offers") || p.isFAQ() && knowledge.Covers(thing, p.Title) > 0
	}
	if got, ok := t.passage(a, firm, offered); ok {
		return got
	}
	if got, ok := t.within(thing); ok {
		return got
	}
	text := t.Say("not_listed", "thing", thing)
	if names := t.alike(thing); len(names) > 0 {
		text += " " + t.Say("alike", "names", strings.Join(names, ", "))
	}
	return t.offerToAsk(text)
}

// within says which service has a thing in its description: an X-ray is part of a check-up.
func (t *Turn) within(thing string) (Answer, bool) {
	r, calls, _ := t.fetch(catalog)
	if calls != nil {
		return Answer{Calls: calls}, true
	}
	all, _ := read[[]item](r)
	of := slices.IndexFunc(all, func(i item) bool { return carries(thing) && knowledge.Covers(thing, i.Description) == 1 })
	if of < 0 || !t.own() {
		return Answer{}, false
	}
	return Answer{Text: t.card(all[of])}, true
}

// card says what is known of a thing, and neither yes nor no.
func (t *Turn) card(i item) string {
	line := i.Name + "."
	if i.Description != "" && t.own() {
		line = i.Name + ": " + sentence(i.Description)
	}
	if i.PriceRange != "" {
		line += " " + t.Say("its_price", "price", i.PriceRange)
	}
	return line
}

// catalog asks for all that is offered, with what is said of it.
var catalog = llm.CallFor("get_service_catalog", "promotions", map[string]any{"include_promotions": true})

// duration says how long an appointment takes, and what the business wrote of the whole. Of days and of what only begins then the
// length of the appointment tells nothing.
func (t *Turn) duration(a ask) Answer {
	fits := func(p passage) bool {
		on := func(m *recadov1.Mention) bool { return t.speaksOf(p.Title, m) }
		if p.isFAQ() {
			return len(a.items) == 0 || slices.ContainsFunc(a.items, on)
		}
		return len(a.items) == 0 || t.saysMore(a)
	}
	wrote, ok := t.passage(a, firm, fits)
	switch {
	case ok && len(wrote.Calls) > 0, ok && len(a.items) == 0:
		return wrote
	case len(a.items) == 0:
		return t.unknown(a)
	}
	said := Answer{}
	if !kinds.says(a.text, "long") && !t.saysMore(a) {
		said = t.items(a, func(i item) string {
			if i.Duration == 0 || strings.Contains(wrote.Text, strconv.Itoa(i.Duration)) {
				return ""
			}
			return t.Say(t.forVisits("duration"), "service", i.Name, "time", t.minutes(i.Duration))
		})
	}
	if ok || said.Text != "" || len(said.Calls) > 0 {
		return joined(wrote, said)
	}
	return t.unknown(a)
}

// forVisits is the key of a phrase about an appointment, or of the one without in a restaurant.
func (t *Turn) forVisits(key string) string {
	if t.settings().Vertical == tenant.Restaurant {
		return key + "_plain"
	}
	return key
}

// minutes says a length of time: "45 min", "1 h 30 min".
func (t *Turn) minutes(n int) string {
	switch h, m := n/60, n%60; {
	case h == 0:
		return strconv.Itoa(m) + " min"
	case m == 0:
		return strconv.Itoa(h) + " h"
	default:
		return strconv.Itoa(h) + " h " + strconv.Itoa(m) + " min"
	}
}

// contents says what belongs to a thing.
func (t *Turn) contents(a ask) Answer {
	if len(a.items) == 0 || !t.own() {
		return t.text(a)
	}
	said := t.items(a, func(i item) string {
		if i.Description == "" {
			return ""
		}
		return i.Name + ": " + sentence(i.Description)
	})
	if said.Text == "" && len(said.Calls) == 0 {
		return t.text(a)
	}
	return said
}

// told is what stands with a thing that has the words of a question about it.
func (t *Turn) told(a ask) (Answer, bool) {
	beside := strings.Join(carrying(t.besideNames(a)), " ")
	if len(a.items) == 0 || beside == "" || !t.own() {
		return Answer{}, false
	}
	said := t.items(ask{items: a.items}, func(i item) string {
		for _, text := range []string{i.Description, i.Preparation, i.PriceNote} {
			if knowledge.Covers(beside, text) >= mostWords {
				return i.Name + ": " + sentence(text)
			}
		}
		return ""
	})
	said.Text = strings.TrimSpace(said.Text)
	return said, said.Text != "" || len(said.Calls) > 0
}

// preparation says what to do before, as it stands with the service, else as the texts have it.
func (t *Turn) preparation(a ask) Answer {
	said := t.items(ask{items: a.items}, func(i item) string { return t.quoted(i.Preparation) })
	switch {
	case strings.TrimSpace(said.Text) != "", len(said.Calls) > 0:
		return said
	case a.kind == "preparation" && !kinds.says(a.text, "bring") && len(carrying(a.text))+len(a.items) > 0:
		return t.prepared(a)
	case a.kind == "preparation":
		return t.ruled(a)
	}
	return t.text(a)
}

// prepared says how one prepares for a thing that says nothing of it itself: from a text that speaks of that thing, and from no
// other. What is brought to a first visit is no preparation for surgery.
func (t *Turn) prepared(a ask) Answer {
	about := ask{kind: "text", text: t.Say("preparation_query") + " " + a.words(), clause: a.clause, items: a.items}
	speaks := func(p passage) bool {
		if len(a.items) == 1 {
			return t.speaksOf(p.Title+" "+p.Content, a.items[0])
		}
		return shares(a.text, p.Title+" "+p.Content)
	}
	got, ok := t.passage(about, knowledge.Threshold, func(p passage) bool {
		return speaks(p) && sentencesOn(p.Content, kinds.named("fasting").Family) != ""
	})
	if ok {
		return got
	}
	return t.unknown(a)
}

// meant reports whether a question is about an item of that name, or about all.
func (t *Turn) meant(a ask, name string) bool {
	for _, m := range a.items {
		if m.GetName() == name {
			return true
		}
	}
	return len(a.items) == 0
}

// everything lists what is offered.
func (t *Turn) everything(intro string) Answer { return t.list(intro, "") }

func (t *Turn) services(ask) Answer { return t.everything("services_intro") }

func (t *Turn) list(intro, category string) Answer {
	c := llm.CallFor("list_services", "all", map[string]any{})
	r, found := t.Results[c.ID]
	if !found {
		return Answer{Calls: []llm.ToolCall{c}}
	}
	all, ok := read[[]item](r)
	if !ok || len(all) == 0 {
		return t.unsure()
	}
	lines, question := []string{t.Say(intro)}, "ask_which_service"
	if intro == "prices_intro" {
		question = "ask_which_price"
	}
	left := 0
	for _, i := range all {
		switch {
		case category != "" && i.Category != category:
		case len(lines) > listed:
			left++
		default:
			lines = append(lines, priced("• "+i.Name, i.PriceRange))
		}
	}
	if left > 0 {
		lines = append(lines, t.Say("and_more"))
	}
	if !t.Busy { // a dialogue asks its own question
		lines = append(lines, t.Say(question))
	}
	return Answer{Text: strings.Join(lines, "\n")}
}

func priced(name, price string) string {
	if price == "" {
		return name
	}
	return name + ": " + price
}
