package bus

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/subject"
)

const (
	retention       = 72 * time.Hour
	rawRetention    = 24 * time.Hour // of the streams that hold raw texts
	deadRetention   = 30 * 24 * time.Hour
	callRetention   = 5 * time.Minute
	sessionAge      = time.Hour
	dialogueAge     = 6 * time.Hour
	duplicateWindow = 2 * time.Minute
	maxEventSize    = 1 << 20
	inlineLimit     = 256 << 10 // a larger body goes to the object store
	memoryLimit     = 64 << 20  // of a stream or bucket that is kept in memory
	ackWait         = 5 * time.Second
	partitionsKey   = "partitions"
	maxPartitions   = 256
	partsAge        = 2 * time.Second // publishers may believe in an old number for as long
	// laneDepth is how many messages of one conversation may be parked: at one a second gone well before they are too old.
	laneDepth = 10_000
	// probeStage is the stage whose metadata a service reads P from.
	probeStage = subject.MessageReceived
)

// Topology says how large the bus is; everything else about it is the same everywhere.
type Topology struct {
	Partitions uint32 // 4 on a laptop, 16 in a cluster
	Replicas   int    // 1, or 3 in a cluster
	MaxBytes   int64  // of each busy stream; others get an eighth
	// AckWait is how long the server waits for a verdict or a sign of life before it delivers a message again; 5 s when zero.
	AckWait time.Duration
}

// Laptop is the topology of a single node; its streams may take 6 GiB together.
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
	if t.AckWait == 0 {
		t.AckWait = ackWait
	}
	return t
}

// stage is one stream and who reads it.
type stage struct {
	name           string
	partitioned    bool // <stage>.<partition>.<tenant>; else <stage>.<token>
	conversational bool // its events need a conversation key
	busy           bool // most of the traffic: gets MaxBytes whole
	memory         bool
	raw            bool // its events hold what people wrote, unmasked: their dead letters are sealed
	maxAge         time.Duration
	perSubject     int64
	lanes          bool // <stage>.<tenant>.<conversation>, at most laneDepth messages each, read at the stream's leader
	readers        []reader
}

// reader is a service's durable on a stage.
type reader struct {
	service string
	ordered bool // one durable for each partition, one message at a time
	pending int  // MaxAckPending of a shared consumer
}

func ordered(service string) []reader { return []reader{{service: service, ordered: true, pending: 1}} }

func shared(service string, pending int) []reader {
	return []reader{{service: service, pending: pending}}
}

// stages is the whole bus, in pipeline order.
var stages = []stage{
	{name: subject.MessageReceived, partitioned: true, conversational: true, busy: true, raw: true, maxAge: rawRetention, readers: ordered("sanitize")},
	{name: subject.MessageParked, conversational: true, raw: true, lanes: true, maxAge: rawRetention},
	{name: subject.MessageScreened, partitioned: true, conversational: true, busy: true, maxAge: retention, readers: ordered("intent-router")},
	{name: subject.MessageRouted, partitioned: true, conversational: true, busy: true, maxAge: retention, readers: ordered("agent-runner")},
	{name: subject.ToolRequested, conversational: true, memory: true, maxAge: callRetention, readers: shared("tool-executor", 64)},
	{name: subject.ToolCompleted, conversational: true, memory: true, maxAge: callRetention},
	{name: subject.ReplyDrafted, partitioned: true, conversational: true, busy: true, maxAge: retention, readers: ordered("outbound-sender")},
	{name: subject.ReceiptReceived, partitioned: true, busy: true, maxAge: retention, readers: ordered("outbound-sender")},
	{name: subject.ReplySent, partitioned: true, conversational: true, busy: true, maxAge: retention},
	{name: subject.ReplyDelivered, partitioned: true, conversational: true, maxAge: retention},
	{name: subject.ReplyRead, partitioned: true, conversational: true, maxAge: retention},
	{name: subject.ReplyFailed, partitioned: true, conversational: true, maxAge: retention},
	{name: subject.DocumentSubmitted, partitioned: true, maxAge: retention, readers: shared("embedding-indexer", 16)},
	{name: subject.DocumentRemoved, partitioned: true, maxAge: retention, readers: shared("embedding-indexer", 16)},
	{name: subject.DocumentIndexed, partitioned: true, maxAge: retention},
	{name: subject.DocumentFailed, partitioned: true, maxAge: retention},
	{name: subject.TurnCompleted, partitioned: true, conversational: true, busy: true, maxAge: retention},
	{name: subject.HandoffRequested, partitioned: true, conversational: true, maxAge: retention, readers: shared("outbound-sender", 16)},
	{name: subject.HandoffReturned, partitioned: true, conversational: true, maxAge: retention},
	{name: subject.BudgetReached, partitioned: true, maxAge: retention},
	{name: subject.FeedbackGiven, partitioned: true, conversational: true, maxAge: retention},
	{name: subject.GatewayInbound, raw: true, maxAge: rawRetention}, // one consumer for each channel, made on demand
	{name: subject.GatewayOutbound, maxAge: retention},
	{name: subject.GatewayReceipt, maxAge: retention, readers: shared("ingest", 1)},
	{name: subject.WebchatReply, maxAge: 24 * time.Hour, perSubject: 200},
	{name: subject.DeadLetters, maxAge: deadRetention},
}

// bucket is a key-value store.
type bucket struct {
	name   string
	maxAge time.Duration // zero keeps values for ever
	ends   bool          // who watches hears of a value's end
	memory bool          // what is lost with the servers is only worth a guess
}

// buckets are the key-value stores.
var buckets = []bucket{
	{name: subject.BucketTenants},
	{name: subject.BucketTools},
	{name: subject.BucketVault},
	{name: subject.BucketLeases, maxAge: leaseAge},
	{name: subject.BucketSessions, maxAge: sessionAge, ends: true},
	{name: subject.BucketDialogues, maxAge: dialogueAge, ends: true, memory: true},
	{name: bucketHeld, maxAge: retention},
}

func (b bucket) config(t Topology) jetstream.KeyValueConfig {
	cfg := jetstream.KeyValueConfig{
		Bucket: b.name, TTL: b.maxAge, MaxBytes: t.MaxBytes / 8,
		Replicas: t.Replicas, Storage: jetstream.FileStorage,
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
	{bodiesBucket(rawRetention), rawRetention},
	{bodiesBucket(retention), retention},
	{bodiesBucket(deadRetention), deadRetention},
}

func bodiesBucket(maxAge time.Duration) string {
	return "bodies-" + strconv.Itoa(int(max(maxAge, rawRetention)/time.Hour)) + "h"
}

// stageNamed returns the stage of a name or of a subject below it: gateway.inbound.telegram belongs to gateway.inbound.
func stageNamed(name string) (stage, bool) {
	i := slices.IndexFunc(stages, func(s stage) bool {
		return s.name == name || strings.HasPrefix(name, s.name+".")
	})
	if i < 0 {
		return stage{}, false
	}
	return stages[i], true
}

func (s stage) stream() string { return subject.Stream(s.name) }

// subjects of a partitioned stage name each partition, so that a publisher with another P gets an error instead of filling what
// nobody reads.
func (s stage) subjects(parts uint32) []string {
	switch {
	case s.name == subject.DeadLetters:
		return []string{subject.All(s.name)}
	case s.lanes:
		return []string{s.name + ".*.*"}
	case !s.partitioned:
		return []string{s.name + ".*"}
	}
	out := make([]string, parts)
	for p := range parts {
		out[p] = subject.Event(s.name, p, "*")
	}
	return out
}

// forgets reports whether a full stream drops its oldest messages: nobody waits for them (no reader, a reply that was long seen,
// a tool call that its owner repeats). Elsewhere it refuses new ones, and the pressure moves upstream.
func (s stage) forgets() bool {
	return s.memory || s.perSubject > 0 || s.partitioned && len(s.readers) == 0
}

func (s stage) config(t Topology) jetstream.StreamConfig {
	cfg := jetstream.StreamConfig{
		Name: s.stream(), Subjects: s.subjects(t.Partitions),
		Retention: jetstream.LimitsPolicy, MaxAge: s.maxAge, MaxBytes: t.MaxBytes / 8, Discard: jetstream.DiscardNew,
		MaxMsgSize: maxEventSize, Duplicates: min(duplicateWindow, s.maxAge), MaxMsgsPerSubject: -1,
		Storage: jetstream.FileStorage, Replicas: t.Replicas, AllowDirect: true,
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
	if s.lanes {
		cfg.MaxMsgsPerSubject, cfg.DiscardNewPerSubject, cfg.AllowDirect = laneDepth, true, false
	}
	if s.forgets() {
		cfg.Discard = jetstream.DiscardOld
	}
	return cfg
}

// consumers returns a reader's durables on a stage.
func (s stage) consumers(r reader, parts uint32, wait time.Duration) []jetstream.ConsumerConfig {
	if !r.ordered {
		return []jetstream.ConsumerConfig{durable(r.service, "", r.pending, wait)}
	}
	out := make([]jetstream.ConsumerConfig, parts)
	for p := range parts {
		out[p] = durable(subject.Durable(r.service, p), subject.OfPartition(s.name, p), r.pending, wait)
	}
	return out
}

func durable(name, filter string, pending int, wait time.Duration) jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{
		Durable: name, FilterSubject: filter, DeliverPolicy: jetstream.DeliverAllPolicy,
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: wait, MaxDeliver: -1, MaxAckPending: pending,
	}
}
