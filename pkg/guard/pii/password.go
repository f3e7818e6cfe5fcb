package pii

import "strings"

const (
	maxCueLinks = 8
	maxValue    = 128
)

// valueOf reads what follows a word that names a secret: links, an is or a colon, and the value.
func (f *Finder) valueOf(pos, end int, k cue) (got Span) {
	if k == cueMail {
		return f.saidMail(end)
	}
	i, k, sure := f.linksTo(end, k)
	if k == cueCode || i == end {
		return got
	}
	if k == cueToken && (f.follows(i, "bearer ") || f.follows(i, "basic ")) {
		i = f.blanks(f.lettersEnd(i), 2)
	}
	return f.value(pos, i, k, sure)
}

// linksTo reads the words between a name and its value; sure means that an is or a colon stands among them.
func (f *Finder) linksTo(end int, named cue) (i int, k cue, sure bool) {
	i, k = end, named
	for range maxCueLinks {
		if i, sure = f.connector(i); sure {
			return i, k, sure
		}
		to := f.lettersEnd(i)
		if to == i || isDigit(f.at(to)) {
			break
		}
		switch word := f.text[i:to]; {
		case inSet(cueIs, word) && f.at(to) != '@':
			return f.article(to), k, true
		case !inSet(cueLinks, word):
			return i, k, false
		case k == cueCode && (inSet(verifying, word) || inSet(pins, word)):
			k = cueVerified
		}
		i = to
	}
	return i, k, false
}

var pins = setOf("pin nip otp")

// article skips what may stand between an is and the value: a colon, el, the.
func (f *Finder) article(i int) int {
	i, _ = f.connector(i)
	for _, word := range [...]string{"el ", "la ", "the ", "este ", "esta ", "este: ", "lo siguiente: ", "o ", "a "} {
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
		case ' ', '\t', '"', '\'', '`', '*', '(':
		case ':', '=', '>':
			colon = true
		case '-':
			if f.at(i+1) != '>' && f.at(i+1) != ' ' {
				return i, colon
			}
		case '\n':
			if !colon {
				return i, colon
			}
		case 0xE2, 0xC2:
			size := f.quote(i)
			if size == 0 {
				return i, colon
			}
			i += size - 1
		default:
			return i, colon
		}
		i++
	}
	return i, colon
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

// value takes the word at i for the secret if it looks like one; sure means that an is or a colon stands before it.
func (f *Finder) value(pos, i int, k cue, sure bool) (got Span) {
	if k == cuePin || k == cueClave || k == cueVerified || k == cuePassword {
		if end := f.saidPin(i); end > 0 && sure {
			return Span{TypeSecret, i, end}
		}
	}
	end := f.valueEnd(i)
	word := f.text[i:end]
	if len(word) < 3 || strings.HasPrefix(word, "-----") || word[0] == '[' || word[0] == '<' || strings.HasPrefix(word, "\u00bf") || strings.HasPrefix(word, "\u00a1") || !sure && strings.IndexByte(word, '=') >= 0 || word[0] == '$' && len(word) > 1 && word[1] == '{' || strings.Trim(word, "*xX.•-_") == "" {
		return got
	}
	s := shapeOf(word)
	if bare := s.letters == len(word) && sure && f.bareWord(word, end, k, pos); !bare && !s.secret(k, sure) {
		return got
	}
	if end-i == maxValue {
		f.going = base64c
	}
	return Span{TypeSecret, i, end}
}

// saidPin returns the end of four to eight spoken digits at i, or 0.
func (f *Finder) saidPin(i int) int {
	if !f.said(i) {
		return 0
	}
	f.readGroups(i)
	groups := f.nums.groups
	f.nums.groups = f.nums.groups[:0]
	n := 0
	for n < len(groups) && groups[n].said {
		n++
	}
	if n < 2 || groups[n-1].digit+groups[n-1].count < 3 || groups[n-1].digit+groups[n-1].count > 12 {
		return 0
	}
	return groups[n-1].end
}
