package heard

import (
	"slices"
	"strings"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	// sure is how sure an intent is from which it is more likely meant than not.
	sure = 0.5
	// likely is how sure a side wish is beside an intent that is not sure itself.
	likely = 0.3
	// certain is how sure an errand is beside the customer's name alone.
	certain = 0.9
)

// NeedsPerson are wishes that need a person until their tools exist.
var NeedsPerson = []string{"order", "order_status", "invoice", "loyalty"}

// ownIntents are what a message says by itself. That it goes on with a dialogue is no new wish: a yes after a booking books nothing
// again, and a no to a price asks for no price. What it goes on with, the rules know better, from the state of the dialogue.
func ownIntents(m *recadov1.MessageRouted) []*recadov1.Intent {
	own, whole := m.GetIntents(), float32(1)
	if m.GetContinued() && len(own) > 0 {
		whole = 1 - own[0].GetConfidence() // what is left for the message's own
		own = own[1:]
	}
	if len(own) == 0 || own[0].GetConfidence() == 0 { // nobody said how sure
		return own
	}
	if introduces(m) && own[0].GetConfidence() < certain*whole {
		own = slices.DeleteFunc(slices.Clone(own), func(in *recadov1.Intent) bool { return slices.Contains(NeedsPerson, in.GetName()) })
		if len(own) == 0 {
			return nil
		}
	}
	doubtful := m.GetContinued() || own[0].GetName() == "other" || own[0].GetConfidence() < sure*whole
	if !doubtful {
		return own
	}
	var meant []*recadov1.Intent
	for i, in := range own {
		least := minConfidence(in.GetName(), i == 0 && !m.GetContinued())
		if in.GetName() == "urgent_care" && m.GetUrgency() <= Routine {
			least = sure // nothing in the words is urgent
		}
		if in.GetConfidence() >= least*whole {
			meant = append(meant, in)
		}
	}
	return meant
}

// minConfidence is how sure a wish must be in a message that does not say clearly what it wants. An errand of a person ends what the
// assistant can do for the customer, so it is not guessed; danger and the call for a person are never missed.
func minConfidence(intent string, first bool) float32 {
	switch {
	case intent == "urgent_care" || intent == "human":
		return 0
	case slices.Contains(NeedsPerson, intent):
		return sure
	case first:
		return 0
	}
	return likely
}

// presenting is how many words one needs to say one's name.
const presenting = 4

// introduces reports whether a message says who the customer is and hardly more.
func introduces(m *recadov1.MessageRouted) bool {
	name := m.GetSlots().GetPersonName()
	return name != "" && len(strings.Fields(m.GetContent().GetText().GetBody())) <= len(strings.Fields(name))+presenting
}

// takesAny reports whether a message takes whatever is offered: it goes on with the dialogue and names nothing.
func takesAny(m *recadov1.MessageRouted) bool {
	return m.GetContinued() && len(m.GetPii()) == 0 && m.GetContent().GetText() != nil && namesNothing(m.GetSlots())
}

func namesNothing(s *recadov1.Slots) bool {
	words := s.GetAnswer() + s.GetPolicyType() + s.GetPersonName() + s.GetOrderNumber()
	numbers := int(s.GetChoice()) + int(s.GetPartySize()) + int(s.GetQuantity())
	mentions := len(s.GetServices()) + len(s.GetDishes()) + len(s.GetStaff()) + len(s.GetBranches()) + len(s.GetAmounts())
	return words == "" && numbers == 0 && mentions == 0 && s.GetWhen() == nil
}
