package tools

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
	want := slot{starts: now.Add(24 * time.Hour), minutes: 45, branch: uuid.New(), resource: uuid.New(), expires: now.Add(slotLife)}
	got, err := openSlot(key, "clinic", want.sign(slotKey(key, "clinic")), now)
	if err != nil || got != want {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
}

func TestSlotIDIsRefusedWhenForeignForgedOrLate(t *testing.T) {
	t.Parallel()
	key, now := testKey(t), time.Unix(1_800_000_000, 0)
	id := slot{starts: now, minutes: 30, expires: now.Add(slotLife)}.sign(slotKey(key, "clinic"))
	for name, c := range map[string]struct {
		key    seal.Key
		tenant tenant.ID
		id     string
		now    time.Time
		want   error
	}{
		"another tenant's":       {key, "bistro", id, now, errSlotInvalid},
		"another installation's": {testKey(t), "clinic", id, now, errSlotInvalid},
		"cut":                    {key, "clinic", id[:len(id)-4], now, errSlotInvalid},
		"no base64":              {key, "clinic", "¿mañana?", now, errSlotInvalid},
		"empty":                  {key, "clinic", "", now, errSlotInvalid},
		"late":                   {key, "clinic", id, now.Add(slotLife + time.Second), errSlotExpired},
	} {
		if _, err := openSlot(c.key, c.tenant, c.id, c.now); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
}
