package names

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// addressEnd returns the token after an address that begins at from.
func (s scan) addressEnd(from int) int {
	end := min(len(s.Tokens), from+maxAddress)
	i := from
	if StreetAt(s.Text, i) || s.Of(i, streetKinds) {
		i++
	}
	between := false // after "entre", an "y" joins two streets
	for ; i < end; i++ {
		if s.NewLine(i) && !s.Of(i, lex.Unit) || s.Is(i, ":") && !s.Of(i-1, lex.Unit) {
			break
		}
		between = between || s.Is(i, "entre", "esquina", "between")
		if !s.inAddress(i, from, between) {
			break
		}
		if s.Is(i, ",", ".") && !s.Glued(i+1) && i > from+1 && !s.goesOn(i+1, from) {
			break
		}
	}
	for i > from && s.trailing(i-1) {
		i--
	}
	return i
}

// trailing reports whether token i is none of an address that it ends.
func (s scan) trailing(i int) bool {
	if s.Tokens[i].Kind == language.Mark {
		return !s.Is(i, "º", "°", "ª", ")")
	}
	if s.letter(i) {
		return false
	}
	return s.Of(i, lex.Join) || s.Is(i, "para", "por", "a", "o") || s.Is(i, "numero", "entre", "ref")
}

// letter reports whether token i is the letter of a door: "2ºD", "depto B".
func (s scan) letter(i int) bool {
	return s.Tokens[i].Kind == language.Word && s.Tokens[i].End-s.Tokens[i].Start == 1 && (s.Is(i-1, "º", "°", "ª", "#", "-") || s.Digits(i-1) >= 0 || s.Of(i-1, lex.Unit)) && (s.Glued(i) || s.Capital(i))
}

// inAddress reports whether token i goes on with the address.
func (s scan) inAddress(i, from int, between bool) bool {
	w := s.At(i)
	switch {
	case s.Tokens[i].Kind == language.Number:
		return true
	case s.Tokens[i].Kind == language.Mark:
		return s.Is(i, "#", "-", "/", ",", ".", "º", "°", "ª", "(", ")", "'", "&", ":", "–", "\"")
	case s.letter(i):
		return true
	case s.Of(i, lex.Unit):
		return !s.Is(i, "casa", "no") || s.Digits(i+1) >= 0 || s.Is(i+1, "de", ".") || s.Capital(i+1) || s.Is(i-1, ",")
	case s.Is(i, "a", "al") && s.Is(i+1, "las", "la", "nombre", "domicilio"):
		return false
	case s.Is(i, "y", "e", "and"):
		return between && s.named(i+1) || s.Capital(i-1) && s.Capital(i+1) && !OrderVerb(s.Text, i+1)
	case s.Is(i, "con", "with"):
		return s.Is(i-1, "esquina", "esq", "frente")
	case s.Of(i, lex.Join):
		return s.named(i+1) || s.Of(i+1, lex.Join) && s.named(i+2) || s.Class(i+1) == lex.Month || s.Is(i, "del", "al", "de") && s.Digits(i+1) > 0
	case s.Class(i) == lex.Month:
		return s.Is(i-1, "de") && s.Tokens[i-2].Kind == language.Number || s.Capital(i)
	}
	return s.named(i) || i <= from+3 && s.Of(i, lex.Road) || s.Glued(i) && len(w) <= 2 || s.Glued(i+1) && len(w) <= 2 || len(w) == 1 && s.Is(i-1, "/") || len(w) <= 2 && s.Digits(i-1) >= 0 && !s.Of(i, lex.Stop)
}

// named reports whether token i can be part of the name of a street or a place.
func (s scan) named(i int) bool {
	if i < 0 || i >= len(s.Tokens) || s.Tokens[i].Kind == language.Mark {
		return false
	}
	if s.Tokens[i].Kind == language.Number {
		return true
	}
	if s.Of(i, lex.Stop) || OrderVerb(s.Text, i) || s.Class(i) == lex.Today || s.Class(i) == lex.Tomorrow || s.Class(i) == lex.Tonight {
		return false
	}
	return s.Capital(i) || s.Of(i, lex.Road|lex.Unit) || s.Spoken(i) == 0 && s.Class(i) == lex.None || s.Class(i) == lex.Ordinal
}

// goesOn reports whether what follows a comma is part of the address still: a unit, a number, or a place of few words.
func (s scan) goesOn(i, from int) bool {
	if i >= len(s.Tokens) {
		return false
	}
	if s.Of(i, lex.Unit) && !s.Is(i, "no", "casa") || s.Highest(i, streetKinds)&(lex.Strong|lex.Weak) != 0 || s.Is(i, "c") && s.Is(i+1, ".") {
		return true
	}
	if s.Tokens[i].Kind == language.Number {
		return !s.ClockTail(i+1) && (s.Is(i+1, "º", "°", "ª", "-", ",") || s.Glued(i+1) || i+1 >= len(s.Tokens) || s.Of(i+1, lex.Unit) || s.Capital(i+1) || s.Digits(i) > 999)
	}
	if !s.named(i) && (!s.Of(i, lex.Join) || !s.Capital(i+1)) {
		return false
	}
	return s.Capital(i) || s.lowerAddress(from, i) && s.placeLike(i)
}

// lowerAddress reports whether the address has been written without capitals so far.
func (s scan) lowerAddress(from, to int) bool {
	for i := from; i < to; i++ {
		if s.Capital(i) {
			return false
		}
	}
	return true
}

// placeLike reports whether a part of one to three unknown words stands at i, up to a mark or the end.
func (s scan) placeLike(i int) bool {
	for k := i; k < i+4; k++ {
		if k >= len(s.Tokens) || s.Is(k, ",", ".") {
			return k > i
		}
		if s.Tokens[k].Kind != language.Word || s.Spoken(k) != 0 && !s.Of(k, lex.Join) || s.Of(k, lex.Ordinary) || OrderVerb(s.Text, k) {
			return false
		}
	}
	return false
}

// OrderVerb reports whether token i is a verb of ordering, which begins no address.
func OrderVerb(t *language.Text, i int) bool {
	return t.Of(i, lex.Adds|lex.Wants|lex.Swaps) || t.Of(i, lex.Removes) && t.At(i) != "menos"
}
