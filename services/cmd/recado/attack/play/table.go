// Package play is the attacks: what outsiders can send, and how it is known that it was refused.
package play

import (
	"context"

	"github.com/recado/recado/services/cmd/recado/attack/scene"
	"github.com/recado/recado/services/cmd/recado/attack/watch"
)

// Names of what the metrics of the limits are called.
const (
	limited  = "recado_ingest_limited_total"
	refused  = "recado_http_refused_total"
	items    = "recado_ingest_items_total"
	lost     = "recado_bus_dead_letters_lost_total"
	findings = "recado_guard_findings_total"
	unsealed = "recado_guard_vault_full_total"
	consumed = "messaging_client_consumed_messages_total"
)

// Attack is one way to take the system from others.
type Attack struct {
	Name string
	Does string // what is sent, in plain words
	// Long attacks are not part of the short form.
	Long bool
	// Crowd is how many tenants it has; 0 is one of its own.
	Crowd int
	Play  func(ctx context.Context, s *scene.Scene) error
	// Wants say how it is known that it was refused.
	Wants []watch.Want
}

// Tenants is how many tenants it has.
func (a Attack) Tenants(short bool) int {
	switch {
	case a.Crowd == 0:
		return 1
	case short:
		return a.Crowd / 20
	}
	return a.Crowd
}

// All are the attacks in the order in which they are played.
var All = []Attack{
	{
		Name: "nothing", Does: "nothing: what the honest customers wait without an attack",
		Play: nothing,
	},
	{
		Name: "forged-signatures", Does: "webhooks unsigned, signed with another secret, another method or another body",
		Play:  forgedSignatures,
		Wants: []watch.Want{{Answer: "401 ", Share: 1}},
	},
	{
		Name: "replays", Does: "one signed webhook again and again",
		Play: replays,
		Wants: []watch.Want{
			{Answer: "200", Share: 1},
			{Metric: consumed, Label: `messaging_destination_name="reply.drafted"`, Most: 200, AtMost: true},
		},
	},
	{
		Name: "odd-requests", Does: "huge, deep, broken and wrongly named bodies, odd paths, methods and headers",
		Play: oddRequests,
		Wants: []watch.Want{
			{Answer: "4", Share: .9}, {Answer: "413", Least: 1}, {Answer: "431", Least: 1}, watch.Never("5"), watch.Never("202"),
		},
	},
	{
		Name: "large-frames", Does: "web chat texts of 8,000 three-byte letters, which screening would refuse",
		Play:  largeFrames,
		Wants: []watch.Want{{Answer: "400 ", Least: 30}, watch.Never("202")},
	},
	{
		Name: "sessions", Does: "10,000 web chat sessions opened from many addresses",
		Play:  tenThousandSessions,
		Wants: []watch.Want{{Answer: "429 too many sessions of one account", Share: .5}, watch.Never("5")},
	},
	{
		Name: "session-address", Does: "web chat sessions opened from one address that says it is many",
		Play:  spoofedAddresses,
		Wants: []watch.Want{{Answer: "429 too many sessions from one address", Share: .5}},
	},
	{
		Name: "streams", Does: "streams of one session, held open and churned",
		Play:  streamsOfOne,
		Wants: []watch.Want{{Answer: "429 too many streams opened", Share: .5}, {Answer: "held", Most: 3, AtMost: true}},
	},
	{
		Name: "chatter", Does: "messages of one web chat session as fast as they go",
		Play:  chatter,
		Wants: []watch.Want{{Answer: "429 too_many_messages", Share: .3}},
	},
	{
		Name: "slow-bodies", Does: "large bodies that come byte by byte, with and without what looks like a signature",
		Play:  slowBodies,
		Wants: []watch.Want{{Answer: "408", Share: .4}, {Answer: "401", Share: .2}, watch.Never("open")},
	},
	{
		Name: "slow-headers", Does: "headers that come byte by byte at every door",
		Play:  slowHeaders,
		Wants: []watch.Want{{Answer: "closed", Share: .5}, watch.Never("open")},
	},
	{
		Name: "idle-address", Does: "connections of one address that say nothing",
		Play:  idleAddress,
		Wants: []watch.Want{{Answer: "503 too many connections of one address", Share: .3}, {Answer: "open", Most: 520, AtMost: true}},
	},
	{
		Name: "idle-addresses", Does: "more connections of many addresses than the door keeps, with headers that never end", Long: true,
		Play:  idleAddresses,
		Wants: []watch.Want{{Answer: "closed", Least: 500}, {Metric: refused, Label: `reason="idle"`, Least: 500}},
	},
	{
		Name: "contact-flood", Does: "signed messages of one contact, by the hundred in a body",
		Play:  contactFlood,
		Wants: []watch.Want{{Metric: limited, Label: `outcome="parked",scope="contact"`, Least: 1}},
	},
	{
		Name: "full-lane", Does: "signed messages of one contact, more than its lane holds", Long: true,
		Play: fullLane,
		Wants: []watch.Want{
			{Answer: "503 not accepted now", Least: 1},
			{Metric: limited, Label: `outcome="refused",scope="behind"`, Least: 1},
		},
	},
	{
		Name: "dead-letters", Does: "signed messages that are too large to be screened, by the hundred in a body",
		Play: deadLetters,
		Wants: []watch.Want{
			{Metric: items, Label: `outcome="dead_letter"`, Least: 300},
			{Metric: lost, AtMost: true},
		},
	},
	{
		Name: "contact-keys", Does: "visitors who each give a telephone number, so that each needs a key in the vault", Long: true,
		Play:  contactKeys,
		Wants: []watch.Want{{Metric: unsealed, Least: 50}},
	},
	{
		Name: "bookings", Does: "one anonymous visitor who books hour after hour",
		Play:  bookings,
		Wants: []watch.Want{{Answer: "booked", Least: 1}, {Answer: "booked", Most: 3, AtMost: true}, {Answer: "not booked", Least: 1}},
	},
	{
		Name: "two-bots", Does: "a program that answers every answer at once, for ever",
		Play:  twoBots,
		Wants: []watch.Want{{Answer: "left alone", Share: .4}, {Answer: "answered", Least: 1}},
	},
	{
		Name: "hostile-texts", Does: "texts that order the assistant to show its prompt, to change its role, or to invent a price",
		Play:  hostileTexts,
		Wants: []watch.Want{{Metric: findings, Share: .5}, watch.Never("leak"), {Answer: "answered", Least: 1}},
	},
	{
		Name: "forged-events", Does: "events of another tenant, published by who has taken the door's user of NATS",
		Play:  forgedEvents,
		Wants: []watch.Want{{Metric: consumed, Label: `verdict="forged"`, Least: 40}},
	},
	{
		Name: "tenant-flood", Does: "signed messages of a thousand contacts of one tenant at once",
		Play:  tenantFlood,
		Wants: []watch.Want{{Metric: limited, Label: `outcome="parked",scope="tenant"`, Least: 1}},
	},
	{
		Name: "crowd", Does: "one of 1,000 tenants floods, the honest messages are the others'", Crowd: 1000, Long: true,
		Play:  tenantFlood,
		Wants: []watch.Want{{Metric: limited, Label: `outcome="parked",scope="tenant"`, Least: 1}},
	},
}
