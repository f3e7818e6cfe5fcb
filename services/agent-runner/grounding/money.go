package grounding

import "strings"

// peso is the code of a "$" and of pesos whose country is left open; a "$" may be a dollar too.
const (
	peso = "peso"
	sign = "$"
)

// currencies are the words and codes that come before or after an amount, folded, of Latin America, Spain and those that it is paid in.
var currencies = currenciesOf(map[string]string{
	peso: "pesos peso pesitos varos", "MXN": "mxn mxp mn", "COP": "cop", "ARS": "ars", "CLP": "clp", "UYU": "uyu", "DOP": "dop",
	"CUP": "cup",
	"PEN": "pen soles sol", "BOB": "bob bs bolivianos boliviano", "PYG": "pyg gs guaranies guarani", "VES": "ves vef bolivares",
	"CRC": "crc colones", "GTQ": "gtq quetzales quetzal", "HNL": "hnl lempiras lempira", "NIO": "nio cordobas", "PAB": "pab balboas balboa",
	"USD": "usd dolares dolar dollars dollar bucks usdt", "EUR": "eur euros euro", "BRL": "brl reais", "GBP": "gbp pounds libras",
})

// signs are the marks of currencies; letters before "$", "/" and "." are read apart.
var signs = map[string]string{"$": sign, "€": "EUR", "£": "GBP", "₡": "CRC", "₲": "PYG", "＄": sign}

// dollars are the letters that tell whose "$" it is.
var dollars = map[string]string{"us": "USD", "u": "USD", "mx": "MXN", "mex": "MXN", "r": "BRL", "rd": "DOP", "col": "COP", "ar": "ARS",
	"cl": "CLP", "c": "NIO", "uy": "UYU", "arg": "ARS",
}

// short are the letters that stand before an amount without a "$": "S/ 25", "Q150", "Bs. 70", "B/.5".
var short = map[string]string{"s": "PEN", "q": "GTQ", "l": "HNL", "bs": "BOB", "b": "PAB", "gs": "PYG"}

func currenciesOf(lists map[string]string) map[string]string {
	out := map[string]string{}
	for code, list := range lists {
		for w := range strings.FieldsSeq(list) {
			out[w] = code
		}
	}
	return out
}

// national are words after a currency that say whose it is.
var national = map[string]string{
	"mexicanos": "MXN", "colombianos": "COP", "argentinos": "ARS", "chilenos": "CLP", "uruguayos": "UYU", "dominicanos": "DOP",
	"peruanos": "PEN", "americanos": "USD", "estadounidenses": "USD", "mn": "MXN",
}

// readMoney reads an amount: "$1,500", "S/ 25.50", "800 pesos", "US$ 40", "1.5k pesos", "mil quinientos soles".
func readMoney(p *piece, i int) (mention, int) {
	at, code := p.signBefore(i)
	v, to, inWords := p.number(at)
	if to == at {
		return mention{}, i
	}
	if after, end := p.currencyAfter(to); after != "" {
		if code == "" || code == sign {
			code = after
		}
		to = end
	}
	if code == "" {
		return mention{}, i
	}
	return mention{kind: Amount, from: i, value: v, alt: -1, code: code, word: inWords}, to
}

// signBefore reads what says before a number that it is an amount.
func (p *piece) signBefore(i int) (at int, code string) {
	w := p.at(i)
	if code, ok := signs[w]; ok {
		if p.is(i+1, "u") && p.glued(i+1) {
			return i + 2, "UYU"
		}
		return p.past(i + 1), code
	}
	if code, ok := dollars[w]; ok && p.is(i+1, "$") && p.glued(i+1) {
		if p.is(i+2, "s", "d") && p.glued(i+2) {
			i++ // "U$S 40"
		}
		return p.past(i + 2), code
	}
	code, ok := short[w]
	switch {
	case !ok || !p.letters(i):
	case p.is(i+1, "/") && p.glued(i+1):
		if p.is(i+2, ".") {
			i++
		}
		return i + 2, code
	case len(w) == 2 && p.is(i+1, ".") && p.digits(i+2) > 0:
		return i + 2, code
	case p.digits(i+1) == 0:
	case len(w) == 2, p.glued(i+1) && (w == "q" || w == "l"):
		return i + 1, code
	}
	return p.codeBefore(i)
}

// codeBefore reads "USD", "MXN $" before a number.
func (p *piece) codeBefore(i int) (at int, code string) {
	w := p.at(i)
	if code = currencies[w]; len(w) != 3 || code == "" || code == peso || w == "sol" {
		return i, ""
	}
	switch {
	case p.digits(i+1) > 0:
		return i + 1, code
	case p.is(i+1, "$"):
		return i + 2, code
	}
	return i, ""
}

// past skips the marks of emphasis between a sign and its number.
func (p *piece) past(i int) int {
	for p.is(i, "*") {
		i++
	}
	return i
}

// currencyAfter reads the name of a currency after a number: "pesos", "MXN", "de pesos", "€".
func (p *piece) currencyAfter(i int) (code string, to int) {
	at := i
	if p.is(at, "*") {
		at++
	}
	if p.is(at, "de") && currencies[p.at(at+1)] != "" {
		at++
	}
	if s := signs[p.at(at)]; s != "" && (s != sign || p.glued(at) && p.digits(at+1) == 0) {
		return s, at + 1
	}
	if p.is(at, "us", "u") && p.is(at+1, "$") && p.glued(at+1) && p.digits(at+2) == 0 {
		return "USD", at + 2
	}
	w := p.at(at)
	code = currencies[w]
	if code == "" || w == "mn" || w == "sol" && p.is(at+1, "y") {
		return "", i
	}
	to = at + 1
	if of, ok := national[p.at(to)]; ok {
		return of, to + 1
	}
	if more := currencies[p.at(to)]; more != "" && len(p.at(to)) == 3 {
		return more, to + 1
	}
	return code, to
}

// fitsCurrency reports whether an amount that evidence gives in one currency may be said in another: a "$" is a peso or a dollar.
// said are the codes that the evidence names beside its amounts.
func fitsCurrency(claimed, known string, said set) bool {
	switch {
	case claimed == "", claimed == sign && dollarlike(known), claimed == known:
		return true
	case claimed == sign:
		return false
	case claimed == peso:
		return pesos[known] || dollarlike(known) && (len(said) == 0 || anyOf(said, pesos))
	case known == peso:
		return pesos[claimed]
	case known == sign, known == "":
		if len(said) > 0 {
			return said[claimed] || pesos[claimed] && said[peso]
		}
		return known == "" || pesos[claimed] || claimed == "USD"
	}
	return false
}

var dollarSigned = set{"USD": true, "NIO": true}

var pesos = set{"MXN": true, "COP": true, "ARS": true, "CLP": true, "UYU": true, "DOP": true, "CUP": true, peso: true}

// dollarlike reports whether a code is one that is written with "$", or none.
func dollarlike(code string) bool {
	return code == "" || code == sign || dollarSigned[code] || pesos[code]
}

func anyOf(s, of set) bool {
	for w := range s {
		if of[w] {
			return true
		}
	}
	return false
}

// free are the words that say that something costs nothing.
var (
	free    = listed("free")
	noCost  = words("costo coste cargo custo cobro cost charge recargo")
	notFree = words("feel gluten sugar pain stress are is youre lactose -")
	zero    = words("sin sem no without cero zero")
)

// readFree reads "gratis", "sin costo", "free of charge".
func readFree(p *piece, i int) (mention, int) {
	switch {
	case p.in(i, free):
		return mention{kind: Free, from: i}, i + 1
	case p.in(i, zero) && p.in(i+1, noCost):
		return mention{kind: Free, from: i}, i + 2
	case p.in(i, zero) && p.is(i+1, "additional", "extra", "ningun") && p.in(i+2, noCost):
		return mention{kind: Free, from: i}, i + 3
	case p.is(i, "free") && !p.is(i+1, "to") && !p.in(i-1, notFree):
		return mention{kind: Free, from: i}, i + 1
	}
	return mention{}, i
}
