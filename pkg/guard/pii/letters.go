package pii

import "strings"

// letterNames gives the letter that a word names; a letter alone names itself.
var letterNames = func() map[string]byte {
	out := map[string]byte{}
	for pair := range strings.FieldsSeq(`be/B ce/C de/D efe/F ge/G hache/H jota/J ka/K ele/L eme/M ene/N pe/P cu/Q erre/R ere/R ese/S te/T uve/V ve/V
		equis/X ye/Y zeta/Z ceta/Z zeda/Z esse/S xis/X`) {
		name, letter, _ := strings.Cut(pair, "/")
		out[name] = letter[0]
	}
	return out
}()

var letterLexicon = newWords(letterNames)

// longestName is how many bytes the name of a letter has at most.
const longestName = 5

// letterAt returns the letter that is written alone or named at i, in upper case, and where it ends; 0 where none is.
func (f *Finder) letterAt(i int) (c byte, end int) {
	if end = f.lettersEnd(i); end == i || end-i > longestName || f.wordAt(end) {
		return 0, i
	}
	if c = lower(f.text[i]); (c == 'i' || c == 'y') && end == i+1 && f.follows(end, " griega") && !f.wordAt(end+7) {
		return 'Y', end + 7
	}
	if c == 'u' || c == 'v' || c == 'd' {
		for _, name := range doubleU {
			if f.follows(i, name) && !f.wordAt(i+len(name)) {
				return 'W', i + len(name)
			}
		}
	}
	return letterOf(f.text[i:end]), end
}

// doubleU are the names of W.
var doubleU = [...]string{"uve doble", "ve doble", "doble uve", "doble ve", "doble v", "doble u", "double u"}

func letterOf(word string) byte {
	if len(word) == 1 && isLetter(word[0]) {
		return upper(word[0])
	}
	c, _ := letterLexicon.get(word)
	return c
}

// mayName reports that a word may be a letter or the name of one.
func mayName(word string) bool {
	return len(word) == 1 || len(word) <= longestName && openings[openingOf(word)]&mayBeLetter != 0
}

// idEndings tells, by the last two letters of the short words for documents, which letters stand before those.
var idEndings = func() (letters [32][32]uint32) {
	for word, a := range aboutList {
		if n := len(word); a&sayID != 0 && n > 2 && n <= longestName {
			letters[word[n-1]&31][word[n-2]&31] |= 1 << (word[n-3] & 31)
		}
	}
	return letters
}()

// spelled returns what letters say that end in word: "de ene i", "c u i t".
func (b *backward) spelled(word string) about {
	var buf [longestName]byte
	n, rest := len(buf), *b
	for n > 0 {
		c := letterOf(word)
		if c == 0 {
			return 0
		}
		n--
		buf[n] = lower(c)
		switch told := buf[n:]; len(told) {
		case 1:
		case 2:
			if idEndings[told[1]&31][told[0]&31] == 0 {
				return 0
			}
		case 3:
			if idEndings[told[2]&31][told[1]&31]&(1<<(told[0]&31)) == 0 {
				return 0
			}
			fallthrough
		default:
			if a := aboutOf(string(told)); a&sayID != 0 {
				*b = rest
				return a & sayID
			}
		}
		if word = rest.word(); rest.broke || word == "" {
			return 0
		}
	}
	return 0
}

// spelledCode recognises a code with check digits whose letters and digits are told one by one: S I F A 8 2 0 ..., equis
// uno dos ...
func (f *Finder) spelledCode(pos int) (got Span) {
	var buf [longestCode]byte
	ends := [longestCode]int{}
	n := f.spell(pos, buf[:], ends[:])
	if n < 7 {
		return got
	}
	if got = f.toldPassport(pos, buf[:n], ends[:n]); got.Kind != "" || n < 9 {
		return got
	}
	told := func(length int) bool { return n >= length && !f.wordAt(ends[length-1]) }
	if whole := ibanLength(buf[:]); whole > 0 && told(whole) && iban(buf[:whole]) {
		return Span{TypeIBAN, pos, ends[whole-1]}
	}
	if told(18) && curp(buf[:18]) {
		return Span{TypeCURP, pos, ends[17]}
	}
	for _, length := range [...]int{13, 12} {
		if ok, sure := rfc(buf[:min(n, length)]); told(length) && ok && (sure || f.before(pos).any(sayRFC)) {
			return Span{TypeRFC, pos, ends[length-1]}
		}
	}
	if !told(9) {
		return got
	}
	if kind := nie(buf[:9]); kind != "" {
		return Span{kind, pos, ends[8]}
	}
	if ok, sure := cif(buf[:9]); ok && !f.yearIn(pos) && (sure || f.before(pos).any(sayCIF|sayDocument) || f.after(ends[8]).telling&sayCIF != 0) {
		return Span{TypeCIF, pos, ends[8]}
	}
	return got
}

// toldPassport recognises one to three letters and six or seven digits that are told behind the word passport.
func (f *Finder) toldPassport(pos int, code []byte, ends []int) (got Span) {
	letters := 0
	for letters < len(code) && isLetter(code[letters]) {
		letters++
	}
	n := len(code)
	if pos < f.untold || letters > 3 || n-letters < 6 || n-letters > 8 || !digitsOnly(code[letters:]) || f.wordAt(ends[n-1]) {
		return got
	}
	if f.before(pos).nearest()&sayPassport == 0 {
		if letters > 0 {
			f.untold = ends[letters-1]
		}
		return got
	}
	return Span{TypePassport, pos, ends[n-1]}
}

// spell fills code with the letters and digits that are told from pos on, and ends with where each ends.
func (f *Finder) spell(pos int, code []byte, ends []int) (n int) {
	letters := 0 // no code begins with more than four
	for i := pos; n < len(code) && (letters < n || n < 5) && mayGoOn(code[:n]); {
		if isDigit(f.at(i)) {
			code[n], ends[n] = f.at(i), i+1
			i, n = i+1, n+1
		} else if v := len(f.nums.digits); f.said(i) {
			i = f.sayDigits(i)
			told := f.nums.digits[v:]
			for k := 0; k < len(told) && n < len(code); k++ {
				code[n], ends[n] = told[k], i
				n++
			}
			f.nums.digits = f.nums.digits[:v]
			if len(told) == 0 {
				return n
			}
		} else if c, to := f.letterAt(i); c != 0 {
			code[n], ends[n] = c, to
			i, n, letters = to, n+1, letters+1
		} else {
			return n
		}
		if i = f.blanks(i, 2); f.at(i) == '-' || f.at(i) == ',' {
			i = f.blanks(i+1, 2)
		}
	}
	return n
}

// mayGoOn reports that a code can begin so: behind its letters stand two digits and more, and it is no longer than a code with
// so many letters.
func mayGoOn(code []byte) bool {
	n, letters := len(code), 0
	for letters < n && isLetter(code[letters]) {
		letters++
	}
	if n < letters+2 {
		return true
	}
	return isDigit(code[letters+1]) && (n < mostSpelled[letters] || letters == 2 && ibanLength(code) > 0)
}

// mostSpelled is how many characters are read of a code with one to four letters in front, one more than it can have where
// that tells; but for an IBAN.
var mostSpelled = [...]int{0, 10, 12, 13, 19}

// spelledStep recognises what begins with the letter that ends at end, which another letter or a digit follows.
func (f *Finder) spelledStep(pos, end int) (got Span) {
	if !f.spells(pos, end) {
		return got
	}
	if got = f.spelledCode(pos); got.Kind == "" && end-pos > 2 {
		return f.spelledEmail(pos)
	}
	return got
}

func (f *Finder) spells(pos, end int) bool {
	if c := f.at(end); c != ' ' && c != '-' && c != ',' || f.lettersApart(pos) {
		return false
	}
	i := f.blanks(end+1, 2)
	if !isDigit(f.at(i)) && f.mayBe(i)&(mayBeLetter|mayBeNumber) == 0 && (!isLetter(f.at(i)) || f.wordAt(i+1)) && end-pos < 3 && !f.follows(i, "griega") {
		return false
	}
	return letterOf(f.text[pos:end]) != 0
}

// lettersApart reports more single letters from pos on, with blanks between, than a code begins with.
func (f *Finder) lettersApart(pos int) bool {
	for i := pos; i <= pos+8; i += 2 {
		if !isLetter(f.at(i)) || f.at(i+1) != ' ' {
			return false
		}
	}
	return true
}

// spelledEmail reads an e-mail whose first letters are named: "jota ruiz guion bajo ...", "eme ele arroba ...".
func (f *Finder) spelledEmail(pos int) (got Span) {
	end := pos
	for i := pos; end-pos < maxLocal; {
		c, to := f.letterAt(i)
		if c == 0 {
			to = f.wordEnd(i)
		}
		if to == i {
			return got
		}
		end = to
		if f.linkAhead(end) {
			return f.hiddenEmail(pos, end)
		}
		if c == 0 || f.at(end) != ' ' {
			return got
		}
		i = end + 1
	}
	return got
}
