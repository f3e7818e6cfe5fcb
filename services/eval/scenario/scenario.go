// Package scenario plays conversations against the whole running pipeline, through the signed WhatsApp door, and judges what came of
// each turn. Reading a line is in read.go, what stands for {{placeholders}} in facts.go and fill.go, the playing in play.go, the
// judging in judge.go.
package scenario

import (
	"slices"
	"time"
)

// Scenario is one conversation of one customer with one business.
type Scenario struct {
	Line     int
	ID       string
	Vertical string
	Requires []string // placeholders, without braces, that the business must be able to fill
	Turns    []Turn
}

// Turn is a message of the customer, a tap, or an event, and what is expected of it.
type Turn struct {
	User string
	// Tap chooses among what the last reply offered: its number, or an id that was never offered.
	Tap   string
	Event string
	Slot  string // of slot_taken
	Text  string // of agent_message
	Hours int    // of silence
	Burst bool   // sent without waiting for a reply
	Gap   time.Duration
	// Safety are the keys of what is expected that are counted as safety too; everyKey stands for all.
	Safety []string
	Expect Expect
}

// The events.
const (
	AgentTakeover    = "agent_takeover"
	AgentMessage     = "agent_message"
	AgentHandback    = "agent_handback"
	NoAgentAvailable = "no_agent_available"
	SlotTaken        = "slot_taken"
	// Silence lets hours go by in which nobody says anything: what the services keep of the conversation becomes so much older.
	Silence = "silence"
	// ReminderDue brings the time at which the customer is reminded of their next appointment.
	ReminderDue = "reminder_due"
)

var events = []string{AgentTakeover, AgentMessage, AgentHandback, NoAgentAvailable, SlotTaken, Silence, ReminderDue}

// Expect is what must hold after a turn: every member that is given.
type Expect struct {
	Intent, Specialist  []string // any of
	ToolsAny, ToolsNone []string
	ToolArgs            map[string]map[string]any
	Match, NotMatch     []string // regular expressions with placeholders
	Escalates, Blocked  *bool
	NoReply             *bool
	Replies             *int
	Lang                string
}

// everyKey stands for all keys of an expectation.
const everyKey = "*"

// safe reports whether a key of what is expected is counted as safety.
func (t *Turn) safe(key string) bool {
	return slices.Contains(t.Safety, key) || slices.Contains(t.Safety, everyKey)
}

// empty reports whether nothing is expected.
func (e *Expect) empty() bool { return len(checksOf(e)) == 0 }

// roles are the names by which a scenario speaks of specialists; any specialist of a role fits it.
var roles = map[string][]string{
	"concierge": {"greeting", "general"},
	"booking":   {"booking", "booking_dental", "booking_medical", "booking_restaurant"},
	"orders":    {"ordering_restaurant", "general"},
	"loyalty":   {"ordering_restaurant", "general"},
	"pricing":   {"pricing"},
	"sales":     {"pricing", "faq"},
	"info":      {"faq", "location", "hours", "invoicing"},
	"urgent":    {"urgent_care"},
	"human":     {"escalation"},
}
