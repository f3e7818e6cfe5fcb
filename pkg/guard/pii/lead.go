package pii

import "strings"

// lead is what stands between the name of a secret and its value, which may begin at at.
type lead struct {
	at  int
	cue cue
	// sure: an is or a colon stands there; strange: words of which nothing is known too, so that the value must speak for itself.
	sure, strange bool
	puts          bool // the last word is a verb of setting
	door          bool // it opens a door, a safe, a lock: its codes are of digits, with a letter or a sign
	spoken        bool // it is one to tell by word of mouth: plain words
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
		l.at = f.aside(l.at)
		if l.at, l.sure = f.connector(l.at); l.sure {
			l.at = f.afterColon(l.at)
			return l
		}
		if (l.cue == cuePin || l.cue == cueVerified) && f.said(l.at) && f.saidPin(l.at) > 0 {
			return l
		}
		if f.howLong(&l) {
			continue
		}
		to := f.linkEnd(l.at)
		if to == l.at || isDigit(f.at(to)) || f.at(to) == '_' || l.puts && f.at(to) != ' ' && f.at(to) != ':' {
			break
		}
		role, _ := roleLexicon.get(f.text[l.at:to])
		l.door, l.spoken = l.door || role&roleDoor != 0, l.spoken || role&roleSpoken != 0
		switch {
		case role&roleIs != 0 && f.at(to) != '@', role&roleShows != 0 && isDigit(f.at(to+1)):
			f.reachIs(&l, to, role)
			return l
		case f.verifies(&l, role, end):
		case role&roleDeal != 0 && (l.cue == cueVerified || l.cue == cuePin):
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
		if l.at = to; f.at(to) == '-' && role&roleLink != 0 && isLetter(f.at(to+1)) {
			l.at++ // wi-fi
		}
	}
	if !f.trails(&l) && l.strange && (strange > 1 || !f.mixtureAt(l)) {
		return first
	}
	return l
}

// mixtureAt reports that what stands behind a lead is a password by its look, so that one word of which nothing is known may
// stand before it: "contraseña moodle Moodle2291!".
func (f *Finder) mixtureAt(l lead) bool {
	if l.cue != cuePassword && l.cue != cueClave || f.text[l.at-1] != ' ' {
		return false
	}
	word := f.text[l.at:f.valueEnd(l.at)]
	return shapeOf(word).mixture() && hasSmall(word) && len(word) > 6
}

// afterColon goes past a word that people put between a colon and the value.
func (f *Finder) afterColon(i int) int {
	for _, word := range [...]string{"antes ", "ahora ", "es ", "era ", "is "} {
		if f.follows(i, word) {
			return i + len(word)
		}
	}
	return i
}

// linkEnd returns where the word at i ends that may stand before a value; wpa2 and 2fa are words.
func (f *Finder) linkEnd(i int) (to int) {
	if to = f.lettersEnd(i); to == i && f.follows(i, "2fa") || to == i+3 && f.follows(i, "wpa") {
		return f.wordEnd(i)
	}
	if to > i && f.at(to) == '.' && isLetter(f.at(to+1)) {
		return f.lettersEnd(to + 1) // gov.br
	}
	return to
}

// longestAside is how long a remark in brackets may be.
const longestAside = 48

// aside goes past a remark in brackets before an is or a colon: "PIN (keep it secret) is", "contraseña (todo junto):".
func (f *Finder) aside(i int) int {
	from := i
	if f.at(from) == ' ' {
		from++
	}
	if f.at(from) != '(' {
		return i
	}
	for end := from + 1; end-from < longestAside; end++ {
		switch c := f.at(end); {
		case c == 0 || c == '\n' || isDigit(c):
			return i
		case c == ')' && (f.at(end+1) == ':' || f.at(end+1) == ' ' && f.isAt(end+2)):
			return end + 1
		case c == ')':
			return i
		}
	}
	return i
}

// isAt reports a word at i behind which a value stands.
func (f *Finder) isAt(i int) bool {
	to := f.lettersEnd(i)
	return to > i && f.at(to) == ' ' && inSet(copulas, f.text[i:to])
}

// reachIs goes past an is that ends at to; behind "dice" and "quedó como" words about the secret may follow.
func (f *Finder) reachIs(l *lead, to int, r role) {
	l.at, l.sure = f.article(to), true
	if l.strange = l.strange || r&(roleSays|roleShows) != 0; f.follows(l.at, "como ") {
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

// howLong goes past "6 digitos" and "4-digit", which tell how long a secret is, past the number of a PIN among others, and
// past the end of a card's number or a room's where "es" and digits follow; what has so many digits is a code to enter.
func (f *Finder) howLong(l *lead) bool {
	i := l.at
	if !isDigit(f.at(i)) {
		return false
	}
	if c := f.at(i + 1); c != ' ' && c != '-' {
		end := f.wordEnd(i)
		if end == i+1 && c == ':' {
			l.at = end // PIN 2:
			return true
		}
		if end > i+4 || !f.follows(end, " es ") && !f.follows(end, " is ") || !isDigit(f.at(end+4)) {
			return false
		}
		l.at = end
		return true
	}
	to := f.lettersEnd(i + 2)
	if l.cue == cueClave && (isDigit(f.at(i+2)) && isDigit(f.at(i+3)) || f.follows(i+1, " es ") && isDigit(f.at(i+5)) || f.text[i+2:to] == "del") {
		l.at = i + 1 // de 4 es 7204, de 4 del cajero, clave 1 7204
		return true
	}
	if !inSet(lengths, f.text[i+2:to]) {
		return false
	}
	if l.cue == cueCode || l.cue == cueClave && inSet(figures, f.text[i+2:to]) {
		l.cue = cueVerified
	}
	if f.at(to) == ')' {
		to++
	}
	l.at = to
	return true
}

var (
	lengths = setOf("digitos digits digit cifras numeros caracteres characters numbers dig")
	figures = setOf("digitos digits digit cifras numeros numbers dig")
)

// role is what a word does between the name of a secret and its value.
type role uint16

const (
	roleLink     role = 1 << iota
	roleIs            // the value follows
	roleVerifies      // a code of it is a secret
	rolePuts          // a verb of giving a secret its value
	roleEnds          // begins another thought, or tells that no value follows
	roleArrives       // tells that a code was sent to somebody
	roleSays          // with roleIs: it may be words about it that follow
	roleChanges       // of a secret that is another one each time
	roleDoor          // what is locked
	roleSpoken        // of a secret to be told by word of mouth
	roleShows         // with digits behind it: the value follows
	roleDeal          // what a code of one's own is asked for
)

var roleLexicon = func() *words[role] {
	out := map[string]role{}
	for r, list := range map[role]string{
		roleLink:                linkWords,
		roleArrives:             arrivalWords,
		roleIs | roleSays:       "dice diz says reads marca muestra shows",
		roleShows:               "sale salio aparece aparecio pone",
		roleChanges:             "dinamica dinamico temporal otp token sms",
		roleIs:                  isWords,
		roleDoor | roleLink:     doorWords,
		roleDeal:                "transferencia transfer compra purchase operacion pago payment contrato contract number numero from",
		roleSpoken | roleLink:   "telefonica verbal hablada oral vocal spoken telefonico",
		roleVerifies:            verifyingWords,
		roleVerifies | roleLink: "pin nip otp",
		rolePuts: `pongo puse pusimos uso usaba tecleo escribo meto meti coloco coloque elegi use used put set type typed chose picked enter entered coloquei
			usei usamos reset changed cambio cambiaron resetearon redefinida restablecida`,
		roleEnds: `no ni pero but y and o or porque because si if cuando when tiene debe must has have caduca expira expires vence mide pide deben should pix ganadores ganador ganadora winning suerte descuento sorteo loteria discount desconto
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
	case c == '?' && f.follows(i, "? it's "):
		l.at, l.sure, l.strange = i+7, true, true
		return true
	case c == '?' && (l.cue == cuePin || l.cue == cueVerified):
		i++
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
		return s.digits > 0 && s.letters > 2 && s.length >= 6 && (k == cuePassword || hasSmall(word))
	}
	return len(word) >= 4 && len(word) <= 8 && !yearly(word)
}

// resumes reads ", es" and "pero es" behind the name of a secret.
func (f *Finder) resumes(l *lead) bool {
	i := l.at
	if f.at(i) == ',' {
		i = f.blanks(i+1, 1)
	}
	first := lower(f.at(i))
	for _, word := range [...]string{"pero ", "but it ", "and it ", "but ", "mas ", "y ", "and ", "e ", "it's ", "ahora ", "now ", "aun ", "a\u00fan ", "todavia ", "todav\u00eda "} {
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
	appearances = setOf("sale salio aparece aparecio dice marca pone muestra shows says")
)

// article skips what may stand between an is and the value: a colon, el, the.
func (f *Finder) article(i int) int {
	i, _ = f.connector(i)
	for _, word := range [...]string{"la palabra ", "la frase ", "the word ", "a palavra ", "el numero ", "el n\u00famero ", "el ", "la ", "the ", "este ", "esta ", "este: ", "lo siguiente: ", "siendo ", "still ", "antes ", "o ", "a "} {
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
		case ' ', '\t', '"', '\'', '`', '(':
		case '*':
			if f.keyed(i) {
				return i, colon
			}
		case ':', '=', '>':
			colon = true
		case '.':
			if f.at(i+1) != ':' {
				return i, colon // Pwd.:
			}
		case '-':
			if f.at(i+1) != '>' && f.at(i+1) != ' ' {
				return i, colon
			}
		case 0xF0: // an emoji, which may be a hand that points to the value
			r, size := f.rune(i)
			colon = colon || r == '\U0001F449'
			i += size - 1
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

// keyed reports a star or a hash at i that is a key to press before digits: *3020, and no *3020*.
func (f *Finder) keyed(i int) bool {
	end := i + 1
	for end-i < 10 && isDigit(f.at(end)) {
		end++
	}
	return end > i+3 && f.at(end) != '*' && (i == 0 || f.text[i-1] != '*')
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
