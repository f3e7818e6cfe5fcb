// Package way reads the way of a message through the hops from its spans, and prints it.
package way

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/recado/recado/pkg/telemetry"
)

// Way is a message's way through the hops, read from its spans.
type Way struct {
	Message      string           `json:"message_id,omitempty"`
	Tenant       string           `json:"tenant,omitempty"`
	Conversation string           `json:"conversation_id,omitempty"`
	Traces       []string         `json:"trace_ids"`
	Read         Reading          `json:"read,omitzero"`
	Answer       Answer           `json:"answer,omitzero"`
	Start        time.Time        `json:"start"`
	TotalMS      float64          `json:"total_ms"` // to the end of the last send call, or of the last span where nothing was sent
	Hops         []Hop            `json:"hops"`
	Models       []ModelCall      `json:"model_calls,omitempty"`
	Tools        []ToolCall       `json:"tool_calls,omitempty"`
	Deliveries   []Delivery       `json:"deliveries,omitempty"`
	Spans        []telemetry.Span `json:"spans"`
}

// Reading is how the router read the message.
type Reading struct {
	Intent     string `json:"intent"`
	Specialist string `json:"specialist"`
	Language   string `json:"language,omitempty"`
	Urgency    int    `json:"urgency,omitempty"`
}

// Answer is how the turn ended; Reason says why it was no answer of its own.
type Answer struct {
	Outcome string `json:"outcome"`
	Reason  string `json:"reason,omitempty"`
}

// Hop is one service's handling of one event.
type Hop struct {
	Service string  `json:"service"`
	Name    string  `json:"name"`
	AtMS    float64 `json:"at_ms"`
	WaitMS  float64 `json:"wait_ms"` // from the publish to the handler; of a turn, since the last message's intake
	WorkMS  float64 `json:"work_ms"`
	Attempt int     `json:"attempt,omitempty"`
	Error   string  `json:"error,omitempty"`
}

// ModelCall is one call of a language model.
type ModelCall struct {
	Model        string  `json:"model"`
	MS           float64 `json:"ms"`
	InputTokens  int     `json:"input_tokens"`
	OutputTokens int     `json:"output_tokens"`
	Tier         string  `json:"tier,omitempty"`
	Fallback     string  `json:"fallback,omitempty"` // why the model before it in the chain did not answer
	Error        string  `json:"error,omitempty"`
}

// ToolCall is one call of a tool.
type ToolCall struct {
	Tool  string  `json:"tool"`
	MS    float64 `json:"ms"` // as the turn saw it
	Error string  `json:"error,omitempty"`
}

// Delivery is a send call, or what became of it later.
type Delivery struct {
	What  string  `json:"what"`
	AtMS  float64 `json:"at_ms"`
	MS    float64 `json:"ms"`
	Error string  `json:"error,omitempty"`
}

// New reads a way from its spans, which are ordered by start; there is at least one.
func New(spans []telemetry.Span) *Way {
	w := &Way{Spans: spans, Start: spans[0].Start}
	var sent, last float64
	for i := range spans {
		span := &spans[i]
		w.identify(span)
		w.classify(span)
		end := w.at(span.End)
		last = max(last, end)
		if isSend(span) {
			sent = max(sent, end)
		}
	}
	w.TotalMS = cmp.Or(sent, last)
	return w
}

func (w *Way) identify(span *telemetry.Span) {
	if !slices.Contains(w.Traces, span.Trace) {
		w.Traces = append(w.Traces, span.Trace)
	}
	w.Message = cmp.Or(w.Message, span.Text(telemetry.KeyMessage))
	w.Tenant = cmp.Or(w.Tenant, span.Text(telemetry.KeyTenant))
	w.Conversation = cmp.Or(w.Conversation, span.Text(telemetry.KeyConversation))
	if specialist := span.Text("specialist"); specialist != "" {
		w.Read = Reading{
			Intent: span.Text("intent"), Specialist: specialist, Language: span.Text("language"), Urgency: int(span.Number("urgency")),
		}
	}
	if outcome := span.Text("recado.outcome"); outcome != "" {
		w.Answer = Answer{Outcome: outcome, Reason: span.Text("recado.reason")}
	}
}

func (w *Way) classify(span *telemetry.Span) {
	took := milliseconds(span.Duration())
	switch operation := span.Text("gen_ai.operation.name"); {
	case span.Kind == "server", span.Kind == "consumer", span.Name == "turn":
		w.Hops = append(w.Hops, Hop{
			Service: span.Service, Name: span.Name, AtMS: w.at(span.Start), WaitMS: w.waited(span),
			WorkMS: took, Attempt: int(span.Number(telemetry.KeyAttempt)), Error: span.Error,
		})
	case operation == "chat":
		w.Models = append(w.Models, ModelCall{
			Model: cmp.Or(span.Text("gen_ai.response.model"), span.Text("gen_ai.request.model")), MS: took, Error: span.Error,
			InputTokens: int(span.Number("gen_ai.usage.input_tokens")), OutputTokens: int(span.Number("gen_ai.usage.output_tokens")),
			Tier: span.Text("recado.model.tier"), Fallback: span.Text("recado.model.fallback"),
		})
	case span.Text("gen_ai.tool.name") != "" && span.Service == "agent-runner":
		w.Tools = append(w.Tools, ToolCall{Tool: span.Text("gen_ai.tool.name"), MS: took, Error: span.Error})
	case isSend(span), isReceipt(span):
		w.Deliveries = append(w.Deliveries, Delivery{What: span.Name, AtMS: w.at(span.Start), MS: took, Error: span.Error})
	}
}

// waited is a turn's quiet window, or how long an event lay in its stream.
func (w *Way) waited(span *telemetry.Span) float64 {
	if span.Name != "turn" {
		return span.Number("recado.queue_wait_ms")
	}
	for i := range w.Spans {
		if w.Spans[i].ID == span.Parent {
			return milliseconds(span.Start.Sub(w.Spans[i].End))
		}
	}
	return 0
}

func (w *Way) at(t time.Time) float64 { return milliseconds(t.Sub(w.Start)) }

func isSend(span *telemetry.Span) bool    { return strings.HasPrefix(span.Name, "send ") }
func isReceipt(span *telemetry.Span) bool { return strings.HasPrefix(span.Name, "receipt ") }

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// Sent reports whether the reply has left.
func (w *Way) Sent() bool {
	return slices.ContainsFunc(w.Spans, func(span telemetry.Span) bool { return isSend(&span) })
}

// orphans are spans whose parent is in none of the traces: a hop lost them, or a ring dropped them.
func (w *Way) orphans() (out []telemetry.Span) {
	known := map[string]bool{}
	for _, span := range w.Spans {
		known[span.ID] = true
	}
	for _, span := range w.Spans {
		if span.Parent != "" && !known[span.Parent] {
			out = append(out, span)
		}
	}
	return out
}

// Line is a way in one line, for listings: what each service took, the models and tools, the total.
func (w *Way) Line() string {
	var parts []string
	for _, hop := range w.Hops {
		parts = append(parts, hop.Service+" "+formatMS(hop.WorkMS))
	}
	for _, tool := range w.Tools {
		parts = append(parts, tool.Tool+" "+formatMS(tool.MS))
	}
	return strings.Join(append(parts, "total "+formatMS(w.TotalMS)+" ms"), " · ")
}
