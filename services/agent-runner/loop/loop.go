// Package loop recognises a conversation that no human holds: two programs that answer each other, for ever and at our cost.
package loop

import (
	"hash/fnv"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/recado/recado/pkg/language"
)

// State is what a conversation remembers of its course. Texts are kept as short hashes of their words.
type State struct {
	Fast    int        `json:"fast,omitempty"` // turns since somebody last took a human's time
	Said    [][]uint16 `json:"said,omitempty"` // the last texts of the other side
	Alike   int        `json:"alike,omitempty"`
	Heard   time.Time  `json:"heard,omitzero"`   // when the last one came
	Replied time.Time  `json:"replied,omitzero"` // when it was last answered
	Paused  bool       `json:"paused,omitempty"` // nothing is answered before a human's time is taken
}

const (
	// remembered is how many texts a new one is compared with, and alikeTurns how many of them may be near-equal to one before it.
	remembered, alikeTurns = 5, 5
	// forgotten is the silence after which nothing of this is true any more.
	forgotten = time.Hour
	// away is the silence that ends a pause.
	away = time.Minute
	// minWords is how many words a text has at least that is compared: "sí", "ok", "la primera" are said again and again.
	minWords = 4
	maxWords = 40
	// nearEqual is the share of their words that two texts have in common that say the same.
	nearEqual = 0.8
)

// Verdict is what a text does to a conversation.
type Verdict int

// The verdicts.
const (
	Goes   Verdict = iota // it goes on
	Loops                 // it turns in circles: a person is told, and nothing is answered for a while
	Paused                // it is paused, and this is more of the same
)

// Hear takes a text of the other side that came at a time. More than fast turns in a row without a human's time are a loop; 0 hears
// none at all.
func (s State) Hear(text string, at time.Time, fast int) (State, Verdict) {
	if fast <= 0 {
		return State{}, Goes
	}
	if at.Sub(s.Heard) > forgotten {
		s = State{}
	}
	words, paused := hashed(text), s.Paused
	alike := slices.ContainsFunc(s.Said, func(old []uint16) bool { return near(old, words) })
	rested := at.Sub(s.Heard) >= away
	switch {
	case paused && (alike || !rested):
		s.Heard = at
		return s, Paused
	case paused:
		s = State{}
	}
	if s.Replied.IsZero() || at.Sub(s.Replied) >= humanTime(text) {
		s.Fast = 0
	} else {
		s.Fast++
	}
	if alike {
		s.Alike++
	} else if len(words) > 0 {
		s.Alike = max(0, s.Alike-1)
	}
	if len(words) > 0 {
		s.Said = append(slices.Clone(s.Said), words)
		s.Said = s.Said[max(0, len(s.Said)-remembered):]
	}
	s.Heard = at
	if s.Fast >= fast || s.Alike >= alikeTurns {
		s.Paused, s.Fast, s.Alike = true, 0, 0
		return s, Loops
	}
	return s, Goes
}

// humanTime is the least that somebody needs who reads an answer and writes this. A tap or a word is quick.
func humanTime(text string) time.Duration {
	return min(2*time.Second+time.Duration(len(text))*40*time.Millisecond, 12*time.Second)
}

// hashed are the words of a text, each once, as 16 bits: enough to compare, too little to read. Short texts have none.
func hashed(text string) (out []uint16) {
	words := strings.FieldsFunc(language.FoldString(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) < minWords {
		return nil
	}
	for _, w := range words[:min(len(words), maxWords)] {
		h := fnv.New32a()
		_, _ = h.Write([]byte(w))
		out = append(out, uint16(h.Sum32()))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// near reports whether two texts have nearly the same words.
func near(a, b []uint16) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	both := 0
	for _, h := range a {
		if _, ok := slices.BinarySearch(b, h); ok {
			both++
		}
	}
	return float64(both) >= nearEqual*float64(len(a)+len(b)-both)
}
