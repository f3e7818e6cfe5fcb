package figure

import "regexp"

var digits = regexp.MustCompile(`\d[\d.,]*`)

// Without is a text without the figures that occur in another one.
func Without(text, other string) string {
	known := map[int64]bool{}
	for _, n := range digits.FindAllString(other, -1) {
		if v, ok := Parse(trimmed(n)); ok {
			known[v] = true
		}
	}
	return digits.ReplaceAllStringFunc(text, func(n string) string {
		if v, ok := Parse(trimmed(n)); ok && known[v] {
			return "…"
		}
		return n
	})
}

// trimmed is a number without the point or comma that ends its sentence.
func trimmed(n string) string {
	for n != "" && (n[len(n)-1] == '.' || n[len(n)-1] == ',') {
		n = n[:len(n)-1]
	}
	return n
}
