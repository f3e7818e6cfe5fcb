package pii

import "strings"

// heading returns what the heads of a table say of the column of a field; named means that they name another column at
// least. They stand in the line above, or above rows of as many fields.
func (f *Finder) heading(c cell, start int) (a about, named bool) {
	fields := 0
	for range maxRowsSeen {
		line := f.lineAbove(c, start)
		n := strings.Count(line, string(c.sep))
		if n == 0 || fields > 0 && n != fields {
			return 0, false
		}
		if !strings.ContainsAny(line, "3456789") {
			if a, named = headOf(line, c); named || a != 0 {
				return a, named
			}
		}
		fields = n
		c.line -= len(line) + 1
	}
	return 0, false
}

// maxRowsSeen is how many lines back the heads of columns are looked for.
const maxRowsSeen = 4

// headOf returns what a line of heads says of the column of a field, and whether it names any.
func headOf(line string, c cell) (a about, named bool) {
	for index := 0; line != ""; index++ {
		field, rest := cutAt(line, c.sep)
		told := saidIn(field)
		if line = rest; index == c.index {
			a = told
		}
		named = named || told&(sayID|sayPhone|sayCard|sayBank) != 0
	}
	return a, named
}

// lineAbove returns the line above that of a field, or the one above a line of hyphens, if it can be seen in full.
func (f *Finder) lineAbove(c cell, start int) string {
	top := max(0, start-Lookback)
	if c.sep == '\n' || c.line-1 <= top {
		return ""
	}
	end := c.line - 1
	line := lastLine(f.text[top:end])
	if strings.Trim(line, "|-:+ \r") == "" && len(line) > 0 && end-len(line)-1 > top {
		end -= len(line) + 1
		line = lastLine(f.text[top:end])
	}
	if len(line) == end-top && start >= Lookback {
		return "" // its beginning may be out of sight
	}
	return line
}

func cutAt(s string, sep byte) (before, after string) {
	if i := strings.IndexByte(s, sep); i >= 0 {
		return s[:i], s[i+1:]
	}
	return s, ""
}

func lastLine(s string) string { return s[strings.LastIndexByte(s, '\n')+1:] }

// saidIn returns what the words of a heading say together.
func saidIn(text string) (a about) {
	b := backward{text: text}
	for word := b.word(); word != ""; word = b.word() {
		a |= settingOf(strings.TrimRight(word, "123456789")) // tel2
	}
	return a &^ (sayLink | sayUnit | sayCounted | sayHolder | sayPerson)
}
