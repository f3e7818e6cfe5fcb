package language

import "github.com/recado/recado/pkg/language/lex"

// counting is a count that stands before a thing, from its first token.
type counting struct {
	n, from int
	note    string
	half    bool
}

// countBefore reads how many of the thing that begins at token i, from what stands at floor and behind it.
func (s orderScan) countBefore(i, floor int) counting {
	c := counting{from: i}
	at, vessel := i-1, -1
	for ; at >= floor; at-- {
		switch {
		case s.newLine(at + 1):
			return s.withVessel(s.again(c, at+1, i), vessel)
		case s.is(at, "de", "of", "the", "mas", "otro", "otra", "otros", "otras", "outra", "outro", "outras", "outros", "more", "mais", "los", "las"), s.of(at, lex.Fancy):
		case s.is(at, "x", "por", "*", "×", "-") && (s.digits(at-1) > 0 || s.word(at-1) > 0):
		case s.of(at, vesselKinds) && vessel < 0:
			vessel = at
		default:
			return s.numberAhead(c, at, i, vessel)
		}
	}
	return s.withVessel(s.again(c, at+1, i), vessel)
}

// numberAhead reads the number that ends at token at, before the thing at i.
func (s orderScan) numberAhead(c counting, at, i, vessel int) counting {
	n, from := s.numberEnding(at)
	switch {
	case n > 0:
		c.n, c.from = n, from
	case (s.is(at, "an", "another", "cada") || s.is(at, "a") && Detect(*s.Text, Spanish) == English) && (at+1 == i || vessel >= 0 || s.of(at+1, lex.Fancy)) && !s.is(at-1, "de", "con"):
		c.n, c.from = 1, at
	case s.is(at, "mitad", "half", "metade"):
		c.half, c.from = true, at
		if s.is(at-1, "la", "y", "e", "a") {
			c.from--
		}
	case s.digits(at) > 1 && s.is(at-1, "/") && s.digits(at-2) > 0 && s.glued(at):
		c.n, c.from, c.note = 1, at-2, s.Original(at-2, at+1)
	case s.class(at) == lex.Quarter && s.word(at-1) > 0:
		c.n, c.from, c.note = 1, at-1, s.Original(at-1, at+1)
	case s.halfWord(at) && at+1 == i:
		c.n, c.from, c.note = 1, at, s.Original(at, i)
	default:
		c = s.again(c, at+1, i)
	}
	return s.withVessel(c, vessel)
}

// again counts an "otra" between the tokens as one.
func (s orderScan) again(c counting, from, to int) counting {
	for k := from; k < to; k++ {
		if s.is(k, "otro", "otra", "outra", "outro") {
			c.n, c.from = 1, k
			break
		}
	}
	return c
}

// withVessel notes the jar or the weight that the number counts.
func (s orderScan) withVessel(c counting, vessel int) counting {
	if vessel < 0 {
		return c
	}
	switch s.highest(vessel, vesselKinds) {
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
func (s orderScan) numberEnding(at int) (n, from int) {
	if s.is(at, "docena", "docenas", "dozen", "duzia", "duzias", "decena") {
		return s.dozens(at)
	}
	if s.is(at, "media", "half", "meia") && s.is(at-1, "y", "e") && s.is(at-2, "docena", "duzia") {
		return s.dozens(at - 2)
	}
	for from = max(0, at-5); from <= at; from++ {
		n, next, ok := s.number(from)
		if !ok || next != at+1 || n < 1 || n > maxQuantity {
			continue
		}
		if s.is(from, "par", "couple") && s.is(from-1, "un", "a", "um") {
			from--
		}
		if s.noCount(from) {
			return 0, at
		}
		return n, from
	}
	return 0, at
}

// noCount tells whether a number from token i on is money, an hour, a table's number or a part of a longer one.
func (s orderScan) noCount(i int) bool {
	return s.is(i-1, "$", "€", "#", "/", "numero") || s.glued(i) && s.is(i-1, ".", ",", ":", "/") || s.is(i-1, "las", "la") && s.is(i-2, "a", "para", "de") || s.is(i-1, "at")
}

func (s orderScan) halfWord(i int) bool { return s.is(i, "media", "medio", "half", "meia", "meio") }

func (s orderScan) dozens(at int) (n, from int) {
	unit := 12
	if s.is(at, "decena") {
		unit = 10
	}
	switch {
	case s.is(at-1, "a") && s.is(at-2, "half"):
		return unit / 2, at - 2
	case s.is(at-1, "media", "half", "meia"):
		from = at - 1
		if s.is(at-2, "a") {
			from--
		}
		return unit / 2, from
	case s.is(at+1, "y", "e") && s.is(at+2, "media", "meia"):
		unit += unit / 2
	}
	if s.is(at-1, "a") {
		return unit, at - 1
	}
	if n, from = s.numberEnding(at - 1); n > 0 && n*unit <= maxQuantity {
		return n * unit, from
	}
	return unit, at
}

// countAfter reads a count that stands behind its thing: "tacos x3", "empanadas: 4", "agua (2)".
func (s orderScan) countAfter(to int) (n, end int) {
	at := to
	switch {
	case s.is(at, "x", "*", "×", ":", "=", "(", "-"):
		at++
		if s.is(at, "x") {
			at++
		}
	case s.is(at, "por") && s.digits(at+1) > 0 && s.Original(at, at+1) == "x":
		at++
	}
	n, next, ok := s.number(at)
	if !ok || n < 1 || n > maxQuantity || s.newLine(at) {
		return 0, to
	}
	if at == to || s.is(to, ":", "=", "-") {
		if s.digits(at) < 0 || !s.listEnds(next) {
			return 0, to
		}
	}
	if s.is(to, "(") {
		if !s.is(next, ")") {
			return 0, to
		}
		next++
	}
	return n, next
}

// listEnds tells whether an item of a list ends at i.
func (s orderScan) listEnds(i int) bool {
	return i >= len(s.Tokens) || s.newLine(i) || s.is(i, ",", ";", ")") && !s.glued(i+1) || s.is(i, "y", "e", "and", "sin", "con", "without", "with", "sem", "com") && !s.clockTail(i) ||
		s.is(i, ".") && i+1 == len(s.Tokens)
}

// vesselKinds are what things are counted in. Some change what is wanted, and stand in the notes.
const vesselKinds = lex.Vessel | lex.Noted | lex.Measure
