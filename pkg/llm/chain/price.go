package chain

import (
	"math"

	"github.com/recado/recado/pkg/llm"
)

// Price is what a model costs, in dollars per million tokens, which is the same as millionths of a dollar per token.
type Price struct{ Input, Cached, Output float64 }

// Cost is what tokens cost in millionths of a dollar, rounded up; nil where no price is known.
func (p *Price) Cost(u llm.Usage) *int64 {
	if p == nil {
		return nil
	}
	cached := min(u.CachedInput, u.Input)
	micros := int64(math.Ceil(float64(u.Input-cached)*p.Input + float64(cached)*p.Cached + float64(u.Output)*p.Output - 1e-6))
	return &micros
}
