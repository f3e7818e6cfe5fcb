// Package repeat notices that a conversation gets no further: the assistant asks a third time for the same, or the customer asks a third
// time because the answer was no help. It then says it in another way, once, and after that offers a person.
package repeat

import (
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// State is what a conversation remembers of its questions. Texts are kept as short hashes of their words.
type State struct {
	Asked   Gist   `json:"asked,omitzero"` // the last question of ours
	Key     string `json:"key,omitempty"`  // of the write that it asked a yes for
	Times   int    `json:"times,omitempty"`
	Values  uint32 `json:"values,omitempty"` // what the customer had said of values then
	Wanted  Gist   `json:"wanted,omitzero"`  // the last question of theirs
	Wants   int    `json:"wants,omitempty"`
	Answer  Gist   `json:"answer,omitzero"` // what it was told
	Offered bool   `json:"offered,omitempty"`
	// At is when something was last said: after an hour nothing of this is true any more.
	At time.Time `json:"at,omitzero"`
}

const (
	forgotten = time.Hour
	// tooOften is how many times the same question is one time too many.
	tooOften = 3
)

// What is done about a question that was asked too often.
const (
	Nothing = ""
	Reword  = "reword"  // ours is asked in another way, with examples
	Leave   = "leave"   // ours stands behind an answer and is left out
	Inquire = "inquire" // their answer is said with the question what is missing
	Offer   = "offer"   // a person is offered
)

// Heard is what a turn was told.
type Heard struct {
	Messages []*recadov1.MessageRouted
	At       time.Time
}

// Said is what a turn would say.
type Said struct {
	Text     string
	Key      string // names the write that it asks a yes for, with its arguments; empty for none
	Language string
}

// Verdict is what is said instead, and why.
type Verdict struct {
	Did         string
	Text        string
	Asked, Want int // how often ours and theirs were asked, this time included
}

// Turn takes a turn in and says what becomes of its words.
func (s State) Turn(h Heard, d Said) (State, Verdict) {
	if s.At.IsZero() || h.At.Sub(s.At) > forgotten {
		s = State{}
	}
	before, question := question(d.Text)
	s.ask(gist(question), d.Key, values(h.Messages))
	s.want(wish(h.Messages), gist(before))
	s.At, s.Offered = h.At.UTC(), false
	v := Verdict{Text: d.Text, Asked: s.Times, Want: s.Wants}
	say := wordsOf(d.Language)
	beside := s.Wants <= 1 && before != "" && answers(h.Messages)
	switch {
	case s.Times > tooOften, s.Wants > tooOften:
		v.Did, s.Offered = Offer, true
		v.Text = strings.TrimSpace(only(s.Wants > tooOften, before) + "\n\n" + say.offer)
		s.Times, s.Wants, s.Asked, s.Key = 0, 0, Gist{}, ""
	case s.Times == tooOften && s.Key == "" && beside:
		v.Did, v.Text = Leave, before
	case s.Times == tooOften:
		v.Did, v.Text = Reword, say.reword(d.Text, s, d.Language)
	case s.Wants == tooOften:
		v.Did, v.Text = Inquire, strings.TrimSpace(before+"\n\n"+say.inquire)
	}
	return s, v
}

func only(is bool, text string) string {
	if is {
		return text
	}
	return ""
}

// ask counts a question of ours. A write that asks its yes again for other arguments is another question, and so is one to which the
// customer has said something new.
func (s *State) ask(g Gist, key string, values uint32) {
	same := key == s.Key && (key != "" || g.same(s.Asked))
	news := key == "" && values != 0 && values != s.Values
	switch {
	case g.nothing() && key == "": // what asks for nothing leaves the count
		return
	case same && !news:
		s.Times++
	default:
		s.Times = 1
	}
	s.Asked, s.Key, s.Values = g, key, values
}

// want counts a question of theirs that has had the same answer.
func (s *State) want(g, answer Gist) {
	switch {
	case g.nothing():
		return
	case g.again(s.Wanted) && (answer.nothing() || answer.alike(s.Answer)):
		s.Wants++
	default:
		s.Wants = 1
	}
	s.Wanted, s.Answer = g, answer
}

// alike reports whether two answers say the same: the same figures, or nearly the same words where they have none.
func (g Gist) alike(of Gist) bool {
	return slices.Equal(g.Figures, of.Figures) && (len(g.Figures) > 0 || g.near(of))
}

// informs are the wishes that a text answers: who repeats another may well want it again.
var informs = map[string]bool{
	"pricing": true, "services": true, "location": true, "hours": true, "faq_policy": true, "menu": true, "order_status": true,
	"staff": true, "loyalty": true, "invoice": true, "other": true,
}

// wish is what the customer asks; empty where they answer, or want something done.
func wish(messages []*recadov1.MessageRouted) (g Gist) {
	var said []string
	for _, m := range messages {
		intents := m.GetIntents()
		if len(intents) == 0 || !informs[intents[0].GetName()] || m.GetSlots().GetAnswer() != "" {
			continue
		}
		if text := m.GetContent().GetText().GetBody(); intents[0].GetName() != "other" || strings.Contains(text, "?") {
			said = append(said, text)
		}
	}
	return gist(strings.Join(said, " "))
}

// answers reports whether a question of the customer's is answered.
func answers(messages []*recadov1.MessageRouted) bool { return !wish(messages).nothing() }

// values names what the customer said of values; 0 where they said none.
func values(messages []*recadov1.MessageRouted) uint32 {
	h := fnv.New32a()
	some := false
	for _, m := range messages {
		slots, ok := proto.Clone(m.GetSlots()).(*recadov1.Slots)
		if !ok || slots == nil {
			continue
		}
		slots.Answer = ""
		data, err := proto.MarshalOptions{Deterministic: true}.Marshal(slots)
		if err == nil && len(data) > 0 {
			some = true
			_, _ = h.Write(data)
		}
	}
	if !some {
		return 0
	}
	return h.Sum32()
}
