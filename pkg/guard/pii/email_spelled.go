package pii

const (
	// maxSpelled is how many letters and numbers a name has at most that is told one by one.
	maxSpelled = 24
	// minSpelled is how many letters are told at least, minCommon where the first is an ordinary word as well.
	minSpelled, minCommon = 2, 3
	// restSpelled is how many are read after single letters with blanks between, which spacedEmail went past.
	restSpelled = 4
)

// commonLetters are letters and their names that are words as well.
var commonLetters = setOf("a de e ese o te y")

// spelledEmail reads an e-mail whose first letters are told: "jota ruiz guion bajo ...", "eme ele arroba ...", "a, q, o @gmail.com".
// apart: it begins with single letters and blanks.
func (f *Finder) spelledEmail(pos int, apart bool) (got Span) {
	c, to := f.letterAt(pos)
	if c == 0 {
		return got
	}
	least := minSpelled
	if inSet(commonLetters, f.text[pos:to]) {
		least = minCommon
	}
	r, linked := f.spelled.from(f, pos), false
	if apart && f.loner > pos {
		r, linked = spelledRun{first: pos, at: f.loner, n: maxSpelled - restSpelled, letters: minCommon}, true
	}
	for ; r.n < maxSpelled; r.n++ {
		if !linked {
			f.spelled = r
		}
		c, to := f.spelledUnit(r.at)
		if to == r.at {
			return f.spelledOn(pos, r.at)
		}
		if c != 0 {
			r.letters++
		}
		end := to
		if f.at(end) == ',' {
			to = end + 1
		}
		if l, _ := f.linkAt(to); l != noLink && l != dotPlain {
			if r.letters >= least || l == joint && r.letters > 0 && to-pos > 2 {
				return f.hiddenEmail(pos, to)
			}
			linked = true
		}
		if r.at = f.spelledGap(end); r.at == end {
			return got
		}
	}
	return got
}

// spelledRun remembers how far letters and numbers that are told one by one were read without a link after any of them: n of
// them from first on, the next begins at at.
type spelledRun struct{ first, at, n, letters int }

// from returns what of the run is known from pos on, where one of its letters begins.
func (r spelledRun) from(f *Finder, pos int) spelledRun {
	for r.n > 0 && r.first < pos {
		c, to := f.spelledUnit(r.first)
		if c != 0 {
			r.letters--
		}
		r.n, r.first = r.n-1, f.spelledGap(to)
	}
	if r.n == 0 || r.first != pos {
		return spelledRun{first: pos, at: pos}
	}
	return r
}

// spelledUnit returns the end of the letter or the number that is told at i, or i; c is the letter.
func (f *Finder) spelledUnit(i int) (c byte, end int) {
	if c, end = f.letterAt(i); c != 0 {
		return c, end
	}
	return 0, f.numberEnd(i)
}

// numberEnd returns the end of the digits or the number that is said at i, or i.
func (f *Finder) numberEnd(i int) int {
	if isDigit(f.at(i)) {
		return f.wordEnd(i)
	}
	_, end := f.saidValue(i)
	return end
}

// spelledGap goes past what stands between two letters of a name that are told.
func (f *Finder) spelledGap(i int) int {
	if c := f.at(i); c == ',' || c == '.' && f.at(i+1) == ' ' || c == '-' {
		i++
	}
	return f.blanks(i, 2)
}

// spelledOn reads an e-mail that goes on from i with a word, after which a link is said: "jota ruiz guion bajo ...".
func (f *Finder) spelledOn(pos, i int) (got Span) {
	end := f.wordEnd(i)
	if end == i || f.at(i-1) != ' ' || f.at(end) == '@' || i-pos < len("efe ") || !f.linkAhead(end) {
		return got
	}
	return f.hiddenEmail(pos, end)
}
