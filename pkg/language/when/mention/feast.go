package mention

import (
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// FeastAt reads the longest name of a feast at token i, as the tenant's country keeps it; of two of one length the
// country's own wins, which stands later.
func (s *Scan) FeastAt(i int) (f *calendar.Feast, next int) {
	next = i
	if s.Opens(i)&lex.OpensFeast == 0 {
		return nil, i
	}
	if s.country == "" {
		s.country = calendar.CountryOf(s.Now.Location())
	}
	second := s.At(i + 1)
	if s.Is(i+1, "-", "'", "’") {
		second = s.At(i + 2)
	}
	names := calendar.Feasts[s.At(i)]
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
func (s *Scan) runPastHyphens(i int, words []string) int {
	at := i
	for k, w := range words {
		if k > 0 && s.Is(at, "-", "'", "’") {
			at++
		}
		if s.At(at) != w {
			return i
		}
		at++
	}
	return at
}

// feastDay reads a holiday by its name; a surname like a feast ("doctora Reyes") is passed before.
func (s *Scan) feastDay(i int) (Atom, bool) {
	f, to := s.FeastAt(i)
	if f == nil || s.Is(i-1, "pre", "calle", "colonia", "barrio") || s.Is(i-2, "isla", "pre") {
		return Atom{}, false
	}
	date, ok := f.On.Next(s.Today)
	if !ok {
		return Atom{}, false
	}
	if f.Days > 1 {
		return Atom{To: to, Span: Range{Set: true, First: date.Plus(1 - f.Days), Last: date}}, true
	}
	a := Atom{To: to, Day: Day{Set: true, Date: date, Rough: true}}
	if f.Night {
		a.Part = lex.Evening
	}
	return a, true
}
