package pii

// passport: one to three letters and six to nine digits, where the text speaks of a passport or another document.
func (f *Finder) passport(pos int, code []byte, ends []int) (got Span) {
	letters := 0
	for letters < len(code) && isLetter(code[letters]) {
		letters++
	}
	n := letters
	for n < len(code) && isDigit(code[n]) {
		n++
	}
	if letters < 1 || letters > 3 || n-letters < 6 || n > 11 {
		return got
	}
	end := ends[n-1]
	if ends[letters]-ends[letters-1] > 1 && (f.text[pos] >= 'a' || letters > 1 && aboutOf(f.text[pos:ends[letters-1]]) != 0) {
		return got // "es 123456789"
	}
	if n < len(code) && ends[n]-1 == end {
		if n+1 != len(code) || letters > 2 { // AB1234567C
			return got
		}
		end = ends[n]
	}
	if f.wordAt(end) {
		return got
	}
	before := f.before(pos)
	if before.any(sayPassport) && before.nearest()&sayOther == 0 || before.n == 0 && f.after(end).telling&sayPassport != 0 {
		return Span{TypePassport, pos, end}
	}
	if before.any(sayCE) && before.nearest()&sayOther == 0 {
		return Span{TypeCE, pos, end}
	}
	return got
}

// foreignPassport: letters and digits in any order, where the text speaks of a passport.
func (f *Finder) foreignPassport(pos int) (got Span) {
	end := f.wordEnd(pos)
	digits := 0
	for i := pos; i < end; i++ {
		switch c := f.text[i]; {
		case isDigit(c):
			digits++
		case c < 'A' || c > 'Z':
			return got
		}
	}
	if end-pos < 8 || end-pos > 10 || digits < 4 {
		return got
	}
	if before := f.before(pos); before.nearest()&sayPassport != 0 && before.linked {
		return Span{TypePassport, pos, end}
	}
	return got
}
