package pii

import "strings"

const maxValue = 128

// valueOf reads what follows a word that names a secret: links, an is or a colon, and the value; or what somebody is told to
// say or to type where it is asked for.
func (f *Finder) valueOf(pos, end int, k cue) (got Span) {
	if got = f.namedValue(pos, end, k); got.Kind == "" && (k == cuePassword || k == cueClave || k == cuePhrase) {
		return f.instructed(pos, end)
	}
	return got
}

func (f *Finder) namedValue(pos, end int, k cue) (got Span) {
	switch k {
	case cueMail:
		return f.saidMail(end)
	case cueShown:
		return f.shownBy(pos, end)
	case cueLogin:
		return f.behindLogin(pos, end)
	case cueRenewed:
		return f.changedTo(end)
	}
	l := f.linksTo(end, k)
	if k == cueCode && f.at(end) == '=' && f.inLink(pos) {
		l.cue = cueToken // in a link
	}
	if l.cue == cueCode && f.unspecified(end) && f.keptSecret(max(f.wordEnd(l.at), f.groupedPin(l.at))) {
		l.cue = cueVerified
	}
	if (l.cue == cueVerified || l.cue == cueCode && (l.sure || isDigit(f.at(l.at)) && f.lockNear(pos))) && f.follows(pos, "comb") {
		if to := max(f.dialEnd(l.at), f.turnsEnd(l.at)); to > 0 {
			return Span{TypeSecret, l.at, to}
		}
		if l.cue == cueCode && !f.follows(pos, "combinado") {
			l.cue = cueVerified // what has one is a lock
		}
	}
	word := l.cue == cuePassword || l.cue == cueClave || l.cue == cuePass
	if word && l.at == end+1 && f.putAs(pos) {
		l.sure = true
	}
	if l.cue == cuePin && f.at(l.at) == '#' {
		l.at++
	}
	switch {
	case l.at == end && f.at(end) == '\n' && (pos == 0 || f.text[pos-1] == '\n'):
		return f.valueBelow(pos, l)
	case l.cue == cueCode:
		return f.oneByOne(end, l)
	case l.at == end:
		if word && f.at(end) == ',' && f.at(end+1) == ' ' {
			return f.farValue(pos, end, l)
		}
		return got
	}
	if got = f.described(pos, l); got.Kind != "" {
		return got
	}
	return f.valueAfterCue(pos, end, l)
}

// lockNear reports the name of a lock in the words before pos.
func (f *Finder) lockNear(pos int) bool {
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	for range lockWords {
		word := b.word()
		if inSet(trades, word) || word == "" {
			return false
		}
		if word != "safe" && word != "fuerte" && isLock(word) {
			return true
		}
	}
	return false
}

// oneByOne reads six digits that somebody writes one by one after the word for a code, which ends at end, and a colon.
func (f *Finder) oneByOne(end int, l lead) (got Span) {
	to := l.at + len("0 0 0 0 0 0")
	if !l.sure || l.strange || f.at(l.at+1) != ' ' || f.groupedPin(l.at) != to || !f.unspecified(end) || f.toOther(to) {
		return got
	}
	return Span{TypeSecret, l.at, to}
}

// valueAfterCue returns the secret that text[pos:end] introduces, where a lead stands between.
func (f *Finder) valueAfterCue(pos, end int, l lead) (got Span) {
	if l.cue == cuePhrase && l.strange && f.quotedBefore(end, l.at) {
		return got // the words stood before the colon
	}
	if c := lower(f.text[pos]); l.cue == cuePhrase && (c == 'a' || c == 'r') && inSet(unsaid, f.text[l.at:f.lettersEnd(l.at)]) {
		return got // the answer is told of: "creo que era el nombre de un perro"
	}
	if l.cue == cuePhrase || (l.cue == cueClave || l.cue == cuePassword) && (l.spoken || l.sure && f.spokenKind(pos)) {
		if l.cue == cuePhrase && !l.sure && l.at > end && f.text[l.at-1] == '"' {
			l.sure = true // recovery phrase "..."
		}
		if l.cue != cuePhrase {
			got = f.numbered(l)
		}
		if got.Kind != "" {
			return got
		}
		if l.cue == cuePhrase || !l.strange && f.lettersEnd(l.at)-l.at > minSaidWord {
			got = f.phrase(l)
		}
		if f.follows(pos, "seed:") && strings.Count(f.text[got.Start:got.End], " ") < minSeed-1 {
			return Span{}
		}
		if got.Kind != "" {
			return f.withArticle(pos, got)
		}
		if l.cue != cuePhrase {
			got = f.saidPhrase(l)
		}
		if got.Kind != "" {
			return got
		}
		if l.cue == cuePhrase && !l.sure {
			return f.farPhrase(end)
		}
		if l.cue == cuePhrase {
			if lower(f.text[pos+1]) != 'a' || f.lettersEnd(pos)-pos != len("passphrase") {
				return got
			}
			l.cue = cuePassword
		}
	}
	if l.cue == cueToken && (f.follows(l.at, "bearer ") || f.follows(l.at, "basic ")) {
		l.at = f.blanks(f.lettersEnd(l.at), 2)
	}
	if got = f.value(pos, l); got.Kind == "" && (l.cue == cuePassword || l.cue == cueClave || l.cue == cuePass) {
		if got = f.farValue(pos, end, l); got.Kind == "" {
			got = f.numbered(l)
		}
	}
	return got
}

// quotedBefore reports a quote between the name of a secret, which ends at end, and its value at i, but for one that opens
// the value itself. A lead never ends before the name does; where it ends right after it, nothing stands between.
func (f *Finder) quotedBefore(end, i int) bool {
	return i > end && strings.IndexByte(f.text[end:i-1], '"') >= 0 || i > end+1 && strings.Contains(f.text[end:i-len("\u00ab")], "\u00ab")
}

// valueBelow reads the value in the line below a name that has its line for itself.
func (f *Finder) valueBelow(pos int, l lead) Span {
	for n := 0; n < 3 && (f.at(l.at) == '\n' || f.at(l.at) == '\r'); n++ {
		l.at++
	}
	l.sure, l.strange = true, true
	return f.value(pos, l)
}

// minSaid is how long spoken digits are at least where neither an is nor a colon stands before them: "pin dos tres" is none.
const minSaid = 14

// loginWords name what stands beside a password.
const loginWords = "usuario user username login nombre name ssid correo email mail modelo error ip y and e pix publica public clave claves contrasena contrasenas password passwords pass"

var logins = setOf(loginWords)

// described reads "es todo minúscula: perro.verde9": words that tell of a password stand after the is, and a colon or a
// comma before the value.
func (f *Finder) described(pos int, l lead) (got Span) {
	if !l.sure || l.cue != cuePassword && l.cue != cueClave && l.cue != cueVerified && l.cue != cuePin || f.saidPin(l.at) > 0 || f.toldSecret(l.at) > 0 {
		return got
	}
	i := l.at
	if f.at(i) == ',' {
		i = f.blanks(i+1, 1)
	}
	for range maxBehind {
		to := f.lettersEnd(i)
		if to == i || aboutOf(f.text[i:to])&sayOther != 0 || to-i > 4 && inSet(noValues, f.text[i:to]) && !inSet(usual, f.text[i:to]) {
			return got
		}
		if at := f.pause(to); at > to {
			return f.value(pos, lead{at: at, cue: l.cue, sure: true, strange: true})
		} else if f.at(to) != ' ' {
			return got
		}
		i = to + 1
	}
	return got
}

// usual tell that a password is the one of always.
var usual = setOf("misma mismo mesma mesmo usual siempre always")

// pause goes past the mark at i that sets a value apart from the words about it: "the usual one... tangerine-boat-91".
func (f *Finder) pause(i int) int {
	for _, mark := range [...]string{": ", ", ", "... ", "...", ".. ", "\u2026 ", "\u2026", " (", " - ", " \u2014 ", " \u2013 ", " => ", " -> "} {
		if f.exactly(i, mark) {
			return i + len(mark)
		}
	}
	return i
}

// keptSecret reports "no lo compartas", "to verify", "(el del SMS)" after a code, which tell what it is for.
func (f *Finder) keptSecret(end int) bool {
	denied := false
	for i, n := end, 0; i-end < contextBytes && n < contextWords; n++ {
		for c := f.at(i); c != 0 && strings.IndexByte(" .,:;'(!-", c) >= 0; c = f.at(i) {
			i++
		}
		to := f.lettersEnd(i)
		if to == i {
			return false
		}
		word := f.text[i:to]
		if inSet(entries, word) || denied && inSet(shares, word) {
			return true
		}
		denied = denied || inSet(denials, word)
		i = to
	}
	return false
}

var (
	denials = setOf("no nao nunca jamas don not never dont")
	shares  = setOf("reenvies reenvie reenviar reenvies forward divulgues divulgue reveles revele des pases digan pase difundas difundir ensenes compartas compartirlo compartir comparta compartilhe share digas")
	entries = setOf("sms otp login verify verificar verificarte autenticar")
)

// curpLength is how long the key is that everybody in Mexico has, which is called "clave", too.
const curpLength = 18

// value takes what stands after a lead for the secret that pos names, if it looks like one.
func (f *Finder) value(pos int, l lead) (got Span) {
	if pos > 0 && f.text[pos-1] == '/' {
		past := l
		if past.at = f.pastAccount(l.at); past.at > l.at {
			if got = f.valueAt(pos, past); got.Kind != "" {
				return got
			}
		}
	}
	return f.valueAt(pos, l)
}

// valueAt is value without the name of an account before it.
func (f *Finder) valueAt(pos int, l lead) (got Span) {
	if end := f.toldEnd(l); end > 0 {
		return Span{TypeSecret, l.at, end}
	}
	end := f.valueEnd(l.at)
	if l.cue == cueClave && end-l.at == curpLength {
		if got = f.code(l.at); got.Kind != "" {
			return got
		}
	}
	if l.cue == cueArrived && f.after(end).telling&sayOther != 0 {
		return got
	}
	word := f.text[l.at:end]
	if len(word) < 3 || filler(word) || f.lastShown(l.at, end) || !l.sure && strings.IndexByte(word, '=') >= 0 {
		return got
	}
	return f.looksSecret(pos, end, l)
}

// toldEnd returns the end of a value after a lead whose digits stand in groups or are spoken, or whose signs are told one
// by one, or 0.
func (f *Finder) toldEnd(l lead) (end int) {
	k := l.cue
	if k == cuePin || k == cueClave || k == cueVerified || k == cueArrived || k == cuePassword || k == cueToken && l.sure {
		if end = f.pinEnd(l); end > 0 {
			return end
		}
	}
	if l.sure && (k == cuePassword || k == cueClave || k == cuePass) {
		return f.toldSecret(l.at)
	}
	return 0
}

// looksSecret takes the word from the lead to end for the secret that pos names, if that is so by its look.
func (f *Finder) looksSecret(pos, end int, l lead) (got Span) {
	i, k, sure, word := l.at, l.cue, l.sure, f.text[l.at:end]
	s := shapeOf(word)
	if l.door && k == cueClave && (sure || s.digits > 3) && s.secret(cueVerified, sure) {
		return Span{TypeSecret, i, end}
	}
	if l.strange && f.unitAfter(end) || !sure && k == cueVerified && s.digits == 3 && s.length == 3 && f.askedOf(i) || !sure && (k == cuePass && lower(f.text[pos]) == 'w' || f.ofThing(k, i, end)) {
		return got // "wpa2 de 2.4GHz"
	}
	bare := sure && !l.strange && (s.letters == len(word) || joined(word, s)) && f.bareWord(word, end, k, pos)
	if !bare && !s.secret(k, sure) && !f.tiedValue(pos, end, l) || l.strange && !s.speaks(k, word, sure && !f.unitAfter(end), f.text[f.lettersEnd(pos)-1] == 's') {
		return got
	}
	if end-i == maxValue {
		f.going = base64c
	} else if sure && !l.strange && (k == cuePassword || k == cueClave) && bare && isUpper(word[0]) {
		end = f.withNumber(end)
	}
	return Span{TypeSecret, i, end}
}

// joined reports words of letters with a hyphen or a stop between: volcan-osorno, Tucan.Verde.
func joined(word string, s look) bool {
	marks := strings.Count(word, "-") + strings.Count(word, ".")
	return marks > 0 && marks < 4 && s.letters+marks == s.length && s.letters >= 6 && isLetter(word[0])
}

// withNumber goes past the number after a plain word that ends a clause: "mi contraseña es Lima 2024".
func (f *Finder) withNumber(end int) int {
	to := f.blanks(end, 1)
	for to-end < 6 && isDigit(f.at(to)) {
		to++
	}
	if to-end < len(" 00") || f.wordAt(to) || !f.alone(end+1, to) {
		return end
	}
	return to
}

// askedOf reports an of before i: "código de la puerta del 402" asks for one.
func (f *Finder) askedOf(i int) bool {
	b := backward{text: f.text[max(0, i-contextBytes):i]}
	return inSet(ofWords, b.word())
}

// ofThing reports a value from i to end that is a year, the number of a thing or a product where only the words for a
// password call for one.
func (f *Finder) ofThing(k cue, i, end int) bool {
	if k != cueClave && k != cuePassword {
		return false
	}
	if s := shapeOf(f.text[i:end]); s.digits == s.length {
		return yearly(f.text[i:end]) || f.toOther(end) || s.length > 5 && f.ofNamed(i, end)
	}
	return f.product(i, end) || f.ofNamed(i, end)
}

// ofNamed reports letters and digits that tell what the password is for: "la contraseña del Moodle2024", "del correo ana2014".
func (f *Finder) ofNamed(i, end int) bool {
	if f.text[i-1] != ' ' || shapeOf(f.text[i:end]).symbols > 0 {
		return false
	}
	b := backward{text: f.text[max(0, i-contextBytes):i]}
	word := b.word()
	return !b.broke && (word == "del" || inSet(addresses, word) || word == "el" && inSet(insides, b.word()))
}

var (
	addresses = setOf("correo email mail usuario user")
	insides   = setOf("en de in of")
)

// product reports a name with the number of its edition: iPhone14, Office365.
func (f *Finder) product(i, end int) bool {
	to := f.lettersEnd(i)
	return end-to <= 3 && inSet(products, f.text[i:to])
}

var products = setOf("movistar vodafone orange jazztel claro telcel izzi totalplay telmex entel wom fibertel chrome firefox safari edge opera acrobat winrar photoshop autocad iphone ipad windows win office galaxy android macos ios redmi moto ps xbox playstation version room habitacion piso usb mac pixel sap excel word outlook s a v")

// toOther reports whether the number that ends at end is one of a thing: "clave 4410 del catálogo".
func (f *Finder) toOther(end int) bool {
	n := f.after(end)
	return f.at(end) == ' ' && n.linked && n.telling&sayOther != 0
}

// filler reports what stands where a secret would: a token, the name of a variable, stars, the beginning of a question.
func filler(word string) bool {
	switch word[0] {
	case '[', '<':
		return true
	case '$':
		return word[1] == '{'
	}
	for _, begin := range [...]string{"-----", "\u00bf"} {
		if strings.HasPrefix(word, begin) {
			return true
		}
	}
	return strings.Trim(word, "*xX.•-_") == "" || word[0] == '(' && inSet(noValues, strings.Trim(word, "()"))
}

// lastShown reports the last digits of a secret, from i to end, after stars that stand for the others: ****1234.
func (f *Finder) lastShown(i, end int) bool {
	return hasEnd(f.text[:i], "**") && digitsOnly(f.text[i:end]) && end-i <= minLock && f.at(end) != '*'
}
