package pii

import "strings"

// lead is what stands between the name of a secret and its value, which may begin at at.
type lead struct {
	at  int
	cue cue
	// sure: an is or a colon stands there; strange: words of which nothing is known too, so that the value must speak for itself.
	sure, strange bool
	puts          bool // the last word is a verb of setting
}

const (
	maxCueLinks = 12
	// maxStrange is how many words of which nothing is known may stand between a name and its value.
	maxStrange = 5
)

// linksTo reads the words between a name and its value.
func (f *Finder) linksTo(end int, named cue) lead {
	l := lead{at: end, cue: named}
	first, strange, open := lead{}, 0, named == cuePassword // whatever that opens
	for range maxCueLinks {
		if l.at, l.sure = f.connector(l.at); l.sure {
			return l
		}
		if f.howLong(&l) {
			continue
		}
		to := f.lettersEnd(l.at)
		if to == l.at || isDigit(f.at(to)) || l.puts && f.at(to) != ' ' {
			break
		}
		role, _ := roleLexicon.get(f.text[l.at:to])
		switch {
		case role&roleIs != 0 && f.at(to) != '@':
			f.reachIs(&l, to, role)
			return l
		case f.verifies(&l, role, end):
		case role&roleLink == 0:
			if role&roleEnds != 0 && f.resumes(&l) {
				return l
			}
			if !l.strange {
				first = l
			}
			if strange++; strange > maxStrange || l.cue == cuePin && f.follows(l.at, "area ") || role&roleEnds != 0 || !open && aboutOf(f.text[l.at:to])&sayOther != 0 {
				return first
			}
			l.strange = true
		}
		l.puts, open = role&rolePuts != 0 || l.puts && role&roleLink != 0 && to-l.at < 3, open || role&roleVerifies != 0
		l.at = to
	}
	if !f.trails(&l) && l.strange {
		return first
	}
	return l
}

// reachIs goes past an is that ends at to; behind "dice" and "quedó como" words about the secret may follow.
func (f *Finder) reachIs(l *lead, to int, r role) {
	l.at, l.sure = f.article(to), true
	if l.strange = l.strange || r&roleSays != 0; f.follows(l.at, "como ") {
		l.at, l.strange = l.at+5, true
	}
}

// verifies makes the name of a code, which ends at end, or of a password that of a code that is a secret, where a word tells so.
func (f *Finder) verifies(l *lead, r role, end int) bool {
	switch {
	case (l.cue == cueCode || l.cue == cueArrived) && r&roleVerifies != 0, l.cue == cueClave && r&roleChanges != 0:
		l.cue = cueVerified
	case l.cue == cueCode && r&roleArrives != 0 && f.unspecified(end):
		l.cue = cueArrived
	default:
		return false
	}
	return true
}

// howLong goes past "6 digitos" and "4-digit", which tell how long a secret is, and past the end of a card's number where
// "es" and digits follow; what has so many digits is a code to enter.
func (f *Finder) howLong(l *lead) bool {
	i := l.at
	if !isDigit(f.at(i)) {
		return false
	}
	if c := f.at(i + 1); c != ' ' && c != '-' {
		end := f.wordEnd(i)
		if end != i+4 || !f.follows(end, " es ") && !f.follows(end, " is ") || !isDigit(f.at(end+4)) {
			return false
		}
		l.at = end
		return true
	}
	to := f.lettersEnd(i + 2)
	if !inSet(lengths, f.text[i+2:to]) {
		return false
	}
	if l.cue == cueCode {
		l.cue = cueVerified
	}
	if f.at(to) == ')' {
		to++
	}
	l.at = to
	return true
}

var lengths = setOf("digitos digits digit cifras numeros caracteres characters numbers dig")

// role is what a word does between the name of a secret and its value.
type role uint8

const (
	roleLink     role = 1 << iota
	roleIs            // the value follows
	roleVerifies      // a code of it is a secret
	rolePuts          // a verb of giving a secret its value
	roleEnds          // begins another thought, or tells that no value follows
	roleArrives       // tells that a code was sent to somebody
	roleSays          // with roleIs: it may be words about it that follow
	roleChanges       // of a secret that is another one each time
)

var roleLexicon = func() *words[role] {
	out := map[string]role{}
	for r, list := range map[role]string{
		roleLink:                linkWords,
		roleArrives:             arrivalWords,
		roleIs | roleSays:       "dice diz says reads marca muestra shows",
		roleChanges:             "dinamica dinamico temporal otp token sms",
		roleIs:                  isWords,
		roleVerifies:            verifyingWords,
		roleVerifies | roleLink: "pin nip otp",
		rolePuts: `pongo puse pusimos uso usaba tecleo escribo meto meti coloco coloque elegi use used put set type typed chose picked enter entered coloquei
			usei usamos reset changed cambiaron resetearon redefinida restablecida`,
		roleEnds: `no ni pero but y and o or porque because si if cuando when tiene debe must has have caduca expira expires vence mide pide deben should
			clave claves contrasena contrasenas password passwords`,
	} {
		for word := range strings.FieldsSeq(list) {
			out[word] |= r
		}
	}
	return newWords(out)
}()

// trails reads what people put where a colon belongs: "..", a verb of setting, a comma and an is, or for digits a question
// mark.
func (f *Finder) trails(l *lead) bool {
	i := l.at
	switch c := f.at(i); {
	case c == '.' && f.at(i+1) == '.':
		for i-l.at < 3 && f.at(i) == '.' {
			i++
		}
	case c == '?' && (l.cue == cuePin || l.cue == cueVerified):
		i++
	case c == '?' && f.follows(i, "? it's "):
		l.at, l.sure, l.strange = i+7, true, true
		return true
	case l.puts:
		l.sure = true
		return true
	case c == ',' && f.at(i+1) == ' ' && f.codeBetween(l.cue, i+2):
		l.at, l.sure, l.strange = i+2, true, false
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
		if f.groupedPin(i) > 0 {
			return true
		}
	} else if k != cuePassword && k != cueClave {
		return false
	}
	end := f.wordEnd(i)
	if c := f.at(end); c != 0 && c != '\n' && (c != ',' && c != '.' || isDigit(f.at(end+1))) {
		return false // "mi contraseña, Pedido2016 no llega"
	}
	word := f.text[i:end]
	if s := shapeOf(word); s.digits != s.length {
		return k == cuePassword && s.digits > 0 && s.letters > 2 && s.length >= 6
	}
	return len(word) >= 4 && len(word) <= 8 && !yearly(word)
}

// resumes reads ", es" and "pero es" behind the name of a secret.
func (f *Finder) resumes(l *lead) bool {
	i := l.at
	if f.at(i) == ',' {
		i = f.blanks(i+1, 1)
	}
	for _, word := range [...]string{"pero ", "but it ", "and it ", "but ", "mas ", "y ", "and ", "e "} {
		if f.follows(i, word) {
			i += len(word)
			break
		}
	}
	if i > l.at && l.cue == cueVerified && f.follows(i, "me ") {
		i += 3
	}
	to := f.lettersEnd(i)
	if i > l.at && l.cue == cueVerified && to > i && f.at(to) == ' ' && inSet(arrivals, f.text[i:to]) {
		l.at, l.sure, l.strange = f.article(to), true, true // "y me llegó 590318"
		return true
	}
	if i == l.at || to == i || f.at(to) != ' ' || !inSet(copulas, f.text[i:to]) {
		return false
	}
	l.at, l.sure, l.strange = f.article(to), true, true
	return true
}

var copulas = setOf("es is era was seria foi")

// article skips what may stand between an is and the value: a colon, el, the.
func (f *Finder) article(i int) int {
	i, _ = f.connector(i)
	for _, word := range [...]string{"la palabra ", "la frase ", "the word ", "a palavra ", "el numero ", "el n\u00famero ", "el ", "la ", "the ", "este ", "esta ", "este: ", "lo siguiente: ", "o ", "a "} {
		if f.follows(i, word) {
			i, _ = f.connector(i + len(word))
			break
		}
	}
	return i
}

// connector skips blanks, quotes and a colon, an equals sign or an arrow; it reports one of those.
func (f *Finder) connector(i int) (next int, colon bool) {
	for range 6 {
		switch c := f.at(i); c {
		case ' ', '\t', '"', '\'', '`', '*', '(':
		case ':', '=', '>':
			colon = true
		case '-':
			if f.at(i+1) != '>' && f.at(i+1) != ' ' {
				return i, colon
			}
		case '\n':
			if !colon {
				return i, colon
			}
		case 0xE2, 0xC2:
			size := f.quote(i)
			if size == 0 {
				return i, colon
			}
			colon = colon || f.exactly(i, "\u2192")
			i += size - 1
		default:
			return i, colon
		}
		i++
	}
	return i, colon
}

// quote returns the length of a typographic quote or arrow at i.
func (f *Finder) quote(i int) int {
	r, size := f.rune(i)
	switch r {
	case '«', '»', '“', '”', '‘', '’', '→':
		return size
	}
	return 0
}
