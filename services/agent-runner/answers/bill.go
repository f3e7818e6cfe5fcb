package answers

import (
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/llm"
)

// Asked is a turn's question, what the cache knows of it, and what a model's answer took. The zero value keeps nothing.
type Asked struct {
	*Question
	Found

	tier     llm.Tier
	cost     int64
	unpriced bool
}

// Count counts an attempt at a model.
func (a *Asked) Count(c llm.Call) {
	if c.Cost == nil {
		a.unpriced = true
		return
	}
	a.tier, a.cost = c.Tier, a.cost+*c.Cost
}

// Bill writes on an answer what it took.
func (a *Asked) Bill(out *Answer) {
	out.Tier = a.tier
	if !a.unpriced {
		out.Cost = &a.cost
	}
}

// Call is an answer's use as it is accounted: it cost nothing, and saved what it took when it was written.
func (a *Answer) Call(trace string) llm.Call {
	c := llm.Call{
		ID: uuid.NewString(), Kind: llm.CallCached, Provider: "recado", Model: a.Model, Tier: a.Tier, Outcome: llm.OutcomeOK,
		At: time.Now(), Cost: new(int64), TraceID: trace,
	}
	if a.Cost != nil {
		c.Saved = *a.Cost
	}
	return c
}
