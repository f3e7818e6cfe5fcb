package pii

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/recado/recado/pkg/language"
)

// about is what the words around a number say of it.
type about uint8

const (
	aboutPhone about = 1 << iota
	aboutOther       // an order, a price, a reference: no personal data
	aboutRUT
	aboutCUIT
	aboutUnit // counts right after the number only
)

var aboutWords = map[about]string{
	aboutPhone: `tel telf telefono telefonos telefonico fijo fono fonos cel celu celular celulares movil moviles whatsapp whats whatsap wasap
		wsp wpp wapp guasap llama llame llamen llamame llameme llamenme llamar llamarme marca marcar marcame marquenme marque
		contacto contactar contactarme comunicarse phone phones mobile cell cellphone call calling text sms ring reach telephone
		whatsappme telefone ligue ligar escribeme escribanme escribirme`,
	aboutOther: `pedido pedidos folio folios guia guias serie ref referencia referencias lote lotes order orders orden ordenes tracking
		part factura facturas ticket tickets codigo codigos code sku invoice precio precios price prices cuesta cuestan costs total
		monto importe saldo expediente poliza reserva reservacion reservation booking confirmacion confirmation rastreo
		envio paquete package parcel cupon coupon voucher promo operacion transaccion transaction autorizacion modelo model
		isbn ean upc version id token seguimiento shipment serial boleta recibo receipt presupuesto cotizacion
		usd mxn eur pen cop clp ars`,
	aboutRUT:  `rut run`,
	aboutCUIT: `cuit cuil`,
	aboutUnit: `pesos soles sol euros euro dolares dollars kg kilos gramos gr km kilometros metros mts ml litros puntos points
		personas people usd mxn eur pen cop clp ars bs mil millones`,
}

var aboutLexicon = func() map[string]about {
	out := map[string]about{}
	for a, list := range aboutWords {
		for word := range strings.FieldsSeq(list) {
			out[word] |= a
		}
	}
	return out
}()

func contextOf(word string) about {
	if len(word) > 0 && isDigit(word[0]) {
		return 0
	}
	var buf [longestContext]byte
	n := 0
	for _, r := range word {
		f := language.Fold(r)
		if f >= 0x80 || n == len(buf) {
			return 0
		}
		buf[n] = byte(f)
		n++
	}
	return aboutLexicon[string(buf[:n])]
}

// lazyAbout is computed when it is first asked for.
type lazyAbout struct {
	known bool
	about about
}

const (
	// longestContext bounds what is folded of one word.
	longestContext = 32
	contextWords   = 6
	contextBytes   = 64
)

// about returns what the nearest telling word before the number says, else the nearest after it. A word before speaks
// of the next number, so another number before ends the search; so does a line's end after.
func (w *window) about() about {
	after := w.after()
	if after&aboutUnit != 0 {
		return aboutOther
	}
	if !w.told.known {
		w.told.known, w.told.about = true, w.before()
	}
	if w.told.about != 0 {
		return w.told.about
	}
	return after
}

func (w *window) before() about {
	text := w.text[:w.start]
	text = text[max(0, len(text)-contextBytes):]
	for range contextWords {
		text = strings.TrimRightFunc(text, notWord)
		start := strings.LastIndexFunc(text, notWord)
		if start >= 0 {
			_, size := utf8.DecodeRuneInString(text[start:])
			start += size
		} else {
			start = 0
		}
		word := text[start:]
		if len(word) >= 4 && isDigit(word[len(word)-1]) || word == "" {
			return 0
		}
		if told := contextOf(word) &^ aboutUnit; told != 0 {
			return told
		}
		text = text[:start]
	}
	return 0
}

// after says what the next telling word says; a unit tells in the first place only.
func (w *window) after() about {
	text := w.text[w.end:min(len(w.text), w.end+contextBytes)]
	words := 0
	for i := 0; i < len(text) && words < contextWords; {
		r, size := utf8.DecodeRuneInString(text[i:])
		if notWord(r) {
			if r == '\n' || r == '.' || r == ';' || r == '?' || r == '!' {
				return 0
			}
			i += size
			continue
		}
		end := wordEnd(text, i)
		told := contextOf(text[i:end])
		if words > 0 {
			told &^= aboutUnit
		}
		if told != 0 {
			return told
		}
		words++
		i = end
	}
	return 0
}

func wordEnd(text string, start int) int {
	if end := strings.IndexFunc(text[start:], notWord); end >= 0 {
		return start + end
	}
	return len(text)
}

func notWord(r rune) bool {
	if r < 0x80 {
		return !asciiWord[r]
	}
	return !unicode.IsLetter(r) && !unicode.IsMark(r)
}
