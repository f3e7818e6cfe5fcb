// Package lists holds the word lists of words.txt.
package lists

import (
	_ "embed"
	"strings"
)

//go:embed words.txt
var listsFile string

// Of is a list of words by its name in words.txt.
func Of(name string) map[string]bool {
	out := map[string]bool{}
	for line := range strings.Lines(listsFile) {
		rest, begins := strings.CutPrefix(line, name+":")
		switch {
		case begins:
			line = rest
		case len(out) == 0 || line[0] == '#':
			continue
		case line[0] != ' ':
			return out
		}
		for w := range strings.FieldsSeq(line) {
			out[w] = true
		}
	}
	if len(out) == 0 {
		panic("words.txt has no list " + name) // it is embedded
	}
	return out
}
