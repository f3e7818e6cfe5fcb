// Package llm speaks to chat and embedding models: one interface, an OpenAI-compatible client behind it.
package llm

import (
	"context"
	"encoding/json"
	"time"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Model answers a conversation, with text, tool calls or both.
type Model interface {
	// Complete returns a whole answer, or an error that Retryable can judge.
	Complete(ctx context.Context, req *Request) (*Response, error)
	// Stream is Complete that shows the text as it comes; an answer is complete only with a finish reason.
	Stream(ctx context.Context, req *Request, show func(text string)) (*Response, error)
}

// Embedder turns texts into vectors of one embedding space.
type Embedder interface {
	// Space names the model and dimensions: vectors of different spaces are never compared.
	Space() Space
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Space is an embedding space and its calibration: a raw cosine of Low is 0, of High is 1.
type Space struct {
	Model      string
	Dimensions int
	Low, High  float64
}

// Role is who said a message.
type Role string

// The roles of chat models.
const (
	RoleSystem    Role = "system"
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleTool      Role = "tool"
)

// Message is one entry of a prompt.
type Message struct {
	Role       Role
	Text       string
	ToolCalls  []ToolCall // of an assistant's message
	ToolCallID string     // of a tool's message
}

// ToolCall is a model's wish to use a tool. Arguments is valid JSON.
type ToolCall struct {
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// CallFor is a wish for a tool under an id that says what it is for, so that who asks again finds its result.
func CallFor(name, purpose string, args map[string]any) ToolCall {
	data, err := json.Marshal(args)
	if err != nil {
		data = []byte("{}")
	}
	return ToolCall{ID: name + ":" + purpose, Name: name, Arguments: data}
}

// Request is a prompt and, as typed fields that remote models ignore, the facts that the rule model works from.
type Request struct {
	Model       string
	Messages    []Message
	Tools       []tool.Spec
	Temperature float64
	MaxTokens   int
	Facts       *Facts

	// Tier chooses among chains of models; empty is balanced. A model is asked in its stead where Model names one.
	Tier Tier
	// Record is told of each attempt at a model. Optional.
	Record func(Call)
	// Hold keeps room in a budget for an attempt, by its id and what it may cost at most in millionths of a dollar; Record settles it. An
	// error lets the next model be asked. Optional.
	Hold func(ctx context.Context, id string, micros int64) error
	// Restart is called where an answer begins anew with another model: what was shown of it is not said. Optional.
	Restart func()
}

// Facts is a turn as the rule model sees it; it never parses prompt text.
type Facts struct {
	Now       time.Time // in the tenant's zone
	Settings  *tenant.Settings
	Assistant *tenant.Assistant
	Language  string // es, en or pt
	// Messages of this turn, oldest first.
	Messages []*recadov1.MessageRouted
	// Dialogue is the state that the last response left; nil at the start.
	Dialogue json.RawMessage
	// Results of the tools called in this turn, in order.
	Results []tool.Result
	// Greeted is true when the assistant has already spoken in this conversation.
	Greeted bool
	// Unasked is true where what was said last answered no message: a bare yes or no is to that.
	Unasked bool
	// Handoff is who else has to do with the conversation; nil where nobody was asked for.
	Handoff *Handoff
	// Critical are the business's critical instructions: what they tell customers to be told may be said.
	Critical []string
}

// Handoff is a person who was asked for, or who has the conversation.
type Handoff struct {
	Mode    string    // waiting (nobody has come yet) or human
	Since   time.Time // in the tenant's zone
	Reason  string    // a code, such as customer_request
	OpensAt time.Time // when somebody reads again, in the tenant's zone; zero while somebody reads and where no hours are known
}

// Response is a model's answer.
type Response struct {
	Text      string
	ToolCalls []ToolCall
	Finish    string // stop, tool_calls, length, content_filter
	Usage     Usage
	Model     string
	// Choices to tap, of the rule model only.
	Choices []Choice
	// Dialogue is the rule model's state after this answer; nil leaves the old one, "null" ends it.
	Dialogue json.RawMessage
	// Handoff asks for a person, with a reason.
	Handoff string
	// Confirm is the write that the words ask the customer a yes for; nil where they ask for none.
	Confirm *ToolCall
}

// Choice is something to tap under a reply.
type Choice struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description,omitempty"`
}

// Usage counts tokens; Estimated where the provider did not say.
type Usage struct {
	Input, CachedInput, Output int
	Estimated                  bool
}
