package view

import (
	"strings"
	"unicode/utf8"
)

// cyrillicSounds has the Latin letters by which Cyrillic ones, from а on, are heard.
var cyrillicSounds = [...]string{
	"a", "b", "v", "g", "d", "e", "zh", "z", "i", "i", "c", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "h", "c", "ch", "sh", "sh",
	"", "y", "", "e", "u", "ia",
}

const (
	// minHeard is how many words of a passage must be known.
	minHeard = 3
	// heardWord and unheardWord are what one is worth that is known, and one that is not.
	heardWord, unheardWord = 2, -2
	// surelyHeard is what a passage is worth that is not all that stands there in these letters.
	surelyHeard = 10
	// maxCommon is how many of the words there must be a common one for: others may be the same in Russian.
	maxCommon = 4
)

// readCyrillic writes Cyrillic letters as they are heard, in the passages where that gives our languages and not Russian.
func readCyrillic(r *reading, b *Buffer) bool {
	r.kind = Confusable
	text := r.from.Text
	row := cyrillicRow{mixed: hasLatin(text) || strings.ContainsFunc(text, isSlavic)}
	for i := 0; i < len(text); {
		start, end := cyrillicWord(text, i)
		if start == end {
			break
		}
		if row.all.known+row.all.others > 0 && hasLatin(text[row.end:start]) {
			r.hearRow(&row, b)
		}
		if row.end == 0 {
			row.start = start
		}
		of := b.hear(text[start:end])
		row.all.add(of)
		row.end = end
		if row.best.take(start, end, heardWord*of.known+unheardWord*of.others, of) {
			r.hearPassage(row.best.close(), b)
		}
		i = end
	}
	r.hearRow(&row, b)
	return r.proof > 0
}

// cyrillicRow is what stands in Cyrillic letters between words of others, and the passage of it that is being gathered.
type cyrillicRow struct {
	start, end int
	all        tally
	best       passage
	mixed      bool // the text has Latin letters, too, or Slavic ones that no Russian writes
}

// hearRow writes a row that ends, all of it where most of it is known, else the passage at its end; and begins the next.
func (r *reading) hearRow(row *cyrillicRow, b *Buffer) {
	if n := row.all; n.known >= minHeard && n.known > n.others && (n.common() || !row.mixed) && r.done <= row.start {
		r.hear(row.start, row.end, n.known, b)
	} else {
		r.hearPassage(row.best.close(), b)
	}
	*row = cyrillicRow{mixed: row.mixed}
}

// hearPassage writes a passage of a row that is sure enough.
func (r *reading) hearPassage(p passage, b *Buffer) {
	if p.best >= surelyHeard && p.whole.common() && r.done <= p.start {
		r.hear(p.start, p.end, p.whole.known, b)
	}
}

// common reports as many of the commonest words as sentences have.
func (t *tally) common() bool { return maxCommon*t.signs >= t.known }

// hear writes what stands from start to end as it is heard.
func (r *reading) hear(start, end, known int, b *Buffer) {
	text := r.from.Text
	for i := start; i < end; {
		c, n := utf8.DecodeRuneInString(text[i:])
		if isCyrillic(c) {
			b.out = appendSound(b.out[:0], c)
			r.copyTo(i)
			r.put(b.out, i+n)
		}
		i += n
	}
	r.legible += known
	r.proof += known
}

func isCyrillic(c rune) bool { return c >= 'А' && c <= 'я' }

// isSlavic reports a Cyrillic letter that Russian does not have: whoever writes words with one writes no Spanish.
func isSlavic(c rune) bool { return c >= 0x400 && c <= 0x45F && !isCyrillic(c) && c|0x50 != 'ё' }

func appendSound(out []byte, c rune) []byte {
	if c < 'а' {
		c += 'а' - 'А'
	}
	return append(out, cyrillicSounds[c-'а']...)
}

// hear reports whether a Cyrillic word is one of ours; of two letters it says nothing, and one that no Russian writes counts twice
// against it.
func (b *Buffer) hear(w string) (of tally) {
	b.out = b.out[:0]
	slavic := false
	for _, c := range w {
		if !isCyrillic(c) {
			slavic = slavic || isSlavic(c)
			continue
		}
		b.out = appendSound(b.out, c)
	}
	of.signs = int(lexicon.flags(keyOf(string(b.out))) & wordKnown)
	switch {
	case len(b.out) < 3:
	case slavic:
		of.others = 2
	case written(b.out):
		of.known = 1
	default:
		of.others = 1
	}
	return of
}

// cyrillicWord returns the next run of Cyrillic letters at or after i.
func cyrillicWord(text string, i int) (start, end int) {
	for i < len(text) && text[i] != 0xD0 && text[i] != 0xD1 {
		i++
	}
	for start = i; start < len(text); {
		c, n := utf8.DecodeRuneInString(text[start:])
		if isCyrillic(c) || isSlavic(c) {
			break
		}
		start += n
	}
	for end = start; end < len(text); {
		c, n := utf8.DecodeRuneInString(text[end:])
		if !isCyrillic(c) && !isSlavic(c) {
			break
		}
		end += n
	}
	return start, end
}

// hasLatin reports Latin letters.
func hasLatin(text string) bool {
	for i := range len(text) {
		if classes[text[i]].letter() {
			return true
		}
	}
	return false
}
