// Package budget says which models a tenant's month still allows, and tells when a share of it is spent.
package budget

import "github.com/recado/recado/pkg/llm"

// The shares of a month's limit, in percent, from which on a cheaper tier answers and the rules alone.
const (
	Soft = 80
	Hard = 95
)

// below is the next cheaper tier; the cheapest has none.
var below = map[llm.Tier]llm.Tier{
	llm.TierPremium: llm.TierBalanced, llm.TierBalanced: llm.TierFast, llm.TierFast: llm.TierFast,
}

// Step is the tier that answers, of the one that is wanted, and the share that is spent; ok is false where only the rules may.
func Step(wanted llm.Tier, spent, limit int64) (tier llm.Tier, percent int, ok bool) {
	percent = 100
	if limit > 0 {
		percent = int(min(spent*100/limit, 999))
	}
	switch {
	case percent >= Hard:
		return wanted, percent, false
	case percent < Soft:
		return wanted, percent, true
	case wanted == "":
		return below[llm.TierBalanced], percent, true
	}
	return below[wanted], percent, true
}
