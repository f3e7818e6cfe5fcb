package mention

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
	"github.com/recado/recado/pkg/language/party"
)

// clockAt reads a time or a span of times with the words that bound it.
func (s *Scan) clockAt(i int) (Atom, bool) {
	at, bound := s.boundAt(i)
	if s.clocks.two(at) {
		if c, to := s.spanOf(at, bound); c.Set {
			return Atom{To: to, Clock: c}, true
		}
	}
	c, to := s.time(at, bound != "")
	if !c.Set {
		c, to = s.firstOfTwo(at)
	}
	if !c.Set {
		if c, to := s.minutesAlone(i); c.Set {
			return Atom{To: to, Clock: c}, true
		}
		return s.hoursFromNow(i)
	}
	c.Bound = bound
	if c.Bound == "" || c.Bound == BoundAround {
		to = s.roughly(&c, to)
	}
	to = s.orElse(&c, to)
	return Atom{To: to, Clock: c}, true
}

// time reads one time. cued means that words before it already say that an hour follows.
func (s *Scan) time(i int, cued bool) (Clock, int) {
	at, cue := s.cue(i)
	if !s.mayBeTime(at) {
		return Clock{}, i
	}
	cue = cue || at == i && s.corrects(i)
	cued = cued && (cue || s.Class(i) == lex.Number || s.Digits(i) >= 0) || cue
	if h, to, ok := s.NoonAt(at); ok {
		return s.noon(h, to)
	}
	if c, to := s.fractionBefore(at); c.Set {
		return s.withPart(c, to)
	}
	if c, to := s.britishHalf(at); c.Set {
		return s.withPart(c, to)
	}
	h, to, ok := s.hour(at)
	if !ok || s.Is(to, "de") && s.Class(to+1) == lex.Month || s.Class(to) == lex.Month && s.streetDate(at) > at {
		return Clock{}, i
	}
	if s.Is(to, "/") && s.Digits(to+1) >= 0 || s.Is(to, "ª", "°", "º") && s.Glued(to) {
		return Clock{}, i
	}
	c, end, shown := s.minutesAfter(h, at, to)
	if !c.Set {
		return Clock{}, i
	}
	shown = shown || s.Inexact(end) || s.Is(i-1, "de", "from") && (s.Run(end, "en", "adelante") || s.Is(end, "onwards")) || s.Run(end, "mas", "o", "menos") && s.dayWord(i-1-Bit(s.Is(i-1, ",")))
	marked, done := s.marked(&c, end)
	if marked {
		return s.withPart(c, done)
	}
	c, end = s.withPart(c, end)
	if !c.Sure && !cued && !shown || !c.Sure && cued && s.Counted(end) {
		return Clock{}, i
	}
	return c, end
}

// cue reads "a las", "para las", "at": words that only stand before a time.
func (s *Scan) cue(i int) (at int, ok bool) {
	switch {
	case s.In(i, lex.ToHour) && s.Is(i+1, "las", "la", "les", "as", "lss", "lad"):
		return i + 2, s.StartsTime(i + 2)
	case s.Is(i, "a") && (s.Is(i+1, "uma") && s.Lang == language.Portuguese || s.Is(i+1, "una") && s.Is(i+2, "y", "de", "en", "?")):
		return i + 1, true
	case s.Is(i, "las", "la", "les"):
		return i + 1, s.StartsTime(i+1) && s.articleHour(i)
	case s.Run(i, "make", "it") && s.minutesEnd(i+2):
		return i, false // "make it ten past"
	case s.Run(i, "make", "it"), s.Is(i, "we", "you", "can") && s.Is(i+1, "do") && s.hourEnds(i+2):
		return i + 2, s.StartsTime(i + 2)
	case s.Is(i, "at", "@", "as", "das", "alas", "ala", "pelas", "pras", "aslas", "als"):
		return i + 1, s.StartsTime(i + 1)
	case s.Is(i, "say", "digamos") && s.hourEnds(i+1) && s.dayShortlyBefore(i), party.ForMe(&s.Text, i):
		return i + 1, s.StartsTime(i + 1)
	case s.Is(i, "al", "el", "ao", "a", "o", "pro"):
		if _, _, noon := s.NoonAt(i + 1); noon {
			return i + 1, true
		}
	}
	return i, false
}

// dayShortlyBefore reports whether a day stands within a few tokens before i, and no count of people: "tomorrow, say 4".
func (s *Scan) dayShortlyBefore(i int) bool {
	for k := i - 1; k >= max(0, i-6); k-- {
		switch {
		case s.Of(k, lex.Party) && !s.Is(k, "para", "pa", "pra", "for"):
			return false
		case s.dayWord(k), s.Class(k) == lex.Month, s.Class(k) == lex.ShortDay:
			return true
		}
	}
	return false
}

// hourEnds reports whether a small number ends the clause at i: "can we do 6".
func (s *Scan) hourEnds(i int) bool {
	n, to, ok := s.Number(i)
	return ok && n >= 1 && n <= 12 && (s.Ends(to) || s.dayWord(to))
}

// articleHour reports whether a bare "las 5" is an hour: not "las 5 opciones", and not "la 2" of a list.
func (s *Scan) articleHour(i int) bool {
	if s.Is(i-1, "a", "de", "para", "como", "sobre", "desde", "despues", "antes", "y", "entre", "tipo", "hasta", "son", "pasadas", "mejor", "pasaditas", "hacia", "pa", "casi") {
		return true
	}
	_, to, ok := s.Number(i + 1)
	if ok && s.Is(i, "las") && (s.ClockTail(to) || s.Is(to, "y") && s.StartsTime(to+1) && s.Word(to+1) != 1) {
		return true
	}
	return ok && s.Is(i, "las") && s.Ends(to) && s.Digits(i+1) >= 0 && !s.Is(to, "de")
}

// hour reads the number of an hour; "830" and "1730" hold their minutes.
func (s *Scan) hour(i int) (h, to int, ok bool) {
	if v := s.Digits(i); v >= 0 {
		return v, i + 1, v <= 24 || v >= 100 && v <= 2359 && v%100 < 60 && len(s.At(i)) <= 4 && s.Token(i+1).Kind != language.Number && !s.Is(i+1, "-")
	}
	if s.Class(i) != lex.Number || s.Is(i-1, "los", "ambos", "nos", "nosotros") || s.Is(i, "un", "uno", "par", "couple", "um") {
		return 0, i, false
	}
	n := int(s.Tokens[i].Lex.N)
	return n, i + 1, n >= 1 && (n <= 12 || n <= 23 && s.cueBefore(i))
}

// cueBefore reports whether the word before i leads to a time.
func (s *Scan) cueBefore(i int) bool { return s.In(i-1, lex.Cue) || s.Is(i-1, "@") }
