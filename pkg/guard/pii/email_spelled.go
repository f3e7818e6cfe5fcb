package pii

const (
	// maxSpelled is how many letters and numbers a name has at most that is told one by one.
	maxSpelled = 24
	// leastSpelled is how many letters are told at least, leastCommon where the first is an ordinary word as well.
	leastSpelled, leastCommon = 2, 3
	// restSpelled is how many are read behind single letters with blanks between, which spacedEmail went past.
	restSpelled = 4
)

// commonLetters are letters and their names that are words as well.
var commonLetters = setOf("a de e ese o te y")

// spelledEmail reads an e-mail whose first letters are told: "jota ruiz guion bajo ...", "eme ele arroba ...", "a, q, o @gmail.com".
// apart: it begins with single letters and blanks.
func (f *Finder) spelledEmail(pos int, apart bool) (got Span) {
	letters, least := 0, leastSpelled
	i, n := pos, 0
	if apart && f.loner > pos {
		i, n, letters = f.loner, maxSpelled-restSpelled, leastCommon
	}
	for ; n < maxSpelled; n++ {
		c, to := f.letterAt(i)
		switch {
		case c != 0:
			letters++
			if n == 0 && inSet(commonLetters, f.text[pos:to]) {
				least = leastCommon
			}
		case n == 0:
			return got
		default:
			if to = f.numberEnd(i); to == i {
				return f.spelledOn(pos, i)
			}
		}
		end := to
		if f.at(end) == ',' {
			to = end + 1
		}
		if l, _ := f.linkAt(to); l != noLink && l != dotPlain && (letters >= least || l == joint && letters > 0 && to-pos > 2) {
			return f.hiddenEmail(pos, to)
		}
		if i = f.spelledGap(end); i == end {
			return got
		}
	}
	return got
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

// spelledOn reads an e-mail that goes on from i with a word, behind which a link is said: "jota ruiz guion bajo ...".
func (f *Finder) spelledOn(pos, i int) (got Span) {
	end := f.wordEnd(i)
	if end == i || f.at(i-1) != ' ' || f.at(end) == '@' || i-pos < len("efe ") || !f.linkAhead(end) {
		return got
	}
	return f.hiddenEmail(pos, end)
}
