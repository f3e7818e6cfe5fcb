package pii

import "strings"

// maxBetween is how many words stand between two secrets of which only the first is named.
const maxBetween = 7

var (
	// alternatives join a second secret to the first: "o quizá", "ahora"; belonging tells whose it is: "y la de la firma".
	alternatives = setOf("primera primero first primeira o u or ou ahora now quiza quizas maybe perhaps talvez vez tal luego then antes before despues after agora nueva nuevo nova novo new otra outra other segunda second a to por")
	belonging    = setOf("de del for do da")
	joining      = setOf("y and e la el the es is tambien also creo one mi mia my")
)

// secondOf recognises the secret that follows one that the word at pos names, without a name of its own: "mi contraseña es
// Luna_12 o quizá Luna_21", "antes 9754E, ahora 6187F", "la clave es 7204 y la de la firma 97609".
func (f *Finder) secondOf(pos int, got Span) (more Span) {
	if got.Kind == TypeEmail {
		return f.ofAccount(got)
	}
	if !f.namesSecret(pos, got) {
		return more
	}
	i, told := got.End, f.follows(got.End, " para ") && hasEnd(f.text[:got.Start], " de ") // "mudei de ... para ..."
	if c := f.at(i); c == '"' || c == '\'' || c == ')' {
		i++
	}
	for range maxBetween {
		for n := 0; n < 3 && strings.IndexByte(" ,;/", f.at(i)) >= 0 && f.at(i) != 0; n++ {
			told = told || f.text[i] == '/'
			i++
		}
		to := f.lettersEnd(i)
		if c := f.at(to); to == i || isDigit(c) || c == '_' || c == '-' || c != 0 && strings.IndexByte(".#$@*&+!", c) >= 0 && f.wordAt(to+1) {
			break
		}
		switch word := f.text[i:to]; {
		case inSet(alternatives, word), inSet(belonging, word):
			told = true
		case inSet(joining, word):
		default:
			if k, _ := cueLexicon.get(word); k != noCue || inSet(logins, word) || !inSet(cueLinks, word) {
				return f.another(got, i, told)
			}
		}
		i = to
	}
	return f.another(got, i, told)
}

// ofAccount recognises the secret of an account that was found: "la clave de ana@correo.example es ...".
func (f *Finder) ofAccount(got Span) (more Span) {
	at := 0
	for _, is := range [...]string{" es ", " is ", " era ", ": ", " = "} {
		if f.follows(got.End, is) {
			at = got.End + len(is)
		}
	}
	if at == 0 {
		return more
	}
	b := backward{text: f.text[max(0, got.Start-contextBytes):got.Start]}
	for range maxBetween {
		word := b.word()
		if k, _ := cueLexicon.get(word); !b.broke && (k == cuePassword || k == cueClave || k == cuePass) {
			if end := f.valueEnd(at); shapeOf(f.text[at:end]).secret(cuePassword, true) {
				return Span{TypeSecret, at, end}
			}
			return more
		}
		if b.broke || !inSet(cueLinks, word) {
			return more
		}
	}
	return more
}

// namesSecret reports whether the find is one of those that the word at pos names as a whole.
func (f *Finder) namesSecret(pos int, got Span) bool {
	if got.Kind != TypeSecret || got.Start <= pos || f.mayBe(pos)&mayBeCue == 0 {
		return false
	}
	k, _ := cueLexicon.get(f.text[pos:f.wordEnd(pos)])
	return k == cuePassword || k == cueClave || k == cuePass || k == cuePin || k == cueCode
}

// another returns what stands at i if it looks as the secret that was found before it: both digits, or both mixtures.
func (f *Finder) another(got Span, i int, told bool) (more Span) {
	if !told || i == got.End {
		return more
	}
	end := f.valueEnd(i)
	first, second := shapeOf(f.text[got.Start:got.End]), shapeOf(f.text[i:end])
	switch {
	case first.digits == first.length:
		if second.digits != second.length || second.digits < 4 || second.digits > 8 || f.unitAfter(end) {
			return more
		}
	case second.letters == 0 || second.letters == second.length, !second.secret(cuePass, true) && (second.length != first.length || second.digits != first.digits):
		return more
	}
	return Span{TypeSecret, i, end}
}
