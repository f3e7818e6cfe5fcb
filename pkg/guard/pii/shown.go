package pii

// maxShown is how many words stand between what shows a code and the code.
const maxShown = 5

var (
	// shownBetween may stand between what shows a code and the verb, and after that.
	shownBetween = setOf("y e and me le nos digital google microsoft authy app aplicacion del de la el banco the bank movil celular ahora now es un una a code codigo numero number que to o")
	bys          = setOf("por by via en in")
	factors      = setOf("segundo doble second two segunda double 2")
)

// shownBy recognises the code that a message, an authenticator or a second factor shows: "el sms dice 440291".
func (f *Finder) shownBy(pos, end int) (got Span) {
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	before := b.word()
	if lower(f.text[pos]) == 'f' && !inSet(factors, before) {
		return got
	}
	sms := lower(f.text[pos]) == 's'
	i, shows := end, false
	for range maxShown {
		i = f.blanks(i, 2)
		to := f.lettersEnd(i)
		word := f.text[i:to]
		switch {
		case to == i:
		case inSet(appearances, word), sms && (word == "con" || word == "com" || word == "with"), sms && inSet(copulas, word) && inSet(bys, before):
			shows = true
		case !inSet(shownBetween, word):
			return got
		}
		if to == i {
			break
		}
		i = to
	}
	if f.at(i) == ':' {
		i, shows = f.blanks(i+1, 2), true
	}
	if !shows {
		return got
	}
	if to := f.groupedPin(i); to > 0 {
		return Span{TypeSecret, i, to}
	}
	to := f.wordEnd(i)
	if s := shapeOf(f.text[i:to]); s.digits != s.length || s.length < minLock || s.length > maxLock || yearly(f.text[i:to]) || s.length == minLock && rounded(f.text[i:to]) || f.unitAfter(to) || !f.alone(i, to) {
		return got
	}
	return Span{TypeSecret, i, to}
}
