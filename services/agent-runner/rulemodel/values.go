package rulemodel

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
)

// tappedOther is the id of the choice that turns a proposal down.
const tappedOther = "other"

// noteLimit bounds what a customer says for a person, in characters.
const noteLimit = 300

// take takes the values that this turn says into an errand, as far as its flow collects them.
func (t *turn) take(f *frame) {
	fl := f.flow()
	before := f.copied()
	if fl.collects("appointment") {
		t.takeAppointment(f)
	}
	if fl.uses("party") {
		t.takeParty(f)
	}
	if fl.collects("service") {
		t.takeService(f)
	}
	if fl.collects("opening") {
		t.takePlace(f)
		moved := t.takeWhen(f)
		if t.says("soonest") {
			f.set("soonest", "yes")
		}
		t.takeOpening(f, before, moved)
	}
	if fl.collects("phone") && t.reach.phone != "" {
		f.set("phone", t.reach.phone)
	}
	if fl.collects("note") && f.Asked == "note" && t.text != "" {
		f.set("note", clip(t.text, noteLimit))
	}
}

func (t *turn) takeParty(f *frame) {
	party := t.slots.GetPartySize()
	if f.Asked == "party" && party == 0 {
		party = cmp.Or(t.slots.GetQuantity(), firstNumber(t.text))
	}
	if party > 0 {
		f.set("party", strconv.FormatUint(uint64(party), 10))
	}
}

func (t *turn) takeService(f *frame) {
	if m := t.wished(); m != nil && !t.asksAside(f) {
		f.set("service", m.GetId())
		f.set("service_name", m.GetName())
	}
	if own := t.forChildren(); f.Values["service"] == "" && t.says("child") && len(own) == 1 {
		f.set("service", own[0].ID)
		f.set("service_name", own[0].Name)
	}
	if f.Asked == "service" && f.Values["service"] == "" {
		for i, s := range t.choosable(f.Values["staff"]) {
			if t.tapped == s.ID || t.tapped == "" && int(t.slots.GetChoice()) == i+1 {
				f.set("service", s.ID)
				f.set("service_name", s.Name)
			}
		}
	}
	if staff := t.slots.GetStaff(); f.Values["service"] == "" && len(staff) > 0 {
		if own := t.servicesOf(staff[0].GetId()); len(own) == 1 {
			f.set("service", own[0].ID)
			f.set("service_name", own[0].Name)
		}
	}
}

// asksAside reports whether a service was named to ask about it, while another one is being booked.
func (t *turn) asksAside(f *frame) bool {
	return f.Values["service"] != "" && t.wants("pricing", "services", "menu", "faq_policy") && !t.wants("booking")
}

func (t *turn) takePlace(f *frame) {
	if m := t.slots.GetBranches(); len(m) > 0 {
		f.set("branch", m[0].GetId())
	}
	if m := t.slots.GetStaff(); len(m) > 0 {
		f.set("staff", m[0].GetId())
	}
}

func (t *turn) saidWhen() bool {
	w := t.slots.GetWhen()
	return w.GetDate()+w.GetTime()+w.GetPartOfDay()+w.GetRangeStart() != ""
}

// takeWhen takes over a date or time; moved reports whether one was said. A question about hours moves nothing.
func (t *turn) takeWhen(f *frame) (moved bool) {
	w := t.slots.GetWhen()
	if f.Values["date"] != "" && t.first("hours") && !t.wants("booking") {
		return false
	}
	never := cmp.Or(noSuchDate(t.text, t.facts.Now), pastDate(t.text, t.facts.Now)) // the calendar says why not
	if date := cmp.Or(never, w.GetDate()); date != "" {
		f.set("date", date)
		f.set("date_end", "")
	} else if w.GetRangeStart() != "" {
		f.set("date", w.GetRangeStart())
		f.set("date_end", w.GetRangeEnd())
	}
	if w.GetTime() != "" || w.GetPartOfDay() != "" {
		f.set("time", w.GetTime())
		f.set("part", w.GetPartOfDay())
		f.set("time_end", w.GetTimeEnd())
		f.set("bound", w.GetBound())
	}
	return never != "" || t.saidWhen()
}

// takeOpening keeps the offered opening that the customer settled on, and lets offers go that no longer fit what is wanted.
func (t *turn) takeOpening(f, before *frame, moved bool) {
	refused := t.slots.GetAnswer() == "no" || t.tapped == tappedOther
	if refused && f.Asked == askConfirm && moved && t.repeatsProposal(before) {
		for _, name := range []string{"date", "date_end", "time", "time_end", "part", "bound"} {
			f.set(name, before.Values[name]) // "no, not at ten"
		}
		moved = false
	}
	changed := slices.ContainsFunc([]string{"service", "branch", "staff", "party"}, func(name string) bool {
		return f.Values[name] != before.Values[name] && !t.isChosen(before, name)
	})
	chosen := t.choose(f, moved, refused)
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
func (t *turn) repeatsProposal(f *frame) bool {
	w := t.slots.GetWhen()
	if f.Chosen == nil || w.GetPartOfDay()+w.GetRangeStart()+w.GetBound() != "" {
		return false
	}
	sameTime := w.GetTime() == "" || w.GetTime() == f.Chosen.Time
	return sameTime && (w.GetDate() == "" || w.GetDate() == f.Chosen.Date)
}

// choose finds the opening that the customer settled on: a tap, "the second", its time among those offered, whatever there is.
func (t *turn) choose(f *frame, moved, refused bool) *opening {
	if i := slices.IndexFunc(f.Offered, func(o opening) bool { return t.tapped != "" && o.SlotID == t.tapped }); i >= 0 {
		return &f.Offered[i]
	}
	if refused || f.Asked != "opening" || len(f.Offered) == 0 {
		return nil
	}
	switch n := int(t.slots.GetChoice()); {
	case t.last || n < 0:
		return &f.Offered[len(f.Offered)-1]
	case n > 0 && n <= len(f.Offered):
		return &f.Offered[n-1]
	case moved:
		return offeredAt(f.Offered, t.slots.GetWhen())
	case t.any || t.slots.GetAnswer() == "yes" && len(f.Offered) == 1:
		return &f.Offered[0]
	}
	return nil
}

// lacks is the first step whose value is not known yet; nil when all are.
func (t *turn) lacks(f *frame) *step {
	for i, s := range f.flow().Collect {
		if !t.knows(f, s.Value) {
			return &f.flow().Collect[i]
		}
	}
	return nil
}

// knows reports whether a value of an errand is there, or is not needed here.
func (t *turn) knows(f *frame, value string) bool {
	switch value {
	case "service":
		return f.Values["service"] != "" || len(t.settings().Services) == 0
	case "when":
		return f.Chosen != nil || f.Values["date"]+f.Values["time"]+f.Values["part"] != "" || f.Values["soonest"] != ""
	case "opening":
		return f.Chosen != nil
	case "appointment":
		return f.Own != nil
	}
	return f.Values[value] != ""
}

// collect asks for a value, or finds it with a tool.
func (t *turn) collect(f *frame, s *step) answer {
	switch s.Value {
	case "appointment":
		return t.findAppointment(f, s)
	case "opening":
		return t.findOpening(f)
	}
	again := f.Asked == s.Value
	if !again {
		f.Asked, f.Times = s.Value, 0
	}
	f.Times++
	key := s.Ask
	if again && s.Again != "" {
		key = s.Again
	}
	a := answer{text: t.say(t.askKey(f, key), t.pairs(f)...)}
	if s.Value == "service" {
		for _, sv := range t.choosable(f.Values["staff"]) {
			a.choices = append(a.choices, llm.Choice{ID: sv.ID, Title: sv.Name})
		}
	}
	return a
}

// askKey is the question's phrase, without the service where none is known.
func (t *turn) askKey(f *frame, key string) string {
	if f.Values["service_name"] == "" && (key == "ask_date_for" || key == "ask_date_again") {
		return "ask_date"
	}
	return key
}

// wanted is where and with whom the customer wants it, under their names.
func (t *turn) wanted(f *frame) (o opening) {
	nameOf := func(list []tenant.Name, id string) string {
		if i := slices.IndexFunc(list, func(n tenant.Name) bool { return n.ID == id }); i >= 0 && id != "" {
			return list[i].Name
		}
		return ""
	}
	o.Branch, o.Staff = nameOf(t.settings().Branches, f.Values["branch"]), nameOf(t.settings().Staff, f.Values["staff"])
	return o
}

// clip cuts a text after some characters.
func clip(s string, limit int) string {
	n := 0
	for i := range s {
		if n == limit {
			return s[:i]
		}
		n++
	}
	return s
}

// months are their names without accents, by number.
var months = map[string]time.Month{
	"enero": 1, "febrero": 2, "marzo": 3, "abril": 4, "mayo": 5, "junio": 6, "julio": 7, "agosto": 8, "septiembre": 9, "setiembre": 9, "octubre": 10,
	"noviembre": 11, "diciembre": 12, "january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9,
	"october": 10, "november": 11, "december": 12, "janeiro": 1, "fevereiro": 2, "maio": 5, "junho": 6, "julho": 7, "setembro": 9, "outubro": 10,
	"novembro": 11, "dezembro": 12,
}

// noSuchDate finds a day that its month does not have, "31 de noviembre" or "november 31", as YYYY-MM-DD; empty where there is none.
func noSuchDate(text string, now time.Time) string {
	words := slices.DeleteFunc(plainWords(text), func(w string) bool { return w == "de" || w == "of" })
	for i, w := range words {
		month, ok := months[w]
		if !ok {
			continue
		}
		for _, beside := range []int{i - 1, i + 1} {
			if beside < 0 || beside >= len(words) || len(words[beside]) != 2 {
				continue
			}
			day, err := strconv.Atoi(words[beside])
			if last := time.Date(now.Year(), month+1, 0, 0, 0, 0, 0, time.UTC).Day(); err == nil && day > last && day <= 31 {
				return fmt.Sprintf("%d-%02d-%02d", now.Year(), month, day)
			}
		}
	}
	return ""
}

// yesterdays are words for the day before today; lasts stand beside a weekday that is over.
var (
	yesterdays = []string{"ayer", "yesterday", "ontem"}
	fors       = []string{"para", "for", "pra"}
	lasts      = []string{"pasado", "last", "passado", "passada"}
	weekdays   = map[string]time.Weekday{
		"lunes": 1, "martes": 2, "miercoles": 3, "jueves": 4, "viernes": 5, "sabado": 6, "domingo": 0, "monday": 1, "tuesday": 2, "wednesday": 3,
		"thursday": 4, "friday": 5, "saturday": 6, "sunday": 0, "segunda": 1, "terca": 2, "quarta": 3, "quinta": 4, "sexta": 5,
	}
)

// pastDate finds a day that is over, "ayer" or "el lunes pasado", as YYYY-MM-DD; empty where none is named.
func pastDate(text string, now time.Time) string {
	words := plainWords(text)
	for i, w := range words {
		if slices.Contains(yesterdays, w) && i > 0 && slices.Contains(fors, words[i-1]) {
			return now.AddDate(0, 0, -1).Format(time.DateOnly)
		}
		day, ok := weekdays[w]
		after := i+1 < len(words) && slices.Contains(lasts, words[i+1])
		if ok && (after || i > 0 && words[i-1] == "last") {
			return now.AddDate(0, 0, -1-(int(now.Weekday()-day)+6)%7).Format(time.DateOnly)
		}
	}
	return ""
}

// numerals are small numbers in words, without accents.
var numerals = map[string]uint32{
	"uno": 1, "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8, "nueve": 9, "diez": 10, "once": 11, "doce": 12,
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"um": 1, "uma": 1, "dois": 2, "duas": 2, "quatro": 4, "sete": 7, "oito": 8, "nove": 9, "dez": 10,
}

// firstNumber is the first small number of a text that answers how many; 0 where there is none.
func firstNumber(text string) uint32 {
	for _, w := range plainWords(text) {
		if n, ok := numerals[w]; ok {
			return n
		}
		if n, err := strconv.ParseUint(w, 10, 8); err == nil && n > 0 {
			return uint32(n)
		}
	}
	return 0
}
