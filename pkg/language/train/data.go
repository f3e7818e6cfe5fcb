package main

import (
	"fmt"
	"strings"

	"github.com/recado/recado/pkg/corpus"
	"github.com/recado/recado/pkg/language/urgency"
)

// example is one authored line: a text or a list of symptoms, with its level.
type example struct {
	Text     string   `json:"text"`
	Symptoms []string `json:"symptoms"`
	Level    int      `json:"urgency_level"`
	Intent   string   `json:"intent"`
	Lang     string   `json:"lang"`
	known    bool     // the tests hold it
}

// words is what is read.
func (e *example) words() string {
	if len(e.Symptoms) > 0 {
		return strings.Join(e.Symptoms, ", ")
	}
	return e.Text
}

func check(e *example, file string) error {
	if e.Intent == "" && (e.Level < 1 || e.Level > urgency.Levels) {
		return fmt.Errorf("urgency_level: expected 1 to %d, got %d", urgency.Levels, e.Level)
	}
	e.known = file == "known"
	return nil
}

// danger is the intent that wins over all others: who has another is not ill.
const danger = "urgent_care"

// loadOrdinary returns the messages that tell of no illness, as routine ones.
func loadOrdinary() ([]example, error) {
	files, err := corpus.Load(messageFiles, check)
	if err != nil {
		return nil, err
	}
	routine, _ := corpus.Split(corpus.Once(files, (*example).words), func(e *example) bool { return e.Intent == danger })
	for i := range routine {
		routine[i].Level = 1
	}
	return routine, nil
}

// split puts the first of n parts aside; which part a line is in depends on its text alone.
func split(all []example, n int) (train, dev []example) {
	return corpus.Split(all, func(e *example) bool { return corpus.Part(e.words(), n) == 0 })
}
