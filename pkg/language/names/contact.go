package names

import (
	"strings"

	"github.com/recado/recado/pkg/language"
)

// Email returns the first e-mail address in a text, or "".
func Email(raw string) string {
	for w := range strings.FieldsSeq(language.Bounded(raw)) {
		w = strings.Trim(w, ".,;:<>()[]\"'¿?¡!")
		at := strings.LastIndexByte(w, '@')
		if at < 1 || at+4 > len(w) || strings.IndexByte(w[:at], '@') >= 0 {
			continue
		}
		host := w[at+1:]
		dot := strings.LastIndexByte(host, '.')
		if dot > 0 && dot+2 < len(host)+1 && len(host)-dot > 2 && !strings.Contains(host, "..") {
			return w
		}
	}
	return ""
}

// A phone number has this many digits, country code included.
const (
	minPhone = 8
	maxPhone = 15
)

// Phone returns the first run of digits in a text that can be a phone number, with its plus sign and nothing else, or "".
func Phone(raw string) string {
	var digits []byte
	gap := 0
	for i := range len(language.Bounded(raw)) {
		switch c := raw[i]; {
		case language.IsDigit(rune(c)):
			digits, gap = append(digits, c), 0
		case c == '+' && len(digits) == 0:
			digits = append(digits, c)
		case len(digits) > 0 && gap < 2 && strings.IndexByte(" -().", c) >= 0:
			gap++
		default:
			if p := phoneOf(digits); p != "" {
				return p
			}
			digits, gap = digits[:0], 0
		}
	}
	return phoneOf(digits)
}

func phoneOf(digits []byte) string {
	n := len(digits)
	if n > 0 && digits[0] == '+' {
		n--
	}
	if n < minPhone || n > maxPhone {
		return ""
	}
	return string(digits)
}

// ContactTokens returns the first tokens of the vault that stand for an e-mail address and a phone number: "[EMAIL_1]", "[TEL_1]".
func ContactTokens(t language.Text) (email, phone string) {
	for i := range t.Tokens {
		tok := &t.Tokens[i]
		switch {
		case tok.Kind != language.Mark:
		case email == "" && strings.HasPrefix(tok.Norm, "[EMAIL_"):
			email = tok.Norm
		case phone == "" && strings.HasPrefix(tok.Norm, "[TEL_"):
			phone = tok.Norm
		}
	}
	return email, phone
}
