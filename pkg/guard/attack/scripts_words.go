package attack

import "unicode/utf8"

// otherScript reads the open word, which has letters outside Latin, and reports whether it is of a script that is known.
func (w *writer) otherScript(end int) bool {
	word := &w.s.script
	word.read(w.text, w.start, end)
	switch {
	case word.has(syllabic) || word.has(korean):
		w.segments(end)
	case word.only(european) || word.only(indic):
		c, _ := scripts.word(word.runes)
		w.owned(end, c)
	case word.only(semitic):
		w.owned(end, scripts.withAffixes(word.runes))
	default:
		return false
	}
	return true
}

var owners = classOf("SELF|MINE")

// owned puts the open word: where it says whose a thing is, as "your instructions" in one word, as two.
func (w *writer) owned(end int, c Class) {
	from, to := w.from, len(w.s.Folded)
	if of := c.and(owners); !of.Empty() && c.Meets(nouns) {
		w.scriptToken(w.start, end, from, to, of)
		w.opens, c = false, c.without(owners)
		w.pos++
	}
	w.scriptToken(w.start, end, from, to, c)
}

func (w *writer) scriptToken(start, end, from, to int, c Class) {
	t := w.next(end)
	t.Start, t.From, t.To = int32(start), int32(from), int32(to)
	t.Class, t.Hash, t.Slot, t.Stamp = c, letters(w.s.Folded[from:to]), -1, 0
	if !c.Empty() {
		w.s.Seen, w.s.live.scripted = w.s.Seen.or(c), true
	}
}

// maxAffix is how many letters are looked for that are written together with a word before it.
const maxAffix = 4

// withAffixes looks an Arabic or Hebrew word up, with what is written together with it and without.
func (l *scriptLexicon) withAffixes(word []rune) Class {
	for cut := 0; cut <= maxAffix && len(word)-cut >= 2; cut++ {
		if cut > 0 && !proclitic(word[cut-1]) {
			break
		}
		if c, ok := l.word(word[cut:]); ok {
			return c.or(l.owner(word[cut:]))
		}
	}
	return Class{}
}

func proclitic(r rune) bool {
	switch r {
	case 'و', 'ف', 'ب', 'ك', 'ل', 'ا', 'س', 'ו', 'ה', 'ב', 'ל', 'מ', 'ש', 'כ':
		return true
	}
	return false
}

var yours, mines, nouns = classOf("SELF"), classOf("MINE"), classOf("INSTR|SOFTN|PROMPT|SYSTEM|LIMITS|RECORDS|SECRET|CONV|HIDDEN|BIZ")

// owner says whose an Arabic thing is by its ending.
func (l *scriptLexicon) owner(word []rune) Class {
	n := len(word)
	if n < 4 {
		return Class{}
	}
	of := Class{}
	switch last := word[n-1]; {
	case last == 'ك', last == 'م' && word[n-2] == 'ك':
		of = yours
	case last == 'ي', last == 'ا' && word[n-2] == 'ن':
		of = mines
	default:
		return of
	}
	if _, whole := l.words.get(hashRunes(word)); whole {
		return Class{}
	}
	if c, _ := l.word(word); !c.Meets(nouns) {
		return Class{}
	}
	return of
}

// segments reads the open word as several without blanks between them: those that are known, what lies between them, and
// words in Latin letters. A letter or two after a known one are its particle.
func (w *writer) segments(end int) {
	word := &w.s.script
	w.s.Folded = w.s.Folded[:w.from]
	w.pos--
	behind := false // a known word
	for i := 0; i < len(word.runes); {
		n, kind, c := w.cut(i)
		from := int(word.at[i])
		to := end
		if i+n < len(word.runes) {
			to = int(word.at[i+n])
		}
		switch {
		case kind == ascii:
			w.latinPiece(word.runes[i:i+n], from, to)
			behind = false
		case behind && c.Empty() && n <= maxParticle:
			w.s.Tokens[len(w.s.Tokens)-1].End = int32(to)
			behind = false
		default:
			at := len(w.s.Folded)
			for range n {
				w.s.Folded = append(w.s.Folded, Foreign)
			}
			w.pos++
			if c.Empty() {
				w.pos += int32(n-1) / 2 // words have two letters, mostly
			}
			w.scriptToken(from, to, at, len(w.s.Folded), c)
			behind = !c.Empty()
		}
		w.opens = false
		i += n
	}
}

const maxParticle = 2

// cut returns how many letters from i on belong together, how they are written, and their classes.
func (w *writer) cut(i int) (n int, kind writing, c Class) {
	word := &w.s.script
	kind = written(word.runes[i])
	if kind == ascii {
		for n = 1; i+n < len(word.runes) && written(word.runes[i+n]) == ascii; n++ {
		}
		return n, kind, c
	}
	if n, c = w.known(i, kind); n > 0 {
		return n, kind, c
	}
	for n = 1; i+n < len(word.runes) && written(word.runes[i+n]) == kind; n++ {
		if known, _ := w.known(i+n, kind); known > 0 {
			break
		}
	}
	return n, kind, c
}

// written is writingOf, where letters of further scripts are as strange as any.
func written(r rune) writing {
	switch k := writingOf(r); k {
	case ascii, korean:
		return k
	}
	return syllabic
}

// known returns the length and the classes of the known word that begins at i, or 0.
func (w *writer) known(i int, kind writing) (n int, c Class) {
	word := &w.s.script
	rest := word.runes[i:]
	if kind == korean && (i == 0 || written(word.runes[i-1]) != korean) {
		for n < len(rest) && written(rest[n]) == korean {
			n++
		}
		if c, ok := scripts.words.get(hashRunes(rest[:n])); ok {
			return n, c
		}
	}
	return scripts.at(rest)
}

// latinPiece puts a word in Latin letters that stands among others without a blank.
func (w *writer) latinPiece(runes []rune, start, end int) {
	w.from, w.folded, w.repeat, w.key = len(w.s.Folded), 0, 0, key{}
	for _, r := range runes {
		if r >= utf8.RuneSelf {
			r = Foreign
		}
		w.letter(byte(r))
	}
	folded := w.s.Folded[w.from:]
	m, slot := w.s.meaningOf(folded, w.key)
	w.pos++
	t := w.next(end)
	t.Start, t.From, t.To = int32(start), int32(w.from), int32(len(w.s.Folded))
	t.Class, t.Hash, t.Slot, t.Stamp, t.Foreign = m.class, m.hash, int32(slot), m.stamp, false
	w.s.Seen = w.s.Seen.or(m.class)
}
