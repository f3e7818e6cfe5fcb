package pii

import "strings"

const (
	// overheardWords is how many words before a secret may name it.
	overheardWords = 14
	// overheardNumbers is how many other numbers may stand between: a list of more of them is none of secrets.
	overheardNumbers = 3
	minMixture       = 6
	maxMixture       = 32
)

// overheard recognises what looks like a secret, where the words before speak of one in any order: "the password you gave me,
// Tulip_88, fails", "el pin de mi tarjeta empieza y acaba igual, es el 7337". What cues lead to was looked for before.
func (f *Finder) overheard(pos int) (got Span) {
	if pos > 0 && strings.IndexByte(" \n\"'(,:;", f.text[pos-1]) < 0 && !hasEnd(f.text[:pos], "\u00ab") && !f.besideSlash(pos) {
		return got
	}
	if end := f.blankAfter(pos); end-pos > maxMixture+2 {
		return got
	}
	end := f.valueEnd(pos)
	word := f.text[pos:end]
	s := shapeOf(word)
	if s.length > maxMixture {
		return got
	}
	if f.behindWith(pos) && f.entersBy(pos, end) {
		return Span{TypeSecret, pos, end}
	}
	if s.digits == 0 && !tied(word) {
		return got
	}
	if name, _, named := strings.Cut(word, "="); named && inSet(logins, name) {
		return got // user=maria88
	}
	digits := s.digits == s.length
	if digits && (s.length > maxLock || s.length < 3 || yearly(word) || !f.alone(pos, end) || f.unitAfter(end)) {
		return got
	}
	if !digits && (s.letters < 3 || s.length < minMixture || !hasSmall(word) || f.product(pos, end) || strings.ContainsAny(word, "/:,;()") || f.at(end) == '@') {
		return got
	}
	if !digits && f.paired(pos, end, s) {
		return Span{TypeSecret, pos, end}
	}
	if f.text[pos-min(pos, 1)] == '/' {
		return got
	}
	h := naming{b: backward{text: f.text[max(0, pos-contextBytes):pos]}}
	h.presented()
	if digits && (!h.shows || !h.namesDigits(s.length, f.counts(end)) && !f.messaged(&h, end, s.length)) ||
		!digits && !h.names(word, s) && (s.digits == 0 || !f.refused(&h, end)) {
		return got
	}
	return Span{TypeSecret, pos, end}
}

// signs are those within a word as passwords have them.
var signs = func() (t [256]bool) {
	for _, c := range "!#$%&*+=?~^.-@" {
		t[c] = true
	}
	return t
}()

// naming is what the words before a possible secret say.
type naming struct {
	b backward
	// shows: a word or a mark right before presents a value; entered: a verb of typing it; comma: that stands before it; gave: a
	// verb of giving it to somebody.
	shows, entered, arrived, comma, gave bool
}

var (
	// presents are words right before a value, entering those of typing it.
	presents = setOf(`seeing veo vejo es s is era was son are sea seria esta este estos fue sigue osea pues namely ie either or o u como asi luego aqui
		pone marca dice sale da shows says reads reading e eh foi somos llego llegaron salio aparece decia ponia trae traia diz dizia`)
	entering = setOf(`puse pongo pones poner ponga poniendo meto meti meter mete tecleo teclee teclear escribo escribi escriba escribe escribir probe probando pruebo probar
		intente intento intentado intentando use uso usando usar usaba usa utiliza utilice entro entrar entraba tried try trying typed type typing put enter entered entering using used coloco coloquei digito digite digitei
		usei cambie cambio cambiamos changed troquei set reset pon ponme ponle ponedme`)
	// presentArticles may stand between those and the value.
	presentArticles = setOf("el la lo the los las con with de to a por para from numeros digitos digits numbers numero number her him them este this exactly exactamente as by i letra letras")
)

// presented reads the mark or the words right before the value.
func (h *naming) presented() {
	text := strings.TrimRight(h.b.text, " \"'\u00ab(-*")
	if text == "" || strings.IndexByte(":?\n;", text[len(text)-1]) >= 0 || strings.HasSuffix(h.b.text, "(") {
		h.shows = true
		return
	}
	h.comma = text[len(text)-1] == ','
	b := h.b
	for n := range 4 {
		word := b.word()
		switch {
		case word == "":
			return
		case b.broke:
			h.shows = h.shows || n > 0 // "le di mi clave, la 4471"
			return
		case inSet(entering, word):
			h.shows, h.entered = true, true
			return
		case inSet(giving, word):
			h.shows, h.gave = true, true
			return
		case inSet(arrivals, word):
			h.shows, h.arrived = true, true
			return
		case inSet(presents, word):
			h.shows = true
			return
		case !inSet(presentArticles, word) && !inSet(lengths, word) && !digitsOnly(word):
			return
		}
		if inSet(withs, word) {
			h.shows, h.entered = true, b.entersWith()
		}
	}
}

// withs join a value to what is done with it.
var withs = setOf("con with com")

// nextCue returns the next word back that names a secret, and noCue where none does before another thing is spoken of.
// verified tells that a word between makes a code a secret.
func (h *naming) nextCue(most int) (k cue, verified bool) {
	pending := false // of a thing that may be what the secret is for
	numbers := 0
	for range most {
		behind := h.b.text
		word := h.b.word()
		if word == "" {
			return noCue, false
		}
		if h.sentenceEnds(behind[len(h.b.text)+len(word):]) || pending && h.b.broke {
			return noCue, false
		}
		if digitsOnly(word) && len(word) > 2 {
			if numbers++; numbers == overheardNumbers {
				return noCue, false
			}
			pending = false
			continue
		}
		if k, told := h.cueAt(word); k != noCue {
			return k, told || verified && k != cueLogin
		} else if told {
			return noCue, false
		}
		thing, _ := nearLexicon.get(word)
		switch {
		case thing&nearUnlocks != 0:
			return cuePin, true
		case thing&nearMessage != 0:
			if h.b.ofWare() {
				return noCue, false
			}
			return cueShown, true
		}
		switch a := aboutOf(word); {
		case thing&nearOther != 0:
			return noCue, false
		case a&(sayOther|sayPhone) == 0 || inSet(presents, word):
			pending = pending && (inSet(ofWords, word) || inSet(owners, word))
		case inSet(cueLinks, word) || inSet(verifying, word):
			pending = true
		default:
			return noCue, false
		}
		verified = verified || inSet(verifying, word) && !inSet(ofWords, word)
	}
	return noCue, false
}

// ofWare reports whether a message told of an order or another thing: "el número de pedido que enviamos por SMS".
func (b backward) ofWare() bool {
	for range contextWords {
		word := b.word()
		if k, _ := cueLexicon.get(word); word == "" || b.broke || k != noCue {
			return false
		}
		if aboutOf(word)&sayOther != 0 && !inSet(cueLinks, word) && !inSet(presents, word) {
			return true
		}
	}
	return false
}

// cueAt tells what the word just read names: a cue and whether it verifies by itself, or no cue and true for another key.
func (h *naming) cueAt(word string) (k cue, told bool) {
	switch k, _ = cueLexicon.get(word); k {
	case cuePassword, cueClave, cuePass, cuePin, cueCode, cueToken, cueShown:
		if rest := h.b; (k == cueCode || k == cuePass || k == cueToken || k == cueClave) && inSet(otherKeys, rest.word()) {
			return noCue, true
		}
		if k == cueShown && h.b.ofWare() {
			return noCue, true
		}
		return k, k == cueCode && (lower(word[0]) == 'v' || inSet(verifying, h.b.last()))
	case cueLogin:
		if c := lower(word[0]); c != 'w' && c != 'i' {
			return k, false
		}
	case noCue, cueMail, cueVerified, cueArrived, cuePhrase, cueDigits, cueAgain, cueRenewed:
	}
	return noCue, false
}

// near is what a word between the name of a secret and the secret says of it.
type near uint8

const (
	nearUnlocks near = 1 << iota // a verb of entering the PIN of a telephone
	nearMessage                  // what shows a code
	nearOther                    // a name of another thing
)

var nearLexicon = func() *words[near] {
	out := flagged(map[near]string{
		nearUnlocks: "desbloquea desbloquear desbloquearlo desbloqueo unlock unlocks unlocking destravar desbloqueia",
		nearMessage: messageWords + " 2fa mfa totp otp",
		nearOther:   loginWords + " " + otherWords,
	})
	for _, word := range [...]string{"y", "e", "and"} { // they join two names of a login, and here anything
		delete(out, word)
	}
	return newWords(out)
}()

// networks are words right before the name of one, which may look as its password does.
var networks = setOf("red ssid network rede wifi")

// otherWords tell of a number that is no secret.
const otherWords = `direccion calle avenida room habitacion apto depto unit suite quarto vivo address street piso mesa nacimiento naci born fecha hora ano year anio
	usuario user username apodo nick alias perfil profile instagram version android windows iphone`

var otherNumbers = setOf(otherWords)

// sentenceEnds reports whether a sentence ends in what stands between two words.
func (h *naming) sentenceEnds(between string) bool {
	return h.b.broke && strings.IndexByte(between, '.') >= 0
}

// names reports whether the words before speak of a password, and that the value looks like one as far as they leave it open.
func (h *naming) names(word string, s look) bool {
	if !h.shows && !s.unlike(word) && (!h.comma || s.digits < 4 || !isUpper(word[0])) {
		return false
	}
	if b := h.b; !h.shows && inSet(networks, b.word()) && !b.broke {
		return false
	}
	k, _ := h.nextCue(overheardWords)
	switch k {
	case cuePassword:
		return true
	case cueLogin:
		return s.letters+s.digits < s.length
	case cueClave, cuePass:
		return h.shows && (s.digits > 1 || h.entered) || s.unlike(word) && s.symbols > 0
	}
	return false
}

// unlike reports a look that no name of a thing has: letters, digits and a sign.
func (s look) unlike(word string) bool {
	sign := strings.ContainsAny(word[1:len(word)-1], "!#$%&*_+=?~^@")
	capital := strings.ContainsAny(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	dot := strings.ContainsAny(word[1:len(word)-1], ".-")
	return sign && (capital || s.digits > 1) || capital && dot && s.digits > 1 || word[len(word)-1] == '!' && capital
}

// namesDigits reports whether the words before speak of a PIN, a code of one's own or the digits on a card's back.
// counted tells that they may be how many of something.
func (h *naming) namesDigits(n int, counted bool) bool {
	back := h.b
	k, verified := h.nextCue(overheardWords)
	switch k {
	case cuePin:
		return n >= minLock
	case cuePassword, cueClave:
		return n >= minLock
	case cueToken, cueShown:
		return n >= 6 && !h.entered && !counted
	case cueCode:
		if n >= minLock && (verified || h.gave && !counted && !inSet(otherKeys, h.b.last()) && aboutOf(h.b.last())&sayOther == 0 || h.keptSecret()) {
			return true
		}
	}
	return n < 5 && back.behindCard()
}

// keptSecret reports "nunca comparta" before the word for a code.
func (h *naming) keptSecret() bool {
	for range 3 {
		if inSet(shares, h.b.word()) {
			return true
		}
	}
	return false
}

// counts reports a word after a number that it may be a number of.
func (f *Finder) counts(end int) bool {
	i := f.blanks(end, 1)
	to := f.lettersEnd(i)
	return i > end && to > i+3 && !inSet(notCounted, f.text[i:to])
}

// notCounted may stand after a code.
var notCounted = setOf("just ahora when with cuando para pero como cual donde porque apurese rapido verdad that which what then from luego gracias vale esta este")

// behindCard reports "los tres números de atrás", "the digits on the back".
func (b backward) behindCard() bool {
	back := false
	for range 9 {
		word := b.word()
		if len(word) > 2 && digitsOnly(word) {
			return false
		}
		back = back || inSet(cardBacks, word)
		if back && inSet(cardDigits, word) {
			return true
		}
	}
	return false
}

var (
	cardBacks  = setOf("atras detras reverso dorso back verso tras")
	cardDigits = setOf("numeros numeritos digitos numbers digits codigo code numerito cifras")
)

// messaged reports whether a number of n digits came in a message: "me llegó 559120 por sms".
func (f *Finder) messaged(h *naming, end, n int) bool {
	if n < minLock || !h.arrived {
		return false
	}
	i := f.blanks(end, 1)
	for range 4 {
		to := f.lettersEnd(i)
		if inSet(messages, f.text[i:to]) {
			return true
		}
		i = f.blanks(to, 1)
	}
	return false
}

// refused reports "me dice contraseña incorrecta" after what somebody typed.
func (f *Finder) refused(h *naming, end int) bool {
	if !h.entered && len(strings.TrimSpace(h.b.text)) > 0 {
		return false
	}
	password, wrong := false, false
	i := end
	if to := f.blanks(end, 1); to > end && h.entered {
		wrong = inSet(tellers, f.text[to:f.lettersEnd(to)])
	}
	for range contextWords + 2 {
		for c := f.at(i); c == ' ' || c == ','; c = f.at(i) {
			i++
		}
		to := f.lettersEnd(i)
		if to == i {
			break
		}
		k, _ := cueLexicon.get(f.text[i:to])
		password = password || k == cuePassword || k == cueClave || k == cuePin || k == cuePass
		if inSet(otherNumbers, f.text[i:to]) {
			return false
		}
		wrong = wrong || inSet(refusals, f.text[i:to])
		i = to
	}
	return password && wrong
}

// tellers begin a clause that tells what was typed: "..., que es mi contraseña".
var tellers = setOf("que which como as")

var refusals = setOf("incorrecta incorrecto invalida invalido erronea erroneo mal wrong incorrect invalid equivocada errada rebota rebotan rechaza falla fails rejects rejected incorreta no")
