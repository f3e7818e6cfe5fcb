package rulemodel

import (
	"slices"

	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// offeredAtOnce is how many openings one message offers.
const offeredAtOnce = 5

// What a booking may be waiting for.
const (
	askService = "service"
	askParty   = "party"
	askDate    = "date"
	askOpening = "opening"
	askConfirm = "confirm"
	// askLater is asked when nothing was free: whether another date would do.
	askLater = "later"
)

// open is the booking that is being agreed on; nil when there is none, or it is done.
func (t *turn) open() *booking {
	if b := t.state.Booking; b != nil && b.Booked == "" {
		return b
	}
	return nil
}

// booksNow reports whether this turn works on a booking: it starts one, or goes on with one.
func (t *turn) booksNow(answeredElse bool) bool {
	if t.wants("booking") {
		return true
	}
	return t.open() != nil && (t.continuesBooking() || t.wants("reschedule") || answeredElse)
}

// continuesBooking reports whether the customer said something that the open booking can use.
func (t *turn) continuesBooking() bool {
	b := t.open()
	if b == nil {
		return false
	}
	s := t.slots
	chosen := t.any || t.last || t.tapped != "" || s.GetChoice() > 0
	party := s.GetPartySize() > 0 || b.Asked == askParty && s.GetQuantity() > 0
	named := len(s.GetServices())+len(s.GetBranches())+len(s.GetStaff()) > 0
	return chosen || s.GetAnswer() != "" || party || named || t.saidWhen()
}

func (t *turn) saidWhen() bool {
	w := t.slots.GetWhen()
	return w.GetDate()+w.GetTime()+w.GetPartOfDay()+w.GetRangeStart() != ""
}

// dropsBooking reports whether the customer no longer wants the booking that is being agreed on: by saying so, or by a bare no to
// what it still lacks.
func (t *turn) dropsBooking() bool {
	b := t.open()
	if b == nil {
		return false
	}
	s := t.slots
	bareNo := s.GetAnswer() == "no" && t.tapped == "" && !t.saidWhen() && !t.wants("booking") &&
		len(s.GetServices()) == 0 && s.GetPartySize()+s.GetQuantity()+s.GetChoice() == 0
	return t.wants("cancel_booking") || bareNo && b.Asked != askConfirm && b.Asked != askOpening
}

func (t *turn) dropBooking() answer {
	if b := t.open(); b.Moves != "" {
		b.stay()
		return t.stays(b)
	}
	t.state.Booking = nil
	return answer{text: t.say("booking_dropped")}
}

// book takes in what was said, then does the next thing that the booking lacks.
func (t *turn) book() answer {
	t.state.Misses = 0
	b := t.open()
	if b == nil {
		b = &booking{}
		t.state.Booking = b
	}
	declined := t.absorb(b)
	switch {
	case b.ServiceID == "" && t.needsService():
		return t.askService(b)
	case b.Party == 0 && t.settings().Vertical == tenant.Restaurant:
		return t.askFor(b, askParty, "ask_party")
	case b.Chosen != nil && !declined:
		return t.create(b)
	case t.undecided(b) && t.any:
		return t.propose(b, b.Offered[0])
	case t.undecided(b):
		return t.offerOpenings(b, b.Offered, "offer_again")
	case b.Moves != "" && b.Asked == "" && b.Date == "" && b.Time == "" && b.Part == "":
		return t.askFor(b, askDate, "ask_move")
	case declined || b.Date == "" && b.Time == "" && b.Part == "" && !t.soonest(b):
		return t.askDate(b, declined)
	}
	return t.findOpenings(b)
}

// undecided reports whether openings wait for a choice and nothing was said that changes them.
func (t *turn) undecided(b *booking) bool {
	return b.Asked == askOpening && len(b.Offered) > 1 && !t.moved && !t.renewed && !t.refused && t.upcoming(b.Offered[0])
}

// upcoming is true for an opening that has not begun.
func (t *turn) upcoming(o opening) bool {
	return o.Date+" "+o.Time > t.facts.Now.Format("2006-01-02 15:04")
}

// soonest reports whether any day will do: a yes to "which day?", or something that hurts.
func (t *turn) soonest(b *booking) bool {
	return b.Asked == askDate && (t.any || t.slots.GetAnswer() == "yes") || t.wants("urgent_care")
}

func (t *turn) needsService() bool {
	return t.settings().Vertical != tenant.Restaurant && len(t.settings().Services) > 0
}

// absorb takes the values of this turn into the booking; declined reports whether a proposal was turned down without a new one.
func (t *turn) absorb(b *booking) (declined bool) {
	asked, proposed := b.Asked, b.Offered
	elsewhere := t.absorbNames(b)
	moved := t.absorbWhen(b)
	t.moved = moved
	waits := asked == askConfirm || asked == askOpening
	t.refused = waits && (t.slots.GetAnswer() == "no" || t.tapped == tappedOther)
	if t.refused && asked == askConfirm && moved && t.repeats(proposed) {
		moved = false // "no, not at ten"
	}
	b.Chosen = t.choose(b, moved)
	if elsewhere && b.Chosen == nil {
		b.Offered = nil
	}
	if declined = !moved && !t.renewed && b.Chosen == nil && (t.refused || waits && t.wants("reschedule")); declined {
		b.Time, b.Offered = "", nil
	}
	return declined
}

// repeats reports whether the moment that was said is the one that had been proposed.
func (t *turn) repeats(proposed []opening) bool {
	w := t.slots.GetWhen()
	if len(proposed) != 1 || w.GetPartOfDay()+w.GetRangeStart()+w.GetBound() != "" {
		return false
	}
	sameTime := w.GetTime() == "" || w.GetTime() == proposed[0].Time
	sameDate := w.GetDate() == "" || w.GetDate() == proposed[0].Date
	return sameTime && sameDate
}

// absorbNames takes over what the booking is for; elsewhere reports whether place, person or party are no longer those of the offers.
func (t *turn) absorbNames(b *booking) (elsewhere bool) {
	before := *b
	t.absorbService(b)
	if m := t.slots.GetBranches(); len(m) > 0 {
		b.BranchID = m[0].GetId()
	}
	if m := t.slots.GetStaff(); len(m) > 0 {
		b.StaffID = m[0].GetId()
	}
	b.Party = latest(b.Party, t.slots.GetPartySize())
	if b.Asked == askParty && t.slots.GetPartySize() == 0 {
		b.Party = latest(b.Party, t.slots.GetQuantity())
	}
	if before.Party != b.Party && before.Party != 0 {
		b.Offered = nil // a larger party may not fit what was offered
	}
	elsewhere = before.BranchID != b.BranchID || before.StaffID != b.StaffID
	t.renewed = elsewhere || before.ServiceID != b.ServiceID || before.Party != b.Party
	return elsewhere
}

func (t *turn) absorbService(b *booking) {
	if m := t.wished(); m != nil && m.GetId() != b.ServiceID && !t.asksAside(b) {
		b.ServiceID, b.ServiceName, b.Offered = m.GetId(), m.GetName(), nil
	}
	if b.Asked == askService && b.ServiceID == "" {
		t.absorbServiceChoice(b)
	}
	if b.ServiceID == "" && len(t.slots.GetStaff()) > 0 {
		if own := t.servicesOf(t.slots.GetStaff()[0].GetId()); len(own) == 1 {
			b.ServiceID, b.ServiceName = own[0].ID, own[0].Name
		}
	}
}

// asksAside reports whether a service was named to ask about it, while another one is being booked.
func (t *turn) asksAside(b *booking) bool {
	return b.ServiceID != "" && t.wants("pricing", "services", "menu", "faq_policy") && !t.wants("booking")
}

// absorbServiceChoice reads a tap or "the second" as an answer to the list of services.
func (t *turn) absorbServiceChoice(b *booking) {
	for i, s := range t.choosable(b) {
		if t.tapped == s.ID || t.tapped == "" && int(t.slots.GetChoice()) == i+1 {
			b.ServiceID, b.ServiceName = s.ID, s.Name
		}
	}
}

// absorbWhen takes over a date or time; moved reports whether one was said.
func (t *turn) absorbWhen(b *booking) (moved bool) {
	w := t.slots.GetWhen()
	if w == nil || b.Date != "" && t.first("hours") && !t.wants("booking") { // "are you open on Sunday?" moves nothing
		return false
	}
	if w.GetDate() != "" {
		b.Date, b.DateEnd = w.GetDate(), ""
	} else if w.GetRangeStart() != "" {
		b.Date, b.DateEnd = w.GetRangeStart(), w.GetRangeEnd()
	}
	if w.GetTime() != "" {
		b.Time, b.TimeEnd, b.Bound, b.Part = w.GetTime(), w.GetTimeEnd(), w.GetBound(), w.GetPartOfDay()
	} else if w.GetPartOfDay() != "" {
		b.Part, b.Time, b.TimeEnd, b.Bound = w.GetPartOfDay(), "", "", ""
	}
	return t.saidWhen()
}

// tappedOther is the id of the choice that turns a proposal down.
const tappedOther = "other"

// choose finds the opening that the customer settled on: a tap, "the second", its time among those offered, or a yes to the one
// proposed. What comes with a no is proposed, never booked; so is what lies at another branch or with another person than named.
func (t *turn) choose(b *booking, moved bool) *opening {
	if i := slices.IndexFunc(b.Offered, func(o opening) bool { return t.tapped != "" && o.SlotID == t.tapped }); i >= 0 {
		return &b.Offered[i]
	}
	if t.refused {
		return nil
	}
	if o := t.pick(b, moved); o != nil && named(t.slots.GetBranches(), o.Branch) && named(t.slots.GetStaff(), o.Staff) {
		return o
	}
	return nil
}

func (t *turn) pick(b *booking, moved bool) *opening {
	if t.last && len(b.Offered) > 0 && b.Asked == askOpening {
		return &b.Offered[len(b.Offered)-1]
	}
	if n := int(t.slots.GetChoice()); n > 0 && n <= len(b.Offered) && b.Asked == askOpening {
		return &b.Offered[n-1]
	}
	if moved {
		return b.offeredAt(t.slots.GetWhen())
	}
	if t.slots.GetAnswer() == "yes" && len(b.Offered) == 1 {
		return &b.Offered[0]
	}
	return nil
}

// named reports whether no name was said, or this one.
func named(said []*recadov1.Mention, name string) bool {
	return len(said) == 0 || name == "" || said[0].GetName() == name
}
