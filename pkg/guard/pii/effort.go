package pii

import "strings"

const (
	// effortBytes is how many bytes pay for a window, which takes about a third of a microsecond.
	effortBytes = 8
	// fullEffort is what a text may owe for the windows on small numbers where nothing was found.
	fullEffort = 1024 * effortBytes
	// stepEffort is what a number costs before its first window.
	stepEffort = 8
)

// effort bounds the time that a text of nothing but small numbers takes: once it is used up, small numbers without a plus
// that no word right before names are looked at for check digits alone.
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

// spent reports that a number gets no more than a look at its check digits.
func (f *Finder) spent(groups []group, pos int) bool {
	first := groups[0]
	return f.effort.used > fullEffort && first.count < minDigits && strings.IndexByte(f.text[pos:first.start], '+') < 0 && !f.namedBy(first, pos)
}

// namedBy reports a word of three letters or more right before a number, at most a mark and a blank between.
func (f *Finder) namedBy(g group, pos int) bool {
	if g.said {
		return false
	}
	end := pos
	for n := 0; n < 3 && end > 0 && classes[f.text[end-1]]&(digit|letter) == 0; n++ {
		end--
	}
	start := end
	for end-start <= longestListed && start > 0 && isLetter(f.text[start-1]) {
		start--
	}
	if end-start < 3 {
		return false
	}
	_, said := saidLexicon.get(f.text[start:end])
	return !said
}
