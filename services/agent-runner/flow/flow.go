// Package flow reads the errands that a conversation can do: YAML files that say what to collect, what to write and how it ends.
package flow

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// files are an errand each; docs/flows.md says how to write one.
//
//go:embed flows/*.yaml
var files embed.FS

// Flow is one errand: values to collect, what is said and written with them, and how it ends.
type Flow struct {
	Name    string   `yaml:"-"`
	Start   Start    `yaml:"start"`
	Collect []Step   `yaml:"collect"`
	Tell    []string `yaml:"tell"`  // the kinds of policy that are told before the end
	Write   *Write   `yaml:"write"` // what the errand does
	Person  *Person  `yaml:"person"`
}

// Start says what begins a flow: an intent of the router, or words of its own.
type Start struct {
	Intents   []string `yaml:"intents"`
	Words     []string `yaml:"words"`
	Verticals []string `yaml:"verticals"` // only there; empty is everywhere
	Except    []string `yaml:"except"`
}

// Step is a value to collect: a kind that the engine knows, the question for it, and the question in other words.
type Step struct {
	Value string `yaml:"value"`
	Ask   string `yaml:"ask"`
	Again string `yaml:"again"`
}

// Write is a tool with its arguments by the values that fill them. Without Confirm it is what the customer has just asked for.
type Write struct {
	Tool    string            `yaml:"tool"`
	With    map[string]string `yaml:"with"`
	Confirm string            `yaml:"confirm"`
	Yes     string            `yaml:"yes"`
	No      string            `yaml:"no"`
	Done    string            `yaml:"done"`
	Kept    string            `yaml:"kept"`
}

// Person ends a flow at somebody of the business.
type Person struct {
	Reason string `yaml:"reason"`
	Say    string `yaml:"say"`
	Kept   string `yaml:"kept"`
}

// All are the errands, by name.
var All = mustAll()

func mustAll() []*Flow {
	entries, err := files.ReadDir("flows")
	if err != nil {
		panic(err) // it is embedded
	}
	var all []*Flow
	for _, file := range entries {
		data, err := files.ReadFile("flows/" + file.Name())
		f := &Flow{Name: strings.TrimSuffix(file.Name(), ".yaml")}
		if err == nil {
			err = yaml.UnmarshalWithOptions(data, f, yaml.Strict())
		}
		if err == nil {
			err = f.check()
		}
		if err != nil {
			panic(fmt.Sprintf("flows/%s: %v", file.Name(), err))
		}
		all = append(all, f)
	}
	return all
}

// valueKinds are what a step may collect.
var valueKinds = []string{
	"service", "party", "when", "opening", "appointment", "phone", "note", "basket", "fulfilment", "place", "allergy", "quote", "order",
	"reward",
}

// check names the first field that is wrong.
func (f *Flow) check() error {
	if len(f.Start.Intents)+len(f.Start.Words) == 0 {
		return fmt.Errorf("start: expected intents or words")
	}
	if (f.Write == nil) == (f.Person == nil) {
		return fmt.Errorf("expected write or person")
	}
	for i, s := range f.Collect {
		if !slices.Contains(valueKinds, s.Value) {
			return fmt.Errorf("collect[%d].value: expected one of %s, got %q", i, strings.Join(valueKinds, ", "), s.Value)
		}
	}
	for _, key := range f.phraseKeys() {
		if key != "" && !phrase.Has(key) {
			return fmt.Errorf("expected a phrase, got %q", key)
		}
	}
	return nil
}

func (f *Flow) phraseKeys() (keys []string) {
	for _, s := range f.Collect {
		keys = append(keys, s.Ask, s.Again)
	}
	if w := f.Write; w != nil {
		keys = append(keys, w.Confirm, w.Yes, w.No, w.Done, w.Kept)
	}
	if p := f.Person; p != nil {
		keys = append(keys, p.Say, p.Kept)
	}
	return keys
}

// JoinWaiting is the tool that puts somebody on the waiting list.
const JoinWaiting = "join_waiting_list"

// Joins reports whether the errand ends on the waiting list.
func (f *Flow) Joins() bool { return f.Write != nil && f.Write.Tool == JoinWaiting }

// Waits reports whether the errand ends at somebody or something else that has to come: it takes over what another one knows.
func (f *Flow) Waits() bool { return f.Person != nil || f.Joins() }

// Collects reports whether a value is a step of the flow.
func (f *Flow) Collects(value string) bool {
	return slices.ContainsFunc(f.Collect, func(s Step) bool { return s.Value == value })
}

// Uses reports whether a value is collected or written.
func (f *Flow) Uses(value string) bool {
	return f.Collects(value) || f.Write != nil && slices.Contains(slices.Collect(maps.Values(f.Write.With)), value)
}

// In reports whether a business of this vertical has the flow.
func (f *Flow) In(v tenant.Vertical) bool {
	s := f.Start
	return !slices.Contains(s.Except, string(v)) && (len(s.Verticals) == 0 || slices.Contains(s.Verticals, string(v)))
}

// Named is the flow of a name; nil where there is none.
func Named(name string) *Flow {
	if i := slices.IndexFunc(All, func(f *Flow) bool { return f.Name == name }); i >= 0 {
		return All[i]
	}
	return nil
}
