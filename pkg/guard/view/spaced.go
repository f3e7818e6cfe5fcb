package view

import (
	"unicode"
	"unicode/utf8"
)

// piece is a run of letters, or one digit, of a text that may be written apart.
type piece struct {
	start, end int
	letters    int
}

const (
	// minShorts is how many words of at most two letters in a row are read as one.
	minShorts = 7
	// minSingles is how many letters must stand alone in a row to be read as one word.
	minSingles = 4
	// maxGap is how many bytes may part two of them.
	maxGap = 12
)

// readSpaced joins letters that stand alone in a row and syllables that marks part.
func readSpaced(r *reading, b *Buffer) bool {
	r.kind = Spaced
	text := r.from.Text
	done := 0 // up to here short words were gathered in vain
	for i := 0; i < len(text); {
		p := pieceAt(text, i)
		if p.start == len(text) {
			break
		}
		i = p.end
		if p.letters < 3 && p.start >= done {
			if p.letters == 1 {
				if b.gather(text, p, 1); r.joinSingles(b.pieces) {
					i = b.pieces[len(b.pieces)-1].end
					continue
				}
			}
			b.gather(text, p, 2)
			done = b.pieces[len(b.pieces)-1].end
			if len(b.pieces) >= minShorts && r.joinSingles(b.pieces) {
				i = done
				continue
			}
		}
		if inWord(text, p.start) {
			continue
		}
		b.gatherWord(text, p)
		i = b.pieces[len(b.pieces)-1].end
		if len(b.pieces) > 1 && !isAddress(text[p.start:i]) && !escaped(text[p.start:i]) {
			r.joinSyllables(b.pieces)
		}
	}
	return r.changed
}

// pieceAt returns the first piece at or after i.
func pieceAt(text string, i int) piece {
	for i < len(text) {
		c, n := rune(text[i]), 1
		if c >= utf8.RuneSelf {
			c, n = utf8.DecodeRuneInString(text[i:])
			if spellable(c) {
				return pieceFrom(text, i)
			}
		} else if spells[c] {
			return pieceFrom(text, i)
		}
		i += n
	}
	return piece{start: i, end: i}
}

func spellable(c rune) bool {
	switch {
	case c < utf8.RuneSelf:
		return spells[c]
	case c >= 0xC0 && c < 0x250:
		return c != 0xD7 && c != 0xF7
	}
	return c >= 0xAA && unicode.IsLetter(c)
}

// spells has the ASCII characters of words, and those that stand for letters even alone.
var spells = func() (t [utf8.RuneSelf]bool) {
	for c := range t {
		t[c] = classes[c] == lower || classes[c] == upper || classes[c] == digit || c == '@' || c == '$'
	}
	return t
}()

func pieceFrom(text string, i int) piece {
	end := i
	letters := 0
	for end < len(text) {
		if c := text[end]; c < utf8.RuneSelf {
			if !spells[c] {
				break
			}
			letters++
			end++
			continue
		}
		c, n := utf8.DecodeRuneInString(text[end:])
		if spellable(c) {
			letters++
		} else if c < 0x300 || !unicode.IsMark(c) {
			break
		}
		end += n
	}
	return piece{start: i, end: end, letters: letters}
}

// gather collects the row of pieces of at most most letters that p opens.
func (b *Buffer) gather(text string, p piece, most int) {
	b.pieces = append(b.pieces[:0], p)
	for {
		next := pieceAt(text[:min(len(text), p.end+maxGap+utf8.UTFMax)], p.end)
		if next.start-p.end > maxGap || next.start == next.end {
			return
		}
		if next = pieceFrom(text, next.start); next.letters > most {
			return
		}
		b.pieces = append(b.pieces, next)
		p = next
	}
}

// joinSingles writes a row of single letters as words: the commonest gap parts letters, a wider one words.
func (r *reading) joinSingles(row []piece) bool {
	text := r.from.Text
	letters := 0
	for _, p := range row {
		if classes[text[p.start]] != digit {
			letters++
		}
	}
	if len(row) < minSingles || letters < 3 || letters*2 < len(row) {
		return false
	}
	usual, least := usualGap(text, row)
	switch {
	case r.spells(row, usual, least):
		r.apart, r.rows = r.apart+letters, r.rows+1
	case !random(text, row):
		return false
	}
	r.copyTo(row[0].end)
	for i := 1; i < len(row); i++ {
		if parts(text[row[i-1].end:row[i].start], usual, least) {
			r.putByte(' ', row[i].start)
		} else {
			r.skipTo(row[i].start)
		}
		r.copyTo(row[i].end)
	}
	return true
}

// parts reports whether more than the usual gap of a row is between two words.
func parts(gap string, usual, least int) bool {
	return wide(gap) > usual || len(gap) >= 2*least && gap[0] < utf8.RuneSelf
}

// maxWide is as wide as a gap is taken to be.
const maxWide = 7

// inWord reports whether a mark joins what stands at i to a letter before it.
func inWord(text string, i int) bool {
	return i > 1 && classes[text[i-1]] != space && (classes[text[i-2]].letter() && !classes[text[i-1]].letter())
}

// gatherWord collects the pieces of the run without blanks that p opens, each one to three marks from the next.
func (b *Buffer) gatherWord(text string, p piece) {
	b.pieces = append(b.pieces[:0], p)
	for {
		next := p.end
		for next < len(text) && next-p.end < 6 && !spelt(text, next) && text[next] > ' ' && text[next] != '\'' {
			_, n := utf8.DecodeRuneInString(text[next:])
			next += n
		}
		if next == p.end || next >= len(text) || text[next] <= ' ' || !spelt(text, next) {
			return
		}
		p = pieceFrom(text, next)
		b.pieces = append(b.pieces, p)
	}
}

func spelt(text string, i int) bool {
	c, _ := utf8.DecodeRuneInString(text[i:])
	return spellable(c)
}

// joinSyllables writes a word without the marks between its pieces, where those are short or many, or only together a word.
func (r *reading) joinSyllables(row []piece) {
	letters, digits := 0, 0
	for _, p := range row {
		letters += p.letters
		if classes[r.from.Text[p.end-1]] == digit {
			digits++
		}
	}
	if len(row) < 2 || letters < 4 || 2*digits >= len(row) || !r.spells(row, maxWide, maxGap) {
		return
	}
	syllabic := r.syllabic(row)
	usual := letters > 5*len(row) || len(row) == 2 && (letters > 8 || row[0].letters == 1) // words, or x-ray
	if usual && !syllabic {
		return
	}
	if len(row) > 2 {
		r.rows++
	}
	if syllabic {
		r.legible++
	}
	r.copyTo(row[0].end)
	for _, p := range row[1:] {
		r.skipTo(p.start)
		r.copyTo(p.end)
	}
}

// syllabic reports pieces that are a word together and not all words by themselves; a letter may stand before a word.
func (r *reading) syllabic(row []piece) bool {
	var whole, part spelling
	strange := false
	for _, p := range row {
		text := r.from.Text[p.start:p.end]
		whole.add(text)
		part.spell(text)
		strange = strange || part.n < 2 && len(row) > 2 || part.n > 1 && !part.isWord()
	}
	return strange && whole.n > 3 && whole.isWord()
}
