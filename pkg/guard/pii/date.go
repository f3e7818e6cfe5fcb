package pii

// dateGroups returns how many groups a date at the beginning takes, or 0: 12/05/2026, 2026-05-12, 5-12-26.
func (f *Finder) dateGroups(groups []group) int {
	if len(groups) < 3 {
		return 0
	}
	a, b, c := groups[0], groups[1], groups[2]
	if !b.tight || !c.tight || b.mark != c.mark || b.mark == '(' || b.mark == ')' || a.said || b.said || c.said {
		return 0
	}
	if a.count > 4 || b.count > 2 || c.count > 4 || b.start-a.end != 1 || c.start-b.end != 1 {
		return 0
	}
	x, y, z := f.amountOf(a), f.amountOf(b), f.amountOf(c)
	year := func(g group, n int) bool { return g.count == 4 && n >= 1900 && n <= 2100 }
	day := func(g group, n int) bool { return g.count <= 2 && n >= 1 && n <= 31 }
	switch {
	case year(a, x) && day(b, y) && day(c, z), day(a, x) && day(b, y) && year(c, z):
		return 3
	case day(a, x) && day(b, y) && c.count == 2 && min(x, y) <= 12 && (len(groups) == 3 || !groups[3].tight):
		return 3
	}
	return 0
}

// calendar reports a day, a month and a year with blanks between, where nobody speaks of a call: "válido hasta 12 03 2031".
func (f *Finder) calendar(groups []group) bool {
	if len(groups) != 3 || groups[0].count > 2 || groups[1].count != 2 || groups[2].count != 4 {
		return false
	}
	for _, g := range groups {
		if g.said || g.tight && g.mark != 0 || g.mark != ' ' && g.mark != 0 {
			return false
		}
	}
	day, month, year := f.amountOf(groups[0]), f.amountOf(groups[1]), f.amountOf(groups[2])
	return within(byte(day), 1, 31) && within(byte(month), 1, 12) && year >= 1900 && year < 2100 && !f.before(groups[0].start).any(sayPhone)
}

func (f *Finder) amountOf(g group) int {
	n := 0
	for _, c := range f.nums.digits[g.digit : g.digit+g.count] {
		n = n*10 + int(c-'0')
	}
	return n
}

// dated reports a date at the beginning, or a month and a year.
func (f *Finder) dated(groups []group) bool {
	if f.dateGroups(groups) > 0 {
		return true
	}
	if len(groups) < 2 || groups[0].count > 2 || groups[1].count != 4 || f.amountOf(groups[0]) > 12 {
		return false
	}
	century := f.amountOf(groups[1]) / 100
	return century == 19 || century == 20
}
