package attack

import (
	"slices"
	"unicode"
	"unicode/utf8"

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
	// Marks tells which punctuation stands after it, 0 for none.
	Marks uint32
	// Asks: it stands in a question.
	Asks bool
	// Slot is where the reader remembers the word, or -1, and Stamp tells it there from every other; 0 is of none.
	Slot  int32
	Stamp uint32
	// Foreign: it has letters that no word of Latin letters has. All such words look alike but for their classes.
	Foreign bool
	// past: it ends in an accented é or ó, as "olvidé" does and the imperative "olvide" does not.
	past bool
}

// StopGap is how many positions a stop, or more than one of them, adds between two words.
const StopGap = 4

// Foreign stands in Reader.Folded for a letter that no word of the lexicon has.
const Foreign = '?'

const (
	commaGap = 2
	// maxWord bounds what is folded of one word; no word of the lexicon is longer.
	maxWord = 40
	// maxShort is the most letters of a short spelling.
	maxShort = 10
	// maxGlued bounds how many long words of a text are taken apart.
	maxGlued = 4
)

// tokenize splits text into words with their lexical classes.
func (s *Reader) tokenize(text string) {
	s.Tokens, s.Folded, s.Seen, s.live.scripted = s.Tokens[:0], slices.Grow(s.Folded[:0], len(text)), Class{}, false
	w := writer{s: s, text: text, opens: true, pos: -1}
	for i := 0; i < len(text); {
		c := text[i]
		if asciiLetter[c] != 0 {
			i = w.letters(text, i)
			continue
		}
		if c < utf8.RuneSelf {
			if c != '\'' { // don't is one word
				w.close(i)
				w.separate(rune(c))
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			w.add(i, r)
		case unicode.IsMark(r):
			w.open(i)
			w.last = r
		case r != 0x2019:
			w.close(i)
			w.separate(r)
		}
		i += size
	}
	w.close(len(text))
}

// asciiLetter gives a letter in lower case or a digit, or 0 for what is in no word, and for all that is no ASCII.
var asciiLetter = func() (t [256]byte) {
	for c := range byte(utf8.RuneSelf) {
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
	s       *Reader
	text    string
	start   int
	from    int
	inWord  bool
	foreign bool // the word has letters outside Latin
	opens   bool
	gap     int32
	pos     int32
	glued   int
	clause  int  // the first token of the sentence
	line    int  // and of the line, within the sentence
	torn    bool // a short line has ended and may go on in the next
	last    rune
	folded  byte
	repeat  int
	key     key
}

// add takes a letter or digit of a word that is no ASCII.
func (w *writer) add(i int, r rune) {
	w.open(i)
	w.last = r
	f := foldRune(r)
	if f >= utf8.RuneSelf {
		f, w.foreign = Foreign, true
	}
	w.letter(byte(f))
}

func (w *writer) open(i int) {
	if !w.inWord {
		if w.torn {
			w.joinLine(i)
		}
		w.inWord, w.foreign, w.start, w.from, w.folded, w.repeat, w.key = true, false, i, len(w.s.Folded), 0, 0, key{}
	}
}

// letters takes the letters and digits of ASCII from i on, and returns where they end.
func (w *writer) letters(text string, i int) int {
	w.open(i)
	for ; i < len(text); i++ {
		f := asciiLetter[text[i]]
		if f == 0 {
			break
		}
		n := len(w.s.Folded) - w.from
		if f == w.folded || n >= maxKept {
			w.letter(f)
			continue
		}
		w.folded, w.repeat = f, 1
		if n < 8 {
			w.key.first |= uint64(f) << (8 * n)
		} else {
			w.key.second |= uint64(f) << (8 * (n - 8))
		}
		w.s.Folded = append(w.s.Folded, f)
	}
	w.last = rune(text[i-1])
	return i
}

// letter takes a letter of a word, folded.
func (w *writer) letter(f byte) {
	if len(w.s.Folded)-w.from >= maxWord {
		return
	}
	if f != w.folded {
		w.folded, w.repeat = f, 0
	}
	w.repeat++
	switch {
	case w.repeat == 3 && (f < '0' || f > '9'): // "ignoraaa": three of a letter are one
		w.unput()
	case w.repeat < 3 || f >= '0' && f <= '9':
		w.put(f)
	}
}

// put appends a letter to the word.
func (w *writer) put(f byte) {
	switch n := len(w.s.Folded) - w.from; {
	case n < 8:
		w.key.first |= uint64(f) << (8 * n)
	case n < maxKept:
		w.key.second |= uint64(f) << (8 * (n - 8))
	}
	w.s.Folded = append(w.s.Folded, f)
}

// unput takes the last letter of the word back.
func (w *writer) unput() {
	w.s.Folded = w.s.Folded[:len(w.s.Folded)-1]
	switch n := len(w.s.Folded) - w.from; {
	case n < 8:
		w.key.first &^= 0xFF << (8 * n)
	case n < maxKept:
		w.key.second &^= 0xFF << (8 * (n - 8))
	}
}

func (w *writer) close(end int) {
	if !w.inWord {
		return
	}
	w.inWord = false
	w.pos += 1 + w.gap
	if w.foreign && w.otherScript(end) {
		w.opens, w.gap = false, 0
		return
	}
	w.key.past = w.past()
	word := w.s.Folded[w.from:]
	m, slot := w.s.meaningOf(word, w.key)
	if !m.ok && len(word) >= minGlued && w.glued < maxGlued {
		w.glued++
		if !m.whole && w.takeApart(end) {
			w.opens, w.gap = false, 0
			return
		}
		m.whole = true
	}
	t := w.next(end)
	t.From, t.To = int32(w.from), int32(len(w.s.Folded))
	t.Class, t.Hash, t.Slot, t.Stamp = m.class, m.hash, int32(slot), m.stamp
	w.s.Seen = w.s.Seen.or(m.class)
	w.opens, w.gap = false, 0
}

// marksPrime tells rows of marks apart.
const marksPrime = 16777619

// next begins a token of the open word.
func (w *writer) next(end int) *Token {
	n := len(w.s.Tokens)
	w.s.Tokens = slices.Grow(w.s.Tokens, 1)[:n+1]
	t := &w.s.Tokens[n]
	t.Start, t.End, t.Pos, t.Opens, t.Marks, t.Asks = int32(w.start), int32(end), w.pos, w.opens, 0, false
	t.Foreign, t.past = w.foreign, w.key.past
	return t
}

var imperative, preterite = classOf("IMPER"), classOf("PRETER")

// past reports whether the word ends as a verb of the past does.
func (w *writer) past() bool {
	return w.last == 'é' || w.last == 'ó' || w.last == 'É' || w.last == 'Ó'
}

// inPast is what a class is for a word that ends so.
func inPast(c Class) Class { return c.without(imperative).or(preterite) }

func (w *writer) separate(r rune) {
	if n := len(w.s.Tokens); n > 0 && r > ' ' {
		t := &w.s.Tokens[n-1]
		t.Marks = t.Marks*marksPrime + uint32(r)
	}
	switch r {
	case ' ', '\t', '\r', '_', '/', '*', '"':
	case '\n':
		w.endLine()
	case '.', '!', '?', ';', '¿', '¡', '。', '।', '؟', '؛':
		w.stop(r == '?' || r == '؟')
	case ',', ':', '(', ')', '-', '、', '،':
		w.opens, w.gap = true, max(w.gap, commaGap)
	default:
		w.opens = true
	}
}

// foldRune is the fold of the language package, with small capitals, which no normal form resolves, and the letters of further languages.
func foldRune(r rune) rune {
	if r >= 0x250 {
		if f, ok := smallCapitals[r]; ok {
			return f
		}
	}
	if f := foldFurther(r); f != 0 {
		return f
	}
	return language.Fold(r)
}

var smallCapitals = map[rune]rune{
	'ᴀ': 'a', 'ʙ': 'b', 'ᴄ': 'c', 'ᴅ': 'd', 'ᴇ': 'e', 'ꜰ': 'f', 'ɢ': 'g', 'ʜ': 'h', 'ɪ': 'i', 'ᴊ': 'j', 'ᴋ': 'k',
	'ʟ': 'l', 'ᴍ': 'm', 'ɴ': 'n', 'ᴏ': 'o', 'ᴘ': 'p', 'ʀ': 'r', 'ꜱ': 's', 'ᴛ': 't', 'ᴜ': 'u', 'ᴠ': 'v', 'ᴡ': 'w',
	'ʏ': 'y', 'ᴢ': 'z',
}

// shortLine is the most words of a line that may go on in the next.
const shortLine = 4

// endLine closes the sentence, but for a line of few words: one of one word goes on, and another where joinLine says so.
func (w *writer) endLine() {
	switch n := len(w.s.Tokens) - w.line; {
	case n == 1:
		w.opens, w.line = true, len(w.s.Tokens)
	case n == 0 || n > shortLine || w.torn: // or a blank line
		w.stop(false)
	default:
		w.torn = true
	}
}

// joinLine closes the sentence unless the line that begins at i does so with a small letter, or is in capitals.
func (w *writer) joinLine(i int) {
	first, second := w.text[i], w.text[min(i+1, len(w.text)-1)]
	if small := 'a' <= first && first <= 'z'; !small && (first < 'A' || first > 'Z' || second < 'A' || second > 'Z') {
		w.stop(false)
		return
	}
	w.opens, w.torn, w.line = true, false, len(w.s.Tokens)
}

// stop closes a sentence.
func (w *writer) stop(asks bool) {
	w.opens, w.torn, w.gap = true, false, max(w.gap, StopGap)
	for i := w.clause; asks && i < len(w.s.Tokens); i++ {
		w.s.Tokens[i].Asks = true
	}
	w.clause, w.line = len(w.s.Tokens), len(w.s.Tokens)
}

// Letters is the hash of a word's letters, as a Token has it.
func Letters(w string) uint64 { return letters([]byte(w)) }
