package language

import (
	"math/bits"
	"strings"

	"github.com/recado/recado/pkg/language/lex"
)

// Token is token i, and an empty one outside the text. It and the methods below copy nothing: readers ask a few hundred times a message.
func (t *Text) Token(i int) *Token {
	if uint(i) < uint(len(t.Tokens)) { // what is below 0 is above every length
		return &t.Tokens[i]
	}
	return &noToken
}

// noToken stands outside the text.
var noToken = Token{Value: -1}

// At is the normal form of token i, and "" outside the text.
func (t *Text) At(i int) string { return t.Token(i).Norm }

// Class is the class of token i.
func (t *Text) Class(i int) lex.Class { return t.Token(i).Lex.Class }

// Digits is the value of token i when it is written in digits, and -1 when not.
func (t *Text) Digits(i int) int { return t.Token(i).Value }

// In reports whether token i stands in one of the lists.
func (t *Text) In(i int, any lex.Lists) bool { return t.Token(i).Lex.Lists&any != 0 }

// Run reports whether the words stand one after the other from token i.
func (t *Text) Run(i int, words ...string) bool {
	for k, w := range words {
		if t.Token(i+k).Norm != w {
			return false
		}
	}
	return true
}

// Is reports whether token i is word, or one of others: most ask for one, which costs a comparison then.
func (t *Text) Is(i int, word string, others ...string) bool {
	got := t.Token(i).Norm
	if got == word {
		return true
	}
	for _, w := range others {
		if len(w) == len(got) && w[0] == got[0] && w == got {
			return true
		}
	}
	return false
}

// Highest is the last of some kinds that token i is of, or 0.
func (t *Text) Highest(i int, among lex.Kinds) lex.Kinds {
	found := t.Token(i).known().kinds & among
	if found == 0 {
		return 0
	}
	return 1 << (bits.Len64(uint64(found)) - 1)
}

// Of reports whether token i is of one of the kinds.
func (t *Text) Of(i int, any lex.Kinds) bool { return t.Token(i).known().kinds&any != 0 }

// Spoken returns the languages that have token i as a word of their own, as in wordLangs.
func (t *Text) Spoken(i int) uint8 { return t.Token(i).known().langs }

// Capital reports whether the customer wrote token i with a capital letter.
func (t *Text) Capital(i int) bool {
	if i < 0 || i >= len(t.Tokens) || t.Tokens[i].Kind != Word {
		return false
	}
	return StartsUpper(t.Raw[t.Tokens[i].Start:])
}

// NewLine reports whether token i begins a line.
func (t *Text) NewLine(i int) bool {
	if i <= 0 || i >= len(t.Tokens) {
		return false
	}
	return strings.IndexByte(t.Raw[t.Tokens[i-1].End:t.Tokens[i].Start], '\n') >= 0
}

// Asks reports whether the message is a question.
func (t *Text) Asks() bool {
	for i := range t.Tokens {
		if t.Is(i, "?", "¿") {
			return true
		}
	}
	return false
}

// Glued reports whether token i touches the one before.
func (t *Text) Glued(i int) bool {
	return i > 0 && i < len(t.Tokens) && t.Tokens[i].Glued
}
