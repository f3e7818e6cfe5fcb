package pii

import "strings"

// origin is a country that speaks in a text.
type origin uint8

const (
	fromPeru origin = iota + 1
	fromArgentina
	fromColombia
)

var originWords = func() *words[origin] {
	out := map[string]origin{}
	for o, list := range map[origin]string{
		fromPeru: `peru peruano peruana lima soles sol yape plin essalud sunat reniec quispe mamani huaman flores condori sis causa arequipa trujillo cusco
			piura chiclayo callao miraflores surco ruc jiron boleta ica tacna puno huancayo cajamarca juliaca iquitos peruvian`,
		fromArgentina: `argentina arg argentino che vos tenes queres podes necesitas sos turno turnos prepaga osde afip arca anses cuit cuil cbu celu dale rosario mendoza
			cordoba palermo belgrano galicia mercadopago pami ioma swiss querria avisame decime pasame mandame acordate anotame nene nena pibe remera bondi laburo tucuman salta caba pibes quilmes bariloche merlo plata neuquen avellaneda
			lanus moron jujuy posadas resistencia parana homebanking argentine argentinian vieja viejo`,
		fromColombia: `colombia colombiano bogota medellin cali barranquilla cedula nequi daviplata eps sumerce bancolombia`,
	} {
		for word := range strings.FieldsSeq(list) {
			out[word] = o
		}
	}
	return newWords(out)
}()

// retype gives an identity number that two countries could have issued to the one that the rest of the text speaks of.
func retype(text string, spans []Span) {
	known, from := false, origin(0)
	for i := range spans {
		sp := &spans[i]
		if sp.Kind != TypeDNIPeru && sp.Kind != TypeDNIArg {
			continue
		}
		if !known {
			known, from = true, originOf(text, spans)
		}
		switch {
		case from == fromColombia && !named(text[:sp.Start]):
			sp.Kind = TypeCC
		case strings.IndexByte(text[sp.Start:sp.End], '.') >= 0 || sp.End-sp.Start < 8:
		case from == fromArgentina && text[sp.Start] != '0':
			sp.Kind = TypeDNIArg
		case from == fromPeru, text[sp.Start] == '0':
			sp.Kind = TypeDNIPeru
		}
	}
}

// originText bounds how much of a long text is asked where it comes from.
const originText = 4 << 10

func originOf(text string, spans []Span) origin {
	var votes [4]int
	for _, sp := range spans {
		votes[originOfSpan(text[sp.Start:sp.End], sp.Kind)] += 2
	}
	b := backward{text: text[:min(len(text), originText)]}
	for word := b.word(); word != ""; word = b.word() {
		if o, ok := originWords.get(word); ok {
			votes[o]++
		}
	}
	switch {
	case votes[fromColombia] > votes[fromArgentina]+votes[fromPeru]:
		return fromColombia
	case votes[fromArgentina] > votes[fromPeru]:
		return fromArgentina
	case votes[fromPeru] > votes[fromArgentina]:
		return fromPeru
	}
	return 0
}

func originOfSpan(value, kind string) origin {
	switch kind {
	case TypeDNIPeru:
		if value[0] == '7' || value[0] == '0' {
			return fromPeru
		}
	case TypeRUC, TypeCE:
		return fromPeru
	case TypeCUIT, TypeCBU:
		return fromArgentina
	case TypePhone:
		digits := strings.TrimLeft(value, "+0( ")
		switch {
		case strings.HasPrefix(digits, "54"), strings.HasPrefix(digits, "11"):
			return fromArgentina
		case strings.HasPrefix(digits, "51"), strings.HasPrefix(value, "9"):
			return fromPeru
		}
	}
	return 0
}

// named reports whether the text before calls the number a DNI, as nobody in Colombia does.
func named(before string) bool {
	b := backward{text: before[max(0, len(before)-contextBytes):]}
	for range contextWords {
		if aboutOf(b.word())&sayDNI != 0 {
			return true
		}
	}
	return false
}
