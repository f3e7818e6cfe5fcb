package pii

import "strings"

// valueFirst recognises "Perro123 es mi contraseña".
func (f *Finder) valueFirst(pos int) (got Span) {
	i := f.blankAfter(pos)
	if i-pos > maxValue || f.at(i) != ' ' {
		return got
	}
	if f.mayName(i + 1) {
		if got = f.namedBehind(pos, f.valueEnd(pos)); got.Kind != "" {
			return got
		}
	}
	if i-pos >= minKey && f.keyAfter(pos, i) {
		return Span{TypeSecret, pos, i}
	}
	i = f.blanks(i, 2)
	if strings.IndexByte("eicad", lower(f.at(i))) < 0 {
		return got // none of the words below
	}
	if !f.follows(i, "es mi ") && !f.follows(i, "is my ") && !f.follows(i, "es la ") && !f.follows(i, "era mi ") && !f.follows(i, "como ") && !f.follows(i, "as ") && !f.follows(i, "de contras") && !f.follows(i, "de clave") && !f.follows(i, "de pass") && !f.follows(i, "de senha") {
		return got
	}
	end := f.valueEnd(pos)
	k, to, own := noCue, 0, !f.follows(i, "es la ")
	for n := 0; n < 3 && k == noCue; n++ { // es mi contraseña, as my password, como clave
		if to = f.lettersEnd(i); n > 0 || f.text[i] == 'd' {
			k = f.cueOf(i, to, ' ')
		}
		i = f.blanks(to, 2)
	}
	if k == cueClave && (f.ofWare(to) || !own && !hasSmall(f.text[pos:end])) || f.product(pos, end) {
		return got
	}
	if k == noCue || k > cueToken || !hasLetter(f.text[pos:end]) || !shapeOf(f.text[pos:end]).secret(k, true) {
		return got
	}
	return Span{TypeSecret, pos, end}
}

func hasLetter(s string) bool {
	for i := range len(s) {
		if isLetter(s[i]) {
			return true
		}
	}
	return false
}

// blankAfter returns where the next blank or line's end stands; it remembers it for the places before.
func (f *Finder) blankAfter(pos int) int {
	if f.blank > pos {
		pos = f.blank
	}
	for c := f.at(pos); c != 0 && c != ' ' && c != '\n'; c = f.at(pos) {
		pos++
	}
	f.blank = pos
	return pos
}

// codeAfter reports "es tu código de verificación", "is your verification code", "as your OTP" after a number.
func (f *Finder) codeAfter(end int) bool {
	i := f.blanks(end, 2)
	if i == end || !f.follows(i, "es ") && !f.follows(i, "is ") && !f.follows(i, "as ") && !f.follows(i, "como ") && !f.exactly(i, "\u00e9 ") {
		return false
	}
	code, verified := false, f.sender(i)
	for range 9 {
		to := f.lettersEnd(i)
		if to == i {
			break
		}
		k := f.cueOf(i, to, ' ')
		code = code || k == cueCode || k == cueVerified
		verified = verified || k == cuePin || k == cueVerified || inSet(verifying, f.text[i:to]) || inSet(arrivals, f.text[i:to])
		i = f.blanks(to, 2)
	}
	return code && verified
}

// sender reports "is your Uber code" and "es tu código de Rappi" at i: a name, and no other word.
func (f *Finder) sender(i int) bool {
	i = f.blanks(f.lettersEnd(i), 2)
	to := f.lettersEnd(i)
	if !inSet(owners, f.text[i:to]) {
		return false
	}
	named := false
	for range 4 {
		i = f.blanks(to, 2)
		if to = f.lettersEnd(i); to == i {
			return named
		}
		word := f.text[i:to]
		switch k, _ := cueLexicon.get(word); {
		case k == cueCode || inSet(ofWords, word):
		case isUpper(word[0]) && aboutOf(word)&(sayOther|sayHolder) == 0:
			named = true
		default:
			return named && aboutOf(word)&(sayOther|sayHolder) == 0
		}
	}
	return named
}

const minKey = 20

// keyAfter reports whether the run from pos to end is a key and that one of the next words says so: "… no funciona el token".
func (f *Finder) keyAfter(pos, end int) bool {
	digits, letters := 0, 0
	for i := pos; i < end; i++ {
		switch c := f.text[i]; {
		case isDigit(c):
			digits++
		case isLetter(c):
			letters++
		case c != '-' && c != '_':
			return false
		}
	}
	if digits < 4 || letters < 4 || pos > 0 && (f.text[pos-1] == '/' || f.text[pos-1] == '=') || f.code(pos).Kind != "" {
		return false
	}
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	if word := b.word(); inSet(sums, word) || aboutOf(word)&sayOther != 0 && lower(word[0]) != 'e' {
		return false
	}
	i := end
	for range contextWords {
		i = f.arrow(i)
		to := f.lettersEnd(i)
		if to == i {
			return false
		}
		switch k := f.cueOf(i, to, ' '); k {
		case cueToken, cueClave, cuePassword, cuePass:
			return true
		case noCue, cuePin, cueCode, cueMail, cueVerified, cueArrived, cuePhrase, cueShown, cueDigits, cueLogin, cueAgain, cueRenewed:
		}
		if aboutOf(f.text[i:to])&sayOther != 0 {
			return false
		}
		i = to
	}
	return false
}

var sums = setOf("sha sha1 sha256 sha512 md5 crc32 hash uuid guid checksum")

// arrow skips blanks and what people put between a value and its name: (, <-, =.
func (f *Finder) arrow(i int) int {
	for n := 0; n < 4 && strings.IndexByte(" (<-=:,\"", f.at(i)) >= 0 && f.at(i) != 0; n++ {
		i++
	}
	return i
}
