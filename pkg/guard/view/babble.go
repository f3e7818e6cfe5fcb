package view

const (
	// minBabbled is how many vowels of a passage must be said twice.
	minBabbled = 4
	// minPigs is how many words of one must be of Pig Latin.
	minPigs = 3
	// minClearer is how many words of one must be known that were not.
	minClearer = 2
)

// What a word is worth to a passage in which children's words are looked for.
const (
	babbledWord = 2
	plainWord   = -1
)

// readBabble takes off what children put into words: "ipignoporapa".
func readBabble(r *reading, b *Buffer) bool {
	r.kind = Jumbled
	c := repeated(r.from.Text)
	if c == 0 {
		return false
	}
	var p passage
	eachLettered(r.from.Text, func(start, end int, letters []byte) {
		worth, of := babbled(letters, c, b)
		if p.take(start, end, worth, of) {
			r.unbabble(p.close(), c, b)
		}
	})
	r.unbabble(p.close(), c, b)
	return r.legible >= minClearer
}

// repeated returns the consonant with which most vowels of words that nobody writes are said again, or 0.
func repeated(text string) byte {
	var times [32]int
	eachLettered(text, func(_, _ int, letters []byte) {
		n := len(letters)
		for i := 2; i < n; i++ {
			if letters[i] == letters[i-2] && isVowel(letters[i]) && !isVowel(letters[i-1]) {
				times[letters[i-1]&31]++
			}
		}
	})
	best := 0
	for c, n := range times {
		if n > times[best] {
			best = c
		}
	}
	if times[best] < minBabbled {
		return 0
	}
	return byte(best)
}

// babbled says what a word is worth where the consonant is put in, and leaves the word without it in b.out.
func babbled(letters []byte, consonant byte, b *Buffer) (worth int, of tally) {
	b.out = b.out[:0]
	vowels := 0
	for i := 0; i < len(letters); i++ {
		c := letters[i]
		b.out = append(b.out, c)
		if !isVowel(c) {
			continue
		}
		vowels++
		if i+2 < len(letters) && letters[i+1]&31 == consonant && letters[i+2] == c {
			of.signs++
			i += 2
		}
	}
	switch {
	case of.signs == 0 && (vowels == 0 || len(letters) == 1):
		return 0, of
	case 3*of.signs < vowels, of.signs == 0:
		return plainWord, tally{}
	case len(b.out) > 2 && written(b.out):
		if written(letters) {
			return 0, of
		}
		of.known = 1
		return babbledWord, of
	}
	return 1, of
}

func isVowel(c byte) bool { return isLatin(c) && vowels>>(c&31)&1 != 0 && c|0x20 != 'y' }

// unbabble writes the words of a passage as they are, if it is one.
func (r *reading) unbabble(p passage, consonant byte, b *Buffer) {
	if p.whole.signs < minBabbled || p.whole.known < minClearer {
		return
	}
	r.legible += p.whole.known
	eachLettered(r.from.Text[p.start:p.end], func(start, end int, letters []byte) {
		if _, of := babbled(letters, consonant, b); of.signs > 0 {
			r.copyTo(p.start + start)
			r.put(b.out, p.start+end)
		}
	})
}

// readPig takes words of Pig Latin back: "ignoreway allway ulesray".
func readPig(r *reading, b *Buffer) bool {
	r.kind = Jumbled
	var p passage
	eachLettered(r.from.Text, func(start, end int, letters []byte) {
		worth, of := pig(letters, b)
		if p.take(start, end, worth, of) {
			r.unpig(p.close(), b)
		}
	})
	r.unpig(p.close(), b)
	return r.legible >= minClearer
}

// pig says what a word is worth among such of Pig Latin, and leaves the word that it was in b.out.
func pig(letters []byte, b *Buffer) (worth int, of tally) {
	n := len(letters)
	if n == 1 {
		return 0, of
	}
	if n < 4 || letters[n-1] != 'y' || letters[n-2] != 'a' || written(letters) {
		return plainWord, of
	}
	b.out = append(b.out[:0], letters[:n-2]...)
	if last := n - 3; isVowel(b.out[0]) && b.out[last] == 'w' && (last == 1 || written(b.out[:last])) {
		b.out = b.out[:last]
	} else if !roll(b.out) {
		b.out = b.out[:0]
		return 1, tally{signs: 1}
	}
	return babbledWord, tally{signs: 1, known: 1}
}

// roll moves the consonants at the end of w to its beginning, as many as give a word, and reports whether there is one.
func roll(w []byte) bool {
	var turned [maxLettered]byte
	for n := 1; n < min(5, len(w)) && !isVowel(w[len(w)-n]); n++ {
		copy(turned[copy(turned[:], w[len(w)-n:]):], w[:len(w)-n])
		if written(turned[:len(w)]) {
			copy(w, turned[:])
			return true
		}
	}
	return false
}

// unpig writes the words of a passage as they were, if it is one.
func (r *reading) unpig(p passage, b *Buffer) {
	if p.whole.signs < minPigs || p.whole.known < minClearer {
		return
	}
	r.legible += p.whole.known
	eachLettered(r.from.Text[p.start:p.end], func(start, end int, letters []byte) {
		if _, of := pig(letters, b); of.known > 0 {
			r.copyTo(p.start + start)
			r.put(b.out, p.start+end)
		}
	})
}
