package when

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
	"github.com/recado/recado/pkg/language/when/mention"
)

// refusedIn reports whether the customer rules atom i out, by itself or together with those that "y" or "ni" joins to it.
func (s scan) refusedIn(atoms []mention.Atom, i int) bool {
	from, to := s.between(atoms, i)
	if s.refusedBefore(atoms[i].From, from) || s.refusedAfter(atoms[i].To, to) {
		return true
	}
	if i+1 < len(atoms) && atoms[i].Day.Set && fieldsOf(&atoms[i+1]) == fieldClock && i+2 == len(atoms) && s.adjoins(to, atoms[i+1].From) && s.refusedAfter(atoms[i+1].To, len(s.Tokens)) {
		return true // "el martes a las 4 no puedo", and nothing else
	}
	if i+1 < len(atoms) && s.Joined(atoms[i].To, atoms[i+1].From, "ni", "nem", "nor") {
		return true // "el martes ni el jueves puedo"
	}
	for k := i; k+1 < len(atoms) && s.Joined(atoms[k].To, atoms[k+1].From, "y", "ni", "and", "e", "nem"); k++ {
		if _, to := s.between(atoms, k+1); s.refusedAfter(atoms[k+1].To, to) {
			return true
		}
	}
	if i > 0 && s.Joined(atoms[i-1].To, atoms[i].From, "ni", "o", "nem", "or", "nor", "y") {
		before := 0
		if i > 1 {
			before = atoms[i-2].To
		}
		return s.refusedBefore(atoms[i-1].From, before)
	}
	return false
}

// refusedBefore looks for a refusal before an atom at at: "no el martes", "cualquier día menos el viernes".
func (s scan) refusedBefore(at, from int) bool {
	for k := at - 1; k >= max(from, at-6); k-- {
		switch {
		case s.Is(k, "until", "till", "hasta"):
			return false // "no puedo hasta el lunes"
		case s.Is(k, "but") && s.Is(k-1, "anything", "day", "time"):
			return true
		case s.In(k, lex.Breaks) || s.Tokens[k].Kind == language.Mark && s.Is(k, ".", ";", "?", "!", ","):
			return false
		case s.In(k, lex.Excepts):
			return s.excludes(k)
		case s.Is(k, "nada") && s.Is(k+1, "de"), s.Is(k, "about") && s.Is(k-1, "worries", "worry"):
			return true
		case s.Is(k, "scratch", "skip", "forget") && (k+1 == at || s.Is(k+1, "el", "the", "about")):
			return true
		case s.Is(k, "ni", "neither", "nor", "nem"):
			return true
		case s.Negation(k):
			if s.Negation(k-1) && k > from+1 && (k+1 == at || s.Is(k+1, "el", "la", "the")) {
				return false // "era jueves, no no viernes"
			}
			if k == from && from > 0 && (k+1 == at || s.Is(k+1, "el", "la", "los", "a", "este", "para", "on", "the", "na")) {
				return s.Is(from-2, "el", "la") && s.Is(from-3, "es", "era", "son", "seria", "quiero") // "el lunes no el martes" says no to the one before
			}
			return s.Denies(k, at)
		}
	}
	return false
}

// excludes reports whether the word at k rules out what follows: not in "más o menos", "if you can't", "don't mind".
func (s scan) excludes(k int) bool {
	switch {
	case s.Is(k-1, "o", "why", "lo", "al", "if", "si"), s.Is(k-2, "if", "si"), s.Is(k+1, "sure", "you", "mind", "forget", "de"):
		return false
	case s.Is(k, "menos") && (s.Class(k+1) == lex.Quarter || s.Class(k+1) == lex.Number && s.Is(k-1, ",")):
		return false // "a las 5, no, menos cuarto"
	case s.Is(k, "excepto", "salvo", "menos", "except", "exceto"):
		return !s.busySince(k)
	}
	return true
}

// prefers reports whether the words from from to to narrow what was said instead of taking it back.
func (s scan) prefers(from, to int) bool {
	for k := from; k < to; k++ {
		if s.Is(k, "preferencia", "preferably", "preferible", "preferiblemente") {
			return true
		}
	}
	return false
}

// supposed reports whether an "if" stands before k: what follows is a second choice.
func (s scan) supposed(k int) bool {
	for k--; k >= 0; k-- {
		if s.Is(k, "si", "se", "if") {
			return true
		}
	}
	return false
}

// anyBut reports whether "cualquier día menos" stands before i.
func (s scan) anyBut(i int) bool {
	for k := max(0, i-3); k < i; k++ {
		if s.Is(k, "but", "menos", "excepto", "salvo", "except", "exceto") {
			return true
		}
	}
	return false
}

// busySince reports whether the days that "except" excludes are those that one cannot: "trabajo todos los días excepto el domingo".
func (s scan) busySince(k int) bool {
	for j := k - 1; j >= max(0, k-6); j-- {
		if s.Tokens[j].Kind == language.Mark {
			return false
		}
		if s.In(j, lex.Busy) || s.Negation(j) {
			return true
		}
	}
	return false
}

// refusedHour reports whether only the hour after day i is refused, because another hour and no other day follows:
// "mañana no puedo ir a las 10, ¿a las 12?".
func (s scan) refusedHour(atoms []mention.Atom, i int) bool {
	if i+2 >= len(atoms) || fieldsOf(&atoms[i]) != fieldDay || fieldsOf(&atoms[i+1]) != fieldClock || !s.MayRefuse() || !s.refusedAfter(atoms[i].To, atoms[i+1].From) {
		return false
	}
	for k := atoms[i].To; k < atoms[i+1].From; k++ {
		if s.Token(k).Kind == language.Mark {
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
func (s scan) refusedAfter(at, to int) bool {
	if s.Is(at, ",") && (s.Negation(at+1) && s.Is(at+2, "puedo", "podre", "me", "posso", "estoy", "podemos", "alcanzo") || s.In(at+1, lex.Busy) && (at+2 >= to || !s.Is(at+2, "de", "por", "en", "los", "las", "hasta", "a", "until"))) {
		at++
	}
	if s.Is(at, "yo", "ya", "i", "eu", "la", "verdad", "pues", "mmm", "ahi") && at+1 < to && s.Negation(at+1) {
		at++
	}
	switch {
	case s.Run(at, "ya", "es", "tarde"), s.Run(at, "ya", "es", "muy", "tarde"), s.Run(at, "is", "too", "late"), s.Run(at, "too") && s.Is(at+1, ".", ","):
		return s.Run(at, "ya") || s.Is(at, "is") || s.refusedBefore(at-1, max(0, at-4))
	case s.Negation(at), s.Is(at, "tampoco"):
		return at < to && s.noFollows(at, to)
	case s.Is(at, "youre", "theyre", "estan", "estao") && s.Is(at+1, "closed", "cerrados", "cerrado", "fechados"), s.Run(at, "you", "are", "closed"):
		return !s.Is(at+2, "?") && !s.Is(at+3, "?")
	case s.In(at, lex.Busy):
		return !s.Is(at-1, "y") && !s.Is(at+1, "hasta", "until", "?")
	case s.Is(at, "estoy", "estamos", "ando", "estou", "im", "i", "were", "tengo") && s.In(at+1, lex.Busy), s.Is(at, "i") && s.Is(at+1, "work"):
		return true
	case s.Is(at, "es", "e", "esta", "is", "se") && s.Is(at+1, "imposible", "impossible", "impossivel", "complicado", "complicada", "complica", "taken", "bad", "out", "full", "crazy", "packed", "hectic"):
		return !s.Is(at+2, "?", "no") && !s.Is(at+3, "?")
	case s.Is(at, "is", "are", "will", "does") && s.Is(at+1, "not"), s.Is(at, "doesnt", "isnt", "wont", "dont", "cant"), s.Is(at, "i", "we") && s.Is(at+1, "cant", "cannot", "wont", "dont"):
		return true
	case s.Is(at, "lo", "la") && s.Is(at+1, "veo", "vemos") && s.Is(at+2, "dificil", "complicado", "imposible", "complicada"):
		return true
	case s.Is(at, "me", "i") && s.Is(at+1, "desperte", "empezo", "levante", "woke", "comenzo"):
		return true
	case s.Is(at, "full", "out", "bad", "taken") && at > 0 && s.Class(at-1) == lex.Weekday && s.Possessive(at-1):
		return true
	case s.Run(at, "is", "no", "good"), s.Run(at, "no", "good"), s.Run(at, "me", "queda", "mal"), s.Run(at, "me", "viene", "mal"), s.Run(at, "se", "me", "complica"), s.Run(at, "se", "me", "hace"), s.Is(at, "me") && s.Is(at+1, "es") && s.Is(at+2, "imposible", "dificil", "complicado"):
		return true
	}
	return false
}

// regrets reads "…, pero no voy a poder": the clause ends with it, so that it is said of the day before.
func (s scan) regrets(at, to int) bool {
	k := at
	for s.Is(k, "me", "you", "voce", "vc", "dijiste", "dijeron", "dijo", "said", "falou", "disse", "dice", "quedamos") {
		k++
	}
	for s.Is(k, ",", "pero", "but", "mas", "y", "ya", "al", "final", "que", "i") {
		k++
	}
	if k > at && s.Is(at, "pero", "but") && (s.Is(k, "ni") || s.Negation(k)) && s.Is(k+1, "han", "creo", "abren", "atienden", "trabajan", "ha", "deben", "debe") {
		return true
	}
	cannot := s.Is(k, "cant", "cannot", "couldnt") ||
		s.Negation(k) && s.Is(k+1, "puedo", "voy", "podre", "pude", "podemos", "posso", "vou", "consigo", "alcanzo", "llego", "chego")
	if k == at || !cannot {
		return false
	}
	for k++; k < to && k < at+9; k++ {
		if s.Tokens[k].Kind == language.Mark || s.Is(k, "puede", "podria", "me", "se", "hay", "tienen", "can", "could", "pode", "podemos") && !s.Is(k-1, "no", "nao") {
			return true
		}
		if s.Is(k, "antes", "despues", "before", "after", "mas") {
			return false
		}
	}
	return k >= len(s.Tokens)
}

// noFollows reports whether the "no" at at says no to the day before it, and asks nothing.
func (s scan) noFollows(at, to int) bool {
	next := at + 1
	switch {
	case s.Is(next, "mejor", "melhor", "perdon") || s.Is(next, ",") && s.Is(next+1, "mejor", "a", "perdon", "melhor"):
		return false
	case s.Is(next, "?"):
		return false
	case next >= len(s.Tokens):
		return s.Is(at-1, "hoy")
	case s.Is(at-2, "el", "la") && s.Is(at-3, "es", "era", "son", "seria", "quiero") && s.Is(next, "el", "la"):
		return false // "es el 28 no el 21"
	case next >= to, s.Is(next, "el", "la", "the", "a", "na", "on") && next+1 >= to:
		return !s.Is(at-1, ",", ".")
	case s.Is(next, "hay", "tem", "abren", "atienden", "trabajan", "abrem") && s.Is(next+1, ",", "."):
		return true
	case s.Is(next, "me", "nos", "se", "te"):
		return s.In(next+1, lex.Suits)
	case s.Is(next, "creo") && s.Is(next+1, "que") && s.Is(next+2, "abran", "atiendan", "trabajen", "haya", "tengan", "esten", "abra", "atienda"):
		return false
	}
	return s.Tokens[next].Kind == language.Mark || s.In(next, lex.NoAfter)
}

// busyBefore reports whether what stands at at is when the customer works: "trabajo de lunes a viernes", "I work until 6".
func (s scan) busyBefore(at, from int) bool {
	for k := at - 1; k >= max(from, at-4) && s.Tokens[k].Kind != language.Mark && !s.Is(k, "y", "e", "and", "pero", "but", "que"); k-- {
		if s.In(k, lex.Done) && !s.Is(k-1, "que") {
			return true
		}
	}
	for k := at - 1; k >= max(from, at-3); k-- {
		switch {
		case k == at-1 && s.Is(k, "fui", "estuve", "llegue", "empezo", "comenzo", "went", "started", "fomos"):
			return true
		case s.In(k, lex.AtWork):
			return !s.Is(k-1, "del", "de", "al", "el", "mi", "my", "that", "does", "will", "would", "from", "after", "get", "off", "o", "you", "they", "guys", "doctor", "dr", "she", "he")
		case !s.Is(k, "de", "los", "las", "todos", "from", "hasta", "until", "till", "a", "el", "on", "every", "ate", "desde", "entre"):
			return false
		}
	}
	return false
}
