package pii

import "strings"

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
	if ends[letters]-ends[letters-1] > 1 && (f.text[pos] >= 'a' || letters > 1 && f.names(pos, ends[letters-1])) {
		return got // "es 123456789"
	}
	if from := f.blanks(ends[letters-1], 2); from > ends[letters-1] && f.dated(f.nums.groups[f.groupAt(from):]) {
		return got // DOB 1990-02-17, Exp 12/2031
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
	headed, other := f.headsPassport(pos, end)
	before := f.before(pos)
	if other && before.nearest()&sayPassport == 0 {
		return got
	}
	if isUpper(f.text[pos]) && f.behindPass(pos) {
		return Span{TypePassport, pos, end}
	}
	if before.nearest()&sayOther == 0 && f.alike(pos, end) {
		return Span{TypePassport, pos, end}
	}
	if before.any(sayPassport) && before.nearest()&sayOther == 0 && (before.linked || !f.otherSince(pos)) || before.n == 0 && f.after(end).telling&sayPassport != 0 {
		return Span{TypePassport, pos, end}
	}
	if before.any(sayCE) && before.nearest()&sayOther == 0 {
		return Span{TypeCE, pos, end}
	}
	if headed || isUpper(f.text[pos]) && f.renewed(pos) {
		return Span{TypePassport, pos, end}
	}
	return got
}

// numbered reports one to four letters and six digits or more at the beginning of a code.
func numbered(code []byte) bool {
	letters := 0
	for letters < len(code) && isLetter(code[letters]) {
		letters++
	}
	return letters > 0 && letters < 5 && len(code) >= letters+6 && digitsOnly(code[letters:letters+6])
}

// headsPassport reports whether the code from pos to end stands in a column of passports; other tells that it stands in one of
// another thing.
func (f *Finder) headsPassport(pos, end int) (ok, other bool) {
	if pos > 0 && f.text[pos-1] != '\n' && !f.beginsField(pos) {
		return false, false
	}
	c, ok := f.cellOf(pos, end)
	if !ok || c.sep == '\n' {
		return false, false
	}
	a, named := f.heading(c, pos)
	return a&sayPassport != 0, named && a&sayID == 0
}

// renewedWords is how many words stand at most between a passport and its number in a later sentence.
const renewedWords = 18

// renewed reports a passport further back, with no other thing between that has a number, where the words right before pos say
// that the code is a new one or somebody's: "el pasaporte de mi hija. Lo renovó en marzo y ahora es ...".
func (f *Finder) renewed(pos int) bool {
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	word := b.word()
	if b.broke || !inSet(copulas, word) && !inSet(newest, word) && aboutOf(word)&sayCounted == 0 {
		return false
	}
	for range renewedWords {
		if word = b.word(); word == "" {
			return false
		}
		a := settingOf(word)
		if a&sayPassport != 0 {
			return true
		}
		if a&(sayOther|sayID|sayPhone|sayCard|sayBank|saySecret) != 0 || isDigit(word[len(word)-1]) && len(word) > 3 {
			return false
		}
	}
	return false
}

// otherSince reports whether the sentence before pos tells of another thing with a code, and not of the passport: "con el pasaporte
// en regla. El localizador ahora es ...".
func (f *Finder) otherSince(pos int) bool {
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	other := false
	for range renewedWords {
		word := b.word()
		a := settingOf(word)
		switch {
		case word == "" || a&sayPassport != 0:
			return false
		case b.broke && other:
			return true
		}
		other = other || a&sayOther != 0 && !inSet(series, word) && !inSet(numberWords, word)
	}
	return false
}

// numberWords tell of the number of anything.
var numberWords = setOf("codigo codigos code codes id identificador identifier")

// newest stand right before the number of a document that was told of before.
var newest = setOf("el nuevo nueva new ahora now one mio mine quedo dice pone marca")

// names reports whether the letters from pos to end are a word that tells of a number, and none that begins a passport's.
func (f *Finder) names(pos, end int) bool {
	a := aboutOf(f.text[pos:end])
	return a&(sayID|sayPhone|sayCounted) != 0 || a&^sayUnit != 0 && f.before(pos).nearest()&sayPassport == 0
}

// behindPass reports "Pass.", "pass no." or "pass. italiano" before: a short word for a passport, and none for a password.
func (f *Finder) behindPass(pos int) bool {
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	text := b.text
	word, counted := b.word(), false
	for n := 0; n < 3 && (aboutOf(word)&sayLink != 0 || inSet(nationalities, word)); n++ {
		counted = counted || aboutOf(word)&sayCounted != 0 || inSet(nationalities, word)
		text, word = b.text, b.word()
	}
	switch {
	case len(word) < 3 || len(word) > 4 || !foldedAt(word, 0, "pas"), len(word) == 4 && lower(word[3]) != 's', inSet(otherKeys, b.last()), inSet(passes, b.last()):
		return false
	}
	return counted || hasEnd(text, ". ") || hasEnd(text, ".")
}

// passes stand before a pass that lets somebody in.
var passes = setOf("hall press bus ski day backstage gate visitor train rail library gym")

// foreignPassport: letters and digits in any order, where the text speaks of a passport.
func (f *Finder) foreignPassport(pos int) (got Span) {
	end := f.wordEnd(pos)
	digits, small, run, longest := 0, 0, 0, 0
	for i := pos; i < end; i++ {
		switch c := f.text[i]; {
		case isDigit(c):
			digits++
			run = 0
		case isLetter(c):
			if isSmall(c) {
				small++
			}
			run++
			longest = max(longest, run)
		default:
			return got
		}
	}
	if end-pos < 8 || end-pos > 10 || digits < 2 || digits == end-pos || end-pos == 9 && digitsOnly(f.text[pos:end-1]) || small > 0 && (small+digits < end-pos || longest > 2) {
		return got
	}
	if headed, other := f.headsPassport(pos, end); headed {
		return Span{TypePassport, pos, end}
	} else if other {
		return got
	}
	before := f.before(pos)
	if digits <= 3 && !before.linked || digits < 3 && (small > 0 || before.nearest()&sayPassport == 0) || !before.linked && f.otherSince(pos) {
		return got
	}
	if before.nearest()&sayPassport != 0 && (before.linked || before.far < contextWords) || f.behindPass(pos) {
		return Span{TypePassport, pos, end}
	}
	return got
}

// nationalities may stand between a passport and its number.
var nationalities = setOf(`frances francesa aleman alemana italiano italiana britanico ingles inglesa portugues portuguesa espanol espanola mexicano mexicana peruano
	peruana argentino argentina chileno chilena colombiano colombiana venezolano venezolana ecuatoriano ecuatoriana boliviano boliviana brasileno brasilena
	brasileiro brasileira uruguayo uruguaya paraguayo paraguaya cubano cubana rumano rumana ucraniano ucraniana ruso rusa polaco polaca belga suizo suiza
	holandes holandesa neerlandes irlandes irlandesa marroqui chino china japones japonesa coreano coreana indio estadounidense americano americana
	canadiense french german italian british english portuguese spanish mexican peruvian argentine argentinian chilean colombian venezuelan ecuadorian
	brazilian cuban romanian ukrainian russian polish belgian swiss dutch irish moroccan chinese japanese korean indian american us uk usa canadian
	europeo europea eu extranjero dominicano dominicana hondureno col arg ven ecu bol mex esp bra salvadoreno guatemalteco panameno`)

// passportSeen is how the last passport in the text begins, and how long it is.
type passportSeen struct {
	first  [2]byte
	length int
	newest bool // nothing was found since
}

// alike reports a number that begins as the passport right before it and is as long: "... and the kid's GK3300277".
func (f *Finder) alike(pos, end int) bool {
	p := &f.issuedTo
	return p.newest && (f.listed(pos) || p.length == end-pos && f.nextLine(pos)) || p.length == end-pos && pos-f.last < contextBytes && p.first == [2]byte{f.text[pos], f.text[pos+1]} && isLetter(p.first[0])
}

// listed reports whether nothing but a name in brackets and a comma or an and stand between the last find and pos.
func (f *Finder) listed(pos int) bool {
	const maxHolder = 24 // with what joins them
	if f.last < 0 || pos-f.last > maxHolder {
		return false
	}
	between := strings.TrimLeft(f.text[f.last:pos], " ")
	if name, rest, ok := strings.Cut(between, ")"); ok && strings.HasPrefix(name, "(") && !strings.ContainsAny(name, "0123456789") {
		between = strings.TrimLeft(rest, " ")
	}
	switch strings.TrimRight(between, " ") {
	case ",", ", and", "and", "y", ", y", "/", "e", ";":
		return true
	}
	return false
}

// maxEntry is how much stands between two numbers of a list with the names of their holders.
const maxEntry = 40

// nextLine reports whether pos stands on the line after that of the last find, with a name before it at most.
func (f *Finder) nextLine(pos int) bool {
	if f.last < 0 || pos-f.last > maxEntry {
		return false
	}
	between := f.text[f.last:pos]
	return strings.Count(between, "\n") == 1 && !strings.ContainsAny(between, "0123456789")
}

// saidPassport: capitals, and six or seven digits that are spoken, where the text speaks of a passport.
func (f *Finder) saidPassport(pos, end int) (got Span) {
	if end-pos > 3 || !capitals(f.text[pos:end]) || !f.said(f.blanks(end, 2)) {
		return got
	}
	groups := f.nums.groups[f.groupAt(f.blanks(end, 2)):]
	digits, last := 0, 0
	for _, g := range groups {
		if !g.said || digits+g.count > 9 {
			break
		}
		digits, last = digits+g.count, g.end
	}
	if digits < 6 || !f.before(pos).any(sayPassport) {
		return got
	}
	return Span{TypePassport, pos, last}
}
