package language

import (
	"slices"

	"github.com/recado/recado/pkg/language/lex"
)

// asked tells whether the sentence at i ends as a question.
func (s *scan) asked(i int) bool {
	for ; i < len(s.Tokens); i++ {
		if s.is(i, "?", ".", "!", ",") {
			return s.is(i, "?")
		}
	}
	return false
}

// denies tells whether "no" at k refuses what stands at at: "no puedo el lunes", not "¿no tienes el lunes?".
func (s *scan) denies(k, at int) bool {
	if s.is(k-1, "si", "se") || s.is(k-1, "por", "como") && k+1 < at {
		return false
	}
	if s.is(k+1, "vai") && s.is(k+2, "dar") {
		return true
	}
	if s.is(k+1, "precisa", "tiene", "hace", "necesita", "tem") && (s.is(at-1, "ser", "sea", "be") || s.is(at-2, "ser", "sea", "be")) {
		return true // "no tiene que ser hoy"
	}
	if s.is(k+1, "puede", "podria", "pode", "podra", "poderia") && s.is(k+2, "ser") && s.asked(at) {
		return false // "¿no puede ser antes de las 4?"
	}
	if s.is(k+1, "me", "nos", "lo", "la") && s.is(k+2, "anotes", "anote", "anoten", "agendes", "agende", "agenden", "pongas", "ponga", "pongan", "des", "den", "reserves", "marques", "marque", "apuntes", "programes") {
		return true
	}
	if s.in(k+1, lex.Asks) {
		return s.is(k+1, "me", "nos", "se") && s.in(k+2, lex.Suits) || s.is(k+1, "da") && s.lang == Portuguese
	}
	return k+1 == at || s.in(k+1, lex.Denied)
}

// negation tells whether token k is "no", which in Portuguese is "in the".
func (s *scan) negation(k int) bool {
	return s.is(k, "nao") || s.is(k, "no") && (s.lang != Portuguese || s.is(k+1, "puedo", ",", "mejor"))
}

// joined tells whether only a joining word and articles stand from token i to to.
func (s *scan) joined(i, to int, by ...string) bool {
	found := false
	for ; i < to; i++ {
		switch {
		case slices.Contains(by, s.at(i)):
			found = true
		case !s.is(i, "el", "la", "los", "the", "a", "on"):
			return false
		}
	}
	return found
}
