package pii

import "strings"

// phone reports whether the window is a telephone number: a plausible plan, or a word that says so, and no word that
// says that it is another thing.
func (w *window) phone() bool {
	if len(w.digits) > 15 || w.sameDigit() || wordAt(w.text, w.end) || !w.phoneShape() || w.partOfMore() {
		return false
	}
	plan := planOf(w.digits, w.plus)
	if plan == noPlan {
		return false
	}
	if plan == international {
		return true
	}
	about := w.about()
	switch {
	case about&aboutOther != 0:
		return false
	case about&aboutPhone != 0:
		return true
	}
	return plan == national && !w.thousands() && !strings.HasSuffix(w.digits, "00000")
}

// phoneShape: groups of two digits at least, but for a country or mobile prefix of one at the beginning.
func (w *window) phoneShape() bool {
	for i := range w.groups {
		if w.size(i) < 2 && i > 1 {
			return false
		}
		if i > 0 && strings.Count(w.text[w.groups[i-1].end:w.groups[i].start], "/") > 0 {
			return false
		}
	}
	return true
}

// partOfMore reports an amount, a time, a decimal, a percentage or a code around the digits.
func (w *window) partOfMore() bool {
	if w.end < len(w.text) {
		switch rest := w.text[w.end:]; {
		case rest[0] == '%', strings.HasPrefix(rest, "€"), strings.HasPrefix(rest, "°"):
			return true
		case (rest[0] == ':' || rest[0] == ',') && len(rest) > 1 && isDigit(rest[1]):
			return true
		case rest[0] == '-' && len(rest) > 1 && isLetter(rest[1]):
			return true
		}
	}
	before := strings.TrimRight(w.text[max(0, w.start-8):w.start], " ")
	if before == "" {
		return false
	}
	last := before[len(before)-1]
	switch {
	case last == '$', last == '#', strings.HasSuffix(before, "€"), strings.HasSuffix(before, "S/"), strings.HasSuffix(before, "s/"), strings.HasSuffix(before, "S/."):
		return true
	case last == '-' || last == '/' || last == '=':
		return len(before) > 1 && (isLetter(before[len(before)-2]) || isDigit(before[len(before)-2])) && before[len(before)-1] == w.text[w.start-1] && !w.dialled()
	case (last == ':' || last == ',' || last == '.') && len(before) > 1 && w.text[w.start-1] == last:
		return isDigit(before[len(before)-2])
	}
	return false
}

// dialled reports a link whose purpose is to call or to write: wa.me/52155...
func (w *window) dialled() bool {
	before := w.text[max(0, w.start-24):w.start]
	return strings.HasSuffix(before, "wa.me/") || strings.HasSuffix(before, "phone=")
}

// thousands: 600.000.000 is an amount, 600 000 000 may be a number to call.
func (w *window) thousands() bool {
	if len(w.groups) < 2 || !w.only('.') || w.size(0) > 3 {
		return false
	}
	for i := 1; i < len(w.groups); i++ {
		if w.size(i) != 3 {
			return false
		}
	}
	return true
}

// plan says how sure the digits alone make us.
type plan uint8

const (
	noPlan        plan = iota
	needsWord          // 7 or 8 local digits: only with a word that says so
	national           // the length and first digits of MX, PE, ES, AR, CL, CO or US
	international      // a plus, and lengths that fit
)

// country is one dialling plan: its code, and what is valid after it.
type country struct {
	code  string
	valid func(national string) bool
}

var countries = []country{
	{"52", mexico}, {"51", peru}, {"34", spain}, {"54", argentina}, {"56", chile}, {"57", colombia}, {"1", northAmerica},
}

func planOf(digits string, plus bool) plan {
	bare := digits
	if strings.HasPrefix(digits, "00") {
		bare, plus = digits[2:], true
	}
	for _, c := range countries {
		if rest, ok := strings.CutPrefix(bare, c.code); ok && c.valid(rest) {
			if plus {
				return international
			}
			return national
		}
	}
	if plus {
		return foreign(bare)
	}
	switch {
	case mexico(bare), spain(bare), peru(bare), len(bare) == 10 && colombia(bare), northAmerica(bare):
		return national
	case mexicoOld(bare), strings.HasPrefix(bare, "0") && argentina(bare[1:]), len(bare) == 10 && strings.HasPrefix(bare, "11") && argentina(bare):
		return national
	case len(bare) == 7 || len(bare) == 8 || len(bare) == 9 || len(bare) == 10:
		return needsWord
	}
	return noPlan
}

// foreign is a plan for a plus before another country's code, or before a known one with what people add to it.
func foreign(digits string) plan {
	if len(digits) < 8 || digits[0] == '0' {
		return noPlan
	}
	for _, c := range countries {
		if strings.HasPrefix(digits, c.code) && len(digits) < 10 {
			return needsWord
		}
	}
	return international
}

func within(c, low, high byte) bool { return c >= low && c <= high }

func mexico(n string) bool {
	if len(n) == 11 && n[0] == '1' {
		n = n[1:]
	}
	return len(n) == 10 && within(n[0], '2', '9') && (n[1] != '0' || n[0] == '6' || n[0] >= '8')
}

// mexicoOld: 01, 044 and 045 before the ten digits, as people still write them.
func mexicoOld(n string) bool {
	for _, prefix := range [...]string{"01", "044", "045"} {
		if rest, ok := strings.CutPrefix(n, prefix); ok && len(rest) == 10 && within(rest[0], '2', '9') {
			return true
		}
	}
	return false
}

func peru(n string) bool {
	return len(n) == 9 && n[0] == '9'
}

func spain(n string) bool { return len(n) == 9 && within(n[0], '6', '9') }

func argentina(n string) bool {
	if len(n) == 11 && n[0] == '9' {
		n = n[1:]
	}
	return len(n) == 10 && within(n[0], '1', '3') && n[1] != '0'
}

func chile(n string) bool { return len(n) == 9 && (n[0] == '9' || within(n[0], '2', '7')) }

func colombia(n string) bool { return len(n) == 10 && (n[0] == '3' || strings.HasPrefix(n, "60")) }

func northAmerica(n string) bool {
	return len(n) == 10 && within(n[0], '2', '9') && within(n[3], '2', '9') && n[1:3] != "11"
}
