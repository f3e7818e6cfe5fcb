package pii

// window is some groups at the beginning of a run, read as one number.
type window struct {
	f    *Finder
	all  []group // of the run, from the window's first on
	sign int     // where a plus or a bracket before the first digit stands
	plus bool

	groups []group
	digits []byte
	// start includes a plus or a bracket before the first digit.
	start, end int
	said       bool
	letters    int
	// local: a number without area may be tried, as no whole one begins here; wantsLocal are the numbers of groups that may
	// be one, as bits.
	local      bool
	wantsLocal uint32
	// list: a group of the same size stands after it.
	list bool
}

// numberAt looks for personal data from the first group on: checked numbers first, the longest first. sign is where a
// plus or a bracket before the first digit stands.
func (f *Finder) numberAt(groups []group, sign int) (got Span) {
	if groups[0].count == 1 && len(groups) > 1 && groups[1].count == 1 && f.singleBefore(groups[0]) || f.deepInList(groups) || f.quantity(groups, sign) {
		return got
	}
	w := &f.window[0]
	w.begin(f, groups, sign)
	if singles := singlesOf(groups); singles >= 6 {
		if singles > maxDigits {
			return got
		}
		return w.best(singles, singles)
	}
	if w.plus && groups[0].count < 4 {
		if n := 1 + singlesOf(groups[1:]); n > minDigits && n <= maxDigits {
			return w.best(n, n) // +51 9 8 4 ...
		}
	}
	top := f.beforeDate(groups, min(maxWindow, len(groups)))
	for top < min(maxDigits, len(groups)) && (groups[top].said || groups[top-1].said) {
		top++
	}
	return w.best(1, top)
}

// checkedAt is numberAt by check digits alone.
func (f *Finder) checkedAt(groups []group, sign int) Span {
	w := &f.window[0]
	w.begin(f, groups, sign)
	return w.bestStrong(1, min(maxWindow, len(groups)))
}

// begin makes w a window on the beginning of groups.
func (w *window) begin(f *Finder, groups []group, sign int) {
	w.f, w.all, w.sign, w.plus, w.wantsLocal = f, groups, sign, false, 0
	for i := sign; i < groups[0].start; i++ {
		w.plus = w.plus || f.text[i] == '+'
	}
}

// strongTotals and weakTotals tell the numbers of digits that are worth a look.
var strongTotals, weakTotals = func() (strong, weak [maxDigits + 1]bool) {
	for _, n := range [...]int{7, 8, 9, 12, 13, 14, 15, 16, 17, 18, 19, 22} {
		strong[n] = true
	}
	for n := 4; n <= 19; n++ {
		weak[n] = true
	}
	return strong, weak
}()

// best tries the windows from most groups to least.
func (w *window) best(least, most int) (got Span) {
	w.f.effort.spend(stepEffort + most - least)
	for most > least && w.total(most) > maxDigits {
		most--
	}
	line := w.line(most)
	if line < most && w.rowEnds(line) {
		most = line
	}
	if got = w.bestStrong(least, line); got.Kind == "" {
		got = w.bestStrong(max(least, line+1), most)
	}
	if got.Kind != "" {
		return got
	}
	if got = w.bestWeak(least, most); got.Kind == "" && w.wantsLocal != 0 {
		got = w.bestLocal(least, most)
	}
	return got
}

// line returns how many of the groups stand on one line.
func (w *window) line(most int) int {
	for h := 1; h < most; h++ {
		if w.all[h].mark == '\n' {
			return h
		}
	}
	return most
}

func (w *window) bestStrong(least, most int) (got Span) {
	for h := most; h >= least; h-- {
		if n := w.total(h); n <= maxDigits && strongTotals[n] && w.take(h) {
			if kind, end := w.strong(); end > 0 {
				return Span{kind, w.start, end}
			}
		}
	}
	return got
}

// minNamed is how many digits a number has that words name, but for codes.
const minNamed = 6

func (w *window) bestWeak(least, most int) (got Span) {
	w.local = false
	for h := most; h >= least; h-- {
		if n := w.total(h); n > maxDigits || !weakTotals[n] || n < 6 && h > 1 && !w.all[0].said || !w.take(h) {
			continue
		}
		if last := w.groups[h-1]; h > 1 && last.mark == ',' && !last.said && last.count < 3 && last.count < w.size(h-2) {
			continue // how many after a comma
		}
		if w.total(h) < minNamed && !w.fitsCode() {
			continue // so few digits are a code or nothing
		}
		if kind, end := w.weak(); end > 0 && !w.f.strongWithin(w.all, h) {
			return Span{kind, w.start, end}
		}
	}
	return got
}

// bestLocal tries the windows that are all but a telephone number once more, without an area; what else they could be was
// tried before.
func (w *window) bestLocal(least, most int) (got Span) {
	w.local = true
	for h := most; h >= least; h-- {
		if w.wantsLocal&(1<<h) != 0 && w.take(h) && w.phone() && !w.otherColumn() && !w.f.strongWithin(w.all, h) {
			return Span{TypePhone, w.start, w.extension()}
		}
	}
	return got
}

// strongWithin reports a number with check digits that begins inside the first h groups and goes on beyond them.
func (f *Finder) strongWithin(groups []group, h int) bool {
	w := &f.window[1]
	for g := 1; g < h; g++ {
		w.begin(f, groups[g:], groups[g].start)
		for e := min(maxWindow, len(groups)-g); g+e > h; e-- {
			if n := w.total(e); n > maxDigits || n < 12 || !strongTotals[n] || !w.take(e) {
				continue
			}
			if _, end := w.strong(); end > 0 {
				return true
			}
		}
	}
	return false
}

// total returns how many digits the first h groups have.
func (w *window) total(h int) int { return w.all[h-1].digit + w.all[h-1].count - w.all[0].digit }

// take sets the window on the first h groups; it reports whether the run of digits does not go on right after them.
func (w *window) take(h int) bool {
	w.groups = w.all[:h]
	first := w.groups[0]
	w.list = false
	if h < len(w.all) {
		next := w.all[h]
		if next.tight && next.mark != ',' && next.mark != '(' && (next.mark != '/' || next.count < minDigits && w.total(h) < 9 && !w.twin(h)) {
			return false
		}
		w.list = next.count == w.groups[h-1].count && next.mark == w.groups[h-1].mark
	}
	w.start, w.end = w.sign, w.groups[h-1].end
	w.digits = w.f.nums.digits[first.digit : first.digit+w.total(h)]
	w.said, w.letters = false, 0
	for i := range w.groups {
		w.said = w.said || w.groups[i].said
		w.letters += int(w.groups[i].letters)
	}
	if w.sign < first.start && (w.f.text[w.sign] == '(' || w.f.text[w.sign] == '[') && !w.closes() {
		w.start = first.start
		if w.f.text[w.sign+1] == '+' {
			w.start = w.sign + 1
		}
	}
	return true
}

// twin reports whether groups of the same sizes follow the first h, as when a slash parts two numbers.
func (w *window) twin(h int) bool {
	if len(w.all) < 2*h || w.total(h) < minDigits {
		return false
	}
	for i := range h {
		if w.all[i].count != w.all[h+i].count {
			return false
		}
	}
	return true
}

// closes reports whether the bracket at the window's start is closed within it.
func (w *window) closes() bool {
	for i := w.start; i < w.end; i++ {
		if c := w.f.text[i]; c == ')' || c == ']' {
			return true
		}
	}
	return false
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

// only reports whether nothing but one of the marks stands between groups.
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
