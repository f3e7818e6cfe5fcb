package language

// replaced tells whether a is what something else takes the place of: "en vez del martes", "instead of Tuesday", "mejor el jueves que el viernes".
func (s *scan) replaced(a *atom, from int) bool {
	at := a.from
	for at > from && s.is(at-1, "el", "la", "las", "the", "del", "de", "of", "a", "that", "este", "mi", "my", "on", "da", "na", "que", "ser", "das", "do") {
		at--
	}
	return s.is(at-1, "vez", "lugar", "instead", "than") && at-1 >= from && s.is(at, "de", "del", "of", "da", "do", "das", "than", "que") || s.is(at, "than")
}

// corrected tells whether the words from from to to take back what was said before: "no, mejor", "perdón", "I mean".
func (s *scan) corrected(from, to int) bool {
	for k := from; k < to; k++ {
		switch {
		case s.is(k, "si", "se") && s.is(k+1, "no", "nao"), s.is(k, "if"), s.in(k, wFallback):
			return false
		case s.in(k, wCorrects):
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
