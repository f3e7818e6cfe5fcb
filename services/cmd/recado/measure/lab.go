package measure

import (
	"context"
	"errors"
	"flag"
	"maps"
	"runtime"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/prompts/meter"
	"github.com/recado/recado/services/cmd/recado/run"
	"github.com/recado/recado/services/demo"
	"github.com/recado/recado/services/eval"
	"github.com/recado/recado/services/eval/scenario"
)

// labFlags say on what conversations are played.
type labFlags struct {
	model    string
	parallel int
	tenants  []string
	prompts  bool
	meter    *meter.Meter // of what the model is asked; nil where nobody counts
}

// onlyRules is the model that needs none.
const onlyRules = "rules"

// perCore is how many conversations one core plays at a time: most of their time is spent waiting for a burst to end.
const perCore = 4

func (l *labFlags) add(set *flag.FlagSet) {
	set.StringVar(&l.model, "model", onlyRules,
		"scenarios: rules, or the `name` of a model at RECADO_LLM_BASE_URL; retrieval: of an embedder at RECADO_EMBEDDER_BASE_URL")
	set.IntVar(&l.parallel, "parallel", perCore*runtime.NumCPU(), "scenarios: play `N` conversations at a time")
	set.BoolVar(&l.prompts, "prompts", false,
		"scenarios: print what the model is asked, in tokens; without --model a stand-in, which asks for one tool, takes its place")
	set.Func("tenant", "scenarios: play with the tenant of this `file` instead of the demo tenant of its vertical (repeatable)",
		func(file string) error {
			l.tenants = append(l.tenants, file)
			return nil
		})
}

func (l *labFlags) check() error {
	if l.parallel < 1 {
		return cli.Usagef("--parallel: expected 1 or more, got %d", l.parallel)
	}
	return nil
}

func (l *labFlags) pipeline(c *cli.CLI) eval.Pipeline {
	start := func(ctx context.Context) (*scenario.World, func() error, error) { return l.start(ctx, c) }
	return eval.Pipeline{Parallel: l.parallel, Start: start, Library: (&shelf{model: l.model, getenv: c.Getenv}).open}
}

// start runs everything in this process, with a sandbox where WhatsApp would be.
func (l *labFlags) start(ctx context.Context, c *cli.CLI) (*scenario.World, func() error, error) {
	values, err := l.variables(c.Getenv)
	if err != nil {
		return nil, nil, err
	}
	tenants, err := l.businesses()
	if err != nil {
		return nil, nil, err
	}
	stop := func() error { return nil }
	if l.prompts {
		if l.meter, stop, err = meter.Before(ctx, values, slices.Collect(maps.Values(tenants))); err != nil {
			return nil, nil, err
		}
	}
	lab, err := run.StartLab(ctx, c, values)
	if err != nil {
		return nil, nil, errors.Join(err, stop())
	}
	key, err := seal.ParseKey(lab.SecretKey)
	if err != nil {
		return nil, nil, err
	}
	return &scenario.World{
		Door: lab.URL, Sandbox: lab.Sandbox, Bus: lab.Bus, Tap: lab.Tap, Database: config.Secret(lab.PostgresURL), Key: key,
		Tenants: tenants,
	}, func() error { return errors.Join(lab.Close(), stop()) }, nil //nolint:contextcheck // it ends what ctx no longer holds
}

// variables are the services' configuration. What is measured is the conversation, not the limits of the door.
func (l *labFlags) variables(getenv func(string) string) (map[string]string, error) {
	values := map[string]string{
		"RECADO_HTTP_ADDR": "127.0.0.1:0", "RECADO_LOG_LEVEL": "ERROR",
		"RECADO_INGEST_TENANT_RATE": "1e6", "RECADO_INGEST_CONTACT_RATE": "1e6", "RECADO_AGENT_RUNNER_LOOP_TURNS": "0",
	}
	if l.model == onlyRules {
		return values, nil
	}
	for _, name := range []string{"RECADO_LLM_BASE_URL", "RECADO_LLM_API_KEY"} {
		values[name] = getenv(name)
	}
	if values["RECADO_LLM_BASE_URL"] == "" {
		return nil, cli.Usagef("--model %s: RECADO_LLM_BASE_URL is not set", l.model)
	}
	values["RECADO_LLM_MODEL"] = l.model
	return values, nil
}

// businesses are the tenants by vertical.
func (l *labFlags) businesses() (map[string]*tenantfile.File, error) {
	out := map[string]*tenantfile.File{}
	take := func(f *tenantfile.File, err error) error {
		if err == nil {
			out[f.Tenant.Vertical] = f
		}
		return err
	}
	if err := take(scenario.General(placeholder)); err != nil {
		return nil, err
	}
	for _, t := range demo.Tenants() {
		if err := take(t.Load(placeholder)); err != nil {
			return nil, err
		}
	}
	for _, file := range l.tenants {
		if err := take(tenantfile.LoadFile(file, placeholder)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// placeholder stands for the environment of tenants' files: every scenario has an account and secrets of its own.
func placeholder(name string) string {
	if strings.HasSuffix(name, "URL") {
		return "http://127.0.0.1:9"
	}
	return "scenario"
}
