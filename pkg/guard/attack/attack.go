// Package attack finds instructions to a model in a text: frames of lexical classes, and marks of chat templates.
package attack

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/recado/recado/pkg/guard/view"
)

// MaxText is how much of a text the rules read, in bytes: of a longer one they read the head and the tail.
const MaxText = 8 << 10

// Scores at which a text is flagged and blocked: the sum over the findings, each code counted once.
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
}

// Reader is the memory of a reading. Its zero value is ready; not for concurrent use.
type Reader struct {
	folded []byte
	tokens []token
}

// Cap is how many tokens the reader holds on to.
func (s *Reader) Cap() int { return cap(s.tokens) }

// Find runs every rule over the text and returns the heaviest finding of each family, in order of the text. Where the
// text is not the contact's, instructions weigh double: they have no place in it.
func (s *Reader) Find(text string, plain view.View, foreign bool) []Finding {
	c := collector{foreign: foreign}
	head, tail := plain.Text, ""
	if len(head) > MaxText {
		c.add(ruleOversize, FlagAt, 0, len(text))
		head, tail = headAndTail(plain.Text)
	}
	s.read(&c, &plain, head, 0)
	if tail != "" {
		s.read(&c, &plain, tail, len(plain.Text)-len(tail))
	}
	if plain.Hidden > 0 {
		c.add(ruleHidden, hiddenWeight(&plain), 0, len(text))
	}
	toCodePoints(text, c.found)
	return c.found
}

func headAndTail(text string) (head, tail string) {
	cut, from := MaxText/2, len(text)-MaxText/2
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	for !utf8.RuneStart(text[from]) {
		from++
	}
	return text[:cut], text[from:]
}

// read runs the rules that look for words over one part of the view.
func (s *Reader) read(c *collector, v *view.View, part string, offset int) {
	seen := s.tokenize(part)
	for i := range frames {
		f := &frames[i]
		if first, last, ok := f.match(s.tokens, seen); ok {
			start, end := v.Original(offset+int(s.tokens[first].start), offset+int(s.tokens[last].end))
			c.add(f.rule, f.weight, start, end)
		}
	}
	findLiterals(part, func(l *literal, at int) {
		start, end := v.Original(offset+at, offset+at+len(l.text))
		c.add(l.rule, l.weight, start, end)
	})
}

// hiddenWeight: one stray character is a copy from a web page; text spelled in tags is meant to be unseen.
func hiddenWeight(v *view.View) float64 {
	switch {
	case v.Tags >= 4:
		return BlockAt - 1
	case v.Hidden >= 8:
		return 2
	}
	return 0.5
}

// collector keeps the heaviest finding of each code.
type collector struct {
	foreign bool
	found   []Finding
}

func (c *collector) add(r rule, weight float64, start, end int) {
	if c.foreign && (r == ruleOverride || r == rulePersona || r == ruleMode || r == ruleLeak) {
		weight *= 2
	}
	f := Finding{Code: r.code, OWASP: r.owasp, Start: start, End: end, Weight: weight}
	for i := range c.found {
		if c.found[i].Code != r.code {
			continue
		}
		if c.found[i].Weight < weight {
			c.found[i] = f
		}
		return
	}
	c.found = append(c.found, f)
}

// toCodePoints turns byte offsets into counts of code points, and sorts.
func toCodePoints(text string, found []Finding) {
	slices.SortFunc(found, func(a, b Finding) int { return a.Start - b.Start })
	at, count := 0, 0
	for i := range found {
		f := &found[i]
		count += utf8.RuneCountInString(text[at:f.Start])
		at = f.Start
		f.Start, f.End = count, count+utf8.RuneCountInString(text[f.Start:f.End])
	}
}

// literal is a mark of a chat template or of our own tokens, lower case.
type literal struct {
	text   string
	rule   rule
	weight float64
}

var literals = []literal{
	{"<|im_start|>", ruleTemplate, 6},
	{"<|im_end|>", ruleTemplate, 6},
	{"<|im_sep|>", ruleTemplate, 6},
	{"<|system|>", ruleTemplate, 6},
	{"<|user|>", ruleTemplate, 6},
	{"<|assistant|>", ruleTemplate, 6},
	{"<|endoftext|>", ruleTemplate, 6},
	{"<|end|>", ruleTemplate, 6},
	{"<|eot_id|>", ruleTemplate, 6},
	{"<|begin_of_text|>", ruleTemplate, 6},
	{"<|start_header_id|>", ruleTemplate, 6},
	{"<|end_header_id|>", ruleTemplate, 6},
	{"<start_of_turn>", ruleTemplate, 6},
	{"<end_of_turn>", ruleTemplate, 6},
	{"<<sys>>", ruleTemplate, 6},
	{"<</sys>>", ruleTemplate, 6},
	{"[inst]", ruleTemplate, 6},
	{"[/inst]", ruleTemplate, 6},
	{"<system>", ruleTemplate, 4},
	{"</system>", ruleTemplate, 4},
	{"<system_prompt>", ruleTemplate, 4},
	{"</system_prompt>", ruleTemplate, 4},
	{"<tool_call>", ruleTemplate, 4},
	{"<function_calls>", ruleTemplate, 4},
	{"</instructions>", ruleTemplate, 4},
	{"[system]", ruleTemplate, 4},
	{"[system message]", ruleTemplate, 4},
	{"### system", ruleTemplate, 4},
	{"### instruction", ruleTemplate, 4},
	{"### instrucciones", ruleTemplate, 4},
	{`"role":"system"`, ruleTemplate, 4},
	{`"role": "system"`, ruleTemplate, 4},
	{`'role': 'system'`, ruleTemplate, 4},
	{`"role":"assistant"`, ruleTemplate, 4},
	{`"role": "assistant"`, ruleTemplate, 4},
}

var literalStarts = func() (t [256][]*literal) {
	for i := range literals {
		l := &literals[i]
		t[l.text[0]] = append(t[l.text[0]], l)
	}
	return t
}()

// findLiterals calls found for each literal in text, whatever its case.
func findLiterals(text string, found func(l *literal, at int)) {
	for i := range len(text) {
		for _, l := range literalStarts[text[i]] {
			if len(text)-i >= len(l.text) && strings.EqualFold(text[i:i+len(l.text)], l.text) {
				found(l, i)
				break
			}
		}
	}
	if i := view.ForgedToken(text, 0); i >= 0 {
		found(&forged, i)
	}
}

// forged stands for a token that a contact wrote: what the vault reveals must come from the guard alone.
var forged = literal{text: "[", rule: ruleToken, weight: 1}
