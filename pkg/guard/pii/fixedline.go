package pii

import "strings"

// besideContact reports a number of a fixed line, without its area, after somebody or a place to call or another telephone:
// "Abuela: 4772-0918", "987654321 / 447-2093".
func (w *window) besideContact() bool {
	if !w.localShape() || w.digits[0] < '2' || w.span() || w.f.unitAfter(w.end) {
		return false
	}
	if w.behindPhone() {
		return true
	}
	b := backward{text: w.f.text[max(0, w.start-contextBytes):w.start]}
	most := 3
	if hasEnd(b.text, ": ") {
		most = 6
	}
	for range most {
		word := b.word()
		if inSet(relatives, word) && (aboutOf(word)&sayHolder == 0 || inSet(owners, b.last())) || inSet(places, word) || inSet(notices, word) {
			return !b.broke
		}
		if b.broke || word == "" || aboutOf(word)&(sayOther|sayUnit) != 0 {
			return false
		}
	}
	return false
}

// span reports two hours, 930-1330, or two round numbers, 2500-3000.
func (w *window) span() bool {
	if len(w.groups) != 2 || w.size(1) != 4 || w.size(0) < 3 {
		return false
	}
	a, b := w.f.amountOf(w.groups[0]), w.f.amountOf(w.groups[1])
	return a%100 == 0 && b%100 == 0 || a < 2400 && b < 2400 && a%100 < 60 && b%100 < 60 && a%10 == 0 && b%10 == 0
}

// behindSign reports the picture of a telephone right before.
func (w *window) behindSign() bool {
	before := strings.TrimRight(w.f.text[max(0, w.start-contextBytes):w.start], " :\ufe0f")
	return hasEnd(before, "\u260e") || hasEnd(before, "\u260f") || hasEnd(before, "\U0001f4de") || hasEnd(before, "\U0001f4f1") || hasEnd(before, "\U0001f4f2")
}

// localShape reports the groups of a fixed line with its area before it or not: 4772-0918, 32 248 2910, 54 218330.
func (w *window) localShape() bool {
	last := len(w.groups) - 1
	if last < 1 || !w.only("-") && !w.only(" ") && !w.only(" -") {
		return false
	}
	return w.sizes(4, 4) || w.sizes(3, 4) || w.sizes(2, 3, 4) || w.sizes(2, 7) || w.sizes(2, 6) || w.sizes(1, 4, 4)
}

// behindPhone reports a telephone number right before.
func (w *window) behindPhone() bool {
	return w.f.lastKind == TypePhone && w.start-w.f.last <= len(" / ")
}

// notices are verbs of calling somebody in need.
var notices = setOf("avisar avisarle avisad avisen avisa emergency")
