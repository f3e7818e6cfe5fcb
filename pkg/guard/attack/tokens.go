package attack

import (
	"unicode"

	"github.com/recado/recado/pkg/language"
)

// token is one word of a view.
type token struct {
	start, end int32 // bytes of the view
	// pos counts words, and more over a stop: a frame's gap is a difference of positions.
	pos   int32
	class class
	// opens a clause: the first word, or the first after punctuation.
	opens bool
	// past: it ends in an accented é or ó, as "olvidé" does and the imperative "olvide" does not.
	past bool
}

const (
	commaGap = 2
	stopGap  = 4
	// longestWord bounds what is folded of one word; no word of the lexicon is longer.
	longestWord = 32
)

// tokenize splits text into words with their lexical classes and returns all classes seen.
func (s *Reader) tokenize(text string) class {
	s.tokens = s.tokens[:0]
	w := words{s: s, opens: true, pos: -1}
	for i, r := range text {
		switch {
		case r < 0x80 && asciiWord[r], r >= 0x80 && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)):
			w.add(i, r)
		case r == '\'' || r == 0x2019: // don't is one word
		default:
			w.close(i)
			w.separate(r)
		}
	}
	w.close(len(text))
	return w.seen
}

var asciiWord = func() (t [0x80]bool) {
	for c := range t {
		t[c] = c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	return t
}()

// words builds tokens from runes.
type words struct {
	s      *Reader
	start  int
	inWord bool
	opens  bool
	gap    int32
	pos    int32
	last   rune
	folded rune
	repeat int
	seen   class
}

func (w *words) add(i int, r rune) {
	if !w.inWord {
		w.inWord, w.start, w.folded, w.repeat = true, i, 0, 0
		w.s.folded = w.s.folded[:0]
	}
	w.last = r
	if r >= 0x300 && unicode.IsMark(r) || len(w.s.folded) >= longestWord {
		return
	}
	f := foldRune(r)
	if f >= 0x80 {
		w.s.folded = append(w.s.folded, '?') // no word of the lexicon has it
		return
	}
	if f != w.folded {
		w.folded, w.repeat = f, 0
	}
	w.repeat++
	switch {
	case w.repeat == 3: // "ignoraaa": three of a letter are one
		w.s.folded = w.s.folded[:len(w.s.folded)-1]
	case w.repeat < 3:
		w.s.folded = append(w.s.folded, byte(f))
	}
}

func (w *words) close(end int) {
	if !w.inWord {
		return
	}
	w.inWord = false
	w.pos += 1 + w.gap
	c := lexicon[string(w.s.folded)]
	w.seen |= c
	w.s.tokens = append(w.s.tokens, token{
		start: int32(w.start), end: int32(end), pos: w.pos, class: c, opens: w.opens,
		past: w.last == 'é' || w.last == 'ó' || w.last == 'É' || w.last == 'Ó',
	})
	w.opens, w.gap = false, 0
}

func (w *words) separate(r rune) {
	switch r {
	case ' ', '\t', '\r', '_', '/', '*', '"':
	case '.', '!', '?', '\n', ';', '¿', '¡':
		w.opens, w.gap = true, max(w.gap, stopGap)
	case ',', ':', '(', ')', '-':
		w.opens, w.gap = true, max(w.gap, commaGap)
	default:
		w.opens = true
	}
}

// foldRune is the fold of the language package, with small capitals, which no normal form resolves.
func foldRune(r rune) rune {
	if f, ok := smallCapitals[r]; r >= 0x250 && ok {
		return f
	}
	return language.Fold(r)
}

var smallCapitals = map[rune]rune{
	'ᴀ': 'a', 'ʙ': 'b', 'ᴄ': 'c', 'ᴅ': 'd', 'ᴇ': 'e', 'ꜰ': 'f', 'ɢ': 'g', 'ʜ': 'h', 'ɪ': 'i', 'ᴊ': 'j', 'ᴋ': 'k',
	'ʟ': 'l', 'ᴍ': 'm', 'ɴ': 'n', 'ᴏ': 'o', 'ᴘ': 'p', 'ʀ': 'r', 'ꜱ': 's', 'ᴛ': 't', 'ᴜ': 'u', 'ᴠ': 'v', 'ᴡ': 'w',
	'ʏ': 'y', 'ᴢ': 'z',
}
