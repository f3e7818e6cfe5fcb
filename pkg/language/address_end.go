package language

import "github.com/recado/recado/pkg/language/lex"

// addressEnd returns the token after an address that begins at from.
func (s nameScan) addressEnd(from int) int {
	end := min(len(s.Tokens), from+maxAddress)
	i := from
	if streetAt(s.Text, i) || s.of(i, streetKinds) {
		i++
	}
	between := false // after "entre", an "y" joins two streets
	for ; i < end; i++ {
		if s.newLine(i) && !s.of(i, lex.Unit) || s.is(i, ":") && !s.of(i-1, lex.Unit) {
			break
		}
		between = between || s.is(i, "entre", "esquina", "between")
		if !s.inAddress(i, from, between) {
			break
		}
		if s.is(i, ",", ".") && !s.glued(i+1) && i > from+1 && !s.goesOn(i+1, from) {
			break
		}
	}
	for i > from && s.trailing(i-1) {
		i--
	}
	return i
}

// trailing tells whether token i is none of an address that it ends.
func (s nameScan) trailing(i int) bool {
	if s.Tokens[i].Kind == Mark {
		return !s.is(i, "º", "°", "ª", ")")
	}
	if s.letter(i) {
		return false
	}
	return s.of(i, lex.Join) || s.is(i, "para", "por", "a", "o") || s.is(i, "numero", "entre", "ref")
}

// letter tells whether token i is the letter of a door: "2ºD", "depto B".
func (s nameScan) letter(i int) bool {
	return s.Tokens[i].Kind == Word && s.Tokens[i].End-s.Tokens[i].Start == 1 && (s.is(i-1, "º", "°", "ª", "#", "-") || s.digits(i-1) >= 0 || s.of(i-1, lex.Unit)) && (s.glued(i) || s.capital(i))
}

// inAddress tells whether token i goes on with the address.
func (s nameScan) inAddress(i, from int, between bool) bool {
	w := s.at(i)
	switch {
	case s.Tokens[i].Kind == Number:
		return true
	case s.Tokens[i].Kind == Mark:
		return s.is(i, "#", "-", "/", ",", ".", "º", "°", "ª", "(", ")", "'", "&", ":", "–", "\"")
	case s.letter(i):
		return true
	case s.of(i, lex.Unit):
		return !s.is(i, "casa", "no") || s.digits(i+1) >= 0 || s.is(i+1, "de", ".") || s.capital(i+1) || s.is(i-1, ",")
	case s.is(i, "a", "al") && s.is(i+1, "las", "la", "nombre", "domicilio"):
		return false
	case s.is(i, "y", "e", "and"):
		return between && s.named(i+1) || s.capital(i-1) && s.capital(i+1) && !orderVerb(s.Text, i+1)
	case s.is(i, "con", "with"):
		return s.is(i-1, "esquina", "esq", "frente")
	case s.of(i, lex.Join):
		return s.named(i+1) || s.of(i+1, lex.Join) && s.named(i+2) || s.class(i+1) == lex.Month || s.is(i, "del", "al", "de") && s.digits(i+1) > 0
	case s.class(i) == lex.Month:
		return s.is(i-1, "de") && s.Tokens[i-2].Kind == Number || s.capital(i)
	}
	return s.named(i) || i <= from+3 && s.of(i, lex.Road) || s.glued(i) && len(w) <= 2 || s.glued(i+1) && len(w) <= 2 || len(w) == 1 && s.is(i-1, "/") || len(w) <= 2 && s.digits(i-1) >= 0 && !s.of(i, lex.Stop)
}

// named tells whether token i can be part of the name of a street or a place.
func (s nameScan) named(i int) bool {
	if i < 0 || i >= len(s.Tokens) || s.Tokens[i].Kind == Mark {
		return false
	}
	if s.Tokens[i].Kind == Number {
		return true
	}
	if s.of(i, lex.Stop) || orderVerb(s.Text, i) || s.class(i) == lex.Today || s.class(i) == lex.Tomorrow || s.class(i) == lex.Tonight {
		return false
	}
	return s.capital(i) || s.of(i, lex.Road|lex.Unit) || s.spoken(i) == 0 && s.class(i) == lex.None || s.class(i) == lex.Ordinal
}

// goesOn tells whether what follows a comma is part of the address still: a unit, a number, or a place of few words.
func (s nameScan) goesOn(i, from int) bool {
	if i >= len(s.Tokens) {
		return false
	}
	if s.of(i, lex.Unit) && !s.is(i, "no", "casa") || s.highest(i, streetKinds)&(lex.Strong|lex.Weak) != 0 || s.is(i, "c") && s.is(i+1, ".") {
		return true
	}
	if s.Tokens[i].Kind == Number {
		return !s.clockTail(i+1) && (s.is(i+1, "º", "°", "ª", "-", ",") || s.glued(i+1) || i+1 >= len(s.Tokens) || s.of(i+1, lex.Unit) || s.capital(i+1) || s.digits(i) > 999)
	}
	if !s.named(i) && (!s.of(i, lex.Join) || !s.capital(i+1)) {
		return false
	}
	return s.capital(i) || s.lowerAddress(from, i) && s.placeLike(i)
}

// lowerAddress tells whether the address has been written without capitals so far.
func (s nameScan) lowerAddress(from, to int) bool {
	for i := from; i < to; i++ {
		if s.capital(i) {
			return false
		}
	}
	return true
}

// placeLike tells whether a part of one to three unknown words stands at i, up to a mark or the end.
func (s nameScan) placeLike(i int) bool {
	for k := i; k < i+4; k++ {
		if k >= len(s.Tokens) || s.is(k, ",", ".") {
			return k > i
		}
		if s.Tokens[k].Kind != Word || s.spoken(k) != 0 && !s.of(k, lex.Join) || s.of(k, lex.Ordinary) || orderVerb(s.Text, k) {
			return false
		}
	}
	return false
}

// orderVerb reports whether token i is a verb of ordering, which begins no address.
func orderVerb(t *Text, i int) bool {
	return t.of(i, lex.Adds|lex.Wants|lex.Swaps) || t.of(i, lex.Removes) && t.at(i) != "menos"
}
