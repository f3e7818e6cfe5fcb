package pii

import "strings"

// strong tries the numbers whose check digits suffice.
func (w *window) strong() (kind string, end int) {
	if w.letters == 0 {
		if kind, end = w.letterAfter(); end > 0 {
			return kind, end
		}
	}
	n := len(w.digits)
	if n < 12 || w.letters > 0 && !w.before().any(sayCard) || w.f.wordAt(w.end) || w.f.at(w.end) == '%' || w.f.at(w.end) == ':' && isDigit(w.f.at(w.end+1)) {
		return "", 0
	}
	switch {
	case n == 22 && cbu(w.digits) && (w.regular() || w.before().any(sayBank)):
		kind = TypeCBU
	case n == 18 && w.clabe():
		kind = TypeCLABE
	case w.card():
		kind = TypeCard
	case n == 12 && nuss(w.digits) && w.nussShape():
		kind = TypeNUSS
	}
	if kind == "" || w.inCode() {
		return "", 0
	}
	return kind, w.end
}

// clabe asks for the words before only where the check digit is right.
func (w *window) clabe() bool {
	if !clabe(w.digits, true) {
		return false
	}
	named := w.before().any(sayBank)
	return (named || clabe(w.digits, false) && w.regular()) && !w.longer()
}

// regular reports groups as people write a long number: one kind of mark, and no group of one digit in the midst.
func (w *window) regular() bool {
	if len(w.groups) < 2 || w.single() || w.said {
		return true
	}
	for i := 1; i < len(w.groups); i++ {
		if m := w.groups[i].mark; m == ',' || m == '(' || m != w.groups[1].mark && m != '\n' && w.groups[1].mark != '\n' {
			return false
		}
	}
	return true
}

// commas reports one between groups.
func (w *window) commas() bool {
	for i := range w.groups {
		if i > 0 && w.groups[i].mark == ',' {
			return true
		}
	}
	return false
}

func (w *window) nussShape() bool {
	before := w.before()
	if w.commas() {
		return false
	}
	if before.any(sayNUSS) || w.f.lastKind == TypeNUSS && (w.f.listed(w.start) || w.start-w.f.last < maxEntry && before.nearest()&(sayPhone|sayFar) == 0) {
		return true
	}
	if before.any(sayPhone) || before.nearest()&sayOther != 0 {
		return false
	}
	switch len(w.groups) {
	case 1:
		return planOf(w.digits, false) == noPlan
	case 2:
		return w.sizes(2, 10) || w.sizes(10, 2)
	case 3:
		return w.sizes(2, 8, 2)
	}
	return false
}

// letterAfter tries a Spanish DNI, whose letter is apart by a mark at most, and a Chilean RUT.
func (w *window) letterAfter() (kind string, end int) {
	if len(w.digits) < 7 || len(w.digits) > 9 || len(w.groups) < len(w.all) && w.all[len(w.groups)].said {
		return "", 0
	}
	i := w.end
	said := w.f.saidCheck(i)
	if k := w.f.saidK(said); said > 0 && k > 0 && rutCheck(w.digits) == 'K' && w.rutShape() && !w.before().any(sayDNI) {
		return TypeRUT, k
	}
	i = max(i, said)
	for n := 0; n < 4 && said == 0 && (w.beforeLetter(w.f.at(i)) || w.f.at(i) == ',' && w.commaLetter(i+1)); n++ {
		i++
	}
	c, to := w.f.at(i), i+1
	like := isLetter(c) && i > w.end && w.f.likeWord(upper(c), i+1) > i+1 // "z de Zaragoza"
	if isLetter(c) && i > w.end && (like || w.f.wordAt(i+1) || w.f.follows(i, "y griega") || w.f.follows(i, "i griega")) {
		c, to = w.f.letterAt(i)
	}
	if !isLetter(c) || w.f.wordAt(to) || !w.only(" .-,") && !w.single() && (!w.only(" .-,\n") || !w.before().any(sayID)) {
		return "", 0
	}
	hyphen := said > 0 || w.f.text[i-1] == '-' || i > w.end+1 && w.f.text[i-2] == '-'
	if upper(c) == 'K' && (hyphen || i <= w.end+1 && w.before().any(sayRUT)) && rutCheck(w.digits) == 'K' && w.rutShape() && !w.before().any(sayDNI) && w.f.after(i+1).telling&sayDNI == 0 {
		return TypeRUT, max(i+1, w.f.saidK(i))
	}
	if c == 'y' && i > w.end && w.f.at(to) == ' ' && (w.f.text[i-1] != '-' || !w.before().any(sayID)) {
		return "", 0 // and
	}
	if len(w.digits) != 8 || !dni(w.digits, c) || w.wentBefore() {
		return "", 0
	}
	apart := said == 0 && !like && i > w.end && (w.f.text[i-1] == ' ' || w.f.text[i-1] == '\n')
	if apart && w.eachSaid() && (to > i+len("y ") && w.f.follows(to-len("griega"), "griega") || to == i+1 && strings.IndexByte("aeyAEY", c) < 0) {
		return TypeDNI, to
	}
	if apart && (c >= 'a' || to > i+1 || w.said || w.f.at(to) == '\'' || w.f.text[i-1] == '\n') && !w.before().any(sayID) && (c == 'y' || w.f.after(to).telling&(sayDNI|sayDocument) == 0) {
		return "", 0 // "12345678 y": a word
	}
	before := w.before()
	if apart && (to > i+1 && !w.said && w.f.at(to) == ' ' && isLetter(w.f.at(to+1)) || before.linked && before.nearest()&(sayCC|sayCE|sayNIT|sayRUT) != 0) {
		return "", 0 // "12.345.678 de Bogotá"
	}
	if before.nearest()&sayOther != 0 && before.linked && !before.any(sayDNI|sayDocument|sayNIE) && before.nearest()&(sayFiscal|sayFar) != sayFiscal {
		return "", 0
	}
	return TypeDNI, to
}

// eachSaid reports spoken digits, one by one.
func (w *window) eachSaid() bool { return w.said && len(w.groups) == len(w.digits) }

// commaLetter reports a letter alone after a comma, where the words before speak of a DNI: "dni 25282972, S". A vowel in small
// letters is a word.
func (w *window) commaLetter(i int) bool {
	i = w.f.blanks(i, 1)
	c, to := w.f.letterAt(i)
	return c != 0 && !w.f.wordAt(to) && strings.IndexByte("aeiouy", w.f.text[i]) < 0 && (to == i+1 || to > i+2 || w.f.likeWord(c, i+1) > i+1) && w.before().any(sayDNI)
}

// beforeLetter reports a mark that may part the digits from their letter.
func (w *window) beforeLetter(c byte) bool {
	switch c {
	case '-', ' ', '.', '/', '\n':
		return true
	case ',':
		return w.said
	}
	return false
}

func (w *window) rutShape() bool {
	if w.said {
		return true
	}
	switch len(w.groups) {
	case 1:
		return true
	case 3:
		return w.size(0) <= 2 && w.size(1) == 3 && w.size(2) == 3
	}
	return false
}

// card: a network's number with a right check digit, in one run, in fours, as 4-6-5, or digit by digit.
func (w *window) card() bool {
	n := len(w.digits)
	if n < 13 || n > 19 || !issuer(w.digits) || !luhn(w.digits) || w.sameDigits() {
		return false
	}
	if !w.cardShape() && !w.before().any(sayCard) || w.longer() {
		return false
	}
	before := w.before()
	if n == 13 && !before.any(sayCard) {
		return false
	}
	return before.nearest()&sayFar == 0 || !before.linked || len(w.groups) >= 4
}

// longer reports whether sixteen digits at the beginning are a card by themselves: what follows is its code or its date.
func (w *window) longer() bool {
	last := w.groups[len(w.groups)-1]
	n := len(w.digits) - last.count
	return len(w.groups) > 1 && n == 16 && !w.before().any(sayBank|sayOther) && issuer(w.digits[:n]) && luhn(w.digits[:n])
}

func (w *window) cardShape() bool {
	if len(w.groups) == 1 || w.single() || w.said {
		return true
	}
	if w.pairs() {
		return !w.rising() && w.before().nearest()&(sayID|sayPhone|sayOther) == 0
	}
	if w.eights() {
		return !w.before().any(sayID | sayPhone)
	}
	if w.size(0) != 4 {
		return false
	}
	if len(w.groups) == 3 && w.size(1) == 6 {
		return w.size(2) == 5 || w.size(2) == 4
	}
	for i := 1; i < len(w.groups)-1; i++ {
		if w.size(i) != 4 {
			return false
		}
	}
	return len(w.groups) >= 4 && w.size(len(w.groups)-1) <= 4
}

// pairs reports sixteen digits two by two, as people read a card aloud, and no more pairs beside them.
func (w *window) pairs() bool {
	for i := range w.groups {
		if w.size(i) != 2 || i > 0 && w.groups[i].mark != w.groups[1].mark {
			return false
		}
	}
	return len(w.groups) == 8 && (w.groups[1].mark == ' ' || w.groups[1].mark == '-') && !w.list && !w.f.sameBefore(w.groups[0])
}

// eights reports sixteen digits in groups of four and eight.
func (w *window) eights() bool {
	eight := false
	for i := range w.groups {
		if n := w.size(i); n != 4 && n != 8 {
			return false
		}
		eight = eight || w.size(i) == 8
	}
	return eight && len(w.digits) == 16
}

// weak tries what needs its usual form or the words around it.
func (w *window) weak() (kind string, end int) {
	kind, other := w.inColumn()
	if kind != "" {
		return kind, w.end
	}
	if other || w.partOfMore() {
		return "", 0
	}
	if kind = w.f.noted.again(w.digits); kind != "" && !w.f.wordAt(w.end) {
		return kind, w.end
	}
	if w.letters == 0 && !w.said && !w.f.wordAt(w.end) {
		if kind = w.formed(); kind != "" && (!w.vetoed() || w.before().nearest()&sayFiscal != 0 && kind != TypeSSN && kind != TypeNSS || w.namedAfter()) {
			return kind, w.end
		}
	}
	if w.said && w.saidCheckDigit() && w.before().nearest()&(sayOther|sayPhone) == 0 {
		return TypeRUT, w.end
	}
	if w.letters == 0 && !w.f.wordAt(w.end) {
		if kind = w.named(); kind != "" && kind != TypePhone {
			return kind, w.end
		}
	}
	if w.besideName() {
		return TypeDNIArg, w.end
	}
	if kind == TypePhone || w.phone() {
		return TypePhone, w.extension()
	}
	return "", 0
}

// namedAfter: the words right after say that it is a number of identity.
func (w *window) namedAfter() bool {
	a := w.f.after(w.end)
	return a.linked && a.telling&sayID&^sayDocument != 0
}

// vetoed: the words before say that it is another thing.
func (w *window) vetoed() bool {
	return w.before().nearest()&sayOther != 0 || w.f.unitAfter(w.end)
}

// formed recognises numbers with a weak check digit by the marks in them.
func (w *window) formed() string {
	n, last := len(w.digits), len(w.groups)-1
	if last == 0 {
		return w.taxpayer()
	}
	if n == 11 && w.digits[0] == '2' && w.digits[1] == '0' && ruc(w.digits) && (w.sizes(2, 3, 3, 3) && w.only(" -") || w.sizes(2, 9) && w.only("-")) {
		return w.taxpayer()
	}
	lone := w.size(last) == 1 && w.groups[last].mark == '-'
	switch {
	case n == 11 && w.sizes(2, 8, 1) && w.only("-/ .") && cuit(w.digits) && !w.before().any(sayRUC):
		if ruc(w.digits) && w.f.after(w.end).telling&sayRUC != 0 {
			return TypeRUC
		}
		return TypeCUIT
	case lone && (n == 8 || n == 9) && w.rut():
		return TypeRUT
	case lone && (n == 9 || n == 10) && w.nit():
		return TypeNIT
	case n == 9 && w.sizes(3, 2, 4) && ssn(w.digits) && (w.only("-") || w.only(" ") && !w.before().any(sayPhone) && (!spain(w.digits) || !w.byName())):
		return TypeSSN
	case n == 11 && (w.sizes(2, 2, 2, 4, 1) || w.sizes(10, 1) && lone || w.sizes(4, 2, 4, 1)) && luhn(w.digits):
		return TypeNSS
	}
	return ""
}

// taxpayer: eleven digits that begin as a RUC or a CUIT and end in the right check digit.
func (w *window) taxpayer() string {
	if !ruc(w.digits) && !cuit(w.digits) {
		return ""
	}
	before := w.before()
	switch {
	case before.any(sayPhone | sayNSS | sayCard | sayBank):
		return ""
	case ruc(w.digits) && !before.any(sayCUIT) && (before.any(sayRUC) || !cuit(w.digits) || w.f.after(w.end).telling&sayCUIT == 0):
		return TypeRUC
	case cuit(w.digits) && planOf(w.digits, false) != national:
		return TypeCUIT
	}
	return ""
}

// rut: body, and its check digit after a hyphen.
func (w *window) rut() bool {
	n, last := len(w.digits), len(w.groups)-1
	if rutCheck(w.digits[:n-1]) != w.digits[n-1] || w.before().nearest()&sayNIT != 0 {
		return false
	}
	switch last {
	case 1:
		return true
	case 3:
		return w.size(0) <= 2 && w.size(1) == 3 && w.size(2) == 3
	}
	return false
}

func (w *window) nit() bool {
	n, last := len(w.digits), len(w.groups)-1
	if nitCheck(w.digits[:n-1]) != w.digits[n-1] || w.before().nearest()&sayDNI != 0 {
		return false
	}
	return last == 1 || last == 3 && w.size(1) == 3 && w.size(2) == 3 || w.before().any(sayNIT)
}
