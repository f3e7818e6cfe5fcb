package view

import "strings"

// votes weighs the words of a text that a cipher may have made.
type votes struct {
	shift [26]int
	turn  int // Atbash
	// pairs counts, per shift, the letters in unknown words that do not follow each other in our languages.
	pairs   [26]int
	sampled int
}

// sample is how many letters of unknown words are tried under every shift.
const sample = 200

// shapes holds the known words of three letters and more by the differences of their letters, which no shift changes.
var shapes = func() map[uint64][]byte {
	m := map[uint64][]byte{}
	for w := range strings.FieldsSeq(telltaleWords + commonWords) {
		if len(w) > 2 {
			key := shapeOf(w)
			m[key] = append(m[key], w[0])
		}
	}
	return m
}()

func shapeOf(w string) (key uint64) {
	for i := 1; i < len(w); i++ {
		key = letterKey(key, byte((int(w[i]|0x20)-int(w[0]|0x20)+26)%26)+1)
	}
	return key
}

// count weighs every word of the text under every shift and under Atbash.
func count(text string) (v votes) {
	eachWord(text, func(start, end int) {
		w := text[start:end]
		if len(w) < 3 {
			return
		}
		v.try(w)
		for _, first := range shapes[shapeOf(w)] {
			v.shift[(int(w[0]|0x20)-int(first)+26)%26] += len(w) - 2
		}
		var key uint64
		for i := range len(w) {
			key = letterKey(key, 'z'-(w[i]|0x20-'a'))
		}
		if lexicon.flags(sealed(key, len(w)))&wordKnown != 0 {
			v.turn += len(w) - 2
		}
	})
	return v
}

// try counts the pairs of an unknown word under every shift.
func (v *votes) try(w string) {
	if v.sampled > sample || lexicon.flags(keyOf(w))&wordKnown != 0 {
		return
	}
	v.sampled += len(w)
	for i := 1; i < len(w); i++ {
		a, b := int(w[i-1]|0x20)-'a', int(w[i]|0x20)-'a'
		for by := range v.pairs {
			v.pairs[by] += int(strangers[(a-by+26)%26+1] >> ((b-by+26)%26 + 1) & 1)
		}
	}
}

// likeliest returns the shift under which the text is most likely one of our languages, or 0.
func (v *votes) likeliest() int {
	best, smoothest := 1, 1
	for by := 1; by < len(v.shift); by++ {
		if v.shift[by] > v.shift[best] {
			best = by
		}
		if v.pairs[by] < v.pairs[smoothest] || v.pairs[by] == v.pairs[smoothest] && v.shift[by] > v.shift[smoothest] {
			smoothest = by
		}
	}
	switch {
	case v.shift[best] >= leastVotes:
		return best
	case v.shift[smoothest] > 0 && v.pairs[0] > 2 && v.pairs[smoothest]*4 <= v.pairs[0]:
		return smoothest
	}
	return 0
}

// eachWord calls found with each run of ASCII letters.
func eachWord(text string, found func(start, end int)) {
	start := -1
	for i := 0; i <= len(text); i++ {
		if i < len(text) && (classes[text[i]] == lower || classes[text[i]] == upper) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			found(start, i)
			start = -1
		}
	}
}

// leastVotes is what a cipher's words weigh at least: one word of five letters, or three of three.
const leastVotes = 3

// readShifted shifts letters back by the number under which most words are known.
func readShifted(r *reading, b *Buffer) bool {
	r.kind = Rot13
	best := b.votes.likeliest()
	if best == 0 {
		return false
	}
	r.decipher(func(c byte) byte { return (c + 26 - byte(best)) % 26 })
	return r.changed
}

// readTurned turns the alphabet round.
func readTurned(r *reading, b *Buffer) bool {
	r.kind = Atbash
	if b.votes.turn < leastVotes {
		return false
	}
	r.decipher(func(c byte) byte { return 25 - c })
	return r.changed
}

// decipher writes each word by the letters that letter gives; a known word stays, unless it becomes another.
func (r *reading) decipher(letter func(c byte) byte) {
	text := r.from.Text
	eachWord(text, func(start, end int) {
		var before, after uint64
		for i := start; i < end; i++ {
			before, after = letterKey(before, text[i]), letterKey(after, letter((text[i]|0x20)-'a')+'a')
		}
		n := end - start
		if lexicon.flags(sealed(before, n))&wordKnown != 0 && lexicon.flags(sealed(after, n))&wordKnown == 0 {
			return
		}
		for i := start; i < end; i++ {
			r.copyTo(i)
			r.putByte(letter((text[i]|0x20)-'a')+'a'-('a'-'A')*b2i(classes[text[i]] == upper), i+1)
		}
	})
}

func b2i(b bool) byte {
	if b {
		return 1
	}
	return 0
}
