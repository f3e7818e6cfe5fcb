package llm

import (
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
	Kind     string // chat, embedding or rerank
	Provider string
	Model    string
	Tier     Tier
	Outcome  string // ok, or the kind of failure
	Fallback string // why the model before it in the chain did not answer; empty for the first
	At       time.Time
	Duration time.Duration
	Usage    Usage
	Cost     *int64 // in millionths of a dollar; nil where no price is known
	TraceID  string
}

// OutcomeOK is the outcome of a call that brought an answer.
const OutcomeOK = "ok"

// The kinds of calls.
const (
	CallChat      = "chat"
	CallEmbedding = "embedding"
	CallRerank    = "rerank"
)

// Estimate is what a request is likely to take: its prompt, and the longest answer.
func Estimate(req *Request) Usage {
	u := estimate(req, &Response{})
	u.Output = req.MaxTokens
	return u
}

// charged is what a failed call is likely to be billed: nothing where it was refused, the prompt where the answer came to nothing.
func charged(err error, req *Request, shown int) Usage {
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Usage != (Usage{}) || e.Status != http.StatusOK {
		return Usage{}
	}
	u := estimate(req, &Response{})
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
