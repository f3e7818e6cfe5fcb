package intentrouter

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/urgency"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/intent-router/intent"
)

// Explanation is how a message was understood, and why. It is for people: it takes some thousand times as long as Understand.
type Explanation struct {
	Routed *recadov1.MessageRouted
	// Why names what chose the specialist.
	Why   string
	Facts []string
	// Rules hold for the message, those of its dominant intent first, and Own are phrases of the tenant's own that do.
	Rules, Own []Reason
	// Words are those without which the dominant intent would be less sure.
	Words []Word
	Slips []Slip
	// Sign is what the urgency was read from: words, of which Signed reports whether they are a listed sign, and not only what the
	// model heeds.
	Sign   string
	Signed bool
	Slots  []Slot
}

// Reason is a phrase or a rule that speaks for an intent.
type Reason struct {
	Intent string  `json:"intent"`
	Weight float64 `json:"weight,omitempty"`
	// Phrase is as its file has it, If the facts that it asks for, Words those of the message that met it.
	Phrase string `json:"phrase,omitempty"`
	If     string `json:"if,omitempty"`
	Words  string `json:"words,omitempty"`
}

// Word is a word of a message and what it adds to the logarithm of the odds of the dominant intent.
type Word struct {
	Word string  `json:"word"`
	Adds float64 `json:"adds"`
}

// Slip is a word that was read as another one.
type Slip struct {
	Said string `json:"said"`
	Read string `json:"read"`
}

// Explain understands a message that begins a conversation, and says why it is understood so.
func (r *Reader) Explain(e *recadov1.MessageScreened, settings *tenant.Settings, prior Prior) *Explanation {
	b := r.of(settings)
	out := &Explanation{}
	out.Routed, _ = r.UnderstandAfter(e, settings, prior)
	dominant := out.Routed.GetIntents()[0]
	var ev intent.Evidence
	text, lang := language.Read(words(e.GetContent())), language.Lang(out.Routed.GetLanguage())
	m := message{text: text, lang: lang, now: b.clock(e.GetMeta()), evidence: &ev}
	ev.Read(m.text)
	m.slots(b)
	if level := int(out.Routed.GetUrgency()); level > m.urgency.Level && level > int(routine) {
		m.urgency = urgency.Triage{Level: level} // by the words at large
	}
	facts := m.facts | b.fact
	out.Facts = facts.Names()
	r.rules.Gather(m.text, facts, &ev)
	out.Rules = r.reasons(m.text, &ev, dominant.GetName())
	out.Own = b.own.reasons(m.text, settings.Routing.Phrases)
	out.Words = r.heeded(&m, b, dominant.GetName())
	out.Slips = slipsOf(m.text)
	out.Sign, out.Signed = m.sign()
	out.Slots = m.explainSlots(b, out.Routed)
	in := intent.Scored{Name: dominant.GetName(), Confidence: float64(dominant.GetConfidence())}
	out.Why = r.why(in, settings, b.vertical, e.GetMeta().GetChannel())
	return out
}

// reasons lists the rules that hold, the dominant intent's first, then by weight.
func (r *Reader) reasons(t language.Text, ev *intent.Evidence, dominant string) []Reason {
	out := []Reason{}
	for _, h := range r.rules.Held(t, ev) {
		out = append(out, Reason{h.Intent, h.Weight, h.Phrase, h.If, t.Original(h.From, h.To)})
	}
	slices.SortStableFunc(out, func(a, b Reason) int {
		first := func(x Reason) int {
			if x.Intent == dominant {
				return 0
			}
			return 1
		}
		return cmp.Or(cmp.Compare(first(a), first(b)), cmp.Compare(a.Intent, b.Intent), cmp.Compare(b.Weight, a.Weight))
	})
	return out
}

// reasons lists the tenant's own phrases that stand in a text.
func (own *ownPhrases) reasons(t language.Text, phrases []tenant.Phrase) []Reason {
	out := []Reason{}
	if own == nil {
		return out
	}
	for _, hit := range own.find.Find(t, nil) {
		said := phrases[hit.List]
		out = append(out, Reason{Intent: said.Intent, Phrase: strings.TrimSpace(said.Say), Words: t.Original(hit.From, hit.To)})
	}
	return out
}

// The words that are asked about: no more than maxHeeded of the first maxAsked, each of which adds minHeeded.
const (
	maxAsked  = 40
	maxHeeded = 6
	minHeeded = 0.25
)

// heeded reads the message without each of its words in turn, and lists those without which the intent is less sure.
func (r *Reader) heeded(m *message, b *business, name string) []Word {
	whole := r.oddsOf(name, m.text.Raw, m, b)
	out := []Word{}
	asked := 0
	for i := range m.text.Tokens {
		t := &m.text.Tokens[i]
		if t.Kind == language.Mark {
			continue
		}
		if asked++; asked > maxAsked {
			break
		}
		adds := whole - r.oddsOf(name, m.text.Raw[:t.Start]+" "+m.text.Raw[t.End:], m, b)
		if adds >= minHeeded {
			out = append(out, Word{m.text.Raw[t.Start:t.End], math.Round(adds*100) / 100})
		}
	}
	slices.SortStableFunc(out, func(a, b Word) int { return cmp.Compare(b.Adds, a.Adds) })
	return out[:min(len(out), maxHeeded)]
}

// oddsOf is the logarithm of the odds of an intent for a text.
func (r *Reader) oddsOf(name, body string, m *message, b *business) float64 {
	var ev intent.Evidence
	facts := r.Evidence(body, m.now, b.settings, &ev)
	p := min(max(r.rules.Confidence(name, &ev, facts), 1e-6), 1-1e-6)
	return math.Log(p / (1 - p))
}

// slipsOf lists the words that were read as others.
func slipsOf(t language.Text) []Slip {
	out := []Slip{}
	for i := range t.Tokens {
		if tok := &t.Tokens[i]; tok.Said != "" && tok.Said != tok.Norm {
			out = append(out, Slip{tok.Said, tok.Norm})
		}
	}
	return out
}

// sign returns the words that the urgency was read from: a sign that is listed, or the fewest words that are as urgent.
func (m *message) sign() (words string, signed bool) {
	if m.urgency.Level <= int(routine) {
		return "", false
	}
	if at := m.urgency; at.To > at.From {
		return m.text.Original(at.From, at.To), true
	}
	m.windows(func(part language.Text) bool {
		if urgency.Of(part).Level >= m.urgency.Level {
			words = part.Raw
		}
		return words == ""
	})
	return words, false
}

// why names the table that chose the specialist, in the order in which specialist looks into them.
func (r *Reader) why(in intent.Scored, settings *tenant.Settings, vertical tenant.Vertical, channel string) string {
	a, ok := settings.Assistant(channel)
	switch {
	case !r.sure(in, settings):
		return fmt.Sprintf("%s is less sure than the threshold %.2f", in.Name, r.thresholdOf(settings))
	case settings.Routing.Specialists[in.Name] != "":
		return "the tenant's routing.specialists"
	case ok && answering.types[a.Type][in.Name] != "":
		return "assistant " + a.Type + " in specialists.txt"
	case answering.verticals[vertical][in.Name] != "":
		return "vertical " + string(vertical) + " in specialists.txt"
	}
	return "every vertical in specialists.txt"
}
