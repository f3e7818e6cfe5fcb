package intentrouter

import (
	"slices"

	"github.com/recado/recado/pkg/language/urgency"
	"github.com/recado/recado/services/intent-router/intent"
)

// routine is the urgency of a message that shows none.
const routine uint32 = 1

// triage reads how urgent a message is: all five levels where patients are looked after, elsewhere only what endangers a life now.
func (m *message) triage(b *business) urgency.Triage {
	if b.triages() {
		return urgency.With(m.text, m.evidence.Keys)
	}
	return urgency.Acute(m.text)
}

// sureOfDanger is how sure the intent of urgent care is made by a danger that was named; the other wishes share the rest.
const sureOfDanger = 0.9

// likelyDanger is how likely a wish for urgent care must be for the level that the words alone have.
const likelyDanger = 0.2

func suspectsDanger(own []intent.Scored) bool {
	return slices.ContainsFunc(own, func(in intent.Scored) bool { return in.Name == intent.UrgentCare && in.Confidence >= likelyDanger })
}

// dangerFirst puts a danger to life before every other wish. Where no patients are looked after, an emergency that names none of
// the known dangers is one if both models take it for that: what the message wants, and how urgent its words are.
func (m *message) dangerFirst(own []intent.Scored, b *business) []intent.Scored {
	if !b.triages() && m.urgency.Level == 0 && own[0].Name == intent.UrgentCare && urgency.Sure(m.text) {
		m.urgency.Level = urgency.Emergency
	}
	if m.urgency.Danger.Name == "" && !suspectsDanger(own) {
		m.urgency = urgency.Triage{} // words of urgency alone: "ahora sí"
	}
	if m.urgency.Danger.Name == "" || own[0].Name == intent.UrgentCare {
		return own
	}
	all := []intent.Scored{{Name: intent.UrgentCare, Confidence: sureOfDanger}}
	for _, in := range own {
		if in.Name != intent.UrgentCare {
			in.Confidence *= 1 - sureOfDanger
			all = append(all, in)
		}
	}
	return slices.Clip(all)
}
