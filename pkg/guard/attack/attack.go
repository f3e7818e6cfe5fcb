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
	// Seen is the union of the words' classes.
	Seen Class

	hits    []hit // in order of their first words
	marks   Marks // of all literals
	span    int32 // words from the first to the last of a hit, at most
	near    near
	foreign bool
	memo    memo
	live    live
	meant   meaning // of a word that is not remembered
	script  scriptWord
}

// Cap is how many tokens the reader holds on to.
func (s *Reader) Cap() int { return max(cap(s.Tokens), cap(s.Folded), cap(s.hits)) }

// Start says whose the text is. Where it is not the contact's, orders weigh double: they have no place in it.
func (s *Reader) Start(foreign bool) { s.foreign = foreign }

// Read runs every rule over text.
func (s *Reader) Read(text string) {
	s.tokenize(text)
	s.marks, s.hits, s.span, s.live.marks = 0, s.hits[:0], 0, s.live.marks[:0]
	literals.find(text, func(l *literal, from, to int) {
		first := s.wordAt(from)
		s.mark(l, first)
		if l.weight > 0 {
			s.add(hit{rule: &l.rule, weight: l.weight, first: first, last: s.wordAt(to - 1), start: int32(from), end: int32(to)})
		}
	})
	frames.match(&s.live, s.Tokens, s.Seen, s.marks, func(f *frame, first, last int) {
		s.add(hit{rule: &f.rule, weight: f.weight, frame: f, first: int32(first), last: int32(last), start: s.Tokens[first].Start, end: s.Tokens[last].End})
	})
	slices.SortStableFunc(s.hits, func(a, b hit) int { return int(a.first - b.first) })
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
	s.marks, s.live.marks = 0, s.live.marks[:0]
	literals.find(v.Text, func(l *literal, from, _ int) {
		s.mark(l, s.wordAt(from))
		if l.weight > 0 {
			hit("literal " + l.text)
		}
	})
	told := map[string]bool{}
	frames.match(&s.live, s.Tokens, s.Seen, s.marks, func(f *frame, _, _ int) {
		if !told[f.source] {
			told[f.source] = true
			hit(f.source)
		}
	})
}
