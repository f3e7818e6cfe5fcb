package telemetry

import (
	"cmp"
	"errors"
	"slices"
)

// ErrNoTrace means that no process holds a span of what was asked for.
var ErrNoTrace = errors.New("no process holds a trace of it")

// maxRounds bounds how far links are followed: a message, the turn that answered it, what that turn led to.
const maxRounds = 3

// Collect puts the answers of all processes together: every span of the traces that the question leads to, links between
// traces included (a burst's messages share the turn in the trace of the newest), ordered by start.
func Collect(q Question, ask func(Question) ([]Answer, error)) ([]Span, error) {
	traces := q.Traces
	if len(traces) == 0 {
		answers, err := ask(q)
		if err != nil {
			return nil, err
		}
		if traces = found(answers, q.Last); len(traces) == 0 {
			return nil, ErrNoTrace
		}
	}
	spans := map[string]Span{}
	for range maxRounds {
		answers, err := ask(Question{Traces: traces})
		if err != nil {
			return nil, err
		}
		more := gather(spans, answers, traces)
		if len(more) == 0 {
			break
		}
		traces = append(traces, more...)
	}
	if len(spans) == 0 {
		return nil, ErrNoTrace
	}
	return ordered(spans), nil
}

func found(answers []Answer, newestOnly bool) (traces []string) {
	var all []Sighting
	for _, answer := range answers {
		all = append(all, answer.Found...)
	}
	slices.SortFunc(all, func(a, b Sighting) int { return b.Start.Compare(a.Start) })
	for _, sighting := range all {
		if !slices.Contains(traces, sighting.Trace) {
			traces = append(traces, sighting.Trace)
		}
	}
	if newestOnly && len(traces) > 1 {
		traces = traces[:1]
	}
	return traces
}

// gather adds the spans of the answers and returns the traces they belong to that were not asked for.
func gather(spans map[string]Span, answers []Answer, asked []string) (more []string) {
	for _, answer := range answers {
		for _, span := range answer.Spans {
			spans[span.Trace+span.ID] = span
			if !slices.Contains(asked, span.Trace) && !slices.Contains(more, span.Trace) {
				more = append(more, span.Trace)
			}
		}
	}
	return more
}

func ordered(spans map[string]Span) []Span {
	out := make([]Span, 0, len(spans))
	for _, span := range spans {
		out = append(out, span)
	}
	slices.SortFunc(out, func(a, b Span) int {
		return cmp.Or(a.Start.Compare(b.Start), cmp.Compare(a.ID, b.ID))
	})
	return out
}
