package mention

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// relativeDay reads "en tres días", "dentro de un mes", "in two weeks", "a week from tomorrow".
func (s *Scan) relativeDay(i int) (Day, int) {
	if d, to := s.countedFrom(i); d.Set {
		return d, to
	}
	if d, to := s.besideDay(i); d.Set {
		return d, to
	}
	at := i
	switch {
	case s.Run(i, "dentro", "de"), s.Run(i, "daqui", "a"), s.Run(i, "daqui", "en"):
		at += 2
	case s.Is(i, "de") && s.Is(i+1, "aqui", "aca") && s.Is(i+2, "a", "en"):
		at += 3
	case s.Is(i, "en", "in", "em", "within"), s.Is(i, "daqui") && (s.Is(i+1, "uns", "umas") || s.Digits(i+1) > 0 || s.Class(i+1) == lex.Number):
		at++
	default:
		return Day{}, i
	}
	if n, to, ok := s.Number(at); ok && s.Is(i, "en", "de") && (n == 8 || n == 15) && s.Ends(to) && (s.Digits(at) < 0 || i == 0) {
		return Day{Set: true, Date: s.Today.Plus(n - 1)}, to
	}
	if d, to := s.weekdaysOn(at); d.Set {
		return d, to
	}
	n, unit, to, ok := s.count(at)
	if !ok {
		return Day{}, i
	}
	return s.shift(s.Today, n, unit), to
}

// countedFrom reads "a week from tomorrow", "dos días antes de navidad", "two fridays from now".
func (s *Scan) countedFrom(i int) (Day, int) {
	if n, unit, to, ok := s.count(i); ok {
		switch {
		case s.Is(to, "from", "on", "after"), s.Is(to, "despues", "depois") && s.Is(to+1, "de", "del", "da", "do"):
			return s.fromDay(n, unit, to)
		case s.Is(to, "before"), s.Is(to, "antes") && s.Is(to+1, "de", "del", "da", "do"):
			return s.fromDay(-n, unit, to)
		}
	}
	if d, to := s.weekdaysOn(i); d.Set && s.Run(to, "from", "now") {
		return d, to + 2
	}
	return Day{}, i
}

// weekdaysOn reads "dos viernes" of "dentro de dos viernes".
func (s *Scan) weekdaysOn(i int) (Day, int) {
	n, at, ok := s.Number(i)
	if !ok || n < 2 || n > 8 {
		return Day{}, i
	}
	wd, to := s.weekdayName(at)
	return Day{Set: wd > 0, Date: s.Today.Next(max(wd, 1)).Plus(7 * (n - 1))}, to
}

// fromDay reads what follows "a week": "from today", "on Tuesday".
func (s *Scan) fromDay(n int, unit lex.Class, at int) (Day, int) {
	if s.nested {
		return Day{}, at
	}
	if s.Is(at+1, "now") {
		return s.shift(s.Today, n, unit), at + 2
	}
	if s.Is(at+1, "de", "da", "do") {
		at++
	}
	s.nested = true
	d, to := s.dayAfterArticle(at)
	s.nested = false
	if d.Set && (n > 0 || s.Today.Before(d.Date)) {
		return s.shift(d.Date, n, unit), to
	}
	return Day{}, at
}

// besideDay reads "el día antes de navidad", "la víspera de Reyes", "the day after Christmas".
func (s *Scan) besideDay(i int) (Day, int) {
	n, at := -1, i+2
	switch {
	case s.nested:
		return Day{}, i
	case s.Is(i, "vispera", "visperas", "vespera") && s.Is(i+1, "de", "del", "do", "da"):
	case s.Is(i, "dia", "day") && s.Is(i+1, "antes", "anterior", "before", "previo"):
	case s.Is(i, "dia", "day") && s.Is(i+1, "despues", "siguiente", "after", "depois", "seguinte"):
		n = 1
	default:
		return Day{}, i
	}
	if s.Is(at, "de", "del", "a", "al", "do", "da") {
		at++
	}
	s.nested = true
	d, to := s.dayAfterArticle(at - 1)
	s.nested = false
	if !d.Set || d.beside != 0 || s.Run(i, "day", "after", "tomorrow") {
		return Day{}, i
	}
	return Day{Set: true, Date: d.Date.Plus(n)}, to
}

// count reads a number of days, weeks or months: "tres días", "a week", "un par de semanas", "a fortnight".
func (s *Scan) count(i int) (n int, unit lex.Class, to int, ok bool) {
	if t := s.Token(i); t.Kind != language.Number && t.Lex.Opens&lex.OpensDay == 0 {
		return 0, lex.None, i, false
	}
	switch {
	case s.Token(i).Kind == language.Number:
		n, to, _ = s.Number(i)
	case s.Is(i, "a", "an", "un", "una", "um", "uma") && s.Is(i+1, "par", "couple"):
		n, to = 2, i+2
		if s.Is(to, "de", "of") {
			to++
		}
	case s.Is(i, "medio", "meio", "half") && s.Class(i+1+Bit(s.Is(i+1, "a"))) == lex.Years:
		return 6, lex.Months, i + 2 + Bit(s.Is(i+1, "a")), true
	case s.Is(i, "a", "an"):
		n, to = 1, i+1
	case s.Is(i, "unos", "unas", "uns", "umas", "about", "like") && (s.Class(i+1) != lex.None || s.Digits(i+1) > 0):
		return s.count(i + 1)
	default:
		if n, to, ok = s.Number(i); !ok {
			return 0, lex.None, i, false
		}
	}
	if s.Is(to, "fortnight") {
		return 2 * n, lex.Week, to + 1, true
	}
	unit = s.Class(to)
	if unit == lex.Years {
		return 12 * n, lex.Months, to + 1, n <= 10
	}
	known := unit == lex.Day || unit == lex.Week || unit == lex.Months
	if unit == lex.Day && s.Is(to, "dias") && s.Lang != language.Portuguese {
		n = spanishDays(n)
	}
	return n, unit, to + 1, known && n <= maxCount
}

// maxCount keeps "in 999999999 days" out of the calendar.
const maxCount = 400

func (s *Scan) shift(from calendar.Day, n int, unit lex.Class) Day {
	switch unit {
	case lex.Day:
		from = from.Plus(n)
	case lex.Week:
		from = from.Plus(7 * n)
		return Day{Set: true, Date: from, Rough: true, Weeks: true}
	default:
		from = from.PlusMonths(n)
	}
	return Day{Set: true, Date: from}
}
