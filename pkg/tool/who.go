package tool

import (
	"encoding/json"
	"slices"
)

// everybody stands for all specialists.
const everybody = "*"

// Everybody is the list of all specialists, those to come included.
func Everybody() []string { return []string{everybody} }

// Bookers are the specialists that book, and those that are named beside them.
func Bookers(more ...string) []string {
	return append([]string{"booking", "booking_dental", "booking_medical", "booking_restaurant"}, more...)
}

// For reports whether a specialist has the tool.
func (s Spec) For(specialist string) bool {
	return slices.Contains(s.Specialists, specialist) || slices.Contains(s.Specialists, everybody)
}

// Examples are arguments as a model may write them.
func Examples(arguments ...string) (out []json.RawMessage) {
	for _, a := range arguments {
		out = append(out, json.RawMessage(a))
	}
	return out
}
