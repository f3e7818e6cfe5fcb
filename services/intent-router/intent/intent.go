// Package intent finds what a message wants, by scored rules that stand as data in one file per intent.
package intent

import (
	_ "embed"
	"slices"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/linear"
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
	Service   Fact = 1 << iota // a service of the tenant is named
	Dish                       // a dish is named
	StaffOne                   // somebody who works there is named
	Branch                     // a branch is named
	Day                        // a day or a range of days
	Clock                      // a time or a part of the day
	Party                      // a number of people
	Amount                     // an amount of money
	OrderNo                    // the number of an order
	Question                   // the message asks
	Short                      // at most three words
	Name                       // somebody gives a name
	Danger                     // help is needed within days or sooner
	Severe                     // help is needed the same day or sooner
	Emergency                  // help is needed now
	Dental                     // the tenant's vertical, exactly one of the four
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

// all lists the intents in the order in which they win a tie, which is also that of the model's classes.
var all = [...]Intent{
	urgentCare, human, invoice, reschedule, cancelBooking, orderStatus, order, booking, pricing, menu, staff, hours,
	location, faqPolicy, services, loyalty, feedback, other, farewellThanks, greeting,
}

// Count is how many intents there are.
const Count = len(all)

// All lists the intents.
func All() []Intent { return all[:] }

// Scored is an intent found in a message with how sure that is, from 0 to 1.
type Scored struct {
	Name       string
	Confidence float64
}

// Rules are all intents compiled, and the model that weighs what they find. They never change and may be used from many goroutines.
type Rules struct {
	phrases *language.Phrases
	rules   []compiled
	bare    []compiled // rules without phrases
	model   *linear.Model
}

type compiled struct {
	intent int
	rule   Rule
	key    uint32 // the feature that says that it holds
}

//go:embed weights.bin
var weights []byte

// New compiles the rules of all intents.
func New() *Rules { return NewWith(linear.MustParse(weights)) }

// NewWith is New with another model, for those who fit and compare models.
func NewWith(model *linear.Model) *Rules {
	r := &Rules{model: model}
	var lists []string
	for i, in := range all {
		for _, rule := range in.Rules {
			c := compiled{intent: i, rule: rule}
			c.key = language.Feature(featRule, uint32(i), language.Hash(rule.Say), uint32(rule.If), uint32(rule.And), uint32(rule.Not))
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

// at returns a rule by its place: those with phrases first.
func (r *Rules) at(i int) *compiled {
	if i < len(r.rules) {
		return &r.rules[i]
	}
	return &r.bare[i-len(r.rules)]
}

func (r *Rule) holds(facts Fact) bool {
	asked := func(set Fact) bool { return set == 0 || facts&set != 0 }
	return asked(r.If) && asked(r.And) && facts&r.Not == 0
}

// The places in all of the intents that applyBoundaries speaks of.
var (
	iGreeting, iFarewell = indexOf(Greeting), indexOf(FarewellThanks)
	iBooking, iPricing   = indexOf(Booking), indexOf(Pricing)
	iReschedule, iCancel = indexOf(Reschedule), indexOf(CancelBooking)
	iUrgent, iInvoice    = indexOf(UrgentCare), indexOf(Invoice)
	iHuman               = indexOf(Human)
	iOther               = indexOf(Other)
)

func indexOf(name string) int {
	return slices.IndexFunc(all[:], func(in Intent) bool { return in.Name == name })
}

// dangerBonus puts present danger before everything else.
const dangerBonus = 30

// applyBoundaries draws the boundaries between intents that no single rule can see.
func applyBoundaries(scores *[Count]float64, facts Fact) {
	if facts&Danger != 0 && scores[iInvoice] < minSure {
		scores[iUrgent] += dangerBonus
	}
	if scores[iCancel] >= minSure && scores[iReschedule] >= minFound && facts&When != 0 {
		scores[iReschedule] += scores[iCancel]
	}
	if scores[iReschedule] >= minSure {
		scores[iBooking] = min(scores[iBooking], scores[iReschedule]-1)
	}
	if scores[iBooking] >= minSure && scores[iPricing] >= minSure {
		scores[iBooking] = max(scores[iBooking], scores[iPricing]+1)
	}
	for i := range scores {
		if i != iGreeting && i != iFarewell && scores[i] >= minFound {
			scores[iGreeting], scores[iFarewell] = min(scores[iGreeting], 1), min(scores[iFarewell], 1)
		}
	}
	if scores[iFarewell] >= minFound {
		scores[iGreeting] = min(scores[iGreeting], scores[iFarewell]-1)
	}
}

// Words lists the words of the rules, of which none is a slip of the keyboard.
func Words() []string {
	var lists []string
	for _, in := range all {
		for _, rule := range in.Rules {
			lists = append(lists, rule.Say)
		}
	}
	return language.MustPhrases(lists).Words()
}
