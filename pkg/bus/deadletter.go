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

	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/seal"
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
	data, err := b.enclose(st, header, l.Payload, st.Raw)
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
	if data, err = b.enclose(d.stage, header, data, hide); err != nil { // no key, and no event that somebody could retry
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

// headerSealed marks a dead letter whose payload is sealed; its value is the way in which.
const headerSealed = "Recado-Sealed"

const sealedV1 = "1"

var (
	errNoSeal   = errors.New("its events hold raw text, and there is no key to seal dead letters with: call SealDeadLetters first")
	errNoOpener = errors.New("its payload is sealed, and there is no key to open it with")
)

// SealDeadLetters gives the bus the installation's master key. Dead letters of stages that hold raw text, and bodies that are no
// event, are then stored as ciphertext; retrying opens them. Without it a Hop on such a stage does not run.
func (b *Bus) SealDeadLetters(master seal.Key) {
	key := master.Derive(seal.PurposeDeadLetters)
	b.deadLetterKey.Store(&key)
}

// enclose returns the payload as a dead letter keeps it: its head where it is too large, and sealed where it is raw.
func (b *Bus) enclose(st topology.Stage, header nats.Header, data []byte, raw bool) ([]byte, error) {
	header.Del(headerSealed)
	data = b.shorten(st, header, data, raw)
	if !raw {
		return data, nil
	}
	key := b.deadLetterKey.Load()
	if key == nil {
		return nil, errNoSeal
	}
	header.Set(headerSealed, sealedV1)
	return key.Seal(data, []byte(st.Name)), nil
}

// disclose is the payload as it was before enclose.
func (b *Bus) disclose(l DeadLetter, data []byte) ([]byte, error) {
	if !l.Sealed {
		return data, nil
	}
	key := b.deadLetterKey.Load()
	if key == nil {
		return nil, errNoOpener
	}
	plain, err := key.Open(data, []byte(l.Stage))
	if err != nil {
		return nil, fmt.Errorf("open payload: %w", err)
	}
	return plain, nil
}
