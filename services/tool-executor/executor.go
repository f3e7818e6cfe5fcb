package toolexecutor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/tool-executor/approval"
)

// publisher puts an event on the bus.
type publisher interface {
	Publish(ctx context.Context, e bus.Event) error
}

// ledger is what write tools have done.
type ledger interface {
	// Done is the first result of a key; it holds the turn's fence, so that nothing is done behind its back.
	Done(ctx context.Context, c tool.Call) (tool.Result, error)
}

// gate holds back the writes that a person of the business decides about.
type gate interface {
	Hold(ctx context.Context, spec tool.Spec, c tool.Call, run approval.Run) (r tool.Result, held bool, err error)
}

// foreign are tools that only one tenant has.
type foreign interface {
	Find(id tenant.ID, name string) (tool.Tool, bool)
	Known(id tenant.ID) []tool.Spec
}

// executor answers tool requests.
type executor struct {
	// outside has the tools of tenants' own MCP servers; nil where there are none.
	outside foreign

	list   []tool.Tool
	byName map[string]tool.Tool // aliases too
	bus    publisher
	vault  opener
	own    points
	ledger ledger
	lent   lent
	gate   gate
	wrote  func() // hears of every write
	tracer trace.Tracer
}

func newExecutor(list []tool.Tool, env *app.Env) *executor {
	e := &executor{list: list, byName: map[string]tool.Tool{}, bus: env.Bus, tracer: env.Tracer, wrote: func() {}}
	for _, t := range list {
		spec := t.Spec()
		e.byName[spec.Name] = t
		for _, alias := range spec.Aliases {
			e.byName[alias] = t
		}
	}
	return e
}

// handle runs one request and publishes its outcome. A request past its deadline is answered by nobody: its owner has given up.
func (e *executor) handle(ctx context.Context, r *recadov1.ToolRequested) error {
	if err := check(r); err != nil {
		return bus.Reject(err)
	}
	deadline := r.GetDeadline().AsTime()
	if time.Now().After(deadline) {
		return nil
	}
	work, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	result, err := e.call(work, callOf(r), r.GetPii())
	switch {
	case store.IsUnavailable(err):
		return bus.Unavailable(err)
	case err != nil:
		return fmt.Errorf("call %s: %w", r.GetTool(), err)
	}
	return e.bus.Publish(ctx, completed(r, result))
}

func check(r *recadov1.ToolRequested) error {
	if err := meta.Check(r.GetMeta(), meta.ContactID); err != nil {
		return err
	}
	if uuid.Validate(r.GetConversationId()) != nil {
		return errors.New("conversation_id: expected a UUID")
	}
	switch {
	case r.GetTool() == "":
		return errors.New("tool: expected a name, got none")
	case r.GetCallId() == "":
		return errors.New("call_id: expected an id, got none")
	case r.GetOwner() == "":
		return errors.New("owner: expected who waits for the answer, got none")
	case r.GetDeadline() == nil:
		return errors.New("deadline: expected a time, got none")
	}
	return nil
}

// errUnknownTool is answered by every door alike, also where there is a tool and it is not offered.
var errUnknownTool = &tool.Error{Code: "unknown_tool", Field: "tool", Message: "no tool of that name"}

// find returns the tool of a name as a tenant has it.
func (e *executor) find(id tenant.ID, name string) (t tool.Tool, spec tool.Spec, ok bool) {
	if t, ok = e.byName[name]; !ok && e.outside != nil {
		t, ok = e.outside.Find(id, name)
	}
	if !ok {
		return nil, spec, false
	}
	spec, ok = e.fit(id, t.Spec())
	return t, spec, ok
}

// fit is a tool as a tenant has it, if it has it: some are off until its file allows them.
func (e *executor) fit(id tenant.ID, spec tool.Spec) (tool.Spec, bool) {
	if !spec.Optional {
		return spec, true
	}
	settings, ok := e.lent.settings.Get(id)
	if !ok {
		return spec, false
	}
	return tool.Fit(spec, &settings.Tools)
}

// call runs one call, of a turn or of a program; sealed are the values behind the tokens of its arguments.
func (e *executor) call(ctx context.Context, c tool.Call, sealed []*recadov1.SealedValue) (tool.Result, error) {
	t, spec, ok := e.find(c.Tenant, c.Tool)
	if !ok {
		return tool.Result{Err: errUnknownTool}, nil
	}
	c.Tool = spec.Name
	ctx = tenant.NewContext(ctx, c.Tenant)
	ctx, span := e.tracer.Start(ctx, "execute_tool "+spec.Name, trace.WithAttributes(
		attribute.String("gen_ai.operation.name", "execute_tool"), attribute.String("gen_ai.tool.name", spec.Name),
		attribute.String("gen_ai.tool.call.id", c.ID), attribute.String("recado.tenant", string(c.Tenant)),
		attribute.String("recado.turn_id", c.TurnID), attribute.String("recado.api_key", c.Outside)))
	defer span.End()
	var result tool.Result
	var err error
	if c.OnlyRepeat {
		result, err = e.ledger.Done(ctx, c)
	} else {
		result, err = e.run(ctx, t, c, sealed)
	}
	if spec.Write {
		e.wrote()
	}
	switch {
	case err != nil:
		span.SetStatus(codes.Error, "no answer")
	case result.Err != nil:
		span.SetAttributes(attribute.String("error.type", result.Err.Code))
	}
	span.SetAttributes(attribute.Bool("recado.tool.replayed", result.Replayed))
	return result, err
}

func callOf(r *recadov1.ToolRequested) tool.Call {
	meta := r.GetMeta()
	c := tool.Call{
		Tenant: tenant.ID(meta.GetTenantId()), AssistantID: meta.GetAssistantId(), Channel: meta.GetChannel(),
		ContactID: meta.GetContact().GetContactId(), ConversationID: r.GetConversationId(), TurnID: r.GetTurnId(), Fence: r.GetFence(),
		Confidence: r.GetConfidence(),
		ID:         r.GetCallId(), Key: r.GetIdempotencyKey(), OnlyRepeat: r.GetOnlyRepeat(),
		Tool: r.GetTool(), Arguments: json.RawMessage(r.GetArgumentsJson()),
		Language: r.GetLanguage(), Deadline: r.GetDeadline().AsTime(),
	}
	for _, p := range r.GetPii() {
		c.PII = append(c.PII, tool.Sealed{Type: p.GetType(), Token: p.GetToken(), Sealed: p.GetSealed()})
	}
	return c
}

// completed answers to the request's owner, under an id of this attempt: a repeat must not be taken for a duplicate.
func completed(r *recadov1.ToolRequested, result tool.Result) *recadov1.ToolCompleted {
	meta := proto.CloneOf(r.GetMeta())
	meta.EventId = r.GetCallId() + "." + strconv.FormatUint(uint64(r.GetAttempt()), 10)
	out := &recadov1.ToolCompleted{
		Meta: meta, TurnId: r.GetTurnId(), Fence: r.GetFence(), CallId: r.GetCallId(), IdempotencyKey: r.GetIdempotencyKey(),
		Tool: r.GetTool(), Replayed: result.Replayed, Owner: r.GetOwner(),
	}
	for _, e := range result.Evidence {
		out.Evidence = append(out.Evidence, &recadov1.Evidence{Id: e.ID, Kind: e.Kind, Source: e.Source})
	}
	if result.Err != nil {
		out.Outcome = &recadov1.ToolCompleted_Error{Error: refusal(result.Err)}
		return out
	}
	out.Outcome = &recadov1.ToolCompleted_ResultJson{ResultJson: string(result.JSON)}
	return out
}

// refusal keeps the words of what is allowed where they have always stood, and everything else beside them.
func refusal(e *tool.Error) *recadov1.ToolError {
	out := &recadov1.ToolError{Code: e.Code, Message: e.Message, Retryable: e.Retryable, Field: e.Field, Allowed: e.Allowed.Names()}
	if len(out.Allowed) == len(e.Allowed) {
		return out
	}
	out.Allowed = nil
	for _, v := range e.Allowed {
		out.AllowedJson = append(out.AllowedJson, string(v))
	}
	return out
}
