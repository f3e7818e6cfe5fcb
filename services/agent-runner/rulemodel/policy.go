package rulemodel

import (
	"strings"
	"unicode/utf8"

	"github.com/recado/recado/pkg/llm"
)

type policyInfo struct {
	Title  string `json:"title"`
	Policy string `json:"policy"`
	Short  string `json:"short_version"`
}

func (t *turn) policy() answer {
	if kind := t.slots.GetPolicyType(); kind != "" {
		return t.policyOf(kind)
	}
	if a, ok := t.fromKnowledge(weakMatch); ok {
		return a
	}
	return t.policyOf("general")
}

func (t *turn) policyOf(kind string) answer {
	c := call("get_business_policy", kind, map[string]any{"policy_type": kind})
	r, found := t.ask(c)
	if !found {
		return answer{calls: []llm.ToolCall{c}}
	}
	p, ok := read[policyInfo](r)
	if !ok || p.Short+p.Policy == "" {
		if a, ok := t.fromKnowledge(weakMatch); ok {
			return a
		}
		return t.toolFailed()
	}
	if p.Short != "" {
		return answer{text: p.Short}
	}
	return answer{text: quote(p.Policy)}
}

// quote cuts a text at the end of a sentence within the limit.
func quote(s string) string {
	s = strings.TrimSpace(s)
	if utf8.RuneCountInString(s) <= quoteLimit {
		return s
	}
	cut := clip(s, quoteLimit)
	if i := strings.LastIndexAny(cut, ".!?\n"); i > len(cut)/3 {
		return strings.TrimSpace(cut[:i+1])
	}
	return cut + "…"
}

func clip(s string, limit int) string {
	n := 0
	for i := range s {
		if n == limit {
			return s[:i]
		}
		n++
	}
	return s
}

// sentence ends a note with a full stop, so that the next one can follow it.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}
