package pii

// saidPlus returns where the number after a spoken plus at pos begins, or 0: más cincuenta y uno ..., plus 52 ...
func (f *Finder) saidPlus(pos int) int {
	if c := lower(f.text[pos]); c != 'm' && c != 'p' && c != 's' {
		return 0
	}
	for _, word := range [...]string{"mas ", "m\u00e1s ", "plus ", "mais ", "signo mas ", "signo m\u00e1s ", "signo de mas "} {
		if !f.follows(pos, word) {
			continue
		}
		first := f.blanks(pos+len(word), 1)
		if isDigit(f.at(first)) || f.said(first) {
			return first
		}
	}
	return 0
}

// plusNumber takes a number after a spoken plus for one to call where it begins with a country's code and is whole.
func (f *Finder) plusNumber(pos, first int) (got Span) {
	groups := f.nums.groups[f.groupAt(first):]
	if len(groups) == 0 || groups[0].count > longRun {
		return got
	}
	w := &f.window[0]
	w.begin(f, groups, pos)
	w.plus = true
	top := f.beforeDate(groups, min(maxDigits, len(groups)))
	for h := top; h > 0; h-- {
		n := w.total(h)
		if n > 15 || n < 10 || !w.take(h) || w.f.wordAt(w.end) {
			continue
		}
		if known(w.digits) && planOf(w.digits, true) == international && w.phoneShape() {
			return Span{TypePhone, pos, w.extension()}
		}
	}
	return got
}

// known reports the code of one of the countries at the beginning.
func known(digits []byte) bool {
	for _, c := range countries {
		if starting(digits, c.code) {
			return true
		}
	}
	return false
}
