package view

import "strings"

const (
	// leastBabbled is how many vowels must be said twice.
	leastBabbled = 4
	// leastPigs is how many words must be of Pig Latin.
	leastPigs = 3
	// leastClearer is how many more words must be known than before.
	leastClearer = 2
)

// readBabble takes off what children put into words: "ipignoporapa", "ignoreway".
func readBabble(r *reading, b *Buffer) bool {
	r.kind = Jumbled
	text := r.from.Text
	before := wordsIn(text)
	if c := babbled(text); c != 0 {
		r.unbabble(c)
	} else if !r.unpig(b) {
		return false
	}
	r.copyTo(len(text))
	r.legible = wordsIn(string(r.text)) - before
	return r.legible >= leastClearer
}

// babbled returns the consonant with which most vowels are said again, or 0.
func babbled(text string) byte {
	var times [32]int
	vowelsSeen := 0
	for i := range len(text) {
		if c := text[i]; isVowel(c) {
			vowelsSeen++
			if i > 1 && text[i-2]|0x20 == c|0x20 && isLatin(text[i-1]) && !isVowel(text[i-1]) {
				times[text[i-1]&31]++
			}
		}
	}
	for c, n := range times {
		if n >= leastBabbled && 5*n >= 2*vowelsSeen {
			return byte(c)
		}
	}
	return 0
}

func isVowel(c byte) bool { return isLatin(c) && vowels>>(c&31)&1 != 0 && c|0x20 != 'y' }

// unbabble leaves out the consonant and the vowel after each vowel that they repeat.
func (r *reading) unbabble(consonant byte) {
	text := r.from.Text
	for i := 0; i+2 < len(text); i++ {
		if isVowel(text[i]) && text[i+1]&31 == consonant && isLatin(text[i+1]) && text[i+2]|0x20 == text[i]|0x20 {
			r.copyTo(i + 1)
			r.skipTo(i + 3)
			i += 2
		}
	}
}

// unpig writes words of Pig Latin as they are, if most of the words are such.
func (r *reading) unpig(b *Buffer) bool {
	text := r.from.Text
	words, pigs := 0, 0
	eachWord(text, func(start, end int) {
		words++
		w := text[start:end]
		if len(w) < 4 || !strings.EqualFold(w[len(w)-2:], "ay") {
			return
		}
		pigs++
		b.out = append(b.out[:0], w[:len(w)-2]...)
		if n := len(b.out); b.out[n-1]|0x20 == 'w' && isVowel(b.out[0]) {
			b.out = b.out[:n-1]
		} else {
			b.out = rolled(b.out)
		}
		r.copyTo(start)
		r.put(b.out, end)
	})
	return pigs >= leastPigs && 2*pigs > words
}

// rolled moves the consonants at the end of w to its beginning, as many as give a word.
func rolled(w []byte) []byte {
	for n := 1; n < min(5, len(w)); n++ {
		if isVowel(w[len(w)-n]) {
			break
		}
		turned := append(append(make([]byte, 0, longestSpelt), w[len(w)-n:]...), w[:len(w)-n]...)
		if wordCost(keyOf(string(turned)), len(turned)) > 0 {
			return turned
		}
	}
	return w
}
