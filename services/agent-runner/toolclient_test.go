package agentrunner

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/turn"
)

// asked records tool requests; answer may reply to one.
type asked struct {
	mu     sync.Mutex
	events []string
	answer func(*recadov1.ToolRequested) error
}

func (a *asked) Publish(_ context.Context, e bus.Event) error {
	r := e.(*recadov1.ToolRequested)
	a.mu.Lock()
	a.events = append(a.events, r.GetMeta().GetEventId()+" "+r.GetIdempotencyKey())
	a.mu.Unlock()
	if a.answer == nil {
		return nil
	}
	return a.answer(r)
}

func request() *turn.Request {
	return &turn.Request{Meta: &recadov1.Meta{TenantId: "t"}, Wait: 10 * time.Second, Call: tool.Call{ID: "call", Key: "key", Tool: "get_faq"}}
}

func TestRequestWithoutAnAnswerIsRepeatedWithTheSameKey(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var c *toolClient
		a := &asked{}
		a.answer = func(r *recadov1.ToolRequested) error {
			if r.GetAttempt() == 3 {
				c.completed(t.Context(), &recadov1.ToolCompleted{CallId: "call", Outcome: &recadov1.ToolCompleted_ResultJson{ResultJson: `{"a":1}`}})
			}
			return nil
		}
		c = newToolClient(a, "owner")
		began := time.Now()
		res, err := c.Call(t.Context(), request())
		if err != nil || string(res.JSON) != `{"a":1}` {
			t.Fatalf("got %s, %v", res.JSON, err)
		}
		if want := "[call.1 key call.2 key call.3 key]"; fmt.Sprint(a.events) != want {
			t.Errorf("asked %v, want %v", a.events, want)
		}
		if took := time.Since(began); took != 3*time.Second {
			t.Errorf("answered after %s, want the third request after 3s", took)
		}
	})
}

func TestToolThatNeverAnswersIsAResultThatSaysSo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newToolClient(&asked{}, "owner")
		began := time.Now()
		res, err := c.Call(t.Context(), request())
		if err != nil || res.Err == nil || res.Err.Code != "timeout" || !res.Err.Retryable {
			t.Fatalf("got %+v, %v", res, err)
		}
		if took := time.Since(began); took != 10*time.Second {
			t.Errorf("waited %s, want 10s", took)
		}
	})
}

func TestRequestWaitsForTheBusAndItsTimeRunsFromThen(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var c *toolClient
		back := time.Now().Add(time.Minute)
		a := &asked{answer: func(r *recadov1.ToolRequested) error {
			if time.Now().Before(back) {
				return bus.Unavailable(errors.New("no connection"))
			}
			if left := time.Until(r.GetDeadline().AsTime()); left != 10*time.Second {
				t.Errorf("%s left at the first request, want 10s", left)
			}
			c.completed(t.Context(), &recadov1.ToolCompleted{CallId: "call", Outcome: &recadov1.ToolCompleted_Error{Error: &recadov1.ToolError{Code: "not_found"}}})
			return nil
		}}
		c = newToolClient(a, "owner")
		if res, err := c.Call(t.Context(), request()); err != nil || res.Err.Code != "not_found" {
			t.Errorf("got %+v, %v", res, err)
		}
	})
}

func TestTimeWithoutABusIsNotTheTools(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var c *toolClient
		a := &asked{}
		a.answer = func(r *recadov1.ToolRequested) error {
			switch n := r.GetAttempt(); {
			case n > 1 && n < 8:
				return bus.Unavailable(errors.New("no connection"))
			case n == 8:
				c.completed(t.Context(), &recadov1.ToolCompleted{CallId: "call", Outcome: &recadov1.ToolCompleted_ResultJson{ResultJson: `{}`}})
			}
			return nil
		}
		c = newToolClient(a, "owner")
		began := time.Now()
		if res, err := c.Call(t.Context(), request()); err != nil || res.Err != nil {
			t.Errorf("got %+v, %v", res, err)
		}
		if took := time.Since(began); took < 20*time.Second {
			t.Errorf("answered after %s: the bus was not away for long", took)
		}
	})
}

func TestLateAndRepeatedAnswersAreDropped(t *testing.T) {
	t.Parallel()
	c := newToolClient(&asked{}, "owner")
	c.completed(t.Context(), &recadov1.ToolCompleted{CallId: "nobody waits"})
	if len(c.waiting) != 0 {
		t.Error("a late answer is kept")
	}
}

func TestRefusalBringsWordsAndValuesOfWhatIsAllowed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		e    *recadov1.ToolError
		want string
	}{
		{&recadov1.ToolError{Allowed: []string{"Roma", "Centro"}}, `["Roma" "Centro"]`},
		{&recadov1.ToolError{AllowedJson: []string{`{"slot_id":"a"}`, `no JSON`, `{"slot_id":"b"}`}}, `[{"slot_id":"a"} {"slot_id":"b"}]`},
		{&recadov1.ToolError{}, `[]`},
	} {
		got := resultOf(&recadov1.ToolCompleted{Outcome: &recadov1.ToolCompleted_Error{Error: c.e}}).Err.Allowed
		texts := make([]string, len(got))
		for i, v := range got {
			texts[i] = string(v)
		}
		if said := fmt.Sprint(texts); said != c.want {
			t.Errorf("got %s, want %s", said, c.want)
		}
	}
}
