// Package grounding finds what a draft says that no evidence of its turn supports: money, days, times, numbers, addresses, names, and
// that something was done.
package grounding

import "github.com/recado/recado/services/agent-runner/grounding/figure"

// Without is a text without the figures that occur in another one.
func Without(text, other string) string { return figure.Without(text, other) }
