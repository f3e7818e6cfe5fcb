package pii

// plan says how sure the digits alone make us.
type plan uint8

const (
	noPlan        plan = iota
	needsWord          // local digits: only with a word that says so
	national           // the length and first digits of a country's plan
	international      // a plus, and lengths that fit
)

// country is one dialling plan: its code, and what is valid after it.
type country struct {
	code  string
	valid func(national []byte) bool
}

var countries = [...]country{
	{"52", mexico}, {"51", peru}, {"34", spain}, {"54", argentina}, {"56", chile}, {"57", colombia}, {"55", brazil}, {"1", northAmerica},
}

func planOf(digits []byte, plus bool) plan {
	bare := digits
	if !plus && len(digits) >= 11 && digits[0] == '0' && digits[1] == '0' {
		bare, plus = digits[2:], true
	}
	if !plus && len(digits) >= 13 && starting(digits, "011") && known(digits[3:]) && planOf(digits[3:], true) == international {
		return international // as one calls abroad from the United States
	}
	for i := range countries {
		c := &countries[i]
		if c.code[0] != bare[0] || !starting(bare, c.code) {
			continue
		}
		rest := bare[len(c.code):]
		if len(rest) > 0 && rest[0] == '0' {
			rest = rest[1:] // +34 (0)612...
		}
		if c.valid(rest) && (plus || c.code != "55" || len(rest) == 11) { // without a plus, 55 is Mexico City as well
			if plus {
				return international
			}
			return national
		}
	}
	if plus {
		return foreign(bare)
	}
	switch n := len(bare); {
	case domestic(bare), trunk(bare):
		return national
	case n >= minDigits && n <= 13:
		return needsWord
	}
	return noPlan
}

// domestic reports a number that is whole within one of the countries.
func domestic(d []byte) bool {
	switch len(d) {
	case 9:
		return spain(d) || peru(d)
	case 10:
		return mexico(d) || colombia(d) || northAmerica(d)
	case 11:
		return brazil(d) || d[0] == '9' && argentina(d)
	}
	return false
}

// trunk is a number with what is dialled within a country before it.
func trunk(d []byte) bool {
	switch n := len(d); {
	case d[0] != '0' && n == 10 && starting(d, "11"):
		return argentina(d)
	case d[0] != '0' && n == 12 && starting(d, "1115"):
		return true
	case d[0] != '0':
		return false
	case starting(d, "01") && n == 12, starting(d, "044") && n == 13, starting(d, "045") && n == 13:
		return within(d[n-10], '2', '9')
	case starting(d, "0800") && n >= 9 && n <= 11, starting(d, "018000") && n == 12:
		return true
	case starting(d, "01") && n == 9, starting(d, "09") && n == 10:
		return d[1] == '9' || within(d[2], '2', '7')
	case n == 11 && argentina(d[1:]), n == 13 && d[1] != '0':
		return n == 11 || starting(d[3:], "15") || starting(d[4:], "15") || starting(d[5:], "15")
	case n == 12 && brazil(d[1:]):
		return true
	}
	return false
}

// foreign is a plan for a plus before another country's code, or before a known one with what people add to it.
func foreign(digits []byte) plan {
	if len(digits) < 8 || digits[0] == '0' || starting(digits, "10") || zerosAt(digits) >= 5 {
		return noPlan
	}
	for _, c := range countries {
		if starting(digits, c.code) {
			if len(digits) < 10 {
				return noPlan
			}
			return needsWord
		}
	}
	return international
}

func zerosAt(d []byte) int {
	n := 0
	for n < len(d) && d[len(d)-1-n] == '0' {
		n++
	}
	return n
}

func starting(d []byte, prefix string) bool {
	return len(d) >= len(prefix) && string(d[:len(prefix)]) == prefix
}

func within(c, low, high byte) bool { return c >= low && c <= high }

// mexico: ten digits, after a 1 or a 01 that people still write after the country's code.
func mexico(n []byte) bool {
	if len(n) == 11 && n[0] == '1' {
		n = n[1:]
	}
	return len(n) == 10 && within(n[0], '2', '9') && (n[1] != '0' || n[0] == '6' || n[0] >= '8')
}

// peru: a mobile, Lima and its seven digits, or another place's two and six.
func peru(n []byte) bool {
	return len(n) == 9 && n[0] == '9' || len(n) == 8 && (n[0] == '1' && within(n[1], '2', '7') || within(n[0], '4', '8') && within(n[2], '2', '7'))
}

func spain(n []byte) bool {
	return len(n) == 9 && within(n[0], '6', '9') && n[1] != '0' || len(n) == 9 && (n[0] == '6' || n[0] == '9' || n[0] == '8')
}

func argentina(n []byte) bool {
	switch {
	case len(n) == 11 && n[0] == '9':
		n = n[1:]
	case len(n) == 12 && (starting(n[2:], "15") || starting(n[3:], "15") || starting(n[4:], "15")):
		return within(n[0], '1', '3')
	}
	return len(n) == 10 && (within(n[0], '2', '3') || n[0] == '1' && n[1] == '1') && n[1] != '0'
}

func chile(n []byte) bool { return len(n) == 9 && (n[0] == '9' || within(n[0], '2', '7')) }

func colombia(n []byte) bool { return len(n) == 10 && (n[0] == '3' || n[0] == '6' && n[1] == '0') }

func brazil(n []byte) bool {
	if len(n) == 11 {
		return n[0] != '0' && n[1] != '0' && n[2] == '9'
	}
	return len(n) == 10 && n[0] != '0' && n[1] != '0' && within(n[2], '2', '5')
}

func northAmerica(n []byte) bool {
	return len(n) == 10 && within(n[0], '2', '9') && within(n[3], '2', '9') && (n[1] != '1' || n[2] != '1')
}
