package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/services/intent-router/intent"
)

const (
	// leastSeen is how often a word must occur to be one.
	leastSeen = 3
	// A word that sounds like another which is so many times as frequent is a slip.
	slipRatio   = 8
	longestWord = 24
)

// writeVocabulary writes the words of all messages, of the lines of urgency, and of the rules, with how often they occur.
func writeVocabulary(o options, messages []example) error {
	count := map[string]int{}
	add := func(text string) {
		for _, t := range language.ReadAsWritten(text).Tokens {
			if t.Kind == language.Word && len(t.Norm) > 1 && len(t.Norm) <= longestWord {
				count[t.Norm]++
			}
		}
	}
	for i := range messages {
		add(messages[i].Text)
	}
	paths, err := filepath.Glob(filepath.Join(o.urgency, "*.jsonl"))
	if err != nil {
		return err
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(content)) {
			var e struct {
				Text     string
				Symptoms []string
			}
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			add(e.Text)
			add(strings.Join(e.Symptoms, ", "))
		}
	}
	best := map[uint32]int{} // by sound
	for w, n := range count {
		best[language.Sound(w)] = max(best[language.Sound(w)], n)
	}
	var words []string
	for w, n := range count {
		if n >= leastSeen && n*slipRatio > best[language.Sound(w)] {
			words = append(words, w)
		}
	}
	asked, err := wordsOfCode(o.code)
	if err != nil {
		return err
	}
	words = append(words, slices.Concat(intent.Words(), language.SignWords(), asked)...)
	listed := language.NewVocabulary(lines(words, count))
	for _, w := range language.ConceptWords() {
		if meant, ok := listed.Correct(w); !ok || !language.ShareConcept(w, meant) { // else it is listed there as a slip
			words = append(words, w)
		}
	}
	return os.WriteFile(o.vocabulary, []byte(lines(words, count)), 0o644)
}

// lines writes each word once, with how often it occurs, the most frequent first.
func lines(words []string, count map[string]int) string {
	words = slices.Clone(words)
	slices.Sort(words)
	words = slices.Compact(words)
	of := func(w string) int {
		if count[w] < leastSeen {
			return 0
		}
		return count[w]
	}
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(cmp.Compare(of(b), of(a)), cmp.Compare(a, b)) })
	var b strings.Builder
	for _, w := range words {
		fmt.Fprintf(&b, "%s %d\n", w, of(w))
	}
	return b.String()
}

// wordsOfCode returns the words in the strings of a package's code: what the code asks for is no slip of the keyboard.
func wordsOfCode(dir string) (words []string, err error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				for _, t := range language.ReadAsWritten(strings.Trim(lit.Value, "\"`")).Tokens {
					if t.Kind == language.Word && len(t.Norm) <= longestWord {
						words = append(words, t.Norm)
					}
				}
			}
			return true
		})
	}
	return words, nil
}
