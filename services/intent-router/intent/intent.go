// Package intent tells what a message wants, by scored rules that stand as data in one file per intent.
package intent

import (
	"math"
	"slices"

	"github.com/recado/recado/pkg/language"
)

// The intents' names are on the wire and never change.
const (
	Greeting       = "greeting"
	FarewellThanks = "farewell_thanks"
	Booking        = "booking"
	Reschedule     = "reschedule"
	CancelBooking  = "cancel_booking"
	Pricing        = "pricing"
	Services       = "services"
	Location       = "location"
	Hours          = "hours"
	FAQPolicy      = "faq_policy"
	Menu           = "menu"
	Order          = "order"
	OrderStatus    = "order_status"
	UrgentCare     = "urgent_care"
	Staff          = "staff"
	Loyalty        = "loyalty"
	Human          = "human"
	Invoice        = "invoice"
	Feedback       = "feedback"
	Other          = "other"
)

// Fact is something known of a message besides its words.
type Fact uint32

// The facts that a rule can ask for.
const (
	Service  Fact = 1 << iota // a service of the tenant is named
	Dish                      // a dish is named
	StaffOne                  // somebody who works there is named
	Branch                    // a branch is named
	Day                       // a day or a range of days
	Clock                     // a time or a part of the day
	Party                     // a number of people
	Amount                    // an amount of money
	OrderNo                   // the number of an order
	Question                  // the message asks
	Short                     // at most three words
	Name                      // somebody gives a name
	Danger                    // help is needed within days or sooner
	Dental                    // the tenant's vertical, exactly one of the four
	Restaurant
	Medical
	General
)

// Care is the verticals that look after patients.
const Care = Dental | Medical

// When is a day or a time.
const When = Day | Clock

// Rule adds its weight to its intent, once, when one of its phrases stands in the message and the facts agree.
type Rule struct {
	// Weight is 10 for what decides, 6 for a strong sign, 3 for a weak one, below 0 for a sign of something else.
	Weight float64
	// Say holds phrases as language.Phrases reads them; empty means that the facts alone decide.
	Say string
	// If names facts of which one must hold, And of which one more must, Not of which none may. 0 asks nothing.
	If, And, Not Fact
}

// Intent is an intent with its rules and its examples, which are its tests.
type Intent struct {
	Name     string
	Rules    []Rule
	Examples []Example
}

// Example is a message and the vertical that it was sent to; empty is general.
type Example struct{ Text, Vertical string }

// all lists the intents in the order in which they win a tie.
var all = []Intent{
	urgentCare, human, invoice, reschedule, cancelBooking, orderStatus, order, booking, pricing, menu, staff, hours,
	location, faqPolicy, services, loyalty, feedback, other, farewellThanks, greeting,
}

// All lists the intents.
func All() []Intent { return all }

// Scored is an intent found in a message with how sure that is, from 0 to 1.
type Scored struct {
	Name       string
	Confidence float64
}

// Rules are all intents compiled. They never change and may be used from many goroutines.
type Rules struct {
	phrases *language.Phrases
	rules   []compiled
	bare    []compiled // rules without phrases
}

type compiled struct {
	intent int
	rule   Rule
}

// New compiles the rules of all intents.
func New() *Rules {
	r := &Rules{}
	var lists []string
	for i, in := range all {
		for _, rule := range in.Rules {
			c := compiled{intent: i, rule: rule}
			if rule.Say == "" {
				r.bare = append(r.bare, c)
				continue
			}
			r.rules, lists = append(r.rules, c), append(lists, rule.Say)
		}
	}
	r.phrases = language.MustPhrases(lists)
	return r
}

// least is the score from which an intent counts as found.
const least = 2.0

// Classify returns the intents of a message, the dominant one first. There is always one: Other where nothing else is found.
func (r *Rules) Classify(t language.Text, facts Fact) []Scored {
	var scores [20]float64
	r.score(t, facts, &scores)
	settle(&scores, facts)
	found := make([]Scored, 0, 4)
	for i, s := range scores {
		if s >= least {
			found = append(found, Scored{Name: all[i].Name, Confidence: s})
		}
	}
	if len(found) == 0 {
		return append(found, Scored{Name: Other, Confidence: otherConfidence})
	}
	slices.SortStableFunc(found, func(a, b Scored) int {
		switch {
		case a.Confidence > b.Confidence:
			return -1
		case a.Confidence < b.Confidence:
			return 1
		}
		return 0
	})
	return confident(found)
}

// otherConfidence is said of a message in which nothing was found.
const otherConfidence = 0.5

// score adds up the rules that hold.
func (r *Rules) score(t language.Text, facts Fact, scores *[20]float64) {
	var room [64]language.Hit
	var done [16]uint64
	for _, hit := range r.phrases.Find(t, room[:0]) {
		c := &r.rules[hit.List]
		if done[hit.List/64]>>(hit.List%64)&1 == 0 && c.rule.holds(facts) {
			done[hit.List/64] |= 1 << (hit.List % 64)
			scores[c.intent] += c.rule.Weight
		}
	}
	for i := range r.bare {
		if r.bare[i].rule.holds(facts) {
			scores[r.bare[i].intent] += r.bare[i].rule.Weight
		}
	}
}

func (r *Rule) holds(facts Fact) bool {
	return (r.If == 0 || facts&r.If != 0) && (r.And == 0 || facts&r.And != 0) && facts&r.Not == 0
}

// The places in all of the intents that settle speaks of.
var (
	iGreeting, iFarewell = indexOf(Greeting), indexOf(FarewellThanks)
	iBooking, iPricing   = indexOf(Booking), indexOf(Pricing)
	iReschedule, iCancel = indexOf(Reschedule), indexOf(CancelBooking)
	iUrgent, iInvoice    = indexOf(UrgentCare), indexOf(Invoice)
)

func indexOf(name string) int {
	return slices.IndexFunc(all, func(in Intent) bool { return in.Name == name })
}

// dangerBonus puts present danger before everything else.
const dangerBonus = 30

// settle applies the boundaries between intents that no single rule can see.
func settle(scores *[20]float64, facts Fact) {
	if facts&Danger != 0 && scores[iInvoice] < strong {
		scores[iUrgent] += dangerBonus
	}
	if scores[iCancel] >= strong && scores[iReschedule] >= least && facts&When != 0 {
		scores[iReschedule] += scores[iCancel]
	}
	if scores[iReschedule] >= strong {
		scores[iBooking] = min(scores[iBooking], scores[iReschedule]-1)
	}
	if scores[iBooking] >= strong && scores[iPricing] >= strong {
		scores[iBooking] = max(scores[iBooking], scores[iPricing]+1)
	}
	for i := range scores {
		if i != iGreeting && i != iFarewell && scores[i] >= least {
			scores[iGreeting], scores[iFarewell] = min(scores[iGreeting], 1), min(scores[iFarewell], 1)
		}
	}
	if scores[iFarewell] >= least {
		scores[iGreeting] = min(scores[iGreeting], scores[iFarewell]-1)
	}
}

const strong = 5.0

// confident turns scores into confidences: high when the score is, lower when another intent is close.
func confident(found []Scored) []Scored {
	for i := range found {
		s := found[i].Confidence
		rival := 0.0
		switch {
		case i > 0:
			rival = found[0].Confidence
		case len(found) > 1:
			rival = found[1].Confidence
		}
		sure := 1 - math.Exp(-s/3.5)
		found[i].Confidence = sure * (1 - 0.4*min(1, rival/max(s, least)))
	}
	for i := 1; i < len(found); i++ {
		found[i].Confidence = min(found[i].Confidence, found[i-1].Confidence)
	}
	return found
}
