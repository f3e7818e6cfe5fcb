package language

import "github.com/recado/recado/pkg/language/lex"

// spanOf reads two times that bound a span: "de 4 a 6", "entre las 4 y las 6", "4-6pm", "from 9 to 11".
func (s *scan) spanOf(i int, bound string) (clock, int) {
	at, lead := i, bound == After && s.is(i-1, "desde") || s.class(i-1) == lex.Weekday
	if s.is(at, "de", "entre", "from", "between", "desde", "das") {
		lead = true
		at++
	}
	if s.ofTen(at) {
		return clock{}, i
	}
	if s.is(i-1, "lugar", "vez") || s.is(i-2, "lugar", "vez") {
		return clock{}, i // "en lugar de a las 3 a las 4"
	}
	a, to, strong := s.looseTime(at)
	if !a.set || !s.joins(to, at) {
		return clock{}, i
	}
	b, end, sure := s.looseTime(to + 1)
	if !b.set || !strong && !sure && (!lead && !s.apart(at, end) || s.thingAt(end) || s.scale(at)) {
		return clock{}, i
	}
	if s.moves && !s.is(at-1, "entre", "between") {
		b.inherit(a, 0)
		b.target = true
		return b, end // "change it from 3 to 4"
	}
	a.bound, a.end = Between, &b
	return a, end
}

// apart tells whether two bare numbers from at to end stand alone beside a day: "Sunday, brunch, 11 to 1", "11 to 1 on Sunday".
func (s *scan) apart(at, end int) bool {
	if at > 0 && s.token(at-1).Kind != Mark || !s.ends(end) {
		return false
	}
	if s.dayWord(end + bit(s.is(end, "on", "el", "no", "na", "en"))) {
		return true
	}
	for k := at - 1; k >= max(0, at-5); k-- {
		if s.dayWord(k) && s.class(k) != lex.Part {
			return true
		}
	}
	return false
}

// thingAt tells whether a word that is counted stands at i, so that "de 4 a 6 caries" is no span of hours.
func (s *scan) thingAt(i int) bool {
	w := s.at(i)
	if s.counted(i) || i > 0 && s.glued(i) && s.is(i, "%", "/", "x") {
		return true
	}
	return !s.ends(i) && s.class(i) == lex.None && s.Tokens[i].Kind == Word && len(w) > 3 && w[len(w)-1] == 's' && !s.is(i, "estamos", "podemos", "tienes", "puedes", "quizas", "gracias", "please", "horas")
}

// joins tells whether the word at i leads from the start of a span, read from at, to its end.
func (s *scan) joins(i, at int) bool {
	open := s.is(at-1, "entre", "between")
	if s.is(i, "y", "and", "e") {
		return open
	}
	if s.is(i, "a", "as") && s.is(at-1, "para", "pra", "for", "somos", "mesa") {
		return false
	}
	return s.is(i, "a", "to", "hasta", "as", "ate", "-", "–", "—", "until", "till", "al", "til", "thru")
}

// looseTime reads a time that may be a bare number; strong tells that it is a time by its own form.
func (s *scan) looseTime(i int) (c clock, to int, strong bool) {
	if c, to = s.time(i, false); c.set {
		return c, to, true
	}
	c, to = s.time(i, true)
	return c, to, false
}

// settleSpan decides the halves of the day of a span together: "de 10 a 2" is 10:00 to 14:00, "4-6pm" 16:00 to 18:00.
func settleSpan(a, b clock, part int) (clock, clock) {
	switch {
	case !a.sure && b.sure:
		if up := a.hour + 12; a.hour < 12 && up*60+a.minute < b.minutes() {
			a.hour = up
		}
		return a, b
	case !a.sure:
		a = bareHour(a, part)
	}
	if !b.sure && b.hour <= 12 && b.minutes() <= a.minutes() {
		b.hour += 12
	}
	return a, b
}

// bareHour is the rule for an hour without am, pm or 24 hours: 1 to 7 are after noon, 8 to 11 before, unless a part of the day was said.
func bareHour(c clock, part int) clock {
	switch {
	case c.sure || c.hour > 12:
	case part == lex.Morning || part == lex.SmallHours:
	case part != 0:
		c.hour = inPart(c.hour, part)
	default:
		said := c.hour
		if c.named > 0 {
			said = c.named
		}
		if said >= 1 && said <= 7 {
			c.hour += 12
		}
	}
	return c
}

// inherit keeps a corrected hour in the half of the day of the one before: "8 pm, sorry, 9".
func (c *clock) inherit(old clock, part int) {
	if c.sure || c.end != nil || c.hour > 12 || !old.sure && part == 0 {
		return
	}
	if part == 0 {
		part = old.part
	}
	switch {
	case part == lex.Evening && c.hour >= 5 && c.hour < 12, part == lex.Afternoon && c.hour < 9, part == 0 && old.hour > 12 && c.hour < 12 && c.hour+12 >= old.hour-4 && c.hour+12 <= old.hour+4:
		c.hour, c.sure = c.hour%12+12, true
	case (part == lex.Morning || part == 0 && old.hour < 12) && c.hour >= 6 && c.hour < 12:
		c.sure = true
	}
}
