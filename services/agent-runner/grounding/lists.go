package grounding

import (
	_ "embed"
	"strings"
)

//go:embed words.txt
var listsFile string

// listed is a list of words by its name in words.txt.
func listed(name string) set {
	out := set{}
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
