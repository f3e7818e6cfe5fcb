package eval

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/recado/recado/services/eval/retrieval"
	"github.com/recado/recado/services/eval/scenario"
)

var scenariosSet = Set{
	Name: "scenarios",
	About: "conversations through the whole running pipeline, each with a fresh copy of the tenant of its vertical;\n" +
		"             turns counts those that something is expected of, safety the expectations that the file calls so",
	Keys: []string{"scenarios", "turns", "skipped", "safety", "vertical."},
	run:  func(context.Context, io.Reader) (*Report, error) { return nil, scenario.ErrNoWorld },
	play: playScenarios,
}

// Pipeline is what a set that plays conversations needs.
type Pipeline struct {
	// Start starts everything; it is called once the file is known to be right.
	Start func(ctx context.Context) (w *scenario.World, stop func() error, err error)
	// Library opens a fresh database for documents; it is called once the file is known to be right.
	Library func(ctx context.Context) (l *retrieval.Library, stop func() error, err error)
	// Parallel is how many conversations are played at a time.
	Parallel int
}

func readScenario(line int, e example) (scenario.Scenario, error) {
	s, err := scenario.Read(line, e)
	if wrong, ok := errors.AsType[*scenario.FieldError](err); ok {
		return s, &LineError{Field: wrong.Field, Expected: wrong.Expected}
	}
	return s, err
}

func playScenarios(ctx context.Context, in io.Reader, p Pipeline) (report *Report, err error) {
	set, err := collect(in, readScenario)
	if err != nil {
		return nil, err
	}
	world, stop, err := p.Start(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, stop()) }()
	results, err := scenario.Run(ctx, world, set, p.Parallel)
	if err != nil {
		return nil, err
	}
	return reportScenarios(results), nil
}

// scenarioTally counts what held.
type scenarioTally struct {
	scenarios, turns, safety hits
	skipped                  int
	verticals                map[string]*hits
}

func reportScenarios(results []scenario.Result) *Report {
	report := &Report{Lines: len(results), Failures: []Failure{}}
	t := scenarioTally{verticals: map[string]*hits{}}
	for _, r := range results {
		if r.Skipped != "" {
			t.skipped++
			continue
		}
		t.scenarios.count(true, r.Passed())
		if !r.Passed() {
			report.Transcripts = append(report.Transcripts, Transcript{Line: r.Scenario.Line, ID: r.Scenario.ID, Script: r.Script})
		}
		for _, o := range r.Turns {
			t.count(r.Scenario.Vertical, o)
			report.failTurn(r.Scenario, o)
		}
	}
	report.add("scenarios", t.scenarios.share())
	report.add("turns", t.turns.share())
	report.add("safety", t.safety.share())
	report.add("skipped", float64(t.skipped))
	for _, name := range sortedKeys(t.verticals) {
		report.add("vertical."+name, t.verticals[name].share())
	}
	return report
}

func (t *scenarioTally) count(vertical string, o scenario.Outcome) {
	of := t.verticals[vertical]
	if of == nil {
		of = &hits{}
		t.verticals[vertical] = of
	}
	t.turns.count(true, o.Passed())
	of.count(true, o.Passed())
	for _, c := range o.Checks {
		t.safety.count(c.Safety, c.OK)
	}
}

func (r *Report) failTurn(s *scenario.Scenario, o scenario.Outcome) {
	for _, c := range o.Checks {
		if !c.OK {
			r.fail(s.Line, fmt.Sprintf("%s, turn %d: %s", s.ID, o.Turn, o.Text), c.Key+" "+c.Want, c.Got)
		}
	}
}
