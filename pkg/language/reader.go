package language

import (
	"unicode"
	"unicode/utf8"
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

// next reads the token at byte i, if any, and returns where the one after begins.
func (r *reader) next(i int) int {
	c, size := utf8.DecodeRuneInString(r.src[i:])
	switch {
	case c == utf8.RuneError && size <= 1, unicode.IsSpace(c), unicode.IsControl(c), ignorable(c):
		return i + max(size, 1)
	case isDigit(c):
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
		case c >= 'A' && c <= 'Z', isDigit(rune(c)), c == '_', c == ' ':
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
	for i < len(r.src) && isDigit(rune(r.src[i])) {
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
	r.add(Token{Kind: Word, Start: start, End: i, Value: from, lex: lexeme{n: int32(len(r.norm))}})
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

// settle gives each word its normal form and its meaning, once the shared buffer is complete.
func (r *reader) settle() {
	norm := string(r.norm)
	corrections := 0
	for i := range r.tokens {
		t := &r.tokens[i]
		if t.Kind != Word {
			continue
		}
		w := norm[t.Value:t.lex.n]
		t.Value = -1
		t.Said = w
		if long, ok := abbreviations[w]; ok && !r.besideDigits(i) {
			w = long
		} else if corrections < maxCorrections && !r.asWritten {
			if meant, ok := vocabulary.Correct(w); ok {
				w = meant
				corrections++
			}
		}
		t.Norm, t.lex = w, lexicon[w]
	}
}

func (r *reader) besideDigits(i int) bool {
	if r.tokens[i].Glued && r.tokens[i-1].Kind == Number {
		return true
	}
	return i+1 < len(r.tokens) && r.tokens[i+1].Glued && r.tokens[i+1].Kind == Number
}

func isDigit(c rune) bool { return c >= '0' && c <= '9' }

func apostrophe(c rune) bool { return c == '\'' || c == '’' || c == '´' || c == '`' }

func letterAt(s string, i int) bool {
	c, _ := utf8.DecodeRuneInString(s[min(i, len(s)):])
	return unicode.IsLetter(c)
}
