//go:build !race

package attack

import (
	"strings"
	"testing"

	"github.com/recado/recado/pkg/corpus"
	"github.com/recado/recado/pkg/language"
)

// maxHomographs is how many innocent messages in Spanish, English or Portuguese may hold a word of a further language.
const maxHomographs = 6

// shared are words that such messages quote with the meaning that they have at home, and three ("ho", "sag", "tue") that
// too few of them hold to do without.
var shared = func() map[string]bool {
	out := map[string]bool{}
	for word := range strings.FieldsSeq("non gibt merci sois bitte nummer grazie queixa deutsch je ich ciao tout salut hallo io mein " +
		"guten bonjour francais plait ho sag tue") {
		out[word] = true
	}
	return out
}()

// native counts, for each word that the further languages give other classes, the innocent messages with it in which
// nearly every word is one of Spanish, English or Portuguese.
func native(t *testing.T) map[string]int {
	base := readLexicon(lexiconText+themesText+verbsText, "")
	usual := map[string]bool{}
	for _, w := range language.Words() {
		usual[w] = true
	}
	counts := map[string]int{}
	var r Reader
	for _, text := range innocent(t) {
		r.tokenize(text)
		changed, known := map[string]bool{}, 0
		for i := range r.Tokens {
			word := r.Folded[r.Tokens[i].From:r.Tokens[i].To]
			was, ok := base.lookup(word)
			if is, _ := words.lookup(word); is != was {
				changed[string(word)] = true
			} else if ok || usual[string(word)] {
				known++
			}
		}
		if 5*(known+1) < 4*len(r.Tokens) {
			continue
		}
		for w := range changed {
			counts[w]++
		}
	}
	return counts
}

// innocent are the texts that the guard has learned to let pass.
func innocent(t *testing.T) (texts []string) {
	t.Helper()
	type line struct{ Text, Label string }
	files, err := corpus.Load("corpora/guard/*.jsonl*", func(*line, string) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		for _, l := range f.Examples {
			if l.Label == "benign" {
				texts = append(texts, l.Text)
			}
		}
	}
	return texts
}

func TestWordsOfFurtherLanguagesAreNoUsualWordsOfSpanishEnglishOrPortuguese(t *testing.T) {
	t.Parallel()
	for word, n := range native(t) {
		if n > maxHomographs && !shared[word] {
			t.Errorf("%q stands in %d innocent messages", word, n)
		}
	}
}
