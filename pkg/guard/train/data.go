package main

import (
	"fmt"
)

// example is one authored text.
type example struct {
	Text    string `json:"text"`
	Label   string `json:"label"`
	Class   string `json:"class"`
	Lang    string `json:"lang"`
	Country string `json:"country,omitempty"`
	known   bool   // what the guard must know
	made    bool   // of a template
}

func (e *example) attack() bool { return e.Label == "attack" }

func (e *example) text() string { return e.Text }

func check(e *example, file string) error {
	if e.Label != "attack" && e.Label != "benign" || e.Class == "" {
		return fmt.Errorf("label %q, class %q", e.Label, e.Class)
	}
	e.known = file == "known"
	return nil
}
