package when

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
	"github.com/recado/recado/pkg/language/when/mention"
)

// replaced reports whether a is what something else takes the place of: "en vez del martes", "instead of Tuesday", "mejor el jueves que el viernes".
func (s scan) replaced(a *mention.Atom, from int) bool {
	at := a.From
	for at > from && s.Is(at-1, "el", "la", "las", "the", "del", "de", "of", "a", "that", "este", "mi", "my", "on", "da", "na", "que", "ser", "das", "do") {
		at--
	}
	return s.Is(at-1, "vez", "lugar", "instead", "than") && at-1 >= from && s.Is(at, "de", "del", "of", "da", "do", "das", "than", "que") || s.Is(at, "than")
}

// corrected reports whether the words from from to to take back what was said before: "no, mejor", "perdón", "I mean".
func (s scan) corrected(from, to int) bool {
	for k := from; k < to; k++ {
		switch {
		case s.Is(k, "si", "se") && s.Is(k+1, "no", "nao"), s.Is(k, "if"), s.In(k, lex.Fallback):
			return false
		case s.In(k, lex.Corrects):
			if s.Is(k, "bueno", "mejor", "melhor") && s.supposesNot(k) {
				return false // "y si no tenés nada a la mañana, bueno, el lunes"
			}
			if k == from && s.Is(k, "mejor", "better", "bueno", "melhor", "preferably", "instead", "sorry") && s.Is(k+1, ",", ".") {
				continue // "por la mañana mejor, en la tarde trabajo"
			}
			if s.Is(k, "bueno") && s.Is(k+1, "si") {
				continue
			}
			return true
		case s.Negation(k) && k > 0 && (k+1 == to || s.Is(k+1, ",", "el", "la", "a", "para", ".", "the", "make", "sorry", "las", "na", "as")), s.Is(k, "nop", "nope", "nono", "nah", "nonono"), s.Is(k, "para") && s.Is(k+1, ","):
			return true
		case s.Is(k, "pero", "mas", "but") && s.Is(k+1, "es", "era", "son", "e", "its") && (k+2 == to || s.Is(k+2, "a", "el", "las", "la", "na", "on")):
			return true
		case s.Is(k, "entonces", "entao") && !s.supposed(k) && (k+1 == to || k+2 == to && s.Is(k+1, "el", "para", "la", "na", "no")), s.Lang == language.English && s.Is(k, "so") && k+1 == to:
			return true
		case s.picks(k):
			return true
		case s.Is(k, "ahora", "now") && s.Is(k+1, "es", "quiero", "seria", "its"):
			return true
		case s.Is(k, "queria", "quiero", "quis", "wanted") && s.Is(k+1, "decir", "dizer"):
			return true
		case s.Is(k, "o", "ou") && s.Is(k+1, "sea", "seja"), s.Is(k, "osea"), s.Is(k, "es") && s.Is(k+1, "decir"):
			return true
		case s.Is(k, "make") && s.Is(k+1, "it", "that"), s.Is(k, "era") && (s.Is(k-1, "pero", ",", "mas", "?") || k+1 == to && s.Is(k-1, "si", "no")):
			return true
		}
	}
	return false
}

// picks reports whether the customer settles on what follows k, of several that she named: "me quedo con", "let's go with".
func (s scan) picks(k int) bool {
	switch {
	case s.Is(k, "quedo", "quedamos", "fico", "ficamos", "go"):
		return s.Is(k+1, "con", "com", "with")
	case s.Is(k, "decido", "opto"):
		return s.Is(k+1, "por")
	case s.Is(k, "take", "pick"):
		return s.Is(k-1, "ill", "well", "lets", "id") || s.Is(k, "pick") && s.Is(k-1, "i", "we")
	}
	return false
}

// supposesNot reports whether what stands at i is for the case that something is not to be had: "si no tienes", "if you don't".
func (s scan) supposesNot(i int) bool {
	for k := i - 1; k >= max(0, i-12); k-- {
		switch {
		case s.Is(k, ".", "?", "!", ";"):
			return false
		case s.Is(k, "si", "se", "if") && (s.Negation(k+1) || s.Is(k+1, "not") || s.In(k+2, lex.Excepts) || s.Is(k+2, "nothing", "nada", "full", "lleno")):
			return true
		}
	}
	return false
}
