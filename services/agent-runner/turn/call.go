package turn

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	maxParallel = 8
	maxCalls    = 16 // of one model answer
)

// wish is a model's tool call, resolved against the catalogue.
type wish struct {
	call llm.ToolCall
	spec tool.Spec
	args json.RawMessage // canonical
	key  string
	pii  []tool.Sealed // behind the tokens in args
	err  *tool.Error
}

// call runs a round of tool calls: neighbours that only read side by side, each write alone, results in the order of the calls.
func (r *run) call(ctx context.Context, calls []llm.ToolCall) ([]tool.Result, error) {
	results := make([]tool.Result, 0, len(calls))
	wishes := make([]wish, len(calls))
	for i, c := range calls {
		wishes[i] = r.resolve(c, i)
		if err := r.attach(ctx, &wishes[i]); err != nil {
			return nil, err
		}
	}
	for len(wishes) > 0 {
		n := group(wishes)
		got, err := r.callGroup(ctx, wishes[:n])
		if err != nil {
			return nil, err
		}
		results = append(results, got...)
		wishes = wishes[n:]
	}
	return results, nil
}

// group is how many wishes from the first on may run side by side.
func group(wishes []wish) int {
	n := 0
	for n < len(wishes) && n < maxParallel && !wishes[n].spec.Write {
		n++
	}
	return max(1, n)
}

func (r *run) resolve(c llm.ToolCall, i int) wish {
	w := wish{call: c}
	if i >= maxCalls {
		w.err = &tool.Error{Code: "too_many_calls", Message: fmt.Sprintf("at most %d calls at a time", maxCalls)}
		return w
	}
	spec, ok := r.Catalog.Find(c.Name)
	if !ok {
		w.err = &tool.Error{Code: "unknown_tool", Message: "there is no tool of this name"}
		return w
	}
	args, err := canonical(c.Arguments)
	if err != nil {
		w.err = &tool.Error{Code: "invalid_arguments", Message: "expected a JSON object"}
		return w
	}
	w.spec, w.args = spec, args
	w.key = hash(r.conv.TurnID, spec.Name, string(args))
	return w
}

// canonical is a JSON object with sorted keys and no spaces, so that a model that asks again has the same key.
func canonical(raw json.RawMessage) (json.RawMessage, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return json.RawMessage("{}"), nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v map[string]any
	if err := dec.Decode(&v); err != nil || v == nil || dec.More() {
		return nil, fmt.Errorf("tool arguments: expected a JSON object")
	}
	return json.Marshal(v)
}

// callGroup runs wishes side by side and journals what must not be asked for twice before anything uses it.
func (r *run) callGroup(ctx context.Context, wishes []wish) ([]tool.Result, error) {
	results := make([]tool.Result, len(wishes))
	asked := map[string]int{} // the first wish of each new key
	var g errgroup.Group
	for i, w := range wishes {
		known, done := r.journal.results[w.key]
		_, twin := asked[w.key]
		switch {
		case w.err != nil:
			results[i] = tool.Result{Tool: w.call.Name, Err: w.err}
		case !done && w.spec.Write && w.spec.Name != escalate && r.suspect():
			results[i] = tool.Result{Tool: w.call.Name, Err: unconfirmed}
		case done:
			results[i] = known
		case !twin:
			asked[w.key] = i
			g.Go(func() (err error) { results[i], err = r.callOne(ctx, w); return err })
		}
	}
	if err := g.Wait(); err != nil {
		return nil, busError(err)
	}
	var steps []Step
	for i, w := range wishes {
		results[i] = r.screened(results[i])
		first, fresh := asked[w.key]
		if fresh && first == i {
			step, err := r.note(w, results[i])
			if err != nil {
				return nil, err
			}
			steps = append(steps, step...)
		} else if fresh {
			results[i] = results[first]
		}
		r.noticed(w, results[i])
		results[i].CallID = w.call.ID
	}
	return results, r.keep(ctx, steps...)
}

func (r *run) callOne(ctx context.Context, w wish) (tool.Result, error) {
	ctx, span := r.Tracer.Start(ctx, "call "+w.spec.Name, trace.WithAttributes(attribute.String("gen_ai.tool.name", w.spec.Name),
		attribute.String("gen_ai.tool.call.id", w.call.ID)))
	defer span.End()
	res, err := r.Tools.Call(ctx, r.request(w))
	switch {
	case err != nil:
		span.SetStatus(codes.Error, "bus")
	case res.Err != nil:
		span.SetAttributes(attribute.String("error.type", res.Err.Code))
	}
	return res, err
}

func (r *run) request(w wish) *Request {
	c := r.conv
	req := &Request{Wait: r.Tool, Meta: r.meta(), Call: tool.Call{
		Tenant: c.Tenant, Channel: c.Channel, ContactID: c.ContactID, ConversationID: c.ID, TurnID: c.TurnID, Fence: c.Fence,
		// the fence tells the next owner's request from ours, which the bus would otherwise drop as a repetition
		ID:  fmt.Sprintf("%s-%d", w.key[:24], c.Fence),
		Key: w.key, Tool: w.spec.Name, Arguments: w.args, Language: r.language, PII: w.pii,
	}}
	if r.assistant != nil {
		req.AssistantID = r.assistant.ID
	}
	return req
}

// attach gives a wish the sealed values behind the tokens in its arguments.
func (r *run) attach(ctx context.Context, w *wish) error {
	values, err := r.behind(ctx, string(w.args))
	for _, v := range values {
		w.pii = append(w.pii, tool.Sealed{Type: v.GetType(), Token: v.GetToken(), Sealed: v.GetSealed()})
	}
	return err
}

// meta is that of the newest message, for an event of this turn.
func (r *run) meta() *recadov1.Meta {
	newest := r.conv.Messages[len(r.conv.Messages)-1].Routed.GetMeta()
	m, _ := proto.Clone(newest).(*recadov1.Meta)
	if r.assistant != nil {
		m.AssistantId = r.assistant.ID
	}
	return m
}

// note counts a call and remembers its result for this turn; the steps are those that a crash must not lose: rules ask for free, so only their
// writes are journaled, and every result that a paid answer follows on.
func (r *run) note(w wish, res tool.Result) ([]Step, error) {
	r.stats.ToolCalls++
	if res.Err != nil && res.Err.Retryable {
		return nil, nil
	}
	r.journal.results[w.key] = res
	if !w.spec.Write && !r.remote() {
		return nil, nil
	}
	answer, err := json.Marshal(res)
	if err != nil {
		return nil, fmt.Errorf("keep the result of %s: %w", w.spec.Name, err)
	}
	return []Step{{Key: w.key, Kind: "tool", Name: w.spec.Name, Wrote: w.spec.Write && res.Err == nil, Answer: answer}}, nil
}

// reasonCode is a reason that says nothing of anybody.
var reasonCode = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

// noticed draws a result's consequences for the turn.
func (r *run) noticed(w wish, res tool.Result) {
	if res.Err != nil {
		return
	}
	r.wrote = r.wrote || w.spec.Write
	if w.spec.Name != escalate {
		return
	}
	var args struct{ Reason, Summary string }
	_ = json.Unmarshal(w.args, &args)
	if !reasonCode.MatchString(args.Reason) { // a model's own words may tell of the customer, and reasons stand on spans
		args.Summary = strings.TrimSpace(args.Reason + "\n" + args.Summary)
		args.Reason = "escalated"
	}
	r.handoff = &handoff{reason: args.Reason, summary: args.Summary}
}
