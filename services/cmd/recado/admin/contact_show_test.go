package admin

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/services/cmd/recado/clitest"
	"github.com/recado/recado/services/cmd/recado/known"
)

func TestAContactIsShownWithItsTemperatureToItsOwnTenantOnly(t *testing.T) {
	t.Parallel()
	server, db := bustest.New(t, bustest.Listen()), storetest.New(t)
	env := map[string]string{"RECADO_NATS_URL": server.URL(), "RECADO_POSTGRES_URL": db.URL}
	db.Exec(t, `INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address, temperature, temperature_by, temperature_at)
		VALUES ('clinic', $1, 'whatsapp', '1', 'x', 'HOT', 'model', '2026-11-20T10:00:00Z')`, ana)
	code, out, errs := clitest.Run(t, Contact, env, "show", "--tenant", "clinic", "--contact", ana)
	if code != 0 || !strings.Contains(out, "temperature   HOT, by model, 2026-11-20T10:00:00Z") {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
	var k known.Contact
	code, out, _ = clitest.Run(t, Contact, env, "show", "--tenant", "clinic", "--contact", ana, "--json")
	if err := json.Unmarshal([]byte(out), &k); code != 0 || err != nil || k.At == nil || k.Temperature+k.By != "HOTmodel" {
		t.Errorf("exit %d: %s", code, out)
	}
	if code, out, errs := clitest.Run(t, Contact, env, "show", "--tenant", "bistro", "--contact", ana); code != 1 || !strings.Contains(errs, "no such contact") {
		t.Errorf("another tenant: exit %d: %s%s", code, out, errs)
	}
}
