package rulemodel

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/recado/recado/pkg/tenant"
)

// flowFiles hold the errands that a conversation can do, a file each; docs/flows.md says how to write one.
//
//go:embed flows/*.yaml
var flowFiles embed.FS

// flow is one errand: values to collect, what is said and written with them, and how it ends.
type flow struct {
	Name    string    `yaml:"-"`
	Start   flowStart `yaml:"start"`
	Collect []step    `yaml:"collect"`
	Tell    []string  `yaml:"tell"`  // the kinds of policy that are told before the end
	Write   *write    `yaml:"write"` // what the errand does
	Person  *person   `yaml:"person"`
}

// flowStart says what begins a flow: an intent of the router, or words of its own.
type flowStart struct {
	Intents   []string `yaml:"intents"`
	Words     []string `yaml:"words"`
	Verticals []string `yaml:"verticals"` // only there; empty is everywhere
	Except    []string `yaml:"except"`
}

// step is a value to collect: a kind that the engine knows, the question for it, and the question in other words.
type step struct {
	Value string `yaml:"value"`
	Ask   string `yaml:"ask"`
	Again string `yaml:"again"`
}

// write is a tool with its arguments by the values that fill them. Without Confirm it is what the customer has just asked for.
type write struct {
	Tool    string            `yaml:"tool"`
	With    map[string]string `yaml:"with"`
	Confirm string            `yaml:"confirm"`
	Yes     string            `yaml:"yes"`
	No      string            `yaml:"no"`
	Done    string            `yaml:"done"`
	Kept    string            `yaml:"kept"`
}

// person ends a flow at somebody of the business.
type person struct {
	Reason string `yaml:"reason"`
	Say    string `yaml:"say"`
	Kept   string `yaml:"kept"`
}

// flows are all errands, by name.
var flows = mustFlows()

func mustFlows() []*flow {
	files, err := flowFiles.ReadDir("flows")
	if err != nil {
		panic(err) // it is embedded
	}
	var all []*flow
	for _, file := range files {
		data, err := flowFiles.ReadFile("flows/" + file.Name())
		f := &flow{Name: strings.TrimSuffix(file.Name(), ".yaml")}
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
var valueKinds = []string{"service", "party", "when", "opening", "appointment", "phone", "note"}

// check names the first field that is wrong.
func (f *flow) check() error {
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
		if _, ok := phrases["es"][key]; !ok && key != "" {
			return fmt.Errorf("expected a phrase, got %q", key)
		}
	}
	return nil
}

func (f *flow) phraseKeys() (keys []string) {
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

func (f *flow) collects(value string) bool {
	return slices.ContainsFunc(f.Collect, func(s step) bool { return s.Value == value })
}

// uses reports whether a value is collected or written.
func (f *flow) uses(value string) bool {
	return f.collects(value) || f.Write != nil && slices.Contains(slices.Collect(maps.Values(f.Write.With)), value)
}

// in reports whether a business of this vertical has the flow.
func (f *flow) in(v tenant.Vertical) bool {
	s := f.Start
	return !slices.Contains(s.Except, string(v)) && (len(s.Verticals) == 0 || slices.Contains(s.Verticals, string(v)))
}

func flowNamed(name string) *flow {
	if i := slices.IndexFunc(flows, func(f *flow) bool { return f.Name == name }); i >= 0 {
		return flows[i]
	}
	return nil
}
