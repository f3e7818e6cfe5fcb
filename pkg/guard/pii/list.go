package pii

import (
	"bytes"
	"strings"
)

// beforeDate returns how many of the first most groups stand before a date: a number does not go on in one.
func (f *Finder) beforeDate(groups []group, most int) int {
	for k := 1; k+1 < len(groups) && k < most; k++ {
		if groups[k].count <= 2 && f.bullet(groups[k:]) {
			return k
		}
		if groups[k].tight || groups[k].said || !groups[k+1].tight || groups[k+1].mark == '(' {
			continue
		}
		if f.dateGroups(groups[k:]) > 0 || groups[k+1].mark == '/' && groups[k].count <= 2 && groups[k+1].count <= 2 {
			return k
		}
	}
	return most
}

// bullet reports the number of an entry before a number: "1) 985 34 53 76 2) 717 00 56 23".
func (f *Finder) bullet(groups []group) bool {
	first := groups[0]
	if first.count > 2 || first.said || first.tight && first.mark != 0 || len(groups) < 2 || groups[1].tight {
		return false
	}
	c := f.at(first.end)
	if c != ')' && (c != '.' || f.at(first.end+1) != ' ' || first.count > 1) {
		return false
	}
	return !f.bracketOpen(first.start)
}

// bracketOpen reports a bracket that stands open at i, with nothing but a country's or an area's code in it: (60 1), (+56 2).
func (f *Finder) bracketOpen(i int) bool {
	for b := i - 1; b >= 0 && i-b <= len("(+591 "); b-- {
		if c := f.text[b]; c == '(' {
			return true
		} else if c != ' ' && c != '+' && !isDigit(c) {
			return false
		}
	}
	return false
}

// quantity reports an hour, a table or a number of people before a number to call: "a las 8 5512345678".
func (f *Finder) quantity(groups []group, sign int) bool {
	if f.areaTwice(groups, sign) {
		return true
	}
	if first := groups[0]; sign < first.start || first.said || first.count > 2 || len(groups) < 2 || groups[1].tight || f.amountOf(first) > 31 && groups[1].mark != '(' {
		return false
	}
	if groups[1].mark == '(' {
		return !countryCode(f.amountOf(groups[0]))
	}
	if len(groups) > 2 && groups[0].count == 2 && groups[1].count == 8 && groups[2].count == 1 {
		return false // a taxpayer
	}
	b := backward{text: f.text[max(0, sign-contextBytes):sign]}
	word := b.word()
	return !b.broke && (inSet(counters, word) && (word != "para" || aboutOf(b.last())&sayPhone == 0) || (word == "el" || word == "EL") && wholeShape(groups[1:]))
}

// areaTwice reports an area code that was named and stands before a whole number with the same one: "lada 999 999 662 1770".
func (f *Finder) areaTwice(groups []group, sign int) bool {
	if len(groups) < 2 || groups[0].count < 2 || groups[0].count > 3 || groups[1].tight {
		return false
	}
	area, whole := f.nums.digits[groups[0].digit:groups[1].digit], f.nums.digits[groups[1].digit:]
	if len(whole) < 10 || !bytes.HasPrefix(whole, area) {
		return false
	}
	b := backward{text: f.text[max(0, sign-contextBytes):sign]}
	return inSet(areaWords, b.word())
}

var areaWords = setOf("lada ladas ddd indicativo prefijo area")

var counters = setOf("las mesa para dia somos for table")

// countryCode reports a code that people write without its plus.
func countryCode(n int) bool {
	switch n {
	case 1, 34, 51, 52, 54, 55, 56, 57, 60: // 60 (2), as Colombia dials a city
		return true
	}
	return false
}

// wholeShape reports groups that make a number to call by themselves: nine or ten digits, three threes, or a zero first.
func wholeShape(groups []group) bool {
	n := groups[0].count
	return n >= 9 || len(groups) > 2 && n == 3 && groups[1].count == 3 && groups[2].count == 3 || n == 3 && len(groups) > 3
}

// longList is how many groups make a list, in which a number begins on a new line or after a comma only.
const longList = 16

// deepInList reports a small group or a spoken one in the midst of a long list. What stands before it is read from the text:
// the groups may begin with it.
func (f *Finder) deepInList(groups []group) bool {
	first := groups[0]
	if len(groups) <= longList || f.last+4 >= first.start {
		return false
	}
	if first.said {
		return f.saysBefore(first.start)
	}
	return first.count < minDigits && f.digitBefore(first)
}

// saysBefore reports two spoken numbers right before start, with a comma after each or after none.
func (f *Finder) saysBefore(start int) bool {
	b := backward{text: f.text[max(0, start-contextBytes):start]}
	said, commas := 0, 0
	for n := 0; n < 4 && said < 2; n++ {
		word := b.word()
		if b.broke {
			commas++
		}
		if _, ok := saidLexicon.get(word); ok {
			said++
		} else if word != "y" && word != "e" {
			return false
		}
	}
	return said == 2 && commas != 1
}

// digitBefore reports a digit before g in the same line, with no comma between.
func (f *Finder) digitBefore(g group) bool {
	for i := g.start - 1; i >= 0 && g.start-i <= 4; i-- {
		switch c := f.text[i]; {
		case isDigit(c):
			return true
		case c == '\n' || c == ',':
			return false
		}
	}
	return false
}

// singlesOf returns how many groups at the beginning have one written digit each, with one kind of mark between them,
// or with hyphens or commas between the parts of a number whose digits stand apart: 6 1 5 - 0 7 8 - 9 5 4.
func singlesOf(groups []group) int {
	n := 0
	for n < len(groups) && n <= maxDigits && groups[n].count == 1 && !groups[n].said && (n < 2 || groups[n].mark == groups[1].mark || n > 1 && parted(groups[n], groups[1])) {
		n++
	}
	return n
}

// parted reports whether one of two groups stands after a hyphen, a stop or a comma among blanks, and the other after a blank.
func parted(a, b group) bool {
	return !a.tight && !b.tight && a.mark != b.mark && (a.mark == ' ' || b.mark == ' ') && strings.IndexByte(" -.,", a.mark) >= 0 && strings.IndexByte(" -.,", b.mark) >= 0
}

// singleBefore reports whether a single digit stands before a single digit.
func (f *Finder) singleBefore(g group) bool {
	i := g.start - 1
	if i < 0 || f.at(g.end) != f.text[i] && f.at(g.end) != ',' {
		return false
	}
	for n := 0; n < 3 && i > 0 && (f.text[i] == ' ' || f.text[i] == '-' || f.text[i] == '.' || f.text[i] == '/' || f.text[i] == ','); n++ {
		i--
	}
	return i >= 0 && i < g.start-1 && isDigit(f.text[i]) && (i == 0 || !isDigit(f.text[i-1]))
}

// sameBefore reports a group of the same size before g, apart by the mark that follows g too.
func (f *Finder) sameBefore(g group) bool {
	i := g.start - 1
	if i < 1 || f.text[i] != ' ' && f.text[i] != '-' || f.at(g.end) != f.text[i] {
		return false
	}
	n := 0
	for i--; i >= 0 && n <= g.count && isDigit(f.text[i]); i-- {
		n++
	}
	return n == g.count
}
