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
	buffer := tokens.Get().(*[]language.Token)
	text := language.ReadInto(words(e.GetContent()), *buffer)
	defer putBack(buffer, text)
	lang := prior.speaks(text, settings)
	routed := &recadov1.MessageRouted{
		Meta: e.GetMeta(), Content: e.GetContent(), ReplyTo: e.GetReplyTo(), Verdict: e.GetVerdict(), Pii: e.GetPii(),
		Language: string(lang), Vertical: string(b.vertical), Urgency: routine,
	}
	if e.GetVerdict() == recadov1.Verdict_VERDICT_BLOCK {
		routed.Intents = []*recadov1.Intent{{Name: intent.Other, Confidence: 1}}
		routed.Specialist, routed.Slots = General, &recadov1.Slots{}
		return routed, prior
	}
	evidence := evidences.Get().(*intent.Evidence)
	defer evidences.Put(evidence)
	evidence.Read(text)
	m := message{screened: e, text: text, lang: lang, now: b.clock(e.GetMeta()), evidence: evidence}
	u := r.understand(&m, b, prior)
	routed.Slots, routed.Intents, routed.Continued = u.slots, scored(u.intents), u.continued
	routed.Urgency = max(routine, uint32(m.urgency.Level))
	routed.Specialist = r.specialist(u.decisive, settings, b.vertical, e.GetMeta().GetChannel())
	return routed, prior.after(routed, r.sure(u.decisive, settings), m.now)
}

// understanding is what a message means in its conversation.
type understanding struct {
	slots     *recadov1.Slots
	intents   []intent.Scored // the dominant one first
	decisive  intent.Scored   // the one that chooses the specialist
	continued bool            // the message answers the dialogue before it
}

func (r *Reader) understand(m *message, b *business, prior Prior) understanding {
	slots := m.slots(b)
	own, mute := r.intents(m, b)
	own = m.dangerFirst(own, b)
	mute = mute && own[0].Name != intent.UrgentCare
	mayAnswer := mute && prior.open(m.now) && m.screened.GetVerdict() < recadov1.Verdict_VERDICT_FLAG
	m.readBare(slots, mayAnswer || own[0].Name == intent.Other)
	if mayAnswer && m.answers(slots) {
		all, continued := goOn(prior.Intent, own)
		dialogue := intent.Scored{Name: prior.Intent, Confidence: 1} // it stays with its specialist
		return understanding{slots: slots, intents: all, decisive: dialogue, continued: continued}
	}
	return understanding{slots: slots, intents: own, decisive: own[0]}
}

func scored(all []intent.Scored) []*recadov1.Intent {
	out := make([]*recadov1.Intent, len(all))
	for i, in := range all {
		out[i] = &recadov1.Intent{Name: in.Name, Confidence: float32(in.Confidence)}
	}
	return out
}

// tokens keeps buffers of texts that were read, of which none is longer than a text's limit.
var tokens = sync.Pool{New: func() any {
	buffer := make([]language.Token, 0, 64)
	return &buffer
}}

// putBack keeps the buffer of a text without what the text says.
func putBack(buffer *[]language.Token, t language.Text) {
	clear(t.Tokens)
	*buffer = t.Tokens[:0]
	tokens.Put(buffer)
}

// intents returns what a message wants, and whether it says nothing of its own.
func (r *Reader) intents(m *message, b *business) (own []intent.Scored, mute bool) {
	r.rules.Gather(m.text, m.facts|b.fact, m.evidence)
	m.evidence.Own = b.own.in(m.text)
	own = r.rules.Judge(m.evidence, m.facts|b.fact)
	return own, m.evidence.Own == 0 && m.mute(own, r.thresholdOf(b.settings))
}

// evidences keeps what was gathered from messages for use again, a few kilobytes each; a message's text is not in it.
var evidences = sync.Pool{New: func() any { return &intent.Evidence{Keys: make([]uint32, 0, 1024)} }}

// Evidence fills in what the rules and the model judge a message of a tenant by.
func (r *Reader) Evidence(body string, now time.Time, settings *tenant.Settings, e *intent.Evidence) intent.Fact {
	b := r.of(settings)
	m := message{text: language.Read(body), now: now, evidence: e}
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
