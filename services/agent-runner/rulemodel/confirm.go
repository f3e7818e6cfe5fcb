package rulemodel

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/llm"
)

// propose repeats day, date and time of one opening and asks for a yes.
func (t *turn) propose(b *booking, o opening) answer {
	b.Offered, b.Asked = []opening{o}, askConfirm
	key := "propose"
	if b.ServiceName != "" {
		key = "propose_service"
	}
	text := t.say(key, "service", b.ServiceName, "when", t.when(o), "where", t.where(o), "party", ordinal(int(b.Party)))
	if b.Party > 0 {
		text = t.say("propose_table", "when", t.when(o), "where", t.where(o), "party", ordinal(int(b.Party)))
	}
	return answer{text: text, choices: []llm.Choice{{ID: o.SlotID, Title: t.say("yes")}, {ID: tappedOther, Title: t.say("another_time")}}}
}

func (t *turn) offerOpenings(b *booking, offered []opening, key string) answer {
	again := key == "offer_again" || len(t.before) > 1 && slices.EqualFunc(t.before, offered, opening.same)
	if again {
		key = "offer_again"
	}
	b.Offered, b.Asked = offered, askOpening
	lines := []string{t.say(key)}
	a := answer{}
	for i, o := range offered {
		lines = append(lines, ordinal(i+1)+". "+t.when(o)+t.where(o))
		a.choices = append(a.choices, llm.Choice{ID: o.SlotID, Title: t.shortWhen(o), Description: strings.TrimSpace(o.Branch)})
	}
	if !again {
		lines = append(lines, t.say("ask_opening"))
	}
	a.text = strings.Join(lines, "\n")
	return a
}

// where names branch and person, as far as they are known.
func (t *turn) where(o opening) string {
	out := ""
	if o.Branch != "" {
		out += t.say("at_branch", "branch", o.Branch)
	}
	if o.Staff != "" {
		out += t.say("with_staff", "staff", o.Staff)
	}
	return out
}

type booked struct {
	Success bool   `json:"success"`
	ID      string `json:"appointment_id"`
	Message string `json:"confirmation_message"`
	Error   string `json:"error"`
}

// create books the chosen opening; when it cannot be had any more, the calendar is asked again. Where the answer is lost, nobody
// knows whether it was booked: a person looks, and nothing is tried again.
func (t *turn) create(b *booking) answer {
	args := map[string]any{"slot_id": b.Chosen.SlotID}
	if b.ServiceID != "" {
		args["service_id"] = b.ServiceID
	}
	if b.Party > 0 {
		args["party_size"] = b.Party
	}
	c := call("create_appointment", b.Chosen.SlotID, args)
	if b.Moves != "" {
		c = call("reschedule_appointment", b.Chosen.SlotID, map[string]any{"slot_id": b.Chosen.SlotID, "appointment_id": b.Moves})
	}
	r, found := t.ask(c)
	if !found {
		return answer{calls: []llm.ToolCall{c}}
	}
	done, ok := read[booked](r)
	switch {
	case ok && done.Success:
		text := t.confirmation(b, done)
		b.Booked, b.Offered, b.Asked, b.Moves, b.Was = done.ID, nil, "", "", nil
		return answer{text: text}
	case r.Err != nil && r.Err.Code == unconfirmed:
		return t.propose(b, *b.Chosen)
	case r.Err != nil && r.Err.Code == tooLarge:
		return t.refusedParty(b)
	case !ok || done.Error == "":
		t.state.Booking = nil
		return t.toolFailed()
	}
	return t.offerAnother(b, done.Error)
}

func (t *turn) confirmation(b *booking, done booked) string {
	text := done.Message
	if text == "" {
		text = t.say("booked", "when", t.when(*b.Chosen), "where", t.where(*b.Chosen))
	}
	if b.Moves != "" {
		return text + " " + t.say("moved")
	}
	if t.state.Name != "" {
		text += " " + t.say("for_name", "name", t.state.Name)
	}
	return text
}

// offerAnother offers what is free instead; an offer that only grew too old is proposed again.
func (t *turn) offerAnother(b *booking, why string) answer {
	lost := *b.Chosen
	all, stop := t.openings(b, lost.Date, "", "again")
	if stop != nil {
		return *stop
	}
	b.Chosen, b.Date, b.DateEnd, b.Time = nil, lost.Date, "", lost.Time
	key := "offer_nearest"
	if why == "slot_taken" {
		key, all = "opening_taken", without(all, lost)
	}
	sameHour := func(o opening) bool { return o.Time == lost.Time && o.Date == lost.Date && o.Branch == lost.Branch }
	if i := slices.IndexFunc(all, sameHour); i >= 0 && why != "slot_taken" {
		return t.propose(b, all[i])
	}
	if len(all) > 0 {
		return t.offerOpenings(b, b.nearest(all), key)
	}
	a := t.offerLater(b)
	if len(a.calls) > 0 {
		b.Chosen = &lost
	}
	return a
}

func without(all []opening, lost opening) (left []opening) {
	for _, o := range all {
		if o.SlotID != lost.SlotID && !o.same(lost) {
			left = append(left, o)
		}
	}
	return left
}
