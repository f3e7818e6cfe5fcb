// Package watch tells how an attack went: what was answered, what rose, and how honest customers fared meanwhile.
package watch

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/recado/recado/services/cmd/recado/child"
)

// Want is what has to be true of an attack: how often an answer that begins so was given, or how far a metric rose.
type Want struct {
	Answer string // such as "429 too many sessions"
	// Metric and Label name series; Prometheus' way of writing.
	Metric, Label string
	Least         int
	// Share is the least part of all that was sent; it goes with an answer.
	Share float64
	// Most is how many there may be, where AtMost is set.
	AtMost bool
	Most   int
}

// Never is a want of nothing that begins so.
func Never(answer string) Want { return Want{Answer: answer, AtMost: true} }

// String names it as a report does.
func (w Want) String() string {
	if w.Metric != "" {
		return w.Metric + "{" + w.Label + "}"
	}
	return w.Answer
}

// Check says what is wrong, or nothing.
func (w Want) Check(sent int, answers map[string]int, risen Risen) string {
	got := 0
	if w.Metric != "" {
		got = risen(w.Metric, w.Label)
	} else {
		for answer, n := range answers {
			if strings.HasPrefix(answer, w.Answer) {
				got += n
			}
		}
	}
	least := max(w.Least, int(w.Share*float64(sent)))
	switch {
	case w.AtMost && got > w.Most:
		return fmt.Sprintf("%s: %d times, at most %d were right", w, got, w.Most)
	case got < least:
		return fmt.Sprintf("%s: %d times, at least %d were right", w, got, least)
	}
	return ""
}

// Report is what one attack did.
type Report struct {
	Attack  string         `json:"attack"`
	Does    string         `json:"does"`
	Seconds float64        `json:"seconds"`
	Sent    int            `json:"sent"`
	Answers map[string]int `json:"answers"`
	Metrics map[string]int `json:"metrics,omitempty"`
	Honest  Figures        `json:"honest"`
	Wrong   []string       `json:"wrong,omitempty"`
}

// Risen is how far the series of a metric with a label rose.
type Risen func(metric, label string) int

// Add notes an error, if it is one.
func (r *Report) Add(err error) {
	if err != nil {
		r.Wrong = append(r.Wrong, err.Error())
	}
}

// Judge compares what happened with what is wanted. Of 100 honest messages 99 are answered within p99.
func (r *Report) Judge(wants []Want, p99 time.Duration, risen Risen) {
	r.Metrics = map[string]int{}
	for _, w := range wants {
		if problem := w.Check(r.Sent, r.Answers, risen); problem != "" {
			r.Wrong = append(r.Wrong, problem)
		}
		if w.Metric != "" {
			r.Metrics[w.String()] = risen(w.Metric, w.Label)
		}
	}
	h := r.Honest
	if h.Answered < h.Sent || h.Sent == 0 {
		r.Wrong = append(r.Wrong, fmt.Sprintf("%d of %d honest messages were answered: %s", h.Answered, h.Sent, h.Problem))
	}
	if h.P99 > inMS(p99) {
		r.Wrong = append(r.Wrong, fmt.Sprintf("honest p99 %.0f ms, at most %.0f were right", h.P99, inMS(p99)))
	}
}

// Print writes it for people.
func (r *Report) Print(w io.Writer) {
	verdict := "ok"
	if len(r.Wrong) > 0 {
		verdict = "WRONG"
	}
	fmt.Fprintf(w, "%-18s %5.1f s %6d sent  honest %3d of %3d, p50 %5.0f ms, p99 %5.0f ms  %s\n",
		r.Attack, r.Seconds, r.Sent, r.Honest.Answered, r.Honest.Sent, r.Honest.P50, r.Honest.P99, verdict)
	for _, answer := range slices.Sorted(maps.Keys(r.Answers)) {
		fmt.Fprintf(w, "    %6d × %s\n", r.Answers[answer], answer)
	}
	for _, metric := range slices.Sorted(maps.Keys(r.Metrics)) {
		fmt.Fprintf(w, "    %6d   %s\n", r.Metrics[metric], metric)
	}
	for _, problem := range r.Wrong {
		fmt.Fprintf(w, "    wrong: %s\n", problem)
	}
}

// Since returns how far metrics rose between two readings.
func Since(before, after child.Metrics) Risen {
	return func(metric, label string) int {
		old, _ := before.Sum(metric, label)
		now, _ := after.Sum(metric, label)
		return int(now - old)
	}
}

func inMS(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
