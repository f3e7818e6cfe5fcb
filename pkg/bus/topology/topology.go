// Package topology says which streams, consumers and buckets there are and how large, and makes them.
package topology

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/subject"
)

// How long streams keep their messages.
const (
	Retention     = 72 * time.Hour
	RawRetention  = 24 * time.Hour // of the streams that hold raw texts
	DeadRetention = 30 * 24 * time.Hour
	callRetention = 5 * time.Minute
	sessionAge    = time.Hour
	dialogueAge   = 6 * time.Hour
	ticketAge     = 2 * time.Minute  // of a web chat's ticket that was used; it is good for one
	revokedAge    = 26 * time.Hour   // of a contact whose web chat tokens are refused; a token is good for 24 hours
	LeaseAge      = 10 * time.Second // a lease that nobody renews
)

const (
	// MaxEventSize is the largest event, in bytes.
	MaxEventSize = 1 << 20
	// InlineLimit is how large a body may be, in bytes; a larger one goes to the object store.
	InlineLimit = 256 << 10
	// WebchatReplies is how many replies of a web chat's conversation are kept for its pages.
	WebchatReplies = 200
	// AckWait is how long the server waits for a verdict where a topology says nothing else.
	AckWait = 5 * time.Second
	// PartsAge is how long publishers may believe in an old number of partitions.
	PartsAge = 2 * time.Second
	// ProbeStage is the stage whose metadata a service reads the number of partitions from.
	ProbeStage = subject.MessageReceived
	// BucketHeld counts, for a message that waited for an unavailable dependency, the deliveries that were no fault of its own.
	BucketHeld = "held"

	duplicateWindow = 2 * time.Minute
	memoryLimit     = 64 << 20 // of a stream or bucket that is kept in memory
	partitionsKey   = "partitions"
	maxPartitions   = 256
	// laneDepth is how many messages of one conversation may be parked: at one a second gone well before they are too old.
	laneDepth = 10_000
	// gatewayShare is how many messages of one gateway a door may hold: what was handled is soon removed.
	gatewayShare = 10_000
	// letterShare is how many dead letters of one stage a tenant may have; one more takes the place of its oldest.
	letterShare = 1000
)

// Topology says how large the bus is; everything else about it is the same everywhere.
type Topology struct {
	Partitions uint32 // 4 on a laptop, 16 in a cluster
	Replicas   int    // 1, or 3 in a cluster
	MaxBytes   int64  // of each busy stream; others get an eighth
	// VaultBytes is for the keys of contacts, of some 210 bytes each; MaxBytes when zero.
	VaultBytes int64
	// AckWait is how long the server waits for a verdict or a sign of life before it delivers a message again; 5 s when zero.
	AckWait time.Duration
}

// Laptop is the topology of a single node; its streams and buckets may take 7 GiB together.
func Laptop() Topology { return Topology{Partitions: 4, Replicas: 1, MaxBytes: 512 << 20} }

func (t Topology) orDefault() Topology {
	d := Laptop()
	if t.Partitions == 0 {
		t.Partitions = d.Partitions
	}
	if t.Replicas == 0 {
		t.Replicas = d.Replicas
	}
	if t.MaxBytes == 0 {
		t.MaxBytes = d.MaxBytes
	}
	if t.VaultBytes == 0 {
		t.VaultBytes = t.MaxBytes
	}
	if t.AckWait == 0 {
		t.AckWait = AckWait
	}
	return t
}

// Stage is one stream and who reads it.
type Stage struct {
	Name           string
	Partitioned    bool // <stage>.<partition>.<tenant>; else <stage>.<token>
	Conversational bool // its events need a conversation key
	Raw            bool // its events hold what people wrote, unmasked: their dead letters are sealed
	Whole          bool // its dead letters keep a body of any size: it is the operator's, not a stranger's
	MaxAge         time.Duration
	Readers        []Reader

	busy       bool // most of the traffic: gets MaxBytes whole
	memory     bool
	perSubject int64
	lanes      bool // <stage>.<tenant>.<conversation>, at most laneDepth messages each
	gateway    bool // <stage>.<channel>.<tenant>, at most gatewayShare messages each
	leader     bool // read at the stream's leader only: a replica may not have yet what was stored
}

// Reader is a service's durable on a stage.
type Reader struct {
	Service string
	Ordered bool // one durable for each partition, one message at a time
	Pending int  // MaxAckPending of a shared consumer
}

func ordered(service string) []Reader { return []Reader{{Service: service, Ordered: true, Pending: 1}} }

func shared(service string, pending int) []Reader {
	return []Reader{{Service: service, Pending: pending}}
}

// Stages is the whole bus, in pipeline order.
var Stages = []Stage{
	{
		Name: subject.MessageReceived, Partitioned: true, Conversational: true, busy: true,
		Raw: true, MaxAge: RawRetention, Readers: ordered("sanitize"),
	},
	{Name: subject.MessageParked, Conversational: true, Raw: true, lanes: true, leader: true, MaxAge: RawRetention},
	{
		Name: subject.MessageScreened, Partitioned: true, Conversational: true, busy: true,
		MaxAge: Retention, Readers: ordered("intent-router"),
	},
	{Name: subject.MessageRouted, Partitioned: true, Conversational: true, busy: true, MaxAge: Retention, Readers: ordered("agent-runner")},
	{Name: subject.ToolRequested, Conversational: true, memory: true, MaxAge: callRetention, Readers: shared("tool-executor", 64)},
	{Name: subject.ToolCompleted, Conversational: true, memory: true, MaxAge: callRetention},
	{
		Name: subject.ReplyDrafted, Partitioned: true, Conversational: true, busy: true,
		MaxAge: Retention, Readers: ordered("outbound-sender"),
	},
	{Name: subject.ReceiptReceived, Partitioned: true, busy: true, MaxAge: Retention, Readers: ordered("outbound-sender")},
	{Name: subject.ReplySent, Partitioned: true, Conversational: true, busy: true, MaxAge: Retention},
	{Name: subject.ReplyDelivered, Partitioned: true, Conversational: true, MaxAge: Retention},
	{Name: subject.ReplyRead, Partitioned: true, Conversational: true, MaxAge: Retention},
	{Name: subject.ReplyFailed, Partitioned: true, Conversational: true, MaxAge: Retention},
	{Name: subject.DocumentSubmitted, Partitioned: true, Whole: true, MaxAge: Retention, Readers: shared("embedding-indexer", 16)},
	{Name: subject.DocumentRemoved, Partitioned: true, MaxAge: Retention, Readers: shared("embedding-indexer", 16)},
	{Name: subject.DocumentPending, Partitioned: true, MaxAge: Retention},
	{Name: subject.DocumentProcessing, Partitioned: true, MaxAge: Retention},
	{Name: subject.DocumentIndexed, Partitioned: true, MaxAge: Retention},
	{Name: subject.DocumentFailed, Partitioned: true, MaxAge: Retention},
	{Name: subject.TurnCompleted, Partitioned: true, Conversational: true, busy: true, MaxAge: Retention},
	{Name: subject.HandoffRequested, Partitioned: true, Conversational: true, MaxAge: Retention, Readers: shared("outbound-sender", 16)},
	{Name: subject.HandoffReturned, Partitioned: true, Conversational: true, MaxAge: Retention},
	{Name: subject.MessageDue, Partitioned: true, Conversational: true, MaxAge: RawRetention, Readers: shared("agent-runner", 16)},
	{Name: subject.BudgetReached, Partitioned: true, MaxAge: Retention, Readers: shared("outbound-sender", 16)},
	{Name: subject.UsageReported, Partitioned: true, MaxAge: Retention, Readers: shared("agent-runner", 16)},
	{Name: subject.FeedbackGiven, Partitioned: true, Conversational: true, MaxAge: Retention},
	{
		Name: subject.AppointmentChanged, Partitioned: true, MaxAge: Retention,
		Readers: slices.Concat(shared("outbound-sender", 16), shared("tool-executor", 16)),
	},
	{
		Name: subject.OrderChanged, Partitioned: true, MaxAge: Retention,
		Readers: slices.Concat(shared("outbound-sender", 16), shared("tool-executor", 16)),
	},
	{Name: subject.GatewayInbound, Raw: true, gateway: true, MaxAge: RawRetention}, // one consumer for each gateway, made on demand
	{Name: subject.GatewayOutbound, gateway: true, perSubject: gatewayShare, MaxAge: Retention},
	{Name: subject.GatewayReceipt, gateway: true, MaxAge: Retention},
	{Name: subject.WebchatReply, leader: true, MaxAge: 24 * time.Hour, perSubject: WebchatReplies},
	{Name: subject.DeadLetters, MaxAge: DeadRetention, perSubject: letterShare},
}

// bucket is a key-value store.
type bucket struct {
	name   string
	maxAge time.Duration // zero keeps values for ever
	ends   bool          // single values may end before the others, and who watches hears of a value's end
	memory bool          // what is lost with the servers is only worth a guess
}

// buckets are the key-value stores.
var buckets = []bucket{
	{name: subject.BucketTenants},
	{name: subject.BucketTools},
	{name: subject.BucketVault},
	{name: subject.BucketLeases, maxAge: LeaseAge},
	{name: subject.BucketSessions, maxAge: sessionAge, ends: true},
	{name: subject.BucketDialogues, maxAge: dialogueAge, ends: true, memory: true},
	{name: subject.BucketTickets, maxAge: ticketAge},
	{name: subject.BucketRevoked, maxAge: revokedAge},
	{name: BucketHeld, maxAge: Retention},
}

func (b bucket) config(t Topology) jetstream.KeyValueConfig {
	cfg := jetstream.KeyValueConfig{
		Bucket: b.name, TTL: b.maxAge, MaxBytes: t.MaxBytes / 8,
		Replicas: t.Replicas, Storage: jetstream.FileStorage,
	}
	if b.name == subject.BucketVault {
		cfg.MaxBytes = t.VaultBytes
	}
	if b.ends {
		cfg.LimitMarkerTTL = time.Minute
	}
	if b.memory {
		cfg.Storage = jetstream.MemoryStorage
		cfg.MaxBytes = min(cfg.MaxBytes, memoryLimit)
	}
	return cfg
}

// objectBuckets are the object stores. Bodies of events live as long as the stream that refers to them.
var objectBuckets = []struct {
	name   string
	maxAge time.Duration
}{
	{subject.BucketObjects, 0},
	{BodiesBucket(RawRetention), RawRetention},
	{BodiesBucket(Retention), Retention},
	{BodiesBucket(DeadRetention), DeadRetention},
}

// BodiesBucket is the object store for bodies of streams that keep their messages so long.
func BodiesBucket(maxAge time.Duration) string {
	return "bodies-" + strconv.Itoa(int(max(maxAge, RawRetention)/time.Hour)) + "h"
}

// StageNamed returns the stage of a name or of a subject below it: gateway.inbound.telegram belongs to gateway.inbound.
func StageNamed(name string) (Stage, bool) {
	i := slices.IndexFunc(Stages, func(s Stage) bool {
		return s.Name == name || strings.HasPrefix(name, s.Name+".")
	})
	if i < 0 {
		return Stage{}, false
	}
	return Stages[i], true
}

// NamesTenant reports whether the last token of the stage's subjects is the tenant that its event must be of.
func (s Stage) NamesTenant() bool { return s.Partitioned || s.gateway }

// OfTenant is the filter for what the stage holds of a tenant; ok is false where no subject names one.
func (s Stage) OfTenant(id string) (filter string, ok bool) {
	switch {
	case s.NamesTenant():
		return s.Name + ".*." + id, true
	case s.lanes:
		return s.Name + "." + id + ".*", true
	case s.Name == subject.DeadLetters:
		return s.Name + ".*.*." + id, true // a stage is two tokens
	}
	return "", false
}

// Door reports whether the stage is read by a consumer for each gateway, below the stage's own subject.
func (s Stage) Door() bool { return s.gateway }

// Stream is the name of the stage's stream.
func (s Stage) Stream() string { return subject.Stream(s.Name) }

// subjects of a partitioned stage name each partition, so that a publisher with another P gets an error instead of filling what
// nobody reads.
func (s Stage) subjects(parts uint32) []string {
	switch {
	case s.Name == subject.DeadLetters:
		return []string{subject.All(s.Name)}
	case s.lanes, s.gateway:
		return []string{s.Name + ".*.*"}
	case !s.Partitioned:
		return []string{s.Name + ".*"}
	}
	out := make([]string, parts)
	for p := range parts {
		out[p] = subject.Event(s.Name, p, "*")
	}
	return out
}

// forgets reports whether a full stream drops its oldest messages: nobody waits for them (no reader, a reply that was long seen,
// a tool call that its owner repeats). Elsewhere it refuses new ones, and the pressure moves upstream.
func (s Stage) forgets() bool {
	return s.memory || s.perSubject > 0 || s.Partitioned && len(s.Readers) == 0
}

func (s Stage) config(t Topology) jetstream.StreamConfig {
	cfg := jetstream.StreamConfig{
		Name: s.Stream(), Subjects: s.subjects(t.Partitions),
		Retention: jetstream.LimitsPolicy, MaxAge: s.MaxAge, MaxBytes: t.MaxBytes / 8, Discard: jetstream.DiscardNew,
		MaxMsgSize: MaxEventSize, Duplicates: min(duplicateWindow, s.MaxAge), MaxMsgsPerSubject: -1,
		Storage: jetstream.FileStorage, Replicas: t.Replicas, AllowDirect: !s.leader,
		Metadata: map[string]string{partitionsKey: strconv.FormatUint(uint64(t.Partitions), 10)},
	}
	if s.busy {
		cfg.MaxBytes = t.MaxBytes
	}
	if s.memory {
		cfg.Storage = jetstream.MemoryStorage
		cfg.MaxBytes = min(cfg.MaxBytes, memoryLimit)
	}
	if s.perSubject > 0 {
		cfg.MaxMsgsPerSubject = s.perSubject
	}
	switch {
	case s.lanes:
		cfg.MaxMsgsPerSubject, cfg.DiscardNewPerSubject = laneDepth, true
	case s.gateway && !s.forgets():
		cfg.MaxMsgsPerSubject, cfg.DiscardNewPerSubject = gatewayShare, true
	}
	if s.forgets() {
		cfg.Discard = jetstream.DiscardOld
	}
	return cfg
}

// Consumers returns a reader's durables on a stage. Each filters its subject: the server stores what a consumer of one stream is told
// to deliver to another one's subjects, and such a message keeps the subject that it had.
func (s Stage) Consumers(r Reader, parts uint32, wait time.Duration) []jetstream.ConsumerConfig {
	if !r.Ordered {
		return []jetstream.ConsumerConfig{Durable(r.Service, subject.All(s.Name), r.Pending, wait)}
	}
	out := make([]jetstream.ConsumerConfig, parts)
	for p := range parts {
		out[p] = Durable(subject.Durable(r.Service, p), subject.OfPartition(s.Name, p), r.Pending, wait)
	}
	return out
}

// Gateway is a service's consumer of one gateway at a door. The server removes it when nobody has read it for as long as its stream keeps
// a message: its tenant is gone.
func (s Stage) Gateway(service, from string) jetstream.ConsumerConfig {
	channel, owner, _ := strings.Cut(from[len(s.Name)+1:], ".")
	cfg := Durable(subject.GatewayConsumer(service+"-", channel, owner), from, 1, AckWait)
	cfg.InactiveThreshold = s.MaxAge
	return cfg
}

// Durable is the configuration of a durable consumer.
func Durable(name, filter string, pending int, wait time.Duration) jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{
		Durable: name, FilterSubject: filter, DeliverPolicy: jetstream.DeliverAllPolicy,
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: wait, MaxDeliver: -1, MaxAckPending: pending,
	}
}
