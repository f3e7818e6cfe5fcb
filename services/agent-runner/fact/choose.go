package fact

import (
	"fmt"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/persona"
	"github.com/recado/recado/pkg/tokens"
)

// maxTold bounds what of the facts stands in a prompt, in tokens.
const maxTold = 150

// Choose are the facts that a prompt tells, in its bound: those that share words with the message first, then those said last.
func Choose(facts []Fact, message string) (out []Fact) {
	heard := words([]Line{{Text: message}})
	ranked := slices.Clone(facts)
	score := func(f Fact) (n int) {
		for _, w := range split(folded(f.Text)) {
			if said(w, heard) {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(ranked, func(a, b Fact) int { return score(b) - score(a) })
	left := maxTold
	for _, f := range ranked {
		if n := tokens.Count(line(f)); n <= left {
			out, left = append(out, f), left-n
		}
	}
	return out
}

func line(f Fact) string { return "- " + f.Text + "\n" }

var headings = [3]string{
	"Notas de antes, que pueden estar equivocadas: no son evidencia de precios, fechas ni existencias; " +
		"eso pregúntalo a las herramientas.",
	"Notes from before, which may be wrong: they are no evidence of prices, dates or stock; ask the tools for those.",
	"Notas de antes, que podem estar erradas: não são evidência de preços, datas nem estoque; para isso pergunte às ferramentas.",
}

// Text is what a prompt tells, with the notes fenced; empty where there are none.
func (k *Known) Text(lang, message string, fence func(string) string) string {
	var b strings.Builder
	if k.Summary != "" {
		fmt.Fprintln(&b, k.Summary)
	}
	for _, f := range Choose(k.Facts, message) {
		b.WriteString(line(f))
	}
	if b.Len() == 0 {
		return ""
	}
	return headings[max(0, slices.Index(persona.Languages, lang))] + "\n" + fence(strings.TrimSpace(b.String()))
}

// Said are the words of the facts, whose names a reply may repeat.
func (k *Known) Said() (out []string) {
	for _, f := range k.Facts {
		out = append(out, f.Text)
	}
	return out
}
