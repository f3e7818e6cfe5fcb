package guard

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/recado/recado/pkg/language"
)

// Token returns the token of the ordinal-th value of a type, counted from 1: [TEL_1].
func Token(kind string, ordinal int) string {
	if first, ok := firstTokens[kind]; ok && ordinal >= 1 && ordinal <= len(first) {
		return first[ordinal-1]
	}
	return newToken(kind, ordinal)
}

func newToken(kind string, ordinal int) string {
	name, ok := tokenNames[kind]
	if !ok {
		name = "DATO"
	}
	return "[" + name + "_" + strconv.Itoa(ordinal) + "]"
}

// firstTokens are the tokens that most messages do with.
var firstTokens = func() map[string]*[fewValues]string {
	out := map[string]*[fewValues]string{}
	for kind := range tokenNames {
		out[kind] = new([fewValues]string)
		for i := range out[kind] {
			out[kind][i] = newToken(kind, i+1)
		}
	}
	return out
}()

// Numbering gives tokens to the values of one message; its zero value is ready. Not for concurrent use.
type Numbering struct {
	// few are the first values; where there are more, all of them are in the maps.
	few    []namedValue
	counts map[string]int
	tokens map[[2]string]string
}

// fewValues are so many that they are faster looked through than looked up.
const fewValues = 8

type namedValue struct{ kind, value, token string }

func (n *Numbering) token(kind, value string) string {
	if n.tokens != nil {
		return n.another(kind, value)
	}
	ordinal := 1
	for i := range n.few {
		if v := &n.few[i]; v.kind == kind {
			if alike(v.value, value) {
				return v.token
			}
			ordinal++
		}
	}
	if len(n.few) < fewValues {
		n.few = append(n.few, namedValue{kind, value, Token(kind, ordinal)})
		return n.few[len(n.few)-1].token
	}
	n.counts, n.tokens = map[string]int{}, map[[2]string]string{}
	for _, v := range n.few {
		n.another(v.kind, v.value)
	}
	return n.another(kind, value)
}

// another is token where there are many.
func (n *Numbering) another(kind, value string) string {
	key := [2]string{kind, sameness(value)}
	if token, ok := n.tokens[key]; ok {
		return token
	}
	n.counts[kind]++
	token := Token(kind, n.counts[kind])
	n.tokens[key] = token
	return token
}

// sameness is what two writings of one value share: letters and digits, lower case, and of an e-mail address every sign.
func sameness(value string) string {
	mail := isMail(value)
	return strings.Map(func(r rune) rune { return sameRune(r, mail) }, value)
}

func isMail(value string) bool { return strings.IndexByte(value, '@') > 0 }

// sameRune is what a rune of a value adds to its sameness, or -1.
func sameRune(r rune, mail bool) rune {
	if mail && !unicode.IsSpace(r) || r == '@' || r == '+' || r >= utf8.RuneSelf || isWord(r) {
		return language.Fold(r)
	}
	return -1
}

// alike reports two writings of one value: their samenesses are equal.
func alike(a, b string) bool {
	mailA, mailB := isMail(a), isMail(b)
	for {
		var x, y rune
		x, a = nextSame(a, mailA)
		y, b = nextSame(b, mailB)
		if x != y {
			return false
		}
		if x < 0 {
			return true
		}
	}
}

// nextSame returns the next rune of a value's sameness, or -1, and what follows it.
func nextSame(value string, mail bool) (rune, string) {
	for value != "" {
		r, size := utf8.DecodeRuneInString(value)
		value = value[size:]
		if r = sameRune(r, mail); r >= 0 {
			return r, value
		}
	}
	return -1, ""
}
