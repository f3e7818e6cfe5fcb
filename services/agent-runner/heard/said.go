// Package heard reads what the messages of one turn say: the wishes that are meant, the slots of a burst merged, contact data, and
// runs of words.
package heard

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/guard"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Said is what the messages of a turn say together; a later one overrides an earlier one.
type Said struct {
	Intents []string // dominant ones first, each once
	Slots   *recadov1.Slots
	Tapped  string // id of the choice that was tapped last
	Text    string // the customer's masked words: a search query, and what tells a question about one thing from one about all
	Plain   string // the same as runs of words are looked for in it
	Urgency uint32
	Last    bool // the last of what is offered is chosen
	Any     bool // whatever is offered will do
	Flagged bool // a message may try to steer the answer
	Card    bool // a card, an account or a password was typed, which is kept nowhere
	Reach   Reach
}

// Read merges the messages of a turn.
func Read(messages []*recadov1.MessageRouted) Said {
	s := Said{Slots: &recadov1.Slots{}}
	seen := map[string]bool{}
	var texts []string
	for _, m := range messages {
		for _, i := range ownIntents(m) {
			if !seen[i.GetName()] {
				seen[i.GetName()] = true
				s.Intents = append(s.Intents, i.GetName())
			}
		}
		mergeSlots(s.Slots, m.GetSlots())
		s.Urgency = max(s.Urgency, m.GetUrgency())
		s.mergeTap(m)
		s.Reach.readIn(m)
		body := m.GetContent().GetText().GetBody()
		s.Card = s.Card || strings.Contains(body, guard.Protected)
		if takesAny(m) {
			s.Last = SharesWord(body, "última", "último", "last")
			s.Any = !s.Last
		}
		s.Flagged = s.Flagged || m.GetVerdict() >= recadov1.Verdict_VERDICT_FLAG
		if body != "" {
			texts = append(texts, body)
		}
	}
	s.Text = strings.Join(texts, "\n")
	s.Plain = Plain(s.Text)
	return s
}

// Wants reports whether one of some intents is meant.
func (s *Said) Wants(intents ...string) bool {
	return slices.ContainsFunc(s.Intents, func(have string) bool { return slices.Contains(intents, have) })
}

// First is true for the dominant intent.
func (s *Said) First(intent string) bool { return len(s.Intents) > 0 && s.Intents[0] == intent }

// SaidWhen reports whether a day, an hour or a part of the day was named.
func (s *Said) SaidWhen() bool {
	w := s.Slots.GetWhen()
	return w.GetDate()+w.GetTime()+w.GetPartOfDay()+w.GetRangeStart() != ""
}

// mergeTap keeps the last word of a burst: a tap says more than its title, and a no after it takes it back.
func (s *Said) mergeTap(m *recadov1.MessageRouted) {
	if i := m.GetContent().GetInteractive(); i != nil {
		s.Tapped, s.Slots.Answer = i.GetChoiceId(), ""
		return
	}
	if m.GetSlots().GetAnswer() == "no" {
		s.Tapped = ""
	}
}

// mergeSlots lets a later message of a burst override what an earlier one said.
func mergeSlots(into, from *recadov1.Slots) {
	if from == nil {
		return
	}
	if w := from.GetWhen(); w != nil {
		into.When = mergeMoment(into.When, w)
	}
	into.Services = append(into.Services, from.Services...)
	into.Dishes = append(into.Dishes, from.Dishes...)
	into.Staff = append(into.Staff, others(from.Staff, from.PersonName)...)
	into.Branches = append(into.Branches, from.Branches...)
	into.PartySize = latest(into.PartySize, from.PartySize)
	if at := from.GetWhen().GetTime(); at == "" || strings.HasSuffix(at, ":00") { // "9:20" is no ninth of a list
		into.Choice = latest(into.Choice, from.Choice)
	}
	into.Quantity = latest(into.Quantity, from.Quantity)
	into.PersonName = latest(into.PersonName, from.PersonName)
	into.Answer = latest(into.Answer, from.Answer)
	into.PolicyType = latest(into.PolicyType, from.PolicyType)
	into.Fulfilment = latest(into.Fulfilment, from.Fulfilment)
	into.DeliveryAddress = latest(into.DeliveryAddress, from.DeliveryAddress)
	into.OrderNumber = latest(into.OrderNumber, from.OrderNumber)
}

// others are the people who were named besides the customer, who may be called like one of them.
func others(people []*recadov1.Mention, self string) (out []*recadov1.Mention) {
	for _, p := range people {
		if !SharesWord(p.GetName(), foldedWords(self)...) {
			out = append(out, p)
		}
	}
	return out
}

func mergeMoment(old, m *recadov1.Moment) *recadov1.Moment {
	if old == nil {
		return m
	}
	out := &recadov1.Moment{
		Date: latest(old.Date, m.Date), Time: latest(old.Time, m.Time), PartOfDay: latest(old.PartOfDay, m.PartOfDay),
		RangeStart: latest(old.RangeStart, m.RangeStart), RangeEnd: latest(old.RangeEnd, m.RangeEnd),
		Bound: old.Bound, TimeEnd: old.TimeEnd,
	}
	if m.Time != "" {
		out.Bound, out.TimeEnd = m.Bound, m.TimeEnd
	}
	return out
}

func latest[T comparable](old, next T) T {
	var zero T
	if next == zero {
		return old
	}
	return next
}
