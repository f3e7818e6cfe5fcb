// Package unknown is what an assistant does where nothing supports an answer.
package unknown

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/tenant"
)

//go:embed unknown.yaml
var unknownFile []byte

// phrases are ways to say one thing, with sentences that say it and look-alikes that do not.
type phrases struct {
	Words string   `yaml:"words"`
	Says  []string `yaml:"says"`
	Not   []string `yaml:"not"`

	found *regexp.Regexp
}

// known are the words of unknown.yaml: that a reply does not know, and that it speaks in general.
var known = mustKnow()

func mustKnow() (all struct{ Admits, Limits phrases }) {
	err := yaml.UnmarshalWithOptions(unknownFile, &all, yaml.Strict())
	for _, p := range [...]*phrases{&all.Admits, &all.Limits} {
		if err == nil {
			p.found, err = regexp.Compile(p.Words)
		}
	}
	if err != nil {
		panic(fmt.Sprintf("unknown.yaml: %v", err)) // it is embedded
	}
	return all
}

func (p *phrases) in(text string) bool {
	return p.found.MatchString(strings.ToLower(language.FoldString(text)))
}

// Admits reports whether a reply says that it does not know what was asked.
func Admits(reply string) bool { return known.Admits.in(reply) }

// Limits reports whether a reply says that it speaks in general.
func Limits(reply string) bool { return known.Limits.in(reply) }

// Rule tells a model what to do where nothing supports an answer; empty where the rules of all assistants say it.
func Rule(a *tenant.Assistant) string {
	switch {
	case a == nil:
	case a.Unanswered == "handoff":
		return "Where no tool knows the answer, say so and call escalate_to_human."
	case a.Unanswered == "general":
		return "Where no tool knows the answer, you may answer from general knowledge: say that it is in general and not from the " +
			"business. Never so about prices, dates, times or health: there say that you do not know and offer a person."
	}
	return ""
}
