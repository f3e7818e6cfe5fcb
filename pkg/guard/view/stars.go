package view

const (
	// maxStars is how many letters of a word may be hidden by signs, minStarred how many words must be so.
	maxStars, minStarred = 6, 2
	// maxGuesses bounds what is tried for one word, allGuesses for a text.
	maxGuesses, allGuesses = 400, 8000
	// unheard is what three letters cost that no word has.
	unheard = 14
)

// stars tells the signs that people write for a vowel.
var stars = func() (t [256]bool) {
	for _, c := range "*#%&@_^~.-" {
		t[c] = true
	}
	return t
}()

// starred is a word with signs for some of its letters, while its vowels are guessed.
type starred struct {
	signs   []byte // the word, in small letters without accents
	letters [maxSpelt]byte
	best    [maxSpelt]byte
	cost    int // of the best
	tries   int
	marks   int
}

// readStars writes vowels for the signs within words, where that gives words that people write.
func readStars(r *reading, b *Buffer) bool {
	r.kind = Leet
	text := r.from.Text
	left, words := allGuesses, 0
	for i := 0; i < len(text) && left > 0; {
		if text[i] <= ' ' {
			i++
			continue
		}
		end := i
		for end < len(text) && text[end] > ' ' {
			end++
		}
		if end-i <= 2*maxSpelt && !isAddress(text[i:end]) && !escaped(text[i:end]) {
			w := starred{signs: b.symbols[:0]}
			n, tries := r.unstar(&w, i, end)
			words, left, b.symbols = words+n, left-tries, w.signs
		}
		i = end
	}
	return r.legible >= minStarred && 2*r.legible >= words
}

// unstar writes the word from start to end, if it has signs for vowels; it returns one for such a word, and how often it guessed.
func (r *reading) unstar(w *starred, start, end int) (words, tries int) {
	text := r.from.Text
	for start < end && (!stars[text[start]] && !wordy(text[start]) || pointed(text[start])) {
		start++
	}
	for end > start && (!stars[text[end-1]] && !wordy(text[end-1]) || pointed(text[end-1]) || text[end-1] == '!') {
		end--
	}
	if !w.read(text[start:end]) {
		return 0, 0
	}
	if w.try(0, 0, 0, 0); w.cost == 0 {
		return 1, w.tries
	}
	r.copyTo(start)
	r.put(w.best[:len(w.signs)], end)
	if len(w.signs) > 2 && !w.gendered() {
		r.legible++
	}
	return 1, w.tries
}

// read takes the letters and signs of a word, and reports whether some of its vowels may be hidden.
func (w *starred) read(text string) bool {
	letters, points := 0, 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == 0xC3 && i+1 < len(text):
			i++
			c = accentless[text[i]&0x3F]
			letters++
		case isLatin(c):
			c |= 0x20
			letters++
		case stars[c]:
			w.marks++
			if pointed(c) {
				points++
			}
		case leetLetter[c] != 0:
			c = leetLetter[c]
		default:
			return false
		}
		w.signs = append(w.signs, c)
	}
	switch n := len(w.signs); {
	case w.marks == 0, w.marks > maxStars, w.marks > letters+1, n < 2, n > maxSpelt:
		return false
	case w.marks+1 == letters && n > 6: // letters one by one
		return false
	}
	return letters >= 3*points
}

// pointed reports marks that honest words end with.
func pointed(c byte) bool { return c == '.' || c == '-' }

// gendered reports "tod@s", which leaves open whom it means.
func (w *starred) gendered() bool {
	n := len(w.signs)
	return w.marks == 1 && (w.signs[n-1] == '@' || n > 1 && w.signs[n-2] == '@' && w.signs[n-1] == 's')
}

// try gives the sign at i each letter that it may be, after letters with the key, the last two and what they cost; the cost
// of the best stays 0 where there is none.
func (w *starred) try(i int, key uint64, three, bits int) {
	if w.tries++; w.tries > maxGuesses {
		return
	}
	if i == len(w.signs) {
		whole := wordCost(sealed(key, i), i)
		if bits += int(letterCosts[three<<5&0x7FFF]) + 4*int(whole); whole > 0 && (w.cost == 0 || bits < w.cost) {
			w.cost, w.best = bits, w.letters
		}
		return
	}
	options := "aeiou"
	if c := w.signs[i]; !stars[c] {
		options = alphabetic[c&31 : c&31+1]
	}
	for _, c := range []byte(options) {
		next := three<<5&0x7FFF | int(c&31)
		if cost := int(letterCosts[next]); cost <= unheard {
			w.letters[i] = c
			w.try(i+1, letterKey(key, c), next, bits+cost)
		}
	}
}

const alphabetic = "`abcdefghijklmnopqrstuvwxyz"
