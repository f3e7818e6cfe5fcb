// Package grounding finds what a draft says that no evidence of its turn supports: money, days, times, numbers, addresses, names, and
// that something was done.
package grounding

import (
	"regexp"

	"github.com/recado/recado/services/agent-runner/grounding/figure"
)

var number = regexp.MustCompile(`\d[\d.,]*`)

// Without is a text without the figures that occur in another one.
func Without(text, other string) string {
	known := map[int64]bool{}
	for _, n := range number.FindAllString(other, -1) {
		if v, ok := figure.Parse(trimmed(n)); ok {
			known[v] = true
		}
	}
	return number.ReplaceAllStringFunc(text, func(n string) string {
		if v, ok := figure.Parse(trimmed(n)); ok && known[v] {
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
