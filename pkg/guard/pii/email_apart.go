package pii

// saidMail reads "correo es juan perez 85 arroba gmail punto com": the name in up to four words.
func (f *Finder) saidMail(end int) (got Span) {
	i := end
	for range 5 {
		i, _ = f.connector(i)
		to := f.lettersEnd(i)
		if to == i || !inSet(mailLinks, f.text[i:to]) || f.at(to) == '@' || f.at(to) == '.' {
			break
		}
		i = to
	}
	first := i
	for n := range 5 {
		to := f.wordEnd(i)
		if to == i || to-i > maxLocal {
			return got
		}
		if f.at(to) == '@' {
			return got
		}
		if n > 0 && f.linkAhead(to) {
			if l, _ := f.linkAt(to); l == atStrong && f.at(f.blanks(to, 2)) != '@' {
				return f.hiddenEmail(first, to)
			}
			if got = f.hiddenEmail(i, to); got.Kind != "" {
				got.Start = first
				return got
			}
		}
		if f.at(to) != ' ' {
			return got
		}
		copula := inSet(mailIs, f.text[i:to]) && f.text[i:to] != "e"
		if i = f.blanks(to, 2); copula {
			first = i
		}
	}
	return got
}

// mailIs stand right before the address, whatever was said of it: o email cadastrado é ana85 arroba ...
var mailIs = setOf("es is e seria era sera fue")

var mailLinks = setOf(`es is electronico seria mi mio mia meu minha mine suyo suya nuestro tuyo el la personal work trabajo trabalho laboral corporativo institucional escolar principal alternativo secundario
	contacto actual viejo mail email correo pessoal de address sería eh e este siguiente nuevo anota apunta todo junto`)

// spacedEmail reads an e-mail whose characters stand apart: a n a @ g m a i l . c o m.
func (f *Finder) spacedEmail(pos int) (got Span) {
	at, end := f.atApart(pos)
	if end > 0 && f.unlinked != end {
		if got = f.hiddenEmail(pos, end); got.Kind == "" {
			f.unlinked = end
		}
		return got
	}
	if !at {
		return got
	}
	var buf [maxLocal]byte
	n, sign, dot := 0, -1, -1
	i, name := pos, pos
	for n < len(buf) {
		c := f.at(i)
		if c != '@' && !local.has(c) {
			break
		}
		if c == '@' {
			sign, name = n, i-1
		}
		if c == '.' {
			dot = n
		}
		buf[n] = c
		n++
		i++
		if !f.apart(i) {
			break
		}
		i++
	}
	switch {
	case sign < 1:
		return got
	case dot < sign+2 || !isTop(string(buf[dot+1:n])):
		return f.hiddenEmail(pos, name) // only the name is apart
	}
	return Span{TypeEmail, pos, i}
}

// apart reports a blank and one single character after i.
func (f *Finder) apart(i int) bool {
	return f.at(i) == ' ' && (f.at(i+2) == ' ' || !local.has(f.at(i+2)))
}

// atApart reports an at among the characters written apart from pos on, or, where a spoken one follows them, their end. It
// remembers how far there is none.
func (f *Finder) atApart(pos int) (at bool, end int) {
	i := max(pos, f.loner)
	for i-pos < 2*maxLocal {
		c := f.at(i)
		if c == '@' {
			return true, 0
		}
		if !local.has(c) || !f.apart(i+1) {
			break
		}
		i += 2
	}
	f.loner = i
	if i > pos && f.at(i+1) == ' ' && f.saidLink(i+2) > 0 {
		return false, i + 1
	}
	return false, 0
}
