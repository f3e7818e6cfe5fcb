package pii

// toldCode is a code whose letters and digits are told one by one or in small numbers, and where each of them ends.
type toldCode struct {
	buf  [maxCode]byte
	ends [maxCode]int
	n    int
	like bool // its first letter is told by a word: "b de Burgos"
}

// add appends a letter or digit that ends at end.
func (t *toldCode) add(c byte, end int) {
	if t.n < len(t.buf) {
		t.buf[t.n], t.ends[t.n] = c, end
		t.n++
	}
}

// spelledCode recognises a code with check digits whose letters and digits are told one by one: S I F A 8 2 0 ..., equis
// uno dos ..., "b de Burgos, cinco cero ...". The first head letters are written as one word: ES noventa y uno ...
func (f *Finder) spelledCode(pos, head int) (got Span) {
	var t toldCode
	f.spell(pos, head, &t)
	if t.n < 7 {
		return got
	}
	if got = f.toldPassport(pos, &t); got.Kind != "" || t.n < 9 {
		return got
	}
	told := func(length int) bool { return t.n >= length && !f.wordAt(t.ends[length-1]) }
	if whole := ibanLength(t.buf[:]); whole > 0 && told(whole) && iban(t.buf[:whole]) {
		return Span{TypeIBAN, pos, t.ends[whole-1]}
	}
	if told(18) && curp(t.buf[:18]) {
		return Span{TypeCURP, pos, t.ends[17]}
	}
	for _, length := range [...]int{13, 12} {
		if ok, sure := rfc(t.buf[:min(t.n, length)]); told(length) && ok && (sure || f.before(pos).any(sayRFC)) {
			return Span{TypeRFC, pos, t.ends[length-1]}
		}
	}
	if !told(9) {
		return got
	}
	return f.toldNine(pos, t.ends[8], t.buf[:9])
}

// toldNine tries the codes of nine characters that are told.
func (f *Finder) toldNine(pos, end int, code []byte) (got Span) {
	if kind := nie(code); kind != "" {
		return Span{kind, pos, end}
	}
	if ok, sure := cif(code); ok && !f.yearIn(pos) && (sure || f.before(pos).any(sayCIF|sayDocument) || f.behindCompany(pos) || f.after(end).telling&sayCIF != 0) {
		return Span{TypeCIF, pos, end}
	}
	return got
}

// toldPassport recognises one to three letters and six to eight digits that are told after the word passport.
func (f *Finder) toldPassport(pos int, t *toldCode) (got Span) {
	letters := 0
	for letters < t.n && isLetter(t.buf[letters]) {
		letters++
	}
	n := letters
	for n < t.n && isDigit(t.buf[n]) {
		n++
	}
	if t.n >= 9 && nie(t.buf[:9]) != "" || f.at(pos+1) == '.' || isSmall(f.text[pos]) && inSet(commonLetters, f.text[pos:f.lettersEnd(pos)]) && !f.said(f.toldGap(f.lettersEnd(pos))) {
		return got // "N.I.E. ...", "tasa de 250.000"
	}
	if pos < f.untold || letters < 1 || letters > 3 || n-letters < 6 || n-letters > 8 || f.wordAt(t.ends[n-1]) {
		return got
	}
	if f.before(pos).nearest()&sayPassport == 0 {
		f.untold = t.ends[letters-1]
		return got
	}
	return Span{TypePassport, pos, t.ends[n-1]}
}

// spell reads the letters and digits that are told from pos on.
func (f *Finder) spell(pos, head int, t *toldCode) {
	i, letters := pos, head // no code begins with more than four
	for ; i < pos+head; i++ {
		t.add(upper(f.text[i]), i+1)
	}
	if head > 0 {
		i = f.toldGap(i)
	}
	for t.n < len(t.buf) && (letters < t.n || t.n < 5) && mayGoOn(t.buf[:t.n]) {
		from := i
		if isDigit(f.at(i)) {
			i++
			t.add(f.text[from], i)
		} else if f.said(i) {
			i = f.spellNumber(i, t)
		} else if c, to := f.letterAt(i); c != 0 {
			if end := f.lettersEnd(i); t.n == 0 {
				t.like = to > end
			} else if !t.like && to > end && c != 'Y' && c != 'W' {
				to = end // "x 1234567 l de Luis"
			}
			i, letters = to, letters+1
			t.add(c, to)
		} else {
			i = f.spellCapitals(i, t)
		}
		if i == from {
			return
		}
		i = f.toldGap(i)
	}
}

// spellNumber reads the number that is said at i.
func (f *Finder) spellNumber(i int, t *toldCode) (end int) {
	kept := len(f.nums.digits)
	end = f.sayDigits(i)
	for _, c := range f.nums.digits[kept:] {
		t.add(c, end)
	}
	f.nums.digits = f.nums.digits[:kept]
	return end
}

// spellCapitals reads capitals in the midst of a code that are written as one word.
func (f *Finder) spellCapitals(i int, t *toldCode) (end int) {
	const most = 6
	for end = i; isUpper(f.at(end)); end++ {
	}
	if t.n < 3 || end == i || end-i < 2 && !isDigit(f.at(end)) || end-i > most || !isDigit(f.at(end)) && f.wordAt(end) {
		return i
	}
	for k := i; k < end; k++ {
		t.add(f.text[k], k+1)
	}
	return end
}

// mayGoOn reports whether a code can begin so: after its letters stand two digits and more, and it is no longer than a code with
// so many letters.
func mayGoOn(code []byte) bool {
	n, letters := len(code), 0
	for letters < n && isLetter(code[letters]) {
		letters++
	}
	if n < letters+2 {
		return true
	}
	return isDigit(code[letters+1]) && (letters >= len(maxCodeChars) || n < maxCodeChars[letters] || letters == 2 && ibanLength(code) > 0)
}

// maxCodeChars is how many characters are read of a code with one to four letters in front, one more than it can have where
// that tells; but for an IBAN.
var maxCodeChars = [...]int{0, 10, 12, 13, 19}

// apartMark reports a mark that toldGap goes past.
func apartMark(c byte) bool {
	switch c {
	case ' ', '\t', ',', ';', '-', '.', '/', ')', ':', '\n':
		return true
	}
	return false
}

// toldGap goes past what stands between two characters of a code that are told: blanks, marks, a line's end, and words that
// name a mark or tell what comes.
func (f *Finder) toldGap(i int) int {
	const most = 5
	lines := 0
	for range most {
		c := f.at(i)
		if !apartMark(c) {
			return f.toldNote(i)
		}
		if c == '\n' {
			if lines++; lines > 1 {
				return i
			}
		}
		i++
	}
	return i
}

// toldNote goes past "letra", "y la letra", "guion" and their like at i.
func (f *Finder) toldNote(i int) int {
	const most = 4
	noted := false
	for at, n := i, 0; n < most; n++ {
		to := f.lettersEnd(at)
		word := f.text[at:to]
		switch {
		case to == at, f.wordAt(to), to == at+1 && word[0] != 'y' && word[0] != 'e':
			return i
		case inSet(toldNotes, word):
			noted = true
		case noted && inSet(noteTails, word):
		case inSet(noteLeads, word) && f.at(to) == ' ':
			at = to + 1
			continue
		default:
			return i
		}
		if noted && f.follows(to, " de control") {
			to += len(" de control")
		}
		i = f.toldMarks(to)
		at = i
	}
	return i
}

// toldMarks goes past up to three blanks and marks after a note.
func (f *Finder) toldMarks(i int) int { return f.pastMarks(i, " ,:") }

var (
	// toldNotes stand between the characters of a code and are none; noteLeads may stand before them, noteTails after.
	toldNotes = setOf(`acaba barra dash despues digito digitos dot eh espacio final guion hyphen letra letter luego mayuscula minuscula numero numeros
		punto ponto raya slash space termina terminado then traco`)
	noteLeads = setOf("al and con e el la mas the un una y")
	noteTails = setOf("con en es final is la verificador")
)

// tellsCode reports whether the word from pos to end may begin a code that is told; may is what it may be.
func (f *Finder) tellsCode(pos, end int, may uint8) bool {
	return end-pos == 1 || end-pos <= maxName && may&mayBeLetter != 0 || f.headOf(pos, end) > 0
}

// spelledStep recognises what begins with the letters that end at end, which another letter or a digit follows.
func (f *Finder) spelledStep(pos, end int) (got Span) {
	if f.spells(pos, end) {
		apart := f.lettersApart(pos)
		if !apart {
			got = f.spelledCode(pos, 0)
		}
		if got.Kind == "" {
			got = f.spelledEmail(pos, apart)
		}
	}
	if head := f.headOf(pos, end); got.Kind == "" && head > 0 {
		got = f.spelledCode(pos, head)
	}
	return got
}

// headOf returns how many letters begin a code at pos as one word, if a number is said after them: ES, XEXX, and ES91 with the
// digits after it.
func (f *Finder) headOf(pos, end int) int {
	if end-pos < 2 || end-pos > 4 || f.said(pos) || isLetter(f.at(end+1)) && f.mayBe(end+1)&mayBeNumber == 0 {
		return 0
	}
	n := f.lettersEnd(pos) - pos
	if n < 2 || n > 4 || end-pos > 4 || end-pos > n && n != 2 || f.at(end) != ' ' && f.at(end) != ',' {
		return 0
	}
	if n == 2 && ibanLength([]byte{upper(f.text[pos]), upper(f.text[pos+1])}) == 0 {
		return 0
	}
	i := f.toldMarks(end)
	if isDigit(f.at(i)) && isUpper(f.text[pos]) && (n == 2 && end == pos+n || n > 2 && f.at(end) == ',') {
		return n
	}
	if f.said(i) && (n == 2 || capitals(f.text[pos:end])) {
		return n
	}
	return 0
}

func (f *Finder) spells(pos, end int) bool {
	c, to := f.letterAt(pos)
	if c == 0 || to == end && !apartMark(f.at(end)) {
		return false
	}
	if to > end && c != 'Y' && c != 'W' {
		return true // "b de Burgos"
	}
	i := f.toldGap(to)
	return isDigit(f.at(i)) || f.mayBe(i)&(mayBeLetter|mayBeNumber) != 0 || isLetter(f.at(i)) && !f.wordAt(i+1) || end-pos > 2 || to > end
}

// lettersApart reports more single letters from pos on, with a mark between, than a code begins with.
func (f *Finder) lettersApart(pos int) bool {
	for i := pos; i <= pos+8; i += 2 {
		if !isLetter(f.at(i)) || !apartMark(f.at(i+1)) {
			return false
		}
	}
	return true
}
