package pii

var extensionWords = [...]string{"ext", "extension", "extensi\u00f3n", "anexo", "anx", "interno", "int", "ramal", "x"}

// extension returns the end of the extension after the number, or the number's end.
func (w *window) extension() int {
	i := w.f.blanks(w.end, 2)
	if w.f.at(i) == ',' || w.f.at(i) == '-' || w.f.at(i) == '(' {
		i = w.f.blanks(i+1, 1)
	}
	switch lower(w.f.at(i)) {
	case 'e', 'a', 'i', 'r', 'x':
	case '#':
		if i == w.end {
			return w.extensionDigits(i + 1)
		}
		return w.end
	default:
		return w.end
	}
	for _, word := range extensionWords {
		if j := i + len(word); w.f.follows(i, word) && !isLetterRune(w.f.peek(j)) && (word != "x" || isDigit(w.f.at(j))) {
			return w.extensionDigits(j)
		}
	}
	return w.end
}

func (w *window) extensionDigits(i int) int {
	for n := 0; n < 3 && (w.f.at(i) == '.' || w.f.at(i) == ' ' || w.f.at(i) == ':'); n++ {
		i++
	}
	end := i
	for end-i < 6 && isDigit(w.f.at(end)) {
		end++
	}
	if end == i || w.f.wordAt(end) {
		return w.end
	}
	return end
}

func (f *Finder) peek(i int) rune {
	r, _ := f.rune(i)
	return r
}
