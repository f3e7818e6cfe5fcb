package llm

import (
	"cmp"
	"errors"
	"net/http"
	"time"
)

// Tier is how much model an assistant wants.
type Tier string

// The tiers, from the least to the most.
const (
	TierFast     Tier = "fast"
	TierBalanced Tier = "balanced"
	TierPremium  Tier = "premium"
)

// Purpose is what an answer is for: limits may differ by it.
type Purpose struct {
	Task       string // reply where nothing else is said
	Mode       string // messaging or voice
	Specialist string
}

// Tuning is how freely and how long a model writes.
type Tuning struct {
	Temperature float64
	MaxTokens   int
}

// Call is one attempt at a model as it is accounted, whether it brought an answer or not.
type Call struct {
	ID       string
	Kind     string // chat, embedding, rerank or cached
	Provider string
	Model    string
	Tier     Tier
	Outcome  string // ok, or the kind of failure
	Fallback string // why the model before it in the chain did not answer; empty for the first
	At       time.Time
	Duration time.Duration
	Usage    Usage
	Cost     *int64 // in millionths of a dollar; nil where no price is known
	Saved    int64  // what an answer that was known already would have cost
	TraceID  string
}

// OutcomeOK is the outcome of a call that brought an answer.
const OutcomeOK = "ok"

// The kinds of calls.
const (
	CallChat      = "chat"
	CallSummary   = "summary" // of a conversation, for no turn
	CallEmbedding = "embedding"
	CallRerank    = "rerank"
	CallCached    = "cached" // no model was asked: its answer was known
)

// ErrBudget means that a tenant's budget does not allow a call.
var ErrBudget = errors.New("the budget does not allow the call")

// unbounded is taken for the longest answer of a request that does not bound it.
const unbounded = 4096

// Estimate is what a request takes at most, or nearly so: its prompt and tools, and the longest answer.
func Estimate(req *Request) Usage {
	u := Prompt(req)
	u.Output = cmp.Or(req.MaxTokens, unbounded)
	return u
}

// Prompt is what the prompt and the tools of a request are likely to take.
func Prompt(req *Request) Usage {
	u := estimate(req, &Response{})
	u.Output = 0
	size := 0
	for _, t := range req.Tools {
		size += len(t.Name) + len(t.Description) + len(t.Parameters)
	}
	u.Input += size / charsPerToken
	return u
}

// charged is what a failed call is likely to be billed: nothing where it was refused, the prompt where the answer came to nothing.
func charged(err error, req *Request, shown int) Usage {
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Usage != (Usage{}) || e.Status != http.StatusOK {
		return Usage{}
	}
	u := Prompt(req)
	u.Output = shown / charsPerToken
	return u
}

// withCharge notes on a failure what it is likely to be billed.
func withCharge(err error, req *Request, shown int) error {
	if e, ok := errors.AsType[*Error](err); ok && e.Usage == (Usage{}) {
		e.Usage = charged(err, req, shown)
	}
	return err
}
