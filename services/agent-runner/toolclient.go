package agentrunner

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/turn"
)

// repeatPolicy says when a request without an answer is made again. Tools answer in milliseconds.
var repeatPolicy = retry.Policy{Min: time.Second, Max: 4 * time.Second}

type publisher interface {
	Publish(ctx context.Context, e bus.Event) error
}

// toolClient asks tool-executor over the bus and waits for the answers on tool.completed.<owner>.
type toolClient struct {
	bus   publisher
	owner string

	mu      sync.Mutex
	waiting map[string]chan *recadov1.ToolCompleted // by call id
}

func newToolClient(b publisher, owner string) *toolClient {
	return &toolClient{bus: b, owner: owner, waiting: map[string]chan *recadov1.ToolCompleted{}}
}

// listen takes answers until stop is called.
func (c *toolClient) listen(b *bus.Bus) (stop func(), err error) {
	return bus.Listen(b, subject.ToolCompleted+"."+c.owner, c.completed)
}

// completed hands an answer to the call that waits for it; one that nobody waits for is late and dropped: the ledger keeps it.
func (c *toolClient) completed(_ context.Context, e *recadov1.ToolCompleted) {
	c.mu.Lock()
	answer, ok := c.waiting[e.GetCallId()]
	c.mu.Unlock()
	if !ok {
		return
	}
	select {
	case answer <- e:
	default: // a repeated answer
	}
}

// Call makes a request until it is answered or its time is over. The key stays the same: the ledger gives the first result again.
func (c *toolClient) Call(ctx context.Context, req *turn.Request) (tool.Result, error) {
	answer := make(chan *recadov1.ToolCompleted, 1)
	c.mu.Lock()
	c.waiting[req.ID] = answer
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.waiting, req.ID)
		c.mu.Unlock()
	}()
	if err := c.first(ctx, req); err != nil {
		return tool.Result{}, err
	}
	over := time.NewTimer(time.Until(req.Deadline))
	defer over.Stop()
	pauses := repeatPolicy.Backoff()
	repeat := time.NewTimer(pauses.Next())
	defer repeat.Stop()
	for attempt := uint32(2); ; {
		select {
		case e := <-answer:
			return resultOf(e), nil
		case <-repeat.C:
			if bus.IsUnavailable(c.bus.Publish(ctx, c.request(req, attempt))) { // the time without a bus is not the tool's
				req.Deadline = time.Now().Add(req.Wait)
				over.Reset(req.Wait)
			}
			attempt++
			repeat.Reset(pauses.Next())
		case <-over.C:
			return timedOut(req), nil
		case <-ctx.Done():
			return tool.Result{}, fmt.Errorf("call %s: %w", req.Tool, context.Cause(ctx))
		}
	}
}

// first puts the request on the bus, however long that takes; the deadline runs from then on.
func (c *toolClient) first(ctx context.Context, req *turn.Request) error {
	policy := retry.Policy{Min: 50 * time.Millisecond, Max: time.Second, If: bus.IsUnavailable}
	return retry.Do(ctx, policy, func(ctx context.Context) error {
		req.Deadline = time.Now().Add(req.Wait)
		return c.bus.Publish(ctx, c.request(req, 1))
	})
}

func (c *toolClient) request(req *turn.Request, attempt uint32) *recadov1.ToolRequested {
	req.Meta.EventId = fmt.Sprintf("%s.%d", req.ID, attempt)
	e := &recadov1.ToolRequested{
		Meta: req.Meta, TurnId: req.TurnID, Fence: req.Fence, CallId: req.ID, IdempotencyKey: req.Key, Tool: req.Tool,
		ArgumentsJson: string(req.Arguments), Deadline: timestamppb.New(req.Deadline), Owner: c.owner,
		ConversationId: req.ConversationID, Attempt: attempt, Language: req.Language, OnlyRepeat: req.OnlyRepeat,
		Confidence: req.Confidence,
	}
	for _, p := range req.PII {
		e.Pii = append(e.Pii, &recadov1.SealedValue{Type: p.Type, Token: p.Token, Sealed: p.Sealed})
	}
	return e
}

func timedOut(req *turn.Request) tool.Result {
	return tool.Result{Tool: req.Tool, Err: &tool.Error{
		Code: "timeout", Message: fmt.Sprintf("no answer within %s", req.Wait), Retryable: true,
	}}
}

func resultOf(e *recadov1.ToolCompleted) tool.Result {
	r := tool.Result{CallID: e.GetCallId(), Tool: e.GetTool(), Replayed: e.GetReplayed()}
	for _, ev := range e.GetEvidence() {
		r.Evidence = append(r.Evidence, tool.Evidence{ID: ev.GetId(), Kind: ev.GetKind(), Source: ev.GetSource()})
	}
	if te := e.GetError(); te != nil {
		r.Err = &tool.Error{
			Code: te.GetCode(), Message: te.GetMessage(), Retryable: te.GetRetryable(), Field: te.GetField(), Allowed: allowed(te),
		}
		return r
	}
	r.JSON = []byte(e.GetResultJson())
	return r
}

// allowed leaves out what is no JSON: it would spoil the journal's row.
func allowed(e *recadov1.ToolError) tool.Allowed {
	out := tool.Names(e.GetAllowed()...)
	for _, v := range e.GetAllowedJson() {
		if json.Valid([]byte(v)) {
			out = append(out, json.RawMessage(v))
		}
	}
	return out
}
