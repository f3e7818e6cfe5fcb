package language

import "github.com/recado/recado/pkg/language/lex"

// replaced tells whether a is what something else takes the place of: "en vez del martes", "instead of Tuesday", "mejor el jueves que el viernes".
func (s chooserScan) replaced(a *atom, from int) bool {
	at := a.from
	for at > from && s.is(at-1, "el", "la", "las", "the", "del", "de", "of", "a", "that", "este", "mi", "my", "on", "da", "na", "que", "ser", "das", "do") {
		at--
	}
	return s.is(at-1, "vez", "lugar", "instead", "than") && at-1 >= from && s.is(at, "de", "del", "of", "da", "do", "das", "than", "que") || s.is(at, "than")
}

// corrected tells whether the words from from to to take back what was said before: "no, mejor", "perdón", "I mean".
func (s chooserScan) corrected(from, to int) bool {
	for k := from; k < to; k++ {
		switch {
		case s.is(k, "si", "se") && s.is(k+1, "no", "nao"), s.is(k, "if"), s.in(k, lex.Fallback):
			return false
		case s.in(k, lex.Corrects):
			if s.is(k, "bueno", "mejor", "melhor") && s.supposesNot(k) {
				return false // "y si no tenés nada a la mañana, bueno, el lunes"
			}
			if k == from && s.is(k, "mejor", "better", "bueno", "melhor", "preferably", "instead", "sorry") && s.is(k+1, ",", ".") {
				continue // "por la mañana mejor, en la tarde trabajo"
			}
			if s.is(k, "bueno") && s.is(k+1, "si") {
				continue
			}
			return true
		case s.negation(k) && k > 0 && (k+1 == to || s.is(k+1, ",", "el", "la", "a", "para", ".", "the", "make", "sorry", "las", "na", "as")), s.is(k, "nop", "nope", "nono", "nah", "nonono"), s.is(k, "para") && s.is(k+1, ","):
			return true
		case s.is(k, "pero", "mas", "but") && s.is(k+1, "es", "era", "son", "e", "its") && (k+2 == to || s.is(k+2, "a", "el", "las", "la", "na", "on")):
			return true
		case s.is(k, "entonces", "entao") && !s.supposed(k) && (k+1 == to || k+2 == to && s.is(k+1, "el", "para", "la", "na", "no")), s.lang == English && s.is(k, "so") && k+1 == to:
			return true
		case s.picks(k):
			return true
		case s.is(k, "ahora", "now") && s.is(k+1, "es", "quiero", "seria", "its"):
			return true
		case s.is(k, "queria", "quiero", "quis", "wanted") && s.is(k+1, "decir", "dizer"):
			return true
		case s.is(k, "o", "ou") && s.is(k+1, "sea", "seja"), s.is(k, "osea"), s.is(k, "es") && s.is(k+1, "decir"):
			return true
		case s.is(k, "make") && s.is(k+1, "it", "that"), s.is(k, "era") && (s.is(k-1, "pero", ",", "mas", "?") || k+1 == to && s.is(k-1, "si", "no")):
			return true
		}
	}
	return false
}

// picks tells whether the customer settles on what follows k, of several that she named: "me quedo con", "let's go with".
func (s chooserScan) picks(k int) bool {
	switch {
	case s.is(k, "quedo", "quedamos", "fico", "ficamos", "go"):
		return s.is(k+1, "con", "com", "with")
	case s.is(k, "decido", "opto"):
		return s.is(k+1, "por")
	case s.is(k, "take", "pick"):
		return s.is(k-1, "ill", "well", "lets", "id") || s.is(k, "pick") && s.is(k-1, "i", "we")
	}
	return false
}

// supposesNot tells whether what stands at i is for the case that something is not to be had: "si no tienes", "if you don't".
func (s chooserScan) supposesNot(i int) bool {
	for k := i - 1; k >= max(0, i-12); k-- {
		switch {
		case s.is(k, ".", "?", "!", ";"):
			return false
		case s.is(k, "si", "se", "if") && (s.negation(k+1) || s.is(k+1, "not") || s.in(k+2, lex.Excepts) || s.is(k+2, "nothing", "nada", "full", "lleno")):
			return true
		}
	}
	return false
}
