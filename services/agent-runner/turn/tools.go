package turn

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/errgroup"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/arguments"
	"github.com/recado/recado/services/agent-runner/grounding"
	"github.com/recado/recado/services/agent-runner/live"
	"github.com/recado/recado/services/agent-runner/naming"
	"github.com/recado/recado/services/agent-runner/offer"
	"github.com/recado/recado/services/agent-runner/opening"
	"github.com/recado/recado/services/agent-runner/transfer"
)

const (
	maxParallel = 8
	maxCalls    = 16 // of one model answer
)

// escalate is the one write that even a suspect turn may do: it only calls a person.
const escalate = "escalate_to_human"

// ownAppointments reads what the customer has booked.
const ownAppointments = "get_appointments"

// requestCallback asks for a person too, who calls.
const requestCallback = "request_callback"

// catalogue knows the tools that tool-executor offers; names and aliases both find one.
type catalogue interface {
	Find(name string) (tool.Spec, bool)
	All() []tool.Spec
	// Of lists the tools that only one tenant has.
	Of(id tenant.ID) []tool.Spec
}

// caller runs tools.
type caller interface {
	// Call waits for a tool's result until the request's time is over, which is a result with an error.
	// An error of its own means that the request could not be made: the bus is unavailable.
	Call(ctx context.Context, req *Request) (tool.Result, error)
}

// Request is a tool call with what its event needs beyond the call.
type Request struct {
	tool.Call
	Meta *recadov1.Meta
	Wait time.Duration // for the result, from the moment the request is on the bus
}

// tools runs the tool calls of a turn and keeps what came of them.
type tools struct {
	scene     *scene
	journal   *journal
	tokens    *naming.Names
	catalogue catalogue
	caller    caller
	timeout   time.Duration // of one call
	tracer    trace.Tracer
	span      trace.Span  // of the turn
	remote    func() bool // a remote model makes the calls
	mayCall   func(tool.Spec) bool
	live      *live.Draft // nil where nobody watches
	schemas   *arguments.Checker
	recovered func(context.Context, func() error) error // with a panic as its error

	calls    int
	misfits  int           // rounds with arguments that do not fit their tool
	wrote    bool          // a write has succeeded
	tainted  bool          // a result held instructions
	unheard  *pending      // a write that waits for a yes
	holds    bool          // a time is kept for the question that a draft asks
	private  bool          // something was asked that another contact may be answered otherwise
	seen     []tool.Result // what this run has been answered, in order
	booked   bool          // something was booked, moved or cancelled
	message  string        // of the last write, to the customer
	handoff  *handoff
	evidence []tool.Evidence
	found    []string // what the results say
	known    *grounding.Turn
}

// resolvedCall is a model's tool call with what the catalogue knows of it.
type resolvedCall struct {
	call llm.ToolCall
	spec tool.Spec
	args json.RawMessage // canonical
	key  string
	pii  []tool.Sealed // what the tokens in args stand for
	err  *tool.Error
}

// run makes a round of calls: neighbours that only read side by side, each write alone, results in the order of the calls.
// The results of writes are journaled, and those of reads too where journalReads says that a paid answer follows on them.
func (t *tools) run(ctx context.Context, asked []llm.ToolCall, journalReads bool) ([]tool.Result, error) {
	calls, err := t.resolveAll(ctx, asked)
	if err != nil {
		return nil, err
	}
	made, results := calls, make([]tool.Result, 0, len(calls))
	for len(calls) > 0 {
		n := sideBySide(calls)
		got, err := t.runGroup(ctx, calls[:n], journalReads)
		if err != nil {
			return nil, err
		}
		results, t.seen = append(results, got...), append(t.seen, got...)
		calls = calls[n:]
	}
	for i, res := range results {
		t.evidence = append(t.evidence, res.Evidence...)
		t.found = append(t.found, told(res, made[i].args))
		t.known.Result(res.Tool, t.found[len(t.found)-1])
	}
	return results, nil
}

// told is what a result says: a refusal gives reasons and what could be had instead, and a reply may repeat them. A figure of the
// arguments is no evidence where a refusal repeats it: it may be the customer's.
func told(res tool.Result, args json.RawMessage) string {
	if res.Err == nil {
		return string(res.JSON)
	}
	data, err := json.Marshal(res.Err)
	if err != nil {
		data = []byte(res.Err.Message)
	}
	return grounding.Without(string(data), string(args))
}

// sideBySide is how many calls, from the first on, may run at the same time.
func sideBySide(calls []resolvedCall) int {
	n := 0
	for n < len(calls) && n < maxParallel && !calls[n].spec.Write {
		n++
	}
	return max(1, n)
}

func (t *tools) resolveAll(ctx context.Context, asked []llm.ToolCall) ([]resolvedCall, error) {
	calls, misfit := make([]resolvedCall, len(asked)), false
	for i, c := range asked {
		calls[i] = t.resolve(c, i)
		values, err := t.tokens.SealedIn(ctx, string(calls[i].args))
		if err != nil {
			return nil, err
		}
		for _, v := range values {
			calls[i].pii = append(calls[i].pii, tool.Sealed{Type: v.GetType(), Token: v.GetToken(), Sealed: v.GetSealed()})
		}
		if calls[i].err == nil && len(values) == 0 && t.remote() { // a token has not the form of what it stands for
			calls[i].err = t.schemas.Check(calls[i].spec, calls[i].args)
			misfit = misfit || calls[i].err != nil
		}
	}
	if misfit {
		t.misfits++
	}
	return calls, nil
}

func (t *tools) resolve(asked llm.ToolCall, i int) resolvedCall {
	c := resolvedCall{call: asked}
	if i >= maxCalls {
		c.err = &tool.Error{Code: "too_many_calls", Message: fmt.Sprintf("at most %d calls at a time", maxCalls)}
		return c
	}
	if asked.Name == offer.More || asked.Name == transfer.Tool {
		c.spec, c.args = tool.Spec{Name: asked.Name}, asked.Arguments
		return c
	}
	spec, ok := t.find(asked.Name)
	if ok {
		spec, ok = t.scene.fit(spec)
	}
	if !ok || !t.mayCall(spec) {
		c.err = &tool.Error{Code: "unknown_tool", Message: "no tool of this name is offered here"}
		return c
	}
	args, err := arguments.Canonical(asked.Arguments)
	if err != nil {
		c.err = &tool.Error{Code: "invalid_arguments", Message: "expected a JSON object"}
		return c
	}
	if name := t.scene.notSaid(spec, args); name != "" {
		c.err = &tool.Error{Code: "not_said", Field: name, Message: "only what the customer has written in this turn"}
		return c
	}
	if spec.Paged && t.remote() { // rules read lists whole
		args = arguments.FirstPage(args)
	}
	c.spec, c.args = spec, args
	c.key = hash(t.scene.conv.TurnID, spec.Name, string(args))
	return c
}

// find returns a tool by name: one that every tenant has, else one of this tenant's own.
func (t *tools) find(name string) (tool.Spec, bool) {
	if spec, ok := t.catalogue.Find(name); ok {
		return spec, true
	}
	own := t.catalogue.Of(t.scene.conv.Tenant)
	if i := slices.IndexFunc(own, func(s tool.Spec) bool { return s.Name == name }); i >= 0 {
		return own[i], true
	}
	return tool.Spec{}, false
}

// runGroup makes calls side by side and journals what must not be asked for twice before anything uses it.
func (t *tools) runGroup(ctx context.Context, calls []resolvedCall, journalReads bool) ([]tool.Result, error) {
	results := make([]tool.Result, len(calls))
	made := map[string]int{} // the call that asks for each new key; its twins share the result
	var g errgroup.Group
	for i, c := range calls {
		answer, answered := t.answered(c)
		_, twin := made[c.key]
		switch {
		case answered:
			results[i] = answer
		case !twin:
			made[c.key] = i
			g.Go(func() error {
				return t.recovered(ctx, func() (err error) { results[i], err = t.call(ctx, c); return err })
			})
		}
	}
	if err := t.scene.conv.seat.Lend(g.Wait); err != nil {
		return nil, busError(err)
	}
	var steps []Step
	for i, c := range calls {
		results[i] = t.screened(results[i])
		first, isNew := made[c.key]
		if isNew && first == i {
			step, err := t.remember(c, results[i], journalReads)
			if err != nil {
				return nil, err
			}
			steps = append(steps, step...)
		} else if isNew {
			results[i] = results[first]
		}
		t.noteEffects(c, results[i])
		results[i].CallID = c.call.ID
		if results[i].Tool == "" {
			results[i].Tool = c.spec.Name
		}
	}
	return results, t.journal.write(ctx, steps...)
}

// answered returns the result of a call that need not or may not be made, and reports whether it is one.
func (t *tools) answered(c resolvedCall) (tool.Result, bool) {
	if c.err != nil {
		return tool.Result{Tool: c.call.Name, Err: c.err}, true
	}
	switch c.spec.Name {
	case offer.More:
		return offer.Given(), true
	case transfer.Tool:
		return t.scene.transfer.Take(c.args, t.suspect()), true
	}
	if known, ok := t.journal.results[c.key]; ok {
		return known, true
	}
	switch {
	case c.spec.Confirm && (t.suspect() || !t.agreed(c)):
		return tool.Result{Tool: c.spec.Name, Err: t.waits(c)}, true
	case c.spec.Write && c.spec.Name != escalate && t.suspect():
		return tool.Result{Tool: c.spec.Name, Err: unconfirmed}, true
	}
	return tool.Result{}, false
}

// suspect reports whether something that the turn reads may try to steer it: a flagged message, or a result with instructions in
// it. Its writes wait for a confirmation.
func (t *tools) suspect() bool { return t.tainted || t.scene.flagged() }

func (t *tools) call(ctx context.Context, c resolvedCall) (tool.Result, error) {
	ctx, span := t.tracer.Start(ctx, "call "+c.spec.Name, trace.WithAttributes(attribute.String("gen_ai.tool.name", c.spec.Name),
		attribute.String("gen_ai.tool.call.id", c.call.ID)))
	defer span.End()
	defer t.live.Tool(c.spec.Name)()
	res, err := t.caller.Call(ctx, t.request(c))
	switch {
	case err != nil:
		span.SetStatus(codes.Error, "bus")
	case res.Err != nil:
		span.SetAttributes(attribute.String("error.type", res.Err.Code))
	}
	return res, err
}

func (t *tools) request(c resolvedCall) *Request {
	conv := t.scene.conv
	req := &Request{Wait: t.timeout, Meta: t.scene.meta(), Call: tool.Call{
		Tenant: conv.Tenant, Channel: conv.Channel, ContactID: conv.ContactID, ConversationID: conv.ID,
		TurnID: conv.TurnID, Fence: conv.Fence, Confidence: t.scene.confidence(),
		// the fence tells the next owner's request from ours, which the bus would otherwise drop as a repetition
		ID:  fmt.Sprintf("%s-%d", c.key[:24], conv.Fence),
		Key: c.key, Tool: c.spec.Name, Arguments: c.args, Language: t.scene.language, PII: c.pii,
	}}
	if t.scene.assistant != nil {
		req.AssistantID = t.scene.assistant.ID
	}
	return req
}

// remember counts a call and keeps its result for this turn. The steps are those that a crash must not lose: every write, and what
// a paid answer follows on.
func (t *tools) remember(c resolvedCall, res tool.Result, journalReads bool) ([]Step, error) {
	t.calls++
	if res.Err != nil && res.Err.Retryable {
		return nil, nil
	}
	t.journal.results[c.key] = res
	if !c.spec.Write && !journalReads {
		return nil, nil
	}
	answer, err := json.Marshal(res)
	if err != nil {
		return nil, fmt.Errorf("keep the result of %s: %w", c.spec.Name, err)
	}
	return []Step{{Key: c.key, Kind: "tool", Name: c.spec.Name, Wrote: lasts(c.spec) && res.Err == nil, Answer: answer}}, nil
}

// lasts reports whether a tool writes what stays: a time that is kept for a question ends with it.
func lasts(s tool.Spec) bool { return s.Write && s.Name != opening.HoldTool }

// reasonCode is a reason that names nobody.
var reasonCode = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

// noteEffects keeps what a result means for the rest of the turn: that something was written, or that a person takes over.
func (t *tools) noteEffects(c resolvedCall, res tool.Result) {
	t.private = t.private || res.Err != nil || !c.spec.Shared && c.spec.Name != offer.More
	if res.Err != nil {
		return
	}
	if lasts(c.spec) {
		done, _ := tool.Read[struct {
			Success bool   `json:"success"`
			Message string `json:"confirmation_message"`
		}](res)
		t.wrote, t.message = true, done.Message
		t.booked = t.booked || c.spec.Confirm && done.Success && !c.spec.Optional
	}
	if c.spec.Name == opening.HoldTool {
		t.holds = bytes.Contains(c.args, []byte("slot_id"))
	}
	var args struct{ Reason, Summary, When string }
	switch _ = json.Unmarshal(c.args, &args); c.spec.Name {
	case requestCallback:
		args.Reason, args.Summary = "callback", args.When
	case escalate:
	default:
		return
	}
	if !reasonCode.MatchString(args.Reason) { // a model's own words may name the customer, and reasons stand on spans
		args.Summary = strings.TrimSpace(args.Reason + "\n" + args.Summary)
		args.Reason = "escalated"
	}
	t.handoff = &handoff{reason: args.Reason, summary: args.Summary}
}
