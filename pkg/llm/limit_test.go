package llm_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/llm/llmtest"
)

func wantTooLong(t *testing.T, name string, err error) {
	t.Helper()
	var e *llm.Error
	if !errors.As(err, &e) || e.Kind != llm.KindInvalid || !strings.Contains(e.Detail, "too long") || llm.Retryable(err) {
		t.Errorf("%s: %v", name, err)
	}
}

func TestAnswerThatSaysTooMuchIsRefused(t *testing.T) {
	t.Parallel()
	long := strings.Repeat(strings.Repeat("palabra", 100)+" ", 500)
	arguments, err := json.Marshal(map[string]string{"q": long})
	if err != nil {
		t.Fatal(err)
	}
	for name, reply := range map[string]llmtest.Reply{
		"words":       {Text: long},
		"a tool call": {ToolCalls: []llm.ToolCall{{ID: "a", Name: "b", Arguments: arguments}}},
	} {
		cfg := llmtest.New(t, reply).Config()
		cfg.Timeout, cfg.Idle = time.Minute, time.Minute
		model := llm.NewOpenAI(cfg)
		_, err := model.Complete(t.Context(), request())
		wantTooLong(t, name, err)
		_, err = model.Stream(t.Context(), request(), func(string) {})
		wantTooLong(t, name+", streamed", err)
	}
}

func TestAnswerThatNeverEndsIsNotReadForEver(t *testing.T) {
	t.Parallel()
	endless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start, more := `{"choices":[{"message":{"content":"`, strings.Repeat("x", 1<<16)
		if strings.HasSuffix(r.URL.Path, "embeddings") {
			start, more = `{"data":[`, strings.Repeat(" ", 1<<16)
		}
		w.Header().Set("Content-Type", "application/json")
		_, err := io.WriteString(w, start)
		for sent := 0; err == nil && sent < 1<<30; sent += len(more) {
			_, err = io.WriteString(w, more)
		}
	}))
	t.Cleanup(endless.Close)
	cfg := llm.Config{BaseURL: endless.URL, Model: "m", Timeout: time.Minute, Idle: time.Minute}
	_, err := llm.NewOpenAI(cfg).Complete(t.Context(), request())
	wantTooLong(t, "an answer", err)
	_, err = llm.NewOpenAIEmbedder(cfg, llm.Space{Model: "e", Dimensions: 2}).Embed(t.Context(), []string{"a"})
	wantTooLong(t, "an embedding", err)
}
