package standin

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// writer writes an answer as the API does, whole or in pieces.
type writer struct {
	w      http.ResponseWriter
	model  string
	stream bool
	fault  fault
	gone   <-chan struct{} // the client
}

func (o *writer) say(r reply, input int) {
	usage := map[string]int{"prompt_tokens": input, "completion_tokens": len(r.text)/4 + 1}
	if o.stream {
		o.pieces(r, usage)
		return
	}
	message := map[string]any{"role": "assistant", "content": r.text}
	if r.tool != "" {
		message["tool_calls"] = []any{call(r.tool)}
	}
	body, _ := json.Marshal(map[string]any{
		"id": "chatcmpl-standin", "object": "chat.completion", "model": o.model, "usage": usage,
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": finish(r)}},
	})
	o.w.Header().Set("Content-Type", "application/json")
	switch o.fault {
	case cut:
		body = body[:len(body)/2]
	case silent:
		<-o.gone
		return
	}
	_, _ = o.w.Write(body)
}

// pieces writes word by word.
func (o *writer) pieces(r reply, usage map[string]int) {
	o.w.Header().Set("Content-Type", "text/event-stream")
	for _, word := range strings.SplitAfter(r.text, " ") {
		o.send([]any{choice(map[string]any{"content": word}, nil)}, nil)
		if o.fault == silent {
			<-o.gone
			return
		}
	}
	if r.tool != "" {
		o.send([]any{choice(map[string]any{"tool_calls": []any{call(r.tool)}}, nil)}, nil)
	}
	if o.fault == cut {
		return
	}
	o.send([]any{choice(map[string]any{}, finish(r))}, nil)
	o.send([]any{}, usage)
	_, _ = fmt.Fprint(o.w, "data: [DONE]\n\n")
}

func (o *writer) send(choices []any, usage map[string]int) {
	chunk := map[string]any{"id": "chatcmpl-standin", "object": "chat.completion.chunk", "model": o.model, "choices": choices}
	if usage != nil {
		chunk["usage"] = usage
	}
	data, _ := json.Marshal(chunk)
	_, _ = fmt.Fprintf(o.w, "data: %s\n\n", data)
	if f, ok := o.w.(http.Flusher); ok {
		f.Flush()
	}
}

func choice(delta map[string]any, finish any) map[string]any {
	return map[string]any{"index": 0, "delta": delta, "finish_reason": finish}
}

func call(tool string) map[string]any {
	return map[string]any{"index": 0, "id": "call_" + tool, "type": "function", "function": map[string]any{"name": tool, "arguments": "{}"}}
}

func finish(r reply) string {
	if r.tool != "" {
		return "tool_calls"
	}
	return "stop"
}
