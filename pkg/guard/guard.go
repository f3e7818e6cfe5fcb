// Package guard screens texts for injected instructions and finds and masks personal data, by rules and a linear model, without I/O.
package guard

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/recado/recado/pkg/guard/attack"
	"github.com/recado/recado/pkg/guard/linear"
	"github.com/recado/recado/pkg/guard/pii"
	"github.com/recado/recado/pkg/guard/reading"
	"github.com/recado/recado/pkg/guard/view"
)

// MaxText is how much of a text the rules read, in bytes: of a longer one they read the head and the tail, and it is
// flagged. Personal data is looked for in all of it.
const MaxText = attack.MaxText

// Verdict says what may happen with a text; a greater one is stricter.
type Verdict uint8

// The verdicts.
const (
	// Allow: nothing found, the text is unchanged.
	Allow Verdict = iota
	// Modify: only personal data or hidden characters were replaced.
	Modify
	// Flag: suspicious; it goes on, with care.
	Flag
	// Block: an attack; it gets a fixed answer and no model.
	Block
)

var verdictNames = [...]string{"allow", "modify", "flag", "block"}

// String returns the verdict in lower case.
func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return "unknown"
}

// Source says where a text comes from.
type Source uint8

// The sources.
const (
	// Contact is text that the person on the other end wrote.
	Contact Source = iota
	// Document is text of the business's documents: instructions to a model have no place in it, so they weigh double.
	Document
	// ToolResult is what a tool returned; it weighs as a document does.
	ToolResult
)

// Finding is one reason for a verdict; it never holds text.
type Finding = attack.Finding

// Found is one piece of personal data. Its span is as in Finding; Value is the text without hidden characters and with
// compatibility forms (full-width digits) resolved; Token is what stands for it in Result.Masked.
type Found struct {
	Type  string
	Start int
	End   int
	Value string
	Token string
}

// Result is what Screen found.
type Result struct {
	Verdict Verdict
	// Score is what the verdict was decided by, in the unit of attack.FlagAt and attack.BlockAt.
	Score    float64
	Findings []Finding
	// Masked is the text without hidden characters and with a typed token in place of each piece of personal data.
	Masked string
	PII    []Found
}

// Screen judges a text and masks it. Tokens are numbered per text: the type's name and the ordinal of the value among
// the values of that type, so that a value written twice has one token. Texts of one message share a Numbering.
func Screen(text string, source Source) Result {
	return new(Numbering).Screen(text, source)
}

// Screen is the function Screen with tokens that go on from the texts before.
func (n *Numbering) Screen(text string, source Source) Result {
	return n.screen(text, source, nil)
}

// screen is Screen by a tenant's policy.
func (n *Numbering) screen(text string, source Source, policy *Policy) Result {
	received := text
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, string(utf8.RuneError))
	}
	s := scratchPool.Get().(*scratch)
	defer s.release()
	plain := s.views.Plain(text)
	s.spans = s.pii.Find(plain.Text)
	derived := s.views.Derived(&plain)
	found := s.judge.Text(len(text), &plain, derived, source != Contact)
	out := Result{Score: found.Score, Findings: slices.Clone(found.Findings)}
	attack.ToCodePoints(text, out.Findings)
	out.PII = n.name(text, plain, s.spans)
	out.Masked = s.render(text, plain, out.PII, view.ForgedToken(text, 0))
	out.Verdict = judge(out.Score, len(out.Findings) > 0 || out.Masked != received)
	policy.apply(&out, text, derived)
	return out
}

func judge(score float64, touched bool) Verdict {
	switch {
	case score >= attack.BlockAt:
		return Block
	case score >= attack.FlagAt:
		return Flag
	case touched:
		return Modify
	}
	return Allow
}

// scratch is the memory of one screening.
type scratch struct {
	views view.Buffer
	judge reading.Judge
	pii   pii.Finder
	spans []pii.Span
}

var scratchPool = sync.Pool{New: func() any { return &scratch{judge: reading.Judge{Model: linear.Default}} }}

// maxKept bounds the memory that waits in the pool after a huge text.
const maxKept = 64 << 10

func (s *scratch) release() {
	if max(s.views.Cap(), s.pii.Cap(), s.judge.Cap()) <= maxKept {
		scratchPool.Put(s)
	}
}
