package rulemodel

import "github.com/recado/recado/pkg/llm"

// Ids of the choices that answer whether a booking is to be cancelled.
const (
	tappedCancel = "cancel"
	tappedKeep   = "keep"
)

// upcomingBooking is the booking that this conversation made and that is ahead, also while it is being moved.
func (t *turn) upcomingBooking() *booking {
	b := t.state.Booking
	if b == nil {
		return nil
	}
	booked := b.Booked != "" && b.Chosen != nil && t.upcoming(*b.Chosen)
	moving := b.Moves != "" && b.Was != nil && t.upcoming(*b.Was)
	if booked || moving {
		return b
	}
	return nil
}

// stay ends a move: the appointment is where it was.
func (b *booking) stay() {
	if b.Moves != "" {
		b.Booked, b.Chosen, b.Moves, b.Was, b.Offered, b.Asked = b.Moves, b.Was, "", nil, nil, ""
	}
}

// drops reports whether the customer no longer wants what was booked here.
func (t *turn) drops() bool {
	return t.mayCancel() && t.wants("cancel_booking") && !t.wants("booking", "reschedule")
}

// mayCancel reports whether there is something that this conversation booked and may cancel.
func (t *turn) mayCancel() bool {
	return t.upcomingBooking() != nil && t.offered["cancel_appointment"] && !t.meansAnother()
}

// meansAnother reports whether the service that was named is not the one that was booked last: a person looks which it is.
func (t *turn) meansAnother() bool {
	m := t.slots.GetServices()
	return len(m) > 0 && m[0].GetId() != t.upcomingBooking().ServiceID
}

// answerCancel acts on the answer to the question whether to cancel. It asks first, since what is given back may be taken by
// somebody else at once, and again where the answer is not clear.
func (t *turn) answerCancel(reply cancelReply) answer {
	b := t.upcomingBooking()
	b.stay()
	switch reply {
	case replyKeep:
		return t.stays(b)
	case replyCancel:
		return t.cancel(b)
	}
	return t.askCancel(b)
}

func (t *turn) cancel(b *booking) answer {
	c := call("cancel_appointment", b.Booked, map[string]any{"appointment_id": b.Booked})
	r, found := t.ask(c)
	if !found {
		return answer{calls: []llm.ToolCall{c}}
	}
	done, ok := read[booked](r)
	switch {
	case ok && done.Success:
		was := *b.Chosen
		t.state.Booking, t.state.Cancelled = nil, true
		if b.ServiceID != "" {
			t.state.About = &about{ID: b.ServiceID, Name: b.ServiceName}
		}
		if done.Message == "" {
			return answer{text: t.say("cancelled", "when", t.when(was))}
		}
		return answer{text: done.Message}
	case r.Err != nil && r.Err.Code == unconfirmed:
		return t.askCancel(b)
	case ok:
		return t.person("needs_person", "handoff_errand")
	}
	return t.toolFailed()
}

// askCancel names what would be cancelled, and what the business says of that.
func (t *turn) askCancel(b *booking) answer {
	c := call("get_business_policy", "cancellation", map[string]any{"policy_type": "cancellation"})
	r, found := t.ask(c)
	if !found && t.offered[c.Name] {
		return answer{calls: []llm.ToolCall{c}}
	}
	text := t.say("ask_cancel", "what", t.what(b), "when", t.when(*b.Chosen), "where", t.where(*b.Chosen))
	if p, ok := read[policyInfo](r); ok && p.Short != "" && string(t.words.lang) == t.settings().Language {
		text = p.Short + "\n\n" + text
	}
	t.state.Cancelling = true
	return answer{text: text, choices: []llm.Choice{
		{ID: tappedCancel, Title: t.say("cancel_yes")}, {ID: tappedKeep, Title: t.say("cancel_no")},
	}}
}

func (t *turn) stays(b *booking) answer {
	o := b.Chosen
	if b.Moves != "" {
		o = b.Was
	}
	return answer{text: t.say("stays", "what", t.what(b), "when", t.when(*o))}
}

// what is booked, in a word.
func (t *turn) what(b *booking) string {
	if b.Party > 0 {
		return t.say("the_table")
	}
	return t.say("the_appointment")
}

// movesOwn reports whether another time is wanted for what was booked here.
func (t *turn) movesOwn() bool {
	b := t.upcomingBooking()
	return b != nil && b.Booked != "" && t.offered["reschedule_appointment"] && t.wants("reschedule") && !t.meansAnother()
}

// moveOwn agrees on a new time as for a new booking. What is not said of it stays: a day alone keeps the hour, an hour the day.
func (t *turn) moveOwn() answer {
	b := t.upcomingBooking()
	was := *b.Chosen
	*b = booking{
		ServiceID: b.ServiceID, ServiceName: b.ServiceName, BranchID: b.BranchID, StaffID: b.StaffID, Party: b.Party,
		Moves: b.Booked, Was: &was,
	}
	if t.saidWhen() {
		b.Date, b.Time = was.Date, was.Time
	}
	return t.book()
}
