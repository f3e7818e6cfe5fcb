package admin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/recado/recado/services/cmd/recado/clitest"
)

const ownTenant = `id: cantina
name: Cantina
vertical: restaurant
country: PE
zone: America/Lima
currency: PEN
language: es
accounts: [{channel: webchat, id: cantina}]
assistants: [{id: eva, name: Eva, style: casual}]
routing:
  phrases:
    - say: lunada|lunadas
      intent: hours
      examples: [cuándo es la lunada?, EXAMPLE]
      not_examples: [COUNTER]
`

func TestTenantCheckReadsTheExamplesOfOwnPhrases(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		example, counter string
		code             int
		want             []string
	}{
		{"y la lunada?", "quiero cancelar mi reserva", 0, []string{"correct: cantina"}},
		{"quiero cancelar mi reserva", "hoy lunada", 2, []string{
			`cantina.yaml:14:40: routing.phrases[0].examples[1]: expected hours, "quiero cancelar mi reserva" is read as cancel_booking`,
			`cantina.yaml:15:22: routing.phrases[0].not_examples[0]: expected anything but hours, "hoy lunada" is read as that`,
		}},
	} {
		file := filepath.Join(t.TempDir(), "cantina.yaml")
		text := strings.NewReplacer("EXAMPLE", c.example, "COUNTER", c.counter).Replace(ownTenant)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		code, out, errs := clitest.Run(t, Tenant, nil, "check", file)
		for _, want := range c.want {
			if code != c.code || !strings.Contains(out+errs, want) {
				t.Errorf("exit %d, no %q in: %s%s", code, want, out, errs)
			}
		}
	}
}
