package assent

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
)

//go:embed beside.yaml
var besideFile []byte

// secondWish is how a message goes on that says yes and wants something else besides: the words that begin it, the verbs that wish,
// the words for one more, and what there can be one more of.
type secondWish struct {
	Also  []string `yaml:"also"`
	Wish  []string `yaml:"wish"`
	One   []string `yaml:"one"`
	Thing []string `yaml:"thing"`
	Yes   []string `yaml:"yes"`
	Not   []string `yaml:"not"`
}

var second = mustSecond()

func mustSecond() (w secondWish) {
	if err := yaml.UnmarshalWithOptions(besideFile, &w, yaml.Strict()); err != nil {
		panic(fmt.Sprintf("beside.yaml: %v", err)) // it is embedded
	}
	return w
}

// secondPattern finds where the second wish begins.
var secondPattern = regexp.MustCompile(" " + oneOf(second.Also) + "+" + oneOf(second.Wish) + "*" + oneOf(second.One) + oneOf(second.Thing))

// oneOf matches any of some runs of words, each followed by a space.
func oneOf(runs []string) string { return "(?:(?:" + strings.Join(runs, "|") + ") )" }

// Beside parts a message that answers and wants one more thing besides: "sí confirmo, y quiero otra cita". ok is false where it has no
// second wish, or one that takes something of the first part back.
func Beside(text string) (answer string, ok bool) {
	plain := " " + strings.Join(wordsOf(text), " ") + " "
	at := secondPattern.FindStringIndex(plain)
	if at == nil || at[0] == 0 || asks(text) {
		return "", false
	}
	rest := strings.Fields(plain[at[1]:])
	if (Asked{Tool: "create_"}).reserved(strings.Join(rest, " ")) {
		return "", false
	}
	return strings.TrimSpace(plain[:at[0]]), true
}

// agreesBeside reports whether the first part of a message with a second wish is a clear yes and nothing else.
func (a Asked) agreesBeside(text string) bool {
	answer, ok := Beside(text)
	return ok && (Affirms(answer) || a.ordered(answer))
}
