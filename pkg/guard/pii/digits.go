package pii

import (
	"strings"
	"unicode/utf8"
)

// group is a run of digits inside a longer run with separators; digit counts those of the run before it.
type group struct{ start, end, digit int }

const (
	maxGroups = 64 // of one run: what follows is the next run
	maxWindow = 7  // groups that one number can have
	minDigits = 7
	maxDigits = 19
)

// digits handles a run that starts with a digit and returns where to go on.
func (s *Finder) digits(text string, start, limit int) int {
	s.groups, s.joined = s.groups[:0], s.joined[:0]
	i := start
	for len(s.groups) < maxGroups {
		end := i
		for end < limit && isDigit(text[end]) {
			end++
		}
		s.groups = append(s.groups, group{i, end, len(s.joined)})
		s.joined = append(s.joined, text[i:end]...)
		next := separatorEnd(text, end, limit)
		if next == end {
			break
		}
		i = next
	}
	last := s.groups[len(s.groups)-1].end
	joined := text[start:last]
	if len(s.groups) > 1 && len(s.joined) >= minDigits {
		joined = string(s.joined)
	}
	for g := 0; g < len(s.groups) && len(s.joined) >= minDigits; {
		used, end := s.numberAt(text[:limit], joined, g)
		g += used
		last = max(last, end)
	}
	for last < limit && wordAt(text[:limit], last) { // 12A4: the rest belongs to a code
		_, size := utf8.DecodeRuneInString(text[last:])
		last += size
	}
	return last
}

// separatorEnd returns the end of up to three separators after which a digit follows, or start.
func separatorEnd(text string, start, limit int) int {
	i := start
	for i < limit && i-start < 3 {
		switch text[i] {
		case ' ', '.', '-', '/', '(', ')':
			i++
			continue
		}
		break
	}
	if i < limit && isDigit(text[i]) {
		return i
	}
	return start
}

// window is some groups of one run, read as one number.
type window struct {
	text   string
	groups []group
	digits string
	// start includes a plus or a bracket before the first digit.
	start, end int
	plus       bool
	// told keeps what the words before say, for all windows that start here.
	told *lazyAbout
}

// numberAt looks for personal data from group g on: checked numbers first, the longest first. It returns how many
// groups it used up and, if it found something, where that ends.
func (s *Finder) numberAt(text, joined string, g int) (used, end int) {
	if n := dateGroups(text, s.groups[g:]); n > 0 {
		return n, 0
	}
	var told lazyAbout
	for h := min(g+maxWindow, len(s.groups)); h > g; h-- {
		w, ok := newWindow(text, joined, s.groups[g:h], &told)
		if !ok {
			continue
		}
		if kind, end := w.checked(); end > 0 {
			s.spans = append(s.spans, Span{kind, w.start, end})
			return h - g, end
		}
	}
	for h := min(g+maxWindow, len(s.groups)); h > g; h-- {
		w, ok := newWindow(text, joined, s.groups[g:h], &told)
		if ok && w.phone() {
			s.spans = append(s.spans, Span{TypePhone, w.start, w.end})
			return h - g, w.end
		}
	}
	return 1, 0
}

func newWindow(text, joined string, groups []group, told *lazyAbout) (window, bool) {
	first, last := groups[0], groups[len(groups)-1]
	w := window{text: text, groups: groups, start: first.start, end: last.end, told: told}
	total := last.digit + last.end - last.start - first.digit
	if total < minDigits || total > maxDigits {
		return w, false
	}
	w.digits = joined[first.digit : first.digit+total]
	if w.start > 0 && text[w.start-1] == '(' && strings.IndexByte(text[w.start:w.end], ')') > 0 {
		w.start--
	}
	if w.start > 0 && text[w.start-1] == '+' {
		w.start--
		w.plus = true
	}
	return w, true
}

// checked tries the numbers with check digits.
func (w *window) checked() (kind string, end int) {
	if end := dniEnd(w.text, w.digits, w.end); end > 0 && w.only(' ', '.') {
		return TypeDNI, end
	}
	if end := w.rut(); end > 0 {
		return TypeRUT, end
	}
	if wordAt(w.text, w.end) {
		return "", 0
	}
	if len(w.digits) >= 13 && w.cardShape() && issuer(w.digits) && luhn(w.digits) && !w.sameDigit() {
		return TypeCard, w.end
	}
	if cuit(w.digits) && w.cuitShape() {
		return TypeCUIT, w.end
	}
	return "", 0
}

// only reports that nothing but one of the marks stands between groups.
func (w *window) only(marks ...byte) bool {
	for i := 1; i < len(w.groups); i++ {
		if w.groups[i].start-w.groups[i-1].end != 1 {
			return false
		}
		mark, ok := w.text[w.groups[i-1].end], false
		for _, m := range marks {
			ok = ok || m == mark
		}
		if !ok {
			return false
		}
	}
	return true
}

func (w *window) size(i int) int { return w.groups[i].end - w.groups[i].start }

// cardShape: one run, groups of four, or 4-6-5 and 4-6-4.
func (w *window) cardShape() bool {
	if len(w.groups) == 1 {
		return true
	}
	if !w.only(' ', '-') || w.size(0) != 4 {
		return false
	}
	if len(w.groups) == 3 && w.size(1) == 6 {
		return w.size(2) == 5 || w.size(2) == 4
	}
	for i := 1; i < len(w.groups)-1; i++ {
		if w.size(i) != 4 {
			return false
		}
	}
	return len(w.groups) >= 4 && w.size(len(w.groups)-1) <= 4
}

// rut returns the end of a Chilean RUT, written with its hyphen, or plain where the text names it; or 0.
func (w *window) rut() int {
	end, body, check := w.end, w.digits, byte(0)
	last := len(w.groups) - 1
	switch {
	case len(w.text)-end >= 2 && w.text[end] == '-' && upper(w.text[end+1]) == 'K':
		end, check = end+2, 'K'
	case len(body) == 8 || len(body) == 9:
		body, check = body[:len(body)-1], body[len(body)-1]
	}
	hyphen := check == 'K' || last > 0 && w.size(last) == 1 && w.text[w.groups[last-1].end] == '-'
	if len(body) < 7 || len(body) > 8 || check == 0 || rutCheck(body) != check || wordAt(w.text, end) || !w.only('.', '-') {
		return 0
	}
	about := w.about()
	if about&aboutRUT != 0 || hyphen && about&aboutOther == 0 {
		return end
	}
	return 0
}

// cuitShape: 2-8-1 with hyphens, or plain where the text names it and not another thing.
func (w *window) cuitShape() bool {
	about := w.about()
	if len(w.groups) == 1 {
		return about&aboutCUIT != 0
	}
	return len(w.groups) == 3 && w.size(0) == 2 && w.size(1) == 8 && w.only('-', ' ') && about&aboutOther == 0
}

func (w *window) sameDigit() bool {
	for i := range w.digits {
		if w.digits[i] != w.digits[0] {
			return false
		}
	}
	return true
}

// dateGroups returns how many groups a date at the beginning takes, or 0: 12/05/2026, 2026-05-12, 5-12-26.
func dateGroups(text string, groups []group) int {
	if len(groups) < 3 {
		return 0
	}
	a, b, c := groups[0], groups[1], groups[2]
	if b.start-a.end != 1 || c.start-b.end != 1 || text[a.end] != text[b.end] || text[a.end] == ' ' || text[a.end] == '(' || text[a.end] == ')' {
		return 0
	}
	if a.end-a.start > 4 || b.end-b.start > 2 || c.end-c.start > 4 {
		return 0
	}
	x, y, z := number(text[a.start:a.end]), number(text[b.start:b.end]), number(text[c.start:c.end])
	year := func(g group, n int) bool { return g.end-g.start == 4 && n >= 1900 && n <= 2100 }
	day := func(g group, n int) bool { return g.end-g.start <= 2 && n >= 1 && n <= 31 }
	switch {
	case year(a, x) && day(b, y) && day(c, z), day(a, x) && day(b, y) && year(c, z):
		return 3
	case day(a, x) && day(b, y) && c.end-c.start == 2 && min(x, y) <= 12 && len(groups) == 3:
		return 3
	}
	return 0
}
