package pii

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

// links is the reading of the words between a name, which ends at end, and its value.
type links struct {
	lead
	// first is the lead before the words of which nothing is known, strange how many those are.
	first   lead
	strange int
	end     int
	open    bool // a password's or a code to enter, whatever it opens
}

// linkState is what a word between a name and its value leads to.
type linkState uint8

const (
	linkOn    linkState = iota // the next word
	linkFound                  // the value
	linkLost                   // nothing: what stood before it counts
	linkNone                   // no further word
)

// linksTo reads the words between a name and its value.
func (f *Finder) linksTo(end int, named cue) lead {
	r := links{lead: lead{at: end, cue: named}, end: end, open: named == cuePassword}
	state := linkOn
	for n := 0; n < maxCueLinks && state == linkOn; n++ {
		state = r.next(f)
	}
	switch {
	case state == linkFound:
		return r.lead
	case state == linkLost, !f.trails(&r.lead) && r.lead.strange && (r.strange > 1 && !r.unlike(f) || !f.mixtureAt(r.lead)):
		return r.first
	}
	return r.lead
}

// next goes past what stands before a word, and past the word.
func (r *links) next(f *Finder) linkState {
	l := &r.lead
	l.at = f.shouldBe(f.aside(l.at))
	if l.at, l.sure = f.connector(l.at); l.sure {
		l.at = f.afterColon(l.at)
		return linkFound
	}
	if (l.cue == cuePin || l.cue == cueVerified || l.cue == cueArrived) && f.said(l.at) && f.saidPin(l.at) > 0 {
		return linkFound
	}
	if f.howLong(l) {
		return linkOn
	}
	to := f.linkEnd(l.at)
	if to == l.at || isDigit(f.at(to)) || f.at(to) == '_' || l.puts && f.at(to) != ' ' && f.at(to) != ':' {
		return linkNone
	}
	role, _ := roleLexicon.get(f.text[l.at:to])
	l.door, l.spoken = l.door || role&roleDoor != 0, l.spoken || role&roleSpoken != 0 || l.cue == cuePassword && role&roleOccasion != 0
	r.open = r.open || l.cue != cueToken && role&roleOpen != 0
	if role&rolePronoun != 0 && f.isAt(to+1) {
		l.at = to + 1 // "la clave q es"
		return linkOn
	}
	if state := r.word(f, to, role); state != linkOn {
		return state
	}
	l.puts, r.open = role&rolePuts != 0 || l.puts && role&roleLink != 0 && to-l.at < 3, r.open || role&roleVerifies != 0
	if role&roleVerifies != 0 && l.cue == cueClave && f.at(to) == ')' {
		l.cue, to = cuePin, to+1 // "mi clave (pin) 6108"
	}
	if l.at = to; f.at(to) == '-' && role&roleLink != 0 && isLetter(f.at(to+1)) {
		l.at++ // wi-fi
	}
	return linkOn
}

// shouldBe goes to the be of "should be" and "deber\u00eda ser" at i.
func (f *Finder) shouldBe(i int) int {
	at := f.blanks(i, 1)
	if c := lower(f.at(at)); c != 's' && c != 'd' {
		return i
	}
	for _, words := range [...]string{" should be", " deber\u00eda ser", " deberia ser"} {
		if f.follows(at, words[1:]) && f.at(at+len(words)-1) == ' ' {
			return at + len(words) - len(" be")
		}
	}
	return i
}

// word judges the word that ends at to.
func (r *links) word(f *Finder, to int, is role) linkState {
	l := &r.lead
	switch {
	case is&roleIs != 0 && f.at(to) != '@' && !f.thisOne(l.at, to), is&roleShows != 0 && isDigit(f.at(to+1)):
		f.reachIs(l, to, is)
		return linkFound
	case f.verifies(l, is, r.end):
	case l.spoken && f.follows(l.at, "o "): // o menino
	case is&roleDeal != 0 && (l.cue == cueVerified || l.cue == cuePin):
	case is&roleLink == 0:
		if is&roleEnds != 0 && f.resumes(l) {
			return linkFound
		}
		if !l.strange {
			r.first = *l
		}
		r.strange++
		if r.strange > maxStrange || l.cue == cuePin && f.follows(l.at, "area ") || is&roleEnds != 0 || !r.open && (!l.door || l.cue != cueClave) && aboutOf(f.text[l.at:to])&sayOther != 0 && !r.ownFor(f) {
			return linkLost
		}
		l.strange = true
	}
	return linkOn
}

// ownFor reports "mi clave para" and "el pin para": what follows tells what somebody's own secret is used for.
func (r *links) ownFor(f *Finder) bool {
	i := f.blanks(r.end, 1)
	if !f.follows(i, "para ") && !f.follows(i, "for ") && !f.follows(i, "to ") && !f.follows(i, "pra ") {
		return false
	}
	b := backward{text: f.text[max(0, r.end-contextBytes):r.end]}
	b.word()
	return r.cue == cuePin || r.cue == cueClave && inSet(owners, b.word())
}

// thisOne reports "esta noche" at i, which is no "está", and "la marca".
func (f *Finder) thisOne(i, to int) bool {
	if f.follows(i, "marca ") {
		return f.articleBefore(i) // of goods, and no verb
	}
	if !f.follows(i, "esta ") {
		return false
	}
	r, _ := roleLexicon.get(f.text[to+1 : f.lettersEnd(to+1)])
	return r&roleOccasion != 0
}

// mixtureAt reports whether what stands after a lead is a password by its look, so that one word of which nothing is known may
// stand before it: "contraseña moodle Moodle2291!".
func (f *Finder) mixtureAt(l lead) bool {
	if l.cue != cuePassword && l.cue != cueClave && l.cue != cuePass || f.text[l.at-1] != ' ' {
		return false
	}
	word := f.text[l.at:f.valueEnd(l.at)]
	if f.ofBrand(l.at) {
		return false
	}
	s := shapeOf(word)
	if c := f.at(l.at + len(word)); s.digits > 0 && s.letters > 4 && s.symbols == 0 && isUpper(word[0]) && (c == 0 || c == ',' || c == '.' || c == '\n') && hasSmall(word) && !f.product(l.at, l.at+len(word)) && !f.askedOf(l.at) {
		return true // "clave del aula virtual de mi hijo Planetas9, ..."
	}
	return (s.mixture() || s.camel && s.digits > 0) && hasSmall(word) && len(word) > 6 ||
		s.digits > 0 && s.letters > 2 && hasEnd(f.text[:l.at], " from ") && f.follows(l.at+len(word), " to ")
}

// ofBrand reports a word right before i that the name of a thing follows: "clave de la marca Nivea2".
func (f *Finder) ofBrand(i int) bool {
	b := backward{text: f.text[max(0, i-contextBytes):i]}
	return inSet(brands, b.word())
}

var brands = setOf("marca marcas brand modelo model producto product articulo linea gama serie version equipo fabricante cancion pelicula libro grupo campana coleccion temporada")

// unlike reports a value at the end of its clause that is a password by its look whatever stands before it: "contra del
// netflix de la sala de espera DientesSanos24".
func (r *links) unlike(f *Finder) bool {
	if !r.open || r.strange >= maxStrange || !isUpper(f.at(r.at)) {
		return false
	}
	end := f.valueEnd(r.at)
	word := f.text[r.at:end]
	return hasSmall(word) && f.at(end) != ' ' && !f.product(r.at, end)
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

// maxAside is how long a remark in brackets may be.
const maxAside = 48

// aside goes past a remark in brackets before an is or a colon: "PIN (keep it secret) is", "contraseña (todo junto):".
func (f *Finder) aside(i int) int {
	from := i
	if f.at(from) == ' ' {
		from++
	}
	if f.at(from) != '(' {
		return i
	}
	for end := from + 1; end-from < maxAside; end++ {
		switch c := f.at(end); {
		case c == 0 || c == '\n' || c == '(' || isDigit(c):
			return i
		case c == ')' && (f.at(end+1) == ':' || f.at(end+1) == ' ' && (f.isAt(end+2) || mixed(f.text[end+2:f.wordEnd(end+2)]))):
			return end + 1
		case c == ')':
			return i
		}
	}
	return i
}

// isAt reports a word at i after which a value stands.
func (f *Finder) isAt(i int) bool {
	to := f.lettersEnd(i)
	return to > i && f.at(to) == ' ' && inSet(copulas, f.text[i:to])
}

// reachIs goes past an is that ends at to; after "dice" and "quedó como" words about the secret may follow.
func (f *Finder) reachIs(l *lead, to int, r role) {
	l.at, l.sure = f.article(to), true
	if f.follows(l.at, "los ") || f.follows(l.at, "en ") && isDigit(f.at(l.at+len("en "))) { // "quedó en 3021"
		l.at = f.lettersEnd(l.at) + 1
	}
	if end := f.lettersEnd(l.at); inSet(figures, f.text[l.at:end]) && f.said(f.blanks(end, 1)) {
		l.at = f.blanks(end, 1) // "son los números siete uno ..."
	}
	if l.strange = l.strange || r&(roleSays|roleShows) != 0; f.follows(l.at, "como ") {
		l.at, l.strange = l.at+5, true
	}
}

// verifies makes the name of a code, which ends at end, or of a password that of a code that is a secret, where a word tells so.
func (f *Finder) verifies(l *lead, r role, end int) bool {
	switch {
	case (l.cue == cueCode || l.cue == cueClave) && r&roleHandover != 0 && f.courierNear(end):
		l.cue = cueVerified
	case (l.cue == cueCode || l.cue == cueArrived) && (r&roleVerifies != 0 || !l.strange && inSet(baths, f.text[l.at:f.lettersEnd(l.at)])), l.cue == cueClave && r&roleChanges != 0:
		l.cue = cueVerified
	case l.cue == cueToken && inSet(banks, f.text[l.at:f.lettersEnd(l.at)]) && isDigit(f.at(f.lettersEnd(l.at)+1)):
		l.cue = cueVerified
	case l.cue == cueCode && r&roleArrives != 0 && f.unspecified(end):
		l.cue = cueArrived
	default:
		return false
	}
	return true
}

// baths are places with a code at the door, and with much else that has one.
var baths = setOf("bano banos aseo aseos wc toilet bathroom restroom banheiro drawer apertura")

// banks are words of a token that a bank's customer types.
var banks = setOf("bancario banco bancaria bank banking digital movil dinamico dinamica")

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
		if end == i+3 && c != ':' && l.cue == cueVerified && f.follows(end, ": ") && isDigit(f.at(end+2)) {
			l.at = end // "código del cofre de la 118: 4021"
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
