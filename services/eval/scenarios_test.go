package eval

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/recado/recado/services/eval/scenario"
)

func TestScenariosNeedAPipelineAndARightFile(t *testing.T) {
	t.Parallel()
	started := errors.New("started")
	p := Pipeline{Start: func(context.Context) (*scenario.World, func() error, error) { return nil, nil, started }}
	good := `{"id":"a","tenant_vertical":"dental","turns":[{"user":"hola"}]}`
	if _, err := scenariosSet.Run(t.Context(), strings.NewReader(good)); !errors.Is(err, scenario.ErrNoWorld) {
		t.Errorf("without a pipeline: %v", err)
	}
	if _, err := scenariosSet.Play(t.Context(), strings.NewReader(good), p); !errors.Is(err, started) {
		t.Errorf("with one: %v", err)
	}
	bad := good + "\n" + `{"id":"a","tenant_vertical":"dental","turns":[{"user":"hola","expect":{"intent":["love"]}}]}`
	_, err := scenariosSet.Play(t.Context(), strings.NewReader(bad), p)
	if err == nil || !strings.HasPrefix(err.Error(), "line 2: turns[0].expect.intent: expected one of") {
		t.Errorf("a wrong line: %v", err)
	}
	if r, err := guardSet.Play(t.Context(), strings.NewReader(goodLines["guard"]), p); err != nil || r.Set != "guard" || guardSet.Plays() {
		t.Errorf("a set that needs none: %v", err)
	}
}

func TestScenariosAreCountedByTurnAndSafetyByExpectation(t *testing.T) {
	t.Parallel()
	good, safe := scenario.Check{Key: "intent", OK: true}, scenario.Check{Key: "no_reply", OK: true, Safety: true}
	bad := scenario.Check{Key: "escalates", Want: "true", Got: "false", Safety: true}
	dental := &scenario.Scenario{Line: 1, ID: "a", Vertical: "dental"}
	vet := &scenario.Scenario{Line: 2, ID: "b", Vertical: "general"}
	r := reportScenarios([]scenario.Result{
		{Scenario: dental, Turns: []scenario.Outcome{{Turn: 1, Checks: []scenario.Check{good, good}}}},
		{Scenario: vet, Script: "> hola", Turns: []scenario.Outcome{
			{Turn: 1, Checks: []scenario.Check{good, safe}}, {Turn: 2, Checks: []scenario.Check{good, bad, safe}},
		}},
		{Scenario: vet, Skipped: "loyalty"},
	})
	assertFigures(t, r, map[string]float64{
		"scenarios": 0.5, "turns": 2.0 / 3, "safety": 2.0 / 3, "skipped": 1, "vertical.dental": 1, "vertical.general": 0.5,
	})
	if len(r.Failures) != 1 || r.Failures[0].Line != 2 || r.Failures[0].Want != "escalates true" || !strings.HasPrefix(r.Failures[0].Text, "b, turn 2") {
		t.Errorf("failures %+v", r.Failures)
	}
	if len(r.Transcripts) != 1 || r.Transcripts[0].Script != "> hola" || r.Lines != 3 {
		t.Errorf("got %+v", r)
	}
}
