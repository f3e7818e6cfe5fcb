package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/recado/recado/pkg/corpus"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/intent-router/intent"
)

// example is one authored message.
type example struct {
	Text     string          `json:"text"`
	Vertical tenant.Vertical `json:"vertical"`
	Intent   string          `json:"intent"`
	Lang     string          `json:"lang"`
	Hard     bool            `json:"hard"`
	Note     string          `json:"note"`
	class    int
	file     string
}

// known messages are those that the rules were written for, and the tests hold.
func (e *example) known() bool { return e.file == "known" || e.file == ownExamples }

// ownExamples is the file's name of the examples that stand beside the rules.
const ownExamples = "examples"

func check(e *example, file string) error {
	e.file = file
	e.class = slices.IndexFunc(intent.All(), func(in intent.Intent) bool { return in.Name == e.Intent })
	if e.class < 0 || e.Vertical == "" {
		return fmt.Errorf("vertical %q, intent %q", e.Vertical, e.Intent)
	}
	return nil
}

// examples returns the messages of all files and the rules' own, each once for a vertical.
func examples(files []corpus.File[example]) []example {
	own := corpus.File[example]{Name: ownExamples}
	for class, in := range intent.All() {
		for _, e := range in.Examples {
			vertical := cmp.Or(tenant.Vertical(e.Vertical), tenant.General)
			own.Examples = append(own.Examples, example{Text: e.Text, Vertical: vertical, Intent: in.Name, class: class, file: ownExamples})
		}
	}
	return corpus.Once(append(slices.Clip(files), own), func(e *example) string { return string(e.Vertical) + e.Text })
}

// split puts the first of n parts aside; which part a message is in depends on its text alone.
func split(all []example, n int) (train, dev []example) {
	return corpus.Split(all, func(e *example) bool { return corpus.Part(e.Text, n) == 0 })
}
