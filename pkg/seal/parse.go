package seal

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// KeySize is the length of a key in bytes.
const KeySize = 32

// MaxRing is how many roots a ring holds at most.
const MaxRing = 4

// maxText bounds what is read as a key: the largest bundle is shorter.
const maxText = 16 << 10

// Generate returns a new random root key in the base64 form that ParseKey reads.
func Generate() string {
	var material [KeySize]byte
	rand.Read(material[:]) // never fails: crypto/rand ends the process instead
	return base64.StdEncoding.EncodeToString(material[:])
}

// ParseKey reads a root key of 32 bytes written in base64 (standard or URL alphabet, padded or not) or in hex; or up to MaxRing of them
// with commas between, of which the first seals and all open; or the keys of a service as Bundle writes them.
// Its error says what was expected, and which of several is wrong, and never holds the text.
func ParseKey(text string) (Key, error) {
	text = strings.TrimSpace(text)
	if len(text) > maxText {
		return Key{}, fmt.Errorf("secret key has %d characters: expected 32 random bytes in base64 or hex", len(text))
	}
	if strings.HasPrefix(text, bundlePrefix) {
		return parseBundle(text)
	}
	keys := strings.Count(text, ",") + 1
	if keys > MaxRing {
		return Key{}, fmt.Errorf("secret key is a ring of %d keys: expected at most %d", keys, MaxRing)
	}
	ring := make([]*member, 0, keys)
	for part := range strings.SplitSeq(text, ",") {
		m, err := parseRoot(strings.TrimSpace(part))
		if err == nil {
			err = distinct(ring, m)
		}
		if err != nil && keys > 1 {
			err = fmt.Errorf("key %d of %d: %w", len(ring)+1, keys, err)
		}
		if err != nil {
			return Key{}, err
		}
		ring = append(ring, m)
	}
	return Key{&state{ring: ring, old: version1{roots: ring}}}, nil
}

func parseRoot(text string) (*member, error) {
	switch {
	case text == "":
		return nil, errors.New("secret key is empty: expected 32 random bytes in base64 or hex")
	case strings.HasPrefix(text, bundlePrefix):
		return nil, errors.New("secret key is the keys of a service, which stand alone: expected 32 random bytes in base64 or hex")
	}
	material, ok := decode(text)
	if !ok {
		return nil, fmt.Errorf("secret key of %d characters is neither base64 nor hex: "+
			"expected 32 random bytes in base64 (44 characters) or hex (64)", len(text))
	}
	if len(material) != KeySize {
		return nil, fmt.Errorf("secret key has %d bytes: expected 32 random bytes in base64 or hex", len(material))
	}
	return newRoot(material), nil
}

// distinct refuses a root whose id another one of the ring has: its values could not be told apart.
func distinct(ring []*member, m *member) error {
	for i, other := range ring {
		if other.id == m.id {
			return fmt.Errorf("secret key is key %d again: expected another", i+1)
		}
	}
	return nil
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
