// Package turn answers conversations: it claims what is due, asks models and tools, and commits one reply for all that waits.
package turn

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/outbox"
	"github.com/recado/recado/services/agent-runner/seat"
	"github.com/recado/recado/services/agent-runner/temperature"
)

// Conversation is what a claim brings: the state of a conversation and the messages that wait, oldest first.
type Conversation struct {
	Tenant      tenant.ID
	ID          string
	Channel     string
	AccountID   string
	ContactID   string
	AssistantID string // that it began with; empty before there was one
	Handoff     Handoff
	Epoch       int64
	Fence       int64 // this claim's: every write names it
	Version     int64 // of the messages below
	TurnID      string
	StartedAt   time.Time // of the turn's first claim
	Attempts    int       // claims of this turn, this one included
	Sequence    int64     // of the last reply
	Greeted     bool
	Dialogue    json.RawMessage
	BurstAt     time.Time // arrival of the first message that waits
	Unpublished bool      // an earlier turn's events may not be on the bus
	Messages    []Message
	Calls       []llm.Call // of models, not kept yet: the next write takes them along
	Month       string     // that they count in, as its first day
	Limit       *int64     // of the month, in millionths of a dollar; nil where nothing bounds it

	seat *seat.Seat // while the turn is at work
}

func (c *Conversation) messageIDs() (ids []string) {
	for _, m := range c.Messages {
		ids = append(ids, m.ID)
	}
	return ids
}

// Handoff is who has a conversation, and what is to be said of it.
type Handoff struct {
	Mode   string // ai, waiting (a person is asked for and nobody has come) or human
	Since  time.Time
	Reason string // a code
	Note   string // key of what the assistant says first when it speaks again; empty for nothing
}

// The modes of a handoff.
const (
	ModeAssistant = "ai"
	ModeWaiting   = "waiting"
	ModePerson    = "human"
)

// Message is one that waits for an answer.
type Message struct {
	ID          string
	Sequence    int64
	Routed      *recadov1.MessageRouted
	Traceparent string
}

// Step is a journal entry: a model's answer or a tool's result, written before it is used.
type Step struct {
	Key     string          `json:"key"`
	Kind    string          `json:"kind"` // model or tool
	Name    string          `json:"name"`
	Wrote   bool            `json:"wrote"`
	Through int64           `json:"through"` // sequence of the newest message that the turn had read
	Answer  json.RawMessage `json:"answer"`
}

// Ending is what the commit of a turn writes.
type Ending struct {
	Version     *int64 // nil commits although messages came that the turn has not read
	MessageIDs  []string
	Ended       string // of the messages: replied, handoff, person, silent or failed
	Language    string
	Dialogue    json.RawMessage // nil leaves the old one, null ends it
	Mode        string          // of the handoff, where this commit changes it; empty leaves it
	Reason      string          // why a person is asked for; empty leaves it
	Summary     *Summary        // nil when there was nothing to answer
	Replies     []Reply
	Events      []Event
	Traceparent string
	Names       json.RawMessage     // the conversation's tokens; nil leaves the old ones
	Noted       int                 // messages for the conversation's summary; 0 where none is kept
	Consents    *bool               // what the contact says of being remembered; nil where nothing was said
	Temperature *temperature.Judged // of the contact; nil leaves the old one
}

// Summary is a turn as it is kept.
type Summary struct {
	Outcome      string `json:"outcome"`
	Reason       string `json:"reason"`
	Specialist   string `json:"specialist"`
	Model        string `json:"model"`
	ModelCalls   int    `json:"model_calls"`
	ToolCalls    int    `json:"tool_calls"`
	InputTokens  int64  `json:"input_tokens"`
	OutputTokens int64  `json:"output_tokens"`
	FellBack     bool   `json:"fell_back"`
}

// Reply is one outbound text as it is kept.
type Reply struct {
	ID       string          `json:"id"`
	Epoch    int64           `json:"epoch"`
	Sequence int64           `json:"sequence"`
	Content  json.RawMessage `json:"content"`
	Evidence []tool.Evidence `json:"evidence"`
}

// Event is an encoded event that waits in the outbox.
type Event = outbox.Event

// Outbox is an ended turn whose events may not be on the bus.
type Outbox = outbox.Outbox

type outboxes interface {
	outbox.Store
	// Left lists those of one conversation.
	Left(ctx context.Context, c *Conversation) ([]Outbox, error)
}

// CommitResult is what became of a commit.
type CommitResult string

// The results of a commit.
const (
	Committed  CommitResult = "committed"
	Superseded CommitResult = "superseded" // a message came that the turn has not read
	Fenced     CommitResult = "fenced"     // somebody else has the conversation: nothing was written
)

// Line is one text of the history, oldest first in a list.
type Line struct {
	Ours bool
	Text string
	At   time.Time
	PII  []*recadov1.SealedValue // what the tokens in Text stand for, as its message numbered them
}

// ErrFenced means that the conversation has another owner: the turn ends and writes nothing more.
var ErrFenced = errors.New("the conversation has another owner")
