// Package llmtest serves the OpenAI chat and embeddings API from a script, with the faults that real providers have.
package llmtest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/llm"
)

// Reply is one scripted answer. The zero value of each fault is no fault.
type Reply struct {
	Text      string
	ToolCalls []llm.ToolCall
	Finish    string // default stop, or tool_calls where there are calls
	Status    int    // an HTTP error instead of an answer
	Code      string // its error code
	Body      string // the raw body instead of anything else
	// RetryAfter is sent with an error, in seconds.
	RetryAfter int
	// Cut ends a stream before its finish reason, and a whole answer in the middle of its JSON.
	Cut bool
	// Silent sends the first chunk of a stream and then nothing until the client gives up.
	Silent bool
	// Stalled takes the question and answers nothing until the client gives up.
	Stalled bool
	// NoIndex leaves the index out of streamed tool calls, as some providers do.
	NoIndex bool
}

// Server answers requests with its replies in order, the last one again and again.
type Server struct {
	URL string

	mu       sync.Mutex
	replies  []Reply
	requests []Request
}

// Request is what a client asked, as far as tests look at it.
type Request struct {
	Model    string `json:"model"`
	Stream   bool   `json:"stream"`
	Messages []struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	} `json:"messages"`
	Tools       []json.RawMessage `json:"tools"`
	Temperature *float64          `json:"temperature"`
	MaxTokens   int               `json:"max_tokens"`
	MaxAnswer   int               `json:"max_completion_tokens"`
	Input       []string          `json:"input"`
}

// New starts a server that ends with the test.
func New(t testing.TB, replies ...Reply) *Server {
	t.Helper()
	s := &Server{replies: replies}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", s.chat)
	mux.HandleFunc("POST /v1/embeddings", s.embeddings)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	s.URL = server.URL + "/v1"
	return s
}

// Config points a client at the server.
func (s *Server) Config() llm.Config {
	return llm.Config{BaseURL: s.URL, Model: "test-model", APIKey: config.Secret("test-key"), Timeout: 5 * time.Second, Idle: time.Second}
}

// Answer replaces what the server answers from now on.
func (s *Server) Answer(replies ...Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.replies = replies
}

// Requests returns what was asked so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

const maxBody = 4 << 20

func (s *Server) next(r *http.Request) (Reply, Request, error) {
	var req Request
	if err := json.NewDecoder(io.LimitReader(r.Body, maxBody)).Decode(&req); err != nil {
		return Reply{}, req, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, req)
	if len(s.replies) == 0 {
		return Reply{Text: "ok"}, req, nil
	}
	reply := s.replies[0]
	if len(s.replies) > 1 {
		s.replies = s.replies[1:]
	}
	return reply, req, nil
}

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	reply, req, err := s.next(r)
	switch {
	case err != nil:
		http.Error(w, `{"error":{"message":"bad request","type":"invalid_request_error"}}`, http.StatusBadRequest)
	case reply.Stalled:
		<-r.Context().Done()
	case reply.Body != "" || reply.Status != 0:
		refuse(w, reply)
	case req.Stream:
		stream(w, r, reply)
	default:
		whole(w, reply)
	}
}

func refuse(w http.ResponseWriter, reply Reply) {
	if reply.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(reply.RetryAfter))
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(max(reply.Status, http.StatusOK))
	body := reply.Body
	if body == "" {
		body = `{"error":{"message":"scripted","type":"scripted_error","code":` + strconv.Quote(reply.Code) + `}}`
	}
	_, _ = io.WriteString(w, body)
}

func finish(reply Reply) string {
	switch {
	case reply.Finish != "":
		return reply.Finish
	case len(reply.ToolCalls) > 0:
		return "tool_calls"
	}
	return "stop"
}

func toolCalls(reply Reply) []map[string]any {
	var out []map[string]any
	for i, c := range reply.ToolCalls {
		call := map[string]any{"id": c.ID, "type": "function", "function": map[string]any{"name": c.Name, "arguments": string(c.Arguments)}}
		if !reply.NoIndex {
			call["index"] = i
		}
		out = append(out, call)
	}
	return out
}

func whole(w http.ResponseWriter, reply Reply) {
	message := map[string]any{"role": "assistant", "content": reply.Text}
	if calls := toolCalls(reply); calls != nil {
		message["tool_calls"] = calls
	}
	body, _ := json.Marshal(map[string]any{
		"id": "chatcmpl-test", "object": "chat.completion", "model": "test-model",
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": finish(reply)}},
		"usage":   map[string]any{"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
	})
	if reply.Cut {
		body = body[:len(body)/2]
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body)
}
