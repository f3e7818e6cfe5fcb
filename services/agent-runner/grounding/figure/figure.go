// Package figure reads figures as people write them.
package figure

import (
	"strconv"
	"strings"
)

// Words are the words of numbers that the dictionary of customers' words lacks.
var Words = map[string]int64{
	"cem": 100, "cento": 100, "centos": 100, "duzentos": 200, "trezentos": 300, "quatrocentos": 400, "quinhentos": 500, "seiscentos": 600,
	"setecentos": 700, "oitocentos": 800, "novecentos": 900, "duzentas": 200, "trezentas": 300, "quinhentas": 500,
	"doscientas": 200, "trescientas": 300, "cuatrocientas": 400, "quinientas": 500, "seiscientas": 600, "setecientas": 700,
	"ochocientas": 800, "novecientas": 900, "dezesete": 17, "dezoito": 18, "dezenove": 19, "dezasseis": 16, "dezassete": 17, "dezanove": 19,
	"millon": 1e6, "millones": 1e6, "milhao": 1e6, "milhoes": 1e6, "million": 1e6, "millions": 1e6, "miles": 1000,
	"docena": 12, "dozen": 12, "duzia": 12,
}

// Parse reads digits with points and commas, in hundredths. The last mark is the decimal one unless exactly three digits follow it
// and no other kind of mark stands before it.
func Parse(w string) (hundredths int64, ok bool) {
	if strings.ContainsAny(w, "'’") {
		w = strings.ReplaceAll(strings.ReplaceAll(w, "'", ","), "’", ",")
	}
	whole, cents := w, ""
	if at := strings.LastIndexAny(w, ".,"); at >= 0 {
		tail, head := w[at+1:], w[:at]
		mixed := strings.ContainsAny(head, ".,") && !strings.Contains(head, w[at:at+1])
		if len(tail) != 3 || mixed || head == "0" {
			whole, cents = head, tail
		}
	}
	groups := strings.FieldsFunc(whole, func(c rune) bool { return c == '.' || c == ',' })
	for k, g := range groups {
		if len(g) > 3 && len(groups) > 1 || k > 0 && len(g) < 3 {
			return 0, false
		}
	}
	digits := strings.Join(groups, "")
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || len(digits) > 11 {
		return 0, false
	}
	c, _ := strconv.ParseInt((cents + "00")[:2], 10, 64)
	return n*100 + c, true
}

// Joins reports whether the word of a number may follow another one in the same number: tens take ones, hundreds take what is less.
func Joins(last, n int64) bool {
	switch {
	case last >= 100:
		return n < min(last, 1000)
	case last >= 20 && last%10 == 0:
		return n < 10
	}
	return false
}
