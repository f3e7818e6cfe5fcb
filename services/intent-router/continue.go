package intentrouter

import (
	"cmp"
	"slices"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/answer"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/intent-router/intent"
)

const (
	// dialoguePause is how long after its last word a dialogue can still be answered.
	dialoguePause = 30 * time.Minute
	// trust is the confidence that a plain answer goes on with its dialogue; what the message says by itself shares the rest.
	trust = 0.8
	// maxReplyWords bounds a message that only answers: "el martes 24 de noviembre a las 5 de la tarde".
	maxReplyWords = 12
	// maxAskWords bounds a message whose word has a meaning only after a question: "en efectivo", "cualquiera".
	maxAskWords = 3
)

// Prior is what a conversation was about before a message; the zero value is a conversation that begins.
type Prior struct {
	// Language is what its last words were written in.
	Language language.Lang `json:"language,omitempty"`
	// Intent is the last dominant one that a dialogue can be about; empty when there is none, or it has ended. Who answers it is
	// asked again for each message: a change of the tenant's routing holds at once.
	Intent string `json:"intent,omitempty"`
	// At is when it was last spoken of.
	At time.Time `json:"at,omitzero"`
}

func (p Prior) languageOr(settings *tenant.Settings) language.Lang {
	if p.Language != "" {
		return p.Language
	}
	return language.Lang(settings.Language)
}

// speaks is the language of a message. One word changes the language of no conversation, nor do two or three of Spanish in a Portuguese
// one, or the other way round, unless they surely are of that.
func (p Prior) speaks(t language.Text, settings *tenant.Settings) language.Lang {
	if t.Words() <= 1 {
		return p.languageOr(settings).Spoken()
	}
	lang := language.DetectClearly(t, p.languageOr(settings))
	iberian := func(l language.Lang) bool { return l == language.Spanish || l == language.Portuguese }
	if iberian(lang) && iberian(p.Language) && t.Words() <= maxAskWords {
		return language.DetectSurely(t, p.Language)
	}
	return lang
}

// open reports whether a dialogue waits for an answer. A message that is older than the last one has lost its place, not the dialogue;
// one that is much older was received by a clock that goes wrong, or the last one was.
func (p Prior) open(now time.Time) bool {
	return p.Intent != "" && now.Sub(p.At).Abs() <= dialoguePause
}

// after is what the conversation is about once a message is understood.
func (p Prior) after(m *recadov1.MessageRouted, sure bool, now time.Time) Prior {
	if m.GetContent().GetEcho() != nil { // a person of the business has taken over
		p.Intent = ""
		return p
	}
	if words(m.GetContent()) != "" {
		p.Language = language.Lang(m.GetLanguage())
	}
	switch dominant := m.GetIntents()[0].GetName(); {
	case !sure, dominant == intent.Other, dominant == intent.Greeting:
	case dominant == intent.FarewellThanks, dominant == intent.Human:
		p.Intent = ""
	default:
		p.Intent, p.At = dominant, now
	}
	return p
}

var otherPlace = slices.IndexFunc(intent.All(), func(in intent.Intent) bool { return in.Name == intent.Other })

// mute reports whether a message says nothing of its own, so that it may be an answer: no intent that is sure enough, no danger,
// none of what the rules know to be something else (spam, a wrong chat, an attack).
func (m *message) mute(own []intent.Scored, threshold float64) bool {
	first := own[0]
	danger := first.Name == intent.UrgentCare || m.facts&intent.Danger != 0 &&
		slices.ContainsFunc(own, func(in intent.Scored) bool { return in.Name == intent.UrgentCare })
	return !danger && (first.Name == intent.Other || first.Confidence < threshold) && m.evidence.Scores[otherPlace] <= 0
}

// chosen are words that take what is offered, whatever it is.
var chosen = language.MustPhrases([]string{`
	cualquiera|cualquier|indistinto|igual
	esa|ese|eso|esas|esos
	la|el que sea
	me da igual|lo mismo
	any|either|whichever|whatever
	that one
	qualquer|tanto faz|essa|esse`})

// answers reports whether a message holds what a question asks for: a value, a choice, a name, contact data.
func (m *message) answers(s *recadov1.Slots) bool {
	switch m.screened.GetContent().GetKind().(type) {
	case *recadov1.Content_Interactive, *recadov1.Content_Location:
		return true
	}
	n := m.text.Words()
	if n > maxReplyWords {
		return false
	}
	if m.hasValue(s) || hasName(s) {
		return true
	}
	var room [4]language.Hit
	return n <= maxAskWords && (s.GetPolicyType() == "payment" || len(chosen.Find(m.text, room[:0])) > 0)
}

func (m *message) hasValue(s *recadov1.Slots) bool {
	return cmp.Or(s.GetAnswer(), s.GetPersonName(), s.GetOrderNumber()) != "" || s.GetWhen() != nil || answer.Choice(m.text) != 0 ||
		int(s.GetPartySize()+s.GetQuantity())+len(s.GetAmounts())+len(m.screened.GetPii()) > 0
}

func hasName(s *recadov1.Slots) bool {
	return len(s.GetServices())+len(s.GetDishes())+len(s.GetStaff())+len(s.GetBranches()) > 0
}

// goOn puts the dialogue's intent before what the message says by itself; continued is false where it says that intent too.
func goOn(last string, own []intent.Scored) (all []intent.Scored, continued bool) {
	all, continued = make([]intent.Scored, 1, len(own)+1), true
	all[0] = intent.Scored{Name: last, Confidence: trust}
	for _, in := range own {
		in.Confidence *= 1 - trust
		if in.Name == last {
			all[0].Confidence += in.Confidence
			continued = false
			continue
		}
		all = append(all, in)
	}
	return all, continued
}
