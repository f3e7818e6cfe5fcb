package view

import "unicode/utf8"

// cyrillicSounds has the Latin letters by which Cyrillic ones, from а on, are heard.
var cyrillicSounds = [...]string{
	"a", "b", "v", "g", "d", "e", "zh", "z", "i", "i", "c", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "h", "c", "ch", "sh", "sh",
	"", "y", "", "e", "u", "ia",
}

// leastHeard is how many words must be known.
const leastHeard = 3

// readCyrillic writes Cyrillic letters as they are heard, where that gives our languages and not Russian.
func readCyrillic(r *reading, _ *Buffer) bool {
	r.kind = Confusable
	text := r.from.Text
	letters := 0
	for i, c := range text {
		if c < 'А' || c > 'я' {
			continue
		}
		if c < 'а' {
			c += 'а' - 'А'
		}
		r.copyTo(i)
		r.put([]byte(cyrillicSounds[c-'а']), i+utf8.RuneLen(c))
		letters++
	}
	if 3*letters < len(text) {
		return false
	}
	r.copyTo(len(text))
	words := 0
	eachWord(string(r.text), func(start, end int) { words += int(b2i(end-start > 2)) })
	r.legible = wordsIn(string(r.text))
	r.proof = r.legible
	return r.legible >= leastHeard && 2*r.legible > words
}
