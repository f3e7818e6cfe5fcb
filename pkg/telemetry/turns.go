package telemetry

import (
	"context"
	"errors"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/recado/recado/pkg/tenant"
)

// maxTenants bounds the series of each per-tenant metric; tenants beyond it count as "other".
const maxTenants = 500

// PromisedWithin is how soon an accepted message ends: in a reply, a person's hands or a deliberate silence.
const PromisedWithin = 20 * time.Second

// Turns measures, per tenant, what a turn took and how it ended. The rates of tool use, escalation and fall-back are
// recado_turns_total by their labels.
type Turns struct {
	turns   metric.Int64Counter
	latency metric.Float64Histogram
	tokens  metric.Int64Counter
	calls   metric.Int64Histogram
	panics  metric.Int64Counter
	wrong   metric.Int64Counter // drafts that said what nothing supports, by what became of them
	served  metric.Int64Counter // by whether a model had a part in it
	ended   metric.Int64Counter // messages, by whether they ended as soon as promised
	prompts metric.Int64Counter

	mu      sync.Mutex
	tenants map[tenant.ID]bool
}

// Turn is one finished turn.
type Turn struct {
	Tenant tenant.ID
	// Latency runs from the oldest message's acceptance to the committed reply; 0 when there was none.
	Latency                   time.Duration
	InputTokens, OutputTokens int64
	ToolCalls                 int64
	// Kept are its messages that ended as soon as promised, Late the others.
	Kept, Late int64
	// Escalated: a person was asked for. FellBack: a model was wanted and the rule model answered.
	Escalated, FellBack bool
	// Modelled: a model was asked, and rules alone did not serve the turn.
	Modelled bool
}

// NewTurns creates the instruments on a service's meter.
func NewTurns(m metric.Meter) (*Turns, error) {
	t := &Turns{tenants: make(map[tenant.ID]bool)}
	var errs [9]error
	t.turns, errs[0] = m.Int64Counter("recado.turns", metric.WithDescription("Finished turns."))
	t.latency, errs[1] = m.Float64Histogram("recado.reply.latency", metric.WithUnit("s"),
		metric.WithDescription("From the oldest message's acceptance to the committed reply."),
		metric.WithExplicitBucketBoundaries(.01, .025, .05, .1, .25, .5, 1, 2, 4, 8, 16, 32, 64))
	t.tokens, errs[2] = m.Int64Counter("recado.tokens", metric.WithUnit("{token}"), metric.WithDescription("Tokens of model calls."))
	t.calls, errs[3] = m.Int64Histogram("recado.tool_calls", metric.WithUnit("{call}"),
		metric.WithDescription("Tool calls per turn."), metric.WithExplicitBucketBoundaries(0, 1, 2, 3, 5, 8, 13))
	t.panics, errs[4] = m.Int64Counter("recado.turn.panics", metric.WithDescription("Turns in which code of ours failed."))
	t.served, errs[5] = m.Int64Counter("recado.turns.served",
		metric.WithDescription("Turns that were answered, by outcome: a model had a part in it, or rules alone."))
	t.ended, errs[6] = m.Int64Counter("recado.messages.ended",
		metric.WithDescription("Messages that a turn ended, by whether that was within 20 s of their acceptance."))
	t.prompts, errs[7] = m.Int64Counter("recado.prompt.builds",
		metric.WithDescription("Prompts that were built, by why: the first of its kind in this process, or its own settings changed."))
	t.wrong, errs[8] = m.Int64Counter("recado.drafts.ungrounded",
		metric.WithDescription("Drafts that said what nothing supports, by what became of them: corrected, replaced or flagged."))
	return t, errors.Join(errs[:]...)
}

// PromptBuilt counts a prompt that was built; why is first or changed.
func (t *Turns) PromptBuilt(ctx context.Context, id tenant.ID, why string) {
	t.prompts.Add(ctx, 1, metric.WithAttributes(attribute.String("tenant", t.label(id)), attribute.String("why", why)))
}

// Record counts one turn.
func (t *Turns) Record(ctx context.Context, turn Turn) {
	who := attribute.String("tenant", t.label(turn.Tenant))
	t.turns.Add(ctx, 1, metric.WithAttributes(who, attribute.Bool("tools", turn.ToolCalls > 0),
		attribute.Bool("escalated", turn.Escalated), attribute.Bool("fell_back", turn.FellBack)))
	t.calls.Record(ctx, turn.ToolCalls, metric.WithAttributes(who))
	t.ended.Add(ctx, turn.Kept, metric.WithAttributes(who, attribute.Bool("kept", true)))
	t.ended.Add(ctx, turn.Late, metric.WithAttributes(who, attribute.Bool("kept", false)))
	if turn.Latency > 0 {
		outcome := "rules"
		if turn.Modelled {
			outcome = "model"
		}
		t.served.Add(ctx, 1, metric.WithAttributes(who, attribute.String("outcome", outcome)))
		t.latency.Record(ctx, turn.Latency.Seconds(), metric.WithAttributes(who))
	}
	if turn.InputTokens+turn.OutputTokens > 0 {
		t.tokens.Add(ctx, turn.InputTokens, metric.WithAttributes(who, attribute.String("type", "input")))
		t.tokens.Add(ctx, turn.OutputTokens, metric.WithAttributes(who, attribute.String("type", "output")))
	}
}

// Ungrounded counts a draft that said what nothing supports: it was corrected, replaced or flagged.
func (t *Turns) Ungrounded(ctx context.Context, id tenant.ID, outcome string) {
	t.wrong.Add(ctx, 1, metric.WithAttributes(attribute.String("tenant", t.label(id)), attribute.String("outcome", outcome)))
}

// Panicked counts a turn in which code failed.
func (t *Turns) Panicked(ctx context.Context, id tenant.ID) {
	t.panics.Add(ctx, 1, metric.WithAttributes(attribute.String("tenant", t.label(id))))
}

func (t *Turns) label(id tenant.ID) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.tenants[id] {
		if len(t.tenants) >= maxTenants {
			return "other"
		}
		t.tenants[id] = true
	}
	return string(id)
}
