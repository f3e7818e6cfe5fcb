package guard

import (
	"strings"
	"unicode/utf8"

	"github.com/recado/recado/pkg/guard/view"
	"github.com/recado/recado/pkg/tenant"
)

// Bounds of a tenant's blocked phrases, in phrases and in letters and digits of one.
const (
	MaxPhrases       = 100
	MinPhraseLetters = 3
	maxPhraseLetters = 100
)

// phrases finds a set of phrases in one pass over a text, by an automaton over folded letters. Case, accents, repeated
// letters and what stands between words do not matter; a phrase begins and ends with a word. Letters one by one
// ("d e n t a l") are one word.
type phrases struct {
	nodes []phraseNode
	roots [128]int32 // first letters in ASCII
	list  []phrase
}

type phrase struct {
	breaks []bool // by letter: begins a word of the phrase
	flag   bool
}

// phraseNode is a state of the automaton; 0 stands for none, and for the root.
type phraseNode struct {
	letter         rune
	child, sibling int32
	fail           int32
	phrase         int32 // that ends here, from 1
	shorter        int32 // the nearest state by fail where a phrase ends
}

type phraseHit struct {
	start, end int // bytes of the text
	flag       bool
	kind       view.Kind
}

// FoldPhrase returns the letters and digits of a phrase as they are looked for, words apart by a blank. Phrases that fold
// alike but for blanks are one.
func FoldPhrase(text string) string {
	var b strings.Builder
	for s := (letterScan{text: text}); s.next(); {
		if s.starts && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(s.letter)
	}
	return b.String()
}

func newPhrases(list []tenant.BlockedPhrase) *phrases {
	p := &phrases{nodes: make([]phraseNode, 1)}
	for _, blocked := range list[:min(len(list), MaxPhrases)] {
		p.add(blocked)
	}
	if len(p.list) == 0 {
		return nil
	}
	p.link()
	return p
}

func (p *phrases) add(blocked tenant.BlockedPhrase) {
	var breaks []bool
	folded := FoldPhrase(blocked.Phrase)
	if n := utf8.RuneCountInString(strings.ReplaceAll(folded, " ", "")); n < MinPhraseLetters || n > maxPhraseLetters {
		return
	}
	state, opens := int32(0), true
	for _, letter := range folded {
		if letter == ' ' {
			opens = true
			continue
		}
		breaks = append(breaks, opens)
		opens = false
		next := p.child(state, letter)
		if next == 0 {
			next = p.grow(state, letter)
		}
		state = next
	}
	if old := p.nodes[state].phrase; old != 0 {
		p.list[old-1].flag = p.list[old-1].flag && blocked.Flag
		return
	}
	p.list = append(p.list, phrase{breaks: breaks, flag: blocked.Flag})
	p.nodes[state].phrase = int32(len(p.list))
}

func (p *phrases) grow(state int32, letter rune) int32 {
	next := int32(len(p.nodes))
	p.nodes = append(p.nodes, phraseNode{letter: letter, sibling: p.nodes[state].child})
	p.nodes[state].child = next
	if state == 0 && letter < 128 {
		p.roots[letter] = next
	}
	return next
}

func (p *phrases) child(state int32, letter rune) int32 {
	if state == 0 && letter < 128 {
		return p.roots[letter]
	}
	n := p.nodes[state].child
	for n != 0 && p.nodes[n].letter != letter {
		n = p.nodes[n].sibling
	}
	return n
}

// link gives each state the longest other one that ends alike, breadth first.
func (p *phrases) link() {
	queue := []int32{0}
	for len(queue) > 0 {
		state := queue[0]
		queue = queue[1:]
		for n := p.nodes[state].child; n != 0; n = p.nodes[n].sibling {
			if state != 0 {
				p.nodes[n].fail = p.step(p.nodes[state].fail, p.nodes[n].letter)
			}
			fail := p.nodes[n].fail
			if p.nodes[n].shorter = fail; p.nodes[fail].phrase == 0 {
				p.nodes[n].shorter = p.nodes[fail].shorter
			}
			queue = append(queue, n)
		}
	}
}

func (p *phrases) step(state int32, letter rune) int32 {
	for {
		if next := p.child(state, letter); next != 0 || state == 0 {
			return next
		}
		state = p.nodes[state].fail
	}
}

// find returns the first phrase of a text that blocks, else the first that flags.
func (p *phrases) find(text string) (best phraseHit, hit bool) {
	if p == nil {
		return best, false
	}
	var recent letterRing
	state := int32(0)
	for s := (letterScan{text: text}); s.next(); {
		recent.push(&s)
		state = p.step(state, s.letter)
		for at := state; at != 0; at = p.nodes[at].shorter {
			n := p.nodes[at].phrase
			if n == 0 || hit && p.list[n-1].flag || !p.list[n-1].stands(&recent) {
				continue
			}
			first := recent.last(len(p.list[n-1].breaks) - 1)
			best, hit = phraseHit{start: int(first.start), end: s.end, flag: p.list[n-1].flag}, true
			if !best.flag {
				return best, true
			}
		}
	}
	return best, hit
}

// stands reports whether the latest letters, which are the phrase's, make words where the phrase has them.
func (p *phrase) stands(recent *letterRing) bool {
	n := len(p.breaks)
	if n > recent.count || !recent.last(0).ends || !recent.last(n-1).starts {
		return false
	}
	for i := 1; i < n; i++ {
		here := recent.last(n - 1 - i)
		if here.starts && !p.breaks[i] && (!here.ends || !recent.last(n-i).single()) {
			return false
		}
	}
	return true
}
