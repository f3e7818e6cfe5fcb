package pii

import "strings"

// cue is what a word says of a secret that may follow it.
type cue uint8

const (
	noCue       cue = iota
	cuePassword     // contraseña, password
	cueClave        // clave: a word with other senses
	cuePass         // pass, llave: words with still more
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
			passphrase passcode pw senha passwort`,
		cueClave: "clave claves",
		cuePass:  "pass llave psw psswd contra",
		cuePin:   "pin nip cvv cvc cvv2 cvc2 otp puk csv",
		cueToken: "token tokens apikey api secret secreto key bearer jwt",
		cueCode:  "codigo code cod codigos",
		cueMail:  "correo correos mail email emails mails e-mail gmail hotmail outlook",
	} {
		for word := range strings.FieldsSeq(list) {
			out[word] = c
		}
	}
	return out
}()

var cueLexicon = newWords(cueWords)

var (
	// cueLinks may stand between the word and its value.
	cueLinks = setOf(`de del la el los las lo mi mis tu su sus nuestro nuestra para of for my the to a al en que le te me se nos wifi wi fi red internet correo mail email cuenta account
		banco app portal acceso usuario user gmail facebook instagram netflix outlook temporal nueva nuevo actual anterior new old current tarjeta cajero sistema computadora
		celular admin administrador login server servidor base datos bd database api key keys openai github aws stripe google secreta secreto secret personal invitados guest casa oficina
		local internos router modem whatsapp sms verificacion verification seguridad security autenticacion authentication acces code codigo access token jwt
		produccion prod test live sandbox privada private publica basic client cliente bearer authorization auth header temporaria provisional default por defecto
		verificacao seguranca acesso llego llegaron enviaron mandaron dieron nip pin cvv otp dinamico dinamica unico one time root vpn bot webhook telegram slack twilio maestra entrar entro pagina web
		plataforma banca movil linea home app homebanking debito credito paypal amazon icloud apple id windows pc laptop sesion panel dashboard zoom spotify uso siguiente ahora antigua senha`)
	cueIs = setOf("s es is era e eh fue sera seria are son was siendo here aqui esta sigue")
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
	if end-pos < 2 || end-pos > longestWord+8 || f.mayBe(pos)&mayBeCue == 0 && c != '=' && c != ':' && c != '"' {
		return noCue
	}
	if k, ok := cueLexicon.get(f.text[pos:end]); ok {
		return f.cueAfter(pos, k)
	}
	if c == '=' || c == ':' || c == '"' || c == '\'' {
		var w folded
		if w.fold(f.text[pos:end]) {
			return cueOfName(string(w.bytes()))
		}
	}
	return noCue
}

// cueAfter corrects a cue by the word before it: a verification code, the key of a transfer.
func (f *Finder) cueAfter(pos int, k cue) cue {
	if k == noCue || k == cuePassword || k == cuePin || k == cueMail {
		return k
	}
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	word := b.word()
	switch {
	case k == cueCode && inSet(verifying, word):
		return cueVerified
	case k != cueCode && inSet(otherKeys, word):
		return noCue
	}
	return k
}

var otherKeys = setOf("spei spid rastreo producto sat catalogo articulo palabra boarding season warranty product license primary foreign sort shortcut hot")

// cueOfName tells the names of settings: DB_PASSWORD, clientSecret.
func cueOfName(name string) cue {
	for _, end := range [...]string{"password", "passwd", "_pwd", "_pass", "contrasena"} {
		if strings.HasSuffix(name, end) {
			return cuePassword
		}
	}
	for _, end := range [...]string{"secret", "token", "api_key", "apikey", "access_key", "private_key", "secret_key", "_key", "accesskey", "secretkey", "authorization"} {
		if strings.HasSuffix(name, end) {
			return cueToken
		}
	}
	return noCue
}
