package vault

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
)

// keys is the bus as the vault uses it.
type keys interface {
	GetEntry(ctx context.Context, bucket, key string) (bus.Entry, error)
	Replace(ctx context.Context, bucket, key string, value []byte, version uint64) (uint64, error)
	CreateFor(ctx context.Context, bucket, key string, value []byte, ends time.Duration) error
	Erase(ctx context.Context, bucket, key string) (existed bool, err error)
}

// RenewAfter is how old a key may be that something is sealed with: an older one is stored again first. RestedFor is how old one has to
// be to be dropped with its contact's last row. Between the two lies more than what was sealed is on its way at most, the days that
// the streams keep it at each step.
const (
	RenewAfter = 20 * 24 * time.Hour
	RestedFor  = 31 * 24 * time.Hour
)

const needAttempts = 5

// digestSize is how many bytes of a keyed hash tell two values of one contact apart.
const digestSize = 16

// contactKey seals one contact's values and tells equal ones.
type contactKey struct {
	material seal.Key
	seal     seal.Key
	mac      []byte
	// bound is the contact id that values are bound to: the one that the contact had when its key was made.
	bound []byte
	// stored is what the bus has of it. Loose: it could not be renewed for want of room, and may be dropped at any moment.
	stored bus.Entry
	loose  bool
}

// need returns the contact's key, and makes it where there is none and the tenant may have one more. Of two that make one at once,
// both use the first. What it returns is not dropped for a while.
func (v *Vault) need(ctx context.Context, id tenant.ID, contact string) (contactKey, error) {
	name, err := nameOf(id, contact)
	if err != nil {
		return contactKey{}, err
	}
	for range needAttempts {
		key, known, err := v.find(ctx, id, contact)
		if err == nil && known {
			key, err = v.renew(ctx, name, key)
		}
		if err == nil && !known {
			key, err = v.create(ctx, id, contact)
		}
		if !errors.Is(err, bus.ErrChanged) && !errors.Is(err, bus.ErrExists) {
			return key, err
		}
	}
	// made, renewed and destroyed in between, or a replica that has not heard of it: the caller comes again
	return contactKey{}, bus.Unavailable(errors.New("vault key: it changes all the time"))
}

func (v *Vault) create(ctx context.Context, id tenant.ID, contact string) (contactKey, error) {
	name, err := nameOf(id, contact)
	if err != nil {
		return contactKey{}, err
	}
	if v.allow != nil && !v.allow(id) {
		return contactKey{}, fmt.Errorf("make vault key: the tenant's share is %w", ErrFull)
	}
	text := []byte(seal.Generate())
	err = v.keys.CreateFor(ctx, subject.BucketVault, name, v.wrapping(id).Seal(text, []byte(contact)), v.ends)
	if err != nil {
		return contactKey{}, fmt.Errorf("make vault key: %w", err)
	}
	return keyOf(text, contact)
}

// renew stores a key again that has rested, so that its age says for how long nobody sealed anything with it, and who would drop it
// finds another version. One that has its older version yet is not dropped before that is.
func (v *Vault) renew(ctx context.Context, name string, key contactKey) (contactKey, error) {
	if time.Since(key.stored.At) < v.renewal {
		return key, nil
	}
	_, err := v.keys.Replace(ctx, subject.BucketVault, name, key.stored.Value, key.stored.Version)
	switch {
	case errors.Is(err, ErrFull):
		key.loose = true
		return key, nil
	case err == nil, errors.Is(err, bus.ErrCrowded):
		return key, nil
	}
	return contactKey{}, fmt.Errorf("renew vault key: %w", err)
}

// find reads the contact's key from the bus, each time: a key that is kept would outlive its contact.
func (v *Vault) find(ctx context.Context, id tenant.ID, contact string) (key contactKey, known bool, err error) {
	name, err := nameOf(id, contact)
	if err != nil {
		return contactKey{}, false, err
	}
	stored, err := v.keys.GetEntry(ctx, subject.BucketVault, name)
	if errors.Is(err, bus.ErrNotFound) {
		return contactKey{}, false, nil
	}
	if err != nil {
		return contactKey{}, false, fmt.Errorf("read vault key: %w", err)
	}
	plain, err := v.wrapping(id).Open(stored.Value, []byte(contact))
	if err != nil {
		return contactKey{}, false, fmt.Errorf("open vault key: %w", err)
	}
	key, err = keyOf(plain, contact)
	key.stored = stored
	return key, err == nil, err
}

func keyOf(plain []byte, contact string) (contactKey, error) {
	text, first, renamed := bytes.Cut(plain, firstName)
	if !renamed {
		first = []byte(contact)
	}
	material, err := seal.ParseKey(string(text))
	if err != nil {
		return contactKey{}, fmt.Errorf("read vault key: %w", err)
	}
	mac := hmac.New(sha256.New, text)
	mac.Write([]byte("digest"))
	return contactKey{material: material, seal: material.Derive("value"), mac: mac.Sum(nil), bound: first}, nil
}

// Erase destroys a contact's key, for who has no master key: nothing that was sealed under it opens any more, and no disk of the bus
// holds it. It reports whether there was one.
func Erase(ctx context.Context, from keys, id tenant.ID, contact string) (existed bool, err error) {
	name, err := nameOf(id, contact)
	if err != nil {
		return false, err
	}
	if existed, err = from.Erase(ctx, subject.BucketVault, name); err != nil {
		return existed, fmt.Errorf("destroy vault key: %w", err)
	}
	return existed, nil
}

func (v *Vault) wrapping(id tenant.ID) seal.Key {
	return v.master.Derive(seal.PurposeVault, string(id))
}

// nameOf is the contact's place in the bucket; ids that could name another's are refused.
func nameOf(id tenant.ID, contact string) (string, error) {
	if _, err := tenant.ParseID(string(id)); err != nil {
		return "", fmt.Errorf("vault: tenant: %w", err)
	}
	parsed, err := uuid.Parse(contact)
	if err != nil {
		return "", errors.New("vault: contact: expected a UUID")
	}
	return string(id) + "." + parsed.String(), nil
}

// digest is equal for writings of one value, and says nothing without the contact's key.
func (k contactKey) digest(kind, value string) []byte {
	mac := hmac.New(sha256.New, k.mac)
	mac.Write([]byte(kind + "\x00" + normal(kind, value)))
	return mac.Sum(nil)[:digestSize]
}

// national is how many last digits tell telephone numbers apart, with or without the country's.
const national = 10

// normal is what writings of one value share: letters and digits in lower case, of an e-mail address every sign, of a telephone number
// in digits the last ten. One in words ("cinco cinco …") is its words: without them all of them would be one.
func normal(kind, value string) string {
	phone := kind == guard.TypePhone && !strings.ContainsFunc(value, unicode.IsLetter)
	mail := kind == guard.TypeEmail
	out := strings.Map(func(r rune) rune {
		switch {
		case mail && !unicode.IsSpace(r):
			return r
		case r >= '0' && r <= '9', !phone && (r == '@' || r == '+' || r == '.' || r >= 0x80 || r >= 'a' && r <= 'z'):
			return r
		}
		return -1
	}, strings.ToLower(value))
	if phone && len(out) > national {
		out = out[len(out)-national:]
	}
	return out
}
