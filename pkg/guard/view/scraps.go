package view

import "bytes"

const (
	// scrapWorth is what a scrap is worth to its passage, where other words take one away; minTorn is what a passage must be
	// worth for its blanks to be doubted.
	scrapWorth, minTorn = 4, 9
	// minScraps is how many pieces of words a text must have for its blanks to be doubted.
	minScraps = 3
	// minJoins is how many blanks must be within words.
	minJoins = 2
	// surelyTorn is how many must be so in a passage of a text that has none elsewhere.
	surelyTorn = 3
	// maxScraps bounds the letters of a text whose blanks are doubted, longScraps those of a long one.
	maxScraps, longScraps = 1024, 400
	// beforeTorn is how far before the worst of a passage its reading begins.
	beforeTorn = 300
)

// readScraps sets blanks where words meet, in the passages that have them within words.
func readScraps(r *reading, b *Buffer) bool {
	b.seams.joins = 0
	return r.readScraps(b, 0)
}

func (r *reading) readScraps(b *Buffer, from int) bool {
	r.kind = Spaced
	text := r.from.Text
	most := maxScraps
	if len(b.base.Text) > minLong {
		most = longScraps / (1 + r.from.Depth)
	}
	tried := 0
	for i := from; i < len(text) && tried < most; {
		p := pieceAt(text, i)
		if p.start == len(text) {
			break
		}
		if i = p.end; p.start > 0 && text[p.start-1] == '\'' { // "it's"
			continue
		}
		i = b.seams.gather(text, p)
		if b.seams.scraps() {
			tried += len(b.seams.letters)
			r.regroup(&b.seams)
		}
	}
	return r.proof >= minJoins && 3*r.dark <= 2*r.bright
}

// readTorn is readScraps for the passages of a text whose blanks can be trusted otherwise.
func readTorn(r *reading, b *Buffer) bool {
	b.seams.joins = surelyTorn
	return r.readScraps(b, wordStart(r.from.Text, max(0, b.tornAt-beforeTorn)))
}

// wordStart returns where the run without blanks ends that i is within.
func wordStart(text string, i int) int {
	for i > 0 && i < len(text) && text[i] > ' ' {
		i++
	}
	return i
}

// scraps reports a piece that is no word.
func (s *seams) scraps() bool { return bytes.IndexByte(s.opens, atScrap) >= 0 }

// gather reads the pieces that p opens, each after a blank or a hyphen and a blank, and returns where they end.
func (s *seams) gather(text string, p piece) (end int) {
	s.reset()
	for {
		start := len(s.letters)
		s.read(text, p.start, p.end)
		if start < len(s.letters) {
			s.opens[start] = s.opening(start)
		}
		next := blankEnd(text, p.end)
		if next == p.end || next >= len(text) || !spelt(text, next) || len(s.letters) >= maxGlued || classes[text[next]] == upper && classes[text[p.end-1]] == lower {
			return p.end
		}
		p = pieceFrom(text, next)
	}
}

// opening reports whether the letters from start on are a word.
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

// blankEnd returns where a blank at i, or a hyphen and a blank, and what follows of them end.
func blankEnd(text string, i int) int {
	if i+1 < len(text) && text[i] == '-' && text[i+1] <= ' ' {
		i++
	}
	for n := 0; n < 3 && i < len(text) && text[i] <= ' '; n++ {
		i++
	}
	return i
}

// regroup writes the gathered letters with blanks round the words that they are, from the first word that was torn to the last.
func (r *reading) regroup(s *seams) {
	s.cover()
	s.settle()
	s.leave()
	if s.joins == 0 {
		r.mend(s, 0, len(s.letters))
		return
	}
	for start := 0; start < len(s.letters); {
		from, to := s.passage(start)
		if from == to {
			return
		}
		if s.joined(from, to) >= s.joins {
			r.mend(s, from, to)
		}
		start = to
	}
}

// passage returns the next letters from start on that are worth most, most of whose scraps are words together.
func (s *seams) passage(start int) (from, to int) {
	worth, best := 0, 0
	for i := start; i < len(s.letters); {
		end := s.pieceEnd(i)
		if worth <= 0 {
			if to > from {
				break
			}
			worth, best, from, to = 0, 0, i, i
		}
		if worth += s.worth(i, end); worth > best {
			best, to = worth, end
		}
		i = end
	}
	return from, to
}

// joined counts the blanks within words from from to to.
func (s *seams) joined(from, to int) (n int) {
	for i := from; i < to; i++ {
		if s.marks[i] == later && s.opens[i] != inside {
			n++
		}
	}
	return n
}

// pieceEnd returns where the word, or the letters of none, at i end.
func (s *seams) pieceEnd(i int) int {
	end := i + 1
	for end < len(s.letters) && (s.marks[end] == later || s.marks[end] == loose && s.marks[i] == loose && s.opens[end] == inside) {
		end++
	}
	return end
}

// worth is what the letters from i to end say for their passage: scraps that are words now for it, others against.
func (s *seams) worth(i, end int) int {
	strange := false
	for k := i; k < end; k++ {
		strange = strange || s.opens[k] == atScrap
	}
	switch {
	case !strange:
		return -1
	case s.marks[i] == loose:
		return -3 * (end - i)
	}
	return 2 * (end - i)
}

// mend writes the letters from from to to.
func (r *reading) mend(s *seams, from, to int) {
	strange := false
	for i := from; i < to; i++ {
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
