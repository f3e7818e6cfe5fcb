package pii

// group is one run of digits, or one spoken number, inside a run with separators.
type group struct {
	start, end int
	digit      int  // how many digits the run has before it
	count      int  // digits of this group
	mark       byte // before it: a mark, a blank where there is nothing but blanks, or 0 at the run's beginning
	tight      bool // no blank before it
	said       bool
	hyphen     bool  // a spoken one before it
	letters    uint8 // read as digits: O for 0
}

// numbers is the run of digits at hand; groups are kept from one step to the next.
type numbers struct {
	groups []group
	digits []byte
	at     int   // the group at hand
	next   group // what separates the last one from what follows, and where that begins
	whole  bool  // nothing follows the last group
}

const (
	maxGroups  = 128
	maxWindow  = 11 // groups that one number can have, unless each is one digit
	maxDigits  = 24
	minDigits  = 7
	maxRunRead = 256
	maxHyphens = 3  // spoken ones among eight groups
	longRun    = 40 // digits without a separator: no personal data
)

// number decides about what begins with a digit, a spoken number, a plus or a bracket at pos.
func (f *Finder) number(pos int) (got Span, next int) {
	first := f.firstDigit(pos)
	if !isDigit(f.at(first)) && (first > pos || !f.said(first)) {
		return got, pos + 1
	}
	g := f.groupAt(first)
	groups := f.nums.groups[g:]
	if len(groups) == 0 {
		return got, max(pos+1, f.wordEnd(first))
	}
	if f.isPronounOne(groups) || first == pos && f.bullet(groups) && singlesOf(groups) < minDigits {
		return got, groups[0].end
	}
	if groups[0].count > longRun || pos > 0 && isDigit(f.text[pos-1]) {
		return got, groups[0].end
	}
	if got = f.botToken(first, groups[0]); got.Kind != "" {
		return got, 0
	}
	if n := f.dateGroups(groups); n > 0 {
		return got, groups[n-1].end
	}
	if f.calendar(groups) {
		return got, groups[2].end
	}
	if chained(groups) {
		return got, groups[0].end
	}
	if f.budgetExhausted(groups, pos) {
		return f.checkedAt(groups, pos), groups[0].end
	}
	if got = f.numberAt(groups, pos); got.Kind != "" {
		return got, 0
	}
	if first == pos && (len(groups) == 1 || groups[0].count < minLock && groups[1].mark == '-') {
		if got = f.lockCode(pos); got.Kind != "" {
			return got, 0
		}
		if isDigit(f.text[pos]) {
			got = f.overheard(pos)
		}
		if got.Kind != "" {
			return got, 0
		}
	}
	if first == pos || first == pos+1 && f.text[pos] == '[' {
		if got = f.oneTime(first, groups); got.Kind != "" {
			return got, 0
		}
	}
	next = groups[0].end
	if f.wordAt(next) && first > pos && f.text[pos] != '+' {
		return got, first // in brackets: a code may begin with digits
	}
	if f.wordAt(next) { // 12A4: the rest belongs to a code
		next = f.wordEnd(next)
	}
	return got, next
}

// firstDigit goes past a plus and brackets at pos.
func (f *Finder) firstDigit(pos int) (first int) {
	first = pos
	for n, plus := 0, false; n < 4; n++ {
		c := f.at(first)
		if c != '+' && c != '(' && c != '[' && (c != ' ' || first == pos) || c == '+' && plus {
			break
		}
		plus = plus || c == '+'
		first++
	}
	return first
}

// isPronounOne reports whether "one" is a pronoun before a whole number: "the old one (206) 555-0100".
func (f *Finder) isPronounOne(groups []group) bool {
	if first := groups[0]; !first.said || first.count != 1 || len(groups) < 2 || groups[1].said || groups[1].tight {
		return false
	}
	return groups[1].mark == '(' || groups[1].count >= minDigits || lower(f.text[groups[0].start]) == 'o' && groups[1].count > 1 && groups[1].mark == ' '
}

// groupAt returns the index of the group that begins at pos, and sees to it that as much follows as one number can have.
func (f *Finder) groupAt(pos int) int {
	m := &f.nums
	for m.at < len(m.groups) && m.groups[m.at].start < pos {
		m.at++
	}
	f.within(pos)
	if m.at < len(m.groups) && m.groups[m.at].start == pos {
		last := m.groups[len(m.groups)-1]
		enough := m.whole || last.digit+last.count-m.groups[m.at].digit > maxDigits && len(m.groups)-m.at > longList+1
		if !enough && len(m.groups) <= maxGroups {
			f.readOn(pos)
			enough = true
		}
		if enough {
			g := &m.groups[m.at]
			g.mark, g.tight, g.hyphen = 0, false, false // as if nothing stood before it, which a stream may have forgotten
			return m.at
		}
	}
	f.readGroups(pos)
	return 0
}

// within lets the spoken group that pos lies in begin there: the "tres" of "treinta y tres". What follows it stays.
func (f *Finder) within(pos int) {
	m := &f.nums
	if m.at == 0 || m.at >= len(m.groups) || !m.groups[m.at-1].said || m.groups[m.at-1].end <= pos || m.groups[m.at].mark == 0 {
		return // or somebody looked at the next one by itself
	}
	last, n := &m.groups[m.at-1], len(m.digits)
	g, ok := f.group(pos)
	if ok && g.said && g.end == last.end && g.count <= last.count {
		g.digit = last.digit + last.count - g.count
		copy(m.digits[g.digit:], m.digits[n:])
		*last = g
		m.at--
	}
	m.digits = m.digits[:n]
}

func (f *Finder) readGroups(pos int) {
	m := &f.nums
	m.groups, m.digits, m.at, m.next = m.groups[:0], m.digits[:0], 0, group{start: pos}
	f.readOn(pos)
}

// readOn reads the groups that follow those at hand, as many as one read from pos on would find.
func (f *Finder) readOn(pos int) {
	m := &f.nums
	m.whole = true
	for len(m.groups)-m.at < maxGroups && m.next.start-pos < maxRunRead {
		g, ok := f.group(m.next.start)
		if !ok {
			return
		}
		g.mark, g.tight, g.hyphen = m.next.mark, m.next.tight, m.next.hyphen
		m.groups = append(m.groups, g)
		if g.count > longRun {
			return
		}
		if m.next, ok = f.separator(g); !ok {
			return
		}
	}
	m.whole = false
}

// group reads the digits or the spoken number at i and appends its digits.
func (f *Finder) group(i int) (g group, ok bool) {
	m := &f.nums
	g = group{start: i, digit: len(m.digits)}
	if !isDigit(f.at(i)) {
		if end := f.sayDigits(i); end > i {
			g.end, g.count, g.said = end, len(m.digits)-g.digit, true
			return g, true
		}
		if f.saidO(i) {
			m.digits = append(m.digits, '0')
			g.end, g.count, g.said = i+1, 1, true
			return g, true
		}
		return g, false
	}
	for i-g.start <= longRun && isDigit(f.at(i)) {
		m.digits = append(m.digits, f.text[i])
		i++
	}
	if end, letters := f.lookalikes(i); letters > 0 && (end > i+1 || f.digitsTo(g.start)+i-g.start != 8 && i-g.start != 8) {
		for ; i < end; i++ {
			m.digits = append(m.digits, lookalike(f.text[i]))
		}
		g.letters = letters
	}
	g.end, g.count = i, i-g.start
	return g, true
}

// digitsTo counts the digits before start that may belong to one number with those after it, nine at most.
func (f *Finder) digitsTo(start int) (n int) {
	for i := start - 1; i >= 0 && i > start-16 && n < 9; i-- {
		switch c := f.text[i]; {
		case isDigit(c):
			n++
		case c != '.' && c != '-' && c != ' ' || !isDigit(f.text[i+1]):
			return n
		}
	}
	return n
}

// lookalikes reads on over letters that people take for digits, where the word holds nothing else.
func (f *Finder) lookalikes(i int) (end int, letters uint8) {
	for end = i; end-i < 12; end++ {
		c := f.at(end)
		switch {
		case isDigit(c):
		case lookalike(c) != 0:
			letters++
		default:
			if f.wordAt(end) || letters > 3 {
				return i, 0
			}
			return end, letters
		}
	}
	return i, 0
}

func lookalike(c byte) byte {
	switch c {
	case 'O', 'o':
		return '0'
	case 'l', 'I':
		return '1'
	case 'S':
		return '5'
	case 'B':
		return '8'
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return c
	}
	return 0
}

// separator reads up to four characters between two groups; start is where the next group begins.
func (f *Finder) separator(g group) (next group, ok bool) {
	next = group{start: g.end, mark: ' ', tight: true}
	for range 4 {
		c := f.at(next.start)
		switch {
		case c == ' ' || c == '\t':
			next.tight = false
		case c == '\n' || c == '\r':
			if next.mark == '\n' && c == '\n' {
				return next, false
			}
			next.mark, next.tight = '\n', false
		case c == '.' && next.start == g.end && g.count > 1 && !g.said && f.at(next.start+1) == ' ':
			return next, false // a sentence ends
		case c == '.' || c == '-' || c == '/' || c == '(' || c == ')' || c == ']' || c == '\'' || c == ',' || c == '*' || c == '_' || c == '~':
			if next.mark == ' ' || c == '-' {
				next.mark = c
			}
		case c == 0xE2 && f.exactly(next.start, "\u20e3"):
			next.start += 2
		case c == 0xC2 && f.exactly(next.start, "\u00b7"):
			next.mark = '.'
			next.start++
		case !next.tight && (next.mark == ' ' || next.mark == ',') && f.mayBe(next.start)&mayBeLink != 0:
			if to := f.saidHyphen(next.start); to > 0 {
				next.start, next.mark, next.hyphen = to, '-', true
			}
			return f.groupFollows(g, next)
		default:
			return f.groupFollows(g, next)
		}
		next.start++
	}
	return f.groupFollows(g, next)
}

func (f *Finder) groupFollows(g, next group) (group, bool) {
	if isDigit(f.at(next.start)) {
		return next, next.start > g.end
	}
	if next.start == g.end || next.mark != ' ' && next.mark != ',' && next.mark != '-' && next.mark != '.' && next.mark != '\n' && next.mark != ')' {
		return next, false
	}
	return next, (next.mark != '.' || g.said) && (f.said(next.start) || g.said && f.saidO(next.start))
}
