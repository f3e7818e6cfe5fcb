// Package chain asks models in their order: the first that answers does, and one that fails too often rests.
package chain

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/llm"
)

// Config says where the models stand: in a file, or one at one endpoint.
type Config struct {
	File     string `env:"RECADO_LLM_FILE" default:"" help:"file of models and chains, as deploy/llm.yaml; empty for one model, or none"`
	Endpoint llm.Config
}

var errBoth = errors.New("RECADO_LLM_FILE: expected either a file of models or RECADO_LLM_BASE_URL and RECADO_LLM_MODEL, got both")

// Load reads the models; nil where none is wanted.
func (c Config) Load(getenv func(string) string) (*File, error) {
	switch {
	case c.File != "" && (c.Endpoint.BaseURL != "" || c.Endpoint.Model != ""):
		return nil, config.Wrong(errBoth)
	case c.File != "":
		f, err := Load(c.File, getenv)
		if err != nil {
			return nil, config.Wrong(fmt.Errorf("RECADO_LLM_FILE: %w", err))
		}
		return f, nil
	}
	if err := c.Endpoint.Check(); err != nil || !c.Endpoint.Configured() {
		return nil, err
	}
	return Single(c.Endpoint), nil
}

// Chain is a Model that asks the models of a tier in their order.
type Chain struct {
	file  *File
	rungs map[string]*rung // by name
	log   *slog.Logger
	meter *meter
}

// New makes the chains of a file.
func New(f *File, log *slog.Logger, m metric.Meter) (*Chain, error) {
	c := &Chain{file: f, rungs: map[string]*rung{}, log: log}
	for i := range f.Models {
		model := &f.Models[i]
		at := slices.IndexFunc(f.Providers, func(p Provider) bool { return p.Name == model.Provider })
		if at < 0 {
			return nil, fmt.Errorf("model %s: provider %s is unknown", model.Name, model.Provider)
		}
		c.rungs[model.Name] = newRung(f, model, &f.Providers[at], log)
	}
	var err error
	c.meter, err = newMeter(m, c.rungs)
	return c, err
}

// Tuning is how freely and how long a model writes for a purpose.
func (c *Chain) Tuning(p llm.Purpose) llm.Tuning {
	out := llm.Tuning{Temperature: baseHeat, MaxTokens: baseTokens}
	fits := func(want, is string) bool { return want == "" || want == is }
	for _, t := range c.file.Tunings {
		if !fits(t.Task, p.Task) || !fits(t.Mode, p.Mode) || !fits(t.Specialist, p.Specialist) {
			continue
		}
		if t.Temperature != nil {
			out.Temperature = *t.Temperature
		}
		if t.MaxTokens != nil {
			out.MaxTokens = *t.MaxTokens
		}
	}
	return out
}

// Models are those that may answer a request, in the order in which they are asked.
func (c *Chain) Models(req *llm.Request) (out []Model) {
	for _, r := range c.chain(req) {
		out = append(out, *r.model)
	}
	return out
}

// Complete asks for one whole answer.
func (c *Chain) Complete(ctx context.Context, req *llm.Request) (*llm.Response, error) {
	return c.ask(ctx, req, nil)
}

// Stream asks for an answer and shows it as it comes. What a model has shown before it failed is taken back by the request's Restart; a
// request without one gets no other answer once something was shown.
func (c *Chain) Stream(ctx context.Context, req *llm.Request, show func(string)) (*llm.Response, error) {
	return c.ask(ctx, req, show)
}

func (c *Chain) ask(ctx context.Context, req *llm.Request, show func(string)) (*llm.Response, error) {
	chain := c.chain(req)
	span := trace.SpanFromContext(ctx)
	span.SetAttributes(attribute.String("recado.model.tier", string(tierOf(req))))
	q := &question{req: req, show: show, record: c.account(ctx, req)}
	var failed error
	for i, r := range chain {
		q.others = len(chain) - 1 - i
		resp, err := r.answer(ctx, q)
		if err == nil {
			span.SetAttributes(attribute.String("gen_ai.provider.name", r.provider.Name),
				attribute.String("recado.model.name", r.model.Name), attribute.String("recado.model.fallback", q.fallback))
			return resp, nil
		}
		failed = err
		if ctx.Err() != nil || q.stuck() {
			return nil, err
		}
		q.fallback = reason(err)
		span.AddEvent("model did not answer", trace.WithAttributes(attribute.String("recado.model.name", r.model.Name),
			attribute.String("error.type", q.fallback), attribute.String("recado.model.breaker", r.breaker.State().String())))
		c.log.Log(ctx, levelOf(q.fallback), "model did not answer", "model", r.model.Name, "reason", q.fallback, "error", err)
	}
	span.SetAttributes(attribute.String("recado.model.fallback", q.fallback))
	return nil, failed
}

// levelOf is how loud a failure is told of: what a person has to put right is a warning.
func levelOf(reason string) slog.Level {
	switch llm.Kind(reason) {
	case llm.KindAuth, llm.KindQuota, llm.KindMissing:
		return slog.LevelWarn
	}
	return slog.LevelDebug
}

func tierOf(req *llm.Request) llm.Tier {
	if req.Tier == "" {
		return standard
	}
	return req.Tier
}

// chain is the models that are asked: the one that the request names, and those of its tier.
func (c *Chain) chain(req *llm.Request) (out []*rung) {
	names := c.file.Tiers[tierOf(req)]
	if len(names) == 0 {
		names = c.file.Tiers[standard]
	}
	named := c.rungs[req.Model]
	if named == nil && req.Model != "" && c.file.Open {
		only := *c.rungs[names[0]]
		only.model = &Model{Name: req.Model, ID: req.Model, Provider: only.model.Provider}
		return []*rung{&only}
	}
	if named != nil {
		out = append(out, named)
	}
	for _, name := range names {
		if r := c.rungs[name]; r != named {
			out = append(out, r)
		}
	}
	return out
}

// account tells the metrics and the request of each call.
func (c *Chain) account(ctx context.Context, req *llm.Request) func(llm.Call) {
	trace := trace.SpanContextFromContext(ctx).TraceID()
	return func(call llm.Call) {
		call.Tier = tierOf(req)
		if trace.IsValid() {
			call.TraceID = trace.String()
		}
		c.meter.record(ctx, call)
		if req.Record != nil {
			req.Record(call)
		}
	}
}
