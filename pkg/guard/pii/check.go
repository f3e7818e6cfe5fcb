package pii

import "strings"

// checkNames are the words before a check digit that is told apart; those for a hyphen count between all groups.
var checkNames = [...]string{
	"guion medio", "gui\u00f3n medio", "guion", "gui\u00f3n", "hyphen", "dash", "raya", "traco", "tra\u00e7o", "hifen", "h\u00edfen", "punto", "ponto",
	"dv", "digito verificador", "d\u00edgito verificador", "digito de verificacion", "d\u00edgito de verificaci\u00f3n", "digito", "d\u00edgito", "letra",
}

// saidHyphen returns where the digits after a spoken hyphen at i begin, or 0: 12.515.719 guion 1.
func (f *Finder) saidHyphen(i int) int {
	for _, with := range [...]string{"con el ", "con ", "y "} {
		if f.follows(i, with) {
			i += len(with)
			break
		}
	}
	for _, word := range checkNames {
		if f.follows(i, word) && f.at(i+len(word)) == ' ' {
			return f.blanks(i+len(word), 2)
		}
	}
	return 0
}

// saidCheck returns where the check letter after a spoken hyphen, or after a word for a letter, begins, or 0; end is the end of
// the digits.
func (f *Finder) saidCheck(end int) int {
	const most = 4
	i := end
	for n := 0; n < most && f.at(i) != 0 && strings.IndexByte(" ,.;(", f.text[i]) >= 0; n++ {
		i++
	}
	if i == end || !isLetter(f.at(i)) {
		return 0
	}
	if to := f.toldNote(i); to > i {
		return to
	}
	if f.mayBe(i)&mayBeLink != 0 {
		if to := f.saidHyphen(i); to > 0 {
			return to
		}
	}
	return f.saidCapital(i)
}

// saidCapital returns where the capital after "con" or "la" at i stands, or 0.
func (f *Finder) saidCapital(i int) int {
	for _, word := range [...]string{"con la ", "con ", "y la ", "y una ", "la "} {
		if f.follows(i, word) {
			if i += len(word); isUpper(f.at(i)) && !f.wordAt(i+1) {
				return i
			}
			return 0
		}
	}
	return 0
}

// saidK returns the end of a K, written or spoken, at i, or 0.
func (f *Finder) saidK(i int) int {
	end := f.lettersEnd(i)
	if end > i && (f.text[i] == 'k' || f.text[i] == 'K') && (end == i+1 || end == i+2 && lower(f.text[i+1]) == 'a') && !f.wordAt(end) {
		return end
	}
	return 0
}

// saidCheckDigit reports a RUT that is spoken with its hyphen: "doce millones ... guion cinco".
func (w *window) saidCheckDigit() bool {
	n, last := len(w.digits), len(w.groups)-1
	return last > 0 && w.groups[last].hyphen && w.size(last) == 1 && (n == 8 || n == 9) && rutCheck(w.digits[:n-1]) == w.digits[n-1] && w.before().nearest()&(sayNIT|sayDNI|sayCC) == 0
}

// chained reports small groups with more spoken hyphens than a number has.
func chained(groups []group) bool {
	const most = 8
	if len(groups) < most || groups[most-1].digit-groups[0].digit > maxDigits {
		return false
	}
	hyphens := 0
	for i := range groups[:most] {
		if groups[i].hyphen {
			hyphens++
		}
	}
	return hyphens >= maxHyphens
}
