// Package currency knows how the currencies of Latin America and Spain, and those that it is paid in, are written.
package currency

import "strings"

// Peso is the code of a "$" and of pesos whose country is left open; a "$" may be a dollar too.
const (
	Peso = "peso"
	Sign = "$"
)

// Words are the names and codes that come before or after an amount, folded, of Latin America, Spain and those that it is paid in.
var Words = currenciesOf(map[string]string{
	Peso: "pesos peso pesitos varos", "MXN": "mxn mxp mn", "COP": "cop", "ARS": "ars", "CLP": "clp", "UYU": "uyu", "DOP": "dop",
	"CUP": "cup",
	"PEN": "pen soles sol", "BOB": "bob bs bolivianos boliviano", "PYG": "pyg gs guaranies guarani", "VES": "ves vef bolivares",
	"CRC": "crc colones", "GTQ": "gtq quetzales quetzal", "HNL": "hnl lempiras lempira", "NIO": "nio cordobas", "PAB": "pab balboas balboa",
	"USD": "usd dolares dolar dollars dollar bucks usdt", "EUR": "eur euros euro", "BRL": "brl reais", "GBP": "gbp pounds libras",
})

// Signs are the marks of currencies; letters before "$", "/" and "." are read apart.
var Signs = map[string]string{"$": Sign, "€": "EUR", "£": "GBP", "₡": "CRC", "₲": "PYG", "＄": Sign}

// Dollars are the letters that tell whose "$" it is.
var Dollars = map[string]string{
	"us": "USD", "u": "USD", "mx": "MXN", "mex": "MXN", "r": "BRL", "rd": "DOP", "col": "COP", "ar": "ARS",
	"cl": "CLP", "c": "NIO", "uy": "UYU", "arg": "ARS",
}

// Short are the letters that stand before an amount without a "$": "S/ 25", "Q150", "Bs. 70", "B/.5".
var Short = map[string]string{"s": "PEN", "q": "GTQ", "l": "HNL", "bs": "BOB", "b": "PAB", "gs": "PYG"}

func currenciesOf(lists map[string]string) map[string]string {
	out := map[string]string{}
	for code, list := range lists {
		for w := range strings.FieldsSeq(list) {
			out[w] = code
		}
	}
	return out
}

// National are words after a currency that say whose it is.
var National = map[string]string{
	"mexicanos": "MXN", "colombianos": "COP", "argentinos": "ARS", "chilenos": "CLP", "uruguayos": "UYU", "dominicanos": "DOP",
	"peruanos": "PEN", "americanos": "USD", "estadounidenses": "USD", "mn": "MXN",
}

// Fits reports whether an amount that evidence gives in one currency may be said in another: a "$" is a peso or a dollar.
// said are the codes that the evidence names beside its amounts.
func Fits(claimed, known string, said map[string]bool) bool {
	switch {
	case claimed == "", claimed == Sign && dollarlike(known), claimed == known:
		return true
	case claimed == Sign:
		return false
	case claimed == Peso:
		return pesos[known] || dollarlike(known) && (len(said) == 0 || anyOf(said, pesos))
	case known == Peso:
		return pesos[claimed]
	case known == Sign, known == "":
		if len(said) > 0 {
			return said[claimed] || pesos[claimed] && said[Peso]
		}
		return known == "" || pesos[claimed] || claimed == "USD"
	}
	return false
}

var dollarSigned = map[string]bool{"USD": true, "NIO": true}

var pesos = map[string]bool{"MXN": true, "COP": true, "ARS": true, "CLP": true, "UYU": true, "DOP": true, "CUP": true, Peso: true}

// dollarlike reports whether a code is one that is written with "$", or none.
func dollarlike(code string) bool {
	return code == "" || code == Sign || dollarSigned[code] || pesos[code]
}

func anyOf(s, of map[string]bool) bool {
	for w := range s {
		if of[w] {
			return true
		}
	}
	return false
}
