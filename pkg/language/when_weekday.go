package language

import "github.com/recado/recado/pkg/language/lex"

// weekdayDay reads a weekday with what belongs to it: a number, a month, "que viene", "de la otra semana", "en ocho".
func (s *scan) weekdayDay(i int) (dayValue, int) {
	wd, to := s.weekdayName(i)
	if wd == 0 || s.habitual(i) {
		return dayValue{}, i
	}
	if d, end := s.weekdayWithNumber(wd, to); d.set {
		return d, end
	}
	if d, end := s.weekdayBeside(wd, to); d.set {
		return d, end
	}
	if d, end := s.weekdayFurther(wd, to); d.set {
		return d, end
	}
	d := dayValue{set: true, date: s.today.Next(wd), weekday: wd}
	if end := s.weekdayLater(i, to); end > 0 {
		d.beside = weekdayAfter
		return d, end
	}
	to = s.skipComing(to)
	if s.is(to, "de", "en", "in", "em", "dentro", "daqui") {
		if r, end := s.relativeDay(to + bit(s.is(to, "de"))); r.weeks {
			return dayValue{set: true, date: r.date.Monday().Plus(wd - 1)}, end // "el jueves de dentro de dos semanas"
		}
	}
	if r, end := s.ofWeek(to); r.set {
		d.date, d.weekday, d.inWeek = r.first.Monday().Plus(wd-1), 0, true
		if !s.today.Before(d.date) {
			d.date = s.today.Next(wd)
		}
		if r.follows {
			d.beside = weekAfterIt
		}
		return d, end
	}
	return d, to
}

// weekdayLater reads what puts the weekday at i, read up to to, behind the day that was named last: "el lunes después", "the Friday
// after", "a sexta seguinte". It returns the token after it, or 0.
func (s *scan) weekdayLater(i, to int) int {
	switch {
	case s.nested:
	case s.is(to, "siguiente", "seguinte"), s.is(to, "despues", "depois") && !s.is(to+1, "de", "del", "da", "do") && (s.ends(to+1) || s.is(to+1, "tipo", "como")):
		return to + 1
	case s.is(to, "after") && s.is(i-1, "the") && (s.ends(to+1) || s.is(to+1, "that")):
		return to + 1 + bit(s.is(to+1, "that"))
	case s.is(i-1, "following"):
		return to
	}
	return 0
}

// weekdayFurther reads what puts a weekday further than the next one: "subsiguiente", "en ocho", "week", or the day that it is behind "que viene".
func (s *scan) weekdayFurther(wd, to int) (dayValue, int) {
	if s.is(to, "subsiguiente") {
		return dayValue{set: true, date: s.today.Next(wd).Plus(7)}, to + 1
	}
	named := to
	if to = s.skipComing(to); to > named {
		if d, end := s.weekdayWithNumber(wd, to); d.set && d.date.Weekday() == wd && d.date.Before(s.today.Plus(35)) {
			return d, end // "quinta que vem, dia 13"
		}
	}
	if s.is(to, "en") || s.is(to, "a") && s.lang == Portuguese {
		if d, end := s.countedOn(dayValue{set: true, date: s.today.Next(wd)}, named-1, to); end > to {
			return d, end
		}
	}
	if s.run(to, "after", "next") {
		return dayValue{set: true, date: s.today.Next(wd).Plus(7)}, to + 2
	}
	if s.is(to, "week") && !s.is(to+1, "days") {
		return dayValue{set: true, date: s.today.Next(wd).Plus(7)}, to + 1
	}
	return dayValue{}, to
}

// weekdayBeside reads "antes de Navidad", "after Thanksgiving" behind a weekday: the last such day before, or the first after.
func (s *scan) weekdayBeside(wd, i int) (dayValue, int) {
	before := s.is(i, "antes", "before", "previo", "anterior")
	if s.nested || !before && !s.is(i, "despues", "after", "depois", "siguiente", "posterior") {
		return dayValue{}, i
	}
	at := i
	if s.is(i+1, "de", "del", "a", "al", "do", "da") {
		at++
	}
	s.nested = true
	a, ok := s.besideAnchor(at)
	s.nested = false
	if !ok {
		return dayValue{}, i
	}
	date := a.day.date.Next(wd)
	if before {
		date = a.day.date.Plus(-7)
		if date.Weekday() != wd {
			date = date.Next(wd)
		}
	}
	return dayValue{set: s.today.Before(date), date: date}, a.to
}

// besideAnchor reads the feast, or the day with its month, that a weekday stands before or after.
func (s *scan) besideAnchor(i int) (atom, bool) {
	at := i + 1
	if s.is(at, "el", "la", "the", "o", "a") {
		at++
	}
	if a, ok := s.feastDay(at); ok {
		if a.span.set {
			a.day = dayValue{set: true, date: a.span.last}
		}
		return a, true
	}
	for s.is(at, "feriado", "festivo", "de", "del", "do", "da") {
		at++
	}
	if a, ok := s.feastDay(at); ok && a.day.set {
		return a, true
	}
	d, to := s.monthNameDay(i + 1)
	if !d.set && s.is(i, "del", "do") {
		d, to = s.dayNumber(i)
	}
	return atom{to: to, day: d}, d.set
}

// weekdayName reads the name alone; the short forms and the Portuguese ordinals need company.
func (s *scan) weekdayName(i int) (wd, to int) {
	n := 0
	if i >= 0 && i < len(s.Tokens) {
		n = int(s.Tokens[i].lex.N)
	}
	switch s.class(i) {
	case lex.Weekday:
		to = i + 1
	case lex.ShortDay:
		if !s.shortDay(i) {
			return 0, i
		}
		to = i + 1
	case lex.Feira:
		if !s.is(i+1, "feira") && !s.is(i+2, "feira") && (s.lang != Portuguese || s.in(i+1, lex.Nth) || s.is(i-1, "a") && s.is(i-2, "ou", "e") && s.in(i-3, lex.Nth) ||
			s.is(i+1, "semana", "quinzena") && s.is(i+2, "de", "do")) {
			return 0, i
		}
		to = i + 1
	default:
		return 0, i
	}
	if s.is(to, "-") && s.is(to+1, "feira") {
		to++
	}
	if s.is(to, "feira") || s.is(to, ".") && s.class(i) == lex.ShortDay {
		to++
	}
	return n, to
}

// habitual weekdays ("los martes", "on Saturdays") name no day.
func (s *scan) habitual(i int) bool { return s.habitualFrom(i, 6) }

// habitualFrom looks back over at most chain weekdays in a row: "los lunes, miércoles y viernes".
func (s *scan) habitualFrom(i, chain int) bool {
	if s.is(i-1, "los", "todos", "aos", "cada", "every", "todas", "nas", "toda", "ningun", "any", "un", "algun", "cualquier", "some", "algum", "um") || s.is(i-2, "todos", "todas") && s.is(i-1, "los", "as", "os", "las") {
		return true
	}
	if s.is(i, "sabados", "domingos", "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays") {
		return !s.possessive(i)
	}
	return i >= 2 && s.is(i-1, "y", "e", "and", ",", "o", "a", "al", "or") && s.class(i-2) == s.class(i) && chain > 0 && s.habitualFrom(i-2, chain-1)
}

// possessive tells "Monday's" from "Mondays", which read alike.
func (s *scan) possessive(i int) bool {
	t := &s.Tokens[i]
	return t.End-t.Start > len(t.Norm)
}

// shortDay tells whether "lun", "vie", "mar" at i is a day: those that are words too need company.
func (s *scan) shortDay(i int) bool {
	if s.is(i-1, "el", "on", "this", "next", "este", "proximo", "del", "al", "pal", "para", "pa") || s.digits(i+1) >= 0 || s.startsTime(i+2) && s.is(i+1, "a", "las", "at", "as", "alas") || s.partWord(i+1) != 0 {
		return true
	}
	if s.is(i+1, "-") && s.class(i+2) == lex.ShortDay || s.is(i-1, "-") && s.class(i-2) == lex.ShortDay {
		return true
	}
	if s.lang == English && s.is(i, "sat", "sun", "mon", "wed", "weds") && s.ends(i+1) && (i == 0 || s.is(i-1, "thing", "or", "morning", "night", "afternoon", "evening", "until", "til", "by", "see", "for") || s.token(i-1).Kind == Mark || s.class(i-1) == lex.AmPm) {
		return true
	}
	if s.lang == English && s.is(i+1, "around", "after", "before", "between", "about", "from", "by") && s.startsTime(i+2) && !s.is(i-1, "i", "we", "he", "she", "it", "they", "you") {
		return true
	}
	if s.is(i, "mar", "sun", "sat", "wed", "dom", "sex", "mon") {
		return s.is(i+1, "en", "por") && s.is(i+2, "la")
	}
	return true
}

// weekdayWithNumber reads "martes 24", "martes 24 de noviembre", "Tuesday the 24th", "martes 24/11", "Tuesday, November 24".
func (s *scan) weekdayWithNumber(wd, i int) (dayValue, int) {
	at := i
	for s.is(at, ",", "el", "dia", "the", ".", "(") && at < i+3 {
		at++
	}
	if d, to := s.numericDay(at); d.set {
		return d, to
	}
	if d, to := s.monthNameDay(at); d.set {
		return d, to
	}
	n, to, ok := s.ledDay(at, true)
	if m := s.digits(to); at == i && m >= 0 && m < 60 && m%5 == 0 && len(s.at(to)) == 2 && !s.glued(to) && n >= 8 && n < 24 && s.ends(to+1) {
		return dayValue{}, i // "sábado 19 30"
	}
	if !ok || at > i && s.is(at-1, ",", ".") && s.Tokens[at].Kind != Number || s.is(to, "/", ":") && s.glued(to) || s.dotted(to) || s.inexact(to) || s.is(to, "-") && s.glued(to) && s.digits(to+1) >= 0 && s.clockTail(to+2) {
		return dayValue{}, i
	}
	if _, end, more := s.number(to + 1); more && s.is(to, "o", "or", "ou", "a", "to", "-") && s.counted(end) {
		return dayValue{}, i // "friday, 2 or 3 kids"
	}
	date, ok := s.today.NextWeekdayNumber(wd, n)
	if far := s.today.Plus(90 - 60*bit(s.spans(to))).Before(date); far && n < 24 && (at == i || s.is(at-1, ",", ".")) && s.hourly(to) {
		return dayValue{}, i // "el sábado 8 por la noche" where the 8th is no Saturday soon
	}
	return dayValue{set: ok, date: date}, to
}

// dotted tells whether minutes follow a point at i: "lunes 8.30".
func (s *scan) dotted(i int) bool {
	return s.is(i, ".") && s.glued(i) && s.glued(i+1) && s.digits(i+1) >= 0 && s.digits(i+1) < 60 && len(s.at(i+1)) == 2
}

// hourly tells whether the number before i is more of an hour than of a day: a part of the day follows, or nothing.
func (s *scan) hourly(i int) bool {
	if part, _ := s.ofPart(i); part != 0 {
		return true
	}
	return s.partWord(i) != 0 || s.spans(i)
}

// spans tells whether the number before i is the first of two: "sábado 9 a 11".
func (s *scan) spans(i int) bool { return s.is(i, "a", "to", "-") && s.digits(i+1) > 0 }

// skipComing passes "que viene", "próximo", "que entra", "siguiente" after a weekday.
func (s *scan) skipComing(i int) int {
	switch {
	case s.is(i, "que") && s.is(i+1, "viene", "entra", "vem", "sigue", "vien"):
		return i + 2
	case s.class(i) == lex.Next && s.class(i+1) != lex.Week && s.class(i+1) != lex.Weekday && s.class(i+1) != lex.Months:
		return i + 1
	case s.is(i, "mas") && s.is(i+1, "proximo", "cercano"):
		return i + 2
	}
	return i
}

// ofWeek reads the week that a weekday belongs to: "de la próxima semana", "next week", "da semana que vem".
func (s *scan) ofWeek(i int) (dayRange, int) {
	at := i
	if s.is(at, ",") {
		at++
	}
	if s.is(at, "de", "da", "of", "in", "en") {
		at++
	}
	if s.is(at, "la", "the") {
		at++
	}
	if r, to := s.week(at); r.set {
		return r, to
	}
	if s.run(i, "de", "la") && s.class(i+3) != lex.Week && (s.is(at, "que") && s.coming(at) > 0 || s.later(at) && s.class(at+1) == lex.None && s.ends(at+1)) {
		return s.weekAfter(1), max(at+1, s.coming(at)) // "el viernes de la que viene"
	}
	return dayRange{}, i
}
