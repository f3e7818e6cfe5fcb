package intentrouter

import (
	"sync"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/intent-router/intent"
)

// Reader understands messages: their intents and slots, and who answers. It may be used from many goroutines.
type Reader struct {
	businesses
	rules     *intent.Rules
	threshold float64
}

// NewReader returns a reader by these rules; an intent less sure than threshold goes to the specialist General where a tenant
// has no threshold of its own.
func NewReader(rules *intent.Rules, threshold float64) *Reader {
	return &Reader{rules: rules, threshold: threshold}
}

// Understand reads one message alone. Content, verdict and meta pass through untouched.
func (r *Reader) Understand(e *recadov1.MessageScreened, settings *tenant.Settings) *recadov1.MessageRouted {
	routed, _ := r.UnderstandAfter(e, settings, Prior{})
	return routed
}

// UnderstandAfter reads one message in its conversation, and returns what that is about afterwards.
func (r *Reader) UnderstandAfter(e *recadov1.MessageScreened, settings *tenant.Settings, prior Prior) (*recadov1.MessageRouted, Prior) {
	b := r.of(settings)
	room := tokens.Get().(*[]language.Token)
	read := language.ReadInto(words(e.GetContent()), *room)
	defer forget(room, read)
	lang := prior.speaks(read, settings)
	routed := &recadov1.MessageRouted{
		Meta: e.GetMeta(), Content: e.GetContent(), ReplyTo: e.GetReplyTo(), Verdict: e.GetVerdict(), Pii: e.GetPii(),
		Language: string(lang), Vertical: string(b.vertical), Urgency: b.routine(),
	}
	if e.GetVerdict() == recadov1.Verdict_VERDICT_BLOCK {
		routed.Intents = []*recadov1.Intent{{Name: intent.Other, Confidence: 1}}
		routed.Specialist, routed.Slots = General, &recadov1.Slots{}
		return routed, prior
	}
	told := evidences.Get().(*intent.Evidence)
	defer evidences.Put(told)
	told.Read(read)
	m := message{text: read, lang: lang, now: b.clock(e.GetMeta()), told: told}
	found := m.slots(b)
	intents, mute := r.intents(&m, b)
	dominant := intents[0]
	if mute = mute && prior.open(m.now) && e.GetVerdict() < recadov1.Verdict_VERDICT_FLAG; mute {
		dominant.Name = intent.Other
	}
	m.finish(found, dominant.Name)
	routed.Slots = found
	if mute && m.answers(found, e) {
		intents, routed.Continued = goOn(prior.Intent, intents)
		dominant = intent.Scored{Name: prior.Intent, Confidence: 1} // the dialogue stays with its specialist
	}
	if b.triages() {
		routed.Urgency = max(routed.Urgency, uint32(m.urgency.Level))
	}
	for _, in := range intents {
		routed.Intents = append(routed.Intents, &recadov1.Intent{Name: in.Name, Confidence: float32(in.Confidence)})
	}
	routed.Specialist = r.specialist(dominant, settings, b.vertical, e.GetMeta().GetChannel())
	return routed, prior.after(routed, r.sure(dominant, settings), m.now)
}

// tokens keeps the room of texts that were read, of which none is longer than a text's limit.
var tokens = sync.Pool{New: func() any {
	room := make([]language.Token, 0, 64)
	return &room
}}

// forget keeps the room of a text without what the text says.
func forget(room *[]language.Token, t language.Text) {
	clear(t.Tokens)
	*room = t.Tokens[:0]
	tokens.Put(room)
}

// intents returns what a message wants, and whether it says nothing of its own.
func (r *Reader) intents(m *message, b *business) (own []intent.Scored, mute bool) {
	r.rules.Gather(m.text, m.facts|b.fact, m.told)
	m.told.Own = b.own.in(m.text)
	own = r.rules.Judge(m.told, m.facts|b.fact)
	return own, m.told.Own == 0 && m.mute(own, m.told, r.thresholdOf(b.settings))
}

// evidences keeps the room of what messages tell, a few kilobytes each; a message's text is not in it.
var evidences = sync.Pool{New: func() any { return &intent.Evidence{Keys: make([]uint32, 0, 1024)} }}

// Evidence fills in what a message of a tenant tells the rules and the model.
func (r *Reader) Evidence(body string, now time.Time, settings *tenant.Settings, e *intent.Evidence) intent.Fact {
	b := r.of(settings)
	m := message{text: language.Read(body), now: now, told: e}
	e.Read(m.text)
	m.lang = language.Detect(m.text, language.Lang(settings.Language))
	m.slots(b)
	r.rules.Gather(m.text, m.facts|b.fact, e)
	e.Own = b.own.in(m.text)
	return m.facts | b.fact
}

// words returns what a person said with a content: text, a caption, or the title of what was tapped.
func words(c *recadov1.Content) string {
	switch kind := c.GetKind().(type) {
	case *recadov1.Content_Text:
		return kind.Text.GetBody()
	case *recadov1.Content_Media:
		return kind.Media.GetCaption()
	case *recadov1.Content_Interactive:
		return kind.Interactive.GetTitle()
	}
	return ""
}

// clock is when the message was received, on the tenant's wall: a redelivery resolves "mañana" to the same day.
func (b *business) clock(m *recadov1.Meta) time.Time {
	at := m.GetReceivedAt()
	if at == nil || !at.IsValid() {
		at = m.GetOccurredAt()
	}
	if at == nil || !at.IsValid() {
		return time.Now().In(b.zone)
	}
	return at.AsTime().In(b.zone)
}
