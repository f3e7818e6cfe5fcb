package seal

import (
	"errors"
	"fmt"
)

// version1 is AES-256-GCM with a random 96-bit nonce: version, nonce, ciphertext, tag.
const version1 = 1

// Overhead is how many bytes a sealed value is longer than its plaintext.
const Overhead = 1 + 12 + 16

// Seal returns plaintext encrypted, and bound to associated: Open needs the same bytes. Sealing twice gives two values.
// Random nonces keep one key safe for 2^32 values: derive a key per tenant or contact, not one for all.
func (k Key) Seal(plaintext, associated []byte) []byte {
	out := make([]byte, 1, Overhead+len(plaintext))
	out[0] = version1
	return k.must().aead.Seal(out, nil, plaintext, bind(version1, associated))
}

// Open returns the plaintext of a value that Seal made with the same key and associated bytes; anything else is an error.
func (k Key) Open(sealed, associated []byte) ([]byte, error) {
	if len(sealed) < Overhead {
		return nil, fmt.Errorf("sealed value has %d bytes: expected at least %d", len(sealed), Overhead)
	}
	if sealed[0] != version1 {
		return nil, fmt.Errorf("sealed value has version %d: expected %d", sealed[0], version1)
	}
	plaintext, err := k.must().aead.Open(nil, nil, sealed[1:], bind(version1, associated))
	if err != nil {
		return nil, errors.New("sealed value does not open: another key, other associated data, or damaged")
	}
	return plaintext, nil
}

func bind(version byte, associated []byte) []byte {
	return append([]byte{version}, associated...)
}
