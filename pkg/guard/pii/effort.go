package pii

import "strings"

const (
	// effortBytes is how many bytes pay for a window, which takes about a third of a microsecond.
	effortBytes = 8
	// fullEffort is what a text may owe for the windows on small numbers where nothing was found.
	fullEffort = 2048 * effortBytes
	// stepEffort is what a number costs before its first window.
	stepEffort = 8
)

// effort bounds the time that a text of many small numbers takes: once it is used up, small numbers without a plus that the
// words right before do not name are looked at for check digits alone.
type effort struct {
	used int
	step int // what the step at hand cost so far
}

// spend counts the windows that the step at hand tries.
func (e *effort) spend(windows int) { e.step += windows * effortBytes }

// done ends a step that read n bytes and found something or not.
func (e *effort) done(n int, found bool) {
	if !found {
		e.used += e.step
	}
	e.step = 0
	e.used = max(0, e.used-n)
}

// budgetExhausted reports whether the text has used up its effort, so that this number is looked at for check digits alone.
func (f *Finder) budgetExhausted(groups []group, pos int) bool {
	first := groups[0]
	return f.effort.used > fullEffort && first.count < minDigits && strings.IndexByte(f.text[pos:first.start], '+') < 0 && !f.namedBy(pos)
}

// namedBy reports words right before a number that may name it: none that is a number itself.
func (f *Finder) namedBy(pos int) bool {
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	for range namingWords {
		word := b.word()
		if word == "" || isDigit(word[len(word)-1]) {
			return false
		}
		if _, said := saidLexicon.get(word); said {
			return false
		}
		if a := aboutOf(word); a&^(sayLink|sayUnit) != 0 || a == 0 && len(word) > 2 {
			return true
		}
	}
	return false
}

// namingWords is how many words before a number that joins others to it are gone past.
const namingWords = 4
