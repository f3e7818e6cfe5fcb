package view

import "strings"

// What a word says about its text.
const (
	wordKnown    = 1 << iota // Spanish or English
	wordReversed             // reads as a known word backwards
	wordShifted              // reads as a known word thirteen letters on
	wordCue                  // speaks of a text to be read another way
)

// letterKey adds a letter to the key of a word: five bits each, so that the last twelve letters count.
func letterKey(key uint64, c byte) uint64 { return key<<5 | uint64(c&31) }

// sealed is the key of a whole word: its length tells long ones with one ending apart.
func sealed(key uint64, letters int) uint64 {
	if letters > 12 {
		key ^= uint64(letters) << 50
	}
	return key
}

// maxKey is how many letters of a word its key has.
const maxKey = 12

const (
	keyMask  = 1<<60 - 1
	wordSlot = 4096
)

// wordTable is a hash table of keys with their flags in the top four bits: one probe per word of each message.
type wordTable [wordSlot]uint64

func slotOf(key uint64) uint64 { return key * 0x9E3779B97F4A7C15 >> 52 }

func (t *wordTable) flags(key uint64) uint8 {
	key &= keyMask
	for i := slotOf(key); ; i = (i + 1) % wordSlot {
		switch e := t[i]; {
		case e == 0:
			return 0
		case e&keyMask == key:
			return uint8(e >> 60)
		}
	}
}

func (t *wordTable) add(key uint64, flag uint8) {
	key &= keyMask
	i := slotOf(key)
	for t[i] != 0 && t[i]&keyMask != key {
		i = (i + 1) % wordSlot
	}
	t[i] |= key | uint64(flag)<<60
}

var lexicon = func() (t wordTable) {
	for w := range strings.FieldsSeq(commonWords + telltaleWords) {
		t.add(keyOf(w), wordKnown)
	}
	for w := range strings.FieldsSeq(cueWords) {
		t.add(keyOf(w), wordCue|wordKnown)
	}
	for w := range strings.FieldsSeq(telltaleWords) {
		b := []byte(w)
		for i, c := range w {
			b[len(b)-1-i] = byte(c)
		}
		addHidden(&t, string(b), wordReversed)
		addHidden(&t, shifted(w, 13), wordShifted)
	}
	return t
}()

// addHidden marks a disguised word unless it is an honest one too.
func addHidden(t *wordTable, w string, flag uint8) {
	if t.flags(keyOf(w))&wordKnown == 0 && !strings.Contains(honestWords, " "+w+" ") {
		t.add(keyOf(w), flag)
	}
}

func keyOf(w string) uint64 {
	var key uint64
	for i := range len(w) {
		key = letterKey(key, w[i])
	}
	return sealed(key, len(w))
}

func shifted(w string, by int) string {
	b := []byte(w)
	for i, c := range b {
		b[i] = 'a' + byte((int(c-'a')+by)%26)
	}
	return string(b)
}

// commonWords are the words, without accents, by which an ordinary text is known to be one.
const commonWords = `
de la que el en y los se del las un por con no una su para es al lo como mas pero sus le ya o este si porque esta entre
cuando muy sin sobre me hasta hay donde quien desde nos uno ni ese eso mi ante ellos e esto antes algunos unos yo
otro otras otra tanto esa estos mucho quienes nada muchos cual poco ella estar estas algo nosotros mis tu te ti tus hola
buenas buenos dias tardes noches gracias favor quiero quisiera necesito puedo puede pueden tiene tienen hacer cita hora
horas manana hoy lunes martes miercoles jueves viernes sabado domingo precio cuanto cuesta pedido mesa personas reserva
reservar cliente doctor doctora soy estoy somos son fue ser era tengo era mejor tambien ahora solo bien vale ok dame
the be to of and in that have it for not on with he as you do at this but his by from they we say her she or an will my
one all would there their what so up out if about who get which go me when make can like time just him know take people
into year your good some could them see other than then now look only come its over think also back after use two how our
work first well way even new step steps want because any these give day most us is are was were been has had did please hello hi
thanks need appointment order price table reservation tomorrow today monday tuesday wednesday thursday friday hey
um uma para com nao mais dos das pelo pela partir voce meu minha ate isso ele seu sua ou quando muito ja eu tem foi
`

// telltaleWords are what a disguised order holds: looked for backwards and shifted too.
const telltaleWords = `
que los las una por con para tus sus como todo todas todos anterior anteriores previas previa instrucciones instruccion
reglas regla ignora ignorar ignore ignorad olvida olvidate olvidar olvide muestra muestrame dime dame revela revelame
responde contesta repite escribe sistema prompt actua eres ahora datos clientes pacientes contrasena secreto modo
restricciones limites asistente desde esta este texto mensaje sin cuando tienes hazlo haz caso omiso obedece
the and you your are from all previous prior instructions instruction rules rule forget disregard system show tell
reveal print repeat what with without now act pretend mode restrictions limits override this that message above
developer assistant customer customers data password secret answer follow into have will must
desactiva activa filtro filtros seguridad telefonos correos correo direcciones contrasenas claves clave lista base
borra elimina cancela descuento gratis regala precio oculto ocultas ocultos interna internas confidencial original
originales inicial iniciales completo completa palabra palabras literal traduce resume imprime comparte envia manda
finge simula imagina hacker admin administrador desarrollador programador dueno acceso permiso permisos limite obligado
dijeron dieron usuario usuarios nombre nombres numeros tarjeta tarjetas cuenta cuentas base tabla herramienta
herramientas ejecuta comando comandos codigo configuracion programacion orden ordenes nueva nuevas nuevo segun
disable filters filter safety security hidden verbatim initial exactly output translate summarize summary phone numbers
emails email addresses list delete cancel refund discount free unrestricted jailbreak admin administrator owner access
everything anything anymore nothing first line text words before start stop execute command commands tool tools run
code database users user names details confidential private internal enable simulate imagine roleplay evil hacker
given told guidelines policy policies restrictions order orders bypass full
`

// honestWords are the disguised forms that mean something by themselves.
const honestWords = ` sal los nos la el on no sol seres arap ser era tes eva dna rop `

// cueWords speak of a text that is to be read another way.
const cueWords = `
rot rotado rota cesar caesar cifrado cifra descifra descifrar descifralo cifrar cipher decipher decrypt ciphered decode
decodifica decodificar atbash reves invertido invertida invertir inverso inversa reverse reversed
reversing backwards backward voltea volteado voltear voltealo volteala espejo mirror mirrored flip flipped
shifted desplaza desplazado desplazamiento encoded encrypted codificado encriptado desencripta decifra
`
