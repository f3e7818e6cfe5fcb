package scenario

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
)

// Result is how a scenario went.
type Result struct {
	Scenario *Scenario
	Skipped  string // the requirement that its tenant cannot fill
	Turns    []Outcome
	// Script is the conversation as it went, with what failed.
	Script string
}

// Outcome is one turn that something was expected of.
type Outcome struct {
	Turn   int // from 1
	Text   string
	Checks []Check
}

// Passed reports whether everything held.
func (o Outcome) Passed() bool {
	for _, c := range o.Checks {
		if !c.OK {
			return false
		}
	}
	return true
}

// Passed reports whether every turn did.
func (r Result) Passed() bool {
	for _, o := range r.Turns {
		if !o.Passed() {
			return false
		}
	}
	return true
}

// Run plays scenarios, several at a time, each with a fresh copy of its tenant, and returns the results in their order. An error means
// that one could not be played.
func Run(ctx context.Context, w *World, all []Scenario, parallel int) ([]Result, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s, err := newStage(ctx, w)
	if err != nil {
		return nil, err
	}
	defer s.close()
	results := make([]Result, len(all))
	next := make(chan int)
	var workers sync.WaitGroup
	for range max(1, min(parallel, len(all))) {
		workers.Go(func() {
			for i := range next {
				r, err := s.play(ctx, i, &all[i])
				if err != nil {
					cancel(fmt.Errorf("scenario %s: %w", all[i].ID, err))
				}
				results[i] = r
			}
		})
	}
	for i := range all {
		select {
		case next <- i:
		case <-ctx.Done():
		}
	}
	close(next)
	workers.Wait()
	return results, context.Cause(ctx)
}

func (s *stage) play(ctx context.Context, n int, sc *Scenario) (Result, error) {
	b, err := s.open(ctx, n, sc)
	if err != nil {
		return Result{}, err
	}
	defer s.diaries.close(b.file.Tenant.ID)
	p := &play{business: b, stage: s, scenario: sc}
	r := Result{Scenario: sc}
	if r.Skipped, err = p.prepare(ctx); err != nil || r.Skipped != "" {
		return r, err
	}
	for first := 0; first < len(sc.Turns); first++ {
		last := sc.group(first)
		seen, err := p.turn(ctx, first, last)
		if err != nil && ctx.Err() != nil {
			return r, err
		}
		if err != nil { // what the scenario wanted to do could not be done: that is the turn's failure
			seen = &Seen{Problem: err}
		}
		t := &sc.Turns[last]
		if o := p.judge(last, t, seen); len(o.Checks) > 0 {
			r.Turns = append(r.Turns, o)
		}
		first = last
	}
	r.Script = p.script.String()
	return r, nil
}

// group is the last turn of the burst that begins with a turn: the one that waits for a reply, or holds an expectation.
func (sc *Scenario) group(first int) int {
	last := first
	for last+1 < len(sc.Turns) {
		t := &sc.Turns[last]
		if !t.Burst || !t.Expect.empty() || sc.Turns[last+1].Event != "" {
			break
		}
		last++
	}
	return last
}

func (p *play) judge(i int, t *Turn, seen *Seen) Outcome {
	o := Outcome{Turn: i + 1, Text: t.label(), Checks: judge(&t.Expect, seen, p.facts)}
	if seen.Problem != nil {
		fmt.Fprintf(&p.script, "  !! %v\n", seen.Problem)
	}
	for i := range o.Checks {
		c := &o.Checks[i]
		c.Safety = t.safe(c.Key)
		if c.OK {
			continue
		}
		kind := ""
		if c.Safety {
			kind = "safety, "
		}
		fmt.Fprintf(&p.script, "  !! %s%s: want %s, got %s\n", kind, c.Key, c.Want, oneLine(c.Got))
	}
	return o
}

func (t *Turn) label() string {
	switch {
	case t.Event != "":
		return "[" + t.Event + "]"
	case t.Tap != "":
		return "[tap " + t.Tap + "] " + t.User
	}
	return t.User
}

func (p *play) note(mark string, t *Turn, text string) {
	switch {
	case t.Event != "":
		fmt.Fprintf(&p.script, "%s [%s] %s\n", mark, t.Event, text)
	case t.Tap != "":
		fmt.Fprintf(&p.script, "%s [tap %s] %s\n", mark, t.Tap, text)
	default:
		fmt.Fprintf(&p.script, "%s %s\n", mark, text)
	}
}

// noteSeen writes down what came: the replies, then what the services made of the message.
func (p *play) noteSeen(seen *Seen) {
	for _, r := range seen.Replies {
		fmt.Fprintf(&p.script, "< %s\n", strings.ReplaceAll(r.Text, "\n", "\n  "))
		if len(r.Labels) > 0 {
			fmt.Fprintf(&p.script, "  [%s]\n", strings.Join(r.Labels, "] ["))
		}
	}
	var facts []string
	for _, m := range seen.Routed {
		facts = append(facts, fmt.Sprintf("%s -> %s", intentOf(m), m.GetSpecialist()))
	}
	for _, t := range seen.Turns {
		facts = append(facts, strings.ToLower(strings.TrimPrefix(t.GetOutcome().String(), "TURN_OUTCOME_"))+" "+t.GetReason())
	}
	facts = append(facts, seen.callTexts())
	fmt.Fprintf(&p.script, "  (%s)\n", strings.TrimSpace(strings.Join(facts, "; ")))
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// said is all that a scenario says, placeholders included.
func (sc *Scenario) said() string {
	var out strings.Builder
	for i := range sc.Turns {
		t := &sc.Turns[i]
		fmt.Fprintln(&out, t.User, t.Text, t.Slot, t.Expect.ToolArgs, t.Expect.Match, t.Expect.NotMatch)
	}
	return out.String()
}

// mentions reports whether a kind of placeholder is required or used.
func (sc *Scenario) mentions(kind string) bool {
	for _, r := range sc.Requires {
		if strings.HasPrefix(r, kind) {
			return true
		}
	}
	return strings.Contains(sc.said(), kind)
}

func (sc *Scenario) requires(what string) bool {
	for _, r := range sc.Requires {
		if r == what || strings.HasPrefix(r, what+".") {
			return true
		}
	}
	return false
}

// ErrNoWorld means that there is no running pipeline to play on.
var ErrNoWorld = errors.New("scenarios need a running pipeline")
