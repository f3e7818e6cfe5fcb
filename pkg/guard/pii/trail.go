package pii

// trails reads what people put where a colon belongs: "..", a verb of setting, a comma and an is, or for digits a question
// mark.
func (f *Finder) trails(l *lead) bool {
	i := l.at
	switch c := f.at(i); {
	case c == '.' && f.at(i+1) == '.':
		for i-l.at < 3 && f.at(i) == '.' {
			i++
		}
	case c == '?' && f.follows(i, "? it's "):
		l.at, l.sure, l.strange = i+len("? it's "), true, true
		return true
	case c == '?' && (l.cue == cuePin || l.cue == cueVerified):
		i++
	case c == ',' && f.at(i+1) == ' ' && f.codeBetween(l.cue, i+2):
		l.at, l.sure, l.strange = i+2, true, false
		return true
	case l.puts:
		l.sure = true
		return true
	default:
		return f.resumes(l)
	}
	if f.at(i) != ' ' {
		return false
	}
	l.at, l.sure, l.strange = i+1, true, true
	return true
}

// codeBetween reports what a secret's name and a comma are followed by, if that is one by its look: "mi clave, 2907, no
// sirve", "la contraseña, Benito2016".
func (f *Finder) codeBetween(k cue, i int) bool {
	if k == cuePin || k == cueVerified || k == cueArrived {
		if f.groupedPin(i) > 0 || f.saidPin(i)-i > minSaid {
			return true
		}
	} else if k != cuePassword && k != cueClave {
		return false
	}
	end := f.valueEnd(i)
	if c := f.at(end); c != 0 && c != '\n' && (c != ',' && c != '.' || isDigit(f.at(end+1))) {
		return false // "mi contraseña, Pedido2016 no llega"
	}
	word := f.text[i:end]
	if s := shapeOf(word); s.digits != s.length {
		return s.digits > 0 && s.letters > 2 && s.length >= 6 && (k == cuePassword || hasSmall(word))
	}
	return len(word) >= 4 && len(word) <= 8 && !yearly(word)
}

// resumes reads ", es" and "pero es" after the name of a secret.
func (f *Finder) resumes(l *lead) bool {
	i := l.at
	if f.at(i) == ',' {
		i = f.blanks(i+1, 1)
	}
	first := lower(f.at(i))
	for _, word := range [...]string{"que ", "which ", "pero ", "but it ", "and it ", "but ", "mas ", "y ", "and ", "e ", "it's ", "ahora ", "now ", "aun ", "a\u00fan ", "todavia ", "todav\u00eda "} {
		if word[0] == first && f.follows(i, word) {
			i += len(word)
			break
		}
	}
	if i == l.at {
		return false
	}
	if l.cue == cueVerified && f.follows(i, "me ") {
		i += 3
	}
	if f.follows(i, "it's ") {
		l.at, l.sure, l.strange = i+len("it's "), true, true
		return true
	}
	to := f.lettersEnd(i)
	for n := 0; n < 3 && f.at(to) == ' ' && inSet(beliefs, f.text[i:to]); n++ {
		i = to + 1
		to = f.lettersEnd(i)
	}
	if l.cue == cueVerified && to > i && f.at(to) == ' ' && (inSet(arrivals, f.text[i:to]) || inSet(appearances, f.text[i:to])) {
		l.at, l.sure, l.strange = f.article(to), true, true // "y me llegó 590318"
		return true
	}
	if to == i || f.at(to) != ' ' || !inSet(copulas, f.text[i:to]) {
		return false
	}
	l.at, l.sure, l.strange = f.article(to), true, true
	return true
}

var (
	copulas = setOf("es is era was seria foi e sigue still")
	// beliefs may stand before an is: "creo que era".
	beliefs = setOf("creo que acho i think it parece me")
	// appearances tell that a code is to be seen.
	appearances = setOf("diz trae sale salio aparece aparecio dice marca pone muestra shows says")
)
