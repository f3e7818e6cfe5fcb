package view

// A disguise is looked for in passages, so that it is found wherever it stands in an honest text: words that are in it raise
// what its passage is worth, others lower it.

// maxDrop is how far a passage's worth falls before it is at its end.
const maxDrop = 4

// passage is the run of words that is being gathered, and the best of it so far.
type passage struct {
	start, end  int // of the best
	worth, best int
	// sum and whole count what the caller counts, up to the last word and up to the best's end.
	sum, whole tally
}

// tally is what is known of the words of a passage.
type tally struct {
	known  int // words that people write once their disguise is off
	others int // words that are none
	signs  int // marks of the disguise
	letter int // letters of the known ones
}

func (t *tally) add(o tally) {
	t.known, t.others, t.signs, t.letter = t.known+o.known, t.others+o.others, t.signs+o.signs, t.letter+o.letter
}

// take adds the word from start to end, and reports whether the passage has come to its end before it.
func (p *passage) take(start, end, worth int, of tally) (over bool) {
	if p.worth <= 0 {
		if worth <= 0 {
			return false
		}
		*p = passage{start: start}
	}
	p.worth += worth
	p.sum.add(of)
	if p.worth > p.best {
		p.best, p.end, p.whole = p.worth, end, p.sum
	}
	return p.worth <= 0 || p.worth < p.best-maxDrop
}

// close ends the passage and returns it.
func (p *passage) close() (was passage) {
	was = *p
	*p = passage{}
	return was
}

// maxLettered is how many letters a word has that a passage may hold: jeringoso makes words long.
const maxLettered = 48

// eachLettered calls found with each run of letters, those of Latin with accents among them, and with its letters in small,
// without accents. Longer runs than words have are left out.
func eachLettered(text string, found func(start, end int, letters []byte)) {
	var kept [maxLettered]byte
	for i := 0; i < len(text); {
		n, start := 0, i
		for ; i < len(text) && classes[text[i]].letter(); i++ {
			c := text[i] | 0x20
			if classes[text[i]] == accented && i+1 < len(text) {
				i++
				c = accentless[text[i]&0x3F]
			}
			if n < len(kept) {
				kept[n] = c
			}
			n++
		}
		if n > 0 && n <= len(kept) {
			found(start, min(i, len(text)), kept[:n])
		}
		i = max(i, start+1)
	}
}

// written reports letters that are a word that people write.
func written(letters []byte) bool {
	if len(letters) < 2 {
		return false
	}
	var key uint64
	for _, c := range letters {
		key = letterKey(key, c)
	}
	return wordCost(sealed(key, len(letters)), len(letters)) > 0
}
