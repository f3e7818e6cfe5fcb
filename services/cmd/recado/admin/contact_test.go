package admin

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

const ana = "7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e11"

func TestAContactIsErasedOnceAndAStrangerIsAnError(t *testing.T) {
	t.Parallel()
	server, db := bustest.New(t, bustest.Listen()), storetest.New(t)
	env := map[string]string{"RECADO_NATS_URL": server.URL(), "RECADO_POSTGRES_URL": db.URL}
	key, err := seal.ParseKey(bustest.Key)
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := vault.New(key, server.Bus(t, "sanitize"))
	if err != nil {
		t.Fatal(err)
	}
	values, err := sealed.Seal(t.Context(), "clinic", ana, []guard.Found{{Type: guard.TypePhone, Token: "[TEL_1]", Value: "55 1234 5678"}})
	if err != nil {
		t.Fatal(err)
	}
	db.Exec(t, `INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address, profile_name) VALUES ('clinic', $1, 'whatsapp', '1', 'x', 'Ana')`, ana)

	erase := func(contact string) (int, erased, string) {
		code, out, errs := clitest.Run(t, Contact, env, "erase", "--tenant", "clinic", "--contact", contact, "--json")
		var done erased
		_ = json.Unmarshal([]byte(out), &done)
		return code, done, errs
	}
	if code, done, errs := erase(ana); code != 0 || !done.Key || done.Erased["profiles"] != 1 {
		t.Errorf("exit %d, %+v, %s", code, done, errs)
	}
	if entries, err := sealed.Open(context.WithoutCancel(t.Context()), "clinic", ana, values); err != nil || len(entries) != 0 {
		t.Errorf("an erased contact's value opens: %v, %v", entries, err)
	}
	if code, done, errs := erase(ana); code != 0 || done.Key || done.Erased["profiles"] != 0 {
		t.Errorf("again: exit %d, %+v, %s", code, done, errs)
	}
	if code, _, errs := erase("7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e22"); code != 1 || !strings.Contains(errs, "no such contact") {
		t.Errorf("a stranger: exit %d, %s", code, errs)
	}
	for _, args := range [][]string{{"erase"}, {"erase", "--tenant", "clinic"}, {"erase", "--tenant", "clinic", "--contact", "ana"}, {"drop", "--tenant", "clinic", "--contact", ana}, {}} {
		if code, _, _ := clitest.Run(t, Contact, env, args...); code != 2 {
			t.Errorf("%v: exit %d, want 2", args, code)
		}
	}
}

func TestContactIDIsThatOfThePersonsMessages(t *testing.T) {
	t.Parallel()
	running := clitest.Start(t)
	key, err := seal.ParseKey(bustest.Key)
	if err != nil {
		t.Fatal(err)
	}
	settings := tenant.Settings{ID: "clinic", Identity: tenant.Identity{Key: identity.Generate(key, "clinic")}}
	running.Put(t, settings)
	ids, err := identity.Open(key, &settings)
	if err != nil {
		t.Fatal(err)
	}
	want := ids.ContactID("whatsapp", "551900334420178", "5215550001000")
	for _, user := range []string{"5215550001000", "+52 1 555 000-1000"} {
		code, out, errs := clitest.Run(t, Contact, running.Env, "id", "--tenant", "clinic", "--account", "551900334420178", "--user", user)
		if code != 0 || strings.TrimSpace(out) != want {
			t.Errorf("%s: exit %d, %s%s, want %s", user, code, out, errs, want)
		}
	}
	code, out, _ := clitest.Run(t, Contact, running.Env, "id", "--tenant", "clinic", "--channel", "webchat", "--account", "site", "--user", "ses-1")
	if want := ids.ContactID("webchat", "site", "ses-1"); code != 0 || strings.TrimSpace(out) != want {
		t.Errorf("exit %d, %s, want %s", code, out, want)
	}
	for _, args := range [][]string{{"id", "--tenant", "clinic"}, {"id", "--tenant", "clinic", "--account", "a"}, {"id", "--account", "a", "--user", "b"}} {
		if code, _, _ := clitest.Run(t, Contact, nil, args...); code != 2 {
			t.Errorf("%v: exit %d, want 2", args, code)
		}
	}
}

func TestNobodyIsErasedWhileTheTenantIsBeingReKeyed(t *testing.T) {
	t.Parallel()
	running := clitest.StartWithDatabase(t)
	running.Put(t, tenant.Settings{ID: "clinic", Version: 1, Identity: tenant.Identity{Held: true}})
	code, _, errs := clitest.Run(t, Contact, running.Env, "erase", "--tenant", "clinic", "--contact", ana)
	if code != 1 || !strings.Contains(errs, "recado secret rekey --tenant clinic") {
		t.Errorf("exit %d, %s", code, errs)
	}
}
