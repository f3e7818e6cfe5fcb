package grounding

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/services/agent-runner/grounding/lists"
)

// offerings are the names of what a business may offer, by their first stem, and all names of each thing.
var offerings, things = lists.Offerings()

// offers checks the things that a draft says the business offers, has or accepts.
func (d *draft) offers() {
	for i := 0; i < len(d.Tokens); i++ {
		if !d.letters(i) && d.digits(i) == 0 {
			continue
		}
		thing, to := d.offering(i)
		if to == i {
			continue
		}
		if !d.holdsThing(thing) && d.states(i, to) {
			d.claim(Offer, i, to)
		}
		i = to - 1
	}
}

// offering is the longest name of a thing at token i.
func (d *draft) offering(i int) (thing, to int) {
	to = i
	for _, o := range offerings[stem(d.at(i))] {
		end := i
		for _, s := range o.Stems {
			if d.is(end, "-") && d.glued(end) {
				end++
			}
			if stem(d.at(end)) != s {
				end = i
				break
			}
			end++
		}
		if end > to {
			thing, to = o.Thing, end
		}
	}
	return thing, to
}

// holdsThing reports whether the evidence has a thing by any of its names.
func (e *Evidence) holdsThing(thing int) bool {
	return slices.ContainsFunc(things[thing], e.holdsName)
}

// holdsName reports whether the words of a name stand near each other in the evidence.
func (e *Evidence) holdsName(stems []string) bool {
	stems = slices.DeleteFunc(slices.Clone(stems), func(w string) bool { return small[w] && len(stems) > 1 })
	if len(stems) == 1 {
		return e.hasStem(stems[0])
	}
	for _, of := range [...]*Evidence{e, e.names} {
		if of == nil {
			continue
		}
		for _, at := range of.stems[stems[0]] {
			if of.near(stems[1:], at, int32(len(stems)+1)) {
				return true
			}
		}
	}
	return false
}

var (
	butWords = words("pero but mas sino porem however aunque though embora")
	// wonders are words after which a thing is the customer's, or a question.
	wonders = listed("wonders")
)

// states reports whether the words from from to to are stated of the business: not asked, denied, wished or supposed.
func (d *draft) states(from, to int) bool {
	start, end := d.sentence(from)
	for i := from; i < end; i++ {
		if d.is(i, "?") {
			return false
		}
	}
	for i := from - 1; i >= start; i-- {
		switch {
		case d.in(i, butWords):
			return true
		case d.is(i, "si") && d.is(i+1, ","), strings.EqualFold(d.raw(i, i+1), "sí"):
		case d.in(i, denies) && !d.is(i, "sin", "sem", "without"), d.in(i, wonders), d.is(i, "¿"):
			return false
		}
	}
	for i := to; i < min(to+3, end); i++ {
		if d.is(i, "no", "not", "nao", "isnt", "arent") && !d.is(i+1, "problem", "problema") {
			return false // "blanqueamiento no hacemos"
		}
	}
	return true
}

var (
	// frames are verbs before what a business offers.
	frames = listed("frames")
	// leading are words between such a verb and what it names.
	leading = listed("leading")
)

// framed checks the nouns after verbs of offering, where none of their words is known.
func (d *draft) framed() {
	for i := range d.Tokens {
		if d.in(i, frames) && d.ours(i) && d.states(i, i+1) {
			d.nouns(i + 1)
		}
	}
}

// ours reports whether a verb of offering is said of the business: English needs its "we".
func (d *draft) ours(i int) bool {
	if !d.is(i, "have", "do", "provide", "sell", "carry", "serve", "include", "recommend", "suggest", "feature", "accept", "offer") {
		return true
	}
	return d.is(i-1, "we", "also", "prices") || d.is(i-2, "we")
}

// maxNouns bounds the list that a verb names.
const maxNouns = 12

// nouns checks a list of nouns that begins at token i: "coronas, carillas y prótesis".
func (d *draft) nouns(i int) {
	for range maxNouns {
		for d.in(i, leading) {
			i++
		}
		to := i
		for to < len(d.Tokens) && d.letters(to) && !d.in(to, stops) && !d.breaks(to+1) {
			to++
		}
		if to < len(d.Tokens) && d.letters(to) && !d.in(to, stops) {
			to++
		}
		d.noun(i, to)
		if to == i || !d.is(to, ",", "y", "e", "o", "and", "or", "ou", "/", "&") {
			return
		}
		i = to + 1
	}
}

var stops = listed("stops")

// diminutive reports whether the word at i is a known one made small: "perrito", "vacunita".
func (d *draft) diminutive(i int) bool {
	w := stem(d.at(i))
	for _, end := range [...]string{"cit", "it", "inh"} {
		if root := strings.TrimSuffix(w, end); root != w && len(root) > 2 {
			return d.hasStem(root)
		}
	}
	return false
}

// noun checks one noun with its adjectives: it is none that the business is known to offer where no word of it is.
func (d *draft) noun(from, to int) {
	unknown, known := 0, 0
	for i := from; i < to; i++ {
		switch {
		case d.in(i, small), d.in(i, leading):
		case d.in(i, ordinary), ordinary[stem(d.at(i))], d.in(i, frames), d.class(i) != 0:
			return
		case d.known(i):
			known++
		default:
			unknown++
		}
	}
	if unknown > 0 && unknown <= 4 && (known == 0 || unknown >= 2*known) {
		d.claim(Offer, from, to)
	}
}

// known reports whether the word at i stands in the evidence, or another name of the same thing does.
func (d *draft) known(i int) bool {
	if d.has(d.at(i)) || d.diminutive(i) {
		return true
	}
	for _, o := range offerings[stem(d.at(i))] {
		if d.holdsThing(o.Thing) {
			return true
		}
	}
	return d.Tokens[i].Kind == language.Mark
}
