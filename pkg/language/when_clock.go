package language

import "github.com/recado/recado/pkg/language/lex"

// clockAt reads a time or a span of times with the words that bound it.
func (s *scan) clockAt(i int) (atom, bool) {
	at, bound := s.boundAt(i)
	if s.clocks.two(at) {
		if c, to := s.spanOf(at, bound); c.set {
			return atom{to: to, clock: c}, true
		}
	}
	c, to := s.time(at, bound != "")
	if !c.set {
		c, to = s.firstOfTwo(at)
	}
	if !c.set {
		if c, to := s.minutesAlone(i); c.set {
			return atom{to: to, clock: c}, true
		}
		return s.hoursFromNow(i)
	}
	c.bound = bound
	if c.bound == "" || c.bound == Around {
		to = s.roughly(&c, to)
	}
	to = s.orElse(&c, to)
	return atom{to: to, clock: c}, true
}

// time reads one time. cued means that words before it already say that an hour follows.
func (s *scan) time(i int, cued bool) (clock, int) {
	at, cue := s.cue(i)
	if !s.mayBeTime(at) {
		return clock{}, i
	}
	cue = cue || at == i && s.corrects(i)
	cued = cued && (cue || s.class(i) == lex.Number || s.digits(i) >= 0) || cue
	if h, to, ok := s.noonAt(at); ok {
		return s.noon(h, to)
	}
	if c, to := s.fractionBefore(at); c.set {
		return s.withPart(c, to)
	}
	if c, to := s.britishHalf(at); c.set {
		return s.withPart(c, to)
	}
	h, to, ok := s.hour(at)
	if !ok || s.is(to, "de") && s.class(to+1) == lex.Month || s.class(to) == lex.Month && s.streetDate(at) > at {
		return clock{}, i
	}
	if s.is(to, "/") && s.digits(to+1) >= 0 || s.is(to, "ª", "°", "º") && s.glued(to) {
		return clock{}, i
	}
	c, end, shown := s.minutesAfter(h, at, to)
	if !c.set {
		return clock{}, i
	}
	shown = shown || s.inexact(end) || s.is(i-1, "de", "from") && (s.run(end, "en", "adelante") || s.is(end, "onwards")) || s.run(end, "mas", "o", "menos") && s.dayWord(i-1-bit(s.is(i-1, ",")))
	marked, done := s.marked(&c, end)
	if marked {
		return s.withPart(c, done)
	}
	c, end = s.withPart(c, end)
	if !c.sure && !cued && !shown || !c.sure && cued && s.counted(end) {
		return clock{}, i
	}
	return c, end
}

// cue reads "a las", "para las", "at": words that only stand before a time.
func (s *scan) cue(i int) (at int, ok bool) {
	if t := s.token(i); t.Kind != Mark && (t.lex.Opens&lex.OpensClock == 0 || !s.of(i, lex.CueLead)) {
		return i, false
	}
	switch {
	case s.in(i, lex.ToHour) && s.is(i+1, "las", "la", "les", "as", "lss", "lad"):
		return i + 2, s.startsTime(i + 2)
	case s.is(i, "a") && (s.is(i+1, "uma") && s.lang == Portuguese || s.is(i+1, "una") && s.is(i+2, "y", "de", "en", "?")):
		return i + 1, true
	case s.is(i, "las", "la", "les"):
		return i + 1, s.startsTime(i+1) && s.articleHour(i)
	case s.run(i, "make", "it") && s.minutesEnd(i+2):
		return i, false // "make it ten past"
	case s.run(i, "make", "it"), s.is(i, "we", "you", "can") && s.is(i+1, "do") && s.hourEnds(i+2):
		return i + 2, s.startsTime(i + 2)
	case s.is(i, "at", "@", "as", "das", "alas", "ala", "pelas", "pras", "aslas", "als"):
		return i + 1, s.startsTime(i + 1)
	case s.is(i, "say", "digamos") && s.hourEnds(i+1) && s.dayShortlyBefore(i), forMe(&s.Text, i):
		return i + 1, s.startsTime(i + 1)
	case s.is(i, "al", "el", "ao", "a", "o", "pro"):
		if _, _, noon := s.noonAt(i + 1); noon {
			return i + 1, true
		}
	}
	return i, false
}

// dayShortlyBefore tells whether a day stands within a few tokens before i, and no count of people: "tomorrow, say 4".
func (s *scan) dayShortlyBefore(i int) bool {
	for k := i - 1; k >= max(0, i-6); k-- {
		switch {
		case s.of(k, lex.Party) && !s.is(k, "para", "pa", "pra", "for"):
			return false
		case s.dayWord(k), s.class(k) == lex.Month, s.class(k) == lex.ShortDay:
			return true
		}
	}
	return false
}

// hourEnds tells whether a small number ends the clause at i: "can we do 6".
func (s *scan) hourEnds(i int) bool {
	n, to, ok := s.number(i)
	return ok && n >= 1 && n <= 12 && (s.ends(to) || s.dayWord(to))
}

// articleHour tells whether a bare "las 5" is an hour: not "las 5 opciones", and not "la 2" of a list.
func (s *scan) articleHour(i int) bool {
	if s.is(i-1, "a", "de", "para", "como", "sobre", "desde", "despues", "antes", "y", "entre", "tipo", "hasta", "son", "pasadas", "mejor", "pasaditas", "hacia", "pa", "casi") {
		return true
	}
	_, to, ok := s.number(i + 1)
	if ok && s.is(i, "las") && (s.clockTail(to) || s.is(to, "y") && s.startsTime(to+1) && s.word(to+1) != 1) {
		return true
	}
	return ok && s.is(i, "las") && s.ends(to) && s.digits(i+1) >= 0 && !s.is(to, "de")
}

// hour reads the number of an hour; "830" and "1730" hold their minutes.
func (s *scan) hour(i int) (h, to int, ok bool) {
	if v := s.digits(i); v >= 0 {
		return v, i + 1, v <= 24 || v >= 100 && v <= 2359 && v%100 < 60 && len(s.at(i)) <= 4 && s.token(i+1).Kind != Number && !s.is(i+1, "-")
	}
	if s.class(i) != lex.Number || s.is(i-1, "los", "ambos", "nos", "nosotros") || s.is(i, "un", "uno", "par", "couple", "um") {
		return 0, i, false
	}
	n := int(s.Tokens[i].lex.N)
	return n, i + 1, n >= 1 && (n <= 12 || n <= 23 && s.cueBefore(i))
}

// cueBefore tells whether the word before i leads to a time.
func (s *scan) cueBefore(i int) bool { return s.in(i-1, lex.Cue) || s.is(i-1, "@") }
