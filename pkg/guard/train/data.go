package main

import (
	"fmt"
	"strings"

	"github.com/recado/recado/pkg/corpus"
)

// example is one authored text.
type example struct {
	Text    string `json:"text"`
	Label   string `json:"label"`
	Class   string `json:"class"`
	Lang    string `json:"lang"`
	Country string `json:"country,omitempty"`
	Frame   string `json:"frame,omitempty"`
	file    string
}

func (e *example) attack() bool { return e.Label == "attack" }

func (e *example) text() string { return e.Text }

func check(e *example, file string) error {
	if e.Label != "attack" && e.Label != "benign" || e.Class == "" {
		return fmt.Errorf("label %q, class %q", e.Label, e.Class)
	}
	e.file = file
	return nil
}

// splitFrame puts the frames of part k of n aside.
func splitFrame(all []example, n, k int) (train, dev []example) {
	return corpus.Split(all, func(e *example) bool {
		key := e.Frame
		if key == "" || strings.HasPrefix(key, "ord-") {
			key = e.Text // the topic of an ordinary message is no frame
		}
		return corpus.Part(key, n) == k
	})
}
