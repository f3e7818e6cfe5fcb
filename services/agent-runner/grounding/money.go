package grounding

import (
	"slices"

	"github.com/recado/recado/services/agent-runner/grounding/currency"
)

// readMoney reads an amount: "$1,500", "S/ 25.50", "800 pesos", "US$ 40", "1.5k pesos", "mil quinientos soles".
func readMoney(p *piece, i int) (mention, int) {
	at, code := p.signBefore(i)
	v, to, inWords := p.number(at)
	if to == at {
		return mention{}, i
	}
	if after, end := p.currencyAfter(to); after != "" {
		if code == "" || code == currency.Sign {
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
	if code, ok := currency.Signs[w]; ok {
		if p.is(i+1, "u") && p.glued(i+1) {
			return i + 2, "UYU"
		}
		return p.past(i + 1), code
	}
	if code, ok := currency.Dollars[w]; ok && p.is(i+1, "$") && p.glued(i+1) {
		if p.is(i+2, "s", "d") && p.glued(i+2) {
			i++ // "U$S 40"
		}
		return p.past(i + 2), code
	}
	code, ok := currency.Short[w]
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
	if code = currency.Words[w]; len(w) != 3 || code == "" || code == currency.Peso || w == "sol" {
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
	if p.is(at, "de") && currency.Words[p.at(at+1)] != "" {
		at++
	}
	if s := currency.Signs[p.at(at)]; s != "" && (s != currency.Sign || p.glued(at) && p.digits(at+1) == 0) {
		return s, at + 1
	}
	if p.is(at, "us", "u") && p.is(at+1, "$") && p.glued(at+1) && p.digits(at+2) == 0 {
		return "USD", at + 2
	}
	w := p.at(at)
	code = currency.Words[w]
	if code == "" || w == "mn" || w == "sol" && p.is(at+1, "y") {
		return "", i
	}
	to = at + 1
	if of, ok := currency.National[p.at(to)]; ok {
		return of, to + 1
	}
	if more := currency.Words[p.at(to)]; more != "" && len(p.at(to)) == 3 {
		return more, to + 1
	}
	return code, to
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

var totals = words("total totales all todo todos")

// total reports whether an amount is said as that of all together, and the evidence has it as that of no single thing.
func (d *draft) total(i int) bool {
	m := &d.mentions[i]
	from, to := d.sentence(m.from)
	said := false
	for k := max(from, m.from-5); k < min(to, m.to+4); k++ {
		said = said || d.in(k, totals)
	}
	return said && m.kind == Amount && slices.ContainsFunc(d.toldBy[worth{Amount, m.value, ""}], func(t *told) bool { return !t.named() })
}

// named reports whether what is told has a name.
func (t *told) named() bool {
	for v := range t.values {
		if v.kind == Name {
			return true
		}
	}
	return false
}
