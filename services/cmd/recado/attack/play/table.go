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
		Wants: []watch.Want{{Answer: "400 ", Share: .4}, watch.Never("202")},
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
		Name: "contact-flood", Does: "signed messages of one contact, more than its lane holds",
		Play:  contactFlood,
		Wants: []watch.Want{{Metric: limited, Label: `outcome="parked",scope="contact"`, Least: 1}},
	},
	{
		Name: "tenant-flood", Does: "signed messages of thousands of contacts of one tenant",
		Play:  tenantFlood,
		Wants: []watch.Want{{Metric: limited, Label: `outcome="parked",scope="tenant"`, Least: 1}},
	},
}
