package llmtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

func stream(w http.ResponseWriter, r *http.Request, reply Reply) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, word := range strings.SplitAfter(reply.Text, " ") {
		if word != "" {
			send(w, map[string]any{"content": word}, "")
		}
		if reply.Silent {
			<-r.Context().Done()
			return
		}
	}
	for _, c := range toolCalls(reply) {
		sendCall(w, c)
	}
	if reply.Cut {
		return
	}
	send(w, map[string]any{}, finish(reply))
	_, _ = fmt.Fprint(w, `data: {"id":"c","object":"chat.completion.chunk","model":"test-model","choices":[],"usage":{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18}}`+"\n\n")
	_, _ = fmt.Fprint(w, "data: [DONE]\n\n")
}

// sendCall sends a tool call in two pieces: name and id first, then the arguments.
func sendCall(w http.ResponseWriter, c map[string]any) {
	function := c["function"].(map[string]any)
	head := map[string]any{"id": c["id"], "type": "function", "function": map[string]any{"name": function["name"], "arguments": ""}}
	tail := map[string]any{"function": map[string]any{"arguments": function["arguments"]}}
	if index, ok := c["index"]; ok {
		head["index"], tail["index"] = index, index
	}
	send(w, map[string]any{"tool_calls": []any{head}}, "")
	send(w, map[string]any{"tool_calls": []any{tail}}, "")
}

func send(w http.ResponseWriter, delta map[string]any, finish string) {
	choice := map[string]any{"index": 0, "delta": delta, "finish_reason": nil}
	if finish != "" {
		choice["finish_reason"] = finish
	}
	chunk, _ := json.Marshal(map[string]any{"id": "c", "object": "chat.completion.chunk", "model": "test-model", "choices": []any{choice}})
	_, _ = fmt.Fprintf(w, "data: %s\n\n", chunk)
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}

// embeddings answers with vectors of two numbers in reverse order: clients must go by index.
func (s *Server) embeddings(w http.ResponseWriter, r *http.Request) {
	reply, req, err := s.next(r)
	if err != nil || reply.Status != 0 || reply.Body != "" {
		refuse(w, reply)
		return
	}
	var rows []any
	for i, text := range slices.Backward(req.Input) {
		rows = append(rows, map[string]any{"object": "embedding", "index": i, "embedding": []float32{float32(i), float32(len(text))}})
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"object": "list", "model": "test-embedding", "data": rows, "usage": map[string]any{"prompt_tokens": 1, "total_tokens": 1}})
}
