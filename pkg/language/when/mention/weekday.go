package mention

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// weekdayDay reads a weekday with what belongs to it: a number, a month, "que viene", "de la otra semana", "en ocho".
func (s *Scan) weekdayDay(i int) (Day, int) {
	wd, to := s.weekdayName(i)
	if wd == 0 || s.habitual(i) {
		return Day{}, i
	}
	if d, end := s.weekdayWithNumber(wd, to); d.Set {
		return d, end
	}
	if d, end := s.weekdayBeside(wd, to); d.Set {
		return d, end
	}
	if d, end := s.weekdayFurther(wd, to); d.Set {
		return d, end
	}
	d := Day{Set: true, Date: s.Today.Next(wd), Weekday: wd}
	if end := s.weekdayLater(i, to); end > 0 {
		d.beside = weekdayAfter
		return d, end
	}
	to = s.skipComing(to)
	if s.Is(to, "de", "en", "in", "em", "dentro", "daqui") {
		if r, end := s.relativeDay(to + Bit(s.Is(to, "de"))); r.Weeks {
			return Day{Set: true, Date: r.Date.Monday().Plus(wd - 1)}, end // "el jueves de dentro de dos semanas"
		}
	}
	if r, end := s.ofWeek(to); r.Set {
		d.Date, d.Weekday, d.InWeek = r.First.Monday().Plus(wd-1), 0, true
		if !s.Today.Before(d.Date) {
			d.Date = s.Today.Next(wd)
		}
		if r.follows {
			d.beside = weekAfterIt
		}
		return d, end
	}
	return d, to
}

// weekdayLater reads what puts the weekday at i, read up to to, after the day that was named last: "el lunes después", "the Friday
// after", "a sexta seguinte". It returns the token after it, or 0.
func (s *Scan) weekdayLater(i, to int) int {
	switch {
	case s.nested:
	case s.Is(to, "siguiente", "seguinte"), s.Is(to, "despues", "depois") && !s.Is(to+1, "de", "del", "da", "do") && (s.Ends(to+1) || s.Is(to+1, "tipo", "como")):
		return to + 1
	case s.Is(to, "after") && s.Is(i-1, "the") && (s.Ends(to+1) || s.Is(to+1, "that")):
		return to + 1 + Bit(s.Is(to+1, "that"))
	case s.Is(i-1, "following"):
		return to
	}
	return 0
}

// weekdayFurther reads what puts a weekday further than the next one: "subsiguiente", "en ocho", "week", or the day that it is after "que viene".
func (s *Scan) weekdayFurther(wd, to int) (Day, int) {
	if s.Is(to, "subsiguiente") {
		return Day{Set: true, Date: s.Today.Next(wd).Plus(7)}, to + 1
	}
	named := to
	if to = s.skipComing(to); to > named {
		if d, end := s.weekdayWithNumber(wd, to); d.Set && d.Date.Weekday() == wd && d.Date.Before(s.Today.Plus(35)) {
			return d, end // "quinta que vem, dia 13"
		}
	}
	if s.Is(to, "en") || s.Is(to, "a") && s.Lang == language.Portuguese {
		if d, end := s.countedOn(Day{Set: true, Date: s.Today.Next(wd)}, named-1, to); end > to {
			return d, end
		}
	}
	if s.Run(to, "after", "next") {
		return Day{Set: true, Date: s.Today.Next(wd).Plus(7)}, to + 2
	}
	if s.Is(to, "week") && !s.Is(to+1, "days") {
		return Day{Set: true, Date: s.Today.Next(wd).Plus(7)}, to + 1
	}
	return Day{}, to
}

// weekdayBeside reads "antes de Navidad", "after Thanksgiving" after a weekday: the last such day before, or the first after.
func (s *Scan) weekdayBeside(wd, i int) (Day, int) {
	before := s.Is(i, "antes", "before", "previo", "anterior")
	if s.nested || !before && !s.Is(i, "despues", "after", "depois", "siguiente", "posterior") {
		return Day{}, i
	}
	at := i
	if s.Is(i+1, "de", "del", "a", "al", "do", "da") {
		at++
	}
	s.nested = true
	a, ok := s.besideAnchor(at)
	s.nested = false
	if !ok {
		return Day{}, i
	}
	date := a.Day.Date.Next(wd)
	if before {
		date = a.Day.Date.Plus(-7)
		if date.Weekday() != wd {
			date = date.Next(wd)
		}
	}
	return Day{Set: s.Today.Before(date), Date: date}, a.To
}

// besideAnchor reads the feast, or the day with its month, that a weekday stands before or after.
func (s *Scan) besideAnchor(i int) (Atom, bool) {
	at := i + 1
	if s.Is(at, "el", "la", "the", "o", "a") {
		at++
	}
	if a, ok := s.feastDay(at); ok {
		if a.Span.Set {
			a.Day = Day{Set: true, Date: a.Span.Last}
		}
		return a, true
	}
	for s.Is(at, "feriado", "festivo", "de", "del", "do", "da") {
		at++
	}
	if a, ok := s.feastDay(at); ok && a.Day.Set {
		return a, true
	}
	d, to := s.monthNameDay(i + 1)
	if !d.Set && s.Is(i, "del", "do") {
		d, to = s.dayNumber(i)
	}
	return Atom{To: to, Day: d}, d.Set
}

// weekdayName reads the name alone; the short forms and the Portuguese ordinals need company.
func (s *Scan) weekdayName(i int) (wd, to int) {
	n := 0
	if i >= 0 && i < len(s.Tokens) {
		n = int(s.Tokens[i].Lex.N)
	}
	switch s.Class(i) {
	case lex.Weekday:
		to = i + 1
	case lex.ShortDay:
		if !s.shortDay(i) {
			return 0, i
		}
		to = i + 1
	case lex.Feira:
		if !s.Is(i+1, "feira") && !s.Is(i+2, "feira") && (s.Lang != language.Portuguese || s.In(i+1, lex.Nth) || s.Is(i-1, "a") && s.Is(i-2, "ou", "e") && s.In(i-3, lex.Nth) ||
			s.Is(i+1, "semana", "quinzena") && s.Is(i+2, "de", "do")) {
			return 0, i
		}
		to = i + 1
	default:
		return 0, i
	}
	if s.Is(to, "-") && s.Is(to+1, "feira") {
		to++
	}
	if s.Is(to, "feira") || s.Is(to, ".") && s.Class(i) == lex.ShortDay {
		to++
	}
	return n, to
}

// habitual weekdays ("los martes", "on Saturdays") name no day.
func (s *Scan) habitual(i int) bool { return s.habitualFrom(i, 6) }

// habitualFrom looks back over at most chain weekdays in a row: "los lunes, miércoles y viernes".
func (s *Scan) habitualFrom(i, chain int) bool {
	if s.Is(i-1, "los", "todos", "aos", "cada", "every", "todas", "nas", "toda", "ningun", "any", "un", "algun", "cualquier", "some", "algum", "um") || s.Is(i-2, "todos", "todas") && s.Is(i-1, "los", "as", "os", "las") {
		return true
	}
	if s.Is(i, "sabados", "domingos", "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays") {
		return !s.Possessive(i)
	}
	return i >= 2 && s.Is(i-1, "y", "e", "and", ",", "o", "a", "al", "or") && s.Class(i-2) == s.Class(i) && chain > 0 && s.habitualFrom(i-2, chain-1)
}

// Possessive tells "Monday's" from "Mondays", which read alike.
func (s *Scan) Possessive(i int) bool {
	t := &s.Tokens[i]
	return t.End-t.Start > len(t.Norm)
}

// shortDay reports whether "lun", "vie", "mar" at i is a day: those that are words too need company.
func (s *Scan) shortDay(i int) bool {
	if s.Is(i-1, "el", "on", "this", "next", "este", "proximo", "del", "al", "pal", "para", "pa") || s.Digits(i+1) >= 0 || s.StartsTime(i+2) && s.Is(i+1, "a", "las", "at", "as", "alas") || s.partWord(i+1) != 0 {
		return true
	}
	if s.Is(i+1, "-") && s.Class(i+2) == lex.ShortDay || s.Is(i-1, "-") && s.Class(i-2) == lex.ShortDay {
		return true
	}
	if s.Lang == language.English && s.Is(i, "sat", "sun", "mon", "wed", "weds") && s.Ends(i+1) && (i == 0 || s.Is(i-1, "thing", "or", "morning", "night", "afternoon", "evening", "until", "til", "by", "see", "for") || s.Token(i-1).Kind == language.Mark || s.Class(i-1) == lex.AmPm) {
		return true
	}
	if s.Lang == language.English && s.Is(i+1, "around", "after", "before", "between", "about", "from", "by") && s.StartsTime(i+2) && !s.Is(i-1, "i", "we", "he", "she", "it", "they", "you") {
		return true
	}
	if s.Is(i, "mar", "sun", "sat", "wed", "dom", "sex", "mon") {
		return s.Is(i+1, "en", "por") && s.Is(i+2, "la")
	}
	return true
}

// weekdayWithNumber reads "martes 24", "martes 24 de noviembre", "Tuesday the 24th", "martes 24/11", "Tuesday, November 24".
func (s *Scan) weekdayWithNumber(wd, i int) (Day, int) {
	at := i
	for s.Is(at, ",", "el", "dia", "the", ".", "(") && at < i+3 {
		at++
	}
	if d, to := s.numericDay(at); d.Set {
		return d, to
	}
	if d, to := s.monthNameDay(at); d.Set {
		return d, to
	}
	n, to, ok := s.ledDay(at, true)
	if m := s.Digits(to); at == i && m >= 0 && m < 60 && m%5 == 0 && len(s.At(to)) == 2 && !s.Glued(to) && n >= 8 && n < 24 && s.Ends(to+1) {
		return Day{}, i // "sábado 19 30"
	}
	if !ok || at > i && s.Is(at-1, ",", ".") && s.Tokens[at].Kind != language.Number || s.Is(to, "/", ":") && s.Glued(to) || s.dotted(to) || s.Inexact(to) || s.Is(to, "-") && s.Glued(to) && s.Digits(to+1) >= 0 && s.ClockTail(to+2) {
		return Day{}, i
	}
	if _, end, more := s.Number(to + 1); more && s.Is(to, "o", "or", "ou", "a", "to", "-") && s.Counted(end) {
		return Day{}, i // "friday, 2 or 3 kids"
	}
	date, ok := s.Today.NextWeekdayNumber(wd, n)
	if far := s.Today.Plus(90 - 60*Bit(s.spans(to))).Before(date); far && n < 24 && (at == i || s.Is(at-1, ",", ".")) && s.hourly(to) {
		return Day{}, i // "el sábado 8 por la noche" where the 8th is no Saturday soon
	}
	return Day{Set: ok, Date: date}, to
}

// dotted reports whether minutes follow a point at i: "lunes 8.30".
func (s *Scan) dotted(i int) bool {
	return s.Is(i, ".") && s.Glued(i) && s.Glued(i+1) && s.Digits(i+1) >= 0 && s.Digits(i+1) < 60 && len(s.At(i+1)) == 2
}

// hourly reports whether the number before i is more of an hour than of a day: a part of the day follows, or nothing.
func (s *Scan) hourly(i int) bool {
	if part, _ := s.OfPart(i); part != 0 {
		return true
	}
	return s.partWord(i) != 0 || s.spans(i)
}

// spans reports whether the number before i is the first of two: "sábado 9 a 11".
func (s *Scan) spans(i int) bool { return s.Is(i, "a", "to", "-") && s.Digits(i+1) > 0 }

// skipComing passes "que viene", "próximo", "que entra", "siguiente" after a weekday.
func (s *Scan) skipComing(i int) int {
	switch {
	case s.Is(i, "que") && s.Is(i+1, "viene", "entra", "vem", "sigue", "vien"):
		return i + 2
	case s.Class(i) == lex.Next && s.Class(i+1) != lex.Week && s.Class(i+1) != lex.Weekday && s.Class(i+1) != lex.Months:
		return i + 1
	case s.Is(i, "mas") && s.Is(i+1, "proximo", "cercano"):
		return i + 2
	}
	return i
}

// ofWeek reads the week that a weekday belongs to: "de la próxima semana", "next week", "da semana que vem".
func (s *Scan) ofWeek(i int) (Range, int) {
	at := i
	if s.Is(at, ",") {
		at++
	}
	if s.Is(at, "de", "da", "of", "in", "en") {
		at++
	}
	if s.Is(at, "la", "the") {
		at++
	}
	if r, to := s.week(at); r.Set {
		return r, to
	}
	if s.Run(i, "de", "la") && s.Class(i+3) != lex.Week && (s.Is(at, "que") && s.Coming(at) > 0 || s.Later(at) && s.Class(at+1) == lex.None && s.Ends(at+1)) {
		return s.weekAfter(1), max(at+1, s.Coming(at)) // "el viernes de la que viene"
	}
	return Range{}, i
}
