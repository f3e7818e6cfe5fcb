// Package temperature finds how near a contact is to booking or buying: a model says it in a mark of its reply, which is never sent, and
// the rules by what was asked.
package temperature

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// Temperature is how near a contact is; empty where nobody said.
type Temperature string

// The temperatures, as they are kept and as programs name them.
const (
	Hot  Temperature = "HOT"
	Warm Temperature = "WARM"
	Cold Temperature = "COLD"
)

// Who judged it.
const (
	ByModel   = "model"
	ByRules   = "rules"
	ByProgram = "program"
)

// Judged is a temperature and who says so.
type Judged struct {
	Temperature Temperature
	By          string
}

// Parse is the temperature that a program names, exactly.
func Parse(name string) (t Temperature, known bool) {
	t = Temperature(name)
	return t, t == Hot || t == Warm || t == Cold
}

// named are the words that a model has for them, the three languages' among them.
var named = map[string]Temperature{
	"hot": Hot, "caliente": Hot, "quente": Hot,
	"warm": Warm, "tibio": Warm, "tibia": Warm, "templado": Warm, "templada": Warm, "morno": Warm, "morna": Warm,
	"cold": Cold, "frio": Cold, "fria": Cold, "frío": Cold, "fría": Cold,
}

const (
	word    = `t[eé]mp[eé]r[aá]t[uúû]r[aáeé]`
	quoting = "[*_`~]*"
)

var (
	// mark is a whole one, with the blanks before it, in whatever emphasis; a value with a figure in it is a temperature of the weather.
	mark = regexp.MustCompile(`(?i)[ \t]*` + quoting + `[\[【]\s*` + quoting + `\s*` + word + `\s*` + quoting +
		`\s*[:=：–—-]?\s*([^\]】\d]{0,60})[\]】]` + quoting)
	// value is what a mark says, bare of its emphasis.
	value = regexp.MustCompile(`[\pL]+`)
)

// longest bounds a mark that is on its way, in bytes.
const longest = 160

// Extract takes the marks out of a text, and one that its end cuts; the last that says a temperature counts.
func Extract(text string) (rest string, t Temperature) {
	if !strings.ContainsAny(text, "[【") {
		return text, ""
	}
	for _, m := range mark.FindAllStringSubmatch(text, -1) {
		said := value.FindAllString(strings.ToLower(m[1]), -1)
		if len(said) == 1 { // the three of them are what it was told, not what it says
			t = cmp.Or(named[said[0]], t)
		}
	}
	rest = Without(text)
	return rest[:Held(rest)], t
}

// Without is a text without the marks that are whole.
func Without(text string) string {
	if !strings.ContainsAny(text, "]】") {
		return text
	}
	return mark.ReplaceAllString(text, "")
}

// Held is the index from which a text may be a mark that is not whole yet; its length where it is none.
func Held(text string) int {
	open := strings.LastIndexAny(text, "[【")
	if open < 0 || len(text)-open > longest || strings.ContainsAny(text[open:], "]】") {
		return trimmed(text, len(text))
	}
	inside := strings.TrimLeft(text[open:], "[【*_`~ \t\r\n")
	if len(inside) > 0 && !begins(inside) {
		return len(text)
	}
	return trimmed(text, open)
}

// trimmed is the index before the emphasis that ends a text: what it emphasises may be a mark.
func trimmed(text string, end int) int {
	if end == len(text) {
		return end
	}
	return len(strings.TrimRight(text[:end], "*_`~ \t"))
}

var accents = strings.NewReplacer("é", "e", "á", "a", "ú", "u", "û", "u")

// begins reports whether a text may go on to be a mark's word, or goes on after it.
func begins(text string) bool {
	folded := accents.Replace(strings.ToLower(text))
	return slices.ContainsFunc([]string{"temperatura", "temperature"}, func(w string) bool {
		n := min(len(w), len(folded))
		return folded[:n] == w[:n]
	})
}
