package view

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
	for i := w.start; i < w.end && s.n < longestSpelt; i++ {
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
