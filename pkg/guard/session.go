package guard

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/recado/recado/pkg/guard/view"
)

// Bounds of what a conversation is remembered by.
const (
	// SessionHalfLife is when a message's weight counts half.
	SessionHalfLife = 10 * time.Minute
	// SessionWindow is how long a message counts at all.
	SessionWindow = time.Hour
	sessionEvents = 6
	sessionPieces = 3
	// maxPiece bounds the text kept of one message, in bytes. Four are kept, 2 KiB: three are read with a message, and with the
	// latest one too when it is delivered again.
	maxPiece = 512
	// maxHead is how much of a new message is read after the pieces.
	maxHead = 2 << 10
	// maxWeight bounds what one message adds.
	maxWeight = 20
	// cueWeight is what a message weighs that only looks like a part of another: alone such messages never reach 3.
	cueWeight        = 0.5
	codeConversation = "conversation"
)

// Session is what the guard remembers of a conversation: its latest suspicious messages. The zero Session remembers nothing;
// its JSON form holds texts and must be sealed.
type Session struct {
	Events []SessionEvent `json:"events"`
}

// SessionEvent is one message of a session.
type SessionEvent struct {
	ID    string    `json:"id"`
	At    time.Time `json:"at"`
	Score float64   `json:"score"`
	// Text is a masked piece of the message; empty where the message was blocked by itself, or is no longer among the latest.
	Text string `json:"text,omitempty"`
	// Part: the message looked like a part of something.
	Part bool `json:"part,omitempty"`
}

// Step is a message as its session sees it.
type Step struct {
	ID      string
	At      time.Time
	Score   float64 // of its findings
	Verdict Verdict
	Text    string // masked
}

// Judged is what a message is in its session.
type Judged struct {
	// Verdict is the message's, raised or not.
	Verdict Verdict
	// Findings are the reasons that the conversation adds; their spans are the whole message.
	Findings []Finding
	// Raises: the message is suspicious, so that the session must remember it.
	Raises bool
	event  SessionEvent
}

// Cue returns the weight of a text that looks like a part of something: an order without its object, "part 1", "a = …",
// "remember this". It is no finding and says nothing of an attack.
func Cue(text string) float64 {
	if splitCue(text) {
		return cueWeight
	}
	return 0
}

// Judge tells what a message is beside the ones before it, by a tenant's policy. It changes nothing, and a message that the session
// has already is judged as it was the first time.
func (s *Session) Judge(p *Policy, step Step) Judged {
	flagAt, blockAt := p.Thresholds()
	out := Judged{Verdict: step.Verdict, event: SessionEvent{ID: step.ID, At: step.At, Score: weightOf(step.Score)}}
	before := s.before(step.ID)
	out.event.Part = splitCue(step.Text) || before.open(step.Text)
	across := before.across(p, step.Text)
	switch {
	case across.score < flagAt || across.verdict < Flag:
	case across.score >= blockAt && across.verdict == Block && (out.event.Part || before.parts()):
		out.raise(Block, across.score, step.Text)
	default:
		out.raise(Flag, across.score, step.Text)
	}
	out.event.Score = max(out.event.Score, weightOf(across.score))
	if total := before.Score(step.At) + out.event.Score; out.event.Score > 0 && len(before.Events) > 0 && total >= flagAt {
		out.raise(Flag, total, step.Text)
	}
	if out.event.Score == 0 && out.event.Part {
		out.event.Score = cueWeight
	}
	if out.event.Score == 0 {
		return out
	}
	if out.Raises = true; out.Verdict != Block {
		out.event.Text = pieceOf(step.Text)
	}
	return out
}

// raise makes a verdict stricter and says why.
func (j *Judged) raise(to Verdict, weight float64, text string) {
	if j.Verdict >= to {
		return
	}
	j.Verdict = to
	j.Findings = append(j.Findings, Finding{Code: codeConversation, OWASP: owaspLLM01, View: view.Plain.String(), End: utf8.RuneCountInString(text), Weight: weightOf(weight)})
}

// Add remembers a judged message; one that is not suspicious, or that the session has already, changes nothing and is false.
func (s *Session) Add(j Judged) bool {
	if !j.Raises || s.has(j.event.ID) {
		return false
	}
	if n := len(s.Events); n > 0 && j.event.At.Before(s.Events[n-1].At) {
		j.event.At = s.Events[n-1].At // clocks of two doors
	}
	events := append([]SessionEvent(nil), s.Events[max(0, len(s.Events)-sessionEvents+1):]...)
	s.Events = append(events, j.event)
	for i := range max(0, len(s.Events)-sessionPieces-1) {
		s.Events[i].Text = ""
	}
	return true
}

// Score returns the sum of what the session's messages weigh at a time.
func (s *Session) Score(at time.Time) float64 {
	total := 0.0
	for i := range s.Events {
		total += s.Events[i].at(at)
	}
	return total
}

func (e *SessionEvent) at(now time.Time) float64 {
	age := max(0, now.Sub(e.At))
	if age > SessionWindow {
		return 0
	}
	return weightOf(e.Score) * math.Exp2(-float64(age)/float64(SessionHalfLife))
}

func weightOf(score float64) float64 {
	if !(score > 0) { // nor no number at all
		return 0
	}
	return min(score, maxWeight)
}

func (s *Session) has(id string) bool { return len(s.before(id).Events) < len(s.Events) }

// before returns the session as it was before a message.
func (s *Session) before(id string) Session {
	for i := range s.Events {
		if s.Events[i].ID == id {
			return Session{Events: s.Events[:i]}
		}
	}
	return *s
}

// pieces are the texts of the latest messages, joined.
func (s *Session) pieces() string {
	var texts []string
	for i := max(0, len(s.Events)-sessionPieces); i < len(s.Events); i++ {
		if s.Events[i].Text != "" {
			texts = append(texts, s.Events[i].Text)
		}
	}
	return strings.Join(texts, " ")
}

// across screens a text after the pieces before it: what counts are findings that begin in them and end in the text.
func (s *Session) across(p *Policy, text string) acrossText {
	pieces, head := s.pieces(), headOf(withoutMark(text))
	if pieces == "" || head == "" {
		return acrossText{}
	}
	known := p.Screen(new(Numbering), pieces, Contact).Findings
	best := p.screenAcross(pieces+" ", head, known)
	if within := p.screenAcross(pieces, head, known); within.score > best.score { // a word in two
		best = within
	}
	return best
}

// acrossText is what stands in two texts together and in neither alone.
type acrossText struct {
	score   float64
	verdict Verdict // of the texts as one
}

// screenAcross screens two texts as one. What the first is known to hold by itself is not the second's fault.
func (p *Policy) screenAcross(first, second string, known []Finding) acrossText {
	r := p.Screen(new(Numbering), first+second, Contact)
	border := utf8.RuneCountInString(strings.ToValidUTF8(first, string(utf8.RuneError)))
	out := acrossText{verdict: r.Verdict}
	for _, f := range r.Findings {
		if f.Start < border && f.End > border && !wholeText(f.Code) && !holds(known, f) {
			out.score += f.Weight
		}
	}
	return out
}

func holds(known []Finding, f Finding) bool {
	return slices.ContainsFunc(known, func(k Finding) bool { return k.Code == f.Code && k.Weight >= f.Weight })
}

// wholeText reports codes whose findings always span the whole text.
func wholeText(code string) bool {
	return code == "hidden_text" || code == "oversized" || code == codeLinear
}

// parts reports whether one of the pieces looked like a part of something.
func (s *Session) parts() bool {
	return slices.ContainsFunc(s.Events[max(0, len(s.Events)-sessionPieces):], func(e SessionEvent) bool { return e.Part })
}

// open reports whether a short text goes on with what the pieces began, and still has no end.
func (s *Session) open(text string) bool {
	pieces := s.pieces()
	return pieces != "" && len(text) <= 60 && splitCue(pieces+" "+text)
}

// headOf is the beginning of a text.
func headOf(text string) string {
	if len(text) <= maxHead {
		return text
	}
	cut := maxHead
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut]
}

// pieceOf is the end of a text, without what only numbers it.
func pieceOf(text string) string {
	text = withoutMark(text)
	if len(text) <= maxPiece {
		return text
	}
	from := len(text) - maxPiece
	for from < len(text) && !utf8.RuneStart(text[from]) {
		from++
	}
	return text[from:]
}
