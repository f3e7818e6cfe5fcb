package seal

import (
	"errors"
	"fmt"
	"slices"
)

// Both versions are AES-256-GCM with a random 96-bit nonce; version 2 names its root:
//
//	1: version, nonce 12, ciphertext, tag 16
//	2: version, key id 4, nonce 12, ciphertext, tag 16
//
// What stands before the nonce is bound as associated data, before the caller's.
const (
	first  = 1
	second = 2
)

const (
	header   = 1 + idSize
	shortest = 1 + 12 + 16 // of version 1
)

// Overhead is how many bytes a sealed value is longer than its plaintext.
const Overhead = header + 12 + 16

// Seal returns plaintext encrypted, and bound to associated: Open needs the same bytes. Sealing twice gives two values.
// Random nonces keep one key safe for 2^32 values: derive a key per tenant or contact, not one for all.
func (k Key) Seal(plaintext, associated []byte) []byte {
	m := k.must().first()
	out := append(make([]byte, 0, Overhead+len(plaintext)), second)
	out = append(out, m.id[:]...)
	return m.cipher().Seal(out, nil, plaintext, bind(out, associated))
}

// Open returns the plaintext of a value that Seal made with the same key, or another one of its ring, and the same associated bytes;
// anything else is an error. Values of version 1 open where the root is held.
func (k Key) Open(sealed, associated []byte) ([]byte, error) {
	s := k.must()
	if s.missing != nil {
		return nil, s.missing
	}
	from, err := Inspect(sealed)
	if err != nil {
		return nil, err
	}
	if from.Version == first {
		if len(s.old.roots) == 0 {
			return nil, errors.New("sealed value is of version 1, which only the root key opens: run recado secret rotate")
		}
		plaintext, ok := s.old.open(sealed, associated)
		if !ok {
			return nil, errOpen
		}
		return plaintext, nil
	}
	for _, m := range s.ring {
		if m.id != from.Key {
			continue
		}
		plaintext, err := m.cipher().Open(nil, nil, sealed[header:], bind(sealed[:header], associated))
		if err != nil {
			return nil, errOpen
		}
		return plaintext, nil
	}
	if s.bundle != nil {
		return nil, errBundle
	}
	return nil, fmt.Errorf("sealed value does not open: it is of the key %s, which is not at hand", from.Key)
}

var errOpen = errors.New("sealed value does not open: another key, other associated data, or damaged")

// Origin says how a value was sealed.
type Origin struct {
	Version int
	Key     ID // of version 2
}

// Inspect reads how a value was sealed, without a key. Nothing proves it until the value opens.
func Inspect(sealed []byte) (Origin, error) {
	if len(sealed) < shortest {
		return Origin{}, fmt.Errorf("sealed value has %d bytes: expected at least %d", len(sealed), shortest)
	}
	switch {
	case sealed[0] == first:
		return Origin{Version: first}, nil
	case sealed[0] != second:
		return Origin{}, fmt.Errorf("sealed value has version %d: expected %d or %d", sealed[0], first, second)
	case len(sealed) < Overhead:
		return Origin{}, fmt.Errorf("sealed value has %d bytes: expected at least %d", len(sealed), Overhead)
	}
	return Origin{Version: second, Key: ID(sealed[1:header])}, nil
}

// Current reports whether Seal would seal with the same root and in the same version.
func (k Key) Current(sealed []byte) bool {
	from, err := Inspect(sealed)
	return err == nil && from == Origin{Version: second, Key: k.IDs()[0]}
}

// Older reports whether k opens the value with another root than the one that it seals with, or in another version.
func (k Key) Older(sealed []byte) bool {
	from, err := Inspect(sealed)
	if err != nil {
		return false
	}
	return from.Version == first && len(k.must().old.roots) > 0 || slices.Contains(k.IDs()[1:], from.Key)
}

// Reseal returns the value as Seal seals it now, and whether that is another one.
func (k Key) Reseal(sealed, associated []byte) (out []byte, changed bool, err error) {
	plaintext, err := k.Open(sealed, associated)
	if err != nil {
		return nil, false, err
	}
	if k.Current(sealed) {
		return sealed, false, nil
	}
	return k.Seal(plaintext, associated), true, nil
}

func bind(before, associated []byte) []byte {
	return append(append(make([]byte, 0, len(before)+len(associated)), before...), associated...)
}
