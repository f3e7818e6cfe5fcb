package openings

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
)

func testKey(t *testing.T) seal.Key {
	t.Helper()
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestSlotIDOpensToWhatWasSigned(t *testing.T) {
	t.Parallel()
	key, now := testKey(t), time.Unix(1_800_000_000, 0)
	want := Slot{Starts: now.Add(24 * time.Hour), Minutes: 45, Branch: uuid.New(), Resource: uuid.New(), Expires: now.Add(slotLife)}
	got, err := OpenSlot(key, "clinic", want.Sign(SlotKey(key, "clinic")), now)
	if err != nil || got != want {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
}

func TestSlotIDIsRefusedWhenForeignForgedOrLate(t *testing.T) {
	t.Parallel()
	key, now := testKey(t), time.Unix(1_800_000_000, 0)
	id := Slot{Starts: now, Minutes: 30, Expires: now.Add(slotLife)}.Sign(SlotKey(key, "clinic"))
	for name, c := range map[string]struct {
		key    seal.Key
		tenant tenant.ID
		id     string
		now    time.Time
		want   error
	}{
		"another tenant's":       {key, "bistro", id, now, ErrSlotInvalid},
		"another installation's": {testKey(t), "clinic", id, now, ErrSlotInvalid},
		"cut":                    {key, "clinic", id[:len(id)-4], now, ErrSlotInvalid},
		"no base64":              {key, "clinic", "¿mañana?", now, ErrSlotInvalid},
		"empty":                  {key, "clinic", "", now, ErrSlotInvalid},
		"late":                   {key, "clinic", id, now.Add(slotLife + time.Second), ErrSlotExpired},
	} {
		if _, err := OpenSlot(c.key, c.tenant, c.id, c.now); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
}
