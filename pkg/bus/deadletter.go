package bus

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/pkg/tenant"
)

// Headers of a dead letter; those of the message itself stand beside them.
const (
	headerReason    = "Recado-Reason"
	headerStage     = "Recado-Stage"
	headerConsumer  = "Recado-Consumer"
	headerTenant    = "Recado-Tenant"
	headerAttempts  = "Recado-Attempts"
	headerSubject   = "Recado-Subject"
	headerMessageID = "Recado-Message-Id"
	headerSequence  = "Recado-Sequence"
	headerSize      = "Recado-Size"   // of a payload of which only the head was kept
	headerHash      = "Recado-Sha256" // of the same payload
	headerContact   = "Recado-Contact"
)

const (
	maxReason  = 1000
	maxHeaders = 16 << 10
	// maxKept is the largest payload that a dead letter keeps whole; of a larger one it has the first keptHead bytes, size and hash.
	maxKept  = 32 << 10
	keptHead = 1 << 10
)

// NewDeadLetter is a message that a service gives up itself, before or outside a Hop: an event that is too large, for example.
type NewDeadLetter struct {
	Stage   string // where it was to go
	Tenant  string // empty when unknown
	ID      string // makes giving it up twice harmless; the payload's hash when empty
	Payload []byte
	Reason  string // never a message's text
}

// DeadLetter stores what a service gives up. Of a payload over 32 KiB only the head, the size and the hash are kept, of a document all.
func (b *Bus) DeadLetter(ctx context.Context, l NewDeadLetter) error {
	st, ok := topology.StageNamed(l.Stage)
	if !ok {
		return fmt.Errorf("dead letter: stage %q is not in the topology", l.Stage)
	}
	if l.ID == "" {
		l.ID = digestOf(l.Payload)
	}
	header := nats.Header{}
	header.Set(headerStage, l.Stage)
	header.Set(headerReason, clip(l.Reason))
	header.Set(headerTenant, ownerOf(l.Tenant))
	header.Set(headerConsumer, b.service)
	header.Set(headerAttempts, "0")
	header.Set(headerMessageID, l.Stage+":"+l.ID)
	header.Set(nats.MsgIdHdr, "dead:"+b.service+":"+l.Stage+":"+ownerOf(l.Tenant)+":"+l.ID)
	telemetry.InjectInto(ctx, header)
	e, _ := DecodeDeadLetter(DeadLetter{Stage: l.Stage}, l.Payload)
	data, err := b.enclose(ctx, st, header, letter{l.Payload, ownerOf(l.Tenant), contactIn(e, l.Tenant), st.Raw})
	if err != nil {
		return fmt.Errorf("dead letter of %s: %w", l.Stage, err)
	}
	return b.storeDeadLetter(ctx, l.Stage, l.Tenant, header, data)
}

// deadLetter stores a delivery that a hop gave up; raw reports whether a body may hold somebody's words, unmasked.
func (b *Bus) deadLetter(ctx context.Context, d *delivery, v verdict, cause error, raw func(body []byte) bool) error {
	if d.forged {
		return b.bury(ctx, d, d.unread(), nil, fmt.Sprintf("%s: %v", v, cause))
	}
	data, err := b.body(ctx, d.msg.Header, d.msg.Data, topology.MaxEventSize)
	if IsUnavailable(err) {
		return err
	}
	if err != nil { // the body is gone, or never was where a stranger's header says
		data = d.msg.Data
	}
	reason := "unknown"
	if cause != nil {
		reason = cause.Error()
	}
	hide := raw(data)
	header := ownHeaders(d.msg.Header, hide)
	data, err = b.enclose(ctx, d.stage, header, letter{data, ownerOf(d.tenant), contactIn(d.event, d.tenant), hide})
	if IsUnavailable(err) {
		return err
	}
	if err != nil { // no key, and no event that somebody could retry
		reason += "; its body was not kept"
	}
	header.Set(headerSubject, d.Subject)
	return b.bury(ctx, d, header, data, string(v)+": "+reason)
}

// bury stores a delivery's letter.
func (b *Bus) bury(ctx context.Context, d *delivery, header nats.Header, data []byte, reason string) error {
	header.Set(headerStage, d.stage.Name)
	header.Set(headerReason, clip(reason))
	header.Set(headerTenant, ownerOf(d.tenant))
	header.Set(headerConsumer, d.Consumer)
	header.Set(headerAttempts, strconv.FormatUint(d.Attempt, 10))
	header.Set(headerMessageID, d.MessageID)
	header.Set(headerSequence, strconv.FormatUint(d.Sequence, 10))
	header.Set(nats.MsgIdHdr, fmt.Sprintf("dead:%s:%s:%d", d.Stream, d.Consumer, d.Sequence))
	return b.storeDeadLetter(ctx, d.stage.Name, d.tenant, header, data)
}

func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// ownHeaders are the headers that a message came with, without the server's; a stranger's cannot make a dead letter too large to store.
// Beside a raw body only the trace is kept: nobody has screened what else stands there.
func ownHeaders(from nats.Header, raw bool) nats.Header {
	out, size := nats.Header{}, 0
	for _, key := range slices.Sorted(maps.Keys(from)) {
		for _, value := range from[key] {
			size += len(key) + len(value)
		}
		if raw && (key != telemetry.HeaderTrace || !isTrace(from[key])) {
			continue
		}
		if !strings.HasPrefix(key, "Nats-") && !strings.HasPrefix(key, "Recado-") && size <= maxHeaders {
			out[key] = from[key]
		}
	}
	return out
}

// isTrace reports whether the values are one traceparent: 55 digits and dashes.
func isTrace(values []string) bool {
	return len(values) == 1 && len(values[0]) == 55 && strings.Trim(values[0], "0123456789abcdef-") == ""
}

// ownerOf is a tenant where the text is one.
func ownerOf(text string) string {
	if id, err := tenant.ParseID(text); err == nil {
		return string(id)
	}
	return ""
}

// clip keeps a reason fit for a header.
func clip(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, s)
	if len(s) > maxReason {
		s = strings.ToValidUTF8(s[:maxReason], "")
	}
	return s
}

// shorten returns what a dead letter keeps of a payload. A raw one may come from anybody: its size must not be theirs to choose.
func (b *Bus) shorten(st topology.Stage, header nats.Header, data []byte, raw bool) []byte {
	header.Del(headerSize)
	header.Del(headerHash)
	if len(data) <= maxKept || st.Whole && !raw {
		return data
	}
	return headOf(header, data)
}

func headOf(header nats.Header, data []byte) []byte {
	header.Set(headerSize, strconv.Itoa(len(data)))
	header.Set(headerHash, digestOf(data))
	return data[:keptHead]
}

// storeDeadLetter puts a letter into its tenant's share of the stream. It is never refused for want of room: the server drops the
// tenant's oldest letter of the stage, and where the whole stream is full its oldest.
func (b *Bus) storeDeadLetter(ctx context.Context, stage, owner string, header nats.Header, data []byte) error {
	if owner = ownerOf(owner); owner == "" {
		owner = "_"
	}
	header.Del(headerObject)
	header.Del(headerBucket)
	msg := &nats.Msg{Subject: subject.DeadLetters + "." + stage + "." + owner, Header: header}
	var err error
	if msg.Data, err = b.storeLetterBody(ctx, header, data); err != nil {
		return fmt.Errorf("store dead letter of %s: %w", stage, publishError(err))
	}
	crowded := b.crowdedOut(ctx, msg.Subject, len(msg.Data))
	if err = b.send(ctx, msg, func() string { return msg.Subject }); err != nil {
		return fmt.Errorf("store dead letter of %s: %w", stage, publishError(err))
	}
	b.meters.buried(ctx, stage)
	if crowded != "" {
		b.meters.dropped(ctx, stage, crowded)
		b.log.WarnContext(ctx, "a dead letter took the place of an older one", "stage", stage, "tenant", owner, "full", crowded)
	}
	return nil
}

// storeLetterBody returns what of a payload goes into the stream. A large one goes to the object store; where the server takes no more
// there, its head has to do.
func (b *Bus) storeLetterBody(ctx context.Context, header nats.Header, data []byte) ([]byte, error) {
	if len(data) <= maxKept+seal.Overhead {
		return data, nil
	}
	err := b.stow(ctx, data, topology.DeadRetention, header)
	if _, refused := errors.AsType[*jetstream.APIError](err); refused {
		b.log.WarnContext(ctx, "the body of a dead letter was not kept", "bytes", len(data), "error", err)
		return headOf(header, data), nil
	}
	return nil, err
}

// What is full when a dead letter takes the place of an older one.
const (
	fullShare  = "share"  // the tenant's, of the stage
	fullStream = "stream" // all of it: the letter that goes may be another tenant's
)

// crowdedOut returns what a letter of so many bytes finds full; nothing where the stream cannot be asked.
func (b *Bus) crowdedOut(ctx context.Context, subj string, size int) string {
	ctx, cancel := context.WithTimeout(ctx, topology.AttemptTimeout)
	defer cancel()
	stream, err := b.stream(ctx, subject.Stream(subject.DeadLetters))
	if err != nil {
		return ""
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(subj))
	switch {
	case err != nil:
		return ""
	case info.State.Subjects[subj] >= uint64(max(info.Config.MaxMsgsPerSubject, 1)):
		return fullShare
	case info.Config.MaxBytes > 0 && info.State.Bytes+uint64(size) > uint64(info.Config.MaxBytes):
		return fullStream
	}
	return ""
}
