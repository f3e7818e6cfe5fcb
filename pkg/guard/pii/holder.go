package pii

// idOf returns what a number of identity is called that belongs to whom or what the words at the place name: "nit de la
// fundación", "ssn of the policy holder"; 0 where none does.
func (b backward) idOf() about {
	of, other := false, 0
	for range 6 {
		word := b.word()
		if word == "" || b.broke {
			return 0
		}
		a := aboutOf(word)
		switch {
		case of && a&sayID&^(sayDocument|sayPassport) != 0 && a&sayOther == 0:
			return a & sayID
		case inSet(ofs, word):
			of = true
		case inSet(ofWords, word):
		case of && a&(sayHolder|sayPerson) != 0:
			of = false // "dni del titular del seguro"
		case of || other > 0:
			return 0
		default:
			other++
		}
	}
	return 0
}

var ofs = setOf("de del of do da for para on in en")

// denied reports "y ya no", "y no", "not" right before: the word after it does not count.
func (b backward) denied() bool {
	switch word := b.word(); {
	case inSet(nots, word):
		return true
	case word != "no" || b.broke:
		return false
	}
	return inSet(already, b.word())
}

var (
	nots    = setOf("not sin without")
	already = setOf("ya y e que")
)

// checkDigit skips "con dígito de verificación" back to the place before it; false where something else stands there.
func (b *backward) checkDigit(word string) bool {
	if c := lower(word[0]); c != 'd' && c != 'v' && c != 'c' {
		return false
	}
	rest := *b
	switch {
	case inSet(checkDigits, word):
	case inSet(checkKinds, word):
		if word = rest.word(); word == "de" {
			word = rest.word()
		}
		if !inSet(checkDigits, word) {
			return false
		}
	default:
		return false
	}
	*b = rest
	return true
}

var (
	checkDigits = setOf("digito digit dv")
	checkKinds  = setOf("verificacion verificador control chequeo")
)

// chilean reports "ya po", "si po": no order.
func (b backward) chilean() bool { return inSet(beforePo, b.word()) }

var beforePo = setOf("ya si oye claro bueno dale listo no obvio sipo")

// whoseNumber reports whether a word for number with nothing before it that tells what is counted is a number to call: mine,
// a relative's, a new one.
func (b backward) whoseNumber() bool {
	word := b.word()
	if inSet(owners, word) {
		return true
	}
	if inSet(renewed, word) {
		return inSet(owners, b.word())
	}
	return word == "de" && inSet(changes, b.word())
}

var (
	renewed = setOf("nuevo new otro segundo actual")
	changes = setOf("cambie cambio cambiamos cambio")
)

// relativeNumber reports "el número de mi" before somebody of the family.
func (b backward) relativeNumber(word string) bool {
	if !inSet(relatives, word) {
		return false
	}
	if !inSet(owners, b.word()) || b.broke {
		return false
	}
	switch b.word() {
	case "de", "del", "of":
	default:
		return false
	}
	return inSet(counts, b.word())
}

var (
	relatives = setOf(`esposo esposa marido mujer mama papa madre padre hijo hija hermano hermana novio novia abuela abuelo tia tio primo prima suegra
		suegro socio vecina vecino vieja viejo mami papi abuelita abuelito cunado cunada sobrino sobrina nuera yerno pareja mum grandma grandpa husband wife mother mom father dad son daughter brother sister partner boyfriend girlfriend jefe jefa`)
	counts = setOf("numero number num nro numerito")
)

// calledNumber reports "el número del" before somebody who comes when called.
func (b backward) calledNumber(word string) bool { return inSet(tradesmen, word) && b.ofOne(counts) }

// unless takes back that a word tells of another thing: it is denied, no order, or has a number of identity.
func (b backward) unless(word string, a about) about {
	if b.denied() || word == "po" && b.chilean() {
		return 0
	}
	if id := b.idOf(); id != 0 {
		return id
	}
	if b.noThing(word) {
		return 0
	}
	if inSet(insured, word) {
		if id := aboutOf(b.last()) & sayID; id != 0 {
			return id // "DNI afiliado"
		}
	}
	if inSet(grounds, word) && b.elided() || a&sayFar == 0 && b.ofOne(tradesmen) {
		return 0
	}
	if a&sayFar == 0 && b.ofOne(phoneNouns) {
		return sayPhone
	}
	if word == "code" && b.last() == "area" {
		return sayPhone
	}
	if inSet(stops, word) && inSet(having, b.last()) {
		return 0 // "con puntos": how a number is written
	}
	if inSet(series, word) {
		return b.issued(word, a)
	}
	if word == "federal" && inSet(registers, b.word()) {
		return sayRFC
	}
	if word == "id" || word == "ID" || word == "Id" {
		return b.photoID(a)
	}
	return a
}

// insured are those whose number a business gives, and whose document a form asks for.
var insured = setOf("afiliado afiliada elector")

// photoID returns what an ID is that a state gives, or that was named before: "ID type: DNI ... ID number".
func (b backward) photoID(a about) about {
	word := b.word()
	if inSet(issuers, word) {
		return sayDocument
	}
	for range 4 {
		if id := aboutOf(word) & sayID; id != 0 {
			return id
		}
		word = b.word()
	}
	return a
}

// issued returns what the document says whose series is told: "pasaporte serie", "documento de viaje".
func (b backward) issued(word string, a about) about {
	travel := word == "viaje"
	for range 3 {
		word = b.word()
		switch id := aboutOf(word) & sayID; {
		case id&sayDocument != 0 && travel:
			return sayPassport
		case id&sayDocument == 0 && id != 0:
			return id
		}
		if !inSet(ofWords, word) && aboutOf(word)&sayCounted == 0 {
			break
		}
	}
	return a
}

var series = setOf("serie series serial viaje")

// unmarked reports "sin puntos ni guión" and "con puntos y guión": so a form asks for a RUT.
func (b backward) unmarked(word string) bool {
	if lower(word[0]) != 'g' || !inSet(hyphens, word) {
		return false
	}
	for range 3 {
		if inSet(stops, b.word()) {
			return true
		}
	}
	return false
}

var (
	hyphens = setOf("guion guiones")
	stops   = setOf("puntos punto")
	having  = setOf("con tiene lleva sin")
)

// elided reports "el de la" right before: the telephone of a place, after one that was named.
func (b backward) elided() bool {
	word := b.word()
	if word == "la" || word == "mi" || word == "el" || word == "tu" || word == "su" {
		word = b.word()
	}
	return (word == "de" || word == "del" || word == "da" || word == "do") && inSet(articles, b.word())
}

var (
	grounds  = setOf("finca parcela sucursal terminal equipo estudio oficio apartado")
	articles = setOf("el otro o")
)

// ofOne reports "el técnico del", "la chica de la" right before, for one of the words: who comes for a thing may be called.
func (b backward) ofOne(list *words[bool]) bool {
	word := b.word()
	for range 2 {
		if b.broke || !inSet(ofWords, word) {
			return false
		}
		if word = b.word(); inSet(list, word) {
			return !b.broke
		}
	}
	return false
}

var phoneNouns = setOf("telefono tel telf tlf tfno movil celular cel fono whatsapp contacto fijo phone cell mobile telefone")

var tradesmen = setOf(`senor senora chico chica tecnico tecnica muchacho muchacha hombre joven repartidor repartidora mensajero conductor encargado encargada
	responsable asesor asesora ejecutivo ejecutiva agente vendedor vendedora gerente instalador operario comercial dueno duena tipo guy man lady tio tia pibe
	gestor gestora fontanero electricista cerrajero pintor albanil carpintero plomero gasfiter jardinero mecanico abogado abogada doctor doctora medico medica
	dentista profesor profesora maestro maestra psicologo psicologa veterinario contador contadora administrador administradora portero conserje canguro ninera
	casero casera propietario propietaria fletero gasista remisero taxista chofer herrero pediatra
	kinesiologo kinesiologa nutricionista enfermero enfermera cuidadora modista costurera tapicero vidriero cristalero paseador paseadora entrenador entrenadora
	gruero plumber electrician driver lawyer landlord`)

var registers = setOf("registro")

// issuers stand before an ID that a state gives.
var issuers = setOf("tax payer vat fiscal taxpayer spanish national government state foreign peruvian argentine argentinian colombian chilean mexican photo")

// shouted reports a word of capitals after another: no name by that.
func (b backward) shouted(word string) bool {
	before := b.word()
	return capitals(word) && len(before) > 1 && capitals(before)
}

func capitals(word string) bool {
	for i := range len(word) {
		if word[i] >= 'a' && word[i] <= 'z' {
			return false
		}
	}
	return word != "" && (isUpper(word[0]) || word[0] >= 0x80)
}

// definite reports "del", "of the" right before: somebody's number, and none that the business gave.
func (b backward) definite() bool {
	switch b.word() {
	case "del", "do", "da", "Del":
		return true
	case "la", "the":
		return inSet(ofWords, b.word())
	}
	return false
}
