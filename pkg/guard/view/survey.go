package view

import "unicode/utf8"

// survey is what one pass over a text says about which disguises it may wear.
type survey struct {
	leet, percent, entity, escape, high, emoji, under, glued bool
	// camel counts lower-case letters before upper-case ones; joints counts letters joined by one mark or two.
	camel, joints int
	// starred counts single signs between letters, mixed letters after digits and signs that stand for letters, foreign
	// characters beyond Latin-1.
	starred, mixed, foreign int
	// singles is the longest row of letters that stand alone, shorts of words of at most two; longest is the longest run
	// without blanks.
	singles, shorts, longest int
	// usual is how many letters the last word has, where it is a long one that people write.
	usual         int
	digits, marks int
	// turned counts letters that stand on their heads.
	turned int
	// words of two letters and more: how many, and how many of each flag.
	words, known, reversed, shifted, cues int
	// odd counts words of three letters and more without a vowel.
	odd int
	// unknownWords counts words that are not known, longUnknown those of them of five letters and more.
	unknownWords, longUnknown int
	// doubledVowels counts those of them whose vowels are said twice, pigLatin those that end as words of Pig Latin do.
	doubledVowels, pigLatin int
	// splitScore is what the passage with most unknown words is worth, splitAt where it is worth most.
	splitScore, splitAt int
	// far counts signs within words that ROT47 makes of letters.
	far int
	// mirrored counts those that people write from their end.
	mirrored int
	// unlikely counts letters that do not follow the one before them in Spanish or English.
	unlikely int
	// rough counts words whose letters no word has in that order.
	rough int
	// backward is how many bits less those words cost from their end that make a word so.
	backward int
}

// word is a run of letters that a survey is in.
type word struct {
	letters int
	forth   int // what they cost
	back    int // what they cost from the end
	three   int // the last of them
	key     uint64
	stem    uint64 // the key without the last letter
	turned  uint64 // the key from the end, of up to twelve letters
	seen    uint32
	last    byte
	rows    rows
}

// look passes over a text once.
func look(text string) (s survey) {
	var w word
	token := 0
	before, last := space, space
	for i := 0; i < len(text); i++ {
		c := text[i]
		cl := classes[c]
		if cl.letter() {
			if cl == accented && i+1 < len(text) {
				i++
				c = accentless[text[i]&0x3F]
			}
			if last >= digit {
				s.meet(before, last)
			} else if last == lower && cl == upper {
				s.camel++
			}
			s.unlikely += int(strangers[w.last] >> (c & 31) & 1)
			w.last = c & 31
			w.three = w.three<<5&0x7FFF | int(c&31)
			w.forth += int(letterCosts[w.three])
			w.back += int(letterCosts[turnedKey(w.three)])
			w.stem, w.key, w.seen = w.key, letterKey(w.key, c), w.seen|1<<w.last
			w.turned |= uint64(w.last) << (5 * w.letters)
			w.letters++
			before, last = last, cl
			continue
		}
		if w.letters > 0 {
			s.close(&w, i)
		}
		switch cl {
		case space:
			s.run(text[token:i])
			token = i + 1
		case within:
			continue
		default:
			s.sign(text[i:], before, last)
		}
		before, last = last, cl
	}
	s.close(&w, len(text))
	s.run(text[token:])
	return s
}

// run notes a run without blanks; one that is a long word which people write, with its marks and accents, is no code.
func (s *survey) run(of string) {
	size := len(of)
	if size < minWord {
		return
	}
	switch of[size-1] {
	case ',', '.', '?', '!', ';', ':', ')':
		size--
	}
	if size > s.usual+4 {
		s.longest = max(s.longest, size)
	}
}

// sign notes what is no letter, at the beginning of rest.
func (s *survey) sign(rest string, before, last class) {
	switch c := rest[0]; classes[c] {
	case other:
		s.apart(rest, last)
	case digit:
		s.digits++
		s.leet = s.leet || last.letter() || last == symbol && before.letter()
		s.percent = s.percent || last == percent || last == join
		s.escape = s.escape || last == backslash
	case dot, dash:
		s.marks++
	case symbol:
		s.apart(rest, last)
		s.leet = s.leet || last.letter() && (c == '$' || c == '@')
	case join:
		s.apart(rest, last)
		s.entity = s.entity || last == ampersand && c == '#'
	case score:
		s.under = s.under || last.letter()
	case foreign:
		s.foreign++
		s.beyond(rest)
	}
}

// meet notes a letter after something that is none.
func (s *survey) meet(before, last class) {
	if before.letter() && last != digit {
		s.starred++
	}
	switch {
	case last == digit, last == symbol:
		s.leet = true
		s.mixed++
	case last == percent:
		s.percent = true
	case last == ampersand:
		s.entity = true
	case last == backslash:
		s.escape = true
	case last.joins() && (before.letter() || before.joins()):
		s.joints++
	}
}

// apart notes a sign that ROT47 makes of a letter, within a word of such.
func (s *survey) apart(rest string, last class) {
	if farSigns[rest[0]] && last != space && len(rest) > 1 && farther(rest[1]) && rest[1] != rest[0] {
		s.far++
	}
}

func looksLatin(c rune) bool {
	letter, _ := lookalike(c)
	return letter != 0
}

// beyond notes a character beyond Latin-1, or a sign of it that may be a letter.
func (s *survey) beyond(rest string) {
	c, _ := utf8.DecodeRuneInString(rest)
	switch {
	case c < 0xC0:
		s.high = s.high || scriptOf(c) == money && c != 0xA9 && c != 0xAE || c == 0xB5
	case c < 0x2010:
		s.high = true
		if c < 0x2B0 && uprightOf[c] != 0 {
			s.turned++
		}
	case c < 0x2E80: // punctuation, signs and symbols; of the money the euro is everybody's
		s.high = s.high || c != 0x20AC && looksLatin(c)
		s.emoji = s.emoji || c >= 0x2600
	case c < 0x1F100:
		s.high = true
	case c < 0x1F200, c >= 0x1F4A0 && c < 0x1F520:
		s.emoji = true
	}
}

// scrap notes a word that nobody writes, which ends at at.
func (s *survey) scrap(w *word, at int) {
	s.unknownWords++
	if w.rows.torn += scrapWorth; w.rows.torn > s.splitScore {
		s.splitScore, s.splitAt = w.rows.torn, at
	}
	if w.letters >= 4 && w.letters <= maxKey && familiar(w.turned) {
		s.mirrored++
	}
	if w.letters >= minRough {
		s.longUnknown++
	}
	if w.letters < 4 {
		return
	}
	if w.three&0x3FF == 'a'&31<<5|'y'&31 {
		s.pigLatin++
	}
	if w.doubles() {
		s.doubledVowels++
	}
}

// close notes a word that ends at at, if there is one, and begins the next.
func (s *survey) close(w *word, at int) {
	letters, key, stem := w.letters, w.key, w.stem
	if letters == 0 {
		return
	}
	vowel := w.seen&vowels != 0
	plural := w.last == 's'&31
	f := lexicon.flags(sealed(key, letters))
	if letters >= minRough-1 && f&wordKnown == 0 {
		s.order(w)
	}
	if f == 0 && letters > 1 && (letters < 3 || !familiar(sealed(key, letters))) {
		s.scrap(w, at)
	} else if letters > 1 && w.rows.torn > 0 {
		w.rows.torn--
	}
	*w = word{rows: w.rows}
	s.row(&w.rows, letters)
	if letters == 1 {
		return
	}
	s.words++
	if letters > 2 && !vowel {
		s.odd++
	}
	s.usual = 0
	if letters >= minGlued {
		if f != 0 || letters < maxPiece && (familiar(sealed(key, letters)) || plural && familiar(sealed(stem, letters-1))) {
			s.usual = letters
		} else {
			s.glued = true
		}
	}
	if f != 0 {
		s.known += int(f & wordKnown)
		s.reversed += int(f & wordReversed / wordReversed)
		s.shifted += int(f & wordShifted / wordShifted)
		s.cues += int(f & wordCue / wordCue)
	}
}
