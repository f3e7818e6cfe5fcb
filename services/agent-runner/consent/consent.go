// Package consent hears what customers say of being remembered.
package consent

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml"

	"github.com/recado/recado/pkg/language"
)

//go:embed consent.yaml
var consentFile []byte

// phrases are ways to say one thing, with messages that say it and look-alikes that do not.
type phrases struct {
	Words string   `yaml:"words"`
	Says  []string `yaml:"says"`
	Not   []string `yaml:"not"`

	found *regexp.Regexp
}

var consents = mustKnow()

func mustKnow() (all struct{ Forget, Remember phrases }) {
	err := yaml.UnmarshalWithOptions(consentFile, &all, yaml.Strict())
	for _, p := range [...]*phrases{&all.Forget, &all.Remember} {
		if err == nil {
			p.found, err = regexp.Compile(p.Words)
		}
	}
	if err != nil {
		panic(fmt.Sprintf("consent.yaml: %v", err)) // it is embedded
	}
	return all
}

// Heard is what a message says of being remembered.
type Heard struct {
	Said bool // it says something of it
	Yes  bool
	All  bool // it says nothing else
}

// polite are words that ask nothing.
var polite = strings.Fields("hola por favor porfa gracias ya ok si y please thanks thank you hi hello obrigado obrigada oi")

// Hear reads a message. A no goes before a yes.
func Hear(text string) Heard {
	folded := strings.ToLower(language.FoldString(text))
	for _, p := range [...]struct {
		*phrases
		yes bool
	}{{&consents.Forget, false}, {&consents.Remember, true}} {
		at := p.found.FindStringIndex(folded)
		if at == nil {
			continue
		}
		mark := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
		others := strings.FieldsFunc(folded[:at[0]]+" "+folded[at[1]:], mark)
		others = slices.DeleteFunc(others, func(w string) bool { return slices.Contains(polite, w) })
		return Heard{Said: true, Yes: p.yes, All: len(others) <= 1}
	}
	return Heard{}
}
