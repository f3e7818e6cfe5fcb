package knowledge

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

const (
	maxPosition  = 16383 // of a tsvector
	maxPositions = 8     // kept for a lexeme: more add nothing to its rank
	maxTerms     = 24    // of a question
)

// vectorText writes the tsvector of a chunk: stems of head (title, headings, questions) weigh A, those of body D. It returns the
// number of words too.
func vectorText(head, body string) (tsv string, words int) {
	positions := map[string][]string{}
	at := 0
	add := func(text, weight string) {
		for _, w := range wordsOf(text) {
			at++
			for _, lexeme := range slices.Compact([]string{w.stem, w.bare}) {
				if list := positions[lexeme]; len(list) < maxPositions {
					positions[lexeme] = append(list, strconv.Itoa(min(at, maxPosition))+weight)
				}
			}
		}
	}
	add(head, "A")
	add(body, "")
	var b strings.Builder
	for _, lexeme := range slices.Sorted(maps.Keys(positions)) {
		b.WriteString("'" + lexeme + "':" + strings.Join(positions[lexeme], ",") + " ")
	}
	return strings.TrimSpace(b.String()), at
}

// anyOf writes the tsquery that one term satisfies: a question whose every word must occur finds a fifth of what it should.
func anyOf(terms []string) string {
	quoted := make([]string, len(terms))
	for i, t := range terms {
		quoted[i] = "'" + t + "'"
	}
	return strings.Join(quoted, " | ")
}
