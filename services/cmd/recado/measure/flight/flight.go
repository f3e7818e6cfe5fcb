// Package flight is recado bench turns: how many turns one agent-runner keeps waiting for a slow model, and what it adds to their time.
package flight

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/llm/standin"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/measure/flight/crowd"
	"github.com/recado/recado/services/cmd/recado/run"
	toolexecutor "github.com/recado/recado/services/tool-executor"
)

//go:embed bench.yaml
var business []byte

// Result is what recado bench turns --json prints. Overhead is from the publishing of a routed message to the reply on the bus, the
// model's time apart.
type Result struct {
	Turns   int     `json:"turns"`
	DelayS  float64 `json:"model_s"`
	WindowS float64 `json:"window_s"`

	Answered  int     `json:"answered"`
	Late      int     `json:"late"`
	ByRules   int     `json:"by_rules"`
	Calls     int     `json:"model_calls"`
	TurnsPerS float64 `json:"turns_per_s"`
	Ideal     float64 `json:"ideal_per_s"`
	P50       float64 `json:"overhead_p50_ms"`
	P95       float64 `json:"overhead_p95_ms"`
	P99       float64 `json:"overhead_p99_ms"`
	CPU       float64 `json:"cpu_ms_per_turn"`
	PeakMB    float64 `json:"peak_mb"`
}

type options struct {
	turns         int
	delay, window time.Duration
	profile, heap string
}

const about = `Runs one agent-runner as a process of its own, with NATS, PostgreSQL and a model that takes its time in this one. So many
conversations write one message each, evenly over the model's time, and write again when they are answered: no tool is called, no
message is screened or routed. After one round it measures: turns a second beside the ideal (conversations / model's time), what
agent-runner, database and bus add to the model's time, the most memory and the CPU of agent-runner. Everything shares the machine.`

// Bench is recado bench turns.
func Bench(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("bench turns [--turns N] [--model-time D] [--for D] [--json]", about)
	var o options
	set.IntVar(&o.turns, "turns", 500, "conversations, each of which always has a turn under way")
	set.DurationVar(&o.delay, "model-time", 3*time.Second, "what the model takes for an answer")
	set.DurationVar(&o.window, "for", 30*time.Second, "how long to measure, after one round of all conversations")
	set.StringVar(&o.profile, "cpu-profile", "", "let agent-runner write its CPU profile to this `file`")
	set.StringVar(&o.heap, "heap-profile", "", "let agent-runner write its heap to this `file` half-way")
	asJSON := set.Bool("json", false, "print JSON")
	if len(args) > 0 && args[0] == "bursts" {
		return Bursts(ctx, c, args)
	}
	rest, err := c.Parse(set, args, 1, 1)
	if err != nil {
		return err
	}
	switch {
	case rest[0] == served:
		return serve(ctx, c, o)
	case rest[0] != "turns", o.turns < 1, o.delay <= 0, o.window <= 0:
		return cli.Usagef("usage: recado %s, with positive numbers", set.Name())
	}
	result, err := measure(ctx, c, o)
	if err != nil {
		return err
	}
	if *asJSON {
		return c.JSON(result)
	}
	result.print(c.Stdout)
	return nil
}

func (r *Result) print(w io.Writer) {
	fmt.Fprintf(w, "%d turns at a time on a model of %.1f s, %.0f s: %d answered, %d late, %d by rules, %d model calls\n",
		r.Turns, r.DelayS, r.WindowS, r.Answered, r.Late, r.ByRules, r.Calls)
	fmt.Fprintf(w, "%.1f turns/s, %.1f %% of %.1f; overhead p50 %.0f, p95 %.0f, p99 %.0f ms; CPU %.2f ms a turn; peak %.0f MB\n",
		r.TurnsPerS, 100*r.TurnsPerS/r.Ideal, r.Ideal, r.P50, r.P95, r.P99, r.CPU, r.PeakMB)
}

// measure starts everything, lets the load run and stops it.
func measure(ctx context.Context, c *cli.CLI, o options) (result *Result, err error) {
	err = withLab(ctx, c, standin.Options{Delay: o.delay, Words: true}, func(lab *run.Lab, model *standin.Server) error {
		result, err = onLab(ctx, c, lab, model, o)
		return err
	})
	if err != nil {
		return nil, err
	}
	return result, nil
}

// withLab starts everything but agent-runner and stops it afterwards.
func withLab(ctx context.Context, c *cli.CLI, o standin.Options, do func(*run.Lab, *standin.Server) error) error {
	model, err := standin.Start(ctx, "127.0.0.1:0", o)
	if err != nil {
		return err
	}
	defer model.Close()
	values := map[string]string{
		"RECADO_HTTP_ADDR": "127.0.0.1:0", "RECADO_MCP_ADDR": "127.0.0.1:0", "RECADO_LOG_LEVEL": "ERROR",
		"TENANT_BENCH_SECRET": "bench-secret",
	}
	lab, err := run.StartLabOf(ctx, c, values, []app.Service{toolexecutor.Service()}) // which tells what tools there are
	if err != nil {
		return err
	}
	return errors.Join(do(lab, model), lab.Close()) //nolint:contextcheck // it ends what ctx no longer holds
}

// prepare applies the business and starts the agent-runner that is measured.
func prepare(ctx context.Context, c *cli.CLI, lab *run.Lab, model *standin.Server, tenant []byte, o options) (*runner, error) {
	dir, err := os.MkdirTemp("", "recado-turns-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	file := filepath.Join(dir, "bench.yaml")
	if err := os.WriteFile(file, tenant, 0o600); err != nil {
		return nil, err
	}
	quiet := &cli.CLI{Stdout: io.Discard, Stderr: c.Stderr, Getenv: lab.Getenv}
	if err := lab.Apply(ctx, quiet, file); err != nil {
		return nil, err
	}
	return start(ctx, lab, model.URL, o)
}

func onLab(ctx context.Context, c *cli.CLI, lab *run.Lab, model *standin.Server, o options) (*Result, error) {
	runner, err := prepare(ctx, c, lab, model, business, o)
	if err != nil {
		return nil, err
	}
	seen, err := watch(ctx, lab, o)
	used, stopErr := runner.stop()
	if err := errors.Join(err, stopErr); err != nil {
		return nil, err
	}
	return &Result{
		Turns: o.turns, DelayS: o.delay.Seconds(), WindowS: o.window.Seconds(),
		Answered: len(seen.Took), Late: seen.Late, ByRules: seen.Total - seen.Texts[answer], Calls: model.Counts().Calls,
		TurnsPerS: float64(len(seen.Took)) / o.window.Seconds(), Ideal: float64(o.turns) / o.delay.Seconds(),
		P50: inMS(seen.At(.5)), P95: inMS(seen.At(.95)), P99: inMS(seen.At(.99)),
		CPU: inMS(used.cpu) / float64(seen.Total), PeakMB: used.peakMB,
	}, nil
}

const (
	// answer is what the stand-in says; other words are the rules'.
	answer = "Con gusto. ¿En qué más le ayudo?"
	// patience is when an answer is late.
	patience = 30 * time.Second
)

// watch lets customers write until the time is over.
func watch(ctx context.Context, lab *run.Lab, o options) (*crowd.Seen, error) {
	customers := &crowd.Crowd{Bus: lab.Bus, Tenant: "recado-bench", Account: "100200300", Delay: o.delay, Patience: patience}
	stop, err := lab.Tap([]string{subject.ReplyDrafted}, customers.Hear)
	if err != nil {
		return nil, err
	}
	defer stop()
	return customers.Run(ctx, o.turns, o.window)
}

func inMS(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
