package mention

import (
	"slices"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// asked reports whether the sentence at i ends as a question.
func (s *Scan) asked(i int) bool {
	for ; i < len(s.Tokens); i++ {
		if s.Is(i, "?", ".", "!", ",") {
			return s.Is(i, "?")
		}
	}
	return false
}

// Denies reports whether "no" at k refuses what stands at at: "no puedo el lunes", not "¿no tienes el lunes?".
func (s *Scan) Denies(k, at int) bool {
	if s.Is(k-1, "si", "se") || s.Is(k-1, "por", "como") && k+1 < at {
		return false
	}
	if s.Is(k+1, "vai") && s.Is(k+2, "dar") {
		return true
	}
	if s.Is(k+1, "precisa", "tiene", "hace", "necesita", "tem") && (s.Is(at-1, "ser", "sea", "be") || s.Is(at-2, "ser", "sea", "be")) {
		return true // "no tiene que ser hoy"
	}
	if s.Is(k+1, "puede", "podria", "pode", "podra", "poderia") && s.Is(k+2, "ser") && s.asked(at) {
		return false // "¿no puede ser antes de las 4?"
	}
	if s.Is(k+1, "me", "nos", "lo", "la") && s.Is(k+2, "anotes", "anote", "anoten", "agendes", "agende", "agenden", "pongas", "ponga", "pongan", "des", "den", "reserves", "marques", "marque", "apuntes", "programes") {
		return true
	}
	if s.In(k+1, lex.Asks) {
		return s.Is(k+1, "me", "nos", "se") && s.In(k+2, lex.Suits) || s.Is(k+1, "da") && s.Lang == language.Portuguese
	}
	return k+1 == at || s.In(k+1, lex.Denied)
}

// Negation reports whether token k is "no", which in Portuguese is "in the".
func (s *Scan) Negation(k int) bool {
	return s.Is(k, "nao") || s.Is(k, "no") && (s.Lang != language.Portuguese || s.Is(k+1, "puedo", ",", "mejor"))
}

// Joined reports whether only a joining word and articles stand from token i to to.
func (s *Scan) Joined(i, to int, by ...string) bool {
	found := false
	for ; i < to; i++ {
		switch {
		case slices.Contains(by, s.At(i)):
			found = true
		case !s.Is(i, "el", "la", "los", "the", "a", "on"):
			return false
		}
	}
	return found
}
