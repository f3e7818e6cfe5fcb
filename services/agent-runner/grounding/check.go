package grounding

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
	"github.com/recado/recado/services/agent-runner/grounding/currency"
	"github.com/recado/recado/services/agent-runner/grounding/done"
)

// draft is a reply under check.
type draft struct {
	*Evidence
	piece
	lang     string
	text     string
	mentions []mention
	held     map[int]bool // the mentions that evidence supports
	claims   []Claim
	bullets  int
	streets  []language.Span // the addresses in it
}

// maxDraft bounds a draft; a channel sends far less.
const maxDraft = 64 << 10

// Check returns what a draft says that nothing supports, in order. lang is the language that it is written in.
func (e *Evidence) Check(text, lang string) []Claim {
	text = strings.ToValidUTF8(text[:min(len(text), maxDraft)], "")
	var claims []Claim
	for _, p := range pieces(text) {
		d := &draft{Evidence: e, piece: p, lang: lang, text: text, held: map[int]bool{}}
		d.mentions = p.mentions(make([]mention, 0, 16))
		d.check()
		claims = append(claims, d.claims...)
	}
	return inOrder(append(claims, e.undone(text)...))
}

func (d *draft) check() {
	d.countBullets()
	for i := range d.mentions {
		d.held[i] = d.supported(&d.mentions[i])
	}
	for i := range d.mentions {
		if m := &d.mentions[i]; !d.held[i] && !d.harmless(m) && !d.derived(i) {
			from, to := d.joinedDays(i)
			d.claim(m.kind, from, to)
		}
	}
	d.misplaced()
	d.strangers()
	d.addresses()
	d.relativeDays()
	d.offers()
	d.framed()
	d.proper()
}

// joinedDays is the span of a mention; that of a weekday takes in those that it is joined to.
func (d *draft) joinedDays(i int) (from, to int) {
	bare := func(k int) bool { return d.mentions[k].kind == Date && d.mentions[k].day.day == 0 }
	first, last := i, i
	for bare(i) && first > 0 && bare(first-1) && d.mentions[first].from-d.mentions[first-1].to <= 2 {
		first--
	}
	for bare(i) && last+1 < len(d.mentions) && bare(last+1) && d.mentions[last+1].from-d.mentions[last].to <= 2 {
		last++
	}
	return d.mentions[first].from, d.mentions[last].to
}

// claim notes that the tokens from from to to say something that nothing supports.
func (d *draft) claim(kind Kind, from, to int) {
	start, end := d.Tokens[from].Start, d.Tokens[to-1].End
	d.claims = append(d.claims, Claim{Kind: kind, Text: d.Raw[start:end], Start: d.offset + start, End: d.offset + end})
}

// supported reports whether the evidence holds what a mention says.
func (d *draft) supported(m *mention) bool {
	switch m.kind {
	case Amount:
		return d.holdsAmount(m)
	case Percent:
		return d.numbers[numeral{"%", m.value, business}] || d.numbers[numeral{"", m.value, business}]
	case Free:
		return d.free || len(d.amounts[0]) > 0
	case Date:
		return d.holdsDay(m)
	case Clock:
		other := d.openAt(m) || m.unit.kind != "" && d.holds(m.unit.kind, m.value)
		return d.clocks[m.value] || m.alt >= 0 && d.clocks[m.alt] || other
	case Phone:
		return d.holdsPhone(m.key)
	case Email, Link:
		return d.holdsLink(m.key)
	case Quantity:
		return d.holdsQuantity(m)
	case Number:
		return d.holdsNumber(m)
	}
	return true
}

// holds reports whether a number of a kind stands in the evidence, whoever wrote it.
func (e *Evidence) holds(kind string, v int64) bool {
	return e.numbers[numeral{kind, v, business}] || e.numbers[numeral{kind, v, customer}]
}

func (d *draft) holdsAmount(m *mention) bool {
	if d.numbers[numeral{"", m.value, business}] && len(d.amounts[m.value]) == 0 {
		return true
	}
	return slices.ContainsFunc(d.amounts[m.value], func(known string) bool { return currency.Fits(m.code, known, d.codes) })
}

func (d *draft) holdsPhone(key string) bool {
	if emergency[key] {
		return true
	}
	return slices.ContainsFunc(d.phones, func(known string) bool { return samePhone(known, key) })
}

func (d *draft) holdsLink(key string) bool {
	if d.reach[key] {
		return true
	}
	for known := range d.reach {
		if strings.HasPrefix(known, key+"/") || strings.HasPrefix(known, key+"?") {
			return true
		}
	}
	return false
}

// holdsQuantity accepts a time in another unit, and a bare number of the evidence where the unit is only in its words.
func (d *draft) holdsQuantity(m *mention) bool {
	v := m.value
	if d.holds(m.unit.kind, v) {
		return true
	}
	switch months := v / (30 * day); {
	case m.unit.kind == "months" && d.holds("time", v*30*day), m.unit.kind == "time" && v == months*30*day && d.holds("months", months):
		return true
	}
	n, _, _ := d.number(m.from)
	return n > 0 && d.holds("", n)
}

func (d *draft) holdsNumber(m *mention) bool {
	v := m.value
	switch {
	case d.holds("", v), d.holds("%", v), len(d.amounts[v]) > 0:
		return true
	case d.digits(m.from) > 4 && d.holdsPhone(d.at(m.from)), d.digits(m.from) > 4 && len(d.stems[d.at(m.from)]) > 0:
		return true
	}
	for n := range d.numbers {
		if n.kind != "" && n.value == v/100 && v < 400_00 {
			return true // "de 30 a 45 minutos"
		}
	}
	return d.dayHeld(int(v/100)) && v%100 == 0 || d.elided(m)
}

// openAt reports whether it is noon that a draft says the business is open at, and the hours of the evidence lie around it.
func (d *draft) openAt(m *mention) bool {
	before, after, open := false, false, false
	from, to := d.sentence(m.from)
	for i := from; i < to; i++ {
		open = open || d.in(i, opened) || d.in(i, denies) && d.in(i+1, shut)
	}
	for c := range d.clocks {
		before, after = before || c < m.value, after || c > m.value
	}
	noon := m.value == day/2 && d.digits(m.from) == 0
	return open && before && after && noon
}

var opened = words("abierto abiertos abierta abiertas aberto abertos open abrimos abre atendemos")

// elided reports whether a number has the unit of another one in its sentence: "8 horas de ayuno y 4 sin agua".
func (d *draft) elided(m *mention) bool {
	from, to := d.sentence(m.from)
	for i := from; i < to; i++ {
		if u, _, ok := d.unit(i); ok && u.of > 0 && d.holds(u.kind, m.value*u.of/100) {
			return true
		}
	}
	return false
}

// dayHeld reports whether the evidence has that day of a month, of this year or another.
func (d *draft) dayHeld(n int) bool {
	return slices.ContainsFunc(d.days, func(k dayOf) bool { return k.day == n || k.year == n })
}

// holdsDay compares days of the calendar: what one of both leaves open fits, a weekday must be that of the day.
func (d *draft) holdsDay(m *mention) bool {
	c := m.day
	if c.day == 0 && d.closes(m.from) {
		return d.closed[c.weekday] || !d.week[c.weekday] && anyDay(d.week)
	}
	if c.day == 0 && d.week[c.weekday] && (d.opened[c.weekday] || !d.closed[c.weekday]) {
		return true
	}
	if c.day == 0 {
		return slices.ContainsFunc(d.days, func(k dayOf) bool { return d.weekdayIn(k, c) == c.weekday })
	}
	fits := func(k dayOf) bool {
		switch {
		case k.day != c.day || c.month != 0 && k.month != c.month, c.year != 0 && k.year != 0 && c.year != k.year:
			return false
		case c.weekday == 0:
			return true
		}
		w := d.weekdayIn(k, c)
		return w == 0 || w == c.weekday
	}
	if slices.ContainsFunc(d.days, fits) {
		return true
	}
	if d.lang == "en" && c.month > 0 && c.day <= 12 && !d.named(m) {
		c.day, c.month = c.month, c.day
		return slices.ContainsFunc(d.days, fits)
	}
	return false
}

// named reports whether a date is written with the name of its month.
func (d *draft) named(m *mention) bool {
	for i := m.from; i < m.to; i++ {
		if d.class(i) == lex.Month {
			return true
		}
	}
	return false
}

// weekdayIn is the weekday of a day of the evidence, in the year that the claim names where the evidence names none, or in that of now.
func (e *Evidence) weekdayIn(k, claimed dayOf) int {
	if k.weekday != 0 {
		return k.weekday
	}
	if k.year = claimed.year; k.year == 0 && !e.now.IsZero() {
		k.year = e.now.Year()
		if on, ok := calendar.Real(k.year, k.month, k.day); ok && on.Before(calendar.Of(e.now)) {
			k.year++
		}
	}
	return weekdayOf(k)
}

// relativeDays checks "hoy", "mañana" where the evidence names days and the time of the turn is known.
func (d *draft) relativeDays() {
	if d.now.IsZero() || len(d.days) == 0 {
		return
	}
	today := calendar.Of(d.now)
	for i := range d.Tokens {
		on, ok := d.relative(i, today)
		if !ok || d.has(d.at(i)) {
			continue
		}
		m := mention{kind: Date, from: i, to: i + 1, day: dayOf{on.Year(), on.Month(), on.Day(), 0}}
		if !d.holdsDay(&m) && !d.week[on.Weekday()] && d.says(i) {
			d.claim(Date, i, i+1)
		}
	}
}

// relative is the day that a word such as "mañana" means.
func (d *draft) relative(i int, today calendar.Day) (calendar.Day, bool) {
	switch d.class(i) {
	case lex.Today, lex.Tonight:
		return today, !d.is(i-1, "de", "of", "por", "hasta")
	case lex.Tomorrow:
		return today.Plus(1), true
	case lex.Manana:
		return today.Plus(1), !d.is(i-1, "la", "pasado", "de", "esta", "cada")
	}
	return 0, false
}

// countBullets counts the items of the draft's lists: their number may be said.
func (d *draft) countBullets() {
	for i := range d.Tokens {
		if d.bullet(i) {
			d.bullets++
		}
	}
}

// bullet reports whether an item of a list begins with token i.
func (d *draft) bullet(i int) bool {
	if i > 0 && !d.breaks(i) {
		return false
	}
	if d.is(i, "-", "•", "*", "·", "–", "✅", "✔", "▪", "👉", "🔹", "◦", "—", "➡", "☑") {
		return true
	}
	return d.listNumber(i)
}

// listNumber reports whether token i only numbers an item: "1. ", "2) ", "3️⃣".
func (d *draft) listNumber(i int) bool {
	if n := d.digits(i); n == 0 || n > 2 || !d.breaks(i) && !d.is(i-1, "*", "_", "(") {
		return false
	}
	return d.is(i+1, ".", ")", "-", "º", "°", "⃣", "️", ":") && d.glued(i+1) && (!d.glued(i+2) || d.digits(i+2) <= 0)
}

// says reports whether the sentence around token i states something: it asks, supposes and denies nothing.
func (d *draft) says(i int) bool {
	from, to := d.sentence(i)
	for k := from; k < to; k++ {
		if d.is(k, "?", "¿") {
			return false
		}
	}
	return true
}

// sentence is the span of tokens between two marks of an end around token i.
func (p *piece) sentence(i int) (from, to int) {
	for from = i; from > 0 && !p.endsSentence(from-1) && !p.breaks(from); from-- {
	}
	for to = i; to < len(p.Tokens) && !p.endsSentence(to) && (to == i || !p.breaks(to)); to++ {
	}
	return from, min(to+1, len(p.Tokens))
}

// Shortened reports whether a text ends in a word that a point only shortens: "con la Dra".
func Shortened(text string) bool {
	last := language.FoldString(text[strings.LastIndexAny(text, " \n(")+1:])
	return shortened[last] || len(last) == 1 && (last[0] < '0' || last[0] > '9')
}

// endsSentence reports whether token i is the mark at the end of a sentence: no point within a number or after a title.
func (p *piece) endsSentence(i int) bool {
	switch {
	case p.is(i, "!", "?", "¡", "¿", "…"):
		return true
	case !p.is(i, "."):
		return false
	}
	short := i > 0 && p.letters(i-1) && (len(p.at(i-1)) == 1 || p.in(i-1, shortened))
	return (!p.glued(i+1) || i+1 >= len(p.Tokens) || p.Tokens[i+1].Kind == language.Mark) && !short
}

var shortened = listed("shortened")

// undone are the claims of a draft that something was done, where no evidence says so.
func (e *Evidence) undone(text string) (out []Claim) {
	done.Claims(text, func(needs done.Effect, start, end int) {
		if e.effects&needs == 0 {
			out = append(out, Claim{Kind: Done, Text: text[start:end], Start: start, End: end, effect: needs})
		}
	})
	return out
}
