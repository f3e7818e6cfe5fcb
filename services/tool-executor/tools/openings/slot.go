package openings

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

// Slot is an opening as its signed id carries it: when, where, and what it occupies.
// A zero resource is any table of the branch: the party's size decides when it is booked.
type Slot struct {
	Starts   time.Time
	Minutes  int
	Branch   uuid.UUID
	Resource uuid.UUID
	Expires  time.Time
}

// What may be wrong with a slot id.
var (
	ErrSlotInvalid = errors.New("slot id is not one of ours")
	ErrSlotExpired = errors.New("slot id has expired")
)

// slotBytes: starts 8, expires 8, minutes 2, branch 16, resource 16.
const slotBytes = 50

// Slot is an opening that was computed for a wish.
func (a *Agenda) Slot(f Free, w Wish) Slot {
	s := Slot{Starts: f.Starts, Minutes: w.Minutes, Branch: f.Branch.ID, Resource: f.Resource.ID, Expires: a.Now.Add(slotLife)}
	if f.Resource.Table {
		s.Resource = uuid.Nil
	}
	return s
}

// Narrow limits a wish to what the slot id was signed for.
func (s Slot) Narrow(w *Wish) {
	w.Branch = s.Branch
	if s.Resource != uuid.Nil {
		w.Staff = s.Resource
	}
	if w.Service == uuid.Nil {
		w.Minutes = s.Minutes
	}
}

// Sign writes the id: the fields, sealed with one tenant's SlotKey, so that nobody can make one up or use another tenant's.
func (s Slot) Sign(key seal.Key) string {
	b := make([]byte, 0, slotBytes)
	b = binary.BigEndian.AppendUint64(b, uint64(s.Starts.Unix()))
	b = binary.BigEndian.AppendUint64(b, uint64(s.Expires.Unix()))
	b = binary.BigEndian.AppendUint16(b, uint16(s.Minutes))
	b = append(b, s.Branch[:]...)
	b = append(b, s.Resource[:]...)
	return base64.RawURLEncoding.EncodeToString(key.Seal(b, nil))
}

// SlotKey is the key of one tenant's slot ids.
func SlotKey(key seal.Key, id tenant.ID) seal.Key { return key.Derive(seal.PurposeSlot, string(id)) }

// OpenSlot reads an id that Sign wrote for the same tenant.
func OpenSlot(key seal.Key, id tenant.ID, text string, now time.Time) (s Slot, err error) {
	sealed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return s, ErrSlotInvalid
	}
	b, err := SlotKey(key, id).Open(sealed, nil)
	if err != nil || len(b) != slotBytes {
		return s, ErrSlotInvalid
	}
	s.Starts = time.Unix(int64(binary.BigEndian.Uint64(b)), 0)
	s.Expires = time.Unix(int64(binary.BigEndian.Uint64(b[8:])), 0)
	s.Minutes = int(binary.BigEndian.Uint16(b[16:]))
	copy(s.Branch[:], b[18:34])
	copy(s.Resource[:], b[34:50])
	if now.After(s.Expires) {
		return s, ErrSlotExpired
	}
	return s, nil
}
