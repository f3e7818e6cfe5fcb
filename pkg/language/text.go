package language

import (
	"unicode"
	"unicode/utf8"

	"github.com/recado/recado/pkg/language/lex"
)

// Longer texts are read up to these limits: what a customer wants stands in the first lines, and time stays bounded.
const (
	maxBytes  = 8 << 10
	MaxTokens = 1024
)

// Kind says what a token is made of.
type Kind uint8

// The kinds of token.
const (
	Word   Kind = iota + 1 // letters
	Number                 // digits
	Mark                   // one punctuation mark or symbol
)

// Token is a word, a run of digits or a mark.
type Token struct {
	// Norm is lower case without accents, with repeats collapsed, abbreviations written out and slips of the keyboard set right; "ñ" is "n".
	Norm string
	// Said is Norm before abbreviations and slips of the keyboard are set right; it is empty for what is no word.
	Said string
	// Start and End are byte offsets in the original text, end excluded.
	Start, End int
	// Value is the number that digits write, and -1 for everything else.
	Value int
	Kind  Kind
	// Glued means that nothing stands between this token and the one before.
	Glued bool

	word uint32 // its number among the words that are known, 0 where it is none of them
	Lex  lex.Lexeme
}

// Text is a message as tokens. The zero value is an empty message.
type Text struct {
	Raw    string
	Tokens []Token
}

// Read splits a message into tokens. It never fails: bytes that are not UTF-8 are skipped, and a very long text is read up to a limit.
func Read(raw string) Text { return read(raw, false, nil) }

// ReadInto is Read that takes room, which it overwrites, for the tokens as long as they fit.
func ReadInto(raw string, room []Token) Text { return read(raw, false, room) }

// ReadAsWritten is Read without setting right the slips of the keyboard.
func ReadAsWritten(raw string) Text { return read(raw, true, nil) }

func read(raw string, asWritten bool, room []Token) Text {
	r := readers.Get().(*reader)
	r.src, r.asWritten = Bounded(raw), asWritten
	r.tokens = room[:0]
	if room == nil {
		r.tokens = make([]Token, 0, len(r.src)/5+4)
	}
	for i := 0; i < len(r.src) && len(r.tokens) < MaxTokens; {
		i = r.next(i)
	}
	r.settle()
	t := Text{Raw: raw, Tokens: r.tokens}
	*r = reader{norm: r.norm[:0]}
	readers.Put(r)
	return t
}

// Original returns what the customer wrote in tokens from to to, end excluded.
func (t Text) Original(from, to int) string {
	if from < 0 || to > len(t.Tokens) || from >= to {
		return ""
	}
	return t.Raw[t.Tokens[from].Start:t.Tokens[to-1].End]
}

// Words counts the tokens that are words or numbers.
func (t Text) Words() int {
	n := 0
	for i := range t.Tokens {
		if t.Tokens[i].Kind != Mark {
			n++
		}
	}
	return n
}

// Bounded is a text up to the limit, less the letter that it would cut.
func Bounded(s string) string {
	if len(s) <= maxBytes {
		return s
	}
	end := maxBytes
	for cut := end; cut > end-utf8.UTFMax; cut-- {
		if utf8.RuneStart(s[cut]) {
			return s[:cut]
		}
	}
	return s[:end]
}

// StartsUpper reports whether s begins with a capital letter.
func StartsUpper(s string) bool {
	c, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(c)
}
