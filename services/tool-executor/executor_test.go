package toolexecutor

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/trace/noop"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// outbox keeps what an executor publishes.
type outbox struct{ events []*recadov1.ToolCompleted }

func (o *outbox) Publish(_ context.Context, e bus.Event) error {
	o.events = append(o.events, e.(*recadov1.ToolCompleted))
	return nil
}

// fixed is a tool that always answers the same.
type fixed struct {
	result tool.Result
	err    error
}

func (fixed) Spec() tool.Spec { return tool.Spec{Name: "fixed", Aliases: []string{"old_name"}} }

func (f fixed) Call(context.Context, tool.Call) (tool.Result, error) { return f.result, f.err }

func executorOf(f fixed) (*executor, *outbox) {
	e := newExecutor([]tool.Tool{f}, &app.Env{Tracer: noop.Tracer{}})
	sent := &outbox{}
	e.bus, e.own = sent, ownNumber{}
	return e, sent
}

func request(name string) *recadov1.ToolRequested {
	return &recadov1.ToolRequested{
		Meta: &recadov1.Meta{
			EventId: "e1", TenantId: "shop", ConversationKey: "k", Contact: &recadov1.Contact{ContactId: uuid.NewString()},
		},
		ConversationId: uuid.NewString(), CallId: "call-1", Attempt: 2, Owner: "runner-1", Tool: name, ArgumentsJson: `{}`,
		Deadline: timestamppb.New(time.Now().Add(time.Minute)),
	}
}

func TestResultGoesToTheOwnerUnderTheNameThatWasCalled(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"fixed", "old_name"} {
		e, sent := executorOf(fixed{result: tool.Result{
			JSON: json.RawMessage(`{"open":true}`), Replayed: true, Evidence: []tool.Evidence{{ID: "row-1", Kind: "row", Source: "hours"}},
		}})
		if err := e.handle(t.Context(), request(name)); err != nil {
			t.Fatal(err)
		}
		got := sent.events[0]
		if got.GetTool() != name || got.GetOwner() != "runner-1" || got.GetMeta().GetEventId() != "call-1.2" {
			t.Errorf("got %v", got)
		}
		if got.GetResultJson() != `{"open":true}` || !got.GetReplayed() || got.GetEvidence()[0].GetId() != "row-1" {
			t.Errorf("got %v", got)
		}
	}
}

// done is a ledger with one result.
type done struct{ result tool.Result }

func (d done) Done(context.Context, tool.Call) (tool.Result, error) { return d.result, nil }

func TestRequestThatOnlyRepeatsCallsNoTool(t *testing.T) {
	t.Parallel()
	e, sent := executorOf(fixed{err: errors.New("the tool was called")})
	e.ledger = done{tool.Result{JSON: json.RawMessage(`{"success":true}`), Replayed: true}}
	r := request("fixed")
	r.OnlyRepeat = true
	if err := e.handle(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if got := sent.events[0]; got.GetResultJson() != `{"success":true}` || !got.GetReplayed() {
		t.Errorf("got %v", got)
	}
}

func TestRefusalOfAToolIsAResult(t *testing.T) {
	t.Parallel()
	e, sent := executorOf(fixed{result: tool.Result{Err: &tool.Error{Code: "not_found", Field: "name", Allowed: tool.Names("a")}}})
	for _, name := range []string{"fixed", "unheard_of"} {
		if err := e.handle(t.Context(), request(name)); err != nil {
			t.Fatal(err)
		}
	}
	if got := sent.events[0].GetError(); got.GetCode() != "not_found" || got.GetField() != "name" || len(got.GetAllowed()) != 1 {
		t.Errorf("got %v", got)
	}
	if got := sent.events[1].GetError().GetCode(); got != "unknown_tool" {
		t.Errorf("a tool that there is not: %s", got)
	}
}

func TestRefusalCarriesValuesAsJSONAndWordsAsWords(t *testing.T) {
	t.Parallel()
	values, err := tool.Values([]map[string]string{{"slot_id": "a"}, {"slot_id": "b"}})
	if err != nil {
		t.Fatal(err)
	}
	e, sent := executorOf(fixed{result: tool.Result{Err: &tool.Error{Code: "full", Allowed: values}}})
	if err := e.handle(t.Context(), request("fixed")); err != nil {
		t.Fatal(err)
	}
	got := sent.events[0].GetError()
	if len(got.GetAllowed()) != 0 || len(got.GetAllowedJson()) != 2 || got.GetAllowedJson()[1] != `{"slot_id":"b"}` {
		t.Errorf("got %v", got)
	}
}

func TestRequestPastItsDeadlineIsAnsweredByNobody(t *testing.T) {
	t.Parallel()
	e, sent := executorOf(fixed{})
	late := request("fixed")
	late.Deadline = timestamppb.New(time.Now().Add(-time.Second))
	if err := e.handle(t.Context(), late); err != nil || len(sent.events) != 0 {
		t.Errorf("got %v, %d events", err, len(sent.events))
	}
}

func TestErrorOfAToolIsRetriedAndNamesTheTool(t *testing.T) {
	t.Parallel()
	e, sent := executorOf(fixed{err: errors.New("deadlock")})
	if err := e.handle(t.Context(), request("fixed")); err == nil || !strings.Contains(err.Error(), "call fixed: deadlock") {
		t.Errorf("got %v", err)
	}
	if len(sent.events) != 0 {
		t.Errorf("published %v", sent.events)
	}
}

func TestIncompleteRequestIsRejectedByTheFieldThatLacks(t *testing.T) {
	t.Parallel()
	e, _ := executorOf(fixed{})
	for field, spoil := range map[string]func(*recadov1.ToolRequested){
		"tenant_id":       func(r *recadov1.ToolRequested) { r.Meta.TenantId = "" },
		"contact_id":      func(r *recadov1.ToolRequested) { r.Meta.Contact = nil },
		"conversation_id": func(r *recadov1.ToolRequested) { r.ConversationId = "x" },
		"tool":            func(r *recadov1.ToolRequested) { r.Tool = "" },
		"call_id":         func(r *recadov1.ToolRequested) { r.CallId = "" },
		"owner":           func(r *recadov1.ToolRequested) { r.Owner = "" },
		"deadline":        func(r *recadov1.ToolRequested) { r.Deadline = nil },
	} {
		r := request("fixed")
		spoil(r)
		if err := e.handle(t.Context(), r); err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("without %s: %v", field, err)
		}
	}
}

func TestEachStringRewritesValuesAndNothingElse(t *testing.T) {
	t.Parallel()
	mark := func(key, value string) string { return key + "=" + value }
	for in, want := range map[string]string{
		`{"a": "x", "n": 1.50}`:         `{"a": "a=x", "n": 1.50}`,
		`{"a" : {"b":["x","y"]}}`:       `{"a" : {"b":["b=x","b=y"]}}`,
		`{"a":"say \"hi\"","t":true}`:   `{"a":"a=say \"hi\"","t":true}`,
		`not JSON "x"`:                  `not JSON "x"`,
		`"alone"`:                       `"=alone"`,
		`{"a":"","b":null,"c":["ñ",2]}`: `{"a":"a=","b":null,"c":["c=ñ",2]}`,
	} {
		if got := string(eachString(json.RawMessage(in), mark)); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}
