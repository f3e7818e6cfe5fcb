package attack

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	files, _ := filepath.Glob("../train/data/*.jsonl")
	if len(files) == 0 {
		t.Fatal("no training data")
	}
	var r Reader
	for _, name := range files {
		eachInnocent(t, name, func(text string) {
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
				return
			}
			for w := range changed {
				counts[w]++
			}
		})
	}
	return counts
}

func eachInnocent(t *testing.T, name string, see func(text string)) {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line struct{ Text, Label string }
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if line.Label == "benign" {
			see(line.Text)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func TestWordsOfFurtherLanguagesAreNoUsualWordsOfSpanishEnglishOrPortuguese(t *testing.T) {
	t.Parallel()
	for word, n := range native(t) {
		if n > maxHomographs && !shared[word] {
			t.Errorf("%q stands in %d innocent messages", word, n)
		}
	}
}
