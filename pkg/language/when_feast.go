package language

// feast reads the longest name of a feast at token i, as the tenant's country keeps it; of two of one length the
// country's own wins, which stands later.
func (s *scan) feast(i int) (f *feast, next int) {
	next = i
	if s.opens(i)&opensFeast == 0 {
		return nil, i
	}
	if s.country == "" {
		s.country = countryOf(s.now.Location())
	}
	second := s.at(i + 1)
	if s.is(i+1, "-", "'", "’") {
		second = s.at(i + 2)
	}
	names := feastsByWord[s.at(i)]
	for k := range names {
		name := &names[k]
		if len(name.words) > 1 && name.words[1] != second || name.of.place && !s.nested {
			continue
		}
		to := s.runPastHyphens(i, name.words)
		if to > i && to >= next && (name.sole || name.of.keptIn(s.country)) {
			f, next = name.of, to
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
	date, ok := f.on.next(s.today)
	if !ok {
		return atom{}, false
	}
	if f.days > 1 {
		return atom{to: to, span: dayRange{set: true, first: date.plus(1 - f.days), last: date}}, true
	}
	a := atom{to: to, day: dayValue{set: true, date: date, rough: true}}
	if f.night {
		a.part = evening
	}
	return a, true
}
