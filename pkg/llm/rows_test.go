package llm_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/llm/llmtest"
)

// chunks writes a stream of chat chunks, each with one choice.
func chunks(choices ...string) string {
	var b strings.Builder
	for _, c := range choices {
		fmt.Fprintf(&b, "data: {\"choices\":[%s]}\n\n", c)
	}
	return b.String()
}

func calls(pieces string) string { return `{"index":0,"delta":{"tool_calls":[` + pieces + `]}}` }

const stopped = `{"index":0,"delta":{},"finish_reason":"stop"}`

const said = `{"index":0,"delta":{"content":"Hola"}}`

func TestStreamsThatProvidersBreak(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body string
		kind llm.Kind
	}{
		"an error chunk":                   {chunks(said) + "data: {\"error\":{\"message\":\"x\",\"code\":\"overloaded\"}}\n\n", llm.KindBusy},
		"an error chunk about quota":       {"data: {\"error\":{\"message\":\"x\",\"code\":\"insufficient_quota\"}}\n\n", llm.KindQuota},
		"an error that looks like a chunk": {chunks(said) + "data: { \"error\": {\"message\":\"x\"}}\n\ndata: [DONE]\n\n", llm.KindCut},
		"an error event":                   {chunks(said) + "event: error\ndata: {\"type\":\"error\"}\n\n", llm.KindCut},
		"a last line without its end":      {chunks(said) + "data: {\"choices\":[" + stopped + "]}", llm.KindCut},
		"only a usage chunk":               {"data: {\"choices\":[],\"usage\":{\"prompt_tokens\":1}}\n\ndata: [DONE]\n\n", llm.KindCut},
		"a body without an end":            {chunks(strings.Repeat(" ", 1<<10)+said) + strings.Repeat(chunks(`{"index":0,"delta":{"content":"`+strings.Repeat("a", 1<<20)+`"}}`), 12) + chunks(stopped), llm.KindInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := llm.NewOpenAI(llmtest.New(t, llmtest.Reply{Body: c.body}).Config()).Stream(t.Context(), request(), func(string) {})
			if e, ok := errors.AsType[*llm.Error](err); !ok || e.Kind != c.kind {
				t.Errorf("got %v, want %s", err, c.kind)
			}
		})
	}
}

func TestStreamedToolCallsOfEveryShape(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"index 0 for both, with ids": chunks(calls(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"n\":"}}`), calls(`{"index":0,"function":{"arguments":"1}"}}`),
			calls(`{"index":0,"id":"b","function":{"name":"g","arguments":"{}"}}`), stopped),
		"index 0 for both, without ids": chunks(calls(`{"index":0,"function":{"name":"f","arguments":"{\"n\":1}"}}`), calls(`{"index":0,"function":{"name":"g","arguments":"{}"}}`), stopped),
		"neither index nor id":          chunks(calls(`{"function":{"name":"f","arguments":"{\"n\":1}"}}`), calls(`{"function":{"name":"g","arguments":"{}"}}`), stopped),
		"both in one chunk":             chunks(calls(`{"function":{"name":"f","arguments":"{\"n\":1}"}},{"function":{"name":"g"}}`), stopped),
		"interleaved": chunks(calls(`{"index":0,"id":"a","function":{"name":"f"}},{"index":1,"id":"b","function":{"name":"g"}}`),
			calls(`{"index":1,"function":{"arguments":"{}"}},{"index":0,"function":{"arguments":"{\"n\":1}"}}`), stopped),
		"the name again with each piece": chunks(calls(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"n\""}}`), calls(`{"index":0,"id":"a","function":{"name":"f","arguments":":1}"}}`),
			calls(`{"index":1,"id":"b","function":{"name":"g","arguments":""}}`), stopped),
		"after many keep-alives": strings.Repeat(": ping\n\n", 2000) + chunks(calls(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"n\":1}"}},{"index":1,"id":"b","function":{"name":"g"}}`), stopped),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := llmtest.New(t, llmtest.Reply{Body: body}).Config()
			config.Idle = time.Minute // a busy machine is no silent stream
			resp, err := llm.NewOpenAI(config).Stream(t.Context(), request(), func(string) {})
			if err != nil {
				t.Fatal(err)
			}
			c := resp.ToolCalls
			if len(c) != 2 || c[0].Name != "f" || string(c[0].Arguments) != `{"n":1}` || c[1].Name != "g" || string(c[1].Arguments) != "{}" || c[0].ID == c[1].ID {
				t.Errorf("got %+v", c)
			}
			if !resp.Usage.Estimated {
				t.Error("usage that nobody told is not marked as estimated")
			}
		})
	}
}

func TestAnAnswerWithoutAnEndIsRefused(t *testing.T) {
	t.Parallel()
	body := `{"choices":[{"message":{"content":"` + strings.Repeat("a", 12<<20) + `"},"finish_reason":"stop"}]}`
	if resp, err := llm.NewOpenAI(llmtest.New(t, llmtest.Reply{Body: body}).Config()).Complete(t.Context(), request()); err == nil {
		t.Errorf("took %d bytes", len(resp.Text))
	}
}

func TestOurOwnTimeoutIsTheProvidersFault(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // the server notices a client that goes only after its body
		w.WriteHeader(http.StatusOK)       // it is the body that never comes
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}))
	t.Cleanup(s.Close)
	model := llm.NewOpenAI(llm.Config{BaseURL: s.URL, Model: "m", Timeout: 50 * time.Millisecond, Idle: time.Minute})
	_, err := model.Complete(t.Context(), request())
	_, streamed := model.Stream(t.Context(), request(), func(string) {})
	if !llm.Retryable(err) || !llm.Retryable(streamed) {
		t.Errorf("got %v and %v", err, streamed)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := model.Complete(ctx, request()); !errors.Is(err, context.Canceled) {
		t.Errorf("the caller's own end is %v", err)
	}
}
