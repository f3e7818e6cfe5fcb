package pii

import "strings"

// cue is what a word says of a secret that may follow it.
type cue uint8

const (
	noCue       cue = iota
	cuePassword     // contraseña, password
	cueClave        // clave, pass, llave: words with other senses
	cuePin          // pin, nip, cvv, otp: digits
	cueToken        // token, api key, secret: long values
	cueCode         // código: a secret only if it is one of verification
	cueMail         // correo: an e-mail whose name is said in several words may follow
	cueVerified     // a code of verification
)

var cueWords = func() map[string]cue {
	out := map[string]cue{}
	for c, list := range map[cue]string{
		cuePassword: `contrasena contrasenas contrasenia contrasenna contrasenya contrsena contracena contrasea password passwords passwd pasword pwd
			passphrase passcode pw senha passwort contra`,
		cueClave: "clave claves pass llave psw psswd",
		cuePin:   "pin nip cvv cvc cvv2 cvc2 otp puk csv",
		cueToken: "token tokens apikey api secret secreto key credential credencial bearer authorization auth jwt",
		cueCode:  "codigo code cod codigos",
		cueMail:  "correo correos mail email emails mails e-mail gmail hotmail outlook",
	} {
		for word := range strings.FieldsSeq(list) {
			out[word] = c
		}
	}
	return out
}()

var (
	// cueLinks may stand between the word and its value.
	cueLinks = setOf(`de del la el los las lo mi mis tu su sus nuestro nuestra para of for my the to a al en que le te me se nos wifi wi fi red internet correo mail email cuenta account
		banco app portal acceso usuario user gmail facebook instagram netflix outlook temporal nueva nuevo actual anterior new old current tarjeta cajero sistema computadora
		celular admin administrador login server servidor base datos bd database api key keys openai github aws stripe google secreta secreto secret personal invitados guest casa oficina
		local internos router modem whatsapp sms verificacion verification seguridad security autenticacion authentication acces code codigo access token jwt
		produccion prod test live sandbox privada private publica basic client cliente bearer authorization auth header temporaria provisional default por defecto
		llego llegaron enviaron mandaron dieron nip pin cvv otp dinamico dinamica unico one time root vpn bot webhook telegram slack twilio maestra entrar entro pagina web
		plataforma banca movil linea home app homebanking debito credito paypal amazon icloud apple id windows pc laptop sesion panel dashboard zoom spotify uso siguiente ahora antigua senha`)
	cueIs = setOf("es is era e eh fue sera seria are son was siendo here aqui esta sigue")
	// verifying turns a code into a secret.
	verifying = setOf("verificacion verification seguridad security autenticacion authentication acceso access sms otp whatsapp dinamico dinamica unico login 2fa confirmatorio verificacao seguranca acesso time")
	// noValues are words that say something of a secret and are none.
	noValues = setOf(`correcta correcto incorrecta incorrecto invalida invalido valida valido segura seguro insegura debil fuerte obligatoria requerida necesaria nueva vieja larga corta dificil facil
		misma mismo igual wrong incorrect correct invalid not my mine the your expired weak strong required important secret safe long short same different easy hard needed paciencia
		la el lo una uno un mi tu su si no muy que para por con de del cual cuando como donde aqui alli esta ese esa esto eso yo ya me te se nos reset olvidada olvidado
		perdida bloqueada vencida caducada unica privada publica personal confidencial temporal demasiado tan mas menos todo nada algo working valid changed blocked
		locked forgotten lost gone null none nil undefined true false string value required optional redacted hidden secreta secreto importante importantes
		constancia disciplina amor confianza comunicacion respeto trabajo exito equipo calidad servicio atencion sencilla simple tener ser hacer saber estar entender
		usar comer dormir elegir escuchar invalidas alfanumerica numerica digitos caracteres letras olvide olvidaste forgot cambiar cambiarla recuperar actualizar
		what which how when where why it that this these an and or if so very too only just always never please gracias favor error fallo`)
)

// cueOf tells what the word at pos says of a secret; behind it stands c.
func (f *Finder) cueOf(pos, end int, c byte) cue {
	if end-pos < 2 || end-pos > longestWord+8 || !cuePairs.has(f.text[pos], f.text[pos+1]) && c != '=' && c != ':' && c != '"' {
		return noCue
	}
	var w folded
	if !w.fold(f.text[pos:end]) {
		return noCue
	}
	if k, ok := cueWords[string(w.bytes())]; ok {
		return f.cueAfter(pos, k)
	}
	if c == '=' || c == ':' || c == '"' || c == '\'' {
		return cueOfName(string(w.bytes()))
	}
	return noCue
}

var cuePairs = pairsOf(cueWords)

// cueAfter corrects a cue by the word before it: a verification code, the key of a transfer.
func (f *Finder) cueAfter(pos int, k cue) cue {
	if k != cueCode && k != cueClave {
		return k
	}
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	word := b.word()
	switch {
	case k == cueCode && inSet(verifying, word):
		return cueVerified
	case k == cueClave && inSet(otherKeys, word):
		return noCue
	}
	return k
}

var otherKeys = setOf("spei spid rastreo producto sat catalogo articulo palabra boarding season")

// cueOfName tells the names of settings: DB_PASSWORD, clientSecret.
func cueOfName(name string) cue {
	for _, end := range [...]string{"password", "passwd", "_pwd", "_pass", "contrasena"} {
		if strings.HasSuffix(name, end) {
			return cuePassword
		}
	}
	for _, end := range [...]string{"secret", "token", "api_key", "apikey", "access_key", "private_key", "secret_key", "_key", "accesskey", "secretkey"} {
		if strings.HasSuffix(name, end) {
			return cueToken
		}
	}
	return noCue
}

const (
	maxCueLinks = 8
	maxValue    = 128
)

// valueOf reads what follows a word that names a secret: links, an is or a colon, and the value.
func (f *Finder) valueOf(pos, end int, k cue) (got Span) {
	if k == cueMail {
		return f.saidMail(end)
	}
	i, sure := end, false
	for n := 0; n < maxCueLinks; n++ {
		var colon bool
		i, colon = f.connector(i)
		if sure = sure || colon; sure {
			break
		}
		to := f.lettersEnd(i)
		if to == i || isDigit(f.at(to)) {
			break
		}
		word := f.text[i:to]
		switch {
		case inSet(cueIs, word) && f.at(to) != '@':
			sure = true
		case inSet(cueLinks, word):
			if inSet(verifying, word) && (k == cueCode) {
				k = cueVerified
			}
			if k == cueToken || k == cueClave || k == cueCode {
				k = narrowed(k, word)
			}
		default:
			n = maxCueLinks
			continue
		}
		i = to
		if sure {
			i = f.article(i)
			break
		}
	}
	if k == cueCode {
		return got
	}
	return f.value(pos, i, k, sure || k == cueClave && lower(f.text[pos]) == 'c')
}

// article skips what may stand between an is and the value: a colon, el, the.
func (f *Finder) article(i int) int {
	i, _ = f.connector(i)
	for _, word := range [...]string{"el ", "la ", "the ", "este ", "esta ", "este: ", "lo siguiente: ", "o ", "a "} {
		if f.follows(i, word) {
			i, _ = f.connector(i + len(word))
			break
		}
	}
	return i
}

// narrowed: an access token may be short digits, an api is none by itself.
func narrowed(k cue, word string) cue {
	if k == cueCode && (word == "pin" || word == "otp" || word == "nip") {
		return cueVerified
	}
	return k
}

// connector skips blanks, quotes and a colon, an equals sign or an arrow; it reports one of those.
func (f *Finder) connector(i int) (next int, colon bool) {
	for n := 0; n < 6; n++ {
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

// value takes the word at i for the secret if it looks like one; sure means that an is or a colon stands before it.
func (f *Finder) value(pos, i int, k cue, sure bool) (got Span) {
	if k == cuePin || k == cueClave || k == cueVerified || k == cuePassword {
		if end := f.saidPin(i); end > 0 && sure {
			return Span{TypeSecret, i, end}
		}
	}
	end := f.valueEnd(i)
	word := f.text[i:end]
	if len(word) < 3 || strings.HasPrefix(word, "-----") || word[0] == '[' || word[0] == '<' || word[0] == '$' && len(word) > 1 && word[1] == '{' || strings.Trim(word, "*xX.•-_") == "" {
		return got
	}
	s := shapeOf(word)
	if !s.secret(k, sure) && !(s.letters == len(word) && sure && f.bareWord(word, end, k, pos)) {
		return got
	}
	if end-i == maxValue {
		f.going = base64c
	}
	return Span{TypeSecret, i, end}
}

// valueEnd returns the end of a value: a blank, a quote, or the marks that end a sentence.
func (f *Finder) valueEnd(i int) int {
	if end := f.quoted(i); end > 0 {
		return end
	}
	end := i
	for end-i < maxValue {
		c := f.at(end)
		if c == 0 || c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '"' || c == '`' || c == '<' && end > i {
			break
		}
		if c == 0xE2 || c == 0xC2 {
			if f.quote(end) > 0 {
				break
			}
		}
		end++
	}
	if end-i == maxValue {
		return end
	}
	for end > i && strings.IndexByte(".,;:?)]}'", f.text[end-1]) >= 0 && !(f.text[end-1] == ')' && strings.IndexByte(f.text[i:end], '(') >= 0) {
		end--
	}
	return end
}

// quoted returns the end of a value of several words between quotes, or 0.
func (f *Finder) quoted(i int) int {
	if i == 0 || f.text[i-1] != '"' && f.text[i-1] != '\'' {
		return 0
	}
	for end := i; end-i < 48; end++ {
		switch c := f.at(end); c {
		case f.text[i-1]:
			return end
		case 0, '\n', ':', ',':
			return 0
		}
	}
	return 0
}

// look is what a value is made of.
type look struct {
	digits, letters, symbols, length int
	camel                            bool // a capital behind a small letter
}

func shapeOf(word string) (s look) {
	s.length = len(word)
	for i := range len(word) {
		switch c := word[i]; {
		case isDigit(c):
			s.digits++
		case isLetter(c) || c >= 0x80:
			s.letters++
			s.camel = s.camel || i > 0 && c >= 'A' && c <= 'Z' && word[i-1] >= 'a' && word[i-1] <= 'z'
		case i < len(word)-1 || c != '!':
			s.symbols++
		}
	}
	return s
}

// secret reports whether a value looks like one where the words call for it.
func (s look) secret(k cue, sure bool) bool {
	switch k {
	case cuePin:
		return s.digits == s.length && s.length >= 3 && s.length <= 8
	case cueVerified:
		return s.digits >= 3 && s.length <= 10 && s.digits+s.letters+s.symbols == s.length && s.symbols <= 1
	case cueToken:
		if s.length >= 8 && s.digits > 0 && s.letters > 0 || s.length >= 20 && s.letters > 0 && s.camel {
			return true
		}
		return sure && (s.digits == s.length && s.length >= 4 && s.length <= 8 || s.length >= 16)
	case cueClave:
		if s.digits == s.length {
			return s.length >= 4 && s.length <= 12 && sure
		}
	case cuePassword:
		if s.digits == s.length {
			return s.length >= 4
		}
	}
	if s.digits > 0 && s.letters > 0 && s.length >= 4 {
		return true
	}
	return s.length >= 4 && (s.symbols > 0 && s.letters+s.digits > 0 && (sure && s.symbols < s.length/2+1) && s.inner() || s.camel && s.length >= 6 && sure)
}

// inner: a hyphenated word or one with an apostrophe is no sign, two symbols or one with digits are.
func (s look) inner() bool { return s.symbols > 1 || s.digits > 0 || s.camel || s.letters >= 3 }

// bareWord: a single ordinary word is a password where a colon or "my password is" stands before it and nothing follows.
func (f *Finder) bareWord(word string, end int, k cue, pos int) bool {
	if k != cuePassword && k != cueClave || len(word) < 4 || inSet(noValues, word) || inSet(cueLinks, word) && !inSet(poorPasswords, word) || inSet(cueIs, word) {
		return false
	}
	switch c := f.at(end); c {
	case 0, '\n', '.', ',', ';', '"', '\'', ')', '!':
	case ' ':
		if n := f.blanks(end, 3); f.at(n) != 0 && f.at(n) != '\n' && !(lower(f.at(n)) == 'y' && f.at(n+1) == ' ') && !f.follows(n, "and ") && !f.follows(n, "pero ") {
			return false
		}
	default:
		return false
	}
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	owner := b.word()
	return f.at(f.wordEnd(pos)) == ':' || f.at(f.wordEnd(pos)) == '=' || inSet(owners, owner) || k == cuePassword && inSet(owners2, owner)
}

var (
	poorPasswords = setOf("admin administrador root guest test secret secreta default invitados usuario sistema acceso clave password")
	owners        = setOf("mi my minha meu mis nuestra nuestro our otro su his her tu your")
	owners2       = setOf("la the a su tu your nueva new")
)

// saidPin returns the end of four to eight spoken digits at i, or 0.
func (f *Finder) saidPin(i int) int {
	if !f.said(i) {
		return 0
	}
	f.readGroups(i)
	groups := f.nums.groups
	f.nums.groups = f.nums.groups[:0]
	n := 0
	for n < len(groups) && groups[n].said {
		n++
	}
	if n < 2 || groups[n-1].digit+groups[n-1].count < 3 || groups[n-1].digit+groups[n-1].count > 12 {
		return 0
	}
	return groups[n-1].end
}

// saidMail reads "correo es juan perez 85 arroba gmail punto com": the name in up to four words.
func (f *Finder) saidMail(end int) (got Span) {
	i := end
	for n := 0; n < 5; n++ {
		i, _ = f.connector(i)
		to := f.lettersEnd(i)
		if to == i || !inSet(mailLinks, f.text[i:to]) || f.at(to) == '@' || f.at(to) == '.' {
			break
		}
		i = to
	}
	first := i
	for n := 0; n < 5; n++ {
		to := f.wordEnd(i)
		if to == i || to-i > maxLocal {
			return got
		}
		if n > 0 && f.linkAhead(to) {
			if l, _ := f.linkAt(to); l == atStrong && f.at(f.blanks(to, 2)) != '@' {
				return f.hiddenEmail(first, to)
			}
			if got = f.hiddenEmail(i, to); got.Kind != "" {
				got.Start = first
				return got
			}
		}
		if f.at(to) != ' ' {
			return got
		}
		i = f.blanks(to, 2)
	}
	return got
}

var mailLinks = setOf("es is electronico seria mi el personal de address sería eh e este siguiente nuevo anota apunta")

// valueFirst recognises "Perro123 es mi contraseña".
func (f *Finder) valueFirst(pos, end int) (got Span) {
	if c := f.at(end); c == ' ' && !mixed(f.text[pos:end]) || c != ' ' && strings.IndexByte("$#*!_@-.", c) < 0 {
		return got
	}
	i := f.blankAfter(pos)
	if i-pos > maxValue || f.at(i) != ' ' {
		return got
	}
	i = f.blanks(i, 2)
	if !f.follows(i, "es mi ") && !f.follows(i, "is my ") && !f.follows(i, "es la ") && !f.follows(i, "era mi ") && !f.follows(i, "como ") && !f.follows(i, "as ") && !f.follows(i, "de contras") {
		return got
	}
	end = f.valueEnd(pos)
	k, to := noCue, i
	for n := 0; n < 3 && k == noCue; n++ { // es mi contraseña, as my password, como clave
		if to = f.lettersEnd(i); n > 0 || f.text[i] == 'd' {
			k = f.cueOf(i, to, ' ')
		}
		i = f.blanks(to, 2)
	}
	if k == noCue || k > cueToken || !hasLetter(f.text[pos:end]) || !shapeOf(f.text[pos:end]).secret(k, true) {
		return got
	}
	return Span{TypeSecret, pos, end}
}

func hasLetter(s string) bool {
	for i := range len(s) {
		if isLetter(s[i]) {
			return true
		}
	}
	return false
}

// blankAfter returns where the next blank or line's end stands; it remembers it for the places before.
func (f *Finder) blankAfter(pos int) int {
	if f.blank > pos {
		pos = f.blank
	}
	for c := f.at(pos); c != 0 && c != ' ' && c != '\n'; c = f.at(pos) {
		pos++
	}
	f.blank = pos
	return pos
}

// codeAfter reports "es tu código de verificación", "is your verification code", "as your OTP" behind a number.
func (f *Finder) codeAfter(end int) bool {
	i := f.blanks(end, 2)
	if i == end || !f.follows(i, "es ") && !f.follows(i, "is ") && !f.follows(i, "as ") && !f.follows(i, "como ") {
		return false
	}
	code, verified := false, false
	for range 6 {
		to := f.lettersEnd(i)
		if to == i {
			break
		}
		k := f.cueOf(i, to, ' ')
		code = code || k == cueCode || k == cueVerified
		verified = verified || k == cuePin || k == cueVerified || inSet(verifying, f.text[i:to])
		i = f.blanks(to, 2)
	}
	return code && verified
}
