package language

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Phrases finds many patterns in a text at once. It never changes and may be used from many goroutines.
//
// A pattern is words, however they are spelled: "quiero|necesito ... cita|citas". "|" parts alternatives, "cotiza*" is a beginning,
// ".." lets up to two words stand between, "..." up to five; "^" is the start of the message and "$" its end. Words may have
// a comma between them, but no end of a sentence.
type Phrases struct {
	words    map[string]uint16
	prefixes map[string]uint16
	lengths  []int // of the prefixes
	known    sensesTable
	patterns []pattern
	byFirst  [][]opening // patterns by a word of their first element
	said     bool        // a word counts as it was written, too
}

// Hit is a pattern found: the list that it belongs to and its tokens, To excluded.
type Hit struct{ List, From, To int }

type pattern struct {
	elements   []element
	list       int
	start, end bool
}

type element struct {
	ids []uint16
	gap int // words that may stand before it
}

// opening is a pattern that a word may begin. One of then, as marks of senses, follows within a gap's reach; 0 is nothing.
type opening struct {
	pattern int32
	gap     uint8 // in gaps
	then    uint64
}

// gaps are how many words may stand between two of a pattern: side by side, "..", "...".
var gaps = [3]int{0, 2, 5}

// NewPhrases compiles lists of patterns. A new line or "/" parts the patterns of a list.
func NewPhrases(lists []string) (*Phrases, error) {
	p, err := compilePhrases(lists)
	if err != nil {
		return nil, err
	}
	p.known = newSensesTable(p)
	return p, nil
}

// AsSaidToo returns the phrases such that a word of a text counts as it was written, too, and not only as it was set right.
func (p *Phrases) AsSaidToo() *Phrases {
	both := *p
	both.said = true
	return &both
}

// compilePhrases is NewPhrases without what makes finding fast.
func compilePhrases(lists []string) (*Phrases, error) {
	p := &Phrases{words: make(map[string]uint16), prefixes: make(map[string]uint16), byFirst: make([][]opening, 1)}
	for i, list := range lists {
		for one := range strings.FieldsFuncSeq(list, func(c rune) bool { return c == '/' || c == '\n' }) {
			if strings.TrimSpace(one) == "" {
				continue
			}
			if err := p.compile(i, one); err != nil {
				return nil, fmt.Errorf("phrases %d, %q: %w", i, one, err)
			}
		}
	}
	slices.Sort(p.lengths)
	return p, nil
}

// MustPhrases is NewPhrases for lists that are part of the program.
func MustPhrases(lists []string) *Phrases {
	p, err := NewPhrases(lists)
	if err != nil {
		panic(err)
	}
	return p
}

func (p *Phrases) compile(list int, text string) error {
	pat := pattern{list: list}
	gap := 0
	for f := range strings.FieldsSeq(text) {
		switch f {
		case "^":
			pat.start = true
		case "$":
			pat.end = true
		case "..":
			gap = 1
		case "...":
			gap = 2
		default:
			e, err := p.element(f, gaps[gap])
			if err != nil {
				return err
			}
			pat.elements, gap = append(pat.elements, e), 0
		}
	}
	if len(pat.elements) == 0 {
		return fmt.Errorf("expected a word, got only marks")
	}
	p.patterns = append(p.patterns, pat)
	first := opening{pattern: int32(len(p.patterns) - 1)}
	if len(pat.elements) > 1 {
		for _, id := range pat.elements[1].ids {
			first.then |= markOfSense(id)
		}
		first.gap = uint8(slices.Index(gaps[:], pat.elements[1].gap))
	}
	for _, id := range pat.elements[0].ids {
		p.byFirst[id] = append(p.byFirst[id], first)
	}
	return nil
}

func (p *Phrases) element(field string, gap int) (element, error) {
	e := element{gap: gap}
	for w := range strings.SplitSeq(field, "|") {
		stem, isPrefix := strings.CutSuffix(w, "*")
		t := ReadAsWritten(stem)
		if len(t.Tokens) != 1 || t.Tokens[0].Kind == Mark {
			return e, fmt.Errorf("expected one word, got %q", w)
		}
		if stem != "x" { // "x" is "por" except beside digits, where a pattern means it
			stem = t.Tokens[0].Norm
		}
		id, err := p.id(strings.Clone(stem), isPrefix)
		if err != nil {
			return e, err
		}
		e.ids = append(e.ids, id)
	}
	return e, nil
}

func (p *Phrases) id(w string, isPrefix bool) (uint16, error) {
	known := p.words
	if isPrefix {
		known = p.prefixes
	}
	if id, ok := known[w]; ok {
		return id, nil
	}
	if len(p.byFirst) > 60_000 {
		return 0, fmt.Errorf("expected at most 60000 words in all")
	}
	id := uint16(len(p.byFirst))
	known[w] = id
	p.byFirst = append(p.byFirst, nil)
	if isPrefix && !slices.Contains(p.lengths, len(w)) {
		p.lengths = append(p.lengths, len(w))
	}
	return id, nil
}

// Find appends the patterns that stand in a text to hits. A pattern is found once, where it stands first.
func (p *Phrases) Find(t Text, hits []Hit) []Hit {
	var room [96]sensed
	known := room[:0]
	for i := range t.Tokens {
		known = append(known, p.senses(&t.Tokens[i]))
	}
	for i := range known {
		if known[i].marks == 0 {
			continue
		}
		ahead := t.ahead(known, i)
		for _, id := range known[i].senses {
			if id == 0 {
				break
			}
			for _, first := range p.byFirst[id] {
				if first.then != 0 && first.then&ahead[first.gap] == 0 {
					continue
				}
				n := first.pattern
				if to := p.patterns[n].match(t, known, i); to > i {
					hits = append(hits, Hit{List: p.patterns[n].list, From: i, To: to})
				}
			}
		}
	}
	return hits
}

// ahead marks the senses of the words that a pattern which begins at token i may go on with, for each of the gaps.
func (t Text) ahead(known []sensed, i int) (marks [len(gaps)]uint64) {
	words, gap := 0, 0
	var all uint64
	for at := i + 1; at < len(known); at++ {
		all |= known[at].marks
		if t.Tokens[at].Kind == Mark {
			if t.endsClause(at) {
				break
			}
			continue
		}
		for words++; gap < len(gaps) && words > gaps[gap]; gap++ {
			marks[gap] = all
		}
		if gap == len(gaps) {
			return marks
		}
	}
	for ; gap < len(gaps); gap++ {
		marks[gap] = all
	}
	return marks
}

// match returns the token after the pattern that begins at i, or 0.
func (p *pattern) match(t Text, known []sensed, i int) int {
	if p.start && t.firstWord() != i {
		return 0
	}
	at := i + 1
	for _, e := range p.elements[1:] {
		next := e.seek(t, known, at)
		if next == 0 {
			return 0
		}
		at = next
	}
	if p.end && t.wordAfter(at) < len(t.Tokens) {
		return 0
	}
	return at
}

// seek returns the token after the first one that is the element, not further from at than its gap, or 0.
func (e *element) seek(t Text, known []sensed, at int) int {
	for left := e.gap; at < len(known); at++ {
		if known[at].any(e.ids) {
			return at + 1
		}
		if t.Tokens[at].Kind == Mark {
			if t.endsClause(at) {
				return 0
			}
			continue
		}
		if left == 0 {
			return 0
		}
		left--
	}
	return 0
}

// endsClause reports whether no phrase reaches over the mark at token i.
func (t Text) endsClause(i int) bool { return t.Is(i, ".", "?", "!", ";", "¿", "¡") }

func (t Text) firstWord() int { return t.wordAfter(0) }

// wordAfter is the first token from i on that is no mark.
func (t Text) wordAfter(i int) int {
	for i < len(t.Tokens) && t.Tokens[i].Kind == Mark {
		i++
	}
	return i
}

// Words lists the whole words of all patterns, in order.
func (p *Phrases) Words() []string { return slices.Sorted(maps.Keys(p.words)) }
