package view

const (
	// leastScraps is how many pieces of words a text must have for its blanks to be doubted.
	leastScraps = 3
	// leastJoins is how many blanks must be within words.
	leastJoins = 2
	// mostScraps bounds the letters of a text whose blanks are doubted.
	mostScraps = 1024
)

// readScraps sets blanks where words meet, in texts that have them within words.
func readScraps(r *reading, b *Buffer) bool {
	r.kind = Spaced
	text := r.from.Text
	tried := 0
	for i := 0; i < len(text) && tried < mostScraps; {
		p := pieceAt(text, i)
		if p.start == len(text) {
			break
		}
		if i = p.end; p.start > 0 && text[p.start-1] == '\'' { // "it's"
			continue
		}
		i = b.seams.gather(text, p)
		tried += len(b.seams.letters)
		r.regroup(&b.seams)
	}
	return r.proof >= leastJoins && 3*r.dark <= 2*r.bright
}

// gather reads the pieces that p opens, each behind a blank or a hyphen and a line's end, and returns where they end.
func (s *seams) gather(text string, p piece) (end int) {
	s.reset()
	for {
		start := len(s.letters)
		s.read(text, p.start, p.end)
		if start < len(s.letters) {
			s.opens[start] = s.opening(start)
		}
		next := blankEnd(text, p.end)
		if next == p.end || next >= len(text) || !spelt(text, next) || len(s.letters) >= mostGlued || classes[text[next]] == upper && classes[text[p.end-1]] == lower {
			return p.end
		}
		p = pieceFrom(text, next)
	}
}

// opening says whether the letters from start on are a word.
func (s *seams) opening(start int) uint8 {
	n := len(s.letters) - start
	if n == 1 && lone(s.letters[start]) {
		return atWord
	}
	var key uint64
	for _, c := range s.letters[start:] {
		key = letterKey(key, c)
	}
	if n > 1 && wordCost(sealed(key, n), n) > 0 {
		return atWord
	}
	return atScrap
}

// blankEnd returns where a blank at i, or a hyphen and a line's end, and what follows of them end.
func blankEnd(text string, i int) int {
	if i+1 < len(text) && text[i] == '-' && (text[i+1] == '\n' || text[i+1] == '\r') {
		i++
	}
	for n := 0; n < 3 && i < len(text) && text[i] <= ' '; n++ {
		i++
	}
	return i
}

// regroup writes the gathered letters with blanks round the words that they are.
func (r *reading) regroup(s *seams) {
	if len(s.letters) == 0 {
		return
	}
	s.cover()
	s.settle()
	s.leave()
	strange := false
	for i := range s.letters {
		switch m := s.marks[i]; {
		case m == later && s.opens[i] != inside:
			r.copyTo(r.gapBefore(int(s.at[i])))
			r.skipTo(int(s.at[i]))
			r.proof++
		case i > 0 && s.opens[i] == inside && (m == first || m == loose && s.marks[i-1] != loose):
			r.copyTo(int(s.at[i]))
			r.putByte(' ', int(s.at[i]))
		}
		strange = s.opens[i] == atScrap || strange && s.opens[i] == inside
		switch {
		case !strange:
		case s.marks[i] == loose:
			r.dark++
		default:
			r.bright++
		}
	}
}

// leave keeps pieces as they were of which nothing belongs to another one.
func (s *seams) leave() {
	for i := 0; i < len(s.marks); {
		end := i + 1
		for end < len(s.marks) && s.opens[end] == inside {
			end++
		}
		if s.marks[i] != later && (end == len(s.marks) || s.marks[end] != later) {
			kept := uint8(loose)
			if s.opens[i] == atWord {
				kept = first
			}
			s.marks[i] = kept
			for k := i + 1; k < end; k++ {
				s.marks[k] = 2 * kept // later, or loose
			}
		}
		i = end
	}
}

// gapBefore returns where the blanks before i begin.
func (r *reading) gapBefore(i int) int {
	text := r.from.Text
	for i > r.done && text[i-1] <= ' ' {
		i--
	}
	if i > r.done && i < len(text) && text[i-1] == '-' && text[i] <= ' ' {
		i--
	}
	return i
}

// key is the key of the word that was spelt.
func (s *spelling) key() (key uint64) {
	for _, c := range s.letters[:s.n] {
		key = letterKey(key, c)
	}
	return sealed(key, s.n)
}
