package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/llm/llmtest"
	"github.com/recado/recado/pkg/tool"
)

func request() *llm.Request {
	return &llm.Request{
		Messages: []llm.Message{
			{Role: llm.RoleSystem, Text: "You answer."},
			{Role: llm.RoleUser, Text: "Hi"},
			{Role: llm.RoleAssistant, ToolCalls: []llm.ToolCall{{ID: "a", Name: "list_services"}}},
			{Role: llm.RoleTool, ToolCallID: "a"},
		},
		Tools:     []tool.Spec{{Name: "list_services", Description: "Lists services.", Parameters: json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`)}},
		MaxTokens: 100,
	}
}

var twoCalls = []llm.ToolCall{
	{ID: "c1", Name: "list_services", Arguments: json.RawMessage(`{"category":"x"}`)},
	{ID: "c2", Name: "list_services", Arguments: json.RawMessage(`{}`)},
}

func TestCompleteReturnsTextAndUsage(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t, llmtest.Reply{Text: "Hola"})
	resp, err := llm.NewOpenAI(s.Config()).Complete(t.Context(), request())
	if err != nil {
		t.Fatal(err)
	}
	if resp.Text != "Hola" || resp.Finish != "stop" || resp.Usage.Input != 11 || resp.Usage.Output != 7 || resp.Usage.Estimated {
		t.Fatalf("got %+v", resp)
	}
	if got := s.Requests()[0].Messages[3].Content; got != "(no output)" {
		t.Errorf("empty tool output was sent as %q", got)
	}
}

func TestToolCallsComeWholeOrStreamed(t *testing.T) {
	t.Parallel()
	for _, noIndex := range []bool{false, true} {
		s := llmtest.New(t, llmtest.Reply{ToolCalls: twoCalls, NoIndex: noIndex})
		model := llm.NewOpenAI(s.Config())
		whole, err := model.Complete(t.Context(), request())
		if err != nil {
			t.Fatal(err)
		}
		streamed, err := model.Stream(t.Context(), request(), func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		for _, resp := range []*llm.Response{whole, streamed} {
			if len(resp.ToolCalls) != 2 || resp.ToolCalls[0].ID != "c1" || string(resp.ToolCalls[0].Arguments) != `{"category":"x"}` || resp.ToolCalls[1].ID != "c2" {
				t.Errorf("no index %v: got %+v", noIndex, resp.ToolCalls)
			}
		}
	}
}

func TestStreamShowsTextAsItComes(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t, llmtest.Reply{Text: "Buenas tardes a todos"})
	var shown []string
	resp, err := llm.NewOpenAI(s.Config()).Stream(t.Context(), request(), func(text string) { shown = append(shown, text) })
	if err != nil {
		t.Fatal(err)
	}
	if len(shown) != 4 || strings.Join(shown, "") != resp.Text || resp.Usage.Output != 7 {
		t.Fatalf("shown %q, got %+v", shown, resp)
	}
}

func TestFailuresAreClassified(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		reply  llmtest.Reply
		stream bool
		kind   llm.Kind
	}{
		"rate limit":              {reply: llmtest.Reply{Status: 429, RetryAfter: 3}, kind: llm.KindBusy},
		"rate limit, streamed":    {reply: llmtest.Reply{Status: 429, RetryAfter: 3}, stream: true, kind: llm.KindBusy},
		"quota":                   {reply: llmtest.Reply{Status: 429, Code: "insufficient_quota"}, kind: llm.KindQuota},
		"server error":            {reply: llmtest.Reply{Status: 503}, kind: llm.KindBusy},
		"wrong key":               {reply: llmtest.Reply{Status: 401}, kind: llm.KindAuth},
		"key without permission":  {reply: llmtest.Reply{Status: 403, Code: "permission_denied"}, kind: llm.KindAuth},
		"one question refused":    {reply: llmtest.Reply{Status: 403, Code: "unsupported_content"}, kind: llm.KindDenied},
		"no such model":           {reply: llmtest.Reply{Status: 404}, kind: llm.KindMissing},
		"prompt too long":         {reply: llmtest.Reply{Status: 400, Code: "context_length_exceeded"}, kind: llm.KindContext},
		"array of errors":         {reply: llmtest.Reply{Status: 400, Body: `[{"error":{"code":400,"type":"x","message":"m"}}]`}, kind: llm.KindInvalid},
		"error as text":           {reply: llmtest.Reply{Status: 500, Body: `{"error":"boom"}`}, kind: llm.KindBusy},
		"detail only":             {reply: llmtest.Reply{Status: 422, Body: `{"detail":"boom"}`}, kind: llm.KindInvalid},
		"cut stream":              {reply: llmtest.Reply{Text: "half an ans", Cut: true}, stream: true, kind: llm.KindCut},
		"silent stream":           {reply: llmtest.Reply{Text: "a b", Silent: true}, stream: true, kind: llm.KindCut},
		"no choices":              {reply: llmtest.Reply{Body: `{"choices":[]}`}, kind: llm.KindInvalid},
		"plain JSON for a stream": {reply: llmtest.Reply{Body: `{"choices":[{"message":{"content":"x"},"finish_reason":"stop"}]}`}, stream: true, kind: llm.KindCut},
		"empty answer":            {reply: llmtest.Reply{}, kind: llm.KindInvalid},
		"filtered":                {reply: llmtest.Reply{Text: "x", Finish: "content_filter"}, kind: llm.KindFilter},
		"tool call cut short":     {reply: llmtest.Reply{ToolCalls: twoCalls, Finish: "length"}, kind: llm.KindLength},
		"broken arguments":        {reply: llmtest.Reply{ToolCalls: []llm.ToolCall{{ID: "a", Name: "b", Arguments: json.RawMessage(`{"x":`)}}}, kind: llm.KindInvalid},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model := llm.NewOpenAI(llmtest.New(t, c.reply).Config())
			var err error
			if c.stream {
				_, err = model.Stream(t.Context(), request(), func(string) {})
			} else {
				_, err = model.Complete(t.Context(), request())
			}
			var e *llm.Error
			if !errors.As(err, &e) || e.Kind != c.kind {
				t.Fatalf("got %v, want %s", err, c.kind)
			}
			if want := time.Duration(c.reply.RetryAfter) * time.Second; e.RetryAfter != want {
				t.Errorf("retry after %v, want %v", e.RetryAfter, want)
			}
			if llm.Retryable(err) != (c.kind == llm.KindBusy || c.kind == llm.KindCut) {
				t.Errorf("retryable is %v", llm.Retryable(err))
			}
		})
	}
}

func TestNoProviderIsBusy(t *testing.T) {
	t.Parallel()
	_, err := llm.NewOpenAI(llm.Config{BaseURL: "http://127.0.0.1:1/v1", Model: "m", Timeout: time.Second, Idle: time.Second}).Complete(t.Context(), request())
	if !llm.Retryable(err) {
		t.Fatalf("got %v", err)
	}
}

func TestEmbeddingsAreOrderedByIndex(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t)
	got, err := llm.NewOpenAIEmbedder(s.Config(), llm.Space{Model: "test-embedding", Dimensions: 2}).Embed(t.Context(), []string{"a", "bb", "ccc"})
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range got {
		if v[0] != float32(i) || v[1] != float32(i+1) {
			t.Errorf("vector %d is %v", i, v)
		}
	}
}

func TestAnEndpointWithoutAModelIsRefused(t *testing.T) {
	t.Parallel()
	for cfg, wrong := range map[llm.Config]bool{
		{}:                                      false,
		{BaseURL: "http://x/v1", Model: "tiny"}: false,
		{Model: "tiny"}:                         false,
		{BaseURL: "http://x/v1"}:                true,
	} {
		if err := cfg.Check(); (err != nil) != wrong {
			t.Errorf("%+v: %v", cfg, err)
		}
	}
}

func TestEachAttemptToEmbedIsToldWithItsTokensAndPrice(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t, llmtest.Reply{}, llmtest.Reply{Status: 429}, llmtest.Reply{Status: 401})
	price := 0.5
	var calls []llm.Call
	e := llm.NewOpenAIEmbedder(s.Config(), llm.Space{Model: "test-embedding", Dimensions: 2})
	e.Report(&price, func(_ context.Context, c llm.Call) { calls = append(calls, c) })
	for range 3 {
		_, _ = e.Embed(t.Context(), []string{"hola"})
	}
	if len(calls) != 3 {
		t.Fatalf("%d calls are told", len(calls))
	}
	for i, want := range []llm.Call{
		{Outcome: "ok", Usage: llm.Usage{Input: 1}, Cost: new(int64(1))}, {Outcome: "busy", Cost: new(int64)}, {Outcome: "auth", Cost: new(int64)},
	} {
		want.Kind, want.Model, want.Provider = llm.CallEmbedding, "test-embedding", "127.0.0.1"
		want.ID, want.At, want.Duration = calls[i].ID, calls[i].At, calls[i].Duration
		if diff := cmp.Diff(want, calls[i]); diff != "" || want.ID == "" || want.At.IsZero() {
			t.Errorf("attempt %d is told otherwise (-want +got):\n%s", i, diff)
		}
	}
}
