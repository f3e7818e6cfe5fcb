package money

import "strconv"

// style is how a currency is written.
type style struct {
	before, after  string
	group, decimal byte
	digits         int  // of the minor unit
	cents          bool // always shown; else only where there are any
}

// The rule: each currency is written as its own country writes it, whatever language the sentence is in; cents are shown
// where there are any, and always for the sol, the euro, the real and the dollar of the United States.
var styles = map[string]style{
	"MXN": {before: "$", group: ',', decimal: '.', digits: 2},
	"COP": {before: "$", group: '.', decimal: ',', digits: 2},
	"ARS": {before: "$", group: '.', decimal: ',', digits: 2},
	"CLP": {before: "$", group: '.', decimal: ',', digits: 0},
	"UYU": {before: "$", group: '.', decimal: ',', digits: 2},
	"PEN": {before: "S/ ", group: ',', decimal: '.', digits: 2, cents: true},
	"USD": {before: "US$", group: ',', decimal: '.', digits: 2, cents: true},
	"EUR": {after: " €", group: '.', decimal: ',', digits: 2, cents: true},
	"BRL": {before: "R$ ", group: '.', decimal: ',', digits: 2, cents: true},
}

func styleOf(currency string) style {
	if s, ok := styles[currency]; ok {
		return s
	}
	s := style{group: ',', decimal: '.', digits: 2}
	if currency != "" {
		s.after = " " + currency
	}
	return s
}

// MinorDigits returns how many decimals of a currency its minor unit stands for: 2 for most, 0 for CLP.
func MinorDigits(currency string) int { return styleOf(currency).digits }

// Format writes an amount in minor units: "$1,500", "S/ 25.00", "25,50 €". An unknown currency is written as its code after the number.
func Format(minor int64, currency string) string {
	s := styleOf(currency)
	out := make([]byte, 0, 24)
	if minor < 0 {
		out, minor = append(out, '-'), -minor
	}
	unit := int64(1)
	for range s.digits {
		unit *= 10
	}
	out = append(out, s.before...)
	out = appendGrouped(out, minor/unit, s.group)
	if cents := minor % unit; cents > 0 || s.cents {
		out = append(out, s.decimal)
		digits := strconv.FormatInt(cents+unit, 10)
		out = append(out, digits[1:]...)
	}
	return string(append(out, s.after...))
}

// FormatRange writes the span of two prices, or one price where they are equal or there is no upper one: "$800 - $1,500".
func FormatRange(least, most int64, currency string) string {
	if most <= least {
		return Format(least, currency)
	}
	return Format(least, currency) + " - " + Format(most, currency)
}

func appendGrouped(out []byte, n int64, group byte) []byte {
	digits := strconv.FormatInt(n, 10)
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			out = append(out, group)
		}
		out = append(out, digits[i])
	}
	return out
}
