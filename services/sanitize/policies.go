package sanitize

import (
	"sync"

	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/tenant"
)

// maxPolicies bounds what is remembered; beyond it everything is compiled again once.
const maxPolicies = 10_000

// policies holds each tenant's policy, compiled once for each version of its settings.
type policies struct {
	mu       sync.RWMutex
	compiled map[tenant.ID]compiled
}

type compiled struct {
	settings *tenant.Settings // settings are never changed: another version is another value
	policy   *guard.Policy
}

func newPolicies() *policies { return &policies{compiled: map[tenant.ID]compiled{}} }

// of returns the policy of a tenant's settings.
func (p *policies) of(s *tenant.Settings) *guard.Policy {
	p.mu.RLock()
	have := p.compiled[s.ID]
	p.mu.RUnlock()
	if have.settings == s {
		return have.policy
	}
	made := compiled{settings: s, policy: guard.NewPolicy(s.Guard)}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.compiled) >= maxPolicies {
		clear(p.compiled)
	}
	p.compiled[s.ID] = made
	return made.policy
}
