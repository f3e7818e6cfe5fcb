package pii

import "strings"

// maxBehind is how many words stand between a password and its name after it at most.
const maxBehind = 6

var (
	// behindIs join a password to its name after it, or begin the clause that names it: "Pantera91, esa es mi clave".
	behindIs = setOf("as como pongo uso es era fue seria sigue is was be s thats e foi siendo")
	// behindLinks may stand beside those.
	behindLinks = setOf(`esa ese eso esta este that this it essa esse should would mi my nuestra nuestro our la el the su tu your his her minha meu a o old new vieja nueva
		antigua siempre always what i use set de asi actual current ahora now que which wifi wi fi del de lo mismo`)
)

// namesFrom are the first letters of the words below.
var namesFrom = func() (t [256]bool) {
	for _, c := range "(<-=aefilmpstuw\u00e9" {
		t[byte(c)], t[upper(byte(c))] = true, true
	}
	t[latinLead] = true
	return t
}()

// mayName reports whether what stands at i may begin what names the value before: a mark, or one of the words above.
func (f *Finder) mayName(i int) bool {
	c := f.at(i)
	if !namesFrom[c] {
		return false
	}
	if !isLetter(c) && c != latinLead {
		return true
	}
	to := f.lettersEnd(i)
	if c = f.at(to); c != ' ' && c != '\'' {
		return false
	}
	word := f.text[i:to]
	return inSet(behindIs, word) || inSet(behindLinks, word)
}

// namedBehind recognises a password or the code of a lock by what is said of it after: "perejil9 (es la contraseña)", "luna2024,
// that's the wifi password", "4471 ese es el código de la alarma". It ends at end.
func (f *Finder) namedBehind(pos, end int) (got Span) {
	i, joined := f.towardsName(end)
	if i == end || end-pos < minLock {
		return got
	}
	own, lock := false, false
	joined = joined || f.copulaBegins(pos)
	for range maxBehind {
		to := f.lettersEnd(i)
		if to == i {
			return got
		}
		word := f.text[i:to]
		switch k, _ := cueLexicon.get(word); {
		case k == cuePassword || k == cueClave || k == cuePass || k == cueCode || k == cuePin:
			if joined && f.called(pos, end, to, k, own, lock) {
				return Span{TypeSecret, pos, end}
			}
			return got
		case inSet(behindIs, word):
			joined = true
		case isLock(word):
			lock = true
		case !inSet(behindLinks, word):
			return got
		}
		own = own || inSet(owners, word)
		if f.at(to) == '\'' {
			to++ // that's
		}
		if i = to; f.at(i) == ' ' {
			i++
		}
	}
	return got
}

// copulaBegins reports a sentence that begins with an is right before pos: "es Vinagreta_6 la contraseña".
func (f *Finder) copulaBegins(pos int) bool {
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	return inSet(copulas, b.word()) && !b.broke && (b.word() == "" || b.broke)
}

// towardsName goes past what stands between a value that ends at end and the words that name it; marked reports a mark that
// joins the two.
func (f *Finder) towardsName(end int) (i int, marked bool) {
	i = end
	if c := f.at(i); c == ',' || c == '.' || c == '"' || c == '\'' {
		i++
	}
	if f.at(i) != ' ' {
		return end, false
	}
	i++
	for n := 0; n < 3 && f.at(i) != 0 && strings.IndexByte("(<->= ", f.text[i]) >= 0; n++ {
		marked = marked || f.text[i] != ' ' && f.text[i] != '-'
		i++
	}
	return i, marked
}

// called reports whether what stands from pos to end may be the secret that the word k, which ends at to, calls it.
func (f *Finder) called(pos, end, to int, k cue, own, lock bool) bool {
	word := f.text[pos:end]
	s := shapeOf(word)
	if s.digits == s.length {
		return s.length <= maxLock && !yearly(word) && (lock || f.ofLock(to)) && f.alone(pos, end)
	}
	if f.product(pos, end) || f.ofWare(to) || !s.secret(cuePassword, true) || s.letters == 0 {
		return false
	}
	return k == cuePassword || (k == cueClave || k == cuePass) && hasSmall(word) && (own || s.letters > 3 && !f.ofMore(to))
}

// ofLock reports "de la alarma" at i, or the name of another lock.
func (f *Finder) ofLock(i int) bool {
	for range maxLockIns {
		i = f.blanks(i, 1)
		to := f.lettersEnd(i)
		if isLock(f.text[i:to]) {
			return true
		}
		if !inSet(ofWords, f.text[i:to]) && !f.follows(i, "for ") && !f.follows(i, "to ") {
			return false
		}
		i = to
	}
	return false
}

// ofMore reports "de la crisis" at i: a clave of what no one logs in to.
func (f *Finder) ofMore(i int) bool {
	i = f.blanks(i, 1)
	to := f.lettersEnd(i)
	for n := 0; n < 2 && inSet(ofWords, f.text[i:to]); n++ {
		i = f.blanks(to, 1)
		if to = f.lettersEnd(i); !inSet(ofWords, f.text[i:to]) {
			return !inSet(cueLinks, f.text[i:to])
		}
	}
	return false
}

// ofWare reports "del artículo" at i: the key is one of a thing.
func (f *Finder) ofWare(i int) bool {
	for range maxLockIns {
		i = f.blanks(i, 1)
		to := f.lettersEnd(i)
		if word := f.text[i:to]; !inSet(ofWords, word) {
			return aboutOf(word)&sayOther != 0 && !inSet(cueLinks, word)
		}
		i = to
	}
	return false
}
