package send

import (
	"net/http"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/apikey"
)

func TestProgramSetsTheTemperatureWithItsMessageOrNotAtAll(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	key, ana := l.key(t, "clinic", apikey.Allowed), l.customer(t, "clinic")
	kept := func() (now string) {
		l.db.QueryRow(t, `SELECT coalesce(temperature || ' ' || temperature_by, '') FROM chat.contacts WHERE id = $1`, []any{ana.contact}, &now)
		return now
	}
	ask := func(text, temperature string) string {
		return strings.TrimSuffix(body("contact_id", ana.contact, "person", text), "}") + `,"temperature":"` + temperature + `"}`
	}
	if got := post(t, l.url, key, "k1", ask("Listo.", "HOT")); got.status != http.StatusAccepted || kept() != "HOT program" {
		t.Errorf("%d %s, kept %q", got.status, got.body, kept())
	}
	if got := post(t, l.url, key, "k1", ask("Listo.", "COLD")); got.status != http.StatusUnprocessableEntity || kept() != "HOT program" {
		t.Errorf("another temperature under the same key: %d, kept %q", got.status, kept())
	}
	l.db.Exec(t, `UPDATE chat.contacts SET sealed_address = '' WHERE id = $1`, ana.contact)
	if got := post(t, l.url, key, "k2", ask("Otra vez.", "WARM")); got.status != http.StatusConflict || kept() != "" {
		t.Errorf("an erased contact: %d, kept %q", got.status, kept())
	}
}
