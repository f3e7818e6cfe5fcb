package attack

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/recado/recado/pkg/guard/view"
)

//go:embed literals.txt
var literalsText string

// Marks is a set of kinds of literals that a text holds.
type Marks uint32

var markNames = []string{"template", "role", "heading", "markup", "comment", "sql", "shell", "mdlink", "url", "placeholder", "turn", "code", "toolcall", "fence"}

func markNamed(name string) Marks {
	for i, n := range markNames {
		if n == name {
			return 1 << i
		}
	}
	panic(fmt.Sprintf("guard: no mark is called %q", name))
}

// literal is a mark of a chat template, of markup or of code, lower case.
type literal struct {
	text   string
	rule   rule
	weight float64
	mark   Marks
}

// automaton finds all literals in one pass (Aho and Corasick), over classes of bytes.
type automaton struct {
	class [256]uint8
	width int
	next  []uint16
	hit   []int16 // by state: the literal that ends there, or -1
	list  []literal
	tellers
}

var literals = newAutomaton(readLiterals(literalsText))

// readLiterals reads lines "mark code owasp weight literal"; a weight of 0 leaves the mark to the frames alone, and
// "\n" and "\s" in a literal are a line's end and a blank at its own end.
func readLiterals(text string) (out []literal) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "# ") {
			continue
		}
		f := strings.SplitN(line, " ", 5)
		weight, err := strconv.ParseFloat(f[3], 64)
		if err != nil {
			panic(fmt.Sprintf("guard: literal %q: weight: %v", line, err))
		}
		value := strings.NewReplacer(`\n`, "\n", `\s`, " ").Replace(f[4])
		out = append(out, literal{text: value, rule: newRule(f[1], f[2]), weight: weight, mark: markNamed(f[0])})
	}
	return out
}

func newAutomaton(list []literal) *automaton {
	a := &automaton{list: list, width: 1}
	for _, l := range list {
		for i := range len(l.text) {
			if c := l.text[i]; a.class[c] == 0 {
				a.class[c] = uint8(a.width)
				a.width++
			}
		}
	}
	for c := byte('a'); c <= 'z'; c++ {
		a.class[c-'a'+'A'] = a.class[c]
	}
	a.add()
	for i, l := range list {
		state := 0
		for j := range len(l.text) {
			cell := &a.next[state*a.width+int(a.class[l.text[j]])]
			if *cell == 0 {
				*cell = uint16(len(a.hit))
				state = len(a.hit)
				a.add()
				continue
			}
			state = int(*cell)
		}
		a.hit[state] = int16(i)
	}
	a.link()
	a.chooseTellers(lexiconText + themesText + verbsText)
	return a
}

func (a *automaton) add() {
	a.next = append(a.next, make([]uint16, a.width)...)
	a.hit = append(a.hit, -1)
}

// link fills each state's missing steps from its longest proper suffix, nearest the root first.
func (a *automaton) link() {
	suffix := make([]int, len(a.hit))
	var queue []int
	for _, s := range a.next[:a.width] {
		if s != 0 {
			queue = append(queue, int(s))
		}
	}
	for len(queue) > 0 {
		state := queue[0]
		queue = queue[1:]
		if a.hit[state] < 0 {
			a.hit[state] = a.hit[suffix[state]]
		}
		for c := range a.width {
			cell := &a.next[state*a.width+c]
			onward := a.next[suffix[state]*a.width+c]
			if *cell == 0 {
				*cell = onward
				continue
			}
			suffix[*cell] = int(onward)
			queue = append(queue, int(*cell))
		}
	}
}

// find calls found for each literal in text, whatever its case, with its place. The automaton goes only around the
// bytes that tell it.
func (a *automaton) find(text string, found func(l *literal, start, end int)) {
	state, done := 0, 0
	for i := 1; i < len(text); i++ {
		if a.pairs[a.pair(text[i-1], text[i])] == 0 || !a.tells(text, i) {
			continue
		}
		from, to := i+1-a.longest, min(i+a.longest-1, len(text))
		if from > done {
			state, done = 0, from
		}
		state = a.within(text, state, done, to, found)
		done = max(done, to)
	}
	if i := view.ForgedToken(text, 0); i >= 0 {
		found(&forged, i, i+1)
	}
}

// within goes on from a state over the bytes from one to another.
func (a *automaton) within(text string, state, from, to int, found func(l *literal, start, end int)) int {
	for i := from; i < to; i++ {
		state = int(a.next[state*a.width+int(a.class[text[i]])])
		if a.hit[state] < 0 {
			continue
		}
		l := &a.list[a.hit[state]]
		if start := i + 1 - len(l.text); start == 0 || !isLetter(l.text[0]) || !isLetter(text[start-1]) {
			found(l, start, i+1)
		}
	}
	return state
}

// forged stands for a token that a contact wrote: what the vault reveals must come from the guard alone.
var forged = literal{text: "[", rule: newRule("forged_token", "LLM01"), weight: 1}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80 }
