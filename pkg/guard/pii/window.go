package pii

// window is some groups of one run, read as one number.
type window struct {
	f      *Finder
	groups []group
	digits []byte
	// start includes a plus or a bracket before the first digit.
	start, end int
	plus       bool
	said       bool
	letters    int
	told       *lazyTold
	// local: a number without area may be tried, as no whole one begins here.
	local bool
	// list: a group of the same size stands before or behind it.
	list bool
}

// numberAt looks for personal data from the first group on: checked numbers first, the longest first. sign is where a
// plus or a bracket before the first digit stands.
func (f *Finder) numberAt(groups []group, sign int) (got Span) {
	singles := singlesOf(groups)
	if singles > 0 && f.singleBefore(groups[0]) {
		return got
	}
	var told lazyTold
	top := min(maxWindow, len(groups))
	for groups[0].said && top < min(maxDigits, len(groups)) && groups[top].said {
		top++
	}
	if singles >= 6 {
		if singles > maxDigits {
			return got
		}
		return f.best(groups, singles, singles, sign, &told)
	}
	return f.best(groups, 1, top, sign, &told)
}

// best tries the windows from most groups to least.
func (f *Finder) best(groups []group, least, most, sign int, told *lazyTold) (got Span) {
	for h := most; h >= least; h-- {
		if w, ok := f.window(groups[:h], sign, told); ok && w.complete(groups, h) {
			if kind, end := w.strong(); end > 0 {
				return Span{kind, w.start, end}
			}
		}
	}
	for _, local := range [...]bool{false, true} {
		for h := most; h >= least; h-- {
			w, ok := f.window(groups[:h], sign, told)
			if !ok || !w.complete(groups, h) {
				continue
			}
			w.local = local
			w.list = h < len(groups) && groups[h].count == groups[h-1].count || f.sameBefore(groups[0])
			if kind, end := w.weak(); end > 0 && !f.strongWithin(groups, h) {
				return Span{kind, w.start, end}
			}
		}
	}
	return got
}

// strongWithin reports a number with check digits that begins inside the first h groups and goes on beyond them.
func (f *Finder) strongWithin(groups []group, h int) bool {
	for g := 1; g < h; g++ {
		for e := min(g+maxWindow, len(groups)); e > h; e-- {
			if w, ok := f.window(groups[g:e], groups[g].start, new(lazyTold)); ok && w.complete(groups, e) {
				if _, end := w.strong(); end > 0 {
					return true
				}
			}
		}
	}
	return false
}

func (f *Finder) window(groups []group, sign int, told *lazyTold) (w window, ok bool) {
	first, last := groups[0], groups[len(groups)-1]
	total := last.digit + last.count - first.digit
	if total < 4 || total > maxDigits {
		return w, false
	}
	w = window{f: f, groups: groups, start: sign, end: last.end, told: told}
	w.digits = f.nums.digits[first.digit : first.digit+total]
	for i := sign; i < first.start; i++ {
		w.plus = w.plus || f.text[i] == '+'
	}
	for i := range groups {
		w.said = w.said || groups[i].said
		w.letters += int(groups[i].letters)
	}
	if sign < first.start && f.text[sign] == '(' && !w.closes() {
		w.start = first.start
		if f.text[sign+1] == '+' {
			w.start = sign + 1
		}
	}
	return w, true
}

// closes reports that the bracket at the window's start is closed within it.
func (w *window) closes() bool {
	for i := w.start; i < w.end; i++ {
		if w.f.text[i] == ')' {
			return true
		}
	}
	return false
}

// complete reports that the run of digits does not go on, without a blank, behind the first h of groups.
func (w *window) complete(groups []group, h int) bool {
	if h == len(groups) {
		return true
	}
	next := groups[h]
	return !next.tight || next.mark == ',' || next.mark == '/' && next.count >= minDigits || next.mark == '('
}

// singlesOf returns how many groups at the beginning have one written digit each, with one kind of mark between them.
func singlesOf(groups []group) int {
	n := 0
	for n < len(groups) && groups[n].count == 1 && !groups[n].said && (n < 2 || groups[n].mark == groups[1].mark) {
		n++
	}
	return n
}

// singleBefore reports that a single digit stands before a single digit.
func (f *Finder) singleBefore(g group) bool {
	i := g.start - 1
	for n := 0; n < 3 && i > 0 && (f.text[i] == ' ' || f.text[i] == '-' || f.text[i] == '.' || f.text[i] == '/' || f.text[i] == ','); n++ {
		i--
	}
	return i >= 0 && i < g.start-1 && isDigit(f.text[i]) && (i == 0 || !isDigit(f.text[i-1]))
}

// sameBefore reports a group of the same size before g, apart by a blank.
func (f *Finder) sameBefore(g group) bool {
	i := g.start - 1
	if i < 1 || f.text[i] != ' ' && f.text[i] != '-' {
		return false
	}
	n := 0
	for i--; i >= 0 && n <= g.count && isDigit(f.text[i]); i-- {
		n++
	}
	return n == g.count
}

func (w *window) size(i int) int { return w.groups[i].count }

// sizes reports whether the groups have just these numbers of digits.
func (w *window) sizes(want ...int) bool {
	if len(want) != len(w.groups) {
		return false
	}
	for i, n := range want {
		if w.groups[i].count != n {
			return false
		}
	}
	return true
}

// only reports that nothing but one of the marks stands between groups.
func (w *window) only(marks string) bool {
	for i := 1; i < len(w.groups); i++ {
		ok := false
		for j := range len(marks) {
			ok = ok || marks[j] == w.groups[i].mark
		}
		if !ok {
			return false
		}
	}
	return true
}

func (w *window) single() bool { return len(w.groups) >= 6 && singlesOf(w.groups) == len(w.groups) }

// sameDigits reports one digit repeated: nobody's number.
func (w *window) sameDigits() bool {
	for _, c := range w.digits {
		if c != w.digits[0] {
			return false
		}
	}
	return true
}
