package view

// readRot47 shifts all that ASCII shows by forty-seven places, which is its own way back.
func readRot47(r *reading, b *Buffer) bool {
	r.kind = Rot13
	text := r.from.Text
	b.out = b.out[:0]
	for i := range len(text) {
		c := text[i]
		if c >= '!' && c <= '~' {
			c = '!' + (c-'!'+47)%94
		}
		b.out = append(b.out, c)
	}
	words, letters := 0, 0
	eachWord(string(b.out), func(start, end int) {
		if n := end - start; n > 2 {
			words++
			letters += n
		}
	})
	known := wordsIn(string(b.out))
	if known < 2 || 2*known <= words || 2*letters < len(b.out) {
		return false
	}
	r.put(b.out, len(text))
	r.proof = known * leastGain
	return true
}
