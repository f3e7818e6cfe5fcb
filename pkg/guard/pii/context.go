package pii

import "strings"

// told is what the words before a number say.
type told struct {
	// bits of the telling words, the nearest first.
	bits [3]about
	n    int
	// far is how many words of no meaning stand between the nearest and the number.
	far int
	// linked: nothing but linking words stands between the nearest and the number.
	linked bool
}

// nearest returns the bits of the nearest telling word.
func (t *told) nearest() about { return t.bits[0] }

func (t *told) any(a about) bool { return (t.bits[0]|t.bits[1]|t.bits[2])&a != 0 }

func (w *window) before() *told { return w.f.before(w.start) }

// before reads the words before start, back to six that are no linking words. Another number ends the search, unless it is
// one of a list: "y", a comma. What it returns is valid until the words before another place are read.
func (f *Finder) before(start int) *told {
	if m := &f.spoke; !m.known || m.start != start {
		*m = saidBefore{true, start, f.readBefore(start)}
	}
	return &f.spoke.told
}

// saidBefore remembers what the words before a place say.
type saidBefore struct {
	known bool
	start int
	told  told
}

func (f *Finder) readBefore(start int) told {
	if f.row.reaches(f.text, start) {
		return told{linked: true} // each number is gone past
	}
	b := backward{text: f.text[max(0, start-contextBytes):start]}
	h := leftContext{told: told{linked: true}, clause: true}
	for n := 0; n < contextTokens && h.words < contextWords && h.n < len(h.bits); n++ {
		if word := b.word(); word == "" || !h.scanLeft(&b, word) {
			break
		}
	}
	return h.told
}

// leftContext is what was gathered from the words before a number so far.
type leftContext struct {
	told
	words, far, links int
	// clause: no comma or stop yet; counted: a word for number stood after.
	clause, counted bool
	// behind is the word that was read last.
	behind string
	// crossed: another number stood after; apart: with other words between.
	crossed, apart bool
	nextWord       string // the one read before, which stands after the one at hand
	// with stands after another number: "albarán 20334 con ...".
	with bool
}

// scanLeft takes the next word back; false ends the search.
func (h *leftContext) scanLeft(b *backward, word string) bool {
	if isDigit(word[len(word)-1]) && len(word) >= 4 {
		if !firstOf(word) {
			return h.cross()
		}
		word = word[:len(word)-1]
	}
	h.clause = h.clause && (!b.broke || b.asked && h.words <= 1 && inSet(speakers, h.behind))
	h.behind = word
	if digitsOnly(word) {
		return true
	}
	if b.checkDigit(word) {
		return true
	}
	if mayName(word) {
		if a := b.spelled(word); a != 0 {
			h.words++
			h.weigh(a)
			return true
		}
	}
	a := settingOf(word)
	if told := shortened(word); told != 0 && h.links == 0 && h.words == 0 {
		a = told
	}
	if a&sayLink != 0 || a == 0 && len(word) == 1 {
		h.link(b, word, a)
		return true
	}
	a = h.meaning(b, word, a)
	h.nextWord = word
	if h.words++; h.words == 1 && h.n == 0 && inSet(froms, word) {
		h.far += 2 // whoever wrote or paid from it: no number of the order before
	}
	if a == 0 && inSet(ofs, word) {
		h.linked = h.linked && h.n > 0
		return true // "the sku for the blue one"
	}
	if a&sayHolder != 0 && b.answering(word) {
		return true
	}
	if a&sayHolder != 0 && (h.counted || b.counted() || b.numbered(word) != 0) {
		if a = sayOther | a&(sayNSS|sayNUSS); b.definite() {
			a = 0
		}
	}
	if a &^= sayUnit | sayHolder; h.crossed && h.apart {
		a &= sayID
	}
	h.weigh(a)
	return true
}

// shortened returns what capitals right before a number stand for that are another word in small letters.
func shortened(word string) about {
	switch word {
	case "LE": // the booklet of Argentines born before 1950
		return sayDNI
	case "OS": // an order of service
		return sayOther
	}
	return 0
}

// answering reports somebody who speaks on the line after a question: "your social security number?\nCustomer: ...".
func (b backward) answering(word string) bool {
	if !inSet(speakers, word) {
		return false
	}
	b.word()
	return b.asked
}

// speakers are written before an answer in a dialogue: "¿su folio?\nCliente: 5512345678".
var speakers = setOf("yo me cliente usuario usuaria paciente titular asegurado asegurada respuesta customer client caller user answer")

// link takes a word that joins others to a number.
func (h *leftContext) link(b *backward, word string, a about) {
	if a&sayCounted != 0 && len(word) > 2 && h.n == 0 && !h.counted && b.whoseNumber() {
		h.bits[0], h.n = sayPhone, 1 // my number
	}
	h.counted = h.counted || a&sayCounted != 0
	h.links++
	h.with = h.with || inSet(withs, word)
	if word == "favor" && b.last() == "a" || h.words == 0 && (word == "al" || word == "to" || word == "a" && h.links == 1 && !digitsOnly(b.last())) {
		h.clause = false // "the order to the 55...": whom to call
	}
}

// meaning returns what a word says in the place where it stands.
func (h *leftContext) meaning(b *backward, word string, a about) about {
	if a == 0 && h.words == 0 && h.n == 0 {
		if asking(word) {
			h.clause = false
			return 0
		}
		if b.calledNumber(word) {
			return sayPhone
		}
		if a = b.numbered(word); a == 0 && b.relativeNumber(word) {
			a = sayPhone
		}
	}
	if a == 0 && b.unmarked(word) {
		a = sayRUT
	}
	if a&sayID != 0 && b.namesake(word, h.nextWord, a) {
		return a & sayOther
	}
	if a&sayDocument != 0 && inSet(papers, h.nextWord) {
		return sayOther
	}
	if a&saySSN != 0 && inSet(sociable, b.last()) {
		return sayRUC | sayCUIT | sayFiscal // of a company
	}
	if a&(sayNUSS|sayCC) != 0 && b.otherSense(word) {
		a = 0
	}
	if word == "cargo" && b.last() == "a" {
		a = 0 // "a cargo de": whom it is charged to
	}
	if a&sayOther != 0 && h.n == 0 {
		if a = b.unless(word, a); word == "vale" && h.links > 0 && !h.counted {
			a = 0 // "vale, te dejo el 612...": all right
		}
	}
	if a&sayDocument != 0 && inSet(travels, b.last()) || (word == "pas" || word == "Pas") && (h.counted || b.counted()) {
		a = sayPassport
	}
	if a&sayPhone != 0 && (b.fixed(word) || b.measured(word) || b.branded(word, h.nextWord)) {
		a = sayOther
	}
	return a
}

// sociable stand before a "social" that is of no social security: razón social, obra social.
var sociable = setOf(`razon razao obra red redes capital domicilio trabajo trabajador trabajadora asistente servicio servicios club sede objeto nombre denominacion
	accion bienestar interes vivienda comunicador comunicadora dirige`)

// otherSense reports a company's "razón social", and the cc of an engine: "1968 cc, 143.200 km".
func (b backward) otherSense(word string) bool {
	after := b.broke
	before := b.word()
	switch lower(word[0]) {
	case 's':
		return inSet(companyNames, before)
	case 'c':
		return len(word) == 2 && after && !b.broke && len(before) < 5 && digitsOnly(before)
	}
	return false
}

var companyNames = setOf("razon denominacion razao")

var travels = setOf("travel traveler")

// last returns the next word back.
func (b backward) last() string { return b.word() }

var froms = setOf("desde from")

// cross goes past another number: to a list's head ("5512345678 y 5587654321"), or to the document that it is one more of
// ("mi cédula 12345678 y la de mi esposo 87654321").
func (h *leftContext) cross() bool {
	if h.n > 0 || h.words > 3 || h.crossed && h.apart {
		return false
	}
	h.crossed, h.apart = true, h.words > 0 || h.with
	return true
}

// weigh keeps what a word says, unless it speaks of something too far away.
func (h *leftContext) weigh(a about) {
	near := h.clause && (h.linked || a&sayFar != 0 && h.far <= 2)
	switch {
	case a == 0 || a&sayOther != 0 && !near:
		h.far++
		h.linked = h.linked && h.n > 0
	case a&sayPerson != 0:
		h.clause, h.far = false, contextWords
	default:
		if h.n == 0 {
			h.told.far = h.far
		}
		h.bits[h.n] = a &^ sayCounted
		h.n++
	}
}

// numbered returns what is said by a word that tells what is counted or coded ("número de nómina", "código de alumno",
// "placa radiográfica", "reclamación", "PNR"), or 0 where it may tell whose number it is.
func (b backward) numbered(word string) about {
	if acronym(word) {
		if aboutOf(b.last())&sayPassport != 0 {
			return 0 // "pasaporte GBR": whose
		}
		return sayOther
	}
	if (word[0] < 'a' || word[0] > 'z') && !b.shouted(word) || word == "in" || inSet(places, word) || inSet(whereabouts, word) {
		return 0
	}
	if deed(word) {
		return sayOther
	}
	what := b.word()
	if b.broke {
		return 0
	}
	counted := sayCounted
	switch what {
	case "de", "del", "of", "do", "da", "DE", "DEL", "OF", "DO", "DA":
		what = b.word()
	default:
		counted = 0
	}
	a := aboutOf(what)
	if a&(sayOther|saySecret|counted) == 0 || what == "po" || b.noThing(what) || inSet(stops, what) && inSet(having, b.last()) {
		return 0
	}
	return a&(sayFar|sayFiscal) | sayOther
}

// acronym reports two to four capitals without a vowel: nobody's name, unless a company's form.
func acronym(word string) bool {
	for i := range len(word) {
		if !isUpper(word[i]) || strings.IndexByte("AEIOU", word[i]) >= 0 {
			return false
		}
	}
	return len(word) >= 2 && len(word) <= 4 && !inSet(companies, word)
}

// companies are forms of one, which end its name.
var companies = setOf("sl sll slp cb sc scp scl srl ltd llc")

// deed reports a noun of an act: remisión, prescription.
func deed(word string) bool {
	var w folded
	if !w.fold(word) || w.n < 7 || w.n == 8 && string(w.bytes()) == "atencion" || string(w.bytes()) == "informacion" {
		return false
	}
	if inSet(bodies, word) {
		return false
	}
	end := string(w.buf[w.n-4 : w.n])
	return end == "cion" || end == "sion" || end == "tion"
}

// bodies are nouns of acts that name who acts, or a place to call.
var bodies = setOf(`fundacion asociacion federacion confederacion corporacion institucion congregacion organizacion delegacion administracion recepcion
	estacion mision comision extension foundation association federation corporation institution organization administration reception station commission`)

// fixed reports a price or a rate that is fixed: no landline.
func (b backward) fixed(word string) bool {
	return (word == "fijo" || word == "fija") && inSet(rates, b.word())
}

var rates = setOf("precio costo plazo tasa renta monto salario sueldo horario pago ingreso cargo importe interes")

// places are where a telephone is, or for what.
var places = setOf(`casa oficina trabajo urgencia urgencias porteria conserjeria taller farmacia colegio escuela tienda bodega clinica hospital emergencia
	emergencias consultorio local negocio empresa recados mama papa esposo esposa contato hogar`)

// whereabouts are where or when somebody had a number: "mi número de Lima", "el de siempre".
var whereabouts = setOf(`antes siempre ahora
	monterrey guadalajara cdmx puebla tijuana queretaro merida cancun toluca mexico lima arequipa cusco trujillo piura peru bogota medellin cali barranquilla
	cartagena bucaramanga colombia santiago valparaiso concepcion chile rosario mendoza cordoba tucuman argentina madrid barcelona valencia sevilla malaga
	bilbao zaragoza murcia granada alicante espana miami houston antofagasta iquique arica calama copiapo rancagua talca chillan temuco osorno
	chiclayo tacna huancayo iquitos puno cajamarca ayacucho salta neuquen jujuy pereira manizales ibague cucuta pasto armenia villavicencio
	monteria neiva popayan`)

// counted reports "number of" right before.
func (b backward) counted() bool {
	for range 2 {
		if aboutOf(b.word())&sayCounted != 0 {
			return true
		}
	}
	return false
}
