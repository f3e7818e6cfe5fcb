package pii

import "strings"

// column is one of a table in the text, or a list with an entry to a line: what was found in it, and how many digits that has.
type column struct {
	kind   string
	index  int
	digits int
	// sep is what parts the fields if the column has a head that names what was found, or 0.
	sep byte
}

// maxColumns is how many columns with personal data are remembered.
const maxColumns = 8

// tableReach is how far after the last find a table may go on.
const tableReach = 256

// columns are those of the tables that were read so far, the newest in the place of the oldest.
type columns struct {
	seen [maxColumns]column
	n    int
	// sep is what stands between the fields of a table whose columns have heads, or 0.
	sep byte
}

// cell is one field of a table.
type cell struct {
	index int
	sep   byte // between the fields, or a line's end in a list
	line  int  // where its line begins
}

// learn remembers in which column a find stands, and how a passport begins. It learns nothing that the step may have to read
// again.
func (f *Finder) learn(got Span) {
	c, ok := f.cellOf(got.Start, got.End)
	if f.short {
		return
	}
	f.lastKind = got.Kind
	f.noted.note(f.text, got)
	if f.issuedTo.newest = got.Kind == TypePassport; f.issuedTo.newest {
		f.issuedTo.first, f.issuedTo.length = [2]byte{f.text[got.Start], f.text[got.Start+1]}, got.End-got.Start
	}
	if !ok {
		return
	}
	n := 0
	for i := got.Start; i < got.End; i++ {
		if isDigit(f.text[i]) {
			n++
		}
	}
	t := &f.table
	a, named := f.heading(c, got.Start)
	if named {
		t.sep = c.sep
	}
	seen := column{kind: got.Kind, index: c.index, digits: n}
	if a&(sayID|sayPhone) != 0 || t.headed(c, got.Kind) {
		seen.sep = c.sep
	}
	t.seen[t.n%maxColumns] = seen
	t.n++
}

// cellOf returns the field that holds just what stands between start and end. Where the line begins too far back, it is none.
func (f *Finder) cellOf(start, end int) (c cell, ok bool) {
	before, i := f.edgeBefore(start)
	if before == 0 {
		return c, false
	}
	after := f.edgeAfter(end)
	switch {
	case after == 0, before != '\n' && after != '\n' && before != after:
		return c, false
	case after != '\n':
		c.sep = after
	default:
		c.sep = before
	}
	from := max(0, start-contextBytes)
	row := f.text[from : i+1]
	begin := strings.LastIndexByte(row, '\n') + 1
	if begin == 0 && start >= contextBytes {
		return c, false
	}
	c.index, c.line = strings.Count(row[begin:], string(c.sep)), from+begin
	return c, true
}

// edgeBefore returns the mark before a field and its place; the beginning of the text is a line's.
func (f *Finder) edgeBefore(start int) (mark byte, i int) {
	for i = start - 1; i >= 0 && start-i < 4; i-- {
		switch c := f.text[i]; c {
		case ' ', '"', '\'', '-', '*':
		case ',', ';', '|', '\t', '\n':
			return c, i
		default:
			return 0, i
		}
	}
	if i < 0 {
		return '\n', i
	}
	return 0, i
}

// edgeAfter returns the mark after a field; the end of the text is a line's.
func (f *Finder) edgeAfter(end int) byte {
	for i := end; i-end < 4; i++ {
		switch c := f.at(i); c {
		case ' ', '"', '\'':
		case ',', ';', '|', '\t', '\n':
			return c
		case 0, '\r':
			return '\n'
		default:
			return 0
		}
	}
	return 0
}

// inColumn returns the type of a number by the head of its column, or by what stands above it in the column.
func (w *window) inColumn() (kind string, other bool) {
	c, ok := w.f.cellOf(w.start, w.end)
	if !ok {
		return "", false
	}
	if a, named := w.f.heading(c, w.start); a != 0 || named {
		if kind = w.fits(w.f.cellBefore(c, w.start)); kind != "" {
			return kind, false
		}
		switch {
		case a&sayPhone != 0 && w.callable():
			return TypePhone, false
		case a&(sayID|sayBank|sayCard|sayPhone|saySecret) == 0:
			return "", true
		}
		return w.fits(a), false
	}
	t := &w.f.table
	if t.n == 0 || w.start-w.f.last > tableReach {
		return "", false
	}
	if kind = w.above(c); kind != "" || c.sep != t.sep || !w.f.goesOn(c, w.start) {
		return kind, false
	}
	return "", !t.has(c.index) || strings.IndexByte(w.f.text[w.start:w.end], c.sep) >= 0
}

// goesOn reports whether the line above has the field's column, too: prose with commas is no row of a table.
func (f *Finder) goesOn(c cell, start int) bool {
	line := f.lineAbove(c, start)
	return strings.IndexByte(line, c.sep) >= 0 && strings.Count(line, string(c.sep)) >= c.index
}

// has reports whether something was found in a column.
func (t *columns) has(index int) bool {
	for i := range min(t.n, maxColumns) {
		if t.seen[i].index == index {
			return true
		}
	}
	return false
}

// cellBefore returns what the field before says where it is the name of a number of identity: CE,001882034.
func (f *Finder) cellBefore(c cell, start int) about {
	row := f.text[c.line:start]
	end := strings.LastIndexByte(row, c.sep)
	if end < 0 {
		return 0
	}
	row = row[:end]
	name := row[strings.LastIndexByte(row, c.sep)+1:]
	if len(name) > maxWord || strings.ContainsAny(name, "0123456789") {
		return 0
	}
	return saidIn(name) & sayID
}

// headed reports whether a column of a table has a head that names what was found in it.
func (t *columns) headed(c cell, kind string) bool {
	for i := range min(t.n, maxColumns) {
		if s := &t.seen[i]; s.sep == c.sep && s.index == c.index && s.kind == kind {
			return true
		}
	}
	return false
}

// rowEnds reports whether the groups before h, which begins a line, are a field of a table: no number goes on after it.
func (w *window) rowEnds(h int) bool {
	c, ok := w.f.cellOf(w.all[0].start, w.all[h-1].end)
	if !ok || c.sep == '\n' {
		return false
	}
	if c.sep == w.f.table.sep {
		return true
	}
	_, named := w.f.heading(c, w.all[0].start)
	return named
}

// otherColumn reports whether the head of the column is that of another thing.
func (w *window) otherColumn() bool {
	_, other := w.inColumn()
	return other
}

// above returns the type of what stands above the number in its column, if the digits can be one too.
func (w *window) above(at cell) string {
	t := &w.f.table
	for i := range min(t.n, maxColumns) {
		c := &t.seen[i]
		if c.index != at.index || c.digits != len(w.digits) && (c.sep != at.sep || c.sep == 0) {
			continue
		}
		fits := w.fits(aboutKind[c.kind])
		if c.kind == TypePhone && w.callable() || fits != "" && (fits == c.kind || fits == TypeDNIArg || fits == TypeDNIPeru) {
			return c.kind
		}
		if c.kind == TypeNIT && fits == "" && len(w.digits) >= 8 && w.fits(sayCC) != "" {
			return TypeCC // who is no company has none but that
		}
	}
	return ""
}

// callable reports digits that may be a number to call where the column says so.
func (w *window) callable() bool {
	return len(w.digits) >= minDigits && w.phoneShape() && !w.thousands() && planOf(w.digits, w.plus) != noPlan
}

// aboutKind gives the words for the types of digits alone.
var aboutKind = map[string]about{
	TypeNSS: sayNSS, TypeNUSS: sayNUSS, TypeSSN: saySSN, TypeRUC: sayRUC, TypeCUIT: sayCUIT, TypeRUT: sayRUT, TypeNIT: sayNIT,
	TypeCC: sayCC, TypeCE: sayCE, TypeDNIPeru: sayDNI, TypeDNIArg: sayDNI, TypePassport: sayPassport,
}
