// Package remember keeps what a model is told beyond the last messages: a summary of a conversation's older ones, and what a contact let
// the business remember. A cheap model makes both after a turn was committed, never on the way of an answer; rules make none.
package remember

import (
	"time"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/fact"
)

const (
	// Every is how many messages come between two summaries of a conversation.
	Every = 8
	// MaxFacts is what is remembered of a contact.
	MaxFacts = 30
	// maxLines bounds what one summary reads; of more the oldest are left out.
	maxLines = 60
)

// Claim is a summary that this process is to make.
type Claim struct {
	Tenant       tenant.ID
	Conversation string
	Contact      string
	Fence        int64
	Text         string     // of the last one
	Through      *time.Time // of the newest message in it; nil before the first
	Waiting      int
}

// Result is what was made of a claim.
type Result struct {
	Text    string
	Through *time.Time // nil leaves the old one
	Facts   []fact.Fact
	Ask     bool // facts need a yes of the contact
	Expires time.Time
}

// On reports whether a tenant's models are told more than the last messages.
func On(s *tenant.Settings) bool { return s != nil && (s.Memory.Summary || s.Memory.Facts != "") }
