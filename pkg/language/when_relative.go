package language

import (
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// relativeDay reads "en tres días", "dentro de un mes", "in two weeks", "a week from tomorrow".
func (s *scan) relativeDay(i int) (dayValue, int) {
	if s.token(i).Kind != Number && s.class(i) != lex.Number && !s.of(i, lex.Relative) {
		return dayValue{}, i
	}
	if d, to := s.countedFrom(i); d.set {
		return d, to
	}
	if !s.of(i, lex.Relative) {
		return dayValue{}, i
	}
	if d, to := s.besideDay(i); d.set {
		return d, to
	}
	at := i
	switch {
	case s.run(i, "dentro", "de"), s.run(i, "daqui", "a"), s.run(i, "daqui", "en"):
		at += 2
	case s.is(i, "de") && s.is(i+1, "aqui", "aca") && s.is(i+2, "a", "en"):
		at += 3
	case s.is(i, "en", "in", "em", "within"), s.is(i, "daqui") && (s.is(i+1, "uns", "umas") || s.digits(i+1) > 0 || s.class(i+1) == lex.Number):
		at++
	default:
		return dayValue{}, i
	}
	if n, to, ok := s.number(at); ok && s.is(i, "en", "de") && (n == 8 || n == 15) && s.ends(to) && (s.digits(at) < 0 || i == 0) {
		return dayValue{set: true, date: s.today.Plus(n - 1)}, to
	}
	if d, to := s.weekdaysOn(at); d.set {
		return d, to
	}
	n, unit, to, ok := s.count(at)
	if !ok {
		return dayValue{}, i
	}
	return s.shift(s.today, n, unit), to
}

// countedFrom reads "a week from tomorrow", "dos días antes de navidad", "two fridays from now".
func (s *scan) countedFrom(i int) (dayValue, int) {
	if n, unit, to, ok := s.count(i); ok {
		switch {
		case s.is(to, "from", "on", "after"), s.is(to, "despues", "depois") && s.is(to+1, "de", "del", "da", "do"):
			return s.fromDay(n, unit, to)
		case s.is(to, "before"), s.is(to, "antes") && s.is(to+1, "de", "del", "da", "do"):
			return s.fromDay(-n, unit, to)
		}
	}
	if d, to := s.weekdaysOn(i); d.set && s.run(to, "from", "now") {
		return d, to + 2
	}
	return dayValue{}, i
}

// weekdaysOn reads "dos viernes" of "dentro de dos viernes".
func (s *scan) weekdaysOn(i int) (dayValue, int) {
	n, at, ok := s.number(i)
	if !ok || n < 2 || n > 8 {
		return dayValue{}, i
	}
	wd, to := s.weekdayName(at)
	return dayValue{set: wd > 0, date: s.today.Next(max(wd, 1)).Plus(7 * (n - 1))}, to
}

// fromDay reads what follows "a week": "from today", "on Tuesday".
func (s *scan) fromDay(n int, unit lex.Class, at int) (dayValue, int) {
	if s.nested {
		return dayValue{}, at
	}
	if s.is(at+1, "now") {
		return s.shift(s.today, n, unit), at + 2
	}
	if s.is(at+1, "de", "da", "do") {
		at++
	}
	s.nested = true
	d, to := s.dayAfterArticle(at)
	s.nested = false
	if d.set && (n > 0 || s.today.Before(d.date)) {
		return s.shift(d.date, n, unit), to
	}
	return dayValue{}, at
}

// besideDay reads "el día antes de navidad", "la víspera de Reyes", "the day after Christmas".
func (s *scan) besideDay(i int) (dayValue, int) {
	n, at := -1, i+2
	switch {
	case s.nested:
		return dayValue{}, i
	case s.is(i, "vispera", "visperas", "vespera") && s.is(i+1, "de", "del", "do", "da"):
	case s.is(i, "dia", "day") && s.is(i+1, "antes", "anterior", "before", "previo"):
	case s.is(i, "dia", "day") && s.is(i+1, "despues", "siguiente", "after", "depois", "seguinte"):
		n = 1
	default:
		return dayValue{}, i
	}
	if s.is(at, "de", "del", "a", "al", "do", "da") {
		at++
	}
	s.nested = true
	d, to := s.dayAfterArticle(at - 1)
	s.nested = false
	if !d.set || d.beside != 0 || s.run(i, "day", "after", "tomorrow") {
		return dayValue{}, i
	}
	return dayValue{set: true, date: d.date.Plus(n)}, to
}

// count reads a number of days, weeks or months: "tres días", "a week", "un par de semanas", "a fortnight".
func (s *scan) count(i int) (n int, unit lex.Class, to int, ok bool) {
	if t := s.token(i); t.Kind != Number && t.lex.Opens&lex.OpensDay == 0 {
		return 0, lex.None, i, false
	}
	switch {
	case s.token(i).Kind == Number:
		n, to, _ = s.number(i)
	case s.is(i, "a", "an", "un", "una", "um", "uma") && s.is(i+1, "par", "couple"):
		n, to = 2, i+2
		if s.is(to, "de", "of") {
			to++
		}
	case s.is(i, "medio", "meio", "half") && s.class(i+1+bit(s.is(i+1, "a"))) == lex.Years:
		return 6, lex.Months, i + 2 + bit(s.is(i+1, "a")), true
	case s.is(i, "a", "an"):
		n, to = 1, i+1
	case s.is(i, "unos", "unas", "uns", "umas", "about", "like") && (s.class(i+1) != lex.None || s.digits(i+1) > 0):
		return s.count(i + 1)
	default:
		if n, to, ok = s.number(i); !ok {
			return 0, lex.None, i, false
		}
	}
	if s.is(to, "fortnight") {
		return 2 * n, lex.Week, to + 1, true
	}
	unit = s.class(to)
	if unit == lex.Years {
		return 12 * n, lex.Months, to + 1, n <= 10
	}
	known := unit == lex.Day || unit == lex.Week || unit == lex.Months
	if unit == lex.Day && s.is(to, "dias") && s.lang != Portuguese {
		n = spanishDays(n)
	}
	return n, unit, to + 1, known && n <= maxCount
}

// maxCount keeps "in 999999999 days" out of the calendar.
const maxCount = 400

func (s *scan) shift(from calendar.Day, n int, unit lex.Class) dayValue {
	switch unit {
	case lex.Day:
		from = from.Plus(n)
	case lex.Week:
		from = from.Plus(7 * n)
		return dayValue{set: true, date: from, rough: true, weeks: true}
	default:
		from = from.PlusMonths(n)
	}
	return dayValue{set: true, date: from}
}
