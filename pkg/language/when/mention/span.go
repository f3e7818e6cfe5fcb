package mention

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// spanOf reads two times that bound a span: "de 4 a 6", "entre las 4 y las 6", "4-6pm", "from 9 to 11".
func (s *Scan) spanOf(i int, bound string) (Clock, int) {
	at, lead := i, bound == BoundAfter && s.Is(i-1, "desde") || s.Class(i-1) == lex.Weekday
	if s.Is(at, "de", "entre", "from", "between", "desde", "das") {
		lead = true
		at++
	}
	if s.ofTen(at) {
		return Clock{}, i
	}
	if s.Is(i-1, "lugar", "vez") || s.Is(i-2, "lugar", "vez") {
		return Clock{}, i // "en lugar de a las 3 a las 4"
	}
	a, to, strong := s.looseTime(at)
	if !a.Set || !s.joins(to, at) {
		return Clock{}, i
	}
	b, end, sure := s.looseTime(to + 1)
	if !b.Set || !strong && !sure && (!lead && !s.apart(at, end) || s.thingAt(end) || s.scale(at)) {
		return Clock{}, i
	}
	if s.Moves && !s.Is(at-1, "entre", "between") {
		b.Inherit(a, 0)
		b.Target = true
		return b, end // "change it from 3 to 4"
	}
	a.Bound, a.End = BoundBetween, &b
	return a, end
}

// apart reports whether two bare numbers from at to end stand alone beside a day: "Sunday, brunch, 11 to 1", "11 to 1 on Sunday".
func (s *Scan) apart(at, end int) bool {
	if at > 0 && s.Token(at-1).Kind != language.Mark || !s.Ends(end) {
		return false
	}
	if s.dayWord(end + Bit(s.Is(end, "on", "el", "no", "na", "en"))) {
		return true
	}
	for k := at - 1; k >= max(0, at-5); k-- {
		if s.dayWord(k) && s.Class(k) != lex.Part {
			return true
		}
	}
	return false
}

// thingAt reports whether a word that is counted stands at i, so that "de 4 a 6 caries" is no span of hours.
func (s *Scan) thingAt(i int) bool {
	w := s.At(i)
	if s.Counted(i) || i > 0 && s.Glued(i) && s.Is(i, "%", "/", "x") {
		return true
	}
	return !s.Ends(i) && s.Class(i) == lex.None && s.Tokens[i].Kind == language.Word && len(w) > 3 && w[len(w)-1] == 's' && !s.Is(i, "estamos", "podemos", "tienes", "puedes", "quizas", "gracias", "please", "horas")
}

// joins reports whether the word at i leads from the start of a span, read from at, to its end.
func (s *Scan) joins(i, at int) bool {
	open := s.Is(at-1, "entre", "between")
	if s.Is(i, "y", "and", "e") {
		return open
	}
	if s.Is(i, "a", "as") && s.Is(at-1, "para", "pra", "for", "somos", "mesa") {
		return false
	}
	return s.Is(i, "a", "to", "hasta", "as", "ate", "-", "–", "—", "until", "till", "al", "til", "thru")
}

// looseTime reads a time that may be a bare number; strong tells that it is a time by its own form.
func (s *Scan) looseTime(i int) (c Clock, to int, strong bool) {
	if c, to = s.time(i, false); c.Set {
		return c, to, true
	}
	c, to = s.time(i, true)
	return c, to, false
}

// SettleSpan decides the halves of the day of a span together: "de 10 a 2" is 10:00 to 14:00, "4-6pm" 16:00 to 18:00.
func SettleSpan(a, b Clock, part int) (Clock, Clock) {
	switch {
	case !a.Sure && b.Sure:
		if up := a.Hour + 12; a.Hour < 12 && up*60+a.Minute < b.Minutes() {
			a.Hour = up
		}
		return a, b
	case !a.Sure:
		a = BareHour(a, part)
	}
	if !b.Sure && b.Hour <= 12 && b.Minutes() <= a.Minutes() {
		b.Hour += 12
	}
	return a, b
}

// BareHour is the rule for an hour without am, pm or 24 hours: 1 to 7 are after noon, 8 to 11 before, unless a part of the day was said.
func BareHour(c Clock, part int) Clock {
	switch {
	case c.Sure || c.Hour > 12:
	case part == lex.Morning || part == lex.SmallHours:
	case part != 0:
		c.Hour = inPart(c.Hour, part)
	default:
		said := c.Hour
		if c.named > 0 {
			said = c.named
		}
		if said >= 1 && said <= 7 {
			c.Hour += 12
		}
	}
	return c
}

// Inherit keeps a corrected hour in the half of the day of the one before: "8 pm, sorry, 9".
func (c *Clock) Inherit(old Clock, part int) {
	if c.Sure || c.End != nil || c.Hour > 12 || !old.Sure && part == 0 {
		return
	}
	if part == 0 {
		part = old.part
	}
	switch {
	case part == lex.Evening && c.Hour >= 5 && c.Hour < 12, part == lex.Afternoon && c.Hour < 9, part == 0 && old.Hour > 12 && c.Hour < 12 && c.Hour+12 >= old.Hour-4 && c.Hour+12 <= old.Hour+4:
		c.Hour, c.Sure = c.Hour%12+12, true
	case (part == lex.Morning || part == 0 && old.Hour < 12) && c.Hour >= 6 && c.Hour < 12:
		c.Sure = true
	}
}
