package tools

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
)

// slotLife is how long an opening that was offered can be booked by its id.
const slotLife = 2 * time.Hour

// slot is an opening as its signed id carries it: when, where, and what it occupies.
// A zero resource is any table of the branch: the party's size decides when it is booked.
type slot struct {
	starts   time.Time
	minutes  int
	branch   uuid.UUID
	resource uuid.UUID
	expires  time.Time
}

var (
	errSlotInvalid = errors.New("slot id is not one of ours")
	errSlotExpired = errors.New("slot id has expired")
)

// slotBytes: starts 8, expires 8, minutes 2, branch 16, resource 16.
const slotBytes = 50

// sign writes the id: the fields, sealed with one tenant's slotKey, so that nobody can make one up or use another tenant's.
func (s slot) sign(key seal.Key) string {
	b := make([]byte, 0, slotBytes)
	b = binary.BigEndian.AppendUint64(b, uint64(s.starts.Unix()))
	b = binary.BigEndian.AppendUint64(b, uint64(s.expires.Unix()))
	b = binary.BigEndian.AppendUint16(b, uint16(s.minutes))
	b = append(b, s.branch[:]...)
	b = append(b, s.resource[:]...)
	return base64.RawURLEncoding.EncodeToString(key.Seal(b, nil))
}

// slotKey is the key of one tenant's slot ids.
func slotKey(key seal.Key, id tenant.ID) seal.Key { return key.Derive("slot", string(id)) }

// openSlot reads an id that sign wrote for the same tenant.
func openSlot(key seal.Key, id tenant.ID, text string, now time.Time) (s slot, err error) {
	sealed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return s, errSlotInvalid
	}
	b, err := slotKey(key, id).Open(sealed, nil)
	if err != nil || len(b) != slotBytes {
		return s, errSlotInvalid
	}
	s.starts = time.Unix(int64(binary.BigEndian.Uint64(b)), 0)
	s.expires = time.Unix(int64(binary.BigEndian.Uint64(b[8:])), 0)
	s.minutes = int(binary.BigEndian.Uint16(b[16:]))
	copy(s.branch[:], b[18:34])
	copy(s.resource[:], b[34:50])
	if now.After(s.expires) {
		return s, errSlotExpired
	}
	return s, nil
}
