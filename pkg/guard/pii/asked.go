package pii

import "strings"

// asked is what the words around a number say of a code that somebody was sent, or is to type or to tell.
type asked uint16

const (
	asksCode    asked = 1 << iota // calls it a code
	asksMany                      // speaks of several
	asksSent                      // it came, or came in a message
	asksProof                     // it verifies who somebody is
	asksType                      // it is to be typed or told
	asksFail                      // it was refused or is too old
	asksWorks                     // that, where it is denied
	asksDenied                    // a no
	asksMessage                   // what codes come in
	asksLives                     // how long it is valid follows
	asksGiven                     // somebody told it
	asksShared                    // that, where it is denied
	asksCount                     // digits: of a known number they are a code
)

var askedLexicon = newWords(flagged(map[asked]string{
	asksCode:               "codigo codiguito code passcode",
	asksCode | asksMany:    "codigos codes passcodes",
	asksCode | asksProof:   "autenticador authenticator",
	asksSent | asksMessage: messageWords,
	asksSent: arrivalWords + ` recibio recibiste recibieron recebeu receive receives receiving mandamos enviamos enviado mandan envian llegaron llegarme llegarte
		llegarle enviarte enviarle mandarte mandarle acabamos chegaram came arrived venido salio sale aparece aparecio texted sending emailed`,
	asksProof: `verificacion verification verificar verificarme verificarte verify verificacao validacion autenticacion authentication autenticar
		2fa mfa otp seguridad security seguranca identidad identity dinamico`,
	asksGiven:  "di dije dimos dicte dei falei",
	asksShared: "comparta compartas compartir share divulgue reenvies reenvie compartilhe",
	asksType: `escriba escribe escribir escribelo escribalo escribeme escribame ingresa ingrese ingresar ingreselo ingresalo introduce introduzca introducir introduzcalo introducelo
		digita digite digitar digitelo digitalo digitame teclea teclee tecleelo type enter dime digame dictame dicteme dicta dicte dictar diga comparte comparta compartame
		indica indique indicame indiqueme informar informe informa confirma confirme confirmar confirmarme pasame paseme dame deme tell read provide give insira insere envie reply responde responda conteste contesta
		pide piden pidio solicita cual what which qual diz`,
	asksFail:   `expiro expirado expirados expired vencio vencido caduco caducado invalido invalid incorrecto incorrect wrong rechaza rechazado fails falla fallo erroneo expirou failed fail falhou`,
	asksWorks:  "sirve sirven vale valen funciona funcionan funciono works work worked working acepta aceptan jala entra entran pasa pasan",
	asksDenied: "no ni ningun ninguno ninguna neither nor not nao nem doesn isn",
	asksLives:  "valido valida valid vigente expira expires caduca vence validez valido",
	asksCount:  "digitos digits digit numeros numbers cifras",
}))

// maxSent is how many words stand at most between the word for a code and the number, where all that they tell is that it came.
const maxSent = 10

// askedWords is how many words before a number may tell what it is.
const askedWords = 18

// codeHearing is what the words before a number say of a code.
type codeHearing struct {
	b      backward
	says   asked
	said   bool // the number is spoken
	answer bool // the number is an answer
	// shows and entered are those of naming.
	shows, entered bool
	direct         bool // the word for a code stands right before it
	other          bool // another thing is spoken of, between the code and the number
	ware           bool // or before
	definite       bool // an article stands right before the number: "el 771204 ya venció"
	numbers        int  // that stand between
	ends           bool // a clause ends after the number
	word           string
	// message: what shows the number is what codes come in; silent: nothing but that it shows it was read so far.
	message, silent bool
	next            bool // message, and the number stands right after it
	linked          bool // of stands between the word and the one before it
}

// hear reads the words before the number: to the sentence's beginning, or where it is an answer two sentences more.
func (c *codeHearing) hear() {
	stops := 0
	if c.answer {
		stops = -2
	}
	for n := range askedWords {
		behind := c.b.text
		word := c.b.word()
		if word == "" {
			return
		}
		if between := behind[len(c.b.text)+len(word):]; c.b.broke && strings.IndexByte(between, '.') >= 0 {
			if stops++; stops > 0 {
				return
			}
		}
		if !c.take(word, n) {
			return
		}
	}
}

// take weighs the next word back; false ends the hearing.
func (c *codeHearing) take(word string, n int) bool {
	if digitsOnly(word) && len(word) > 2 {
		c.numbers++
		c.other = c.other || c.numbers == overheardNumbers
		return !c.other
	}
	c.definite = c.definite || n == 0 && inSet(definites, word)
	a, _ := askedLexicon.get(word)
	if c.silent {
		c.message, c.next = a&asksMessage != 0, a&asksMessage != 0 && n == 0
		c.silent = !c.message && (a&asksSent != 0 || inSet(presents, word) || inSet(presentArticles, word) || word == "it")
	}
	switch {
	case a&asksCode != 0:
		c.other = c.other || c.ofOther(word)
		c.direct = c.direct || n < 2 && c.says == 0 || n < maxAnswer && c.says&^(asksSent|asksMessage) == 0 || n < maxSent && c.says == asksSent
	case a&asksCount != 0:
		if inSet(lengthWords, c.b.last()) {
			a |= asksCode
		}
	case a == 0 && (inSet(otherCodes, word) || aboutOf(word)&sayOther != 0 && !inSet(cueLinks, word) && !inSet(presents, word)):
		c.ware = true
		c.other = c.other || c.says&asksCode == 0
		return false
	}
	if c.says&asksCode == 0 || a&asksCode == 0 {
		c.says |= a
	}
	if c.linked = inSet(ofWords, word); !c.linked || c.word == "" {
		c.word = word
	}
	return !c.other
}

// ofOther reports whether the word for a code tells of another: "código de área", "el código de cliente", "dress code". What
// follows it was read before.
func (c *codeHearing) ofOther(word string) bool {
	if c.linked && c.word != "" {
		a, _ := askedLexicon.get(c.word)
		return a == 0 && !inSet(verifying, c.word) && !inSet(cueLinks, c.word) && !isUpper(c.word[0]) && !digitsOnly(c.word)
	}
	if inSet(otherCodes, c.word) {
		return true
	}
	if lower(word[len(word)-1]) != 'e' && lower(word[len(word)-2]) != 'e' {
		return false // no English word
	}
	before := c.b.last()
	if before == "card" {
		return true // of a gift
	}
	a, _ := askedLexicon.get(before)
	return before != "" && a == 0 && aboutOf(before)&sayLink == 0 && !inSet(cueLinks, before) && !inSet(verifying, before) && !isUpper(before[0]) && !inSet(codeBefore, before)
}

var (
	definites   = setOf("el the o")
	lengthWords = setOf("4 5 6 8 cuatro cinco seis ocho four five six eight quatro oito")
	// otherCodes stand right after the word for a code that is no secret.
	otherCodes = setOf(`promocional promo postal civil penal fuente qr barras area pais cupon descuento producto articulo error referido invitacion interno fiscal aduanero
		promocionales postais off discount oferta promocion`)
	// codeBefore may stand before the English word.
	codeBefore = setOf("an this that these those same first second third last next other another any no both neither either wrong right time which only backup recovery two")
)
