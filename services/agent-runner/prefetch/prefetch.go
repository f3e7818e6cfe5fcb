// Package prefetch words the search of a business's documents that is made before a model is asked.
package prefetch

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
)

const (
	search   = "search_knowledge_base"
	passages = 10
	maxQuery = 1000 // bytes
	// a question of fewer words that carry something goes on with what was asked before it: "¿y los sábados?"
	ownWords = 2
	before   = 2 // messages
)

// masked are the tokens that stand for personal data.
var masked = regexp.MustCompile(`\[[A-Z_]+_\d+\]`)

// Call is the search for what a customer has just said; earlier is what they wrote before, oldest first. ok is false where the tool is
// not offered, or nothing was said that a document could answer.
func Call(offered []tool.Spec, said, earlier []string) (c llm.ToolCall, ok bool) {
	if !slices.ContainsFunc(offered, func(s tool.Spec) bool { return s.Name == search }) {
		return c, false
	}
	query := join(said)
	if query == "" {
		return c, false
	}
	carried := len(knowledge.Carrying(query))
	if carried < ownWords {
		query = join(append(slices.Clone(earlier[max(0, len(earlier)-before):]), query))
		carried = len(knowledge.Carrying(query))
	}
	if carried == 0 {
		return c, false
	}
	return llm.CallFor(search, "prefetch", map[string]any{"query": query, "top_k": passages}), true
}

// passage is a part of a document, as the tool tells of it.
type passage struct {
	Title   string `json:"title"`
	Section string `json:"section"`
	Content string `json:"content"`
	Before  string `json:"before"`
	After   string `json:"after"`
	Source  string `json:"source"`
	Page    int    `json:"page"`
	Owner   string `json:"owner"`
}

// titles are those of the business's passages and of the customer's own, what is said where there are none, and a page's name.
var titles = map[string][4]string{
	"es": {"De los documentos del negocio", "De los documentos del propio cliente", "Los documentos no dicen nada de esto.", "página"},
	"en": {"From the business's documents", "From the customer's own documents", "The documents say nothing of this.", "page"},
	"pt": {"Dos documentos do negócio", "Dos documentos do próprio cliente", "Os documentos não dizem nada disto.", "página"},
}

// Sections is a search's result as a model reads it that has not asked for it: the business's passages, then the customer's own, each
// source's title before its text. What is no such result stays as it is.
func Sections(result []byte, language string) []byte {
	var found []passage
	if json.Unmarshal(result, &found) != nil {
		return result
	}
	words, known := titles[language]
	if !known {
		words = titles["es"]
	}
	if len(found) == 0 {
		return []byte(words[2])
	}
	var out []string
	for i, own := range []bool{false, true} {
		head := "# " + words[i]
		for _, p := range found {
			if (p.Owner != "") != own {
				continue
			}
			if head != "" {
				out, head = append(out, head), ""
			}
			out = append(out, p.text(words[3]))
		}
	}
	return []byte(strings.Join(out, "\n\n"))
}

func (p passage) text(page string) string {
	title := "## " + p.Title
	if p.Section != "" {
		title += " > " + p.Section
	}
	if p.Page > 0 {
		title += fmt.Sprintf(" (%s %d)", page, p.Page)
	}
	parts := slices.DeleteFunc([]string{title, p.Source, p.Before, p.Content, p.After}, func(s string) bool { return s == "" })
	return strings.Join(parts, "\n")
}

// join is the end of what was said, without what stands for personal data.
func join(said []string) string {
	text := strings.Join(strings.Fields(masked.ReplaceAllString(strings.Join(said, "\n"), " ")), " ")
	return strings.ToValidUTF8(text[max(0, len(text)-maxQuery):], "")
}
