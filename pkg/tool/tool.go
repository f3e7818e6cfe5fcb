// Package tool defines what a tool is: its description on the wire, a call and a result. It holds no implementation and does no I/O.
package tool

import (
	"context"
	"encoding/json"
	"time"

	"github.com/recado/recado/pkg/tenant"
)

// Renamed are other names that models use for parameters.
var Renamed = map[string]string{"limit": "top_k"}

// Spec describes a tool to a model and to the catalogue. Names and parameters are on the wire and never change.
type Spec struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"` // JSON Schema of type object, additionalProperties false
	Write       bool            `json:"write,omitempty"`
	// Confirm is true where a write needs the customer's yes to exactly its arguments.
	Confirm bool `json:"confirm,omitempty"`
	// Aliases are other names that a model may use (get_policy for get_business_policy).
	Aliases []string `json:"aliases,omitempty"`
	// Specialists are those that have the tool; none is nobody's.
	Specialists []string `json:"specialists,omitempty"`
	// Permission says to which types of assistant the tool is left.
	Permission Permission `json:"permission,omitempty"`
	// Examples are arguments as a model may write them.
	Examples []json.RawMessage `json:"examples,omitempty"`
	// Paged is true where the parameter page gives a long list in parts; without it a turn gets all of it.
	Paged bool `json:"paged,omitempty"`
	// Optional is true where the tool is off until a tenant's file allows it: see Fit.
	Optional bool `json:"optional,omitempty"`
	// Server is the tenant's MCP server that has the tool, and Remote its name there; both are empty of our own.
	Server string `json:"server,omitempty"`
	Remote string `json:"remote,omitempty"`
	// Said names the parameters whose value the customer must have written in this turn: the tool is never called for anything else.
	Said []string `json:"said,omitempty"`
	// Own is true where a read tool tells what is the contact's own.
	Own bool `json:"-"`
	// Shared is true where a read tool answers every contact the same all day, from tables that core.change_evidence watches.
	Shared bool `json:"shared,omitempty"`
	// DryRun is true where all that a write does is in one transaction, which can be rolled back.
	DryRun bool `json:"-"`
	// Inner is true where turns call the tool by themselves: no model is offered it.
	Inner bool `json:"inner,omitempty"`
	// Turn is true where only the turn that calls the tool completes what it says: it is lent to nobody else.
	Turn bool `json:"-"`
	// Reveal names the parameters in which the tool gets real values; in every other one a token of personal data stays a token.
	Reveal []string `json:"-"`
}

// Call is one request of a turn.
type Call struct {
	Tenant         tenant.ID
	AssistantID    string
	Channel        string
	ContactID      string
	ConversationID string
	TurnID         string
	Confidence     float32 // of the router in what the turn's newest message wants, 0 to 1; 0 where that is not known
	Fence          int64
	ID             string // call id, unique within the turn
	Key            string // idempotency key: hash of turn, tool and canonical arguments
	OnlyRepeat     bool   // tells what the key has done already, and does nothing
	Tool           string
	Arguments      json.RawMessage
	Language       string // es, en or pt
	Deadline       time.Time
	PII            []Sealed // values behind tokens in the arguments
	// Outside names the key of a program that calls without a turn: it holds no fence, its write names its contact.
	Outside string
	// Approved is true where a person of the business has decided that the call runs, as it was kept.
	Approved bool
	// DryRun executes a write and rolls it back.
	DryRun bool
	// Within is how long the key stands for this request, afterwards for the same one anew; zero is for ever.
	Within time.Duration
	// Asked are the arguments as they were asked, with tokens where Arguments has real values: what may be kept. Empty where both
	// are the same.
	Asked json.RawMessage
	// Hide takes personal data out of a result, before it is kept or leaves; nil hides nothing.
	Hide func(ctx context.Context, r Result) (Result, error)
}

// Sealed is a piece of personal data behind a token.
type Sealed struct {
	Type, Token string
	Sealed      []byte
}

// Result is the outcome of a call: JSON for the model, and where its figures come from. Err is set instead of JSON when the tool refused.
type Result struct {
	CallID   string
	Tool     string
	JSON     json.RawMessage
	Err      *Error
	Evidence []Evidence
	Replayed bool
	DryRun   bool // nothing was written
}

// Evidence names a source of figures: kind is tool, chunk, customer or instruction.
type Evidence struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Source string `json:"source"`
}

// Error is a refusal that a model can act on.
type Error struct {
	Code      string  `json:"code"`
	Message   string  `json:"message"`
	Retryable bool    `json:"retryable,omitempty"`
	Field     string  `json:"field,omitempty"`
	Allowed   Allowed `json:"allowed,omitempty"`
}

// Error gives code, field and message.
func (e *Error) Error() string {
	if e.Field == "" {
		return e.Code + ": " + e.Message
	}
	return e.Code + " (" + e.Field + "): " + e.Message
}

// Tool is a capability that specialists are offered. Call answers with a Result, a refusal among them; its error means that no answer could be had.
type Tool interface {
	Spec() Spec
	Call(ctx context.Context, c Call) (Result, error)
}

// Read decodes a result; ok is false where the tool refused or said nothing readable.
func Read[T any](r Result) (v T, ok bool) {
	if r.Err != nil || len(r.JSON) == 0 {
		return v, false
	}
	return v, json.Unmarshal(r.JSON, &v) == nil
}
