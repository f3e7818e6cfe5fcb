package names

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// Person reads the name that a customer gives: "me llamo Ana López", "soy Ana", "a nombre de José Ruiz", "my name is Ann Lee".
// It returns "" when none is given. The name is written with capitals.
func Person(t language.Text) string {
	name, _ := PersonAt(t)
	return name
}

// PersonAt is PersonName with the tokens where the name stands.
func PersonAt(t language.Text) (name string, at language.Span) {
	s := scan{&t}
	for i := range t.Tokens {
		at, sure := s.nameLead(i)
		if at == i {
			continue
		}
		if to := s.nameEnd(at, sure); to > at {
			return s.nameOf(at, to), language.Span{From: at, To: to}
		}
	}
	return "", language.Span{}
}

// Bare reads a message that is a name and nothing else, as an answer to "¿a nombre de quién?".
func Bare(t language.Text) string {
	s := scan{&t}
	n := len(t.Tokens)
	if n > 0 && s.Is(n-1, ".", "!") {
		n--
	}
	if n == 0 || n > 5 {
		return ""
	}
	capitals := 0
	for i := range n {
		if t.Tokens[i].Kind != language.Word || !s.namish(i) {
			return ""
		}
		if s.Capital(i) || s.Of(i, lex.Connector) {
			capitals++
		}
	}
	known := s.Of(0, lex.FirstName)
	if !known && (n < 2 || capitals < n) || s.nameEnd(0, true) != n {
		return ""
	}
	return s.nameOf(0, n)
}

// nameLead reads the words that lead to a name; sure ones need no capital after them.
func (s scan) nameLead(i int) (at int, sure bool) {
	switch s.At(i) {
	case "me", "name", "nombre", "nome", "a", "under", "em", "soy", "sou", "im", "habla", "this", "i":
	default:
		return i, false
	}
	switch {
	case s.Run(i, "me", "llamo"), s.Run(i, "me", "chamo"), s.Run(i, "name", "is"), s.Run(i, "nombre", "es"), s.Run(i, "nome", "e"):
		return i + 2, true
	case s.Run(i, "a", "nombre", "de"), s.Run(i, "under", "the", "name"), s.Run(i, "em", "nome", "de"):
		return s.pastColon(i + 3), true
	case s.Is(i, "nombre", "name", "nome") && s.Is(i+1, ":"):
		return i + 2, true
	case s.Is(i, "soy", "sou"), s.Is(i, "im", "habla"), s.Run(i, "this", "is"), s.Run(i, "i", "am"):
		at = i + 1
		if s.Is(i, "this", "i") {
			at++
		}
		return at, false
	}
	return i, false
}

func (s scan) pastColon(i int) int {
	if s.Is(i, ":", "of") {
		return i + 1
	}
	return i
}

// nameEnd returns the token after a name of one to five words that begins at i, or i.
func (s scan) nameEnd(i int, sure bool) int {
	if i >= len(s.Tokens) || !s.namish(i) || s.Of(i, lex.Connector) || !sure && !s.Capital(i) && !s.Of(i, lex.FirstName) {
		return i
	}
	if !sure && !s.Of(i, lex.FirstName) && s.Spoken(i) != 0 {
		return i
	}
	to := i + 1
	for to < len(s.Tokens) && to < i+5 && s.namish(to) {
		to++
	}
	for to > i && s.Of(to-1, lex.Connector) {
		to--
	}
	return to
}

// namish reports whether token i can stand in a name.
func (s scan) namish(i int) bool {
	if s.Tokens[i].Kind != language.Word || utf8.RuneCountInString(s.At(i)) < 2 && !s.Of(i, lex.Connector) {
		return false
	}
	if s.Of(i, lex.Connector|lex.FirstName) {
		return true
	}
	return s.Spoken(i) == 0 && !s.Of(i, lex.NotName)
}

func (s scan) nameOf(from, to int) string {
	words := make([]string, 0, 5)
	for i := from; i < to; i++ {
		w := s.Original(i, i+1)
		if !s.Of(i, lex.Connector) && !s.Capital(i) {
			first, size := utf8.DecodeRuneInString(w)
			w = string(unicode.ToUpper(first)) + w[size:]
		}
		words = append(words, w)
	}
	return strings.Join(words, " ")
}
