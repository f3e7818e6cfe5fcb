package turn

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/attribute"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/live"
	"github.com/recado/recado/services/agent-runner/remember"
)

type endings interface {
	// Commit ends a turn in one transaction. due is when the messages that wait are to be answered; negative when none do.
	Commit(ctx context.Context, c *Conversation, end *Ending) (result CommitResult, due time.Duration, err error)
}

const maxEvidence = 64

// commit writes the end of the turn and publishes its events. A reply that cannot be published now is left to the sweep.
func (r *run) commit(ctx context.Context, d *draft) (result CommitResult, err error) {
	end, err := r.ending(ctx, d)
	if err != nil {
		return "", err
	}
	var due time.Duration
	err = retryWhileUnavailable(ctx, func(ctx context.Context) (err error) {
		result, due, err = r.engine.deps.Store.Commit(ctx, r.scene.conv, end)
		return err
	})
	if err != nil || result != Committed {
		return result, err
	}
	if due >= 0 {
		r.engine.Wake(due)
	}
	if d.text == "" {
		r.live.Ended(end.MessageIDs, d.reason, d.outcome == recadov1.TurnOutcome_TURN_OUTCOME_FAILED)
	}
	r.measure(ctx, d)
	o := Outbox{Tenant: r.scene.conv.Tenant, TurnID: r.scene.conv.TurnID, Events: end.Events}
	if err := r.engine.outbox.Publish(ctx, o); err != nil {
		r.engine.deps.Log.WarnContext(ctx, "replies wait for the bus", "turn", r.scene.conv.TurnID, "error", err)
	}
	r.keep(ctx, d)
	return Committed, nil
}

func (r *run) ending(ctx context.Context, d *draft) (end *Ending, err error) {
	c := r.scene.conv
	r.stats.ToolCalls = r.tools.calls
	end = &Ending{
		Ended: d.ended, Language: r.scene.language, Dialogue: r.scene.after(d), Traceparent: telemetry.Inject(ctx),
	}
	end.Mode, end.Reason = r.handsOver(d)
	end.MessageIDs = c.messageIDs()
	if age := time.Since(c.BurstAt); !d.final && age >= 0 && age < joinCap { // a clock that was set back joins nothing for an hour
		end.Version = &c.Version
	}
	if len(c.Messages) == 0 {
		return end, nil
	}
	if end.Names, err = r.tokens.Encoded(); err != nil {
		return nil, err
	}
	r.stats.Outcome, r.stats.Reason, r.stats.Specialist = outcomeName(d.outcome), d.reason, r.scene.specialist()
	end.Summary, end.Temperature = &r.stats, r.temperature()
	var replyIDs []string
	if d.text != "" {
		reply, err := r.reply(ctx, end, d)
		if err != nil {
			return nil, err
		}
		replyIDs = append(replyIDs, reply)
	}
	end.Consents, _ = consentOf(c.Messages)
	if remember.On(r.scene.settings) && r.remoteWanted() {
		end.Noted = len(c.Messages) + len(replyIDs)
	}
	for _, e := range r.handoffEvents(d, end.Mode) {
		if err := end.add(bus.StageOf(e), e); err != nil {
			return nil, err
		}
	}
	return end, end.add(subject.TurnCompleted, r.completedEvent(end, d, replyIDs))
}

func (r *run) reply(ctx context.Context, end *Ending, d *draft) (string, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return "", fmt.Errorf("name reply: %w", err)
	}
	e := &recadov1.ReplyDrafted{
		Meta: r.eventMeta(id.String()), ReplyId: id.String(), TurnId: r.scene.conv.TurnID, ConversationId: r.scene.conv.ID,
		Epoch: r.epochOf(end), Sequence: r.scene.conv.Sequence + 1, MessageIds: end.MessageIDs,
		Content: &recadov1.ReplyContent{Text: d.text}, AnsweredBy: live.By(r.stats.Model),
		InputTokens: uint64(r.stats.InputTokens), OutputTokens: uint64(r.stats.OutputTokens),
	}
	for _, c := range d.choices {
		e.Content.Choices = append(e.Content.Choices, &recadov1.Choice{Id: c.ID, Title: c.Title, Description: c.Description})
	}
	evidence := distinct(r.tools.evidence)
	for _, ev := range evidence {
		e.Evidence = append(e.Evidence, &recadov1.Evidence{Id: ev.ID, Kind: ev.Kind, Source: ev.Source})
	}
	content, err := json.Marshal(map[string]any{"text": d.text, "choices": d.choices})
	if err != nil {
		return "", fmt.Errorf("encode reply: %w", err)
	}
	if e.Pii, err = r.tokens.SealedIn(ctx, string(content)); err != nil {
		return "", err
	}
	r.span.SetAttributes(attribute.String(telemetry.KeyReply, e.ReplyId))
	end.Replies = append(end.Replies, Reply{ID: e.ReplyId, Epoch: e.Epoch, Sequence: e.Sequence, Content: content, Evidence: evidence})
	return e.ReplyId, end.add(subject.ReplyDrafted, e)
}

func distinct(all []tool.Evidence) []tool.Evidence {
	out := make([]tool.Evidence, 0, min(len(all), maxEvidence))
	seen := map[string]bool{}
	for _, e := range all {
		if !seen[e.ID] && len(out) < maxEvidence {
			seen[e.ID] = true
			out = append(out, e)
		}
	}
	return out
}

func (r *run) completedEvent(end *Ending, d *draft, replies []string) *recadov1.TurnCompleted {
	return &recadov1.TurnCompleted{
		Meta: r.eventMeta(r.scene.conv.TurnID), TurnId: r.scene.conv.TurnID, ConversationId: r.scene.conv.ID, Fence: r.scene.conv.Fence,
		Outcome: d.outcome, Reason: d.reason, MessageIds: end.MessageIDs, ReplyIds: replies,
		Specialist: r.stats.Specialist, Model: r.stats.Model, ModelCalls: uint32(r.stats.ModelCalls), ToolCalls: uint32(r.stats.ToolCalls),
		InputTokens: uint64(r.stats.InputTokens), OutputTokens: uint64(r.stats.OutputTokens), FellBack: r.stats.FellBack,
	}
}

func (r *run) eventMeta(id string) *recadov1.Meta {
	m := r.scene.meta()
	m.EventId, m.OccurredAt = id, timestamppb.Now()
	return m
}

func (end *Ending) add(stage string, e bus.Event) error {
	body, err := proto.Marshal(e)
	if err != nil {
		return fmt.Errorf("encode %s: %w", stage, err)
	}
	end.Events = append(end.Events, Event{Stage: stage, Body: body})
	return nil
}

func outcomeName(o recadov1.TurnOutcome) string {
	switch o {
	case recadov1.TurnOutcome_TURN_OUTCOME_REPLIED:
		return "replied"
	case recadov1.TurnOutcome_TURN_OUTCOME_HANDED_OFF:
		return "handed_off"
	case recadov1.TurnOutcome_TURN_OUTCOME_FAILED:
		return "failed"
	}
	return "silent"
}

func (r *run) measure(ctx context.Context, d *draft) {
	t := telemetry.Turn{
		Tenant: r.scene.conv.Tenant, InputTokens: r.stats.InputTokens, OutputTokens: r.stats.OutputTokens,
		ToolCalls: int64(r.stats.ToolCalls), Escalated: d.handoff != nil, FellBack: r.stats.FellBack,
		Modelled: r.stats.ModelCalls > 0,
	}
	for _, m := range r.scene.conv.Messages {
		if time.Since(m.Routed.GetMeta().GetReceivedAt().AsTime()) <= telemetry.PromisedWithin {
			t.Kept++
		} else {
			t.Late++
		}
	}
	if d.text != "" && len(r.scene.conv.Messages) > 0 {
		t.Latency = time.Since(r.scene.conv.Messages[0].Routed.GetMeta().GetReceivedAt().AsTime())
	}
	r.engine.deps.Turns.Record(ctx, t)
	for _, outcome := range r.drafts {
		r.engine.deps.Turns.Ungrounded(ctx, t.Tenant, outcome)
	}
	mode, why := r.modeAfter(d)
	r.span.SetAttributes(attribute.String("recado.outcome", outcomeName(d.outcome)), attribute.String("recado.reason", d.reason),
		attribute.String(telemetry.KeyHandoff, mode), attribute.String(telemetry.KeyHandoffReason, why),
		attribute.String("recado.specialist", r.stats.Specialist), attribute.Int("recado.tool_calls", r.stats.ToolCalls),
		attribute.Int("recado.model_calls", r.stats.ModelCalls))
}
