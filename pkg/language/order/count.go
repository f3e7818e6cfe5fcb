package order

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// counting is a count that stands before a thing, from its first token.
type counting struct {
	n, from int
	note    string
	half    bool
}

// countBefore reads how many of the thing that begins at token i, from what stands at floor and after it.
func (s scan) countBefore(i, floor int) counting {
	c := counting{from: i}
	at, vessel := i-1, -1
	for ; at >= floor; at-- {
		switch {
		case s.NewLine(at + 1):
			return s.withVessel(s.again(c, at+1, i), vessel)
		case s.Is(at, "de", "of", "the", "mas", "otro", "otra", "otros", "otras", "outra", "outro", "outras", "outros", "more", "mais", "los", "las"), s.Of(at, lex.Fancy):
		case s.Is(at, "x", "por", "*", "×", "-") && (s.Digits(at-1) > 0 || s.Word(at-1) > 0):
		case s.Of(at, vesselKinds) && vessel < 0:
			vessel = at
		default:
			return s.numberAhead(c, at, i, vessel)
		}
	}
	return s.withVessel(s.again(c, at+1, i), vessel)
}

// numberAhead reads the number that ends at token at, before the thing at i.
func (s scan) numberAhead(c counting, at, i, vessel int) counting {
	n, from := s.numberEnding(at)
	switch {
	case n > 0:
		c.n, c.from = n, from
	case (s.Is(at, "an", "another", "cada") || s.Is(at, "a") && language.Detect(*s.Text, language.Spanish) == language.English) && (at+1 == i || vessel >= 0 || s.Of(at+1, lex.Fancy)) && !s.Is(at-1, "de", "con"):
		c.n, c.from = 1, at
	case s.Is(at, "mitad", "half", "metade"):
		c.half, c.from = true, at
		if s.Is(at-1, "la", "y", "e", "a") {
			c.from--
		}
	case s.Digits(at) > 1 && s.Is(at-1, "/") && s.Digits(at-2) > 0 && s.Glued(at):
		c.n, c.from, c.note = 1, at-2, s.Original(at-2, at+1)
	case s.Class(at) == lex.Quarter && s.Word(at-1) > 0:
		c.n, c.from, c.note = 1, at-1, s.Original(at-1, at+1)
	case s.halfWord(at) && at+1 == i:
		c.n, c.from, c.note = 1, at, s.Original(at, i)
	default:
		c = s.again(c, at+1, i)
	}
	return s.withVessel(c, vessel)
}

// again counts an "otra" between the tokens as one.
func (s scan) again(c counting, from, to int) counting {
	for k := from; k < to; k++ {
		if s.Is(k, "otro", "otra", "outra", "outro") {
			c.n, c.from = 1, k
			break
		}
	}
	return c
}

// withVessel notes the jar or the weight that the number counts.
func (s scan) withVessel(c counting, vessel int) counting {
	if vessel < 0 {
		return c
	}
	switch s.Highest(vessel, vesselKinds) {
	case lex.Noted:
		c.note, c.from = s.Original(vessel, vessel+1), min(c.from, vessel)
	case lex.Measure:
		from := min(c.from, vessel)
		if s.halfWord(vessel - 1) {
			from = vessel - 1
		}
		c.n, c.from, c.note = 1, from, s.Original(from, vessel+1)
	default:
		if c.n == 0 && s.halfWord(vessel-1) {
			c.n, c.from, c.note = 1, vessel-1, s.Original(vessel-1, vessel+1)
		}
	}
	return c
}

// numberEnding reads the number whose last token is at: "treinta y dos", "media docena", "un par"; money and hours are none.
func (s scan) numberEnding(at int) (n, from int) {
	if s.Is(at, "docena", "docenas", "dozen", "duzia", "duzias", "decena") {
		return s.dozens(at)
	}
	if s.Is(at, "media", "half", "meia") && s.Is(at-1, "y", "e") && s.Is(at-2, "docena", "duzia") {
		return s.dozens(at - 2)
	}
	for from = max(0, at-5); from <= at; from++ {
		n, next, ok := s.Number(from)
		if !ok || next != at+1 || n < 1 || n > maxQuantity {
			continue
		}
		if s.Is(from, "par", "couple") && s.Is(from-1, "un", "a", "um") {
			from--
		}
		if s.noCount(from) {
			return 0, at
		}
		return n, from
	}
	return 0, at
}

// noCount reports whether a number from token i on is money, an hour, a table's number or a part of a longer one.
func (s scan) noCount(i int) bool {
	return s.Is(i-1, "$", "€", "#", "/", "numero") || s.Glued(i) && s.Is(i-1, ".", ",", ":", "/") || s.Is(i-1, "las", "la") && s.Is(i-2, "a", "para", "de") || s.Is(i-1, "at")
}

func (s scan) halfWord(i int) bool { return s.Is(i, "media", "medio", "half", "meia", "meio") }

func (s scan) dozens(at int) (n, from int) {
	unit := 12
	if s.Is(at, "decena") {
		unit = 10
	}
	switch {
	case s.Is(at-1, "a") && s.Is(at-2, "half"):
		return unit / 2, at - 2
	case s.Is(at-1, "media", "half", "meia"):
		from = at - 1
		if s.Is(at-2, "a") {
			from--
		}
		return unit / 2, from
	case s.Is(at+1, "y", "e") && s.Is(at+2, "media", "meia"):
		unit += unit / 2
	}
	if s.Is(at-1, "a") {
		return unit, at - 1
	}
	if n, from = s.numberEnding(at - 1); n > 0 && n*unit <= maxQuantity {
		return n * unit, from
	}
	return unit, at
}

// countAfter reads a count that stands after its thing: "tacos x3", "empanadas: 4", "agua (2)".
func (s scan) countAfter(to int) (n, end int) {
	at := to
	switch {
	case s.Is(at, "x", "*", "×", ":", "=", "(", "-"):
		at++
		if s.Is(at, "x") {
			at++
		}
	case s.Is(at, "por") && s.Digits(at+1) > 0 && s.Original(at, at+1) == "x":
		at++
	}
	n, next, ok := s.Number(at)
	if !ok || n < 1 || n > maxQuantity || s.NewLine(at) {
		return 0, to
	}
	if at == to || s.Is(to, ":", "=", "-") {
		if s.Digits(at) < 0 || !s.listEnds(next) {
			return 0, to
		}
	}
	if s.Is(to, "(") {
		if !s.Is(next, ")") {
			return 0, to
		}
		next++
	}
	return n, next
}

// listEnds reports whether an item of a list ends at i.
func (s scan) listEnds(i int) bool {
	return i >= len(s.Tokens) || s.NewLine(i) || s.Is(i, ",", ";", ")") && !s.Glued(i+1) || s.Is(i, "y", "e", "and", "sin", "con", "without", "with", "sem", "com") && !s.ClockTail(i) ||
		s.Is(i, ".") && i+1 == len(s.Tokens)
}

// vesselKinds are what things are counted in. Some change what is wanted, and stand in the notes.
const vesselKinds = lex.Vessel | lex.Noted | lex.Measure
