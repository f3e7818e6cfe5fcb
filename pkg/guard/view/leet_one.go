package view

// readLeetL writes the words that readLeet found just before, each "1" as "l" where that can be. A long text is not read so
// where no word of it is likelier for that.
func readLeetL(r *reading, b *Buffer) bool {
	r.kind = Leet
	text := r.from.Text
	ones, better := 0, len(text) <= minLong
	for i := range b.leet {
		if w := &b.leet[i]; w.plain && w.ones > 0 {
			ones++
			better = better || w.likelierL(r, text)
		}
	}
	if ones == 0 || !better {
		return false
	}
	for i := range b.leet {
		if w := &b.leet[i]; w.plain {
			r.unleet(w, true)
		}
	}
	return r.legible > 0
}

// likelierL reports a word that is likelier with "l" for its ones than with "i".
func (w *leetWord) likelierL(r *reading, text string) bool {
	var asI, asL spelling
	w.spell(r, text, &asI, false)
	w.spell(r, text, &asL, true)
	i, l := familiar(asI.key()), familiar(asL.key())
	return l && !i || l == i && fluent(asL.forth(), asL.n) && asL.forth() < asI.forth()
}

// spell reads the letters of the word, each "1" as "l" where that can be or as "i".
func (w *leetWord) spell(r *reading, text string, s *spelling, asL bool) {
	for i := w.start; i < w.end && s.n < maxSpelt; i++ {
		c := text[i]
		if l := leetLetter[c]; l != 0 && w.reads(text, i) {
			if asL && (c == '1' || c == '|') && r.mayBeL(text, i, w) {
				l = 'l'
			}
			c = l
		}
		if isLatin(c) {
			s.letters[s.n] = c & 31
			s.n++
		}
	}
}

// knownOne returns the letter that the word's ones must be for it to be known, or 0.
func (w *leetWord) knownOne(text string) byte {
	for _, one := range [...]byte{'i', 'l'} {
		var key uint64
		n := 0
		for i := w.start; i < w.end; i++ {
			switch c := text[i]; {
			case c == '1' || c == '|':
				key = letterKey(key, one)
			case leetLetter[c] != 0 && w.reads(text, i):
				key = letterKey(key, leetLetter[c])
			case classes[c] == lower || classes[c] == upper:
				key = letterKey(key, c)
			default:
				continue
			}
			n++
		}
		if lexicon.flags(sealed(key, n))&wordKnown != 0 {
			return one
		}
	}
	return 0
}

// mayBeL tells "l" from "i" by its neighbours: no word begins with "lg" or "ln", and "c10n" is "cion".
func (r *reading) mayBeL(text string, i int, w *leetWord) bool {
	next := byte(0)
	if i+1 < w.end {
		next = text[i+1] | 0x20
	}
	if i == w.start {
		switch next {
		case 'a', 'e', 'i', 'o', 'u', 'y', '0' | 0x20, '3' | 0x20, '4' | 0x20, '@' | 0x20:
			return true
		}
		return false
	}
	switch text[i-1] | 0x20 {
	case 'c', 's', 't', '5' | 0x20, '$' | 0x20, '7' | 0x20, '(' | 0x20:
		return next != 'o' && next != '0'|0x20
	}
	return true
}
