package guard

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/recado/recado/pkg/guard/view"
	"github.com/recado/recado/pkg/language"
)

// seenLetter is a letter of the text, or a run of equal ones.
type seenLetter struct {
	start        int32
	starts, ends bool
}

func (l *seenLetter) single() bool { return l.starts && l.ends }

// letterRing holds the latest letters, more than the longest phrase has.
type letterRing struct {
	seen  [128]seenLetter
	count int
}

func (r *letterRing) push(s *letterScan) {
	r.seen[r.count%len(r.seen)] = seenLetter{start: int32(s.start), starts: s.starts, ends: s.ends}
	r.count++
}

// last returns the latest letter but n.
func (r *letterRing) last(n int) *seenLetter { return &r.seen[(r.count-1-n)%len(r.seen)] }

// letterScan reads a text letter by letter, folded; a run of one letter is one, whatever its case, and so are equal letters
// that stand alone.
type letterScan struct {
	text         string
	letter       rune
	start, end   int  // bytes of the letter, or of the run
	starts, ends bool // of a word
	at           int
	inWord       bool
}

// next goes on to the next letter or digit, and is false at the end.
func (s *letterScan) next() bool {
	alone := s.starts && s.ends // the letter before
	before := s.letter
	for s.at < len(s.text) {
		from := s.at
		letter, kind := s.read()
		if kind == silent {
			continue
		}
		if kind == apart {
			s.inWord = false
			continue
		}
		s.starts, s.inWord, s.start, s.letter = !s.inWord, true, from, letter
		s.run()
		if alone && s.single() && letter == before && !isNumber(letter) {
			continue
		}
		return true
	}
	return false
}

func (s *letterScan) single() bool { return s.starts && s.ends }

// run takes the rest of a run of equal letters, and sees whether the word ends there.
func (s *letterScan) run() {
	s.end = s.at
	for s.at < len(s.text) {
		if c := s.text[s.at]; c < utf8.RuneSelf { // most texts: no need to read it twice
			if letter := rune(asciiLetters[c]); letter != s.letter && letter != hush || isNumber(letter) {
				s.ends = letter == 0
				return
			}
		}
		from := s.at
		letter, kind := s.read()
		switch {
		case kind == silent:
		case kind == spoken && letter == s.letter && !isNumber(letter):
			s.end = s.at
		default:
			s.at, s.ends = from, kind != spoken
			return
		}
	}
	s.ends = true
}

func isNumber(letter rune) bool { return letter >= '0' && letter <= '9' }

type letterKind uint8

const (
	apart  letterKind = iota // between words
	spoken                   // a letter or digit
	silent                   // no width: part of the word around it
)

// hush marks the ASCII characters without width in asciiLetters.
const hush = 1

// asciiLetters folds ASCII: a letter or digit, 0 between words.
var asciiLetters = func() (t [utf8.RuneSelf]byte) {
	for c := range byte(utf8.RuneSelf) {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			t[c] = c
		case c >= 'A' && c <= 'Z':
			t[c] = c + 'a' - 'A'
		case view.Invisible(rune(c)):
			t[c] = hush
		}
	}
	return t
}()

// read takes one character and folds it.
func (s *letterScan) read() (rune, letterKind) {
	if c := s.text[s.at]; c < utf8.RuneSelf {
		s.at++
		switch letter := asciiLetters[c]; letter {
		case 0:
			return 0, apart
		case hush:
			return 0, silent
		default:
			return rune(letter), spoken
		}
	}
	r, size := utf8.DecodeRuneInString(s.text[s.at:])
	from := s.at
	s.at += size
	if view.Invisible(r) || unicode.Is(unicode.Mn, r) {
		return 0, silent
	}
	folded := language.Fold(r)
	if folded >= utf8.RuneSelf {
		if d := norm.NFKD.PropertiesString(s.text[from:]).Decomposition(); d != nil {
			folded, _ = utf8.DecodeRune(d)
			folded = language.Fold(folded)
		}
	}
	if unicode.IsLetter(folded) || unicode.IsDigit(folded) {
		return folded, spoken
	}
	return 0, apart
}
