package language

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/recado/recado/pkg/language/lex"
)

// reader builds the tokens of one text; the normal forms of all words share one buffer.
type reader struct {
	src    string
	norm   []byte
	tokens []Token
	last   int // where the last token ended in src
	prev   rune
	run    int // how often prev stood in a row
	// asWritten leaves slips of the keyboard as they are.
	asWritten bool
}

// readers keeps the buffers of texts that have been read, of which each is as long as the longest text at most.
var readers = sync.Pool{New: func() any { return &reader{norm: make([]byte, 0, 512)} }}

// next reads the token at byte i, if any, and returns where the one after begins.
func (r *reader) next(i int) int {
	c, size := rune(r.src[i]), 1
	switch {
	case isASCIILetter(r.src[i]):
		return r.word(i)
	case c == ' ':
		return i + 1
	case c >= utf8.RuneSelf:
		c, size = utf8.DecodeRuneInString(r.src[i:])
	}
	switch {
	case c == utf8.RuneError && size <= 1, unicode.IsSpace(c), unicode.IsControl(c), ignorable(c):
		return i + max(size, 1)
	case IsDigit(c):
		return r.digits(i)
	case unicode.IsLetter(c):
		return r.word(i)
	case c == '[' && maskLen(r.src[i:]) > 0:
		size = maskLen(r.src[i:])
		fallthrough
	default:
		r.add(Token{Kind: Mark, Norm: r.src[i : i+size], Start: i, End: i + size, Value: -1})
		return i + size
	}
}

// maxMask bounds the tokens that stand for personal data.
const maxMask = 32

// maskLen is the length of a token that stands for personal data, such as "[TEL_1]" or "[DATO PROTEGIDO]", at the start of s.
func maskLen(s string) int {
	for i := 1; i < min(len(s), maxMask); i++ {
		switch c := s[i]; {
		case c == ']':
			if i > 1 {
				return i + 1
			}
			return 0
		case c >= 'A' && c <= 'Z', IsDigit(rune(c)), c == '_', c == ' ':
		default:
			return 0
		}
	}
	return 0
}

// maxDigits is the longest run of digits with a value; phone numbers and the like have none.
const maxDigits = 9

func (r *reader) digits(start int) int {
	i, value := start, 0
	for i < len(r.src) && IsDigit(rune(r.src[i])) {
		if i-start < maxDigits {
			value = value*10 + int(r.src[i]-'0')
		}
		i++
	}
	if i-start > maxDigits {
		value = -1
	}
	r.add(Token{Kind: Number, Norm: r.src[start:i], Start: start, End: i, Value: value})
	return i
}

// word folds letters into the shared buffer; an apostrophe between letters is dropped, so "don't" is "dont".
// The span in the buffer waits in Value and lex.n until settle.
func (r *reader) word(start int) int {
	from, i := len(r.norm), start
	r.prev, r.run = 0, 0
	for i < len(r.src) {
		if c := r.src[i]; isASCIILetter(c) {
			if c |= lower; rune(c) == r.prev {
				r.letter(rune(c))
			} else {
				r.prev, r.run = rune(c), 1
				r.norm = append(r.norm, c)
			}
			i++
			continue
		}
		c, size := utf8.DecodeRuneInString(r.src[i:])
		if apostrophe(c) && letterAt(r.src, i+size) {
			i += size
			continue
		}
		if c == utf8.RuneError && size <= 1 || !unicode.IsLetter(c) && !ignorable(c) {
			break
		}
		if !ignorable(c) {
			r.letter(Fold(c))
		}
		i += size
	}
	r.add(Token{Kind: Word, Start: start, End: i, Value: from, Lex: lex.Lexeme{N: int32(len(r.norm))}})
	return i
}

// letter writes one folded letter. A third equal letter takes the second back and is dropped itself
// ("buenooo" is "bueno"), and so is a doubled a, i or u ("holaa"), which none of the languages has.
func (r *reader) letter(f rune) {
	if f != r.prev {
		r.prev, r.run = f, 0
	}
	r.run++
	lone := f == 'a' || f == 'i' || f == 'u'
	switch {
	case r.run == 1, r.run == 2 && !lone:
		r.norm = utf8.AppendRune(r.norm, f)
	case r.run == 3 && !lone:
		r.norm = r.norm[:len(r.norm)-utf8.RuneLen(f)]
	}
}

func (r *reader) add(t Token) {
	t.Glued = len(r.tokens) > 0 && r.last == t.Start
	r.last = t.End
	r.tokens = append(r.tokens, t)
}

// settle gives each word its normal form and its meaning, once the shared buffer is complete. Most words are known, so that only
// those which are not need the buffer's letters kept.
func (r *reader) settle() {
	var kept string
	corrections := 0
	for i := range r.tokens {
		t := &r.tokens[i]
		if t.Kind != Word {
			continue
		}
		from, to := t.Value, int(t.Lex.N)
		t.word = vocabulary.find(r.norm[from:to])
		of := t.known()
		if t.word == 0 {
			if kept == "" {
				kept = string(r.norm)
			}
			t.Said = kept[from:to]
		} else {
			t.Said = of.text
		}
		if of.meant != 0 && !r.besideDigits(i) {
			t.word = of.meant
		} else if !of.known && corrections < maxCorrections && !r.asWritten {
			if meant := vocabulary.nearest(t.Said); meant != 0 {
				t.word = meant
				corrections++
			}
		}
		of = t.known()
		t.Value, t.Norm, t.Lex = -1, of.text, of.lex
		if t.word == 0 {
			t.Norm = t.Said
		}
	}
}

func (r *reader) besideDigits(i int) bool {
	if r.tokens[i].Glued && r.tokens[i-1].Kind == Number {
		return true
	}
	return i+1 < len(r.tokens) && r.tokens[i+1].Glued && r.tokens[i+1].Kind == Number
}

// lower is the bit that tells a small ASCII letter from a capital.
const lower = 'a' - 'A'

func isASCIILetter(c byte) bool { return c|lower >= 'a' && c|lower <= 'z' }

// IsDigit reports whether c is an ASCII digit.
func IsDigit(c rune) bool { return c >= '0' && c <= '9' }

func apostrophe(c rune) bool { return c == '\'' || c == '’' || c == '´' || c == '`' }

func letterAt(s string, i int) bool {
	c, _ := utf8.DecodeRuneInString(s[min(i, len(s)):])
	return unicode.IsLetter(c)
}
