// Package subject names every stream, subject, durable and bucket on the bus.
package subject

import (
	"hash/fnv"
	"strconv"
	"strings"
)

// Stages: an event's subject is its noun, then its past participle. To add an event, write its message in proto/recado/v1 and its line here.
const (
	MessageReceived    = "message.received"
	MessageScreened    = "message.screened"
	MessageRouted      = "message.routed"
	ReceiptReceived    = "receipt.received"
	ToolRequested      = "tool.requested"
	ToolCompleted      = "tool.completed"
	ReplyDrafted       = "reply.drafted"
	ReplySent          = "reply.sent"
	ReplyDelivered     = "reply.delivered"
	ReplyRead          = "reply.read"
	ReplyFailed        = "reply.failed"
	DocumentSubmitted  = "document.submitted"
	DocumentRemoved    = "document.removed"
	DocumentPending    = "document.pending"
	DocumentProcessing = "document.processing"
	DocumentIndexed    = "document.indexed"
	DocumentFailed     = "document.failed"
	TurnCompleted      = "turn.completed"
	HandoffRequested   = "handoff.requested"
	HandoffReturned    = "handoff.returned"
	BudgetReached      = "budget.reached"
	UsageReported      = "usage.reported"
	FeedbackGiven      = "feedback.given"
	// What happened to the business's appointments and orders, whoever did it.
	AppointmentChanged = "appointment.changed"
	OrderChanged       = "order.changed"
	MessageDue         = "message.due"
)

// MessageParked holds received messages that came faster than their contact or tenant may: message.parked.<tenant>.<conversation>.
const MessageParked = "message.parked"

// Doors for gateways that publish protobuf themselves (see Gateway), the web chat's replies, and what was given up.
const (
	GatewayInbound  = "gateway.inbound"
	GatewayOutbound = "gateway.outbound"
	GatewayReceipt  = "gateway.receipt"
	WebchatReply    = "webchat.reply"
	DeadLetters     = "deadletters"
)

// Core NATS subjects: nothing that must not be lost.
const (
	// Live is the prefix of a conversation's live tokens: stream.<conversation>.
	Live = "stream"
	// TypingStarted is where a turn says that it begins, for the channel's typing indicator: typing.started.<tenant>.
	TypingStarted = "typing.started"
	// TextScreen is where sanitize masks and seals a text that a program wants said: text.screen.<tenant>.
	TextScreen = "text.screen"
	// TurnAsk is where agent-runner says what became of a message: turn.ask.<tenant>.
	TurnAsk = "turn.ask"
	// Spans is where every process answers questions about the spans it holds.
	Spans = "telemetry.spans"
)

// Buckets of the key-value and object stores.
const (
	BucketTenants = "tenants"
	BucketTools   = "tools"
	BucketObjects = "objects"
	// BucketVault holds a key for each contact, under <tenant>.<contact id>: erasing one erases all that was sealed under it.
	BucketVault = "keys"
	// BucketLeases says which process does what only one at a time should.
	BucketLeases = "leases"
	// BucketSessions holds the guard's score of conversations, sealed.
	BucketSessions = "sessions"
	// BucketDialogues holds what a conversation is about, for the router: a language and an intent, no texts.
	BucketDialogues = "dialogues"
	// BucketTickets holds the web chat's stream tickets that were used, for as long as one could be used again.
	BucketTickets = "tickets"
	// BucketRevoked holds contacts whose web chat sessions were ended, under <tenant>.<contact id>, for as long as a token of theirs lasts.
	BucketRevoked = "revoked"
	// KeyCatalogue is where the tools bucket holds the whole tool catalogue.
	KeyCatalogue = "catalogue"
	// ToolsOf begins the key of the tools that only one tenant has, whose id ends it.
	ToolsOf = "tenant."
)

// Stream returns the stream of a stage: its subject in capitals (message.routed is in MESSAGE_ROUTED).
func Stream(stage string) string {
	return strings.ToUpper(strings.ReplaceAll(stage, ".", "_"))
}

// Event returns the subject of one event: <stage>.<partition>.<tenant>.
func Event(stage string, partition uint32, tenant string) string {
	return stage + "." + strconv.FormatUint(uint64(partition), 10) + "." + tenant
}

// Gateway returns what one gateway publishes or reads at a door: <door>.<channel>.<tenant>. NATS permissions bind it to that.
func Gateway(door, channel, tenant string) string { return door + "." + channel + "." + tenant }

// GatewayConsumer names a door's consumer of one gateway. A slug has no underscore, so two gateways never share a name; renaming it
// replays the stream.
func GatewayConsumer(prefix, channel, tenant string) string {
	return prefix + "gateway_" + channel + "_" + tenant
}

// All returns the filter for every event of a stage.
func All(stage string) string { return stage + ".>" }

// OfPartition returns the filter for one partition of a stage.
func OfPartition(stage string, partition uint32) string {
	return stage + "." + strconv.FormatUint(uint64(partition), 10) + ".>"
}

// Partition returns the partition of a conversation: FNV-1a 32 of tenant and key, modulo parts.
func Partition(tenant, conversationKey string, parts uint32) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(tenant))
	_, _ = h.Write([]byte(conversationKey))
	return h.Sum32() % parts
}

// Durable returns the name of a service's consumer on one partition of an ordered stage; renaming it replays the stream.
func Durable(service string, partition uint32) string {
	return service + "-" + strconv.FormatUint(uint64(partition), 10)
}
