package heard

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/urgency"
)

// Levels of urgency: a danger to life, and a message that shows no danger and no pain.
const (
	Emergency = 5
	Routine   = 1
)

// shortNo is how many words a no may have that only turns down what was asked.
const shortNo = 6

// smallTalk are intents beside which an urgent wish stands alone.
var smallTalk = []string{"urgent_care", "greeting", "farewell_thanks", "other", "faq_policy"}

// Calm takes the urgent wish from messages that hold another one.
func (s *Said) Calm() {
	if slices.ContainsFunc(s.Intents, func(name string) bool { return !slices.Contains(smallTalk, name) }) {
		s.dropUrgent()
	}
}

// shortGoodbye is how many words a goodbye has at most beside courtesies.
const shortGoodbye = 4

// SayGoodbye takes the urgent wish from a short goodbye in which no danger is named: "adiós" alone is none.
func (s *Said) SayGoodbye() {
	if s.First("farewell_thanks") && s.Urgency <= Routine && Bare(s.Plain) <= shortGoodbye {
		s.dropUrgent()
	}
}

// TurnDown takes the urgent wish from a short no to what was just asked, in which no danger is named: "não, deixa como está".
func (s *Said) TurnDown() {
	no := s.Slots.GetAnswer() == "no" && len(strings.Fields(s.Plain)) <= shortNo
	if !no || urgency.Acute(language.Read(s.Text)).Level >= Emergency {
		return
	}
	s.Urgency = Routine
	s.dropUrgent()
}

func (s *Said) dropUrgent() {
	s.Intents = slices.DeleteFunc(s.Intents, func(name string) bool { return name == "urgent_care" })
}
