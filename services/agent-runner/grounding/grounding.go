// Package grounding finds figures in a draft that no evidence supports.
package grounding

import (
	"regexp"
	"strings"
)

const codes = `USD|MXN|PEN|COP|ARS|CLP|EUR|BRL`

var (
	// amount is a number with a currency sign or word, or a percentage.
	amount = regexp.MustCompile(`(?i)(?:(?:US\$|S/\.?|R\$|MX\$|\$|€|£|` + codes + `)\s?(\d[\d.,]*)` +
		`|(\d[\d.,]*)\s?(?:%|€|pesos|soles|d[oó]lares|dollars|euros|reais|` + codes + `))`)
	number = regexp.MustCompile(`\d[\d.,]*`)
)

// Unsupported returns the amounts and percentages of a draft that occur in none of the sources, each once, as written.
func Unsupported(draft string, sources []string) []string {
	found := amount.FindAllStringSubmatch(draft, -1)
	if len(found) == 0 {
		return nil
	}
	known := map[string]bool{}
	for _, s := range sources {
		for _, n := range number.FindAllString(s, -1) {
			known[normal(n)] = true
		}
	}
	var out []string
	seen := map[string]bool{}
	for _, f := range found {
		n := normal(f[1] + f[2])
		if !known[n] && !seen[n] {
			seen[n] = true
			out = append(out, strings.TrimSpace(f[0]))
		}
	}
	return out
}

// Without is a text without the figures that occur in another one.
func Without(text, other string) string {
	known := map[string]bool{}
	for _, n := range number.FindAllString(other, -1) {
		known[normal(n)] = true
	}
	return number.ReplaceAllStringFunc(text, func(n string) string {
		if known[normal(n)] {
			return "…"
		}
		return n
	})
}

// normal removes thousands marks and empty decimals: 1,500.00 and 1.500 are 1500, 12,5 is 12.5.
func normal(n string) string {
	n = strings.TrimRight(n, ".,")
	if i := strings.LastIndexAny(n, ".,"); i >= 0 {
		whole, decimals := n[:i], n[i+1:]
		whole = strings.NewReplacer(".", "", ",", "").Replace(whole)
		if len(decimals) == 3 {
			return whole + decimals
		}
		decimals = strings.TrimRight(decimals, "0")
		if decimals == "" {
			return whole
		}
		return whole + "." + decimals
	}
	return n
}

// Correction tells a model which figures to take back.
func Correction(unsupported []string) string {
	return "These figures are in no tool result: " + strings.Join(unsupported, ", ") +
		". Use a tool to find them or answer without them. Answer the customer again, in full."
}
