package pii

import "strings"

// minField is how many characters a secret in a table has at least.
const minField = 4

// inSecretColumn recognises the field at pos of a table whose column is named a password's or a code's, or in which one was
// found in the line before.
func (f *Finder) inSecretColumn(pos int) (got Span) {
	if !f.beginsField(pos) {
		return got
	}
	end := f.fieldEnd(pos)
	if end-pos < minField || end-pos > maxValue/2 || f.edgeAfter(end) == 0 || !fieldSecret(f.text[pos:end]) {
		return got
	}
	c, ok := f.cellOf(pos, end)
	if !ok || c.sep == '\n' {
		return got
	}
	if f.headedSecret(c, pos) || f.belowSecret(c, pos) {
		return Span{TypeSecret, pos, end}
	}
	return got
}

// beginsField reports a mark between fields right before pos, or before the blank or quote there.
func (f *Finder) beginsField(pos int) bool {
	if pos > 1 && strings.IndexByte(" \"", f.text[pos-1]) >= 0 {
		pos--
	}
	return pos > 0 && strings.IndexByte(",;|\t\n", f.text[pos-1]) >= 0
}

// fieldEnd returns where the run of characters at i ends before a blank, a quote or a mark between fields.
func (f *Finder) fieldEnd(i int) int {
	for from := i; i-from < maxValue; i++ {
		switch f.at(i) {
		case 0, ' ', '\t', '\n', '\r', ',', ';', '|', '"':
			return i
		}
	}
	return i
}

// fieldSecret reports a field that may be a secret by its look: digits alone are a code, words alone are none.
func fieldSecret(word string) bool {
	s := shapeOf(word)
	if s.letters == 0 {
		return s.digits == s.length && s.digits <= maxLock || s.symbols > 0 && s.digits >= minField
	}
	return s.digits+s.symbols > 0 && !inSet(noValues, word) && !filler(word)
}

// headedSecret reports whether the head of the field's column names a secret.
func (f *Finder) headedSecret(c cell, pos int) bool {
	line := f.lineAbove(c, pos)
	if strings.IndexByte(line, c.sep) < 0 || strings.ContainsAny(line, "3456789") {
		return false
	}
	whole := line
	for index := 0; line != ""; index++ {
		field, rest := cutAt(line, c.sep)
		if line = rest; index == c.index {
			return headsSecret(field, whole)
		}
	}
	return false
}

// headsSecret reports whether the head of a column names a secret; a key or a code needs a word for what, or accounts in the line.
func headsSecret(head, line string) bool {
	named, other, known := noCue, false, false
	b := backward{text: head}
	for word := b.word(); word != ""; word = b.word() {
		k, _ := cueLexicon.get(word)
		switch k {
		case cuePassword, cuePin, cueToken, cueClave, cueCode:
			named = max(named, k)
		case cuePass:
			named = cuePassword
		case noCue, cueMail, cuePhrase, cueVerified, cueArrived, cueShown, cueDigits, cueLogin, cueAgain, cueRenewed:
			other = other || aboutOf(word)&sayOther != 0
			known = known || inSet(verifying, word) || inSet(cueLinks, word) && !inSet(ofWords, word)
		}
	}
	switch named {
	case cuePassword, cuePin:
		return !other
	case cueClave:
		return !other && (known || hasLogin(line))
	case cueCode, cueToken:
		return !other && known
	}
	return false
}

// hasLogin reports whether the heads of a table have one of an account.
func hasLogin(line string) bool {
	b := backward{text: line}
	for word := b.word(); word != ""; word = b.word() {
		if inSet(accounts, word) {
			return true
		}
	}
	return false
}

var accounts = setOf("usuario user username login ssid red wifi cuenta correo email mail")

// belowSecret reports whether a secret was found in the field's column before.
func (f *Finder) belowSecret(c cell, pos int) bool {
	t := &f.table
	if t.n == 0 || pos-f.last > tableReach || !f.goesOn(c, pos) {
		return false
	}
	for i := range min(t.n, maxColumns) {
		if t.seen[i].index == c.index && t.seen[i].kind == TypeSecret {
			return true
		}
	}
	return false
}
