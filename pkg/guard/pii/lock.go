package pii

import "strings"

const (
	// lockWords is how many words before and after a number may name the lock that it opens.
	lockWords  = 14
	minLock    = 4
	maxLock    = 8
	maxLockIns = 6
)

// lockRole is what a word near a number says of a lock that it may open.
type lockRole uint16

const (
	lockIn     lockRole = 1 << iota // may stand between a verb and the code
	lockName                        // calls it a code
	lockWith                        // stands after a verb of opening
	lockEnter                       // a verb of pressing keys
	lockOpen                        // a verb of what that does
	lockThing                       // what is opened
	lockKeypad                      // that, and needs no verb before an is: "bike lock is 4471"
	lockAlone                       // that, nor another thing before a colon: "keypad: 2208"
	lockDevice                      // what is only unlocked
	lockIs                          // an is
	lockTool                        // tells what it is done with
	lockClock                       // may be set to a time
	lockNow                         // tells which of two codes follows
	lockChange                      // tells that there is another code
)

var lockLexicon = newWords(flagged(map[lockRole]string{
	lockIn:            "el la lo the it numero pin o in del de digital electronica electronico smart bici bicicleta moto maleta bike suitcase mochila mando control one caja local casa oficina digitos numeros digits cuatro four seis six",
	lockIn | lockIs:   "es is s lleva",
	lockNow:           "antes ahora was now agora nuevo nueva new era old viejo vieja antiguo antigua quedo",
	lockIn | lockName: "code codigo clave combinacion combination combo",
	lockIn | lockWith: "con com with to a",
	lockTool:          "con com with code codigo clave combinacion combination combo",
	lockClock:         "alarma alarm alarme",
	lockEnter: `marca marcad marcar marque marcas teclea teclead teclear teclee tecleas mete meter metes introduce introducir introduzca pulsa pulsar pulse
		digita digite digitar ingresa ingrese ingresar pon poner pones poniendo ponga puse pongo escribe escriba usa use enter type punch press dial key digitando
		pusimos puesto coloquei used marcando tecleando pulsando turn gira hit aperta tecle entering pressing ponemos ponen presiona presione aprieta`,
	lockOpen: `abre abren abrir abro abra cierra quita quitar desactiva desactivar desarma desarmar desconecta desconectar apaga apagar pone desbloquea desbloquear desactive desarme quite abri apague desconecte
		opens open unlock unlocks unlocked disarm disarms disarmed off set locked programmed deje dejamos abris abrimos abran programada reprogramada cerrada cerrado bloqueada programe configure cerre desliga destrava abrem puesta puesto activa activar activo activada`,
	lockChange: `cambiamos cambie cambio cambiaron cambiado cambiaste cambiar changed change trocamos trocaram mudamos mudaram resetearon reset pusieron replaced change reprogramaron reprogramada reprogramado reprogrammed nueva nuevo new`,
	lockThing:  doorWords + " parental lock safe safes fuerte llaves candados caseta coto condo finca",
	lockKeypad: "alarma alarm alarme keypad lockbox cajetin candado padlock keybox teclado llaves cadeado fuerte telefonillo chapa cerradura lock",
	lockAlone:  "keypad lockbox cajetin keybox telefonillo fuerte",
	lockDevice: "movil celular telefono phone tablet tele laptop pc ipad iphone",
}))

// lockCode recognises the four to eight digits, with a star or a hash before or after, that somebody is told to press, or that
// open or disarm what the sentence names: "la alarma se quita con 4677", "punch in 4471# at the gate". The first digit
// stands at pos.
func (f *Finder) lockCode(pos int) (got Span) {
	end := pos
	for end-pos <= maxLock && isDigit(f.at(end)) {
		end++
	}
	if end-pos < minLock && f.at(end) == '-' || end-pos == 1 {
		if end = max(f.groupedPin(pos), f.dialEnd(pos)); end == 0 {
			return got
		}
		if f.dialled(pos, end) {
			return Span{TypeSecret, pos, end}
		}
	} else if end-pos < minLock && !f.padlock(pos, end) || end-pos > maxLock {
		return got
	}
	start := pos
	if pos > 0 && isKey(f.text[pos-1]) {
		start--
	}
	if isKey(f.at(end)) {
		end++
	}
	if !f.alone(start, end) || f.unitAfter(end) || !f.opens(start, end, end-start > len("0000") && (start < pos || isKey(f.text[end-1]))) {
		return got
	}
	return Span{TypeSecret, start, end}
}

func isKey(c byte) bool { return c == '*' || c == '#' }

// alone reports whether nothing is joined to what stands between start and end.
func (f *Finder) alone(start, end int) bool {
	if start > 0 && strings.IndexByte(" \n\"'(", f.text[start-1]) < 0 {
		return false
	}
	switch c := f.at(end); c {
	case 0, ' ', '\n', '"', '\'', ')', '?', '!', ';':
		return true
	case ',', '.':
		return !isDigit(f.at(end + 1))
	}
	return false
}

// opens reports whether the words around a number tell what it opens; keyed tells that it has a star or a hash, and needs no
// verb.
func (f *Finder) opens(start, end int, keyed bool) bool {
	h := lockHearing{b: backward{text: f.text[max(0, start-Lookback):start]}, digits: strings.Trim(f.text[start:end], "*#")}
	if h.shown(f.unmarkedAfter(end)) || h.changed() || h.apposed(f.at(end)) || h.private(f, end) {
		return true
	}
	named := f.namesKey(end)
	keyed = keyed || named
	if heard := h.hear(); named && heard && h.verb != 0 {
		return true
	} else if !heard && !keyed || h.colon && h.verb == 0 && (h.listed() || f.listGoesOn(end)) {
		return false
	}
	return h.said&lockThing != 0 || h.before() || f.lockBehind(end, h.paid) || f.proves(end)
}

// isLock reports a word for what a code opens.
func isLock(word string) bool {
	r, _ := lockLexicon.get(word)
	return r&lockThing != 0
}

// lockHearing is what the words before a number say of a lock.
type lockHearing struct {
	b      backward
	digits string
	// said is what the words up to the verb say, and verb what that does.
	said, verb lockRole
	colon      bool // stands right before the number
	paid       bool // the verb is one of spending too, and the number a round one
}

// next reads the next word back.
func (h *lockHearing) next() (word string, r lockRole) {
	word = h.b.word()
	if r, _ = lockLexicon.get(word); (word == "safe" || word == "fuerte") && !h.thing() || word == "puesto" && !inSet(haves, h.b.last()) {
		r = 0
	}
	return word, r
}

// thing reports whether the word before makes safe and fuerte a thing.
func (h *lockHearing) thing() bool {
	before := h.b.last()
	return inSet(owners, before) || before == "the" || before == "a" || before == "room" || before == "hotel" || before == "caja" || before == ""
}

// hear reads the words right before the number; it reports whether it is entered, opens something or is called a code.
func (h *lockHearing) hear() bool {
	h.colon = hasEnd(h.b.text, ": ")
	if h.colon {
		h.said = lockWith | lockIs
	}
	things, strange := 0, false
	for n := range maxLockIns {
		rest := h.b
		word, r := h.next()
		if word == "" || h.b.broke {
			h.b = rest
			break
		}
		if n > 0 && word == "lleva" {
			r = 0 // "la chapa lleva el número 2398": it is written there
		}
		h.said |= r
		if h.verb = r & lockEnter; r&lockOpen != 0 && h.said&lockWith != 0 {
			h.verb |= lockOpen
		}
		if n == 0 && !h.colon && r&lockThing != 0 {
			return inSet(keyBoxes, word) && !rounded(h.digits) // lockbox 4471, but not gate 4471
		}
		if n == 0 && (word == "del" || word == "de") && yearly(h.digits) {
			return false // of that year
		}
		if r&lockThing != 0 {
			things++
		}
		switch {
		case h.verb != 0:
			h.paid = rounded(h.digits) && inSet(spending, word)
			return h.said&lockTool != 0 || h.said&lockClock == 0 || !clock(h.digits)
		case h.said&lockIs != 0 && r&lockKeypad != 0 && (!h.colon || r&lockAlone != 0 || things > 1):
			return (!h.colon || !yearly(h.digits)) && (r&lockClock == 0 || !clock(h.digits) && !rounded(h.digits))
		case r&(lockThing|lockIn) == 0:
			if h.said&lockIs != 0 && !h.colon && !strange && inSet(ofWords, h.b.last()) && aboutOf(word) == 0 {
				strange = true // "el candado del contenedor es"
				continue
			}
			return h.said&lockName != 0
		}
	}
	return h.said&lockName != 0
}

// keyBoxes hold a key and have nothing but a code.
var keyBoxes = setOf("lockbox keybox keypad cajetin")

// spending are verbs of paying too: "puse 1500 para el candado".
var spending = setOf("puse pongo ponemos uso use")

// rounded reports whole hundreds, as prices and deposits have them.
func rounded(digits string) bool { return strings.HasSuffix(digits, "00") }

// clock reports four digits that are a time to wake up at.
func clock(digits string) bool {
	return len(digits) == 4 && digits < "2400" && digits[2] < '6' && (digits[3] == '0' || digits[3] == '5')
}

// listed reports whether a number with the name of another thing stands before: the lock is in a list of prices or parts.
func (h *lockHearing) listed() bool {
	text := h.b.text
	for i := len(text) - 1; i > 1; i-- {
		if text[i] != ' ' || text[i-1] != ':' || i+3 >= len(text) || !isDigit(text[i+1]) || !isDigit(text[i+3]) {
			continue
		}
		b := backward{text: text[:i-1]}
		if priced(b.word()) {
			return true
		}
	}
	return false
}

// priced reports whether the word before a colon may be that of a ware: it names no lock, secret, place or telephone.
func priced(word string) bool {
	k, _ := cueLexicon.get(word)
	return k == noCue && !isLock(word) && !inSet(otherNumbers, word) && aboutOf(word)&(sayPhone|sayID) == 0
}

// listReach is how far after a number the next of a list has begun.
const listReach = 32

// listGoesOn reports whether the next line or item after a number has the name of another thing, a colon and a number.
func (f *Finder) listGoesOn(end int) bool {
	i := end
	for strings.IndexByte("\n,; ", f.at(i)) >= 0 && i-end < 3 && f.at(i) != 0 {
		i++
	}
	for from := i; i > end && i-from < listReach; {
		to := f.lettersEnd(i)
		if to == i {
			return false
		}
		if f.at(to) == ':' {
			at := f.blanks(to+1, 1)
			return isDigit(f.at(at)) && isDigit(f.at(at+2)) && priced(f.text[i:to])
		}
		if i = f.blanks(to, 1); i == to {
			return false
		}
	}
	return false
}

// before reports whether one of the words further back is what a code opens.
func (h *lockHearing) before() bool {
	if h.verb == 0 {
		return h.b.locked(h.b.word())
	}
	numbers := 0
	for range lockWords {
		word, r := h.next()
		if digitsOnly(word) {
			numbers++
		}
		switch h.verb |= r & (lockOpen | lockDevice); {
		case word == "", numbers == overheardNumbers:
			return false
		case r&lockThing != 0:
			return r&lockClock == 0 || !clock(h.digits) || h.said&lockTool != 0
		case h.verb&lockOpen != 0 && h.verb&lockDevice != 0:
			return true
		}
	}
	return false
}

// keyPlaces begin what tells where a code is entered, or what for.
var keyPlaces = setOf("en in at on para to for y and into no na ao pra then")

// lockBehind reports whether what a code opens stands in the same sentence after it, and neither what is paid for it nor whom
// the number calls: paid tells that the words before leave that open.
func (f *Finder) lockBehind(end int, paid bool) bool {
	i := f.blanks(end, 1)
	to := f.lettersEnd(i)
	place := f.text[i:to]
	if f.at(end) != ',' && !inSet(keyPlaces, place) || paid && place == "para" {
		return false
	}
	found := false
	for range lockWords {
		for c := f.at(i); c == ' ' || c == ','; c = f.at(i) {
			i++
		}
		if to = f.lettersEnd(i); to == i {
			return found
		}
		word := f.text[i:to]
		switch {
		case inSet(speaking, word), inSet(deposits, word):
			return false
		case inSet(porters, word) && (place == "para" || place == "for"):
			return f.follows(to, " auto") || f.follows(to, " elec")
		case word != "safe" && isLock(word):
			if found = true; !paid {
				return true
			}
		}
		i = to
	}
	return found
}

var (
	speaking = setOf("hablar comunicarse comunicarte comunicarme comunicarnos llamar llamada falar ligar speak talk call reach ask contactar preguntar")
	porters  = setOf("portero portera porteiro porteria portaria")
	deposits = setOf("deposito fianza anticipo sena senal adelanto deposit")
)
