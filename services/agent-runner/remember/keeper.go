package remember

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/errgroup"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/budget"
	"github.com/recado/recado/services/agent-runner/fact"
	"github.com/recado/recado/services/agent-runner/prompt"
)

// Purse is the month that a call is paid from.
type Purse struct {
	Tenant tenant.ID
	Month  string // its first day
	Limit  *int64 // in millionths of a dollar; nil where nothing bounds it
}

// Store keeps summaries and facts. Each write names its claim's fence and changes nothing where somebody else has it.
type Store interface {
	// ClaimSummaries takes due ones; who does not end them in time loses them.
	ClaimSummaries(ctx context.Context, limit int, hold time.Duration) ([]Claim, error)
	// Older returns the messages after a claim's last one, but for the newest of the conversation, oldest first.
	Older(ctx context.Context, c *Claim, newest, limit int) ([]fact.Line, error)
	// FactsOf is what is remembered of a claim's contact.
	FactsOf(ctx context.Context, c *Claim) ([]fact.Fact, error)
	// KeepSummary ends a claim and keeps what its calls cost, which is kept in any case.
	KeepSummary(ctx context.Context, c *Claim, r *Result, p *Purse, calls []llm.Call) (ours bool, err error)
	// PutOff gives a claim back for a while, and keeps what its calls cost.
	PutOff(ctx context.Context, c *Claim, wait time.Duration, p *Purse, calls []llm.Call) error
	// SpentOf is what a purse has spent and holds, in millionths of a dollar.
	SpentOf(ctx context.Context, p *Purse) (int64, error)
	// HoldOf keeps room for a call.
	HoldOf(ctx context.Context, p *Purse, call string, micros int64) (bool, error)
}

// settings gives a tenant's settings as of now.
type settings interface {
	Get(id tenant.ID) (*tenant.Settings, bool)
}

// Keeper makes the summaries that are due.
type Keeper struct {
	Store    Store
	Settings settings
	Model    llm.Model
	Tuning   func(llm.Purpose) llm.Tuning // optional
	Log      *slog.Logger
	Tracer   trace.Tracer
}

const (
	lookEvery = 2 * time.Second
	atOnce    = 4
	callTime  = 40 * time.Second
	holdTime  = 2 * time.Minute // longer than a claim's work
	later     = time.Minute
	muchLater = time.Hour
)

// Run makes summaries until ctx ends. Without a model there are none.
func (k *Keeper) Run(ctx context.Context) {
	if k.Model == nil {
		return
	}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		if _, err := k.Once(ctx); err != nil && ctx.Err() == nil {
			k.Log.DebugContext(ctx, "summaries wait", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Once makes what is due now, and returns how many were taken.
func (k *Keeper) Once(ctx context.Context) (taken int, err error) {
	claims, err := k.Store.ClaimSummaries(ctx, atOnce, holdTime)
	if err != nil {
		return 0, err
	}
	var g errgroup.Group
	for i := range claims {
		g.Go(func() error { return k.keep(ctx, &claims[i]) })
	}
	return len(claims), g.Wait()
}

// keep makes one summary; what fails is put off.
func (k *Keeper) keep(ctx context.Context, c *Claim) error {
	ctx, span := k.Tracer.Start(tenant.NewContext(ctx, c.Tenant), "summary", trace.WithAttributes(
		attribute.String(telemetry.KeyTenant, string(c.Tenant)), attribute.String(telemetry.KeyConversation, c.Conversation)))
	defer span.End()
	w := &work{Keeper: k, claim: c, purse: Purse{Tenant: c.Tenant}}
	of, known := k.Settings.Get(c.Tenant)
	if !known || of.Identity.Held {
		return k.Store.PutOff(ctx, c, later, &w.purse, nil)
	}
	result, err := w.make(ctx, of)
	if err == nil {
		var ours bool
		if ours, err = k.Store.KeepSummary(ctx, c, result, &w.purse, w.calls); err == nil && !ours {
			span.SetAttributes(attribute.String("recado.outcome", "fenced"))
		}
		return err
	}
	span.SetStatus(codes.Error, "no summary")
	wait := later
	if errors.Is(err, llm.ErrBudget) {
		wait = muchLater
	}
	if ctx.Err() != nil { // the process stops: the claim ends by itself
		return ctx.Err()
	}
	return errors.Join(err, k.Store.PutOff(ctx, c, wait, &w.purse, w.calls))
}

// work is one summary on its way.
type work struct {
	*Keeper
	claim *Claim
	purse Purse
	calls []llm.Call
}

// make reads what is new and has it summed up. Where there is nothing new, or nothing is wanted any more, no model is asked.
func (w *work) make(ctx context.Context, of *tenant.Settings) (*Result, error) {
	r := &Result{
		Text: w.claim.Text, Ask: of.Memory.Facts == "ask",
		Expires: time.Now().AddDate(0, 0, max(1, of.Memory.FactDays)),
	}
	if !of.Memory.Summary {
		r.Text = ""
	}
	if !On(of) {
		return r, nil
	}
	w.purse.open(of)
	lines, err := w.Store.Older(ctx, w.claim, of.Memory.Lines(), maxLines)
	if err != nil || len(lines) == 0 {
		return r, err
	}
	var facts []fact.Fact
	if of.Memory.Facts != "" {
		if facts, err = w.Store.FactsOf(ctx, w.claim); err != nil {
			return nil, err
		}
	}
	marks := prompt.NewMarks()
	answer, err := w.ask(ctx, fact.Question(of, r.Text, facts, lines, marks))
	if err != nil {
		return nil, err
	}
	summary, found := fact.Learned(marks.Unfence(answer), lines)
	if of.Memory.Summary && summary != "" {
		r.Text = summary
	}
	if of.Memory.Facts != "" {
		r.Facts = found
	}
	r.Through = &lines[len(lines)-1].At
	return r, nil
}

// open says which month pays.
func (p *Purse) open(of *tenant.Settings) {
	now := time.Now().UTC()
	if zone, err := time.LoadLocation(of.Zone); err == nil {
		now = now.In(zone)
	}
	p.Month, p.Limit = now.Format("2006-01")+"-01", of.Budget.MonthMicros
}

// ask puts a question to a cheap model, as far as the month allows.
func (w *work) ask(ctx context.Context, messages []llm.Message) (string, error) {
	tuning := llm.Tuning{Temperature: 0.2, MaxTokens: 500}
	if w.Tuning != nil {
		tuning = w.Tuning(llm.Purpose{Task: "summary"})
	}
	req := &llm.Request{
		Tier: llm.TierFast, Messages: messages, Temperature: tuning.Temperature, MaxTokens: tuning.MaxTokens,
		Record: func(c llm.Call) {
			c.Kind = llm.CallSummary
			w.calls = append(w.calls, c)
		},
	}
	if err := w.afford(ctx, req); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	resp, err := w.Model.Complete(ctx, req)
	if err != nil {
		return "", err
	}
	return resp.Text, nil
}

// afford keeps a call within the tenant's month.
func (w *work) afford(ctx context.Context, req *llm.Request) error {
	if w.purse.Limit == nil {
		return nil
	}
	spent, err := w.Store.SpentOf(ctx, &w.purse)
	if err != nil {
		return err
	}
	if _, _, ok := budget.Step(req.Tier, spent, *w.purse.Limit); !ok {
		return llm.ErrBudget
	}
	req.Hold = func(ctx context.Context, id string, micros int64) error {
		fits, err := w.Store.HoldOf(ctx, &w.purse, id, micros)
		if err == nil && !fits {
			return llm.ErrBudget
		}
		return err
	}
	return nil
}
