package basket

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/recado/recado/services/agent-runner/heard"
)

//go:embed words.yaml
var wordsFile []byte

// runs are words that mean something to an order, with messages that have them and look-alikes that have not.
type runs struct {
	Runs []string `yaml:"runs"`
	Then []string `yaml:"then"` // what may follow, where not everything may
	Yes  []string `yaml:"yes"`
	Not  []string `yaml:"not"`
}

var table = mustTable()

func mustTable() (all map[string]runs) {
	if err := yaml.UnmarshalWithOptions(wordsFile, &all, yaml.Strict()); err != nil {
		panic(fmt.Sprintf("words.yaml: %v", err)) // it is embedded
	}
	return all
}

// says reports whether a run of words.yaml stands in a text.
func says(text, key string) bool {
	plain, r := heard.Plain(text), table[key]
	if len(r.Then) == 0 {
		return heard.Any(plain, r.Runs)
	}
	return slices.ContainsFunc(r.Runs, func(run string) bool {
		_, after, found := strings.Cut(plain, " "+run+" ")
		next, _, _ := strings.Cut(after, " ")
		return found && (next == "" || slices.Contains(r.Then, next))
	})
}

// AsksSum reports whether a text asks what all that is ordered comes to.
func AsksSum(text string) bool { return says(text, "sum") }

// is reports whether a word is a run of words.yaml.
func is(word, key string) bool { return slices.Contains(table[key].Runs, word) }

// first is the first word of a text, folded.
func first(text string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(heard.Plain(text)), " ")
	return word
}
