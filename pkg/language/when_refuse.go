package language

// refused tells whether the customer rules a out: "el lunes no puedo", "no el martes", "cualquier día menos el viernes".
// from and to bound the words between the atoms beside it.
func (s *scan) refused(a *atom, from, to int) bool {
	return s.refusedBefore(a.from, from) || s.refusedAfter(a.to, to)
}

func (s *scan) refusedBefore(at, from int) bool {
	for k := at - 1; k >= max(from, at-6); k-- {
		switch {
		case s.is(k, ".", ";", "?", "!", ",", "pero", "but", "sino", "mejor"):
			return false
		case s.is(k, "menos", "excepto", "salvo", "except", "tampoco", "cannot", "cant", "wont", "dont", "not", "never", "nunca"):
			return !s.run(k-1, "mas", "o") && !s.is(k-1, "o", "why") && !s.is(k+1, "sure") && !s.is(k+1, "you")
		case s.is(k, "ni", "neither", "nor"):
			return true
		case s.is(k, "no", "nao"):
			return s.denies(k, at)
		}
	}
	return false
}

// denies tells whether "no" at k refuses what stands at at: "no puedo el lunes", not "¿no tienes el lunes?".
func (s *scan) denies(k, at int) bool {
	if s.is(k+1, "tienes", "tiene", "tienen", "tendras", "tendra", "tendran", "hay", "habra", "habria", "sera", "seria", "me", "nos", "se", "sabes", "abren", "atienden", "queda", "tem", "have") {
		return s.is(k+1, "me", "nos", "se") && s.is(k+2, "sirve", "queda", "va", "viene", "conviene", "puede", "acomoda", "es", "interesa")
	}
	if s.is(k-1, "si", "por", "pero", "como") && k+1 < at && !s.is(k-1, "pero") {
		return false
	}
	return k+1 == at || s.is(k+1, "puedo", "podemos", "podre", "puede", "quiero", "el", "la", "a", "este", "para", "es", "sea", "sean", "era", "voy", "alcanzo", "llego", "estoy", "estare", "ire", "posso", "quero", "on", "this", "next", "at", "the")
}

func (s *scan) refusedAfter(at, to int) bool {
	if s.is(at, ",") && s.is(at+1, "no", "nao") && s.is(at+2, "puedo", "podre", "me", "posso", "estoy") {
		at++
	}
	switch {
	case s.is(at, "no", "nao", "tampoco"):
		if s.is(at+1, "mejor") || s.is(at+1, ",") && s.is(at+2, "mejor", "a") {
			return false
		}
		tag := s.is(at+1, "?") || at+1 >= len(s.Tokens) && at+1 >= to && !s.is(at-1, "hoy")
		return !tag && !s.is(at+1, "tienen", "tienes", "tiene", "hay", "habra", "abren", "atienden")
	case s.is(at, "is", "are", "will") && s.is(at+1, "not"), s.is(at, "doesnt", "isnt", "wont"), s.run(at, "i", "cant"), s.run(at, "i", "cannot"):
		return true
	case s.run(at, "is", "no", "good"):
		return true
	}
	return false
}

// replaced tells whether a is what something else takes the place of: "en vez del martes", "instead of Tuesday", "mejor el jueves que el viernes".
func (s *scan) replaced(a *atom, from int) bool {
	at := a.from
	for at > from && s.is(at-1, "el", "la", "las", "the", "del", "de", "of", "a", "that", "este", "mi", "my", "on") {
		at--
	}
	return s.is(at-1, "vez", "lugar", "instead", "than") && at-1 >= from || s.is(at, "than")
}

// corrected tells whether the words from from to to take back what was said before: "no, mejor", "perdón", "I mean".
func (s *scan) corrected(from, to int) bool {
	for k := from; k < to; k++ {
		switch {
		case s.is(k, "si") && s.is(k+1, "no"), s.is(k, "sino", "otherwise", "senao", "if"):
			return false
		case s.is(k, "mejor", "perdon", "perdona", "digo", "corrijo", "correccion", "quise", "espera", "wait", "actually", "sorry", "rather",
			"mean", "meant", "cambio", "melhor", "desculpa", "oops", "ups", "alias", "equivoque", "better", "cambialo", "cambiala", "pensandolo", "instead", "scratch", "quero", "correction", "bueno"):
			return true
		case s.is(k, "no", "nao", "nop") && k > 0 && (k+1 == to || s.is(k+1, ",", "el", "la", "a", "para", ".", "the", "make", "sorry")):
			return true
		case s.is(k, "make") && s.is(k+1, "it", "that"):
			return true
		}
	}
	return false
}

// moving tells whether something booked is to be moved, so that "del martes al jueves" names where from and where to.
func (s *scan) moving() bool { return s.moves }

// origin tells whether a is where something is moved from. rest are the atoms after it; originDay tells that the day just
// before it was an origin too, so that its hour belongs to it when another day follows.
func (s *scan) origin(a *atom, from int, rest []atom, originDay bool) bool {
	if !s.moving() || a.clock.target {
		return false
	}
	target := false
	for i := range rest {
		target = target || rest[i].day.set && a.day.set || rest[i].clock.set && a.clock.set || rest[i].day.set && originDay
	}
	if originDay && a.clock.set && target && s.adjoins(from, a.from) {
		return true
	}
	if s.is(a.from-1, "al", "para", "to", "a", "hacia", "pro") || s.is(a.from, "al", "a", "para", "at") && !s.booked(a.from, from) {
		return false
	}
	if s.is(a.from, "del", "de", "from") || s.is(a.from-1, "del", "from", "de", "do", "da") || s.is(a.from-1, "my", "mi") || s.is(a.from-2, "del", "de", "from") && s.is(a.from-1, "el", "la", "the", "este") {
		return true
	}
	return target && s.booked(a.from, from)
}

// adjoins tells whether only small words stand between two atoms.
func (s *scan) adjoins(from, to int) bool {
	for k := from; k < to; k++ {
		if !s.is(k, "a", "las", "la", "de", "at", "por", "en", "as") {
			return false
		}
	}
	return true
}

// booked tells whether the words before at say that this is already booked: "tengo cita el martes".
func (s *scan) booked(at, from int) bool {
	for k := max(from, at-8); k < at; k++ {
		if s.is(k, "tengo", "tenia", "tenemos", "teniamos", "era", "quede", "quedamos", "estaba", "agendada", "agendado", "programada", "reservada", "reservado", "booked", "have", "had", "scheduled", "tenho", "tinha", "reserve", "agende", "is", "was") {
			return true
		}
	}
	return false
}
