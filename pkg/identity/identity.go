// Package identity makes the ids of people, conversations and messages: HMACs under a key of each tenant, which say nothing of the
// telephone number or the channel's id behind them to who does not hold that key.
package identity

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
)

// Purpose keeps the ids of one kind apart from those of another. They are part of the contract: another text is another id for all.
type Purpose string

// The purposes. Message is a channel's own id of a message, whoever wrote it; Event is the event that a message becomes.
const (
	Conversation Purpose = "recado/conversation"
	Contact      Purpose = "recado/contact"
	Event        Purpose = "recado/message"
	Receipt      Purpose = "recado/receipt"
	Message      Purpose = "recado/channel message"
)

// Tenant makes one tenant's ids; it is safe for concurrent use. The zero key makes the bare ids of installations from before there
// were keys, which hold until they are re-keyed.
type Tenant struct {
	id  tenant.ID
	key []byte
}

// Generate returns a new key for a tenant, sealed under the installation's master key.
func Generate(master seal.Key, id tenant.ID) []byte {
	return master.Derive(seal.PurposeIdentity, string(id)).Seal([]byte(seal.Generate()), Bound(id))
}

// Bound is the associated data of a tenant's sealed key.
func Bound(id tenant.ID) []byte { return []byte(string(id) + "/identity") }

// Open returns what makes a tenant's ids as its settings have it: bare ones where they hold no key.
func Open(master seal.Key, s *tenant.Settings) (*Tenant, error) {
	if len(s.Identity.Key) == 0 {
		return Bare(s.ID), nil
	}
	return OpenKey(master, s.ID, s.Identity.Key)
}

// OpenKey returns what makes a tenant's ids under a key that Generate made.
func OpenKey(master seal.Key, id tenant.ID, sealed []byte) (*Tenant, error) {
	key, err := master.Derive(seal.PurposeIdentity, string(id)).Open(sealed, Bound(id))
	if err != nil {
		return nil, fmt.Errorf("open the identity key of %s: %w", id, err)
	}
	return &Tenant{id: id, key: key}, nil
}

// Bare returns what makes the ids of a tenant without a key.
func Bare(id tenant.ID) *Tenant { return &Tenant{id: id} }

// Keyed reports whether the ids are made with a key.
func (t *Tenant) Keyed() bool { return len(t.key) > 0 }

// String hides the key.
func (t *Tenant) String() string { return "identity of " + string(t.id) }

// GoString hides the key.
func (t *Tenant) GoString() string { return t.String() }

// ConversationID returns the UUID of one person's conversation with an account; it is also the conversation key.
func (t *Tenant) ConversationID(channel, account, user string) string {
	return t.Rekeyed(Conversation, derive(Conversation, string(t.id), channel, account, user))
}

// ContactID returns the UUID of the person who is a channel user of an account.
func (t *Tenant) ContactID(channel, account, user string) string {
	return t.Rekeyed(Contact, derive(Contact, string(t.id), channel, account, user))
}

// EventID returns the event id of a message, by the channel's own id of it: the same for each delivery.
func (t *Tenant) EventID(channel, account, message string) string {
	return t.Rekeyed(Event, derive(Event, string(t.id), channel, account, message))
}

// ReceiptID returns the event id of a receipt, by the channel's own id of the message: one per message and status.
func (t *Tenant) ReceiptID(channel, message, status string) string {
	return t.Rekeyed(Receipt, derive(Receipt, string(t.id), channel, message, status))
}

// MessageID returns what stands for a channel's own id of a message, which may hold a telephone number. None stays none.
func (t *Tenant) MessageID(own string) string {
	if own == "" {
		return ""
	}
	return t.Rekeyed(Message, own)
}

// Rekeyed returns the id that takes the place of a bare one, from it alone: rows and events are re-keyed without opening an address.
func (t *Tenant) Rekeyed(p Purpose, bare string) string {
	if !t.Keyed() {
		return bare
	}
	mac := hmac.New(sha256.New, t.key)
	mac.Write(appendPart(appendPart(make([]byte, 0, 128), string(p)), bare))
	return uuid(mac.Sum(nil))
}

// derive returns the bare id: the SHA-256 of its parts, each with its length before it.
func derive(p Purpose, parts ...string) string {
	text := appendPart(make([]byte, 0, 256), string(p))
	for _, part := range parts {
		text = appendPart(text, part)
	}
	sum := sha256.Sum256(text)
	return uuid(sum[:])
}

func appendPart(b []byte, part string) []byte {
	return append(binary.BigEndian.AppendUint64(b, uint64(len(part))), part...)
}

// uuid writes the first bytes of a hash as a UUID of version 8.
func uuid(hash []byte) string {
	var id [16]byte
	copy(id[:], hash)
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	var out [36]byte
	hex.Encode(out[0:8], id[0:4])
	hex.Encode(out[9:13], id[4:6])
	hex.Encode(out[14:18], id[6:8])
	hex.Encode(out[19:23], id[8:10])
	hex.Encode(out[24:36], id[10:16])
	out[8], out[13], out[18], out[23] = '-', '-', '-', '-'
	return string(out[:])
}
