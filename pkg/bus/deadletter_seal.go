package bus

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"

	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/seal"
)

// headerSealed marks a dead letter whose payload is sealed; its value is the way in which.
const headerSealed = "Recado-Sealed"

const (
	sealedV1      = "1" // under the installation's key
	sealedContact = "2" // under the key of the contact that headerContact names
)

var (
	errNoSeal   = errors.New("its events hold raw text, and there is no key to seal dead letters with: call SealDeadLetters first")
	errNoOpener = errors.New("its payload is sealed, and there is no key to open it with")
)

// ErrErased says that a dead letter is of a contact that was erased: its payload opens no more.
var ErrErased = errors.New("the contact was erased: nothing that was sealed for it opens any more")

// ContactKeys finds the key that a contact's dead letters are sealed under; a contact without a key has none.
type ContactKeys interface {
	LetterKey(ctx context.Context, tenant, contact string) (key seal.Key, known bool, err error)
}

// SealDeadLetters gives the bus the installation's master key. Dead letters of stages that hold raw text, and bodies that are no
// event, are then stored as ciphertext; retrying opens them. Without it a Hop on such a stage does not run.
func (b *Bus) SealDeadLetters(master seal.Key) {
	key := master.Derive(seal.PurposeDeadLetters)
	b.deadLetterKey.Store(&key)
}

// SealContactLetters has the dead letters of contacts sealed under their own keys, on every stage whose events name one: erasing a
// contact reaches them.
func (b *Bus) SealContactLetters(keys ContactKeys) { b.contactKeys.Store(&keys) }

// letter is what a dead letter is made of.
type letter struct {
	payload []byte
	tenant  string
	contact string // whose it is, empty where nobody knows
	raw     bool   // nobody has masked it
}

// contactIn is the contact that an event of a tenant names.
func contactIn(e Event, tenant string) string {
	if e == nil || e.GetMeta().GetTenantId() != tenant {
		return ""
	}
	return e.GetMeta().GetContact().GetContactId()
}

// enclose returns the payload as a dead letter keeps it: its head where it is too large, and sealed where it is raw or a contact's.
func (b *Bus) enclose(ctx context.Context, st topology.Stage, header nats.Header, l letter) ([]byte, error) {
	header.Del(headerSealed)
	header.Del(headerContact)
	data := b.shorten(st, header, l.payload, l.raw)
	if checkToken("contact", l.contact) != nil { // a gateway's own name of somebody, or none
		l.contact = ""
	}
	key, way, err := b.letterKey(ctx, l)
	if err != nil {
		return nil, err
	}
	if way == "" {
		return data, nil
	}
	if way == sealedContact {
		header.Set(headerContact, l.contact)
	}
	header.Set(headerSealed, way)
	return key.Seal(data, []byte(st.Name)), nil
}

// letterKey is the contact's key, or the installation's where the contact has none. What is neither raw nor a contact's stays open, and
// so does a contact's masked text in a service that holds no key.
func (b *Bus) letterKey(ctx context.Context, l letter) (key seal.Key, way string, err error) {
	if contacts := b.contactKeys.Load(); contacts != nil && l.contact != "" {
		key, known, err := (*contacts).LetterKey(ctx, l.tenant, l.contact)
		if err == nil && known {
			return key, sealedContact, nil
		}
		if IsUnavailable(err) {
			return key, "", err
		}
	}
	own := b.deadLetterKey.Load()
	switch {
	case own != nil && (l.raw || l.contact != ""):
		return *own, sealedV1, nil
	case l.raw:
		return key, "", errNoSeal
	}
	return key, "", nil
}

// disclose is the payload as it was before enclose.
func (b *Bus) disclose(ctx context.Context, l DeadLetter, data []byte) ([]byte, error) {
	if !l.Sealed {
		return data, nil
	}
	var key seal.Key
	if own := b.deadLetterKey.Load(); own != nil {
		key = *own
	}
	if l.way == sealedContact {
		contacts := b.contactKeys.Load()
		if contacts == nil {
			return nil, errNoOpener
		}
		theirs, known, err := (*contacts).LetterKey(ctx, l.Tenant, l.Contact)
		if err != nil {
			return nil, fmt.Errorf("open payload: %w", err)
		}
		if !known {
			return nil, ErrErased
		}
		key = theirs
	}
	if key.IsZero() {
		return nil, errNoOpener
	}
	plain, err := key.Open(data, []byte(l.Stage))
	if err != nil && l.way == sealedContact { // it has a key again, and this is of the time before
		return nil, ErrErased
	}
	if err != nil {
		return nil, fmt.Errorf("open payload: %w", err)
	}
	return plain, nil
}
