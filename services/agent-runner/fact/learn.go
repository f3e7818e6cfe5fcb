package fact

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"

	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/tokens"
	"github.com/recado/recado/pkg/vault"
)

//go:embed never.yaml
var neverFile []byte

var never = mustRefuse()

func mustRefuse() (n struct {
	Words      string
	Never, May []string
	found      *regexp.Regexp
},
) {
	err := yaml.UnmarshalWithOptions(neverFile, &n, yaml.Strict())
	if err != nil {
		panic(fmt.Sprintf("never.yaml: %v", err)) // it is embedded
	}
	n.found = regexp.MustCompile(n.Words)
	return n
}

const (
	maxSummary = 220 // tokens
	maxText    = 160 // characters of a fact
	maxLearned = 8   // facts of one answer
)

// Learned is what a model's answer says: lines of words are the summary, lines of JSON facts. Of those only what may be remembered
// stays, whose names the customer wrote.
func Learned(answer string, lines []Line) (summary string, facts []Fact) {
	var said []string
	heard := words(lines)
	for line := range strings.Lines(answer) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "{") {
			said = append(said, line)
			continue
		}
		var f Fact
		if json.Unmarshal([]byte(line), &f) != nil || len(facts) == maxLearned {
			continue
		}
		f.Text = strings.Join(strings.Fields(f.Text), " ")
		if mayRemember(f) && supported(f.Text, heard) {
			facts = append(facts, f)
		}
	}
	return cleaned(strings.Join(said, " ")), facts
}

// cleaned is a summary as it may be kept: masked, short, and empty where it tries to steer a model.
func cleaned(text string) string {
	text = guard.Mask(strings.Trim(strings.Join(strings.Fields(text), " "), "`"))
	if guard.Screen(text, guard.ToolResult).Verdict >= guard.Flag {
		return ""
	}
	for tokens.Count(text) > maxSummary {
		cut := strings.LastIndexByte(text[:len(text)*9/10], ' ')
		text = text[:max(0, cut)]
	}
	return text
}

// mayRemember reports whether a fact is of a kind and of words that may be kept: no figures, no personal data, nothing of health or money,
// no order to a model.
func mayRemember(f Fact) bool {
	n := utf8.RuneCountInString(f.Text)
	switch {
	case !slices.Contains(Kinds, f.Kind), n < 3, n > maxText:
		return false
	case strings.ContainsAny(f.Text, "0123456789$€%@<>{}[]"), len(vault.Tokens(f.Text)) > 0:
		return false
	case never.found.MatchString(folded(f.Text)):
		return false
	}
	screened := guard.Screen(f.Text, guard.ToolResult)
	return screened.Verdict < guard.Flag && len(screened.PII) == 0
}

func folded(text string) string { return strings.ToLower(language.FoldString(text)) }

func split(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// words are those that the customer wrote, folded.
func words(lines []Line) map[string]bool {
	out := map[string]bool{}
	for _, l := range lines {
		for _, w := range split(folded(l.Text)) {
			out[w] = out[w] || !l.Ours
		}
	}
	return out
}

// supported reports whether the customer wrote every name in a text, and one of its other long words in some form.
func supported(text string, heard map[string]bool) bool {
	found := false
	for i, w := range split(text) {
		f := folded(w)
		if i > 0 && unicode.IsUpper([]rune(w)[0]) && !heard[f] {
			return false
		}
		found = found || said(f, heard)
	}
	return found
}

// stem is how many letters two forms of a word share.
const stem = 5

func said(word string, heard map[string]bool) bool {
	if len(word) < stem {
		return len(word) == stem-1 && heard[word]
	}
	for w, theirs := range heard {
		if theirs && strings.HasPrefix(w, word[:stem]) {
			return true
		}
	}
	return false
}
