package mention

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// marked reads am, pm, "hs", "en punto" after a time.
func (s *Scan) marked(c *Clock, i int) (ok bool, to int) {
	to = i
	for s.Is(to, "oclock") || s.Run(to, "en", "punto") {
		to++
		if s.Is(to, "punto") {
			to++
		}
	}
	half := 0
	switch {
	case s.Class(to) == lex.AmPm:
		half, to = int(s.Tokens[to].Lex.N), to+1
	case c.Hour == 12 && s.Is(to, "m") && !s.Is(to+1, "de"):
		half, to = 12, to+1
	case s.Is(to, "a", "p") && s.Is(to+1, "."):
		if !s.Is(to+2, "m") {
			return false, i
		}
		half, to = s.half(to), to+3
		if s.Is(to, ".") {
			to++
		}
	case s.Is(to, "a", "p") && s.Is(to+1, "m"):
		half, to = s.half(to), to+2
	case s.Is(to, "p", "a") && s.Glued(to) && s.Tokens[to-1].Kind == language.Number:
		half, to = s.half(to), to+1
	case s.Class(to) == lex.Hour && s.hourMark(c, to):
		c.Sure = true
		return true, to + 1
	default:
		return false, i
	}
	if c.Hour > 12 || c.Hour == 0 {
		c.Sure = true
		return true, to
	}
	c.Hour = c.Hour%12 + half
	c.Sure = true
	return true, to
}

func (s *Scan) half(i int) int {
	if s.Is(i, "p") {
		return 12
	}
	return 0
}

// hourMark tells "17 hs", "9h" and "a las 9 horas" from a duration ("2 horas", "24 h").
func (s *Scan) hourMark(c *Clock, i int) bool {
	if s.Is(i, "hora", "hour", "hours", "horas") {
		return s.cueBefore(i-1) || c.Hour > 12 && c.Hour < 24
	}
	return c.Hour < 24 || c.Hour >= 100 && c.Hour < 2400 && c.Hour%100 < 60 || s.cueBefore(i-1)
}

func (s *Scan) noon(hour, to int) (Clock, int) {
	if s.Is(to, "y", "e") && s.Class(to+1) == lex.Half {
		return Clock{Set: true, Hour: hour, Minute: 30, Sure: true}, to + 2
	}
	if n, end, ok := s.Number(to + 1); ok && s.Is(to, "y", "e") && n >= 5 && n < 60 && n%5 == 0 && (s.Ends(end) || s.dayWord(end)) {
		return Clock{Set: true, Hour: hour, Minute: n, Sure: true}, end // "meio dia e quinze"
	}
	if s.Is(to, "y", "e") && s.Class(to+1) == lex.Quarter {
		return Clock{Set: true, Hour: hour, Minute: 15, Sure: true}, to + 2
	}
	return Clock{Set: true, Hour: hour, Sure: true}, to
}

// withPart applies "de la tarde" and the like to a time.
func (s *Scan) withPart(c Clock, i int) (Clock, int) {
	part, to := s.OfPart(i)
	if part == 0 {
		return c, i
	}
	c.part = part
	if c.Hour <= 12 {
		c.Hour, c.Sure = inPart(c.Hour, part), true
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
