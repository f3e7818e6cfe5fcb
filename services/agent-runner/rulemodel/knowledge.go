package rulemodel

import (
	"slices"
	"strings"
	"unicode"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/llm"
)

// Scores under which a document is not an answer: weak where a policy or fact was asked for, strong where nothing was understood.
const (
	weakMatch   = 0.35
	strongMatch = 0.6
)

// queryLimit and quoteLimit bound a search query and what is quoted from a document, in characters.
const (
	queryLimit = 300
	quoteLimit = 700
)

type hit struct {
	Title   string  `json:"title"`
	Content string  `json:"content"`
	Score   float64 `json:"relevance_score"`
}

// fromKnowledge quotes the best document; ok is false when there is none worth quoting, or nothing to search with.
func (t *turn) fromKnowledge(minScore float64) (a answer, ok bool) {
	hits, calls := t.search()
	if calls != nil {
		return answer{calls: calls}, true
	}
	if len(hits) == 0 || hits[0].Score < minScore || hits[0].Score < strongMatch && !t.asksAbout(hits[0].Title) {
		return answer{}, false
	}
	return answer{text: quote(hits[0].Content)}, true
}

// documented quotes what the business wrote about the very thing that was asked; a list of everything would not answer it.
func (t *turn) documented() (a answer, ok bool) {
	hits, calls := t.search()
	if calls != nil {
		return answer{calls: calls}, true
	}
	i := slices.IndexFunc(hits, func(h hit) bool { return h.Score >= strongMatch && t.asksAbout(h.Title) })
	if i < 0 {
		return a, false
	}
	return answer{text: quote(hits[i].Content)}, true
}

// search asks the documents; none are found where there is nothing to search with.
func (t *turn) search() ([]hit, []llm.ToolCall) {
	if !t.offered["search_knowledge_base"] || len(strings.Fields(t.text)) < 2 {
		return nil, nil
	}
	c := call("search_knowledge_base", "question", map[string]any{"query": clip(t.text, queryLimit), "top_k": asked})
	r, found := t.ask(c)
	if !found {
		return nil, []llm.ToolCall{c}
	}
	hits, _ := read[[]hit](r)
	return hits, nil
}

// stem is how many letters two words share that are forms of one.
const stem = 5

// asking are words that stand in any question, and tell nothing of what it is about.
var asking = strings.Fields(`tiene tienen tener tengo donde cuando cuanto cuantos cuanta cuantas cuales quien quienes puedo puede pueden
	quiero quisiera hacen hacer ofrecen ofrece sobre estan estas seria podria algun alguna alguno favor gracias buenas buenos tardes
	where which there would could should please about thank thanks
	voces quais quanto posso podem`)

// asksAbout reports whether a word of the question stands in a title, in whatever form.
func (t *turn) asksAbout(title string) bool {
	words := meaning(title)
	return slices.ContainsFunc(meaning(t.text), func(w string) bool { return slices.Contains(words, w) })
}

// meaning are the beginnings of the words of a text that tell what it is about.
func meaning(text string) (stems []string) {
	for _, w := range strings.FieldsFunc(language.FoldString(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(w) >= stem && !slices.Contains(asking, w) {
			stems = append(stems, w[:stem])
		}
	}
	return stems
}
