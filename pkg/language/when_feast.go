package language

import (
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// feast reads the longest name of a feast at token i, as the tenant's country keeps it; of two of one length the
// country's own wins, which stands later.
func (s *scan) feast(i int) (f *calendar.Feast, next int) {
	next = i
	if s.opens(i)&lex.OpensFeast == 0 {
		return nil, i
	}
	if s.country == "" {
		s.country = calendar.CountryOf(s.now.Location())
	}
	second := s.at(i + 1)
	if s.is(i+1, "-", "'", "’") {
		second = s.at(i + 2)
	}
	names := calendar.Feasts[s.at(i)]
	for k := range names {
		name := &names[k]
		if len(name.Words) > 1 && name.Words[1] != second || name.Of.PlaceToo && !s.nested {
			continue
		}
		to := s.runPastHyphens(i, name.Words)
		if to > i && to >= next && (name.Sole || name.Of.KeptIn(s.country)) {
			f, next = name.Of, to
		}
	}
	return f, next
}

// runPastHyphens is run with hyphens between the words allowed ("sexta-feira santa"); it returns the token after them, or i.
func (s *scan) runPastHyphens(i int, words []string) int {
	at := i
	for k, w := range words {
		if k > 0 && s.is(at, "-", "'", "’") {
			at++
		}
		if s.at(at) != w {
			return i
		}
		at++
	}
	return at
}

// feastDay reads a holiday by its name; a surname like a feast ("doctora Reyes") is passed before.
func (s *scan) feastDay(i int) (atom, bool) {
	f, to := s.feast(i)
	if f == nil || s.is(i-1, "pre", "calle", "colonia", "barrio") || s.is(i-2, "isla", "pre") {
		return atom{}, false
	}
	date, ok := f.On.Next(s.today)
	if !ok {
		return atom{}, false
	}
	if f.Days > 1 {
		return atom{to: to, span: dayRange{set: true, first: date.Plus(1 - f.Days), last: date}}, true
	}
	a := atom{to: to, day: dayValue{set: true, date: date, rough: true}}
	if f.Night {
		a.part = lex.Evening
	}
	return a, true
}
