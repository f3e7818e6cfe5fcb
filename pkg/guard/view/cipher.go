package view

import (
	"slices"
	"strings"
)

// votes weighs the words of a text that a cipher may have made.
type votes struct {
	shift [26]int
	turn  int // Atbash
	// gain is, per shift, how many bits less the unknown words cost under it.
	gain    [26]int
	sampled int
	// mirror is the same for Atbash, both for thirteen places from the end.
	mirror, both int
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
		if start == 0 || classes[text[start-1]] != ampersand && classes[text[start-1]] != backslash {
			v.try(w)
		}
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

// try weighs a word that is not known, and does not look like one, under every shift.
func (v *votes) try(w string) {
	if v.sampled > sample || len(w) < 4 || lexicon.flags(keyOf(w))&wordKnown != 0 {
		return
	}
	var s spelling
	s.spell(w)
	forth := s.forth()
	v.sampled += s.n
	for by := 1; by < len(v.gain); by++ {
		v.gain[by] += gained(forth, s.shifted(by), s.n)
	}
	v.mirror += gained(forth, s.mirrored(), s.n)
	slices.Reverse(s.letters[:s.n])
	v.both += gained(forth, s.shifted(usualShift), s.n)
}

const (
	// minGain is how many bits less a word must cost to be taken for one in disguise; maxGain is what one word counts for.
	minGain, maxGain = 8, 28
	// minProof is what the words of a text must gain together.
	minProof = 24
	// sureProof is what they gain where it is no guess.
	sureProof = 30
)

// gained is how many bits less a word of so many letters costs in another reading, 0 where it was no stranger before or
// is no word then.
func gained(before, after, letters int) int {
	if letters < 4 || before-after < minGain+5*max(0, 5-letters) || fluent(before, letters) || !fluent(after, letters) {
		return 0
	}
	return min(before-after, maxGain)
}

// fluent reports a cost that words of so many letters have.
func fluent(bits, letters int) bool { return bits <= letters*11/2+4 }

// backShifted is what the words gain thirteen places on and from their end, where that is the likeliest reading.
func (v *votes) backShifted() int {
	for _, gain := range v.gain {
		if gain > v.both/2 {
			return 0
		}
	}
	return v.both / 2
}

// likeliest returns the shift under which the text is most likely one of our languages, or 0.
func (v *votes) likeliest() int {
	best, clearest := 1, usualShift
	for by := 1; by < len(v.shift); by++ {
		if by != usualShift {
			v.gain[by] /= 2 // of so many one fits by chance
		}
		if v.shift[by] > v.shift[best] {
			best = by
		}
		if v.gain[by] > v.gain[clearest] {
			clearest = by
		}
	}
	switch {
	case v.gain[clearest] >= minProof && v.gain[clearest] > 2*v.gain[best]:
		return clearest
	case v.shift[best] >= minVotes:
		return best
	case v.gain[clearest] >= minProof:
		return clearest
	}
	return 0
}

// usualShift is the one that is its own way back.
const usualShift = 13

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

// minVotes is what a cipher's words weigh at least: one word of five letters, or three of three.
const minVotes = 3

// readShifted shifts letters back by the number under which most words are known.
func readShifted(r *reading, b *Buffer) bool {
	r.kind = Rot13
	best := b.votes.likeliest()
	if best == 0 {
		return false
	}
	r.proof = b.votes.gain[best]
	r.decipher(func(c byte) byte { return (c + 26 - byte(best)) % 26 }, best)
	return r.changed
}

// readTurned turns the alphabet round.
func readTurned(r *reading, b *Buffer) bool {
	r.kind = Atbash
	if b.votes.turn < minVotes && b.votes.mirror/2 < minProof {
		return false
	}
	r.decipher(func(c byte) byte { return 25 - c }, 0)
	return r.changed
}

// decipher writes each word by the letters that letter gives; a known word stays, unless it becomes another, and so does
// one that a shift makes no likelier.
func (r *reading) decipher(letter func(c byte) byte, shift int) {
	text := r.from.Text
	eachWord(text, func(start, end int) {
		var before, after uint64
		for i := start; i < end; i++ {
			before, after = letterKey(before, text[i]), letterKey(after, letter((text[i]|0x20)-'a')+'a')
		}
		n := end - start
		if was, is := lexicon.flags(sealed(before, n))&wordKnown, lexicon.flags(sealed(after, n))&wordKnown; was > is || was == is && shift > 0 && n > 3 && likelier(text[start:end], shift) {
			return
		}
		for i := start; i < end; i++ {
			r.copyTo(i)
			r.putByte(letter((text[i]|0x20)-'a')+'a'-('a'-'A')*b2i(classes[text[i]] == upper), i+1)
		}
	})
}

// likelier reports a word that costs less as it is than shifted back.
func likelier(w string, shift int) bool {
	var s spelling
	s.spell(w)
	return s.forth() < s.shifted(shift)
}

func b2i(b bool) byte {
	if b {
		return 1
	}
	return 0
}
