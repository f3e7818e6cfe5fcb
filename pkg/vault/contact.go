package vault

import (
	"context"
	"fmt"

	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Contact is one contact's key, read for one message: who keeps it longer opens what was erased meanwhile. It shows nothing of itself.
type Contact struct {
	id  string
	key contactKey
}

// Of returns a contact's key, and makes it where there is none; ErrFull says that there is no room for it, or to renew it.
func (v *Vault) Of(ctx context.Context, id tenant.ID, contact string) (Contact, error) {
	key, err := v.need(ctx, id, contact)
	if err == nil && key.loose {
		err = fmt.Errorf("renew vault key: %w", ErrFull)
	}
	return Contact{contact, key}, err
}

// Find returns a contact's key where it has one: it has none before Of and after Erase.
func (v *Vault) Find(ctx context.Context, id tenant.ID, contact string) (c Contact, known bool, err error) {
	key, known, err := v.find(ctx, id, contact)
	return Contact{contact, key}, known, err
}

// Key is what seals something of the contact besides the values in its texts, and opens it as long as the contact is not erased.
func (c Contact) Key(purpose string) seal.Key { return c.key.material.Derive(purpose) }

// Bound is the contact id that everything under the key is bound to: the one that the contact had when the key was made.
func (c Contact) Bound() string { return string(c.key.bound) }

// LetterKey is the key of a contact's dead letters; the bus seals and opens them with it.
func (v *Vault) LetterKey(ctx context.Context, id, contact string) (key seal.Key, known bool, err error) {
	c, known, err := v.Find(ctx, tenant.ID(id), contact)
	if err != nil || !known {
		return seal.Key{}, false, err
	}
	return c.Key(seal.PurposeDeadLetters), true, nil
}

// Open returns the values that Seal sealed for the contact. What does not open is left out.
func (c Contact) Open(values []*recadov1.SealedValue) []Entry {
	out := make([]Entry, 0, len(values))
	for _, value := range values {
		if plain, err := c.key.seal.Open(value.GetSealed(), c.key.bound); err == nil {
			out = append(out, Entry{Type: value.GetType(), Token: value.GetToken(), Value: string(plain)})
		}
	}
	return out
}

// String hides the key.
func (c Contact) String() string { return "key of contact " + c.id }

// GoString hides the key.
func (c Contact) GoString() string { return c.String() }
