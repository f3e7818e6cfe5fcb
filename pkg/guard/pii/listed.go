package pii

const (
	// maxListing is how much of the text after a number may list more of them before it tells what they are.
	maxListing   = 160
	listingWords = 14
)

// listMemo is what listNamed said in this step: a telephone's rules and the others' ask it of one window.
type listMemo struct {
	end, count int
	says       about
}

// listNamed returns what the words after a list say of its numbers, of which the window is one: "28... Toñín, 28... Rafa, son
// los números de la seguridad social". All have as many digits.
func (w *window) listNamed() about {
	if m := &w.f.lists; m.end != w.end || m.count != len(w.digits) {
		*m = listMemo{w.end, len(w.digits), w.readList()}
	}
	return w.f.lists.says
}

func (w *window) readList() about {
	f, more, words := w.f, false, 0
	for i := w.end; i-w.end < maxListing && words < listingWords; {
		r, size := f.rune(i)
		switch {
		case r == 0, r == '?', r == '!', r == '.' && f.at(i+1) <= ' ':
			return 0
		case !isWordRune(r):
			i += size
			continue
		}
		to, count := f.listedNumber(i)
		if to > i {
			if count != len(w.digits) {
				return 0
			}
			more, i = true, to
			continue
		}
		to = f.wordEnd(i)
		switch a := aboutOf(f.text[i:to]); {
		case a&(sayID|sayPhone) != 0:
			if more || w.f.noted.last() != "" && w.f.noted.last() == w.fits(a&sayID) {
				return a
			}
			return 0
		case a&(sayOther|sayUnit|sayCard|sayBank) != 0:
			return 0
		}
		words, i = words+1, to
	}
	return 0
}

// listedNumber returns the end of the digits at i, with single marks between, and how many they are.
func (f *Finder) listedNumber(i int) (end, count int) {
	for end = i; end-i < maxDigits; {
		switch c := f.at(end); {
		case isDigit(c):
			count++
			end++
		case count > 0 && (c == '.' || c == '-') && isDigit(f.at(end+1)):
			end++
		default:
			if f.wordAt(end) {
				return i, 0 // a code
			}
			return end, count
		}
	}
	return end, count
}
