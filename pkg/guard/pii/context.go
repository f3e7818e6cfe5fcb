package pii

import (
	"strings"
	"unicode/utf8"
)

// about is what a word says of a number near it.
type about uint32

const (
	sayPhone about = 1 << iota
	sayOther       // an order, a price, a reference: no personal data
	sayUnit        // counts right after the number only
	sayLink        // says nothing, and joins a word to its number
	sayRUT
	sayCUIT
	sayRUC
	sayNSS
	sayNUSS
	saySSN
	sayDNI
	sayDocument
	sayCC
	sayCE
	sayNIT
	sayPassport
	sayRFC
	sayCIF
	sayCard
	saySecret
	sayBank // CLABE, CBU, IBAN: an account by its own check digits
	sayCURP
	sayFar     // with sayOther: from a few words away too
	sayFiscal  // of an invoice: the number may be who pays it
	sayCounted // a number of something: with sayLink
	sayHolder  // somebody who may have a number with the business
	sayPerson  // a name begins: what the words before it say is over
)

const sayID = sayRUT | sayCUIT | sayRUC | sayNSS | sayNUSS | saySSN | sayDNI | sayDocument | sayCC | sayCE | sayNIT | sayPassport | sayRFC | sayCIF

var aboutLexicon = func() map[string]about {
	out := map[string]about{}
	for a, list := range aboutWords {
		for word := range strings.FieldsSeq(list) {
			out[word] |= a
		}
	}
	return out
}()

func aboutOf(word string) about {
	var w folded
	if !w.fold(word) {
		return 0
	}
	return aboutLexicon[string(w.bytes())]
}

const (
	contextWords = 6
	contextBytes = 96
)

// told is what the words before a number say.
type told struct {
	// bits of the telling words, the nearest first.
	bits [3]about
	n    int
	// linked: nothing but linking words stands between the nearest and the number.
	linked bool
}

// nearest returns the bits of the nearest telling word.
func (t told) nearest() about { return t.bits[0] }

func (t told) any(a about) bool { return (t.bits[0]|t.bits[1]|t.bits[2])&a != 0 }

func (w *window) before() *told {
	w.f.before(w.start)
	return &w.f.spoke.told
}

// backward reads words from a place back.
type backward struct {
	text string // up to the place
	// broke: a comma, a stop or a line's end stands between the word and the one after it; stopped: a sentence's end.
	broke bool
}

// before reads the words before start, back to six that are no linking words. Another number ends the search, unless it is
// one of a list: "y", a comma.
func (f *Finder) before(start int) told {
	if m := &f.spoke; !m.known || m.start != start {
		*m = saidBefore{true, start, f.readBefore(start)}
	}
	return f.spoke.told
}

// saidBefore remembers what the words before a place say.
type saidBefore struct {
	known bool
	start int
	told  told
}

func (f *Finder) readBefore(start int) (t told) {
	b := backward{text: f.text[max(0, start-contextBytes):start]}
	t.linked = true
	words, far, clause, counted := 0, 0, true, false
	for words < contextWords && t.n < len(t.bits) {
		word := b.word()
		if word == "" {
			return t
		}
		if isDigit(word[len(word)-1]) && len(word) >= 4 {
			if words > 0 || t.n > 0 {
				return t
			}
			continue
		}
		a := aboutOf(word)
		if a&sayLink != 0 || a == 0 && len(word) == 1 {
			if a&sayCounted != 0 && len(word) > 2 && t.n == 0 && !counted && b.owned() {
				t.bits[0], t.n = sayPhone, 1 // my number
			}
			counted = counted || a&sayCounted != 0
			clause = clause && !b.broke
			continue
		}
		if a&sayHolder != 0 && (counted || b.counted()) {
			a = sayOther
		}
		words++
		clause = clause && !b.broke
		a &^= sayUnit | sayHolder
		if a == 0 || a&sayOther != 0 && !(clause && (t.linked || a&sayFar != 0 && far <= 2)) {
			far++
			t.linked = t.linked && t.n > 0
			continue
		}
		if a&sayPerson != 0 {
			clause, far = false, contextWords
			continue
		}
		t.bits[t.n] = a &^ sayCounted
		t.n++
	}
	return t
}

// owned reports my, your or his right before.
func (b backward) owned() bool { return inSet(owners, b.word()) }

// counted reports "number of" right before.
func (b backward) counted() bool {
	for range 2 {
		if aboutOf(b.word())&sayCounted != 0 {
			return true
		}
	}
	return false
}

// word returns the next word back, "" at the end. Letters with full stops are one word: D.N.I. is dni.
func (b *backward) word() string {
	b.broke = false
	end := len(b.text)
	for end > 0 {
		r, size := lastRune(b.text, end)
		if r != ' ' && isWordRune(r) && r != '_' {
			break
		}
		if r == ',' || r == ';' || r == '!' || r == '?' || r == '\n' || r == '.' && !b.abbreviation(end) {
			b.broke = true
		}
		end -= size
	}
	start := b.wordStart(end)
	if end-start == 1 && start > 1 && b.text[start-1] == '.' {
		if dotted := b.dotted(end); dotted != "" {
			return dotted
		}
	}
	word := b.text[start:end]
	b.text = b.text[:start]
	return word
}

func lastRune(text string, end int) (rune, int) {
	if c := text[end-1]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeLastRuneInString(text[:end])
}

func (b *backward) wordStart(end int) int {
	start := end
	for start > 0 {
		if c := b.text[start-1]; c < utf8.RuneSelf {
			if classes[c]&(digit|letter) == 0 {
				break
			}
			start--
			continue
		}
		r, size := utf8.DecodeLastRuneInString(b.text[:start])
		if !isWordRune(r) {
			break
		}
		start -= size
	}
	return start
}

// abbreviation reports a full stop behind a word of at most five letters that no blank line follows: Tel., Ref., No.
func (b *backward) abbreviation(end int) bool {
	n := 0
	for i := end - 2; i >= 0 && isLetter(b.text[i]); i-- {
		n++
	}
	return n > 0 && n <= 5
}

// dotted joins single letters with full stops that end at end.
func (b *backward) dotted(end int) string {
	var buf [8]byte
	n := len(buf)
	i := end
	for n > 0 && i > 0 && isLetter(b.text[i-1]) {
		n--
		buf[n] = b.text[i-1]
		i--
		if i == 0 || b.text[i-1] != '.' || i < 2 || !isLetter(b.text[i-2]) || i > 2 && isLetter(b.text[i-3]) {
			break
		}
		i--
	}
	if len(buf)-n < 2 {
		return ""
	}
	b.text = b.text[:i]
	return string(buf[n:])
}

// next is what the words after a number say: unit is the first word's, telling the nearest's.
type next struct {
	unit    bool
	telling about
	linked  bool
}

// unitAfter reports a word right after the number that makes it a quantity.
func (f *Finder) unitAfter(end int) bool {
	i := f.blanks(end, 2)
	to := f.lettersEnd(i)
	return to > i && aboutOf(f.text[i:to])&sayUnit != 0
}

// after says what the next telling word says. A word before another number speaks of that one.
func (f *Finder) after(end int) (n next) {
	words := 0
	n.linked = true
	for i := end; i-end < contextBytes && words < contextWords; {
		r, size := f.rune(i)
		if r == 0 || r == '\n' || r == '.' || r == ';' || r == '?' || r == '!' {
			return n
		}
		if !isWordRune(r) {
			i += size
			continue
		}
		to := f.wordEnd(i)
		a := aboutOf(f.text[i:to])
		if isDigit(f.text[i]) {
			return n
		}
		if a &^= sayUnit | sayHolder | sayCounted | sayPerson | sayFar | sayFiscal; a&^sayLink != 0 {
			if !f.numberAfter(to) {
				n.telling = a &^ sayLink
			}
			return n
		}
		if a&sayLink == 0 {
			words++
			n.linked = false
		}
		i = to
	}
	return n
}

// numberAfter reports that a number follows with nothing but linking words before it.
func (f *Finder) numberAfter(i int) bool {
	for start := i; i-start < 48; {
		r, size := f.rune(i)
		switch {
		case r == 0 || r == '\n' || r == ';' || r == '?' || r == '!' || r == ',':
			return false
		case isDigit(byte(min(r, 0x7F))) || r == '+':
			return true
		case !isWordRune(r):
			i += size
		default:
			to := f.wordEnd(i)
			if aboutOf(f.text[i:to])&sayLink == 0 {
				return false
			}
			i = to
		}
	}
	return false
}
