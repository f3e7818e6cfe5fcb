package view

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// readBackwards reads the whole text from its end.
func readBackwards(r *reading, b *Buffer) bool {
	r.kind = Reversed
	r.proof = b.proof
	r.text = appendReversed(r.text, r.from.Text)
	r.coarse()
	return true
}

// readWordsBackwards reads each word from its end, in the order of the text.
func readWordsBackwards(r *reading, b *Buffer) bool {
	r.kind = Reversed
	text := r.from.Text
	for i := 0; i < len(text); {
		p := pieceAt(text, i)
		if p.start == len(text) {
			break
		}
		if p.letters > 1 && !stays(text[p.start:p.end]) {
			r.proof += turnedGain(text[p.start:p.end])
			b.out = appendReversed(b.out[:0], text[p.start:p.end])
			r.copyTo(p.start)
			r.put(b.out, p.end)
		}
		i = p.end
	}
	return r.changed
}

// knownBackwards counts the words that are known read from their end, and not as they are.
func knownBackwards(text string) (n int) {
	eachWord(text, func(start, end int) {
		var key uint64
		for i := end - 1; i >= start; i-- {
			key = letterKey(key, text[i])
		}
		if size := end - start; size > 1 && lexicon.flags(sealed(key, size))&wordKnown != 0 && wordCost(keyOf(text[start:end]), size) == 0 {
			n++
		}
	})
	return n
}

// turnedGain is what a word gains from its end.
func turnedGain(w string) int {
	if len(w) < 4 {
		return 0
	}
	var s spelling
	s.spell(w)
	return gained(s.forth(), s.back(), s.n)
}

// stays reports a word that is known as it is and not backwards, or likelier as it is.
func stays(w string) bool {
	var forth, back uint64
	for i := range len(w) {
		forth, back = letterKey(forth, w[i]), letterKey(back, w[len(w)-1-i])
	}
	was, is := len(w) > 1 && wordCost(sealed(forth, len(w)), len(w)) > 0, len(w) > 1 && wordCost(sealed(back, len(w)), len(w)) > 0
	if was != is {
		return was
	}
	if len(w) < 4 {
		return false
	}
	var s spelling
	s.spell(w)
	return s.n > 3 && s.forth() < s.back()
}

// speaksOfOrder reports a text that speaks of words and of an end to begin with.
func speaksOfOrder(text string) bool {
	return holds(text, "s a adelante", "hacia adelante", "para adelante", "back to front", "right to left", "derecha a izquierda") ||
		holds(text, " palabra", " frase", " word", " sentence") && holds(text, "tras ", "trás ", "inal ", "ltima ", "last ", "ending ", " fin ", "zquierda")
}

func holds(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

// readOrderBackwards reads the words from the last to the first.
func readOrderBackwards(r *reading, _ *Buffer) bool {
	r.kind = Reversed
	text := r.from.Text
	for end := len(text); end > 0; {
		start := end
		for start > 0 && text[start-1] > ' ' {
			start--
		}
		if start < end {
			r.text = append(append(r.text, text[start:end]...), ' ')
		}
		end = start - 1
	}
	r.coarse()
	return true
}

func appendReversed(out []byte, text string) []byte {
	for end := len(text); end > 0; {
		c, n := utf8.DecodeLastRuneInString(text[:end])
		start := end - n
		for unicode.IsMark(c) && start > 0 { // a mark stays after its letter
			c, n = utf8.DecodeLastRuneInString(text[:start])
			start -= n
		}
		out = append(out, text[start:end]...)
		end = start
	}
	return out
}
