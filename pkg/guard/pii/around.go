package pii

import "strings"

// partOfMore reports an amount, a time, a decimal, a percentage or a code around the digits.
func (w *window) partOfMore() bool { return w.goesOn() || w.wentBefore() }

func (w *window) goesOn() bool {
	i := w.end
	switch c := w.f.at(i); {
	case c == '%' || c == '#':
		return true
	case c == ':' || c == ',' || c == '=':
		if isDigit(w.f.at(i + 1)) {
			return c != ',' || w.amount() || !isDigit(w.f.at(i+4)) // 1,234.56; a list of whole numbers is none
		}
	case c == '-' && isLetter(w.f.at(i+1)) && !w.f.follows(i, "-ext") && !w.dashBehind(i), c == 0xC2 && w.f.exactly(i, "\u00b0"), c == 0xE2 && w.f.exactly(i, "\u20ac"):
		return true
	}
	return false
}

func (w *window) wentBefore() bool {
	text, b := w.f.text, w.start
	for b > 0 && w.start-b < 2 && text[b-1] == ' ' {
		b--
	}
	if b == 0 {
		return false
	}
	last := text[b-1]
	switch {
	case last == '#':
		told := w.before()
		return told.nearest()&(sayID|sayPhone|sayCard) == 0 || told.far > 1
	case last == '$', hasEnd(text[:b], "\u20ac"), soles(text[:b]), hasEnd(text[:b], "S/."), hasEnd(text[:b], "S/N"), hasEnd(text[:b], "R$"):
		return true
	case b < w.start:
		return false
	case last == '/' && (w.f.last == b-1 || w.slashed()):
		return false // one of two, or of a row
	case last == '-' && w.dashBefore(b-1):
		return false
	case last == '-' || last == '/' || last == '=' || last == '_':
		return b > 1 && (isLetter(text[b-2]) || isDigit(text[b-2])) && !w.dialled() && !w.afterWhole(b-1) && !w.keyed(b-1) && !w.segment()
	case last == ':' || last == ',' || last == '.':
		return b > 1 && isDigit(text[b-2]) && (last != ',' || len(w.digits) < minDigits || len(w.groups) > 1 && w.f.last != b-1)
	}
	return w.inURL()
}

// soles reports the sign of the Peruvian currency at the end, which is no end of a word in a link.
func soles(s string) bool {
	return (hasEnd(s, "S/") || hasEnd(s, "s/")) && (len(s) == len("S/") || !isLetter(s[len(s)-len("S/")-1]))
}

// dashBefore reports whether the hyphen at i is a dash, after a word that names the number, in small letters or not to be taken
// for the letters of a code: "her social—897-04-5528", "SSN—897-04-5528".
func (w *window) dashBefore(i int) bool {
	if i < 3 || !isSmall(w.f.text[i-1]) || !isSmall(w.f.text[i-2]) {
		return i > 2 && len(w.groups) > 1 && w.rightBehind(saySSN|sayPhone) && isLetter(w.f.text[i-3])
	}
	told := w.before()
	return told.linked && told.nearest()&(sayID|sayPhone) != 0 && told.nearest()&sayOther == 0
}

// dashBehind reports whether the hyphen at i is a dash, which a word in small letters follows, after a number that is named.
func (w *window) dashBehind(i int) bool {
	to := w.f.lettersEnd(i + 1)
	if to < i+3 || !isSmall(w.f.text[i+1]) || w.f.wordAt(to) || w.f.at(to) == '-' {
		return false
	}
	told := w.before()
	return told.linked && told.nearest()&(sayID|sayPhone) != 0 && told.nearest()&sayOther == 0
}

// slashed reports whether slashes part the fields of a table, and that this column is one of numbers of identity.
func (w *window) slashed() bool {
	from := max(0, w.start-contextBytes)
	line := from + strings.LastIndexByte(w.f.text[from:w.start], '\n') + 1
	if line == from {
		return false
	}
	a, _ := w.f.heading(cell{strings.Count(w.f.text[line:w.start], "/"), '/', line}, w.start)
	return a&(sayID|sayPhone) != 0
}

// afterWhole reports a slash between two whole numbers.
func (w *window) afterWhole(slash int) bool {
	i := slash
	for i > 0 && isDigit(w.f.text[i-1]) {
		i--
	}
	return w.f.text[slash] == '/' && slash-i >= minDigits
}

// amount: up to three digits before a comma.
func (w *window) amount() bool { return len(w.groups) == 1 && len(w.digits) <= 3 }

// inCode reports digits after a hyphen or an equals sign that follows letters: part of a code or of a link.
func (w *window) inCode() bool {
	b := w.start
	if b < 2 || w.plus {
		return false
	}
	last := w.f.text[b-1]
	return last == '-' && (isLetter(w.f.text[b-2]) || isDigit(w.f.text[b-2])) || w.inURL()
}

// inURL reports a link before the digits without a blank between, unless it is one to call.
func (w *window) inURL() bool {
	start := max(0, w.start-contextBytes)
	for i := w.start - 1; i >= start; i-- {
		switch c := w.f.text[i]; {
		case c == ' ' || c == '\n' || c == '\t':
			return false
		case c == '/' && i < w.start-1 && i > start+1 && w.f.text[i-1] == '/' && w.f.text[i-2] == ':', c == '.' && i >= start+3 && w.f.text[i-3:i] == "www":
			return !w.dialled() && !w.keyed(w.start-1) && !w.segment()
		}
	}
	return false
}

// segment reports a number with sound check digits that is a whole part of a link's path: /padron/20354361273.
func (w *window) segment() bool {
	if w.f.text[w.start-1] != '/' {
		return false
	}
	if len(w.groups) == 1 && len(w.digits) == 8 && isLetter(w.f.at(w.end)) {
		return !w.f.wordAt(w.end+1) && w.f.at(w.end+1) != '-' && dni(w.digits, w.f.at(w.end))
	}
	if w.f.wordAt(w.end) || w.f.at(w.end) == '-' || w.f.at(w.end) == '.' && w.f.wordAt(w.end+1) {
		return false
	}
	d := w.digits
	switch n := len(d); {
	case len(w.groups) == 1:
		return n == 11 && cuit(d) || n == 18 && clabe(d, false) || n == 22 && cbu(d)
	case len(w.groups) == 2 && (n == 8 || n == 9):
		return w.size(1) == 1 && w.groups[1].mark == '-' && rutCheck(d[:n-1]) == d[n-1]
	}
	return false
}

// keyed reports whether the name before the mark at i, in a link or of a setting, is that of a number of identity, or before an
// equals sign of a telephone: /nit/8001972684, CE-..., contacto_2=...
func (w *window) keyed(i int) bool {
	mark := w.f.text[i]
	want := sayID &^ (sayPassport | sayDocument)
	switch mark {
	case '-':
		if want &^= sayCC | sayNUSS | saySSN; len(w.groups) > 1 {
			return false
		}
	case '=':
		want = sayID | sayPhone | sayCard | sayBank
	case '/':
		if w.dials(i) {
			return true
		}
	default:
		return false
	}
	for end := i; end > 0; {
		start := end
		for start > 0 && isLetter(w.f.text[start-1]) {
			start--
		}
		if name := w.f.text[start:end]; start < end && (settingOf(name)&want != 0 || mark == '=' && (inSet(cardNames, name) || inSet(users, name) && (len(w.groups) > 1 || w.f.wordAt(w.end)))) {
			return true
		}
		for end = start; end > 0 && i-end < maxWord && (isDigit(w.f.text[end-1]) || w.f.text[end-1] == '_' || w.f.text[end-1] == '-'); {
			end--
		}
		if end == start || i-end >= maxWord {
			return mark == '=' && w.f.keyedApart(end, want)
		}
	}
	return false
}

// keyedApart reports whether the word before a blank at end, and a further name of what is set, names a number: "Nit empresa=...".
func (f *Finder) keyedApart(end int, want about) bool {
	if end == 0 || f.text[end-1] != ' ' {
		return false
	}
	b := backward{text: f.text[max(0, end-contextBytes):end]}
	return settingOf(b.word())&want != 0 && !b.broke
}

// dials reports a part of a link's path, right before the slash at i, after which one finds whom to call: /tel/634019506.
func (w *window) dials(i int) bool {
	start := i
	for start > 0 && i-start < maxWord && isLetter(w.f.text[start-1]) {
		start--
	}
	return start > 0 && w.f.text[start-1] == '/' && inSet(phonePaths, w.f.text[start:i])
}

var phonePaths = setOf("tel telefono phone whatsapp call llamar fono telf contacto contact")

// cardNames are those of settings that hold the number of a card.
var cardNames = setOf("pan ccnum ccnumber cardno cardnum cardnumber creditcard")

// users are names of settings that hold who logs in: by a number of identity, where it has a letter or marks.
var users = setOf("user usuario username login uid")

// dialled reports a link whose purpose is to call or to write: wa.me/52155...
func (w *window) dialled() bool {
	before := w.f.text[max(0, w.start-24):w.start]
	return hasEnd(before, "wa.me/") || hasEnd(before, "phone=") || hasEnd(before, "wa.me/+") || hasEnd(before, "tel=") || hasEnd(before, "telefono=") || hasEnd(before, "celular=")
}

func hasEnd(s, end string) bool { return len(s) >= len(end) && s[len(s)-len(end):] == end }
