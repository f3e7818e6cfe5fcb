package app

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/tenant"
)

func encoded(t *testing.T, s tenant.Settings) []byte {
	t.Helper()
	value, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func TestTenantThatMovesAnAccountGetsItWhicheverSettingsComeFirst(t *testing.T) {
	t.Parallel()
	account := tenant.Account{Channel: "whatsapp", ID: "42"}
	tenants := NewTenants(slog.New(slog.DiscardHandler))
	put := func(s tenant.Settings) { tenants.set(t.Context(), string(s.ID), encoded(t, s), false) }
	put(tenant.Settings{ID: "old", Version: 1, Accounts: []tenant.Account{account}})
	put(tenant.Settings{ID: "new", Version: 1, Accounts: []tenant.Account{account}})
	if owner, _, _ := tenants.ByAccount("whatsapp", "42"); owner.ID != "old" {
		t.Fatalf("the account is %s's while its tenant keeps it", owner.ID)
	}
	put(tenant.Settings{ID: "old", Version: 2})
	if owner, _, ok := tenants.ByAccount("whatsapp", "42"); !ok || owner.ID != "new" {
		t.Errorf("the account that was given up leads to %v, want new", owner)
	}
	put(tenant.Settings{ID: "heir", Version: 1, Accounts: []tenant.Account{account}})
	tenants.set(t.Context(), "new", nil, true)
	if owner, _, ok := tenants.ByAccount("whatsapp", "42"); !ok || owner.ID != "heir" {
		t.Errorf("the account of a deleted tenant leads to %v, want heir", owner)
	}
}

func TestFindAsksTheBucketBeforeItSaysNo(t *testing.T) {
	t.Parallel()
	bucket := map[string][]byte{"clinic": encoded(t, tenant.Settings{ID: "clinic", Version: 3})}
	down := errors.New("no answer")
	tenants := NewTenants(slog.New(slog.DiscardHandler))
	tenants.read = func(_ context.Context, key string) ([]byte, error) {
		if key == "unanswered" {
			return nil, bus.Unavailable(down)
		}
		if value, ok := bucket[key]; ok {
			return value, nil
		}
		return nil, bus.ErrNotFound
	}
	if s, ok, err := tenants.Find(t.Context(), "clinic"); err != nil || !ok || s.Version != 3 {
		t.Errorf("got %v, %v, %v, want the settings of the bucket", s, ok, err)
	}
	if _, ok := tenants.Get("clinic"); !ok {
		t.Error("what was found is asked for again")
	}
	if _, ok, err := tenants.Find(t.Context(), "nobody"); ok || err != nil {
		t.Errorf("got %v, %v, want no tenant and no error", ok, err)
	}
	if _, _, err := tenants.Find(t.Context(), "unanswered"); !bus.IsUnavailable(err) {
		t.Errorf("got %v, want an error that is not the message's fault", err)
	}
}

func TestFindDoesNotBringBackATenantThatIsDeletedMeanwhile(t *testing.T) {
	t.Parallel()
	tenants := NewTenants(slog.New(slog.DiscardHandler))
	tenants.read = func(ctx context.Context, key string) ([]byte, error) {
		value := encoded(t, tenant.Settings{ID: "clinic"})
		tenants.set(ctx, key, nil, true)
		return value, nil
	}
	if _, ok, err := tenants.Find(t.Context(), "clinic"); ok || err != nil {
		t.Errorf("got %v, %v", ok, err)
	}
}
