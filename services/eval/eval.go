// Package eval measures parts of Recado on files of examples: one set a kind of example, one JSON object a line.
package eval

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Set is one kind of evaluation.
type Set struct {
	Name, About string
	// Keys names the figures, in the order in which they are printed; a name that ends in "." stands for all that begin so.
	Keys []string
	run  func(ctx context.Context, in io.Reader) (*Report, error)
	// play measures on a running pipeline; nil where none is needed.
	play func(ctx context.Context, in io.Reader, p Pipeline) (*Report, error)
}

var all = []Set{guardSet, piiSet, streamSet, intentsSet, urgencySet, temporalSet, groundingSet, retrievalSet, scenariosSet}

// All lists the sets.
func All() []Set { return slices.Clone(all) }

// Find returns the set of a name.
func Find(name string) (Set, error) {
	var names []string
	for _, s := range all {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Set{}, fmt.Errorf("%q is no set; expected one of %s", name, strings.Join(names, ", "))
}

// Run reads examples and measures. A line that is no example is a *LineError.
func (s Set) Run(ctx context.Context, in io.Reader) (*Report, error) {
	return s.named(s.run(ctx, in))
}

// Plays reports whether the set needs a running pipeline.
func (s Set) Plays() bool { return s.play != nil }

// Play is Run on a pipeline.
func (s Set) Play(ctx context.Context, in io.Reader, p Pipeline) (*Report, error) {
	if s.play == nil {
		return s.Run(ctx, in)
	}
	return s.named(s.play(ctx, in, p))
}

func (s Set) named(report *Report, err error) (*Report, error) {
	if err != nil {
		return nil, err
	}
	report.Set = s.Name
	return report, nil
}

// Has says whether a figure of that name can be in the set's reports.
func (s Set) Has(key string) bool {
	return slices.ContainsFunc(s.Keys, func(k string) bool {
		return k == key || strings.HasSuffix(k, ".") && strings.HasPrefix(key, k) && len(key) > len(k)
	})
}

// Report is what a run measured. Figures are fractions from 0 to 1, counts, or times with the unit in their names.
type Report struct {
	Set      string    `json:"set"`
	Lines    int       `json:"lines"`
	Figures  []Figure  `json:"-"`
	Failures []Failure `json:"failures"`
	// Transcripts are the conversations in which something failed.
	Transcripts []Transcript `json:"transcripts,omitempty"`
}

// Transcript is a conversation as it went.
type Transcript struct {
	Line   int    `json:"line"`
	ID     string `json:"id"`
	Script string `json:"script"`
}

// Figure is one measured value.
type Figure struct {
	Key   string
	Value float64
}

// Failure is an example that came out otherwise than it should.
type Failure struct {
	Line int    `json:"line"`
	Text string `json:"text"`
	Want string `json:"want"`
	Got  string `json:"got"`
}

func (r *Report) add(key string, value float64) {
	r.Figures = append(r.Figures, Figure{key, value})
}

func (r *Report) fail(line int, text, want, got string) {
	r.Failures = append(r.Failures, Failure{line, text, want, got})
}

// Figure returns the value of a key; a class or a language that the file does not hold has none.
func (r *Report) Figure(key string) (float64, bool) {
	for _, f := range r.Figures {
		if f.Key == key {
			return f.Value, true
		}
	}
	return 0, false
}

// share is a fraction; of nothing, all is right.
func share(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
