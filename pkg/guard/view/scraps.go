package view

const (
	// leastScraps is how many short words of no language a text has whose syllables may stand apart.
	leastScraps = 5
	// mostScraps is how many pieces a word may be in.
	mostScraps = 6
	// mostJoined is how many words are tried.
	mostJoined = 256
)

// readScraps joins syllables that blanks part, where the whole is likelier than its pieces.
func readScraps(r *reading, b *Buffer) bool {
	r.kind = Spaced
	text := r.from.Text
	words := 0
	for i := 0; i < len(text) && words < mostJoined; {
		p := pieceAt(text, i)
		if p.start == len(text) {
			break
		}
		words++
		b.pieces = b.gatherScraps(text, p)
		n, proof := likeliestJoin(text, b.pieces)
		i = b.pieces[n-1].end
		if n > 1 {
			r.proof, r.rows = r.proof+proof, r.rows+1
			r.copyTo(p.end)
			for _, next := range b.pieces[1:n] {
				r.skipTo(next.start)
				r.copyTo(next.end)
			}
		}
	}
	return r.proof >= leastScraps && 3*r.proof >= words
}

// gatherScraps collects the pieces with one blank between that p opens.
func (b *Buffer) gatherScraps(text string, p piece) []piece {
	row := append(b.pieces[:0], p)
	for len(row) < mostScraps && p.end+1 < len(text) && text[p.end] == ' ' && spelt(text, p.end+1) {
		p = pieceFrom(text, p.end+1)
		row = append(row, p)
	}
	return row
}

// likeliestJoin returns how many of the pieces are one word, and how many of them are none.
func likeliestJoin(text string, row []piece) (n, proof int) {
	var s spelling
	n = 1
	strange := 0
	for k, p := range row {
		if s.spell(text[p.start:p.end]); s.n < 2 {
			break
		}
		if key := s.key(); lexicon.flags(key)&wordKnown == 0 && (s.n < 4 || !familiar(key)) {
			strange++
		}
		if k == 0 {
			continue
		}
		s.n = 0
		for _, q := range row[:k+1] {
			s.add(text[q.start:q.end])
		}
		if s.n >= longestSpelt {
			break
		}
		if s.n > 4 && strange > 0 && familiar(s.key()) {
			n, proof = k+1, strange
		}
	}
	return n, proof
}

// key is the key of the word that was spelt.
func (s *spelling) key() (key uint64) {
	for _, c := range s.letters[:s.n] {
		key = letterKey(key, c)
	}
	return sealed(key, s.n)
}
