package grounding

import (
	"strings"

	"github.com/recado/recado/pkg/language/lex"
)

const day = 24 * 60

// readClock reads a time of the day: "16:30", "4:30 pm", "16h30", "las 4 y media de la tarde", "de 9 a 6", "half past four", "noon".
func readClock(p *piece, i int) (mention, int) {
	switch {
	case p.class(i) == lex.Noon:
		return mention{kind: Clock, from: i, value: int64(p.n(i)) * 60, alt: -1}, i + 1
	case p.is(i, "medio", "media", "meia", "meio") && p.is(i+1, "dia", "noche", "noite") && p.atDay(i):
		if p.is(i, "medio", "meio") {
			return mention{kind: Clock, from: i, value: 12 * 60, alt: -1}, i + 2
		}
		return mention{kind: Clock, from: i, value: 0, alt: -1}, i + 2
	case p.is(i, "half", "quarter"):
		return p.pastHour(i)
	}
	h, m, to := p.hourAt(i)
	if to == i {
		return mention{}, i
	}
	return p.onDay(i, h, m, to)
}

// atDay reports whether "medio día" is an hour and no half of a day.
func (p *piece) atDay(i int) bool {
	return p.is(i-1, "a", "al", "hasta", "el", "ao", "la", "as", "y", "o", "e", "meia") || p.is(i, "meia")
}

// pastHour reads "half past four", "quarter to 5".
func (p *piece) pastHour(i int) (mention, int) {
	if !p.is(i+1, "past", "to") {
		return mention{}, i
	}
	h, to := p.hour(i + 2)
	if to == i+2 {
		return mention{}, i
	}
	m := 30
	if p.is(i, "quarter") {
		m = 15
	}
	if p.is(i+1, "to") {
		h, m = h+23, 60-m
	}
	return p.onDay(i, h%24, m, to)
}

// hour reads the number of an hour, in digits or words.
func (p *piece) hour(i int) (h, to int) {
	if d := p.digits(i); d > 0 {
		if h = p.whole(i); d > 2 || h > 24 || h < 0 {
			return 0, i
		}
		return h % 24, i + 1
	}
	if n := p.word(i); n > 0 && n <= 12 {
		return int(n), i + 1
	}
	return 0, i
}

// hourAt reads hours and minutes at token i where they are a time of the day for sure.
func (p *piece) hourAt(i int) (h, m, to int) {
	h, to = p.hour(i)
	if to == i || p.signed(i) {
		return 0, 0, i
	}
	switch {
	case p.twoDigits(to, ":") && p.whole(to+1) < 60:
		m, to = p.whole(to+1), to+2
		if p.twoDigits(to, ":") {
			to += 2
		}
		if p.is(to, "h", "hs", "hrs", "horas", "hr") {
			to++
		}
		return h, m, to
	case p.twoDigits(to, "h"):
		return h, p.whole(to + 1), to + 2
	case p.twoDigits(to, ".") && p.whole(to+1) < 60 && p.half(to+2) > to+2:
		return h, p.whole(to + 1), to + 2
	case p.half(to) > to, p.partAfter(to) > 0 && h > 0 && h <= 12, p.is(to, "oclock"):
		return h, 0, to
	case p.is(to, "en") && p.is(to+1, "punto"):
		return h, 0, to + 2
	}
	if h, m, to = p.minutes(h, to); p.leads(i) || p.partOf(to) {
		return h, m, to
	}
	return 0, 0, i
}

// partOf reports whether a part of the day follows an hour, which then needs no word before it: "cinco e meia da tarde".
func (p *piece) partOf(to int) bool {
	return p.is(to, "de", "da", "in", "por", "at") && p.partAfter(to) != 0
}

// twoDigits reports whether a mark and two digits are glued to what stands before token i.
func (p *piece) twoDigits(i int, mark string) bool {
	return p.is(i, mark) && p.glued(i) && p.glued(i+1) && p.digits(i+1) == 2
}

// signed reports whether token i is the rest of a number or follows a sign, so that it is no hour.
func (p *piece) signed(i int) bool {
	return p.glued(i) && p.is(i-1, "$", "€", ".", ",", "/", "#", "+") || p.is(i-1, "$", "€")
}

// minutes reads what follows an hour that has been led to: "y media", "menos cuarto", "e quinze", "h".
func (p *piece) minutes(h, to int) (int, int, int) {
	switch {
	case p.is(to, "y", "e", "and") && p.is(to+1, "media", "meia"):
		return h, 30, to + 2
	case p.is(to, "y", "e") && p.is(to+1, "cuarto", "quarto"):
		return h, 15, to + 2
	case p.is(to, "menos") && p.is(to+1, "cuarto"):
		return (h + 23) % 24, 45, to + 2
	case p.is(to, "y", "e"):
		if n, end, _ := p.number(to + 1); end > to+1 && n <= 59_00 && n%500 == 0 && !p.leads(to+1) {
			return h, int(n / 100), end
		}
	case p.is(to, "h", "hs", "hrs", "horas", "hr"):
		to++
	}
	return h, 0, to
}

// half reads "am", "p.m.", "a. m." at token i and returns the token after it.
func (p *piece) half(i int) int {
	switch {
	case p.class(i) == lex.AmPm:
		return i + 1
	case p.is(i, "a", "p") && p.is(i+1, ".") && p.glued(i+1) && p.is(i+2, "m"):
		if p.is(i+3, ".") && p.glued(i+3) {
			return i + 4
		}
		return i + 3
	case p.is(i, "a", "p") && p.is(i+1, "m") && !p.glued(i+1):
		return i + 2
	}
	return i
}

var (
	hours     = words("h hs hrs hr horas")
	fromTo    = words("de das from entre between desde dass")
	toHours   = words("las as a à at de das desde hasta ate até until from - – y e to")
	afterSpan = words("y e and de da los on todos en em mon sin o ou or no na every")
	beforeThe = words("a desde hasta de para sobre entre tipo y las e ate")
	untilTo   = words("a as to até ate - – — y e and hasta until till às")
)

// leads reports whether what stands before token i makes it an hour, or what follows does.
func (p *piece) leads(i int) bool {
	to := i + 1
	switch {
	case p.pronoun(i):
		return false
	case p.is(i-1, "las", "as", "la", "à", "a") && p.in(i-2, beforeThe) && p.ends(to):
		return true
	case p.is(i-1, "las", "as") && p.ends(to), p.is(i-1, "at", "by") && p.ends(to):
		return true
	case p.is(to, "hs", "hrs") || p.is(to, "h") && p.glued(to):
		return p.is(i-1, "las", "as", "a", "de", "das", "at", "desde", "hasta", "-", "–", ",", "ate", "y", "e") || p.whole(i) > 6
	case p.is(to, "horas") && p.is(i-1, "las", "as", "a", "-", "–"):
		return !p.is(i-1, "a", "-", "–") || p.fromHour(i-2)
	case p.in(i-1, fromTo), p.onDays(i) && !p.is(to+1, "las"):
		return p.spanTo(to)
	case p.in(i-1, untilTo):
		return p.fromHour(i-2) && p.endsSpan(to)
	}
	return false
}

// onDays reports whether days stand before token i: "Tuesdays, 6 to 8", "weekends 8 to 4".
func (p *piece) onDays(i int) bool {
	if p.is(i-1, ",", ":", "*", "(") {
		i--
	}
	return p.class(i-1) == lex.Weekday || p.is(i-1, "weekends", "weekend", "semana", "feira") || shortDays[p.at(i-1)] > 0
}

// pronoun reports whether a number in words stands for things that were named: "se aplica las dos el mismo día".
func (p *piece) pronoun(i int) bool {
	if p.digits(i) > 0 || !p.is(i-1, "las", "as") || strings.EqualFold(p.raw(i-1, i), "às") {
		return false
	}
	minutes := p.is(i+1, "y", "e", "menos") && (p.class(i+2) == lex.Half || p.class(i+2) == lex.Quarter)
	return !minutes && !p.in(i-2, beforeThe) && !p.is(i-2, "son", "eran", "sao") && p.class(i+1) == lex.None
}

// ends reports whether what follows an hour that is led to counts nothing: not "las 3 sucursales".
func (p *piece) ends(to int) bool {
	if to >= len(p.Tokens) || !p.letters(to) {
		return !p.is(to, "%", "$", "€", "(", "/")
	}
	switch p.class(to) {
	case lex.Weekday, lex.AmPm, lex.Part, lex.Today, lex.Tomorrow, lex.Manana:
		return true
	}
	return p.in(to, afterHour) || p.in(to, hours)
}

var afterHour = listed("afterHour")

// spanTo reports whether an hour goes on to another one: "9 a 6", "9 to 18 h".
func (p *piece) spanTo(to int) bool {
	if p.is(to, "h", "hs", "hrs") {
		to++
	}
	if !p.in(to, untilTo) {
		return false
	}
	if p.is(to+1, "las", "as", "la") {
		to++
	}
	_, end := p.hour(to + 1)
	if end == to+1 {
		return false
	}
	return p.is(end, ":") && p.glued(end) || p.partOf(end) || p.endsSpan(end)
}

// fromHour reports whether token i ends the hour that a span begins with.
func (p *piece) fromHour(i int) bool {
	if p.is(i, "las", "as", "la") {
		return p.fromHour(i - 2)
	}
	if p.is(i, "h", "hs", "hrs", "m", ".") || p.class(i) == lex.AmPm {
		return true
	}
	if p.is(i-1, ":", "h") && p.glued(i) {
		return true
	}
	_, end := p.hour(i)
	return end > i && (p.in(i-1, fromTo) || p.onDays(i) || p.is(i-1, "las", "as"))
}

// endsSpan reports whether what follows the second hour of a span leaves it an hour: "de 9 a 6", not "de 2 a 3 días".
func (p *piece) endsSpan(to int) bool {
	if to >= len(p.Tokens) || p.breaks(to) {
		return true
	}
	if !p.letters(to) {
		return !p.is(to, "%", "$", "€", "/", ".") || p.is(to, ".") && !p.glued(to+1)
	}
	if p.half(to) > to || p.class(to) == lex.Weekday {
		return true
	}
	return p.in(to, hours) && !p.is(to, "horas") || p.in(to, afterSpan)
}

// onDay settles the half of the day of an hour: by am and pm, by the part of the day after it, else both.
func (p *piece) onDay(i, h, m, to int) (mention, int) {
	c := mention{kind: Clock, from: i, value: int64(h*60 + m), alt: -1}
	c.digital = p.is(i+1, ":", "h")
	if p.is(i+1, "h") && !p.in(i-1, toHours) {
		c.unit = unit{"time", 1} // "1h15" may be how long something takes
	}
	twelve := h >= 1 && h <= 12 && (p.digits(i) != 2 || p.at(i)[0] != '0')
	if p.is(to, "oclock") {
		to++
	} else if p.is(to, "o") && p.is(to+1, "clock") {
		to += 2
	}
	if end := p.half(to); end > to {
		pm := p.is(to, "pm", "p")
		c.digital = false
		c.value = int64(h%12*60 + m)
		if pm || h > 12 {
			c.value += day / 2
		}
		return c, end
	}
	switch part := p.partAfter(to); {
	case !twelve:
	case part == lex.Morning || part == lex.SmallHours:
		c.value = int64(h%12*60 + m)
	case part == lex.Afternoon || part == lex.Evening && h != 12:
		c.value = int64(h%12*60+m) + day/2
	case part == lex.Evening:
		c.value = int64(m)
	case h == 12:
		c.alt = int64(m)
	default:
		c.alt = c.value + day/2
	}
	return c, to
}

// partAfter reads the part of the day after an hour: "de la tarde", "in the morning", "da noite".
func (p *piece) partAfter(i int) int {
	at := i
	for at < i+3 && p.is(at, "de", "da", "la", "in", "the", "por", "en", "at", "del", "do") {
		at++
	}
	switch {
	case at == i:
		return 0
	case p.class(at) == lex.Part:
		return p.n(at)
	case p.class(at) == lex.Manana:
		return lex.Morning
	case p.is(at, "dia") || p.class(at) == lex.Noon:
		return lex.Afternoon
	}
	return 0
}
