package pii

import (
	"strings"
	"unicode/utf8"
)

// wordStep decides about a word: an e-mail, a secret, a word that names one, a code of letters and digits.
func (f *Finder) wordStep(pos int) (got Span, next int) {
	if pos > 0 && wordBefore(f.text, pos) {
		return got, f.wordEnd(pos)
	}
	if got = f.email(pos); got.Kind != "" {
		return got, 0
	}
	end, digits := f.codeEnd(pos)
	c := f.at(end)
	if digits || c > ' ' && strings.IndexByte(".,;:|?)\"'", c) < 0 {
		if got = f.inSecretColumn(pos); got.Kind != "" {
			return got, 0
		}
	}
	if end-pos == 1 && c == ' ' {
		if got = f.spacedEmail(pos); got.Kind != "" {
			return got, 0
		}
	}
	if digits || c > ' ' {
		if got = f.keptStep(pos); got.Kind != "" {
			return got, 0
		}
	}
	may := f.mayBe(pos)
	if f.tellsCode(pos, end, may) {
		if got = f.spelledStep(pos, end); got.Kind != "" {
			return got, 0
		}
	}
	if got = f.secret(pos, end, digits, may); got.Kind != "" {
		return got, 0
	}
	if digits || f.codeGoesOn(pos, end) || c == '&' && end-pos < 4 || f.follows(pos, "no") && isUpper(f.at(pos+2)) && f.codeGoesOn(pos+2, end) {
		if got, next = f.codeStep(pos, digits); got.Kind != "" || next > 0 {
			return got, next
		}
	}
	if digits || signs[c] && f.at(end+1) > ' ' || end-pos > minTied && f.tiedBetween(pos, end) {
		if got = f.overheard(pos); got.Kind != "" {
			return got, 0
		}
	}
	if got = f.saidStep(pos, end, digits, may); got.Kind != "" {
		return got, 0
	}
	return got, end
}

// saidStep looks for a number that begins with a spoken word at pos, or with capitals before one.
func (f *Finder) saidStep(pos, end int, digits bool, may uint8) (got Span) {
	if end-pos <= 3 && isUpper(f.text[pos]) && f.at(end) == ' ' {
		if got = f.saidPassport(pos, end); got.Kind != "" {
			return got
		}
	}
	if first := f.saidPlus(pos); first > 0 {
		if got = f.plusNumber(pos, first); got.Kind != "" {
			return got
		}
	}
	if !digits && may&mayBeNumber != 0 && f.said(pos) {
		got, _ = f.number(pos)
	}
	return got
}

// codeStep decides about a word that may begin a code; next is 0 where the word itself is to be gone past.
func (f *Finder) codeStep(pos int, digits bool) (got Span, next int) {
	if got = f.code(pos); got.Kind != "" {
		return got, 0
	}
	for _, name := range gluedNames {
		if f.follows(pos, name) && (isUpper(f.at(pos+len(name))) || len(name) > 2 && isDigit(f.at(pos+len(name)+1))) {
			if got = f.code(pos + len(name)); got.Kind != "" {
				return got, 0
			}
		}
	}
	if !digits {
		return got, 0
	}
	if letters := f.lettersEnd(pos); isDigit(f.at(letters)) && f.leadsOn(pos, letters) {
		return got, letters // "tel5512345678"
	}
	if f.glued(pos, len("es")) {
		got = f.code(pos + len("es"))
	}
	return got, 0
}

// leadsOn reports whether the letters from pos to end say what the digits right after them are.
func (f *Finder) leadsOn(pos, end int) bool {
	return end-pos > 1 && aboutOf(f.text[pos:end])&(sayPhone|sayID|sayBank|sayCounted) != 0 || f.glued(pos, end-pos)
}

// glued reports an is, a to or an article of two letters at pos from which a blank is missing, where the words before name a number:
// "mi dni es48276088P", "llama al612345678".
func (f *Finder) glued(pos, length int) bool {
	return length == 2 && (f.follows(pos, "es") || f.follows(pos, "is") || f.follows(pos, "al") || f.follows(pos, "el")) && f.text[pos+1] >= 'a' && f.before(pos).nearest()&(sayPhone|sayID) != 0
}

// gluedNames may stand right before a code: CURPHEGG560427..., NºAB123456.
var gluedNames = [...]string{"no", "curp", "iban", "rfc", "nie", "cif", "nif"}

// namesPhone reports letters right before the digits at pos that say what they are.
func (f *Finder) namesPhone(pos int) bool {
	start := pos
	for start > 0 && pos-start < maxWord && isLetter(f.text[start-1]) {
		start--
	}
	return start < pos && f.leadsOn(start, pos)
}

// codeEnd is wordEnd, and reports whether the word holds digits.
func (f *Finder) codeEnd(pos int) (end int, digits bool) {
	for end = pos; end < len(f.text); end++ {
		c := f.text[end]
		if classes[c]&letter != 0 || c == '_' {
			continue
		}
		if !isDigit(c) {
			break
		}
		digits = true
	}
	if end == len(f.text) || f.text[end] >= utf8.RuneSelf {
		to := f.wordEnd(end)
		for i := end; i < to && !digits; i++ {
			digits = isDigit(f.text[i])
		}
		return to, digits
	}
	return end, digits
}

// codeGoesOn reports whether digits follow a short word of capitals, apart by a mark: ES 91, X-1234567.
func (f *Finder) codeGoesOn(pos, end int) bool {
	if end-pos > 4 {
		return false
	}
	c := f.at(end)
	if c == ' ' && f.at(end+1) == '-' {
		end++
	}
	return (c == ' ' || c == '-' || c == '.' || c == '/' || c == '\n') && (isDigit(f.at(end+1)) || f.at(end+1) == ' ' && isDigit(f.at(end+2)))
}

const (
	maxCode  = 34
	maxOther = 18 // but for an IBAN
)

// code recognises what begins with letters and has check digits, or is named by the words around it.
func (f *Finder) code(pos int) (got Span) {
	var buf [maxCode]byte
	ends := [maxCode]int{}
	n, line, whole := f.compact(pos, buf[:], ends[:])
	if got = f.checkedCode(pos, buf[:], ends[:], n, line, whole); got.Kind != "" {
		return got
	}
	if line < n && (!numbered(buf[:n]) || !f.before(pos).any(sayID)) {
		n = line
	}
	if n >= 10 && !f.wordAt(ends[9]) && shaped(buf[:10], "LLLLDDDDDD") && monthAndDay(buf[6:10]) && f.before(pos).any(sayRFC) {
		return Span{TypeRFC, pos, ends[9]}
	}
	if got = f.passport(pos, buf[:n], ends[:n]); got.Kind != "" {
		return got
	}
	if got = f.foreignPassport(pos); got.Kind == "" && f.text[pos] == 'G' && f.at(pos+1) == '-' {
		return f.googleCode(pos)
	}
	return got
}

// checkedCode recognises the codes with check digits, of which buf holds the first n letters and digits, line of them before
// a line's end; whole is the length of an IBAN that begins so.
func (f *Finder) checkedCode(pos int, buf []byte, ends []int, n, line, whole int) (got Span) {
	try := func(length int) ([]byte, bool) {
		return buf[:min(length, n)], n >= length && !f.wordAt(ends[length-1])
	}
	if whole > 0 {
		if c, ok := try(whole); ok && iban(c) {
			return Span{TypeIBAN, pos, ends[whole-1]}
		}
	}
	named := n > 2 && !isDigit(buf[2]) // letters of a name begin it
	if c, ok := try(18); ok && curp(c) {
		return Span{TypeCURP, pos, ends[17]}
	}
	// Only what has a strong check or is named goes over two lines.
	allowed := func(length int) bool { return length <= line || f.before(pos).any(sayID) }
	for length := 13; named && length >= 12; length-- {
		if c, ok := try(length); ok {
			if got = f.rfc(pos, ends[:length], c); got.Kind != "" && allowed(length) {
				return got
			}
		}
	}
	if c, ok := try(9); ok {
		if got = f.nineLong(pos, ends[8], c); got.Kind != "" && allowed(9) {
			return got
		}
	}
	if c, ok := try(11); ok && c[0] == 'E' && c[1] == 'S' && isUpper(f.text[pos]) && f.text[pos+2] != ' ' {
		if got = f.nineLong(pos, ends[10], c[2:]); got.Kind != "" && allowed(11) {
			return got // a Spanish number for VAT
		}
	}
	return Span{}
}

// googleCode recognises "G-482913 is your verification code".
func (f *Finder) googleCode(pos int) (got Span) {
	end := f.wordEnd(pos + 2)
	if end-pos != 8 || !digitsOnly(f.text[pos+2:end]) || !f.codeAfter(end) && (!f.codeSentBefore(pos) || f.toOther(end)) {
		return got
	}
	return Span{TypeSecret, pos, end}
}

// codeSentBefore reports the word for a code right before pos, or in the words that tell that it came.
func (f *Finder) codeSentBefore(pos int) bool {
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	for range contextWords {
		word := b.word()
		switch k, _ := cueLexicon.get(word); {
		case word == "" || b.broke:
			return false
		case k == cueCode:
			return true
		case !inSet(cueLinks, word) && !inSet(cueIs, word) && !inSet(arrivals, word):
			return false
		}
	}
	return false
}

// compact fills code with the letters and digits from pos in upper case, and ends with where each ends: as many as the code
// can have, which is whole for an IBAN that begins so. A single mark may group them.
func (f *Finder) compact(pos int, code []byte, ends []int) (n, line, whole int) {
	line = -1
	most := maxOther
	for i := pos; n < most; i++ {
		if n == 2 && whole == 0 {
			whole = ibanLength(code)
			most = max(most, whole)
		}
		switch c := f.at(i); {
		case classes[c]&(letter|digit) != 0 || c == '&' && n < 4:
			code[n], ends[n] = upper(c), i+1
			n++
		case n > 0 && f.grouping(i, c):
			if c == '\n' && line < 0 {
				line = n
			}
			if (c == ' ' || c == '\n') && f.ordinaryWord(i+1, isUpper(f.text[pos])) {
				return n, lineOf(n, line), whole
			}
		case c == 0xC3 && (f.at(i+1) == 0x91 || f.at(i+1) == 0xB1) && n < 4:
			i++
			code[n], ends[n] = eneByte, i+1
			n++
		default:
			return n, lineOf(n, line), whole
		}
	}
	return n, lineOf(n, line), whole
}

// eneByte stands for Ñ, which an RFC may have.
const eneByte = 0xD1

func lineOf(n, line int) int {
	if line < 0 {
		return n
	}
	return line
}

// grouping reports a mark between the groups of a code; a blank may be double.
func (f *Finder) grouping(i int, c byte) bool {
	behind := f.text[i-1]
	switch c {
	case ' ':
		return classes[behind]&(letter|digit) != 0 || (behind == ' ' || behind == '-') && f.text[i-2] != ' ' || behind == '-' && f.text[i-2] == ' '
	case '-':
		return classes[behind]&(letter|digit) != 0 || behind == ' ' && classes[f.text[i-2]]&(letter|digit) != 0
	case '.', '/', '\n':
		return classes[behind]&(letter|digit) != 0
	}
	return false
}

// ordinaryWord reports small letters at i that are no group of a code: after capitals, or more than four.
func (f *Finder) ordinaryWord(i int, capitals bool) bool {
	n := 0
	for n < 5 && f.at(i+n) >= 'a' && f.at(i+n) <= 'z' {
		n++
	}
	return n > 4 || n > 0 && capitals
}

// rfcGroups reports whether an RFC is whole or cut into letters, date and rest; a name before a number is no RFC.
func (f *Finder) rfcGroups(pos int, ends []int, letters int) bool {
	for i := 1; i < len(ends); i++ {
		if i != letters && i != letters+6 && isDigit(f.text[ends[i]-1]) && isDigit(f.text[ends[i-1]-1]) && ends[i]-ends[i-1] != 1 {
			return false
		}
	}
	apart := ends[letters]-ends[letters-1] != 1
	return !apart || isUpper(f.text[pos]) && (isUpper(f.text[pos+1]) || f.text[pos+1] == '&') || f.before(pos).any(sayRFC)
}

func (f *Finder) rfc(pos int, ends []int, code []byte) (got Span) {
	ok, sure := rfc(code)
	letters, end := len(code)-9, ends[len(ends)-1]
	if !ok || !f.rfcGroups(pos, ends, letters) {
		return got
	}
	before := f.before(pos)
	switch {
	case before.any(sayRFC), f.after(end).telling&sayRFC != 0:
		return Span{TypeRFC, pos, end}
	case before.nearest()&sayOther != 0 && !before.any(sayFiscal) && (!sure || len(code) < 13):
		return got
	case sure || len(code) == 13:
		return Span{TypeRFC, pos, end}
	}
	return got
}

// andBehind reports an and, after which something else is named.
func (f *Finder) andBehind(end int) bool {
	return f.follows(end, " y ") || f.follows(end, " e ") || f.follows(end, " and ")
}

// nineLong tries the codes of nine characters: NIE, CIF.
func (f *Finder) nineLong(pos, end int, code []byte) (got Span) {
	if kind := nie(code); kind != "" {
		return Span{kind, pos, end}
	}
	if digitsOnly(code[:8]) && dni(code[:8], code[8]) {
		return Span{TypeDNI, pos, end}
	}
	ok, sure := cif(code)
	if !ok || f.text[pos] >= 'a' && f.text[pos+1] == ' ' && !f.ofCompany(pos) || f.yearIn(pos) && !sure && f.at(pos+1) == '-' && !f.before(pos).any(sayCIF) {
		return got
	}
	before := f.before(pos)
	after := f.after(end)
	if before.any(sayCIF|sayDocument) || f.behindCompany(pos) || f.text[pos] >= 'a' && f.text[pos+1] == ' ' || after.telling&sayCIF != 0 && after.linked {
		return Span{TypeCIF, pos, end}
	}
	if told := before.nearest(); told&sayPassport != 0 || isDigit(f.text[pos+1]) && f.at(pos+2) == ' ' || f.follows(pos+1, " -") || told&sayOther != 0 && told&sayFiscal == 0 || !sure && (after.telling&(sayPassport|sayOther) != 0 && after.linked && strings.IndexByte("),", f.at(end)) < 0 && !f.andBehind(end) || f.yearIn(pos)) {
		return got
	}
	return Span{TypeCIF, pos, end}
}
