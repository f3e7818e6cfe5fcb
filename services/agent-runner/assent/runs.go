package assent

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

//go:embed runs.yaml
var runsFile []byte

// yesRun is a run of words that is a yes where nothing else is said, with messages that agree and look-alikes that do not.
type yesRun struct {
	Run string   `yaml:"run"`
	Yes []string `yaml:"yes"`
	Not []string `yaml:"not"`
}

// runs are those of runs.yaml, as words, the longest first.
var runs = mustRuns()

func mustRuns() (out [][]string) {
	for _, r := range readRuns() {
		out = append(out, strings.Fields(r.Run))
	}
	slices.SortStableFunc(out, func(a, b []string) int { return len(b) - len(a) })
	return out
}

func readRuns() (all []yesRun) {
	if err := yaml.UnmarshalWithOptions(runsFile, &all, yaml.Strict()); err != nil {
		panic(fmt.Sprintf("runs.yaml: %v", err)) // it is embedded
	}
	return all
}

// withoutRuns are the words of a text with a plain yes instead of each run, and whether it has one.
func withoutRuns(text string) (words []string, found bool) {
	for rest := wordsOf(text); len(rest) > 0; {
		i := slices.IndexFunc(runs, func(run []string) bool {
			return len(run) <= len(rest) && slices.Equal(run, rest[:len(run)])
		})
		if i < 0 {
			words, rest = append(words, rest[0]), rest[1:]
			continue
		}
		words, rest, found = append(words, "si"), rest[len(runs[i]):], true
	}
	return words, found
}

// opensWithRun reports whether a text begins with a run, and might go on as something else.
func opensWithRun(text string) bool {
	words := wordsOf(text)
	return slices.ContainsFunc(runs, func(run []string) bool {
		return len(run) <= len(words) && slices.Equal(run, words[:len(run)])
	})
}

// runsOnly reports whether a text is made of runs, yeses, politeness and what order names, with a run among them.
func runsOnly(text string, order func(word string) bool) bool {
	words, found := withoutRuns(text)
	foreign := func(w string) bool { return !slices.Contains(beside, w) && !order(w) }
	return found && !slices.ContainsFunc(words, foreign) && !asks(text) && !strings.ContainsAny(text, "0123456789")
}
