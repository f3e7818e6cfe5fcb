package knowledge

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
)

//go:embed light.txt
var lightWords string

//go:embed synonyms.txt
var synonymLines string

var (
	light    = setOf(uncommented(lightWords))
	synonyms = mustSynonyms(uncommented(synonymLines))
)

// lightWeight is what a light word counts beside a word of the matter itself.
const lightWeight = 0.3

func uncommented(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// mustSynonyms lists for each stem the stems of the words that are used for it.
func mustSynonyms(text string) map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(text) {
		var stems []string
		for w := range strings.FieldsSeq(line) {
			if s := stem(w); !slices.Contains(stems, s) {
				stems = append(stems, s)
			}
		}
		for _, s := range stems {
			for _, other := range stems {
				if other != s && !slices.Contains(out[s], other) {
					out[s] = append(out[s], other)
				}
			}
		}
	}
	return out
}

// term is one word of a question: the stems that a text may have for it, its own first, and what it weighs.
type term struct {
	folded string // as it was typed
	stems  []string
	weight float64
}

// query is the tsquery that any of its stems satisfies.
func (t term) query() string { return anyOf(t.stems) }

// terms returns the distinct words of a question in order, at most maxTerms.
func terms(question string) []term {
	out := []term{}
	for _, w := range wordsOf(question) {
		known := func(t term) bool { return t.stems[0] == w.stem }
		if len(out) >= maxTerms || slices.ContainsFunc(out, known) {
			continue
		}
		t := term{folded: w.folded, stems: formsOf(w), weight: 1}
		if isLight(w.folded) {
			t.weight = lightWeight
		}
		out = append(out, t)
	}
	return out
}

// isLight reports whether a word tells little of a matter: one of the list, or a number.
func isLight(folded string) bool {
	return light[folded] || strings.Trim(folded, "0123456789") == ""
}

// formsOf are the stems by which a question's word is found: its own, that of its spelling set right, of what a diminutive is small
// of, and of its synonyms.
func formsOf(w word) []string {
	out := []string{w.stem}
	add := func(s string) {
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	if read := language.Read(w.folded); len(read.Tokens) == 1 {
		add(stem(read.Tokens[0].Norm))
	}
	for _, large := range undiminished(w.folded) {
		add(stem(large))
	}
	for _, s := range slices.Clone(out) {
		for _, other := range synonyms[s] {
			add(other)
		}
	}
	return out
}

// diminutives are endings of small things and what the word may have ended in.
var diminutives = []struct {
	ends string
	was  []string
}{
	{"ecito", []string{"", "e"}},
	{"ecita", []string{"", "e"}},
	{"cito", []string{"", "e"}},
	{"cita", []string{"", "e"}},
	{"quito", []string{"co"}},
	{"quita", []string{"ca"}},
	{"guito", []string{"go"}},
	{"guita", []string{"ga", "gua"}},
	{"ito", []string{"o", "e"}},
	{"ita", []string{"a"}},
	{"inho", []string{"o"}},
	{"inha", []string{"a"}},
}

// small is how many letters a word keeps at least when its ending goes: "cita" is no small thing.
const small = 3

// undiminished are the words that a diminutive may be of: "perritos" of "perro".
func undiminished(folded string) (out []string) {
	singular := strings.TrimSuffix(folded, "s")
	for _, d := range diminutives {
		if base, ok := strings.CutSuffix(singular, d.ends); ok && len(base) >= small {
			for _, end := range d.was {
				out = append(out, base+end)
			}
		}
	}
	return out
}

// Carrying lists the words of a text that tell what it is about, folded: neither those that say nothing nor light ones.
func Carrying(text string) (out []string) {
	for _, w := range wordsOf(text) {
		if !isLight(w.folded) {
			out = append(out, w.folded)
		}
	}
	return out
}

// Words is how many words of a text say something, light ones too.
func Words(text string) int { return len(terms(text)) }

// Silent reports whether a folded word says nothing about any subject.
func Silent(folded string) bool { return stops[folded] }

// CoveredBy is the part of the words of a text, light ones weighing less, that a question's words find in whatever form.
func CoveredBy(question, text string) float64 {
	finds := map[string]bool{}
	for _, t := range terms(question) {
		for _, s := range t.stems {
			finds[s] = true
		}
	}
	var found, all float64
	for _, t := range terms(text) {
		all += t.weight
		if finds[t.stems[0]] {
			found += t.weight
		}
	}
	return found / max(all, lightWeight)
}

// Covers is the part of the words of a question, light ones weighing less, that stand in a text in whatever form.
func Covers(question, text string) float64 {
	have := map[string]bool{}
	for _, w := range wordsOf(text) {
		have[w.stem], have[w.bare] = true, true
	}
	var found, all float64
	for _, t := range terms(question) {
		all += t.weight
		if slices.ContainsFunc(t.stems, func(s string) bool { return have[s] }) {
			found += t.weight
		}
	}
	if all == 0 {
		return 0
	}
	return found / all
}
