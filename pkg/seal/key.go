// Package seal encrypts small values (secrets, addresses, personal data) under keys derived from one master key.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
)

// KeySize is the length of a key in bytes.
const KeySize = 32

const hidden = "***"

// Key seals and opens values with AES-256-GCM; it is safe for concurrent use and never shows its material.
// Only ParseKey and Derive make a usable one: the zero Key panics, so that nothing is ever sealed under zeros.
type Key struct{ state *state }

type state struct {
	material [KeySize]byte
	aead     cipher.AEAD // random nonce, which it puts before the ciphertext
}

// Generate returns a new random master key in the base64 form that ParseKey reads.
func Generate() string {
	var material [KeySize]byte
	rand.Read(material[:]) // never fails: crypto/rand ends the process instead
	return base64.StdEncoding.EncodeToString(material[:])
}

// ParseKey reads a key of 32 bytes written in base64 (standard or URL alphabet, padded or not) or in hex.
// Its error says what was expected and never holds the text.
func ParseKey(text string) (Key, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return Key{}, errors.New("secret key is empty: expected 32 random bytes in base64 or hex")
	}
	material, ok := decode(text)
	if !ok {
		return Key{}, fmt.Errorf("secret key of %d characters is neither base64 nor hex: expected 32 random bytes in base64 (44 characters) or hex (64)", len(text))
	}
	if len(material) != KeySize {
		return Key{}, fmt.Errorf("secret key has %d bytes: expected 32 random bytes in base64 or hex", len(material))
	}
	return newKey(material)
}

func decode(text string) ([]byte, bool) {
	if len(text) == hex.EncodedLen(KeySize) {
		if b, err := hex.DecodeString(text); err == nil {
			return b, true
		}
	}
	text = strings.TrimRight(text, "=")
	for _, alphabet := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		if b, err := alphabet.Strict().DecodeString(text); err == nil {
			return b, true
		}
	}
	return nil, false
}

func newKey(material []byte) (Key, error) {
	s := &state{}
	copy(s.material[:], material)
	block, err := aes.NewCipher(s.material[:])
	if err != nil {
		return Key{}, fmt.Errorf("make cipher: %w", err)
	}
	if s.aead, err = cipher.NewGCMWithRandomNonce(block); err != nil {
		return Key{}, fmt.Errorf("make cipher: %w", err)
	}
	return Key{state: s}, nil
}

// IsZero reports whether k was never given a value.
func (k Key) IsZero() bool { return k.state == nil }

// Derive returns the key for one purpose and context (HKDF-SHA256): keys of different purposes or contexts are
// independent, and the parts cannot run into one another ("a","bc" and "ab","c" differ).
func (k Key) Derive(purpose string, context ...string) Key {
	info := appendPart(nil, purpose)
	for _, part := range context {
		info = appendPart(info, part)
	}
	material, err := hkdf.Key(sha256.New, k.must().material[:], nil, string(info), KeySize)
	if err != nil {
		panic("seal: derive: " + err.Error()) // only a wrong constant length can fail
	}
	derived, err := newKey(material)
	if err != nil {
		panic("seal: derive: " + err.Error())
	}
	return derived
}

func appendPart(b []byte, part string) []byte {
	return append(binary.BigEndian.AppendUint64(b, uint64(len(part))), part...)
}

func (k Key) must() *state {
	if k.state == nil {
		panic("seal: use of a zero Key")
	}
	return k.state
}

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
