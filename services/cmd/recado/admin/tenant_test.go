package admin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/recado/recado/services/cmd/recado/clitest"
)

func TestTenantRefusesWhatIsWrong(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"apply"}, {"check"}, {"list", "file.yaml"}, {"disable"}, {"enable"}} {
		if code, _, errs := clitest.Run(t, Tenant, nil, args...); code != 2 || errs == "" {
			t.Errorf("%v: exit %d, %q; want 2 and a reason", args, code, errs)
		}
	}
}

func TestTenantCheckNamesLineAndField(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "wrong.yaml")
	if err := os.WriteFile(file, []byte("id: Not A Slug\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, errs := clitest.Run(t, Tenant, nil, "check", file)
	if code != 2 || !strings.Contains(errs, "wrong.yaml:1") || !strings.Contains(errs, "id") {
		t.Errorf("exit %d, %q; want 2, the line and the field", code, errs)
	}
}

func TestTenantCheckWarnsOfAWebChatThatNoPageMayUse(t *testing.T) {
	t.Parallel()
	for origins, want := range map[string]bool{"": true, `origins: ["*"]`: false, `origins: ["https://shop.example"]`: false} {
		text := "id: shop\nname: Shop\nvertical: general\ncountry: MX\nzone: America/Mexico_City\ncurrency: MXN\nlanguage: es\n" +
			"accounts:\n  - channel: webchat\n    id: site\n    " + origins + "\nassistants:\n  - {id: ada, name: Ada, style: casual, tier: rules}\n" +
			"branches:\n  - {id: centro, name: Centro, address: Calle 1, city: Ciudad, hours: {mon-sun: [\"08:00-20:00\"]}}\n" +
			"services:\n  - {id: a, name: Revisión, category: taller, price: 800, duration_minutes: 60}\n"
		file := filepath.Join(t.TempDir(), "shop.yaml")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		code, out, errs := clitest.Run(t, Tenant, nil, "check", file)
		if code != 0 || strings.Contains(out, "names no origins") != want {
			t.Errorf("%q: exit %d, %s%s", origins, code, out, errs)
		}
	}
}
