package turn

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/answers"
	"github.com/recado/recado/services/agent-runner/grounding"
	"github.com/recado/recado/services/agent-runner/live"
	"github.com/recado/recado/services/agent-runner/naming"
	"github.com/recado/recado/services/agent-runner/temperature"
)

// maxAttempts is how often a turn is claimed before a person gets it.
const maxAttempts = 5

// errUnavailable means that something the turn needs cannot be reached: the attempt does not count.
var errUnavailable = errors.New("dependency unavailable")

// run is one turn at work: it checks what waits, assembles a prompt, converses with a model, grounds its words and commits them.
// The journal keeps what it has paid for and done, the prompt what the remote model is told, the tools what their calls brought.
type run struct {
	engine  *Engine
	span    trace.Span
	scene   *scene
	journal *journal
	prompt  *thread
	tools   *tools
	tokens  *naming.Names
	live    *live.Draft // nil where nobody watches a draft

	remoteUntil time.Time // a remote model may be asked; afterwards the rules still have time to answer
	fellBack    bool      // the remote model gave up: rules answer
	on          rung
	read        reading
	granted     bool     // the yes to the last reply's question was heard and done
	drafts      []string // what became of those that nothing supports
	unsure      bool     // an earlier attempt may have written what nobody finds
	judged      temperature.Judged
	stats       Summary
	known       answers.Asked
}

type handoff struct{ reason, summary string }

// turn answers one claimed conversation, or gives it back.
func (e *Engine) turn(work context.Context, c *Conversation) {
	ctx, cancel := context.WithTimeout(tenant.NewContext(work, c.Tenant), e.opts.Timeout)
	defer cancel()
	ctx, span := e.startSpan(ctx, c)
	defer span.End()
	err := e.answerSafely(ctx, c, span)
	switch {
	case err == nil:
		return
	case errors.Is(err, ErrFenced):
		span.SetAttributes(attribute.String("recado.outcome", string(Fenced)))
		return
	}
	span.SetStatus(codes.Error, "turn given back")
	uncounted := errors.Is(err, errUnavailable) || work.Err() != nil
	e.deps.Log.WarnContext(ctx, "turn given back", "turn", c.TurnID, "attempt", c.Attempts, "error", err)
	e.release(work, c, !uncounted)
}

// release gives a turn back, however long the database is unavailable: nobody else would.
func (e *Engine) release(work context.Context, c *Conversation, counted bool) {
	wait := 250 * time.Millisecond << min(c.Attempts, maxAttempts)
	policy := retry.Policy{Min: 50 * time.Millisecond, Max: time.Second}
	err := retry.Do(work, policy, func(context.Context) error { // once even while the engine stops
		call, cancel := context.WithTimeout(context.WithoutCancel(work), 2*time.Second)
		defer cancel()
		return e.deps.Store.Release(call, c, wait, counted)
	})
	if err == nil { // otherwise the engine leaves, which frees everything, or the lease ends
		e.wake.In(wait)
	}
}

// answer publishes what an earlier turn left, so that no reply is overtaken, and answers.
func (e *Engine) answer(ctx context.Context, c *Conversation, span trace.Span, on rung) error {
	if c.Unpublished {
		if err := e.publishLeft(ctx, c); err != nil {
			return err
		}
	}
	r, err := e.newRun(ctx, c, span)
	if err != nil {
		return err
	}
	if r.on = on; on > rungModel {
		r.stats.FellBack = r.remote()
		r.fellBack = true
		if err := r.journal.load(ctx); err != nil { // what the failed run has done
			return err
		}
	}
	if c.Attempts > 1 || on > rungModel {
		if err := r.findWritten(ctx); err != nil {
			return err
		}
	}
	return r.answer(ctx)
}

// publishLeft publishes the replies that a crash left.
func (e *Engine) publishLeft(ctx context.Context, c *Conversation) error {
	var left []Outbox
	err := retryWhileUnavailable(ctx, func(ctx context.Context) (err error) {
		left, err = e.deps.Store.Left(ctx, c)
		return err
	})
	if err != nil {
		return err
	}
	return busError(e.outbox.PublishAll(ctx, left))
}

// newRun takes a turn up where earlier attempts have left it.
func (e *Engine) newRun(ctx context.Context, c *Conversation, span trace.Span) (*run, error) {
	store := e.deps.Store
	r := &run{
		engine: e, span: span, scene: newScene(c, e.deps.Settings), journal: newJournal(store, c), prompt: newThread(),
		tokens: tokensOf(c, store.Names), remoteUntil: time.Now().Add(e.opts.modelTime()),
	}
	r.tools = &tools{
		scene: r.scene, journal: r.journal, tokens: r.tokens, catalogue: e.deps.Catalog, caller: e.deps.Tools,
		timeout: e.opts.ToolTimeout, tracer: e.deps.Tracer, span: span, remote: r.remote, mayCall: r.mayCall,
		schemas: &e.schemas, recovered: e.recovered, known: grounding.NewTurn(r.scene.settings, r.scene.assistant, r.scene.now),
	}
	r.scene.transfer.Moved = r.moved
	if e.deps.Live != nil && live.Watched(c.Channel) {
		r.live = live.New(e.deps.Live, c.ID, c.TurnID)
		r.tools.live = r.live
	}
	if err := r.rename(ctx); err != nil {
		return nil, err
	}
	if c.Attempts <= 1 {
		return r, nil
	}
	return r, r.journal.load(ctx)
}

// answer drafts and commits until nothing new came in between.
func (r *run) answer(ctx context.Context) error {
	committed := false
	defer func() {
		if !committed {
			r.live.Withdraw()
		}
	}()
	for {
		d, err := r.draft(ctx)
		if err != nil {
			return err
		}
		result, err := r.commit(ctx, d)
		committed = result == Committed && err == nil
		switch {
		case err != nil:
			return err
		case result == Fenced:
			return ErrFenced
		case result == Committed:
			return nil
		}
		if err := r.rejoin(ctx); err != nil {
			return err
		}
	}
}

// rejoin waits for the burst that superseded the draft to end, and reads it.
func (r *run) rejoin(ctx context.Context) error {
	conv := r.scene.conv
	r.span.AddEvent("superseded")
	r.live.Withdraw()
	quiet := max(0, min(r.scene.quiet(), joinCap-time.Since(conv.BurstAt)))
	err := conv.seat.Lend(func() error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(quiet):
			return nil
		}
	})
	if err != nil {
		return err
	}
	known := len(conv.Messages)
	err = retryWhileUnavailable(ctx, func(ctx context.Context) error { return r.engine.deps.Store.Reload(ctx, conv) })
	if err != nil {
		return err
	}
	for _, m := range conv.Messages[min(known, len(conv.Messages)):] {
		if l, ok := linkTo(ctx, m); ok {
			r.span.AddLink(l)
		}
	}
	r.scene.language = r.scene.newestLanguage()
	return r.rename(ctx)
}

// busError marks an unavailable bus as no fault of the turn.
func busError(err error) error {
	if bus.IsUnavailable(err) {
		return fmt.Errorf("%w: %w", errUnavailable, err)
	}
	return err
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

// startSpan continues the trace of the newest message and links those of the others.
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
	return e.deps.Tracer.Start(ctx, "turn", opts...)
}

func linkTo(ctx context.Context, m Message) (trace.Link, bool) {
	link := trace.LinkFromContext(telemetry.Extract(ctx, m.Traceparent), attribute.String(telemetry.KeyMessage, m.ID))
	return link, m.Traceparent != "" && link.SpanContext.IsValid()
}
