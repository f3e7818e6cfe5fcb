//go:build !race

package secret_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/cmd/recado/clitest"
	"github.com/recado/recado/services/cmd/recado/secret"
)

const contact = "7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e11"

// addressOf seals an address as it was before contacts' keys did it.
func addressOf(t *testing.T, root string, id tenant.ID) []byte {
	t.Helper()
	text, err := json.Marshal(channel.Address{Phone: "5215550147781"})
	if err != nil {
		t.Fatal(err)
	}
	return keyOf(t, root).Derive(seal.PurposeAddress, string(id)).Seal(text, []byte(contact))
}

func TestRotateSealsAgainWhatIsAtRestAndNothingOfStrangers(t *testing.T) {
	t.Parallel()
	older, newer, strange := seal.Generate(), seal.Generate(), seal.Generate()
	i := newInstallation(t, older)
	i.contacts(t, older, 3)
	const insert = `INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address, profile_name) VALUES ('shop-a', $1, 'whatsapp', '1', $2, '')`
	i.db.Exec(t, insert, contact, addressOf(t, older, "shop-a"))
	i.db.Exec(t, insert, "7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e12", addressOf(t, strange, "shop-a"))
	if code, out := i.rotate(t, newer+","+older, "--check"); code != 1 || sums(out) != [3]int{9, 8, 0} {
		t.Errorf("check before: exit %d, %+v", code, out)
	}
	if _, out := i.rotate(t, newer+","+older); sums(out) != [3]int{9, 8, 0} {
		t.Errorf("rotate: %+v", out)
	}
	if _, out := i.rotate(t, newer+","+older); sums(out) != [3]int{9, 0, 0} {
		t.Errorf("rotate again: %+v", out)
	}
	if code, out := i.rotate(t, newer, "--check"); code != 0 || sums(out) != [3]int{9, 0, 0} {
		t.Errorf("with the new key alone: exit %d, %+v", code, out)
	}
	var sealed []byte
	i.db.QueryRow(t, `SELECT sealed_address FROM chat.contacts WHERE id = $1`, []any{contact}, &sealed)
	if _, err := keyOf(t, newer).Derive(seal.PurposeAddress, "shop-a").Open(sealed, []byte(contact)); err != nil {
		t.Errorf("the address: %v", err)
	}
	// services read the bus, which has what the database has
	value, err := i.server.Bus(t, "recado").Get(t.Context(), subject.BucketTenants, "shop-a")
	if err != nil {
		t.Fatal(err)
	}
	var settings tenant.Settings
	if err := json.Unmarshal(value, &settings); err != nil {
		t.Fatal(err)
	}
	if got, err := channel.OpenSecrets(keyOf(t, newer), "shop-a", &settings.Accounts[0]); err != nil || got.AccessToken == "" {
		t.Errorf("the secrets on the bus: %v", err)
	}
}

func sums(r rotated) [3]int {
	seen, older, lost := r.sum()
	return [3]int{seen, older, lost}
}

func TestCheckSaysUntilWhenAnOlderKeyIsNeeded(t *testing.T) {
	t.Parallel()
	older, newer := seal.Generate(), seal.Generate()
	i := newInstallation(t, older)
	b := i.server.Bus(t, "ingest")
	b.SealDeadLetters(keyOf(t, older))
	letter := bus.NewDeadLetter{Stage: subject.MessageReceived, Tenant: "shop-a", ID: "x", Payload: []byte("hola"), Reason: "test"}
	if err := b.DeadLetter(t.Context(), letter); err != nil {
		t.Fatal(err)
	}
	check := func(args ...string) (int, string) {
		env := maps.Clone(i.env)
		env[app.SecretKey] = newer + "," + older
		code, out, errs := clitest.Run(t, secret.Secret, env, append([]string{"rotate"}, args...)...)
		return code, out + errs
	}
	if code, out := check("--check"); code != 1 || !strings.Contains(out, "not rotated yet") {
		t.Errorf("before: exit %d, %s", code, out)
	}
	day := time.Now().AddDate(0, 0, 30).UTC().Format("2006-01-02")
	if code, out := check(); code != 0 || !strings.Contains(out, "needed until "+day) || !strings.Contains(out, "1 sealed dead letters") {
		t.Errorf("rotated: exit %d, %s", code, out)
	}
	i.db.Exec(t, `UPDATE core.rotations SET rotated_at = now() - interval '74 hours'`)
	if code, out := check("--check"); code != 0 || !strings.Contains(out, "may be dropped") {
		t.Errorf("after the letters' and events' time: exit %d, %s", code, out)
	}
	i.db.Exec(t, `UPDATE core.rotations SET rotated_at = now() - interval '72 hours'`)
	if code, out := check("--check"); code != 1 || strings.Contains(out, "may be dropped") || strings.Contains(out, older) {
		t.Errorf("within the events' time: exit %d, %s", code, out)
	}
}
