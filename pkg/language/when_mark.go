package language

import "github.com/recado/recado/pkg/language/lex"

// marked reads am, pm, "hs", "en punto" after a time.
func (s *scan) marked(c *clock, i int) (ok bool, to int) {
	to = i
	for s.is(to, "oclock") || s.run(to, "en", "punto") {
		to++
		if s.is(to, "punto") {
			to++
		}
	}
	half := 0
	switch {
	case s.class(to) == lex.AmPm:
		half, to = int(s.Tokens[to].lex.N), to+1
	case c.hour == 12 && s.is(to, "m") && !s.is(to+1, "de"):
		half, to = 12, to+1
	case s.is(to, "a", "p") && s.is(to+1, "."):
		if !s.is(to+2, "m") {
			return false, i
		}
		half, to = s.half(to), to+3
		if s.is(to, ".") {
			to++
		}
	case s.is(to, "a", "p") && s.is(to+1, "m"):
		half, to = s.half(to), to+2
	case s.is(to, "p", "a") && s.glued(to) && s.Tokens[to-1].Kind == Number:
		half, to = s.half(to), to+1
	case s.class(to) == lex.Hour && s.hourMark(c, to):
		c.sure = true
		return true, to + 1
	default:
		return false, i
	}
	if c.hour > 12 || c.hour == 0 {
		c.sure = true
		return true, to
	}
	c.hour = c.hour%12 + half
	c.sure = true
	return true, to
}

func (s *scan) half(i int) int {
	if s.is(i, "p") {
		return 12
	}
	return 0
}

// hourMark tells "17 hs", "9h" and "a las 9 horas" from a duration ("2 horas", "24 h").
func (s *scan) hourMark(c *clock, i int) bool {
	if s.is(i, "hora", "hour", "hours", "horas") {
		return s.cueBefore(i-1) || c.hour > 12 && c.hour < 24
	}
	return c.hour < 24 || c.hour >= 100 && c.hour < 2400 && c.hour%100 < 60 || s.cueBefore(i-1)
}

func (s *scan) noon(hour, to int) (clock, int) {
	if s.is(to, "y", "e") && s.class(to+1) == lex.Half {
		return clock{set: true, hour: hour, minute: 30, sure: true}, to + 2
	}
	if n, end, ok := s.number(to + 1); ok && s.is(to, "y", "e") && n >= 5 && n < 60 && n%5 == 0 && (s.ends(end) || s.dayWord(end)) {
		return clock{set: true, hour: hour, minute: n, sure: true}, end // "meio dia e quinze"
	}
	if s.is(to, "y", "e") && s.class(to+1) == lex.Quarter {
		return clock{set: true, hour: hour, minute: 15, sure: true}, to + 2
	}
	return clock{set: true, hour: hour, sure: true}, to
}

// withPart applies "de la tarde" and the like to a time.
func (s *scan) withPart(c clock, i int) (clock, int) {
	part, to := s.ofPart(i)
	if part == 0 {
		return c, i
	}
	c.part = part
	if c.hour <= 12 {
		c.hour, c.sure = inPart(c.hour, part), true
	}
	return c, to
}

// inPart moves an hour of the 12 hour clock into a part of the day.
func inPart(h, part int) int {
	switch {
	case h == 12 && (part == lex.Evening || part == lex.SmallHours):
		return 0
	case part == lex.Afternoon && h < 12, part == lex.Evening && h >= 4 && h < 12:
		return h + 12
	}
	return h
}
