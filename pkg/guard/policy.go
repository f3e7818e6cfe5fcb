package guard

import (
	"unicode/utf8"

	"github.com/recado/recado/pkg/guard/attack"
	"github.com/recado/recado/pkg/guard/view"
	"github.com/recado/recado/pkg/tenant"
)

const (
	codePhrase = "blocked_phrase"
	codeLinear = "linear"
	owaspLLM01 = "LLM01"
)

// Policy is what a tenant asks of the guard beyond its rules: other thresholds and phrases of its own. It never changes
// and is safe for concurrent use. A nil Policy is the guard's own.
type Policy struct {
	flagAt, blockAt float64
	phrases         *phrases
}

// NewPolicy compiles a tenant's settings. A phrase that no text can hold, or more than MaxPhrases of them, are left out:
// tenantfile refuses them by name.
func NewPolicy(g tenant.Guard) *Policy {
	p := &Policy{phrases: newPhrases(g.Blocked)}
	p.flagAt, p.blockAt = g.Thresholds()
	return p
}

// Thresholds returns the scores from which a text is flagged and blocked.
func (p *Policy) Thresholds() (flagAt, blockAt float64) {
	if p == nil {
		return tenant.DefaultFlagAt, tenant.DefaultBlockAt
	}
	return p.flagAt, p.blockAt
}

// Screen is Numbering.Screen with the tenant's phrases and thresholds.
func (p *Policy) Screen(n *Numbering, text string, source Source) Result {
	return n.screen(text, source, p)
}

// apply adds the tenant's phrases to what was found in a text and its derived views, and judges by the tenant's thresholds.
func (p *Policy) apply(out *Result, text string, derived []view.View) {
	if p == nil {
		return
	}
	found, hit := p.phrases.find(text)
	for i := 0; i < len(derived) && (!hit || found.flag); i++ {
		if hidden, also := p.phrases.find(derived[i].Text); also && (!hit || !hidden.flag) {
			found, hit = hidden, true
			found.start, found.end = derived[i].Original(hidden.start, hidden.end)
			found.kind = derived[i].Kind
		}
	}
	if hit {
		f := p.finding(text, found)
		out.Findings, out.Score = append(out.Findings, f), out.Score+f.Weight
	}
	if hit || p.flagAt != tenant.DefaultFlagAt || p.blockAt != tenant.DefaultBlockAt {
		out.Verdict = p.judge(out)
	}
}

func (p *Policy) finding(text string, found phraseHit) Finding {
	start := utf8.RuneCountInString(text[:found.start])
	f := Finding{Code: codePhrase, OWASP: owaspLLM01, View: found.kind.String(), Start: start, End: start + utf8.RuneCountInString(text[found.start:found.end])}
	if f.Weight = p.blockAt; found.flag {
		f.Weight = p.flagAt
	}
	return f
}

func (p *Policy) judge(r *Result) Verdict {
	switch {
	case r.Score >= p.blockAt && rulesOf(r) >= min(p.flagAt, attack.FlagAt):
		return Block
	case r.Score >= p.flagAt:
		return Flag
	case len(r.Findings) > 0:
		return Modify
	}
	return min(r.Verdict, Modify)
}

// rulesOf is the part of a result's weights that is not the linear model's: without it nothing is blocked.
func rulesOf(r *Result) float64 {
	sum := 0.0
	for i := range r.Findings {
		if r.Findings[i].Code != codeLinear {
			sum += r.Findings[i].Weight
		}
	}
	return sum
}
