package grounding

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// streets open an address, and in English end the name of one.
var (
	streets = listed("streets")
	roads   = listed("roads")
	numbers = words("no num nro numero number n nº # º ° , . s local int piso")
)

// addresses checks the streets that a draft names with their numbers.
func (d *draft) addresses() {
	for i := 0; i < len(d.Tokens); i++ {
		from, to := d.address(i)
		if to == 0 {
			continue
		}
		d.streets = append(d.streets, language.Span{From: from, To: to})
		if !d.stands(from, to) {
			d.claim(Address, from, to)
		} else if of := d.misaddressed(from, to); of != "" {
			d.claim(Address, from, to)
			d.claims[len(d.claims)-1].Of = of
		}
		i = to - 1
	}
}

// address is the span of an address at token i: a word for a street, its name and its number; English has the number first.
func (d *draft) address(i int) (from, to int) {
	if d.digits(i) > 0 && d.digits(i) < 6 && d.capital(i+1) {
		for at := i + 1; at < i+5 && d.capital(at); at++ {
			if at > i+1 && d.in(at, roads) {
				return i, at + 1
			}
		}
	}
	if to := d.bareAddress(i); to > 0 {
		return i, to
	}
	if !d.in(i, streets) || !d.capital(i) && !d.capital(i+1) && d.digits(i+1) == 0 {
		return 0, 0
	}
	named := false
	for at := i + 1; at < i+10 && at < len(d.Tokens) && !d.breaks(at); at++ {
		switch {
		case d.digits(at) > 0:
			return i, d.addressEnd(at + 1)
		case d.letters(at) && (d.capital(at) || d.in(at, small)):
			named = named || d.capital(at)
		case !d.in(at, numbers) && (!d.is(at, ".") || !d.glued(at)):
			return d.nameless(i, at, named)
		}
	}
	return d.nameless(i, min(i+10, len(d.Tokens)), named)
}

// bareAddress is the end of a name with a number after "en", "at" at token i: "en Francisco Sosa 88".
func (d *draft) bareAddress(i int) (to int) {
	if !d.capital(i) || d.class(i) != lex.None || !d.is(i-1, "en", "at", "em", "es", "is", "na", "no") {
		return 0
	}
	to = d.runOf(i)
	switch n := d.digits(to); {
	case n == 0, n > 5, to-i > 4, d.class(to-1) != lex.None, d.is(to+1, ":", "%", "/"):
		return 0
	}
	return to + 1
}

// nameless is an address without a number: the street's name up to at.
func (d *draft) nameless(i, at int, named bool) (from, to int) {
	if !named || !d.capital(i+1) && !d.in(i+1, small) && !d.is(i+1, ".") {
		return 0, 0
	}
	for at > i+1 && !d.capital(at-1) {
		at--
	}
	return i, at
}

// addressEnd is the end of the numbers of a Colombian address: "45 # 12-30".
func (d *draft) addressEnd(at int) int {
	for d.is(at, "#", "-", "–", "no", "bis") && (d.digits(at+1) > 0 || d.is(at+1, ".") && d.digits(at+2) > 0) {
		at += 2
		if d.is(at-1, ".") {
			at++
		}
	}
	return at
}

// capital reports whether token i is a word with a capital letter.
func (p *piece) capital(i int) bool {
	return p.letters(i) && language.StartsUpper(p.Raw[p.Tokens[i].Start:p.Tokens[i].End])
}

// reachOf is how far the words of an address may stand apart in the evidence from where they stand in the draft.
const reachOf = 4

// stands reports whether the words and numbers of a span stand side by side in the evidence.
func (d *draft) stands(from, to int) bool {
	var want []string
	for i := from; i < to; i++ {
		if d.Tokens[i].Kind != language.Mark && !d.aside(i) {
			want = append(want, stem(d.at(i)))
		}
	}
	if len(want) == 0 {
		return true
	}
	for _, at := range d.stems[want[0]] {
		if d.near(want[1:], at, int32(len(want)+reachOf)) {
			return true
		}
	}
	return false
}

// aside reports whether the word at i leads to the name or the number of a street and is none.
func (p *piece) aside(i int) bool {
	return p.in(i, small) || p.in(i, streets) || p.in(i, numbers) || p.in(i, roads)
}

// near reports whether all the words stand within so many places of one.
func (e *Evidence) near(words []string, at, reach int32) bool {
	for _, w := range words {
		found := false
		for _, p := range e.stems[w] {
			found = found || p-at <= reach && at-p <= reach
		}
		if !found {
			return false
		}
	}
	return true
}
