// Package guard screens texts for injected instructions and finds and masks personal data, by rules alone and without I/O.
package guard

import (
	"strings"
	"unicode/utf8"
)

// MaxText is how much of a text the rules read, in bytes: of a longer one they read the head and the tail, and it is
// flagged. Personal data is looked for in all of it.
const MaxText = 8 << 10

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

// Scores at which a text is flagged and blocked: the sum over the findings, each code counted once.
const (
	flagAt  = 3
	blockAt = 6
)

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

// Finding is one reason for a verdict; it never holds text. Start and End are code points of the original text, end
// excluded, where a byte that is no UTF-8 counts as a part of the replacement character that stands for its run.
type Finding struct {
	Code   string
	OWASP  string
	Start  int
	End    int
	Weight float64
}

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
	Verdict  Verdict
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
	received := text
	text = strings.ToValidUTF8(text, string(utf8.RuneError))
	s := scratchPool.Get().(*scratch)
	defer s.release()
	plain := s.plainView(text)
	s.findPII(plain)
	out := Result{Findings: s.findings(text, plain, source)}
	out.PII = n.name(text, plain, s.spans)
	out.Masked = s.render(text, plain, out.PII, forgedToken(text, 0))
	out.Verdict = judge(out.Findings, out.Masked != received)
	return out
}

func judge(findings []Finding, changed bool) Verdict {
	score := 0.0
	for _, f := range findings {
		score += f.Weight
	}
	switch {
	case score >= blockAt:
		return Block
	case score >= flagAt:
		return Flag
	case changed || len(findings) > 0:
		return Modify
	}
	return Allow
}
