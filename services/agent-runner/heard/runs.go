package heard

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/recado/recado/pkg/language"
)

//go:embed heard.yaml
var runsFile []byte

// runs are words that mean something to the dialogue, without accents, capitals and marks, with look-alikes that must not match.
type runs struct {
	Runs []string `yaml:"runs"`
	Not  []string `yaml:"not"`
}

var table = mustTable()

func mustTable() (all map[string]runs) {
	if err := yaml.UnmarshalWithOptions(runsFile, &all, yaml.Strict()); err != nil {
		panic(fmt.Sprintf("heard.yaml: %v", err)) // it is embedded
	}
	return all
}

// Says reports whether a run of heard.yaml stands in the messages.
func (s *Said) Says(key string) bool { return Any(s.Plain, table[key].Runs) }

// In reports whether a run of heard.yaml stands in a text, whatever its accents, capitals and marks.
func In(text, key string) bool { return Any(Plain(text), table[key].Runs) }

// Plain is a text as runs are looked for in it: its words between single spaces.
func Plain(text string) string { return " " + strings.Join(plainWords(text), " ") + " " }

// Any reports whether a run stands in a plain text, as whole words.
func Any(text string, runs []string) bool {
	return slices.ContainsFunc(runs, func(run string) bool {
		for rest, at := text, 0; ; rest = rest[at+1:] {
			if at = strings.Index(rest, run); at < 0 {
				return false
			}
			if at > 0 && rest[at-1] == ' ' && rest[at+len(run)] == ' ' {
				return true
			}
		}
	})
}

func plainWords(text string) []string {
	return strings.FieldsFunc(language.FoldString(text), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
}
