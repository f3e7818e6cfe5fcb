// Package attack finds instructions to a model in a text: frames of lexical classes, and marks of chat templates.
package attack

import (
	"slices"
	"unicode/utf8"

	"github.com/recado/recado/pkg/guard/view"
)

// MaxText is how much of a text the rules read, in bytes: of a longer one they read the head and the tail.
const MaxText = 8 << 10

// Scores at which a text is flagged and blocked.
const (
	FlagAt  = 3
	BlockAt = 6
)

// Finding is one reason for a verdict; it never holds text. Start and End are code points of the original text, end
// excluded, where a byte that is no UTF-8 counts as a part of the replacement character that stands for its run.
type Finding struct {
	Code   string
	OWASP  string
	Start  int
	End    int
	Weight float64
	// View is how the text was read: "plain", or the disguise that was taken off.
	View string
}

// Reader reads one text after another. Its zero value is ready; not for concurrent use. What it read of a view stays
// until the next is read.
type Reader struct {
	// Tokens are the words; Folded holds their letters in lower case, without accents.
	Tokens []Token
	Folded []byte
	// Seen is the union of the words' classes, and Marks the literals.
	Seen  Class
	Marks Marks
	// Hits are the numbers of the frames that were found, each once.
	Hits []uint16
	// Found holds the heaviest finding of each family, with bytes of the original text for its span.
	Found []Finding

	foreign bool
	kind    string
	memo    memo
	live    live
	meant   meaning // of a word that is not remembered
}

// Cap is how many tokens the reader holds on to.
func (s *Reader) Cap() int { return max(cap(s.Tokens), cap(s.Folded)) }

// Start forgets the findings. Where the text is not the contact's, orders weigh double: they have no place in it.
func (s *Reader) Start(foreign bool) { s.Found, s.foreign = s.Found[:0], foreign }

// Read runs every rule over text, which is the part of the view that starts at the given byte.
func (s *Reader) Read(v *view.View, text string, offset int) {
	s.kind = v.Kind.String()
	s.tokenize(text)
	s.Marks, s.Hits = 0, s.Hits[:0]
	literals.find(text, func(l *literal, from, to int) {
		s.Marks |= l.mark
		if l.weight > 0 {
			start, end := v.Original(offset+from, offset+to)
			s.Add(l.rule.code, l.rule.owasp, l.weight, start, end)
		}
	})
	frames.match(&s.live, s.Tokens, s.Seen, s.Marks, func(f *frame, first, last int) {
		start, end := v.Original(offset+int(s.Tokens[first].Start), offset+int(s.Tokens[last].End))
		s.Add(f.rule.code, f.rule.owasp, f.weight, start, end)
		s.Hits = append(s.Hits, f.number)
	})
}

// ordering names the families that have no place in a document at all.
var ordering = []string{"override_instructions", "persona", "jailbreak_mode", "prompt_leak", "indirect", "exfil_link"}

// marking are the families of what no text of a business holds, whoever wrote it. What is left are wishes that only a
// contact can have: a policy speaks of refunds, prescriptions and passwords for good reasons.
var marking = []string{"chat_template", "markup", "fake_dialogue", "hidden_text"}

// Add keeps the heaviest finding of each family.
func (s *Reader) Add(code, owasp string, weight float64, start, end int) {
	switch {
	case !s.foreign || slices.Contains(marking, code):
	case slices.Contains(ordering, code):
		weight *= 2
	default:
		weight /= 4
	}
	f := Finding{Code: code, OWASP: owasp, Start: start, End: end, Weight: weight, View: s.kind}
	for i := range s.Found {
		if s.Found[i].Code != code {
			continue
		}
		if s.Found[i].Weight < weight {
			s.Found[i] = f
		}
		return
	}
	s.Found = append(s.Found, f)
}

// Parts returns what is read of a text: all of it, or the head and the tail of one that is too long.
func Parts(text string) (head, tail string) {
	if len(text) <= MaxText {
		return text, ""
	}
	cut, from := MaxText/2, len(text)-MaxText/2
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	for !utf8.RuneStart(text[from]) {
		from++
	}
	return text[:cut], text[from:]
}

// ToCodePoints turns the byte offsets of findings into counts of code points, and sorts them.
func ToCodePoints(text string, found []Finding) {
	slices.SortFunc(found, func(a, b Finding) int { return a.Start - b.Start })
	at, count := 0, 0
	for i := range found {
		f := &found[i]
		count += utf8.RuneCountInString(text[at:f.Start])
		at = f.Start
		f.Start, f.End = count, count+utf8.RuneCountInString(text[f.Start:f.End])
	}
}

// Trace calls hit with the source of each frame and literal that the view holds.
func (s *Reader) Trace(v *view.View, hit func(name string)) {
	s.tokenize(v.Text)
	s.Marks = 0
	literals.find(v.Text, func(l *literal, _, _ int) {
		s.Marks |= l.mark
		if l.weight > 0 {
			hit("literal " + l.text)
		}
	})
	frames.match(&s.live, s.Tokens, s.Seen, s.Marks, func(f *frame, _, _ int) {
		hit(f.source)
	})
}
