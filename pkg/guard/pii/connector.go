package pii

// article skips what may stand between an is and the value: a colon, el, the.
func (f *Finder) article(i int) int {
	i, _ = f.connector(i)
	for _, word := range [...]string{"la palabra ", "la frase ", "los numeros ", "los n\u00fameros ", "the numbers ", "supposed to be ", "the word ", "a palavra ", "el numero ", "el n\u00famero ", "el ", "la ", "the ", "este ", "esta ", "este: ", "lo siguiente: ", "siendo ", "still ", "antes ", "o ", "a "} {
		if f.follows(i, word) {
			i, _ = f.connector(i + len(word))
			break
		}
	}
	return i
}

// connector skips blanks, quotes and a colon, an equals sign or an arrow; it reports one of those.
func (f *Finder) connector(i int) (next int, colon bool) {
	for range 6 {
		switch c := f.at(i); c {
		case ' ', '\t', '"', '\'', '`', '(':
		case '*':
			if f.keyed(i) {
				return i, colon
			}
		case ':', '=', '>':
			colon = true
		case '.':
			if f.at(i+1) != ':' {
				return i, colon // Pwd.:
			}
		case '-':
			if f.at(i+1) != '>' && f.at(i+1) != ' ' {
				return i, colon
			}
		case 0xF0: // an emoji, which may be a hand that points to the value
			r, size := f.rune(i)
			colon = colon || r == '\U0001F449'
			i += size - 1
		case '\n':
			if !colon {
				return i, colon
			}
		case 0xE2, 0xC2:
			size := f.quote(i)
			if size == 0 {
				return i, colon
			}
			colon = colon || f.exactly(i, "\u2192")
			i += size - 1
		default:
			return i, colon
		}
		i++
	}
	return i, colon
}

// keyed reports a star or a hash at i that is a key to press before digits: *3020, and no *3020*.
func (f *Finder) keyed(i int) bool {
	end := i + 1
	for end-i < 10 && isDigit(f.at(end)) {
		end++
	}
	return end > i+3 && f.at(end) != '*' && (i == 0 || f.text[i-1] != '*')
}

// quote returns the length of a typographic quote or arrow at i.
func (f *Finder) quote(i int) int {
	r, size := f.rune(i)
	switch r {
	case '«', '»', '“', '”', '‘', '’', '→':
		return size
	}
	return 0
}
