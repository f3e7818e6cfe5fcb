package language

import "github.com/recado/recado/pkg/language/lex"

// refusedIn tells whether the customer rules atom i out, by itself or together with those that "y" or "ni" joins to it.
func (s chooserScan) refusedIn(atoms []atom, i int) bool {
	from, to := s.between(atoms, i)
	if s.refusedBefore(atoms[i].from, from) || s.refusedAfter(atoms[i].to, to) {
		return true
	}
	if i+1 < len(atoms) && atoms[i].day.set && fieldsOf(&atoms[i+1]) == fieldClock && i+2 == len(atoms) && s.adjoins(to, atoms[i+1].from) && s.refusedAfter(atoms[i+1].to, len(s.Tokens)) {
		return true // "el martes a las 4 no puedo", and nothing else
	}
	if i+1 < len(atoms) && s.joined(atoms[i].to, atoms[i+1].from, "ni", "nem", "nor") {
		return true // "el martes ni el jueves puedo"
	}
	for k := i; k+1 < len(atoms) && s.joined(atoms[k].to, atoms[k+1].from, "y", "ni", "and", "e", "nem"); k++ {
		if _, to := s.between(atoms, k+1); s.refusedAfter(atoms[k+1].to, to) {
			return true
		}
	}
	if i > 0 && s.joined(atoms[i-1].to, atoms[i].from, "ni", "o", "nem", "or", "nor", "y") {
		before := 0
		if i > 1 {
			before = atoms[i-2].to
		}
		return s.refusedBefore(atoms[i-1].from, before)
	}
	return false
}

// refusedBefore looks for a refusal before an atom at at: "no el martes", "cualquier día menos el viernes".
func (s chooserScan) refusedBefore(at, from int) bool {
	for k := at - 1; k >= max(from, at-6); k-- {
		switch {
		case s.is(k, "until", "till", "hasta"):
			return false // "no puedo hasta el lunes"
		case s.is(k, "but") && s.is(k-1, "anything", "day", "time"):
			return true
		case s.in(k, lex.Breaks) || s.Tokens[k].Kind == Mark && s.is(k, ".", ";", "?", "!", ","):
			return false
		case s.in(k, lex.Excepts):
			return s.excludes(k)
		case s.is(k, "nada") && s.is(k+1, "de"), s.is(k, "about") && s.is(k-1, "worries", "worry"):
			return true
		case s.is(k, "scratch", "skip", "forget") && (k+1 == at || s.is(k+1, "el", "the", "about")):
			return true
		case s.is(k, "ni", "neither", "nor", "nem"):
			return true
		case s.negation(k):
			if s.negation(k-1) && k > from+1 && (k+1 == at || s.is(k+1, "el", "la", "the")) {
				return false // "era jueves, no no viernes"
			}
			if k == from && from > 0 && (k+1 == at || s.is(k+1, "el", "la", "los", "a", "este", "para", "on", "the", "na")) {
				return s.is(from-2, "el", "la") && s.is(from-3, "es", "era", "son", "seria", "quiero") // "el lunes no el martes" says no to the one before
			}
			return s.denies(k, at)
		}
	}
	return false
}

// excludes tells whether the word at k rules out what follows: not in "más o menos", "if you can't", "don't mind".
func (s chooserScan) excludes(k int) bool {
	switch {
	case s.is(k-1, "o", "why", "lo", "al", "if", "si"), s.is(k-2, "if", "si"), s.is(k+1, "sure", "you", "mind", "forget", "de"):
		return false
	case s.is(k, "menos") && (s.class(k+1) == lex.Quarter || s.class(k+1) == lex.Number && s.is(k-1, ",")):
		return false // "a las 5, no, menos cuarto"
	case s.is(k, "excepto", "salvo", "menos", "except", "exceto"):
		return !s.busySince(k)
	}
	return true
}

// prefers tells whether the words from from to to narrow what was said instead of taking it back.
func (s chooserScan) prefers(from, to int) bool {
	for k := from; k < to; k++ {
		if s.is(k, "preferencia", "preferably", "preferible", "preferiblemente") {
			return true
		}
	}
	return false
}

// supposed tells whether an "if" stands before k: what follows is a second choice.
func (s chooserScan) supposed(k int) bool {
	for k--; k >= 0; k-- {
		if s.is(k, "si", "se", "if") {
			return true
		}
	}
	return false
}

// anyBut tells whether "cualquier día menos" stands before i.
func (s chooserScan) anyBut(i int) bool {
	for k := max(0, i-3); k < i; k++ {
		if s.is(k, "but", "menos", "excepto", "salvo", "except", "exceto") {
			return true
		}
	}
	return false
}

// busySince tells whether the days that "except" excludes are those that one cannot: "trabajo todos los días excepto el domingo".
func (s chooserScan) busySince(k int) bool {
	for j := k - 1; j >= max(0, k-6); j-- {
		if s.Tokens[j].Kind == Mark {
			return false
		}
		if s.in(j, lex.Busy) || s.negation(j) {
			return true
		}
	}
	return false
}

// refusedHour tells whether only the hour behind day i is refused, because another hour and no other day follows:
// "mañana no puedo ir a las 10, ¿a las 12?".
func (s chooserScan) refusedHour(atoms []atom, i int) bool {
	if i+2 >= len(atoms) || fieldsOf(&atoms[i]) != fieldDay || fieldsOf(&atoms[i+1]) != fieldClock || !s.mayRefuse() || !s.refusedAfter(atoms[i].to, atoms[i+1].from) {
		return false
	}
	for k := atoms[i].to; k < atoms[i+1].from; k++ {
		if s.token(k).Kind == Mark {
			return false
		}
	}
	for k := i + 2; k < len(atoms); k++ {
		if fieldsOf(&atoms[k]) != fieldClock {
			return false
		}
	}
	return true
}

// refusedAfter looks for a refusal after an atom: "el lunes no puedo", "el martes trabajo", "Thursday doesn't work".
func (s chooserScan) refusedAfter(at, to int) bool {
	if s.is(at, ",") && (s.negation(at+1) && s.is(at+2, "puedo", "podre", "me", "posso", "estoy", "podemos", "alcanzo") || s.in(at+1, lex.Busy) && (at+2 >= to || !s.is(at+2, "de", "por", "en", "los", "las", "hasta", "a", "until"))) {
		at++
	}
	if s.is(at, "yo", "ya", "i", "eu", "la", "verdad", "pues", "mmm", "ahi") && at+1 < to && s.negation(at+1) {
		at++
	}
	switch {
	case s.run(at, "ya", "es", "tarde"), s.run(at, "ya", "es", "muy", "tarde"), s.run(at, "is", "too", "late"), s.run(at, "too") && s.is(at+1, ".", ","):
		return s.run(at, "ya") || s.is(at, "is") || s.refusedBefore(at-1, max(0, at-4))
	case s.negation(at), s.is(at, "tampoco"):
		return at < to && s.noFollows(at, to)
	case s.is(at, "youre", "theyre", "estan", "estao") && s.is(at+1, "closed", "cerrados", "cerrado", "fechados"), s.run(at, "you", "are", "closed"):
		return !s.is(at+2, "?") && !s.is(at+3, "?")
	case s.in(at, lex.Busy):
		return !s.is(at-1, "y") && !s.is(at+1, "hasta", "until", "?")
	case s.is(at, "estoy", "estamos", "ando", "estou", "im", "i", "were", "tengo") && s.in(at+1, lex.Busy), s.is(at, "i") && s.is(at+1, "work"):
		return true
	case s.is(at, "es", "e", "esta", "is", "se") && s.is(at+1, "imposible", "impossible", "impossivel", "complicado", "complicada", "complica", "taken", "bad", "out", "full", "crazy", "packed", "hectic"):
		return !s.is(at+2, "?", "no") && !s.is(at+3, "?")
	case s.is(at, "is", "are", "will", "does") && s.is(at+1, "not"), s.is(at, "doesnt", "isnt", "wont", "dont", "cant"), s.is(at, "i", "we") && s.is(at+1, "cant", "cannot", "wont", "dont"):
		return true
	case s.is(at, "lo", "la") && s.is(at+1, "veo", "vemos") && s.is(at+2, "dificil", "complicado", "imposible", "complicada"):
		return true
	case s.is(at, "me", "i") && s.is(at+1, "desperte", "empezo", "levante", "woke", "comenzo"):
		return true
	case s.is(at, "full", "out", "bad", "taken") && at > 0 && s.class(at-1) == lex.Weekday && s.possessive(at-1):
		return true
	case s.run(at, "is", "no", "good"), s.run(at, "no", "good"), s.run(at, "me", "queda", "mal"), s.run(at, "me", "viene", "mal"), s.run(at, "se", "me", "complica"), s.run(at, "se", "me", "hace"), s.is(at, "me") && s.is(at+1, "es") && s.is(at+2, "imposible", "dificil", "complicado"):
		return true
	}
	return false
}

// regrets reads "…, pero no voy a poder": the clause ends with it, so that it is said of the day before.
func (s chooserScan) regrets(at, to int) bool {
	k := at
	for s.is(k, "me", "you", "voce", "vc", "dijiste", "dijeron", "dijo", "said", "falou", "disse", "dice", "quedamos") {
		k++
	}
	for s.is(k, ",", "pero", "but", "mas", "y", "ya", "al", "final", "que", "i") {
		k++
	}
	if k > at && s.is(at, "pero", "but") && (s.is(k, "ni") || s.negation(k)) && s.is(k+1, "han", "creo", "abren", "atienden", "trabajan", "ha", "deben", "debe") {
		return true
	}
	cannot := s.is(k, "cant", "cannot", "couldnt") ||
		s.negation(k) && s.is(k+1, "puedo", "voy", "podre", "pude", "podemos", "posso", "vou", "consigo", "alcanzo", "llego", "chego")
	if k == at || !cannot {
		return false
	}
	for k++; k < to && k < at+9; k++ {
		if s.Tokens[k].Kind == Mark || s.is(k, "puede", "podria", "me", "se", "hay", "tienen", "can", "could", "pode", "podemos") && !s.is(k-1, "no", "nao") {
			return true
		}
		if s.is(k, "antes", "despues", "before", "after", "mas") {
			return false
		}
	}
	return k >= len(s.Tokens)
}

// noFollows tells whether the "no" at at says no to the day before it, and asks nothing.
func (s chooserScan) noFollows(at, to int) bool {
	next := at + 1
	switch {
	case s.is(next, "mejor", "melhor", "perdon") || s.is(next, ",") && s.is(next+1, "mejor", "a", "perdon", "melhor"):
		return false
	case s.is(next, "?"):
		return false
	case next >= len(s.Tokens):
		return s.is(at-1, "hoy")
	case s.is(at-2, "el", "la") && s.is(at-3, "es", "era", "son", "seria", "quiero") && s.is(next, "el", "la"):
		return false // "es el 28 no el 21"
	case next >= to, s.is(next, "el", "la", "the", "a", "na", "on") && next+1 >= to:
		return !s.is(at-1, ",", ".")
	case s.is(next, "hay", "tem", "abren", "atienden", "trabajan", "abrem") && s.is(next+1, ",", "."):
		return true
	case s.is(next, "me", "nos", "se", "te"):
		return s.in(next+1, lex.Suits)
	case s.is(next, "creo") && s.is(next+1, "que") && s.is(next+2, "abran", "atiendan", "trabajen", "haya", "tengan", "esten", "abra", "atienda"):
		return false
	}
	return s.Tokens[next].Kind == Mark || s.in(next, lex.NoAfter)
}

// busyBefore tells whether what stands at at is when the customer works: "trabajo de lunes a viernes", "I work until 6".
func (s chooserScan) busyBefore(at, from int) bool {
	for k := at - 1; k >= max(from, at-4) && s.Tokens[k].Kind != Mark && !s.is(k, "y", "e", "and", "pero", "but", "que"); k-- {
		if s.in(k, lex.Done) && !s.is(k-1, "que") {
			return true
		}
	}
	for k := at - 1; k >= max(from, at-3); k-- {
		switch {
		case k == at-1 && s.is(k, "fui", "estuve", "llegue", "empezo", "comenzo", "went", "started", "fomos"):
			return true
		case s.in(k, lex.AtWork):
			return !s.is(k-1, "del", "de", "al", "el", "mi", "my", "that", "does", "will", "would", "from", "after", "get", "off", "o", "you", "they", "guys", "doctor", "dr", "she", "he")
		case !s.is(k, "de", "los", "las", "todos", "from", "hasta", "until", "till", "a", "el", "on", "every", "ate", "desde", "entre"):
			return false
		}
	}
	return false
}
