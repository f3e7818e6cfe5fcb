package pii

import "strings"

// signReach is how many bytes before a number the sign of its lock begins at most.
const signReach = 48

// maxEmoji is how many bytes a sign of a lock has.
const maxEmoji = 4

// lockEmoji are signs of keys and locks, and of a door, which stands before a star or a hash only.
var lockEmoji = [...]string{"\U0001F511", "\U0001F510", "\U0001F512", "\U0001F513", "\U0001F5DD"}

// haves may stand before "puesto", so that it is no stall.
var haves = setOf("he hemos ha han habia habiamos habian hayamos haya tenia teniamos tengo")

// shown reports a sign of a key right before the number, or before the lock that stands there; alone tells that no word
// behind may say how many of something it is.
func (h *lockHearing) shown(alone bool) bool {
	if !alone || yearly(h.digits) || rounded(h.digits) {
		return false
	}
	text := h.b.text
	if strings.IndexByte(text[max(0, len(text)-signReach):], lockEmoji[0][0]) < 0 {
		return false
	}
	for range maxLockIns {
		text = strings.TrimRight(text, " :\ufe0f")
		if len(text) < maxEmoji || text[len(text)-maxEmoji] != lockEmoji[0][0] {
			b := backward{text: text}
			word := b.word()
			if k, _ := cueLexicon.get(word); !isLock(word) && !inSet(ofWords, word) && !inSet(rooms, word) && k != cueCode && k != cueClave {
				return false
			}
			text = b.text
			continue
		}
		for _, e := range lockEmoji {
			if hasEnd(text, e) {
				return true
			}
		}
		return false
	}
	return false
}

// namesKey reports "y almohadilla", "and pound" after a number.
func (f *Finder) namesKey(end int) bool {
	if c := f.at(end + 1); f.at(end) != ' ' || strings.IndexByte("yangptce", c) < 0 {
		return false
	}
	for _, words := range [...]string{" y almohadilla", " almohadilla", " y llave", " y campana", " campana", " y numeral", " numeral", " y gato", " y asterisco", " asterisco", " and pound", " pound", " and hash", " and star", " and the pound", " then pound", " e jogo"} {
		if f.follows(end, words) {
			return !f.wordAt(end + len(words))
		}
	}
	return false
}

// unmarkedAfter reports whether no word after a number may be what it counts.
func (f *Finder) unmarkedAfter(end int) bool {
	i := f.blanks(end, 1)
	to := f.lettersEnd(i)
	word := f.text[i:to]
	return i == end || to == i || isLock(word) || inSet(ofWords, word) || inSet(keyPlaces, word) || inSet(lockUses, word)
}

// rooms may stand between a sign of a key and a code.
var rooms = setOf("oficina casa trastero office home house")

// lockUses may stand after the code of a lock that a sign shows.
var lockUses = setOf("bici moto casa piso depto apto bloque oficina trastero parking bike house apt home office y caja")

// changed recognises "cambiamos la chapa: antes 1473, ahora 2398": the words right before tell which of two codes follows,
// and those before that a lock has another.
func (h *lockHearing) changed() bool {
	if rounded(h.digits) || yearly(h.digits) {
		return false
	}
	b, now, lock, change := h.b, false, false, false
	for n := range lockWords {
		word := b.word()
		r, _ := lockLexicon.get(word)
		if now = now || r&lockNow != 0; word == "" || !now && (n > 2 || b.broke && n > 0 || r&(lockIn|lockName|lockWith) == 0 && word != "en") {
			return false
		}
		if aboutOf(word)&sayOther != 0 && r == 0 || inSet(trades, word) {
			return false
		}
		if r&lockClock != 0 && clock(h.digits) {
			return false
		}
		lock = lock || r&(lockKeypad|lockThing) != 0
		if change = change || r&lockChange != 0 && n > 1; lock && change {
			return true
		}
	}
	return false
}

// apposed recognises a code between commas, after a box for keys or after an order about a lock: "pon la alarma con el mismo
// número, 2413, y cierra". The number is followed by c.
func (h *lockHearing) apposed(c byte) bool {
	if !hasEnd(h.b.text, ", ") || c != 0 && strings.IndexByte(",.;\n)", c) < 0 || rounded(h.digits) || yearly(h.digits) || clock(h.digits) {
		return false
	}
	b := h.b
	verb, lock := false, false
	for n := range lockWords {
		word := b.word()
		if n > 0 && b.broke {
			return false
		}
		r, _ := lockLexicon.get(word)
		if word == "" || aboutOf(word)&sayOther != 0 && r == 0 || inSet(speaking, word) || digitsOnly(word) {
			return false
		}
		if n == 0 && r&lockAlone != 0 && word != "fuerte" && word != "telefonillo" {
			return true
		}
		verb = verb || r&(lockEnter|lockOpen) != 0 && r&lockThing == 0
		if lock = lock || r&lockThing != 0; verb && lock {
			return true
		}
	}
	return false
}

// private recognises what a lock's name and a colon are followed by, where somebody asks to keep it: "alarma: 347307 (no se lo
// des a nadie)".
func (h *lockHearing) private(f *Finder, end int) bool {
	if !hasEnd(h.b.text, ": ") {
		return false
	}
	return isLock(h.b.last()) && f.keptSecret(end)
}

// proves reports "to verify", "para autorizar" after a code.
func (f *Finder) proves(end int) bool {
	for _, to := range [...]string{" to ", " para "} {
		if f.follows(end, to) {
			i := end + len(to)
			to := f.lettersEnd(i)
			return inSet(proofs, f.text[i:to]) && !f.opensOther(to)
		}
	}
	return false
}

var proofs = setOf("disarm open unlock abrir abrirla abrirlo desarmar desactivar desactivarla desbloquear desligar destravar verify verificar autenticar autorizar authenticate confirm confirmar validar acceder iniciar login log sign")

// opensOther reports whether what a number opens, after a verb that ends at i, is no lock: "marca 4471 para abrir un reclamo".
func (f *Finder) opensOther(i int) bool {
	i = f.blanks(i, 1)
	to := f.lettersEnd(i)
	word := f.text[i:to]
	if inSet(indefinite, word) {
		return true
	}
	if inSet(ofWords, word) || inSet(owners, word) {
		i = f.blanks(to, 1)
		word = f.text[i:f.lettersEnd(i)]
	}
	return aboutOf(word)&sayOther != 0 && !isLock(word)
}

var indefinite = setOf("un una uno a an um uma")
