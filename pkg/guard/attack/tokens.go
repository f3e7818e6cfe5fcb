package attack

import (
	"unicode"

	"github.com/recado/recado/pkg/language"
)

// Token is one word of a view.
type Token struct {
	Start, End int32 // bytes of the view
	From, To   int32 // bytes of Reader.Folded
	// Pos counts words, and more over a stop: a frame's gap is a difference of positions.
	Pos   int32
	Class Class
	// Hash of the letters, or of those of the known word that this one sounds like.
	Hash uint64
	// Opens a clause: the first word, or the first after punctuation.
	Opens bool
	// Asks: it stands in a question.
	Asks bool
	// past: it ends in an accented é or ó, as "olvidé" does and the imperative "olvide" does not.
	past bool
}

// StopGap is how many positions a stop, or more than one of them, adds between two words.
const StopGap = 4

const (
	commaGap = 2
	// longestWord bounds what is folded of one word; no word of the lexicon is longer.
	longestWord = 40
	// longestShort is the most letters of a short spelling.
	longestShort = 10
	// mostGlued bounds how many long words of a text are taken apart.
	mostGlued = 4
)

// tokenize splits text into words with their lexical classes.
func (s *Reader) tokenize(text string) {
	s.Tokens, s.Folded, s.Seen = s.Tokens[:0], s.Folded[:0], Class{}
	w := writer{s: s, opens: true, pos: -1}
	for i, r := range text {
		switch {
		case r < 0x80 && asciiLetter[r] != 0:
			w.letter(i, r, rune(asciiLetter[r]))
		case r >= 0x80 && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)):
			w.add(i, r)
		case r == '\'' || r == 0x2019: // don't is one word
		default:
			w.close(i)
			w.separate(r)
		}
	}
	w.close(len(text))
	w.end(false)
}

// asciiLetter gives a letter in lower case or a digit, or 0 for what is in no word.
var asciiLetter = func() (t [0x80]byte) {
	for c := range byte(len(t)) {
		switch {
		case c >= '0' && c <= '9' || c >= 'a' && c <= 'z':
			t[c] = c
		case c >= 'A' && c <= 'Z':
			t[c] = c + 'a' - 'A'
		}
	}
	return t
}()

// writer builds tokens from runes.
type writer struct {
	s      *Reader
	start  int
	from   int
	inWord bool
	opens  bool
	gap    int32
	pos    int32
	glued  int
	clause int // the first token of the sentence
	last   rune
	folded rune
	repeat int
}

// add takes a rune of a word that is no ASCII.
func (w *writer) add(i int, r rune) {
	if r >= 0x300 && unicode.IsMark(r) {
		w.open(i, r)
		return
	}
	f := foldRune(r)
	if f >= 0x80 {
		f = '?' // no word of the lexicon has it
	}
	w.letter(i, r, f)
}

func (w *writer) open(i int, r rune) {
	if !w.inWord {
		w.inWord, w.start, w.from, w.folded, w.repeat = true, i, len(w.s.Folded), 0, 0
	}
	w.last = r
}

// letter takes the rune r of a word, which is f when it is folded.
func (w *writer) letter(i int, r, f rune) {
	w.open(i, r)
	if len(w.s.Folded)-w.from >= longestWord {
		return
	}
	if f != w.folded {
		w.folded, w.repeat = f, 0
	}
	w.repeat++
	switch {
	case w.repeat == 3 && (f < '0' || f > '9'): // "ignoraaa": three of a letter are one
		w.s.Folded = w.s.Folded[:len(w.s.Folded)-1]
	case w.repeat < 3 || f >= '0' && f <= '9':
		w.s.Folded = append(w.s.Folded, byte(f))
	}
}

func (w *writer) close(end int) {
	if !w.inWord {
		return
	}
	w.inWord = false
	w.pos += 1 + w.gap
	word := w.s.Folded[w.from:]
	m := w.s.meaningOf(w.from)
	if !m.ok && len(word) >= shortestGlued && w.glued < mostGlued {
		w.glued++
		if w.takeApart(end) {
			w.opens, w.gap = false, 0
			return
		}
	}
	w.put(Token{Start: int32(w.start), End: int32(end), From: int32(w.from), To: int32(len(w.s.Folded)), Class: m.class, Hash: m.hash})
	w.opens, w.gap = false, 0
}

var imperative, preterite = classOf("IMPER"), classOf("PRETER")

func (w *writer) put(t Token) {
	t.Pos, t.Opens = w.pos, w.opens
	if t.past = w.last == 'é' || w.last == 'ó' || w.last == 'É' || w.last == 'Ó'; t.past {
		t.Class = t.Class.without(imperative).or(preterite)
	}
	w.s.Seen = w.s.Seen.or(t.Class)
	w.s.Tokens = append(w.s.Tokens, t)
}

func (w *writer) separate(r rune) {
	switch r {
	case ' ', '\t', '\r', '_', '/', '*', '"':
	case '.', '!', '?', '\n', ';', '¿', '¡':
		w.opens, w.gap = true, max(w.gap, StopGap)
		w.end(r == '?')
	case ',', ':', '(', ')', '-':
		w.opens, w.gap = true, max(w.gap, commaGap)
	default:
		w.opens = true
	}
}

// foldRune is the fold of the language package, with small capitals, which no normal form resolves.
func foldRune(r rune) rune {
	if r >= 0x250 {
		if f, ok := smallCapitals[r]; ok {
			return f
		}
	}
	return language.Fold(r)
}

var smallCapitals = map[rune]rune{
	'ᴀ': 'a', 'ʙ': 'b', 'ᴄ': 'c', 'ᴅ': 'd', 'ᴇ': 'e', 'ꜰ': 'f', 'ɢ': 'g', 'ʜ': 'h', 'ɪ': 'i', 'ᴊ': 'j', 'ᴋ': 'k',
	'ʟ': 'l', 'ᴍ': 'm', 'ɴ': 'n', 'ᴏ': 'o', 'ᴘ': 'p', 'ʀ': 'r', 'ꜱ': 's', 'ᴛ': 't', 'ᴜ': 'u', 'ᴠ': 'v', 'ᴡ': 'w',
	'ʏ': 'y', 'ᴢ': 'z',
}

// end closes a sentence.
func (w *writer) end(asks bool) {
	for i := w.clause; asks && i < len(w.s.Tokens); i++ {
		w.s.Tokens[i].Asks = true
	}
	w.clause = len(w.s.Tokens)
}

// Letters is the hash of a word's letters, as a Token has it.
func Letters(w string) uint64 { return letters([]byte(w)) }
