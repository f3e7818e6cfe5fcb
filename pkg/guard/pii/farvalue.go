package pii

// farValue reads a value after the user's name ("usuario/clave: mlopez / ...") or after more words that end in a colon.
func (f *Finder) farValue(pos, end int, l lead) (got Span) {
	if to := f.valueEnd(l.at); l.sure && f.follows(to, " / ") {
		return f.value(pos, lead{at: to + 3, cue: l.cue, sure: true, strange: true})
	}
	if i := f.farColon(end); i > 0 {
		l = lead{at: i, cue: l.cue, sure: true, strange: true}
		if got = f.value(pos, l); got.Kind == "" {
			got = f.numbered(l)
		}
	}
	return got
}

// farColon returns what stands after the colon that words without another meaning lead to from end on, or 0.
func (f *Finder) farColon(end int) int {
	i := end
	if f.at(i) == ',' {
		i++ // "contraseña, todo en minúscula: ..."
	}
	for n := 0; n < maxCueLinks && f.at(i) == ' '; n++ {
		to := f.lettersEnd(i + 1)
		if word := f.text[i+1 : to]; to == i+1 || inSet(logins, word) || aboutOf(word)&(sayOther|sayPhone|sayHolder) != 0 {
			return 0
		}
		i = to
	}
	if f.at(i) != ':' || f.at(i+1) != ' ' {
		return 0
	}
	return i + len(": ")
}

// farPhrase reads the plain words after a colon away from their name: "palabra clave si llaman de la central: girasol".
func (f *Finder) farPhrase(end int) (got Span) {
	if i := f.farColon(end); i > 0 {
		return f.tell(i)
	}
	return got
}
