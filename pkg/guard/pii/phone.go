package pii

// phone reports whether the window is a telephone number: a plausible plan, or a word that says so, and no word that
// says that it is another thing.
func (w *window) phone() bool {
	if len(w.digits) < minDigits || len(w.digits) > 15 || w.letters == 0 && w.runsOn() || !w.phoneShape() {
		return false
	}
	p := planOf(w.digits, w.plus)
	if p == needsWord && w.marked() {
		p = national
	}
	if (p == needsWord || p == international && !w.natural()) && !w.local {
		w.wantsLocal |= 1 << len(w.groups)
		return false
	}
	if p == noPlan || w.f.unitAfter(w.end) && !w.called(p) || p == needsWord && w.size(0) < minDigits && !w.behindPhone() && w.f.digitBefore(w.groups[0]) {
		return false
	}
	if (p == international || p == needsWord) && w.plus {
		return true
	}
	before := w.before()
	nearest := before.nearest()
	if p == international { // 00 for the plus
		return nearest&sayOther == 0 || !before.linked
	}
	switch {
	case nearest&(sayOther|saySecret|sayCard|sayBank) != 0 && before.linked:
		return false
	case before.any(sayPhone) && nearest&sayOther == 0 && (p == national || before.far <= 3):
		return true
	case nearest&sayID != 0 && before.linked && p != national:
		return false
	}
	if p != national && !w.maybeSpoken() {
		after := w.f.after(w.end)
		return after.telling&sayPhone != 0 && (nearest&sayOther == 0 || after.linked) || nearest&sayOther == 0 && (w.extension() > w.end || len(w.digits) >= 8 && w.whose() || w.besideContact() || w.behindSign() || w.listNamed()&sayPhone != 0)
	}
	return w.unnamed(nearest)
}

// called reports a whole number right after a word that tells of a call: its hours may follow, and no unit.
func (w *window) called(p plan) bool {
	before := w.before()
	return p == national && len(w.groups) > 1 && before.linked && before.nearest()&sayPhone != 0
}

// unnamed reports whether a number that no word before names is one to call; nearest is what the nearest word says.
func (w *window) unnamed(nearest about) bool {
	after := w.f.after(w.end)
	switch {
	case after.telling&sayPhone != 0:
		return !w.rising()
	case nearest&sayOther != 0, after.telling&(sayOther|sayID) != 0 && after.linked:
		return false
	}
	return w.telling()
}

// runsOn reports a word right after the digits, unless the words before speak of a call: people leave blanks out.
func (w *window) runsOn() bool {
	if !w.f.wordAt(w.end) {
		return false
	}
	return len(w.digits) < 9 || !isLetterRune(w.f.peek(w.end)) || !isLetterRune(w.f.peek(w.end+1)) || w.before().nearest()&sayPhone == 0
}

// maybeSpoken: nobody spells out quantities digit by digit.
func (w *window) maybeSpoken() bool { return w.said && len(w.groups) >= 7 && len(w.digits) >= 8 }

// telling reports a number that looks like one to call without any word that says so.
func (w *window) telling() bool {
	if w.letters > 0 || (w.list || w.f.sameBefore(w.groups[0])) && w.uniform() || w.thousands() || w.sameDigits() || w.lines() && !w.wrapped() || w.progression() || w.rising() || w.dated() {
		return false
	}
	n := len(w.digits)
	zeros := 0
	for zeros < n && w.digits[n-1-zeros] == '0' {
		zeros++
	}
	if zeros >= 5 {
		return false
	}
	if w.single() {
		return !w.commas() && (!w.marks() || w.groups[1].mark == '.' && w.groups[1].tight && len(w.digits) >= 9)
	}
	return w.natural()
}

// natural reports groups as people write a number: not cut after nine digits, and no lone pair at the end or after a long group.
func (w *window) natural() bool {
	last := len(w.groups) - 1
	if last == 0 || w.said {
		return true
	}
	return w.size(0) < 9 && (w.size(last) > 2 || w.size(last) == 2 && (w.size(last-1) == 2 || w.groups[last].tight && (last > 1 || w.size(last-1) < 5)))
}

// clock reports a span of hours or of years (0800-1800, 2024-2025), or a date without marks.
func (w *window) clock() bool {
	if len(w.digits) != 8 {
		return false
	}
	a, b := decimal(w.digits[:4]), decimal(w.digits[4:])
	year := a >= 1900 && a < 2100
	if len(w.groups) == 1 {
		return year && monthAndDay(w.digits[4:])
	}
	hours := a < 2400 && b < 2400 && a%100 < 60 && b%100 < 60 && a%5 == 0 && b%5 == 0
	return w.sizes(4, 4) && (hours || year && b >= 1900 && b < 2100)
}

// dated reports ten digits that begin with a date: 2026112109.
func (w *window) dated() bool {
	d := w.digits
	return len(w.groups) == 1 && len(d) == 10 && d[0] == '2' && d[1] == '0' && within(d[2], '1', '3') && monthAndDay(d[4:8])
}

// progression reports four numbers or more that go up by the same, or three that are the same: 10 20 30 40 50, 600 600 600.
func (w *window) progression() bool {
	if len(w.groups) < 3 {
		return false
	}
	step := w.f.amountOf(w.groups[1]) - w.f.amountOf(w.groups[0])
	if step != 0 && len(w.groups) == 3 {
		return false
	}
	for i := 2; i < len(w.groups); i++ {
		if w.f.amountOf(w.groups[i])-w.f.amountOf(w.groups[i-1]) != step {
			return false
		}
	}
	return true
}

// rising reports five numbers or more of two digits at most, each greater than the one before: what somebody drew or plays.
func (w *window) rising() bool {
	for i := range w.groups {
		if w.size(i) > 2 || i > 0 && w.f.amountOf(w.groups[i]) <= w.f.amountOf(w.groups[i-1]) {
			return false
		}
	}
	return len(w.groups) >= 5
}

// marks reports digits of five at most, one by one: points that somebody gives.
func (w *window) marks() bool {
	for _, c := range w.digits {
		if c > '5' {
			return false
		}
	}
	return true
}

// uniform reports three groups or more of one size.
func (w *window) uniform() bool {
	for i := range w.groups {
		if w.size(i) != w.size(0) {
			return false
		}
	}
	return len(w.groups) > 2
}

// lines reports a number over two lines.
func (w *window) lines() bool {
	for i := range w.groups {
		if i > 0 && w.groups[i].mark == '\n' {
			return true
		}
	}
	return false
}

// wrapped reports a whole number in groups of three, of which a line's end parts one from the next: words stand before it in
// its line, and none that count or number a thing.
func (w *window) wrapped() bool {
	if !w.sizes(3, 3, 3) || !w.only(" \n") || !domestic(w.digits) {
		return false
	}
	b := backward{text: w.f.text[max(0, w.start-contextBytes):w.start]}
	word := b.word()
	if w.groups[1].mark == w.groups[2].mark {
		return w.groups[1].mark == '\n' && w.byNameInLine() && (w.digits[3] == '0' || w.digits[6] == '0' || hasEnd(w.f.text[:w.start], ", ") && !hasEnd(w.f.text[:w.start], "s, "))
	}
	return word != "" && !b.broke && !digitsOnly(word) && !inSet(otherNumbers, word) && !inSet(counters, word)
}

// address reports four small groups with full stops: an address on the Internet.
func (w *window) address() bool {
	if len(w.groups) != 4 || !w.only(".") {
		return false
	}
	for i := range w.groups {
		if w.size(i) > 3 || w.f.amountOf(w.groups[i]) > 255 {
			return false
		}
	}
	return true
}

// phoneShape: groups of two digits at least, but for a country or mobile prefix of one at the beginning, or digit by digit.
func (w *window) phoneShape() bool {
	if w.single() || w.said || w.plus && len(w.groups) > 6 && singlesOf(w.groups[1:]) == len(w.groups)-1 {
		return true
	}
	if len(w.groups) > 1 && w.size(0) >= 9 {
		return false
	}
	for i := 1; i < len(w.groups); i++ {
		g := w.groups[i]
		if g.count < 2 && i > 2 && !w.pairsToOne(i) || g.mark == ',' || g.mark == '(' && i == len(w.groups)-1 && g.count < 4 || g.mark == '/' && (w.size(i-1) >= minDigits || !g.tight && w.total(i) >= minDigits || len(w.digits) < 8) {
			return false
		}
	}
	if w.address() || !w.plus && w.clock() || w.thousands() && w.size(0) < 3 {
		return false
	}
	if len(w.groups) == 2 && w.groups[1].mark == '.' && w.groups[1].tight && w.size(0) <= 4 && w.size(1) >= 5 {
		return false // a decimal
	}
	return true
}

// pairsToOne reports whether group i is the ninth digit of a whole number after four pairs.
func (w *window) pairsToOne(i int) bool {
	return i == 4 && len(w.digits) == 9 && w.sizes(2, 2, 2, 2, 1) && w.only(" ") && domestic(w.digits) && w.rightBehind(sayPhone|sayLink)
}

// thousands: 600.000.000 is an amount, 600 000 000 and 612.345.678 may be numbers to call.
func (w *window) thousands() bool {
	if n := len(w.digits); len(w.groups) < 2 || !w.only(".") || w.size(0) > 3 || w.digits[n-1] != '0' || w.digits[n-2] != '0' {
		return false
	}
	for i := 1; i < len(w.groups); i++ {
		if w.size(i) != 3 {
			return false
		}
	}
	return true
}
