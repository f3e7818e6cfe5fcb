package language

import (
	"math/bits"
	"strings"

	"github.com/recado/recado/pkg/language/lex"
)

func (t *Text) token(i int) *Token {
	if uint(i) < uint(len(t.Tokens)) { // what is below 0 is above every length
		return &t.Tokens[i]
	}
	return &noToken
}

// noToken stands outside the text.
var noToken = Token{Value: -1}

func (t *Text) at(i int) string { return t.token(i).Norm }

func (t *Text) class(i int) lex.Class { return t.token(i).lex.Class }

func (t *Text) digits(i int) int { return t.token(i).Value }

// in tells whether token i stands in one of the lists.
func (t *Text) in(i int, any lex.Lists) bool { return t.token(i).lex.Lists&any != 0 }

// run tells whether the words stand one after the other from token i.
func (t *Text) run(i int, words ...string) bool {
	for k, w := range words {
		if t.token(i+k).Norm != w {
			return false
		}
	}
	return true
}

// is tells whether token i is word, or one of others: most ask for one, which costs a comparison then.
func (t *Text) is(i int, word string, others ...string) bool {
	got := t.token(i).Norm
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

// highest is the last of some kinds that token i is of, or 0.
func (t *Text) highest(i int, among lex.Kinds) lex.Kinds {
	found := t.token(i).known().kinds & among
	if found == 0 {
		return 0
	}
	return 1 << (bits.Len64(uint64(found)) - 1)
}

// of tells whether token i is of one of the kinds.
func (t *Text) of(i int, any lex.Kinds) bool { return t.token(i).known().kinds&any != 0 }

// spoken returns the languages that have token i as a word of their own, as in wordLangs.
func (t *Text) spoken(i int) uint8 { return t.token(i).known().langs }

// capital tells whether the customer wrote token i with a capital letter.
func (t *Text) capital(i int) bool {
	if i < 0 || i >= len(t.Tokens) || t.Tokens[i].Kind != Word {
		return false
	}
	return startsUpper(t.Raw[t.Tokens[i].Start:])
}

// newLine tells whether token i begins a line.
func (t *Text) newLine(i int) bool {
	if i <= 0 || i >= len(t.Tokens) {
		return false
	}
	return strings.IndexByte(t.Raw[t.Tokens[i-1].End:t.Tokens[i].Start], '\n') >= 0
}

// asks tells whether the message is a question.
func (t *Text) asks() bool {
	for i := range t.Tokens {
		if t.is(i, "?", "¿") {
			return true
		}
	}
	return false
}

// glued tells whether token i touches the one before.
func (t *Text) glued(i int) bool {
	return i > 0 && i < len(t.Tokens) && t.Tokens[i].Glued
}
