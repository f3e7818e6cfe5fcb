package pii

// namesake reports an abbreviation or a word that looks as the name of a number of identity and is another here: of an engine
// or a copy, of a mark on a product, of what people do together. after is the word after it.
func (b backward) namesake(word, behind string, a about) bool {
	switch {
	case word == "cc" || word == "CC":
		return b.behindFigure() || inSet(offices, behind)
	case word == "CE":
		return inSet(marked, b.last()) || inSet(marked, behind)
	case a&saySSN != 0 && a&sayNUSS != 0:
		return inSet(together, behind)
	}
	return false
}

// behindFigure reports a number right before.
func (b backward) behindFigure() bool { return digitsOnly(b.word()) && !b.broke }

var (
	// offices are who gets a copy.
	offices = setOf("gerencia contabilidad ventas administracion compras sistemas direccion recepcion almacen logistica finanzas tesoreria management accounting sales")
	// marked is what a mark of the European Community stands on.
	marked = setOf("marcado marca marcaje norma certificado sello reglamento directiva etiqueta homologacion logotipo marking mark coleccion modelo gama linea casco")
	// together stand after a "social" that is of no social security.
	together = setOf("media club network networks event events post worker distancing gathering science sciences")
	// papers are documents of a business.
	papers = setOf(`venta ventas compra compras interno contable mercantil tributario fiscal entrega transporte soporte equivalente electronico
		cobro pago origen salida internal shipping purchase sales accounting`)
)

// noThing reports a word for a thing that stands for none here: "en caso de", "a la orden", and Luz, who has that name.
func (b backward) noThing(word string) bool {
	before := b.word()
	switch word {
	case "caso", "case":
		return before == "en" || before == "in"
	case "orden", "ordenes":
		return before == "la" && b.word() == "a" && inSet(always, b.word()) || word == "ordenes" && before == "sus"
	case "Luz":
		return inSet(relatives, before) || inSet(titles, before) || before == ""
	}
	return false
}

var (
	always = setOf("siempre quedo quedamos estoy estamos")
	titles = setOf("sra senora srta senorita dona dra prof soy es llamo nombre atte")
)
