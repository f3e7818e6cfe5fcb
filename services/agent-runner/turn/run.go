package turn

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/pkg/vault"
)

// maxAttempts is how often a turn is claimed before a person gets it.
const maxAttempts = 5

// errUnavailable means that something the turn needs cannot be reached: the attempt does not count.
var errUnavailable = errors.New("dependency unavailable")

// run is one turn at work.
type run struct {
	*Engine
	conv      *Conversation
	settings  *tenant.Settings
	assistant *tenant.Assistant
	persona   Persona
	now       time.Time // of the turn's first claim, in the tenant's zone: a resumed turn asks the same again
	patience  time.Time // until then a remote model may be asked; afterwards the rules still have time to answer
	language  string
	span      trace.Span
	live      *live // nil where nobody watches a draft

	journal  journal
	thread   []llm.Message   // what the remote model has been told and has said in this turn
	told     map[string]bool // messages that the thread holds, by id
	fellBack bool            // the remote model gave up: rules answer
	wrote    bool            // a write tool has succeeded
	tainted  bool            // a tool's result held instructions
	hidden   *guard.Secret   // the system sections of the thread
	handoff  *handoff
	evidence []tool.Evidence
	found    []string // what the tools returned
	heard    []string // what the customer said before this turn
	answered []string // what was answered before this turn
	stats    Summary
	names    *vault.Names // nil until a token is met
	named    bool         // there are names that are not written yet
}

type handoff struct{ reason, summary string }

// turn answers one claimed conversation, or gives it back.
func (e *Engine) turn(work context.Context, c *Conversation) {
	ctx, cancel := context.WithTimeout(tenant.NewContext(work, c.Tenant), e.Timeout)
	defer cancel()
	ctx, span := e.startSpan(ctx, c)
	defer span.End()
	err := e.answer(ctx, c, span)
	switch {
	case err == nil:
		return
	case errors.Is(err, ErrFenced):
		span.SetAttributes(attribute.String("recado.outcome", string(Fenced)))
		return
	}
	span.SetStatus(codes.Error, "turn given back")
	uncounted := errors.Is(err, errUnavailable) || work.Err() != nil
	e.Log.WarnContext(ctx, "turn given back", "turn", c.TurnID, "attempt", c.Attempts, "error", err)
	e.release(work, c, !uncounted)
}

// release gives a turn back, however long the database is unavailable: nobody else would.
func (e *Engine) release(work context.Context, c *Conversation, counted bool) {
	wait := 250 * time.Millisecond << min(c.Attempts, maxAttempts)
	policy := retry.Policy{Min: 50 * time.Millisecond, Max: time.Second}
	err := retry.Do(work, policy, func(context.Context) error { // once even while the engine stops
		call, cancel := context.WithTimeout(context.WithoutCancel(work), 2*time.Second)
		defer cancel()
		return e.Store.Release(call, c, wait, counted)
	})
	if err == nil { // otherwise the engine leaves, which frees everything, or the lease ends
		e.wake.in(wait)
	}
}

func (e *Engine) startSpan(ctx context.Context, c *Conversation) (context.Context, trace.Span) {
	opts := []trace.SpanStartOption{trace.WithSpanKind(trace.SpanKindInternal), trace.WithAttributes(
		attribute.String(telemetry.KeyTenant, string(c.Tenant)),
		attribute.String(telemetry.KeyConversation, c.ID),
		attribute.String(telemetry.KeyTurn, c.TurnID),
		attribute.Int(telemetry.KeyAttempt, c.Attempts),
		attribute.Int("recado.messages", len(c.Messages)),
	)}
	for i, m := range c.Messages {
		if i == len(c.Messages)-1 {
			ctx = telemetry.Extract(ctx, m.Traceparent)
			opts = append(opts, trace.WithAttributes(attribute.String(telemetry.KeyMessage, m.ID)))
			continue
		}
		if l, ok := linkTo(ctx, m); ok {
			opts = append(opts, trace.WithLinks(l))
		}
	}
	return e.Tracer.Start(ctx, "turn", opts...)
}

func linkTo(ctx context.Context, m Message) (trace.Link, bool) {
	link := trace.LinkFromContext(telemetry.Extract(ctx, m.Traceparent), attribute.String(telemetry.KeyMessage, m.ID))
	return link, m.Traceparent != "" && link.SpanContext.IsValid()
}

// answer drafts and commits until nothing new came in between.
func (e *Engine) answer(ctx context.Context, c *Conversation, span trace.Span) error {
	if c.Unpublished {
		if err := e.publishLeft(ctx, c); err != nil {
			return err
		}
	}
	r, err := e.begin(ctx, c, span)
	if err != nil {
		return err
	}
	said := false
	defer func() {
		if !said {
			r.withdraw()
		}
	}()
	for {
		d, err := r.draft(ctx)
		if err != nil {
			return err
		}
		verdict, err := r.commit(ctx, d)
		said = verdict == Committed && err == nil
		switch {
		case err != nil:
			return err
		case verdict == Fenced:
			return ErrFenced
		case verdict == Committed:
			return nil
		}
		if err := r.rejoin(ctx); err != nil {
			return err
		}
	}
}

// publishLeft publishes replies that a crash left, so that none is overtaken.
func (e *Engine) publishLeft(ctx context.Context, c *Conversation) error {
	var left []Outbox
	err := retryWhileUnavailable(ctx, func(ctx context.Context) (err error) {
		left, err = e.Store.Left(ctx, c)
		return err
	})
	if err != nil {
		return err
	}
	return busError(e.republish(ctx, left))
}

// busError marks an unavailable bus as no fault of the turn.
func busError(err error) error {
	if bus.IsUnavailable(err) {
		return fmt.Errorf("%w: %w", errUnavailable, err)
	}
	return err
}

func (e *Engine) begin(ctx context.Context, c *Conversation, span trace.Span) (*run, error) {
	r := &run{Engine: e, conv: c, span: span, now: c.StartedAt.UTC(), told: map[string]bool{}, patience: time.Now().Add(e.Timeout / 2), journal: newJournal()}
	if s, ok := e.Settings.Get(c.Tenant); ok {
		r.settings = s
		if zone, err := time.LoadLocation(s.Zone); err == nil {
			r.now = r.now.In(zone)
		}
		r.assistant = assistantOf(s, c)
	}
	r.language = r.speaks()
	if e.Live != nil && watched(c.Channel) {
		r.live = &live{send: e.Live, conversation: c.ID, turn: c.TurnID}
	}
	if err := r.rename(ctx); err != nil {
		return nil, err
	}
	if c.Attempts <= 1 {
		return r, nil
	}
	return r, retryWhileUnavailable(ctx, func(ctx context.Context) error { return r.journal.load(ctx, e.Store, c) })
}

func assistantOf(s *tenant.Settings, c *Conversation) *tenant.Assistant {
	for i := range s.Assistants {
		if a := &s.Assistants[i]; a.ID == c.AssistantID && a.Active {
			return a
		}
	}
	a, _ := s.Assistant(c.Channel)
	return a
}

// speaks is the language of the newest message that has one, else the tenant's.
func (r *run) speaks() string {
	for _, m := range slices.Backward(r.conv.Messages) {
		if l := m.Routed.GetLanguage(); l != "" {
			return l
		}
	}
	if r.settings != nil && r.settings.Language != "" {
		return r.settings.Language
	}
	return "es"
}

// retryWhileUnavailable repeats fn while the database is unavailable and the turn has time.
func retryWhileUnavailable(ctx context.Context, fn func(context.Context) error) error {
	unavailable := func(err error) bool { return errors.Is(err, errUnavailable) }
	return retry.Do(ctx, retry.Policy{Min: 20 * time.Millisecond, Max: time.Second, If: unavailable}, func(ctx context.Context) error {
		err := fn(ctx)
		if store.IsUnavailable(err) {
			return fmt.Errorf("%w: %w", errUnavailable, err)
		}
		return err
	})
}

// rejoin waits for the burst that superseded the draft to end, and reads it.
func (r *run) rejoin(ctx context.Context) error {
	r.span.AddEvent("superseded")
	r.withdraw()
	quiet := DefaultQuiet
	if r.settings != nil {
		quiet = Quiet(r.settings, r.conv.Channel, r.conv.AccountID)
	}
	quiet = max(0, min(quiet, joinCap-time.Since(r.conv.BurstAt)))
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(quiet):
	}
	known := len(r.conv.Messages)
	err := retryWhileUnavailable(ctx, func(ctx context.Context) error { return r.Store.Reload(ctx, r.conv) })
	if err != nil {
		return err
	}
	for _, m := range r.conv.Messages[min(known, len(r.conv.Messages)):] {
		if l, ok := linkTo(ctx, m); ok {
			r.span.AddLink(l)
		}
	}
	r.language = r.speaks()
	return r.rename(ctx)
}
