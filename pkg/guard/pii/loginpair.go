package pii

import "strings"

const (
	// entranceWords is how many words before an account may tell what it opens.
	entranceWords = 10
	// minWifi is how many digits, with a quarter of the letters, the password of a network has that only "wifi invitados" names.
	minWifi = 3
)

// paired reports the name of an account and a slash right before a password by its look, from pos to end, and words before them
// that tell what it opens: "acceso al router: admin / N0rte.Sur-58".
func (f *Finder) paired(pos, end int, s look) bool {
	if pos < 3 || f.text[pos-1] != '/' && !hasEnd(f.text[:pos], " / ") || s.digits == 0 || s.digits < 2 && !isUpper(f.text[pos]) || f.product(pos, end) || f.text[pos-1] == ' ' && !f.alone(pos, end) {
		return false
	}
	b := backward{text: f.text[max(0, pos-Lookback):pos]}
	name := b.word()
	if s.digits+s.letters == s.length && (!inSet(standardNames, name) || s.digits < minWifi || f.endsInYear(end)) {
		return false // "acceso admin / Planta2"
	}
	if b.broke || digitsOnly(name) || f.text[pos-1] == '/' && (!hasEnd(b.text, " ") || strings.ContainsAny(f.text[pos:end], "?=")) {
		return false // a path
	}
	if inSet(standardNames, name) {
		return true
	}
	for range entranceWords {
		word := b.word()
		if b.broke || word == "" || name[0] < 'a' {
			return false // the name of a thing
		}
		if inSet(entrances, word) {
			return true
		}
	}
	return false
}

// endsInYear reports the four digits of a year before end.
func (f *Finder) endsInYear(end int) bool {
	return end > 4 && century([]byte(f.text[end-4:end-2])) && digitsOnly(f.text[end-4:end])
}

var (
	// standardNames are those of accounts, and of nothing else beside a slash.
	standardNames = setOf("admin administrador administrator root sysadmin superuser superadmin")
	// entrances are what one logs in to, and words for that.
	entrances = setOf(`acceso accesos access login logins credenciales credentials creds credenciais router nas tpv intranet servidor server vpn ftp sftp hosting crm erp panel
		entra entrad entrar entrais logueate loguearse loguear logarse log usuario user username usuarios cuenta account conta`)
)

// wifiBeside reads the password of a network after those whom it is for: "wifi invitados cafeconleche24", "guest wifi: lemonpie2025".
// The word for a network stands from pos to end.
func (f *Finder) wifiBeside(pos, end int) (got Span) {
	if f.at(end) == ':' && f.at(end+1) > ' ' {
		return got // the text of a QR code
	}
	i := end
	for range 4 {
		at := f.blanks(i, 1)
		to := f.lettersEnd(at)
		if to == at || f.at(to) != ' ' && f.at(to) != ':' || !inSet(wifiUsers, f.text[at:to]) && (!inSet(ofWords, f.text[at:to]) && !f.follows(at, "for ") && !f.follows(at, "para ") || f.at(to) != ' ') {
			break
		}
		i = to
	}
	at, marked := f.connector(i)
	if at == i || !marked && f.lettersEnd(at) == f.valueEnd(at) {
		return got // a plain word
	}
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	before := b.word()
	if i == end && marked {
		if rest := (backward{text: f.text[max(0, pos-contextBytes):pos]}); rest.standsFor() {
			return f.value(pos, lead{at: at, cue: cuePassword, sure: true, strange: true})
		}
	}
	if i == end && !marked && !inSet(wifiUsers, before) || b.broke && i == end || inSet(networks, before) {
		return got
	}
	to := f.valueEnd(at)
	word := f.text[at:to]
	s := shapeOf(word)
	signed := strings.ContainsAny(word, "!#$%*@&")
	if s.digits == 0 || s.letters < 5 || s.digits+s.letters/4 < minWifi || !hasSmall(word) || !signed && !isDigit(word[len(word)-1]) || isUpper(word[0]) && !signed || strings.ContainsAny(word, " /:(,") || !signed && !f.clauseEnds(to) || f.product(at, to) || f.namedSoon(to) {
		return got
	}
	return Span{TypeSecret, at, to}
}

// wifiUsers are those whom a network is for.
var wifiUsers = setOf("invitados invitado invitadas clientes cliente huespedes guest guests customers customer staff personal empleados oficina local casa visitas visitantes visitors hospedes convidados terraza")

// clauseEnds reports whether a clause ends at i.
func (f *Finder) clauseEnds(i int) bool {
	c := f.at(i)
	return c == 0 || strings.IndexByte("\n,.;)!\"'", c) >= 0 || f.follows(i, " y ") || f.follows(i, " and ") || f.follows(i, " e ") || f.spellingNote(f.blanks(i, 1))
}

// identified reads the password that a statement gives an account: CREATE USER caja IDENTIFIED BY 'Mostrador.22'.
func (f *Finder) identified(end int) (got Span) {
	i := end
	if f.follows(i, " with ") {
		i = f.wordEnd(i + len(" with "))
	}
	if !f.follows(i, " by ") {
		return got
	}
	i += len(" by ")
	if f.follows(i, "password ") {
		i += len("password ")
	}
	mark := f.at(i)
	if mark != '\'' && mark != '"' {
		return got
	}
	for end = i + 1; end-i < maxValue && f.at(end) != mark; end++ {
		if c := f.at(end); c <= ' ' {
			return got
		}
	}
	if end-i <= minLock || filler(f.text[i+1:end]) {
		return got
	}
	return Span{TypeSecret, i + 1, end}
}

// besideSlash reports a slash and a word right before pos: "creds: ops/Larch-9921", but no path.
func (f *Finder) besideSlash(pos int) bool {
	return pos > 1 && f.text[pos-1] == '/' && isLetter(f.text[pos-2])
}

// pastAccount goes past the name of an account and the mark after it: "user/pass: ops/Larch-9921".
func (f *Finder) pastAccount(i int) int {
	to := f.lettersEnd(i)
	if c := f.at(to); to-i > 1 && (c == '/' || c == ':') && f.at(to+1) > ' ' && f.at(to+1) != '/' {
		return to + 1
	}
	return i
}
