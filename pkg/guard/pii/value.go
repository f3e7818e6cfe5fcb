package pii

import (
	"strings"
	"unicode/utf8"
)

// textRun is a stretch of text without what ends a value, so that each is read once.
type textRun struct{ from, to int }

// valueEnd returns the end of a value: a blank, a quote, or the marks that end a sentence.
func (f *Finder) valueEnd(i int) int {
	if end := f.quoted(i); end > 0 {
		return end
	}
	end := i
	ofLink := i > 0 && f.text[i-1] == '='
	if run := &f.valueRun; !ofLink && run.from <= i && i < run.to {
		end = min(run.to, i+maxValue)
	}
	for end-i < maxValue {
		c := f.at(end)
		if c == 0 || c >= 0xF0 || c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '"' || c == '`' || c == '<' && end > i {
			break
		}
		if (c == '&' || c == ';') && ofLink || (c == 0xE2 || c == 0xC2) && f.quote(end) > 0 {
			break
		}
		end++
	}
	f.valueRun = textRun{i, end}
	if end-i == maxValue {
		for n := 1; n < utf8.UTFMax && !utf8.RuneStart(f.at(end)); n++ {
			end--
		}
		return end
	}
	if end > i && f.text[end-1] == '?' && f.goesOnAsked(end) {
		return end
	}
	for end > i && strings.IndexByte(".,;:?)]}'", f.text[end-1]) >= 0 && (f.text[end-1] != ')' || strings.IndexByte(f.text[i:end], '(') < 0) {
		end--
	}
	return end
}

// goesOnAsked reports whether the sentence goes on after a question mark, which then may belong to the value before it.
func (f *Finder) goesOnAsked(end int) bool {
	c := f.at(end + 1)
	return f.at(end) == ',' || f.at(end) == ' ' && c >= 'a' && c <= 'z'
}

// quoted returns the end of a value of several words between quotes, or 0.
func (f *Finder) quoted(i int) int {
	if i > 1 && f.text[i-1] >= 0x80 {
		return f.quotedFine(i)
	}
	if i == 0 || f.text[i-1] != '"' && f.text[i-1] != '\'' {
		return 0
	}
	for end := i; end-i < 48; end++ {
		switch c := f.at(end); c {
		case f.text[i-1]:
			return end
		case 0, '\n', ':', ',':
			return 0
		}
	}
	return 0
}

// quotedFine is quoted for typographic quotes.
func (f *Finder) quotedFine(i int) int {
	if !hasEnd(f.text[:i], "\u00ab") && !hasEnd(f.text[:i], "\u201c") {
		return 0
	}
	for end := i; end-i < 48; end++ {
		switch c := f.at(end); {
		case c == 0 || c == '\n' || c == ':' || c == ',':
			return 0
		case c == 0xC2 && f.exactly(end, "\u00bb"), c == 0xE2 && f.exactly(end, "\u201d"):
			return end
		}
	}
	return 0
}

// look is what a value is made of.
type look struct {
	digits, letters, symbols, hyphens, length int
	camel                                     bool // a capital after a small letter
}

// plainMarks stand in what is no secret too.
var plainMarks = [256]bool{'.': true, '/': true, ',': true, '\'': true, ':': true, ';': true}

func shapeOf(word string) (s look) {
	s.length = len(word)
	for i := range len(word) {
		switch c := word[i]; {
		case isDigit(c):
			s.digits++
		case isLetter(c) || c >= 0x80:
			s.letters++
			s.camel = s.camel || i > 0 && c >= 'A' && c <= 'Z' && word[i-1] >= 'a' && word[i-1] <= 'z'
		case c == '-':
			s.hyphens++
		case !plainMarks[c] && (i < len(word)-1 || c != '!'):
			s.symbols++
		}
	}
	return s
}

// A recovery key of a disk or an account is digits in groups: so many hyphens and digits at least.
const recoveryGroups, recoveryDigits = 5, 32

// secret reports whether a value looks like one where the words call for it.
func (s look) secret(k cue, sure bool) bool {
	switch k {
	case cuePin:
		return s.digits == s.length && s.length >= 3 && s.length <= 8 || sure && s.mixture()
	case cueArrived:
		return s.digits == s.length && s.length >= 4 && s.length <= 8
	case cueVerified:
		marks := s.length - s.digits - s.letters
		if sure && s.mixture() && s.length <= 10 && marks == 0 {
			return true
		}
		if s.digits == 2 {
			return sure && s.length >= minMixture && s.length <= 10 && s.letters+s.digits+s.hyphens == s.length
		}
		if s.hyphens == 1 && s.digits == 10 && s.length == 11 {
			return sure // as backup codes are made
		}
		return s.digits >= 3 && (s.length <= 10 && marks <= 1 || s.length <= 14 && marks == s.hyphens && marks <= 2 && s.letters > 0)
	case cueToken:
		if s.length >= 8 && s.digits > 0 && s.letters > 0 || s.length >= 20 && s.letters > 0 && s.camel || s.hyphens > 1 && s.camel && s.length >= 16 || s.hyphens >= recoveryGroups && s.digits >= recoveryDigits {
			return true
		}
		return s.digits == s.length && (s.length == 6 || sure && s.length >= 4 && s.length <= 8) || sure && s.length >= 16
	case cueAgain:
		if s.digits == s.length || !sure {
			return false
		}
	case cueClave, cuePass:
		if s.digits == s.length {
			return s.length >= 4 && s.length <= 12 && (sure || k == cueClave && s.length <= 8)
		}
	case cuePassword:
		if s.digits == s.length {
			return s.length >= 4
		}
		if s.hyphens > 2 && sure && s.symbols == 0 {
			return true // words that are joined
		}
	}
	if s.digits > 0 && s.letters > 0 && (s.length >= 6 || s.length >= 4 && k != cuePass && (s.length > 4 || s.digits < 3)) {
		return true
	}
	return s.length >= 4 && (s.symbols > 0 && s.letters+s.digits > 0 && (sure && s.symbols < s.length/2+1) && s.inner() || s.camel && s.length >= 6 && sure)
}

// speaks reports a value that is a secret by its look, where words of which nothing is known stand before it: digits for
// a code, for all else a mixture that no name of a thing has; "passwords reset today: 1523" tells of many.
func (s look) speaks(k cue, word string, sure, many bool) bool {
	switch k {
	case cuePin, cueVerified, cueArrived:
		return (s.digits >= 4 || sure && s.digits == 3) && s.length-s.hyphens <= 8 || k == cuePin && sure && s.mixture()
	case cueToken:
		return s.length >= 16 && s.digits > 0 && s.letters > 0 || sure && s.digits == s.length && s.length >= 6 && s.length <= 8
	case cueClave, cuePass, cueAgain:
		return s.letters > 0 && s.digits+s.symbols > 0 && s.length >= 6 && hasSmall(word) && strings.IndexByte(word, ' ') < 0
	}
	if s.letters == 0 {
		return s.digits == s.length && s.length <= 8 && !many && !yearly(word)
	}
	return s.digits+s.symbols > 0 || s.camel
}

// mixture reports letters and digits as only a secret has them.
func (s look) mixture() bool { return s.digits > 1 && s.letters > 2 && s.length >= 6 }

// yearly reports a year of our days.
func yearly(word string) bool {
	return len(word) == 4 && (word[:2] == "19" || word[:2] == "20")
}

func hasSmall(word string) bool {
	for i := range len(word) {
		if word[i] >= 'a' && word[i] <= 'z' {
			return true
		}
	}
	return false
}

// inner: a hyphenated word or one with an apostrophe is no sign, two symbols or one with digits are.
func (s look) inner() bool { return s.symbols > 1 || s.digits > 0 || s.camel || s.letters >= 3 }

// bareWord: a single ordinary word is a password where a colon or "my password is" stands before it and nothing follows.
func (f *Finder) bareWord(word string, end int, k cue, pos int) bool {
	if k != cuePassword && k != cueClave && (k != cuePass || f.follows(pos, "chave")) || len(word) < 4 || inSet(noValues, word) || inSet(cueLinks, word) && !inSet(poorPasswords, word) || inSet(cueIs, word) {
		return false
	}
	switch c := f.at(end); c {
	case 0, '\n', '.', ',', ';', '"', '\'', ')', '!':
	case ' ':
		if f.spellingNote(end + 1) {
			return true
		}
		if n := f.blanks(end, 3); strings.IndexByte(word, '-') < 0 && (!isUpper(word[0]) || f.withNumber(end) == end) && f.at(n) != 0 && f.at(n) != '\n' && !f.joinsOn(n) {
			return false
		}
	default:
		return false
	}
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	owner := b.word()
	return f.marksValue(pos) || inSet(owners, owner) || f.putAs(pos) || k == cuePassword && (owner == "" || inSet(owners2, owner))
}

// joinsOn reports a word at i that begins the next clause.
func (f *Finder) joinsOn(i int) bool {
	for _, word := range [...]string{"y ", "e ", "and ", "pero ", "mas ", "but "} {
		if f.follows(i, word) {
			return true
		}
	}
	return false
}

// marksValue reports a colon or an equals sign after the name of a secret at pos.
func (f *Finder) marksValue(pos int) bool {
	end := f.wordEnd(pos)
	return f.at(end) == ':' || f.at(f.blanks(end, 1)) == '='
}

// putAs reports a verb of setting and an as before the name of a password at pos: "puse de contraseña".
func (f *Finder) putAs(pos int) bool {
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	as := b.word()
	return (as == "de" || as == "como" || as == "as") && !b.broke && inSet(entering, b.word()) && !b.broke
}

var (
	poorPasswords = setOf("admin administrador root guest test secret secreta default invitados usuario sistema acceso clave password")
	owners        = setOf("mi my minha meu mis nuestra nuestro our otro su his her tu your")
	owners2       = setOf("la the a su tu your nueva new alarm safe gate door")
)
