package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/corpus"
	"github.com/recado/recado/pkg/corpus/models"
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/urgency"
	"github.com/recado/recado/services/intent-router/intent"
)

const (
	// leastSeen is how often a word must occur to be one.
	leastSeen = 3
	// A word that sounds like another which is so many times as frequent is a slip.
	slipRatio   = 8
	longestWord = 24
)

// tally is how often words occur.
type tally map[string]int

func (t tally) add(text string) {
	for _, token := range language.ReadAsWritten(text).Tokens {
		if token.Kind == language.Word && len(token.Norm) > 1 && len(token.Norm) <= longestWord {
			t[token.Norm]++
		}
	}
}

// words returns those that occur often enough, and are no slip of another.
func (t tally) words() (words []string) {
	best := map[uint32]int{} // by sound
	for w, n := range t {
		best[language.Sound(w)] = max(best[language.Sound(w)], n)
	}
	for w, n := range t {
		if n >= leastSeen && n*slipRatio > best[language.Sound(w)] {
			words = append(words, w)
		}
	}
	return words
}

// writeVocabulary writes the words of all messages, of the lines of urgency, and of the rules, with how often they occur.
func writeVocabulary(o options, messages []example) error {
	count, err := countWords(messages)
	if err != nil {
		return err
	}
	asked, err := wordsOfCode(o.code)
	if err != nil {
		return err
	}
	words := slices.Concat(count.words(), intent.Words(), urgency.SignWords(), asked)
	listed := language.NewVocabulary(lines(words, count))
	for _, w := range language.ConceptWords() {
		if meant, ok := listed.Correct(w); !ok || !language.ShareConcept(w, meant) { // else it is listed there as a slip
			words = append(words, w)
		}
	}
	taught := models.Model{
		File: o.vocabulary, Corpus: []string{messageFiles, urgencyFiles},
		Code: []string{"services/intent-router/intent/train/vocabulary.go"},
	}
	return taught.Write(".", []byte(lines(words, count)), nil)
}

// countWords counts the words of messages, and of the lines of urgency.
func countWords(messages []example) (tally, error) {
	type line struct {
		Text     string   `json:"text"`
		Symptoms []string `json:"symptoms"`
	}
	files, err := corpus.Load(urgencyFiles, func(*line, string) error { return nil })
	if err != nil {
		return nil, err
	}
	count := tally{}
	for i := range messages {
		count.add(messages[i].Text)
	}
	for _, f := range files {
		for _, e := range f.Examples {
			count.add(e.Text)
			count.add(strings.Join(e.Symptoms, ", "))
		}
	}
	return count, nil
}

// lines writes each word once, with how often it occurs, the most frequent first.
func lines(words []string, count tally) string {
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

// learners are folders within the code whose words are not asked for.
var learners = []string{"train", "noise", "linear"}

// wordsOfCode returns the words in the strings of a folder's code: what the code asks for is no slip of the keyboard.
func wordsOfCode(dir string) (words []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains(learners, d.Name()):
			return fs.SkipDir
		case d.IsDir(), filepath.Ext(path) != ".go", strings.HasSuffix(path, "_test.go"):
			return nil
		}
		of, err := wordsOfFile(path)
		words = append(words, of...)
		return err
	})
	return words, err
}

// ownName reports whether an import is a part of the language that had no package of its own when the models were last fitted:
// its name is no word. Other imports were counted, and stay until a fitting may change the models.
func ownName(path string) bool {
	return strings.Contains(path, "/pkg/language/") && !strings.HasSuffix(path, `/linear"`)
}

func wordsOfFile(path string) (words []string, err error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ImportSpec); ok && ownName(spec.Path.Value) {
			return false
		}
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			for _, t := range language.ReadAsWritten(strings.Trim(lit.Value, "\"`")).Tokens {
				if t.Kind == language.Word && len(t.Norm) <= longestWord {
					words = append(words, t.Norm)
				}
			}
		}
		return true
	})
	return words, nil
}
