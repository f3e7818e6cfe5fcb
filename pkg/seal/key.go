// Package seal encrypts small values (secrets, addresses, personal data) under keys derived from one root key.
//
// A root derives a key for each purpose, and a purpose's key one for each context (a tenant, an account): who is given the keys of some
// purposes (Bundle) can derive all that is theirs and nothing else. Every sealed value names the root that it comes from, so that a ring
// of roots ("new,old") tells which of them opens it.
package seal

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// Key seals and opens values with AES-256-GCM; it is safe for concurrent use and never shows its material.
// Only ParseKey and Derive make a usable one: the zero Key panics, so that nothing is ever sealed under zeros.
type Key struct{ state *state }

// state is a ring of which the first member seals and all open.
type state struct {
	ring []*member // of a bundle none: only what is derived of it seals
	// bundle is what a service holds; nil where every purpose can be derived.
	bundle *bundle
	// missing says which purpose the key was asked for and does not hold.
	missing error
	// old opens values of version 1.
	old version1

	mu       sync.Mutex
	purposes []purposeRing // derived before, of a root
}

// purposeRing is the ring of one purpose.
type purposeRing struct {
	name string
	ring []*member
}

// maxPurposes bounds what a root remembers and a bundle holds.
const maxPurposes = 32

// IsZero reports whether k was never given a value.
func (k Key) IsZero() bool { return k.state == nil }

// Derive returns the key for one purpose and context: keys of different purposes or contexts are independent, and the parts cannot run
// into one another ("a","bc" and "ab","c" differ). One of a purpose that k does not hold opens nothing and panics where it should seal:
// Require finds it at the start.
func (k Key) Derive(purpose string, context ...string) Key {
	s := k.must()
	if s.missing != nil {
		return k
	}
	ring := s.purpose(purpose)
	if ring == nil {
		return Key{&state{missing: s.bundle.lacks(purpose)}}
	}
	return Key{&state{ring: contexts(ring, context), old: s.old.derive(purpose, context)}}
}

// purpose returns the purpose's ring, nil where the key does not hold it.
func (s *state) purpose(name string) []*member {
	if s.bundle != nil {
		return s.bundle.purposes[name]
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, known := range s.purposes {
		if known.name == name {
			return known.ring
		}
	}
	ring := purposes(s.ring, name)
	if len(s.purposes) < maxPurposes {
		s.purposes = append(s.purposes, purposeRing{name, ring})
	}
	return ring
}

// Holds reports whether the key of a purpose can be derived.
func (k Key) Holds(purpose string) bool {
	s := k.must()
	return s.missing == nil && (s.bundle == nil || s.bundle.purposes[purpose] != nil)
}

// Require returns an error that names the service and what it needs and k does not hold.
func (k Key) Require(service string, purposes ...string) error {
	s := k.must()
	if s.bundle != nil && s.bundle.service != service {
		return fmt.Errorf("these are the keys of %s: expected those of %s (recado secret derive %s)", s.bundle.service, service, service)
	}
	var lacks []string
	for _, purpose := range purposes {
		if !k.Holds(purpose) {
			lacks = append(lacks, fmt.Sprintf("%q", purpose))
		}
	}
	if len(lacks) > 0 {
		return fmt.Errorf("the keys of %s lack the purpose %s: make them anew (recado secret derive %s)", service, strings.Join(lacks, ", "), service)
	}
	return nil
}

// IsRoot reports whether k holds every purpose.
func (k Key) IsRoot() bool { return k.must().bundle == nil && k.must().missing == nil }

// IDs are the ids of the roots that k comes from, that which seals first.
func (k Key) IDs() []ID {
	s := k.must()
	ring := s.ring
	if s.bundle != nil {
		ring = s.bundle.any()
	}
	out := make([]ID, 0, len(ring))
	for _, m := range ring {
		out = append(out, m.id)
	}
	return out
}

func (k Key) must() *state {
	if k.state == nil {
		panic("seal: use of a zero Key")
	}
	return k.state
}

// first is the member that seals.
func (s *state) first() *member {
	switch {
	case s.missing != nil:
		panic("seal: " + s.missing.Error())
	case len(s.ring) == 0:
		panic("seal: " + errBundle.Error())
	}
	return s.ring[0]
}

var errBundle = errors.New("a service's keys seal and open nothing themselves: derive a purpose's")

const hidden = "***"

// String hides the key.
func (k Key) String() string { return hidden }

// Format hides the key from every verb of fmt.
func (k Key) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }

// MarshalText hides the key from encoders and loggers.
func (k Key) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// UnmarshalText reads what ParseKey reads, so that a Key can stand in a configuration struct.
func (k *Key) UnmarshalText(text []byte) error {
	parsed, err := ParseKey(string(text))
	if err != nil {
		return err
	}
	*k = parsed
	return nil
}
