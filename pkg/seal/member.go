package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"encoding/hex"
	"sync"
)

// ID tells roots apart; it says nothing of the key. What is derived of a root has its id.
type ID [idSize]byte

const idSize = 4

// String is the id in hex.
func (id ID) String() string { return hex.EncodeToString(id[:]) }

// member is one key of a ring.
type member struct {
	id       ID
	material [KeySize]byte // to derive from
	sealing  []byte        // to seal with; a root's and a purpose's is derived when it is first needed

	once sync.Once
	aead cipher.AEAD // random nonce, which it puts before the ciphertext
}

func newRoot(material []byte) *member {
	m := &member{}
	copy(m.material[:], material)
	var text [len(labelID) + KeySize]byte
	copy(text[copy(text[:], labelID):], material)
	sum := sha256.Sum256(text[:])
	m.id = ID(sum[:])
	return m
}

// Labels keep what is derived of one key apart.
const (
	labelID      = "recado seal 2 key id"
	labelPurpose = "recado seal 2 purpose"
	labelContext = "recado seal 2 context"
)

// expand is the second half of HKDF (one block of SHA-512): the material is random as it is.
func (m *member) expand(label string, parts ...string) [2 * KeySize]byte {
	mac := hmac.New(sha512.New, m.material[:])
	info := append(make([]byte, 0, 128), label...)
	for _, part := range parts {
		info = appendPart(info, part)
	}
	_, _ = mac.Write(append(info, 1))
	var out [2 * KeySize]byte
	mac.Sum(out[:0])
	return out
}

func purposes(ring []*member, purpose string) []*member {
	out := make([]*member, len(ring))
	for i, m := range ring {
		out[i] = &member{id: m.id, material: half(m.expand(labelPurpose, purpose))}
	}
	return out
}

func half(both [2 * KeySize]byte) [KeySize]byte { return [KeySize]byte(both[:]) }

// contexts gives each key of a purpose's ring two halves: none is both derived from and sealed with.
func contexts(ring []*member, parts []string) []*member {
	out := make([]*member, len(ring))
	for i, m := range ring {
		both := m.expand(labelContext, parts...)
		out[i] = &member{id: m.id, material: half(both), sealing: both[KeySize:]}
	}
	return out
}

// cipher is made when the member first seals or opens: the older keys of a ring seldom do.
func (m *member) cipher() cipher.AEAD {
	m.once.Do(func() {
		if m.sealing == nil {
			both := m.expand(labelContext)
			m.sealing = both[KeySize:]
		}
		m.aead = newCipher(m.sealing)
	})
	return m.aead
}

func newCipher(material []byte) cipher.AEAD {
	block, err := aes.NewCipher(material)
	if err != nil {
		panic("seal: make cipher: " + err.Error()) // only a wrong constant length can fail
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic("seal: make cipher: " + err.Error())
	}
	return aead
}

func appendPart(b []byte, part string) []byte {
	return append(binary.BigEndian.AppendUint64(b, uint64(len(part))), part...)
}
