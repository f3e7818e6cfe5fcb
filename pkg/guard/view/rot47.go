package view

const (
	// minFar is how many signs of ROT47 within words a text has, minFarWords how many words of a passage must be known.
	minFar, minFarWords = 3, 2
	// worth of a run without blanks: a word that is known, one that is likely, one that is neither.
	farKnown, farLikely, farNone = 2, 1, -2
)

// farSigns are the signs into which ROT47 turns i to o.
var farSigns = func() (t [256]bool) {
	for _, c := range ":;<=>?@" {
		t[c] = true
	}
	return t
}()

// farther tells what ROT47 turns into small letters.
func farther(c byte) bool { return c >= '2' && c <= 'K' }

// rot47 shifts what ASCII shows by forty-seven places, which is its own way back.
func rot47(c byte) byte {
	if c >= '!' && c <= '~' {
		return '!' + (c-'!'+47)%94
	}
	return c
}

// readRot47 shifts the passages back whose signs and letters are words then.
func readRot47(r *reading, b *Buffer) bool {
	r.kind = Rot13
	text := r.from.Text
	var p passage
	for start := 0; start < len(text); {
		end := start
		for end < len(text) && text[end] > ' ' {
			end++
		}
		if end > start {
			worth, of := b.far(text[start:end])
			if p.take(start, end, worth, of) {
				r.unfar(p.close())
			}
		}
		start = end + 1
	}
	r.unfar(p.close())
	return r.changed
}

// far says what a run without blanks is worth where ROT47 is looked for.
func (b *Buffer) far(w string) (worth int, of tally) {
	b.out = b.out[:0]
	letters, turned := 0, 0
	for i := range len(w) {
		c := rot47(w[i])
		b.out = append(b.out, c)
		if classes[c].letter() {
			letters++
		}
		if farSigns[w[i]] {
			of.signs++
		}
		turned += int(b2i(farther(w[i])))
	}
	var s spelling
	s.spell(string(b.out))
	switch {
	case len(w) == 1:
		return 0, tally{}
	case 4*letters < 3*len(w) && letters+2 < len(w), 2*turned < len(w):
		return farNone, tally{}
	case s.n > 2 && s.isWord():
		of.known, of.letter = 1, s.n
		return farKnown, of
	case s.n > 3 && fluent(s.forth(), s.n):
		return farLikely, of
	case s.n == 2 && lexicon.flags(s.key())&wordKnown != 0:
		return farLikely, of
	}
	return -1, of
}

// unfar shifts a passage back, if it is one.
func (r *reading) unfar(p passage) {
	if p.whole.known < minFarWords || p.whole.signs < minFar || p.whole.signs < p.whole.known {
		return
	}
	text := r.from.Text
	r.copyTo(p.start)
	for i := p.start; i < p.end; i++ {
		if c := rot47(text[i]); c != text[i] {
			r.copyTo(i)
			r.putByte(c, i+1)
		}
	}
	r.proof += p.best * minGain / 2
}
