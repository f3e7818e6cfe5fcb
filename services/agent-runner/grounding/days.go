package grounding

import (
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// readStamp reads "2026-03-12" and the time and the zone after it, "T16:30:00-06:00".
func readStamp(p *piece, i int) (mention, int) {
	if p.glued(i) && p.twoDigits(i, "t") && p.is(i+2, ":") {
		return p.stampTime(i + 1)
	}
	if p.digits(i) != 4 || !p.dashed(i+1, 2) || !p.dashed(i+3, 2) {
		return mention{}, i
	}
	y, m, d := p.whole(i), p.whole(i+2), p.whole(i+4)
	if _, ok := calendar.Real(y, m, d); !ok || y < 1900 {
		return mention{}, i
	}
	return mention{kind: Date, from: i, day: dayOf{year: y, month: m, day: d}}, i + 5
}

// dashed reports whether a dash or slash and so many digits stand glued at token i.
func (p *piece) dashed(i, digits int) bool {
	return p.is(i, "-", "/") && p.glued(i) && p.glued(i+1) && p.digits(i+1) == digits
}

// stampTime reads the time of a stamp and passes its zone.
func (p *piece) stampTime(i int) (mention, int) {
	h, m, to := p.whole(i), p.whole(i+2), i+3
	if h > 23 || m < 0 || m > 59 {
		return mention{}, i
	}
	for p.is(to, ":", ".") && p.glued(to) && p.digits(to+1) > 0 {
		to += 2
	}
	switch {
	case p.is(to, "z") && p.glued(to):
		to++
	case p.is(to, "+", "-") && p.glued(to) && p.digits(to+1) == 2 && p.is(to+2, ":"):
		to += 4
	}
	return mention{kind: Clock, from: i - 1, value: int64(h*60 + m), alt: -1}, to
}

// readDay reads a day with its month, a weekday with the number of its day, and a weekday alone.
func readDay(p *piece, i int) (mention, int) {
	if w, to := p.weekday(i); to > i {
		return p.afterWeekday(i, w, to)
	}
	if d, to := p.date(i); to > i {
		return mention{kind: Date, from: i, day: d}, to
	}
	return mention{}, i
}

// afterWeekday reads the date or the number of a day after a weekday.
func (p *piece) afterWeekday(i, w, to int) (mention, int) {
	m := mention{kind: Date, from: i, day: dayOf{weekday: w}}
	at := to
	for at < to+3 && (p.is(at, ",", "(", "el", "dia", "the", "*", ":") && !p.breaks(at)) {
		at++
	}
	if d, end := p.date(at); end > at {
		d.weekday = w
		m.day = d
		return m, end
	}
	switch n, end := p.dayNumber(at); {
	case end == at, n == 0, p.is(at-1, ":"), !p.is(at-1, "el", "dia", "the") && !p.standsAlone(end), p.countsAfter(end):
		return m, to
	default:
		m.day.day = n
		return m, end
	}
}

// standsAlone reports whether the number before token i is no hour: not "lunes 9:00", "lunes 9 a 18".
func (p *piece) standsAlone(i int) bool {
	if p.is(i, ":", "h", ".", "-", "–") && p.glued(i) && p.digits(i+1) > 0 {
		return false
	}
	return p.half(i) == i && !p.is(i, "h", "hs", "hrs") && (p.is(i+1, "las") || !p.spanTo(i))
}

// countsAfter reports whether the number before token i counts what follows.
func (p *piece) countsAfter(i int) bool {
	_, _, unit := p.unit(i)
	return unit || p.is(i, "%", "$", "€")
}

// weekday reads the name of a day of the week: 1 Monday to 7 Sunday.
func (p *piece) weekday(i int) (n, to int) {
	switch p.class(i) {
	case lex.Weekday:
		switch {
		case p.is(i, "terca") && p.is(i+1, "-") && p.is(i+2, "feira"):
			return p.n(i), i + 3
		case p.is(i, "martes", "domingo", "domingos", "sabado") && p.is(i-1, "san", "sao", "santo"):
			return 0, i
		}
		return p.n(i), i + 1
	case lex.Feira:
		if p.is(i+1, "-") && p.is(i+2, "feira", "feiras") {
			return p.n(i), i + 3
		}
		if p.is(i+1, "feira", "feiras") {
			return p.n(i), i + 2
		}
		if p.weekdayNear(i) || p.is(i+1, ",") && p.is(i+2, "dia") {
			return p.n(i), i + 1
		}
	case lex.ShortDay:
		if p.weekdayNear(i) || p.dayAfter(i) {
			return p.n(i), i + 1
		}
	}
	if n, ok := shortDays[p.at(i)]; ok && (p.weekdayNear(i) || p.dayAfter(i)) {
		return n, i + 1
	}
	return 0, i
}

var shortDays = map[string]int{
	"seg": 1, "ter": 2, "qua": 3, "qui": 4, "sex": 5, "tues": 2, "thurs": 4, "segundas": 1, "quartas": 3,
	"quintas": 4, "sextas": 5, "tercas": 2,
}

// weekdayNear reports whether a weekday stands at the other end of a span or list: "mon-fri", "segunda a sexta".
func (p *piece) weekdayNear(i int) bool {
	for _, at := range [...]int{i - 2, i + 2} {
		between := (at + i) / 2
		if !p.is(between, "-", "–", "a", "y", "e", "and", "to", ",", "/", "&") {
			continue
		}
		switch c := p.class(at); {
		case c == lex.Weekday, c == lex.Feira, c == lex.ShortDay, shortDays[p.at(at)] > 0:
			return true
		}
	}
	counts := p.is(i+1, "opcao", "vez", "consulta", "sessao", "parcela", "unidade", "dose")
	return p.is(i-1, "na", "nas", "as", "toda", "proxima") && p.class(i) == lex.Feira && !counts
}

// dayAfter reports whether a number of a day follows: "mar 10".
func (p *piece) dayAfter(i int) bool {
	at := i + 1
	if p.is(at, ".", ",") {
		at++
	}
	n, to := p.dayNumber(at)
	if to == at || n == 0 {
		return false
	}
	_, end := p.month(to)
	return end > to || p.is(at-1, ".") || p.is(to, "/")
}

// dayNumber reads the number of a day of the month: "12", "1º", "12th", "primero".
func (p *piece) dayNumber(i int) (n, to int) {
	if p.is(i, "primero", "primeiro", "1ro") {
		return 1, i + 1
	}
	d := p.digits(i)
	if n = p.whole(i); d == 0 || d > 2 || n < 1 || n > 31 {
		return 0, i
	}
	to = i + 1
	if p.is(to, "st", "nd", "rd", "th", "ro", "o", "º", "ª", "°") && p.glued(to) {
		to++
	}
	return n, to
}

var (
	// longMonths are the names of months that mean nothing else; a short one counts beside a number only.
	moreMonths = map[string]int{"out": 10, "dez": 12, "fev": 2, "mai": 5, "set": 9, "mar": 3}
	listing    = words(", y e al a and o ou or - – to ao hasta ate")
	ofMonth    = words("de do del of / - – .")
)

// month reads the name of a month at token i, past the words that lead to it.
func (p *piece) month(i int) (m, to int) {
	at := i
	for at < i+2 && (p.in(at, ofMonth) || p.is(at, "mes")) {
		at++
	}
	switch {
	case p.class(at) == lex.Month:
		m = p.n(at)
	case moreMonths[p.at(at)] > 0:
		m = moreMonths[p.at(at)]
	default:
		return 0, i
	}
	if to = at + 1; p.is(to, ".") && p.glued(to) && len(p.at(at)) <= 4 {
		to++
	}
	return m, to
}

// date reads a day with its month: "12 de marzo de 2026", "12/03", "March 12th", and the first of "12 y 13 de marzo".
func (p *piece) date(i int) (d dayOf, to int) {
	if p.class(i) == lex.Month {
		return p.monthFirst(i)
	}
	n, at := p.dayNumber(i)
	if at == i {
		return d, i
	}
	if d, to = p.numeric(i); to > i {
		return d, to
	}
	if m, end := p.month(at); end > at && p.monthFits(at, end) {
		return p.withYear(dayOf{day: n, month: m}, end)
	}
	if m := p.listed(at, n); m > 0 {
		return dayOf{day: n, month: m}, at
	}
	return d, i
}

// monthFits reports whether the word of a month after a number is one: not "2 set", "a 5 mar".
func (p *piece) monthFits(at, end int) bool {
	name := end - 1
	if p.is(name, ".") {
		name--
	}
	return len(p.at(name)) > 3 || at < name || p.class(name) == lex.Month
}

// listed is the month of a day that stands in a list or span before the one that names it: "12, 13 y 14 de marzo".
func (p *piece) listed(at, first int) int {
	for range 6 {
		if !p.in(at, listing) {
			return 0
		}
		at++
		for p.is(at, "el", "the", "y", "e", "dia") || p.isWeekdayWord(at) {
			at++
		}
		n, end := p.dayNumber(at)
		if end == at {
			return 0
		}
		switch m, to := p.month(end); {
		case to == end || p.is(end, "-", "."):
		case n < first:
			return (m+10)%12 + 1 // "del 30 al 2 de diciembre" begins in November
		default:
			return m
		}
		at = end
	}
	return 0
}

func (p *piece) isWeekdayWord(i int) bool { return p.class(i) == lex.Weekday }

// numeric reads "12/03", "12/03/2026", "12-03-2026", "12.03.2026".
func (p *piece) numeric(i int) (d dayOf, to int) {
	mark := p.at(i + 1)
	switch n := p.digits(i + 2); {
	case !p.is(i+1, "/", "-", "."), !p.glued(i + 1), !p.glued(i + 2), n != 1 && n != 2:
		return d, i
	}
	d.day, d.month, to = p.whole(i), p.whole(i+2), i+3
	if p.twoDigits(to, mark) || p.is(to, mark) && p.glued(to+1) && p.digits(to+1) == 4 {
		if d.year = p.whole(to + 1); d.year < 100 {
			d.year += 2000
		}
		to += 2
	}
	if mark != "/" && d.year == 0 || mark == "." && p.digits(to-1) != 4 {
		return dayOf{}, i
	}
	if d.month > 12 && d.day <= 12 {
		d.day, d.month = d.month, d.day
	}
	always := d == dayOf{day: 24, month: 7} // "24/7"
	if d.month < 1 || d.month > 12 || always || p.is(i+4, "hora", "hour", "cup", "hours") {
		return dayOf{}, i
	}
	return d, to
}

// monthFirst reads "March 12th, 2026", "marzo 12".
func (p *piece) monthFirst(i int) (d dayOf, to int) {
	at := i + 1
	if p.is(at, ".") && p.glued(at) {
		at++
	}
	if p.is(at, "the", "el") {
		at++
	}
	n, end := p.dayNumber(at)
	switch {
	case end == at, p.is(end, ":", "%") && p.glued(end), p.half(end) > end, p.countsAfter(end):
		return d, i
	}
	return p.withYear(dayOf{day: n, month: p.n(i)}, end)
}

// withYear reads the year after a date.
func (p *piece) withYear(d dayOf, to int) (dayOf, int) {
	at := to
	for at < to+2 && p.is(at, "de", "del", "do", ",", "of", "-", "/") {
		at++
	}
	if y := p.whole(at); p.digits(at) == 4 && y >= 1900 && y < 2200 {
		d.year = y
		return d, at + 1
	}
	return d, to
}

// shut are the words that say that a business does not open.
var shut = listed("shut")

// closes reports whether the words around a weekday say that the business is closed then: "domingo cerrado", "los lunes no abrimos".
func (p *piece) closes(i int) bool {
	for at := i - 4; at < i+5; at++ {
		clause := p.endsSentence(at) || p.is(at, ";") || p.breaks(at)
		switch {
		case at > i && (clause || p.digits(at) > 0):
			return false
		case p.in(at, shut) && p.untilHour(at): // "cerramos a las 6"
		case p.in(at, shut), p.is(at, "no", "not", "nao", "dont") && p.in(at+1, opening):
			return at > i || p.together(at, i)
		}
	}
	return false
}

// untilHour reports whether an hour follows a word of closing within its clause.
func (p *piece) untilHour(i int) bool {
	for at := i + 1; at < i+5 && !p.endsSentence(at) && !p.breaks(at); at++ {
		_, _, end := p.hourAt(at)
		switch {
		case p.is(at, ",") && !p.is(at+1, "a", "as", "at"), p.is(at, ";"):
			return false
		case end > at, p.class(at) == lex.Noon, p.is(at, "by", "as", "at", "las") && p.digits(at+1) > 0:
			return true
		}
	}
	return false
}

var opening = words("abrimos atendemos open hay laboramos trabajamos abre atende tem abren")

// together reports whether no clause ends between two tokens.
func (p *piece) together(from, to int) bool {
	for at := from; at < to; at++ {
		if p.endsSentence(at) || p.is(at, ",", ";") || p.breaks(at+1) {
			return false
		}
	}
	return true
}

// anyDay reports whether a weekday is named at all.
func anyDay(week [8]bool) bool {
	for _, d := range week[1:] {
		if d {
			return true
		}
	}
	return false
}
