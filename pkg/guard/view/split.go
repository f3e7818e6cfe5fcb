package view

// readSplit writes words apart that were written together: at a capital after a small letter, at marks, and where a long
// word is several known ones.
func readSplit(r *reading, b *Buffer) bool {
	r.kind = Split
	text := r.from.Text
	glued := maxGlued
	for start := 0; start < len(text); {
		end := start
		for end < len(text) && text[end] > ' ' {
			end++
		}
		if end-start > 3 && !isAddress(text[start:end]) && !escaped(text[start:end]) {
			glued -= r.split(&b.seams, start, end, glued)
		}
		start = end + 1
	}
	return r.changed
}

// split writes the run without blanks from start to end apart; of its long words at most glued letters are tried.
func (r *reading) split(s *seams, start, end, glued int) (tried int) {
	text := r.from.Text
	coded := odd(text[start:end]) && hasDigit(text[start:end])
	word := start
	for i := start; i <= end; i++ {
		if i < end && (classes[text[i]].letter() || classes[text[i]] >= foreign) && (coded || !hump(text, i, word)) {
			continue
		}
		if i-word >= minGlued && i-word <= glued-tried {
			tried += r.unglue(s, word, i)
		}
		switch {
		case i == end:
		case classes[text[i]] == upper:
			r.copyTo(i)
			r.putByte(' ', i)
			word = i
			continue
		case classes[text[i]].joins() && i > r.done && i > start && i+1 < end && classes[text[i-1]].letter() && classes[text[i+1]].letter():
			r.copyTo(i)
			r.putByte(' ', i+1)
		}
		word = i + 1
	}
	return tried
}

// hump reports a capital that begins a word within the one that began at word.
func hump(text string, i, word int) bool {
	if i <= word || classes[text[i]] != upper {
		return false
	}
	return classes[text[i-1]] == lower || classes[text[i-1]] == upper && i+1 < len(text) && classes[text[i+1]] == lower
}

func hasDigit(w string) bool {
	for i := range len(w) {
		if classes[w[i]] == digit {
			return true
		}
	}
	return false
}
