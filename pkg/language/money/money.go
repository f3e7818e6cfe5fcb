// Package money reads amounts of money and writes them.
package money

import (
	"strconv"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// Amount is money as a text names it.
type Amount struct {
	// Minor is in the currency's minor unit: cents for most, whole pesos for CLP.
	Minor int64
	// Currency is its ISO 4217 code; "" where the text gave none and no default was known.
	Currency string
	// From and To are the tokens it was read from, To excluded.
	From, To int
}

// maxMajor is the largest amount that is believed; longer numbers are something else.
const maxMajor = 999_999_999

// Amounts reads the amounts of money in a text: "$1,500", "S/ 25", "800 pesos", "50 mil". A sign that several countries
// share is taken as the given currency.
func Amounts(t language.Text, currency string) []Amount {
	var found []Amount
	for i := 0; i < len(t.Tokens); {
		a, to := At(&t, i, true)
		if to <= i {
			i++
			continue
		}
		a.From, a.To = i, to
		a.Minor, a.Currency = minorOf(a.Minor, a.Currency, currency)
		found = append(found, a)
		i = to
	}
	return found
}

// minorOf turns hundredths into the minor unit of the currency, own when the text named it.
func minorOf(hundredths int64, own, shared string) (int64, string) {
	if own == "" {
		own = shared
	}
	for digits := MinorDigits(own); digits < 2; digits++ {
		hundredths /= 10
	}
	return hundredths, own
}

// scan reads one text for amounts.
type scan struct{ *language.Text }

// At reads one amount at token i, in hundredths. Without a sign or a name of a currency a number is none, unless
// thousands says that "50 mil" counts.
func At(t *language.Text, i int, thousands bool) (Amount, int) {
	s := scan{t}
	at, code, marked := s.signBefore(i)
	n, to, ok := s.decimal(at)
	if !ok || s.Glued(at) && s.Is(at-1, ".", ",") {
		return Amount{}, i
	}
	if s.Is(to, "mil", "thousand") || s.Is(to, "k", "lucas", "luca") && (s.Glued(to) || !s.Is(to, "k")) {
		n, marked = n*1000, marked || thousands || s.Is(to, "luca", "lucas")
		to++
	}
	if after, end, ok := s.nameAfter(to); ok {
		to, marked = end, true
		if after != "" {
			code = after
		}
	}
	if !marked || n > maxMajor*100 {
		return Amount{}, i
	}
	return Amount{Minor: n, Currency: code}, to
}

// signBefore reads "$", "S/", "US$", "R$", "€", "USD" before a number.
func (s scan) signBefore(i int) (at int, code string, ok bool) {
	switch {
	case s.Is(i, "s") && s.Is(i+1, "/"):
		if s.Is(i+2, ".") {
			i++
		}
		return i + 2, "PEN", true
	case s.Is(i, "us", "u") && s.Is(i+1, "$"):
		return i + 2, "USD", true
	case s.Is(i, "r") && s.Is(i+1, "$"):
		return i + 2, "BRL", true
	case s.Is(i, "mx", "ar", "col") && s.Is(i+1, "$"), s.Is(i, "$"):
		if s.Is(i, "$") {
			return i + 1, "", true
		}
		return i + 2, "", true
	case s.Is(i, "€"):
		return i + 1, "EUR", true
	case s.Digits(i+1) >= 0 && isoCodes[s.At(i)] != "":
		return i + 1, isoCodes[s.At(i)], true
	}
	return i, "", false
}

// nameAfter reads "pesos", "soles", "USD", "$" after a number.
func (s scan) nameAfter(i int) (code string, to int, ok bool) {
	if s.Is(i, "de") && s.Is(i+1, "pesos") {
		i++
	}
	switch w := s.At(i); w {
	case "pesos", "peso", "pesitos", "varos", "bolas":
		to = i + 1
		if c := isoCodes[s.At(to)]; c != "" {
			return c, to + 1, true
		}
		return "", to, true
	case "$":
		return "", i + 1, s.Glued(i)
	case "soles", "sol", "solcitos":
		return "PEN", i + 1, true
	case "dolares", "dolar", "dollars", "dollar", "bucks":
		return "USD", i + 1, true
	case "euros", "euro", "€":
		return "EUR", i + 1, true
	case "reais", "reales":
		return "BRL", i + 1, true
	default:
		return isoCodes[w], i + 1, isoCodes[w] != ""
	}
}

var isoCodes = map[string]string{
	"mxn": "MXN", "usd": "USD", "eur": "EUR", "cop": "COP", "ars": "ARS", "clp": "CLP", "brl": "BRL", "uyu": "UYU", "gtq": "GTQ", "bob": "BOB",
}

// decimal reads a number with its thousands and decimals, in hundredths: "1,500", "1.500,50", "25.5", or one in words.
func (s scan) decimal(i int) (hundredths int64, to int, ok bool) {
	if s.Digits(i) < 0 {
		if s.Class(i) != lex.Number || s.Is(i, "un", "una", "uno", "one") {
			return 0, i, false
		}
		n, to, ok := s.Number(i)
		return int64(n) * 100, to, ok
	}
	to = i + 1
	for s.Is(to, ".", ",") && s.Glued(to) && s.Glued(to+1) && s.Digits(to+1) >= 0 {
		to += 2
	}
	n, ok := parseDecimal(s.Original(i, to))
	return n, to, ok
}

// parseDecimal reads digits with points and commas. The last mark is the decimal one unless exactly three digits follow
// it and no other kind of mark stands before it.
func parseDecimal(w string) (hundredths int64, ok bool) {
	if !strings.ContainsAny(w, ".,") {
		n, err := strconv.ParseInt(w, 10, 64)
		return n * 100, err == nil && n <= maxMajor
	}
	whole, cents := w, ""
	if p := strings.LastIndexAny(w, ".,"); p >= 0 {
		tail := w[p+1:]
		mixed := strings.ContainsAny(w[:p], ".,") && !strings.Contains(w[:p], w[p:p+1])
		if len(tail) != 3 || mixed {
			whole, cents = w[:p], tail
		}
	}
	groups := strings.FieldsFunc(whole, func(c rune) bool { return c == '.' || c == ',' })
	for k, g := range groups {
		if k > 0 && len(g) != 3 {
			return 0, false
		}
	}
	n, err := strconv.ParseInt(strings.Join(groups, ""), 10, 64)
	if err != nil || len(cents) > 2 || n > maxMajor {
		return 0, false
	}
	c, _ := strconv.ParseInt((cents + "00")[:2], 10, 64)
	return n*100 + c, true
}
