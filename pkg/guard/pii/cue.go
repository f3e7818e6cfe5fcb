package pii

import (
	"bytes"
	"strings"
)

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
	cueArrived      // a code that somebody was sent: digits
	cuePhrase       // passphrase, palabra, frase: several words
	cueDigits       // dígitos: six of them are a code
	cueLogin        // credenciales, wifi: a name and after a slash the password
	cueShown        // sms, autenticador: what shows a code
	cueAgain        // la nueva, la otra: where a password was spoken of before
	cueRenewed      // reset, cambié: what it was changed to may be called a password after
)

var cueWords = func() map[string]cue {
	out := map[string]cue{}
	for c, list := range map[cue]string{
		cuePassword: `contrasena contrasenas contrasenia contrasenna contrasenya contrsena contracena contrasea password passwords passwd pasword pwd
			kontrasena kntrasena kontrasenia cntrasna contrasen4 passw0rd p4ssword p4ssw0rd contracenia contrasegna contrasna cotrasena contrasen contrasenha contraena contasena contraseya cntrasena constrasena conttasena ctrasena contrasema contrasnea contrazena conrtasena contrasenia contraseba cntrsna passwrd paswrd pswrd passwod passwor paswword passwork paswd
			passcode pw passw pswd pasw senha passwort`,
		cueClave:   "clave claves clav superclave ciec",
		cuePass:    "pass passe llave chave psw psswd contra clau wpa wpa2 wpa3 psk",
		cuePin:     "pin pin1 pin2 nip digipass cvv cvc cvv2 cvc2 otp puk csv",
		cueToken:   "token tokens api_key access_token secret_key apikey api secret secreto key bearer jwt",
		cueCode:    "codigo code cod codigos codes combinacion combinado combination combinacao combo verificacion verification verificacao",
		cuePhrase:  "passphrase palabra palabras frase word words phrase palavra palavras seed codeword respuesta resposta answer",
		cueDigits:  "digitos digits numeros numbers",
		cueLogin:   "credenciales credentials credenciais creds login wifi guifi wi identified",
		cueShown:   "sms authy autenticador authenticator factor",
		cueRenewed: "set reset changed switched renamed cambie cambiado cambiamos troquei mudei",
		cueAgain:   "nueva mia otra vieja antigua anterior",
		cueMail:    "correo correos mail email emails mails e-mail gmail hotmail outlook",
	} {
		for word := range strings.FieldsSeq(list) {
			out[word] = c
		}
	}
	return out
}()

var cueLexicon = newWords(cueWords)

const (
	// linkWords may stand between the word and its value.
	linkWords = `d mando recebi un solo de del la el los las lo mi mis tu su sus nuestro nuestra para of for my the to a al en que le te me se nos wifi guifi wi fi red internet correo mail email cuenta account
		banco app q portal acceso usuario user gmail facebook instagram netflix outlook temporal nueva nuevo actual anterior new old current tarjeta cajero sistema computadora
		celular ordenador portatil compu mac consola deco decodificador impresora parental adultos infantil ninos ninas peques kids minuscula mayuscula admin administrador login server servidor base datos bd database api key keys openai github aws stripe google secreta secreto secret personal invitados guest casa oficina
		local internos router modem whatsapp sms verificacion verification seguridad security autenticacion authentication acces code codigo access token jwt
		produccion prod test live sandbox privada private publica basic client cliente bearer authorization auth header temporaria provisional default por defecto
		verificacao seguranca acesso llego llegaron enviaron mandaron dieron nip pin cvv otp dinamico dinamica unico one time root vpn bot webhook telegram slack twilio maestra entrar entro pagina web
		sim chip tablet tele tv alarma puerta porton garaje caja fuerte candado edificio depto departamento sala habitacion room door gate building garage safe alarm
		phone card bank network hotspot paciente patient alumno estudiante intranet campus aula nomina firma electronica recovery recuperacion respaldo backup
		conta cartao aplicativo loja chave rede do da dos das no na pra pro
		plataforma banca movil linea home app homebanking online virtual digital telebanca telefonica telefonico desbloqueo bloqueo operaciones transferencias confidencial debito credito paypal amazon icloud apple id windows pc laptop cel celu reloj sesion panel dashboard zoom spotify cancelacion desactivacion activacion anulacion uso siguiente ahora antigua senha
		vieja viejo fiscal tributaria ciudad ciudadana afip arca anses sunat ciec sol unica por os 2fa wpa wpa2 wpa3 bios pdf zip excel archivo documento buzon voz
		bici bicicleta bike moto atras delante trasera delantera arriba abajo pasos factores factor etapas step steps two llaves keys abrir abre desarme recibido recebido received social recibida cabana aplicacion authenticator autenticador
		yape nequi daviplata plin interbank bbva bcp santander bancolombia banorte banamex caixabank scotiabank itau mercadopago mercado revolut bizum tuenti link modo uala
		todo toda junto mayusculas minusculas pregunta question totp bluetooth telefono inicial automatico automatica reunion meeting clase transaccional bancaria bancario certificado dni dnie electronico institucional moodle permanente atencion cambio
		finca comunidad servicio entrada principal patio terraza piscina pool jardin garden airbnb huespedes hospedes patient staff piso recepcion provisoria provisorio`
	isWords = "be ser s es is foi sido quedo queda era e eh fue sera seria are son was siendo here aqui esta sigue"
	// verifyingWords turn a code into a secret.
	verifyingWords = `verificacion verification seguridad security autenticacion authentication acceso access entrar sms otp whatsapp solo dinamico dinamica unico login 2fa puerta porton alarma door gate alarm lockbox keypad portao portero garaje garagem garage backup recovery respaldo till registradora tpv manager supervisor gerente encargado parental recuperacion mensaje fuerte candado locker casillero padlock safe confirmatorio verificacao seguranca acesso time
		verificador verif telegram vinculacion pairing emparejamiento emparejar secret secreto secreta guard sim ingreso sesion signin sign log text digit digits digitos 2fa mfa factor factores autenticador authenticator firma firmar autorizar confirmar acceder ingresar desbloqueo desbloquear unlock desactivar desarmar desarme disarm abrir lock coaccion duress panico panic armado desarmado ` + doorWords
	// doorWords are what is locked, and what it is locked with.
	doorWords = `puerta puertas porton alarma alarmas door gate alarm alarma lockbox keypad portao portero garaje garagem garage candado locker casillero padlock safe cofre alarme
		portal cajetin cajita verja reja cancela barrera barrier trastero taquilla telefonillo videoportero interfono intercom teclado cerradura chapa candados edificio
		building predio condominio porta cadeado fechadura bodega storage mailbox buzones maleta suitcase ascensor elevator entrance inmovilizador inmobilizador immobilizer immobiliser autorradio autoradio maletin reixa keybox lockers alarmes portaria`
)

var (
	cueLinks  = setOf(linkWords)
	cueIs     = setOf(isWords)
	verifying = setOf(verifyingWords)
	// noValues are words that say something of a secret and are none.
	noValues = setOf(`correcta correcto incorrecta incorrecto invalida invalido valida valido segura seguro insegura debil fuerte obligatoria requerida necesaria nueva vieja larga corta dificil facil
		misma mismo igual wrong incorrect correct invalid not my mine the your expired weak strong required important secret safe long short same different easy hard needed paciencia missing empty ready pending encrypted disabled enabled unknown compromised min minimo minima max maximo
		la el lo una uno un mi tu su si no muy que para por con de del cual cuando como donde aqui alli esta ese esa esto eso yo ya me te se nos reset olvidada olvidado
		perdida bloqueada vencida caducada unica privada publica personal confidencial temporal demasiado tan mas menos todo nada algo debajo encima detras escrita apuntada pegada anotada puesta obrigatoria aguarde atendida espere esquecida working rejected accepted refused denied rechazada aceptada denegada valid changed blocked
		locked forgotten lost gone null none nil undefined vacio vacia vazio blank true false string value required optional redacted hidden secreta secreto importante importantes
		constancia disciplina amor confianza comunicacion respeto trabajo exito equipo calidad servicio atencion sencilla simple tener ser hacer saber estar entender
		usar comer dormir elegir escuchar invalidas alfanumerica numerica digitos caracteres letras olvide olvidaste forgot cambiar cambiarla recuperar actualizar
		what which how when where why it that this these an and or if so very too only just always never please gracias favor error fallo`)
)

// cueOf tells what the word at pos says of a secret; after it stands c.
func (f *Finder) cueOf(pos, end int, c byte) cue {
	if end-pos < 2 || end-pos > maxWord+8 || f.mayBe(pos)&mayBeCue == 0 && c != '=' && c != ':' && c != '"' {
		return noCue
	}
	if k, ok := cueLexicon.get(f.text[pos:end]); ok {
		return f.cueAfter(pos, k)
	}
	if c == '=' || c == ':' || c == '"' || c == '\'' {
		var w folded
		if w.fold(strings.Trim(f.text[pos:end], "_")) {
			name := w.bytes()
			if bytes.IndexByte(name, '_') > 0 {
				if k := cueOfParts(string(name)); k != noCue {
					return k
				}
			}
			return cueOfName(string(name)) // on the stack
		}
	}
	return noCue
}

// cueAfter corrects a cue by the word before it: a verification code, the key of a transfer.
func (f *Finder) cueAfter(pos int, k cue) cue {
	if k == noCue || k == cuePassword || k == cuePin || k == cueMail || k == cueShown || k == cueLogin || k == cueRenewed {
		return k
	}
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	if k == cueAgain && !b.ofPassword() {
		return noCue
	}
	if k == cuePhrase && !f.phraseNamed(pos, b) {
		return noCue
	}
	word := b.word()
	beside := !b.broke
	switch {
	case k == cuePass && f.follows(pos, "contra") && beside && word != "" && (word == "en" || !inSet(owners, word) && !inSet(cueLinks, word)):
		return noCue // whom one plays
	case (k == cueClave || k == cuePass) && beside && len(word) > len("frase") && lower(word[0]) == 'p' && inSet(keyTerms, word):
		switch {
		case f.keyWord(pos):
			return cuePhrase
		case f.follows(pos, "passe"):
			return cuePassword
		}
		return noCue
	case k == cueDigits && beside && (word == "6" || word == "seis" || word == "six"):
		return cueVerified
	case k == cueDigits:
		return noCue
	case k == cueCode && lower(f.text[pos]) == 'v': // "número de verificación"
		if b.counted() {
			return cueVerified
		}
		return noCue
	case k == cueCode && (beside || !isLock(word)) && (inSet(verifying, word) || beside && inSet(baths, word) || (word == "in" || word == "control") && inSet(verifying, b.last())):
		return cueVerified
	case k == cueCode && aboutOf(word)&sayOther == 0 && (inSet(arrivals, word) || b.inMessage() || inSet(arrivals, b.last())):
		return cueArrived
	case k == cueCode && (inSet(owners, word) || inSet(owners, b.last())) && f.ofSender(pos, word):
		return cueArrived
	case k == cueCode && beside && inSet(handovers, word) && f.courierNear(f.wordEnd(pos)):
		return cueVerified
	case k == cueCode && b.locked(word):
		return cueVerified
	case k != cueCode && (inSet(otherKeys, word) || k == cueToken && inSet(openKeys, word)) && !f.inLink(pos):
		return noCue
	}
	return k
}

// keyTerms stand before clave and chave in a word for one.
var keyTerms = setOf("palabra palabras palavra palavras")

// ofSender reports a name of a service beside the word for a code at pos: "tu código de Uber es", "your Uber code is".
func (f *Finder) ofSender(pos int, before string) bool {
	end := f.lettersEnd(pos)
	name := before
	if inSet(owners, before) {
		if !f.follows(end, " de ") {
			return false
		}
		from := end + len(" de ")
		end = f.lettersEnd(from)
		name = f.text[from:end]
	}
	return name != "" && isUpper(name[0]) && aboutOf(name)&(sayOther|sayHolder) == 0 && (f.follows(end, " es ") || f.follows(end, " is ") || f.at(end) == ':')
}

// inLink reports a mark right before pos that begins a parameter of a link.
func (f *Finder) inLink(pos int) bool {
	return pos > 0 && (f.text[pos-1] == '?' || f.text[pos-1] == '&')
}

// locked reports whether one of the words before, or the one right before, is a lock: "cajetín en la reja, código".
func (b backward) locked(word string) (found bool) {
	numbers := 0
	for n := 0; n < lockWords && word != "" && numbers < overheardNumbers; n++ {
		switch {
		case digitsOnly(word):
			numbers++
		case inSet(trades, word), !found && aboutOf(word)&sayOther != 0 && !namesCode(word):
			return false
		case word != "safe" && isLock(word):
			found = true
		}
		word = b.word()
	}
	return found
}

// namesCode reports the word for a code.
func namesCode(word string) bool {
	k, _ := cueLexicon.get(word)
	return k == cueCode
}

// trades tell that a lock is bought or sold, so that a code is that of the thing.
var trades = setOf("compre compro comprar compramos vendo vende venden vendi pedi pedimos busco necesito stock catalogo bought buy sell sold need quiero comprei comprar")

// ofPassword reports whether the words before speak of a password.
func (b backward) ofPassword() bool {
	for word := b.word(); word != ""; word = b.word() {
		if k, _ := cueLexicon.get(word); k == cuePassword || k == cueClave {
			return true
		}
	}
	return false
}

// arrivals tell that a code was sent to somebody.
var arrivals = setOf(arrivalWords)

const arrivalWords = "llego llegan mandaron enviaron mandaram enviaram mando envio recibi recebi chegou llegado llega llegar salido mandado enviado recibido recebido mandaste enviaste dicto dictaron texted received got sent"

// messageWords are what codes come in.
const messageWords = "sms mensaje mensajito msj texto text message mensagem torpedo"

var messages = setOf(messageWords)

// unspecified reports whether the word for a code at end is not told before it to be that of a thing: promo code.
func (f *Finder) unspecified(end int) bool {
	b := backward{text: f.text[max(0, end-contextBytes):end]}
	b.word()
	word := b.word()
	return b.broke || aboutOf(word)&sayOther == 0 && !inSet(otherKeys, word)
}

// inMessage reports whether one of the words before tells of a message with a code in it.
func (b backward) inMessage() bool {
	for range 3 {
		word := b.word()
		if inSet(messages, word) {
			return true
		}
		if b.broke || aboutOf(word)&sayOther != 0 {
			return false
		}
	}
	return false
}

var otherKeys = setOf("spei spid rastreo producto sat catalogo articulo palabra boarding season warranty product license primary foreign sort shortcut hot discount coupon zip area dress bar qr promo")

// cueOfName tells the names of settings: DB_PASSWORD, clientSecret.
func cueOfName(name string) cue {
	if before, ok := strings.CutSuffix(name, "_key"); ok && inSet(openKeys, before[strings.LastIndexByte(before, '_')+1:]) {
		return noCue
	}
	for _, end := range [...]string{"password", "passwd", "_pwd", "_pass", "contrasena"} {
		if strings.HasSuffix(name, end) {
			return cuePassword
		}
	}
	for _, end := range [...]string{"secret", "token", "api_key", "apikey", "access_key", "private_key", "secret_key", "_key", "accesskey", "privatekey", "secretkey", "accountkey", "authorization", "_auth", "session", "sessionid", "session_id", "sessid"} {
		if strings.HasSuffix(name, end) {
			return cueToken
		}
	}
	return noCue
}

// openKeys stand before the key of a table or a store, which is no secret.
var openKeys = setOf("primary foreign cache sort partition index hash range lookup idempotency dedupe object routing unique natural surrogate composite group row map i18n translation locale")

// cueOfParts tells names with a word for a password, a PIN or a token in them: VISA_PIN, wifi_pass, ALARM_CODE, TOKEN_SHOP.
func cueOfParts(name string) cue {
	known, token, keyed, before := false, false, false, ""
	for part := range strings.SplitSeq(name, "_") {
		switch k, _ := cueLexicon.get(part); k {
		case cuePassword, cuePin:
			return k
		case cueCode:
			if known {
				return cueVerified
			}
		case cueToken:
			token = part != "key" || inSet(keyKinds, before)
		case cueClave, cuePass:
			keyed = true
		case noCue, cueMail, cueVerified, cueArrived, cuePhrase, cueDigits, cueLogin, cueShown, cueAgain, cueRenewed:
		}
		known, before = known || inSet(verifying, part) || keyed && inSet(accounts, part) || part == "wifi", part
	}
	if keyed && known {
		return cuePassword
	}
	if token && !inSet(ofTokens, before) {
		return cueToken
	}
	return noCue
}

var (
	// keyKinds make a key a secret one, ofTokens end a name of what is said of a token: TOKEN_LIMIT.
	keyKinds = setOf("api secret access private auth master encryption signing")
	ofTokens = setOf(`id name nombre type tipo count limit limite url uri size length expiry expires expiration ttl path file version hash tokens usage used max min budget
		status date fecha`)
)
