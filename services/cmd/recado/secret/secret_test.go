package secret_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/services"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/clitest"
	"github.com/recado/recado/services/cmd/recado/secret"
)

// asRecado makes this binary the command recado, for a test that kills it.
const asRecado = "RECADO_TEST_AS_RECADO"

func TestMain(m *testing.M) {
	if os.Getenv(asRecado) != "" {
		cli.Main([]cli.Command{{Name: "secret", Run: secret.Secret}})
	}
	os.Exit(m.Run())
}

func keyOf(t testing.TB, text string) seal.Key {
	t.Helper()
	key, err := seal.ParseKey(strings.TrimSpace(text))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// derive is what recado secret derive prints.
func derive(t testing.TB, root, service string) string {
	t.Helper()
	code, out, errs := clitest.Run(t, secret.Secret, map[string]string{app.SecretKey: root}, "derive", service)
	if code != 0 {
		t.Fatalf("derive %s: exit %d, %s", service, code, errs)
	}
	return strings.TrimSpace(out)
}

func TestNewPrintsAnotherKeyEachTime(t *testing.T) {
	t.Parallel()
	_, first, _ := clitest.Run(t, secret.Secret, nil, "new")
	_, second, _ := clitest.Run(t, secret.Secret, nil, "new")
	if !keyOf(t, first).IsRoot() || first == second {
		t.Error("new prints no new root key")
	}
}

func TestDerivePrintsWhatAServiceStartsWith(t *testing.T) {
	t.Parallel()
	older, newer := seal.Generate(), seal.Generate()
	for _, s := range services.All() {
		if len(s.Keys) == 0 {
			continue
		}
		text := derive(t, newer+","+older, s.Name)
		env := map[string]string{app.SecretKey: text, "RECADO_POSTGRES_URL": "postgres://"}
		if err := app.Check([]app.Service{s}, func(name string) string { return env[name] }); err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
		if strings.Contains(text, older) || strings.Contains(text, newer) {
			t.Errorf("%s gets a root key", s.Name)
		}
	}
}

func TestWrongUseIsRefused(t *testing.T) {
	t.Parallel()
	clitest.Refuses(t, secret.Secret, map[string]string{app.SecretKey: seal.Generate()},
		clitest.Refusal{Want: "expected a service that holds keys (ingest, sanitize", Args: []string{"derive", "intent-router"}},
		clitest.Refusal{Want: "usage: recado secret new", Args: []string{"derive"}},
		clitest.Refusal{Want: "usage: recado secret new", Args: []string{"rotate", "now"}},
	)
	held := derive(t, seal.Generate(), "ingest")
	code, out, errs := clitest.Run(t, secret.Secret, map[string]string{app.SecretKey: held}, "derive", "ingest")
	if code == 0 || out != "" || !strings.Contains(errs, "keys of one service") || strings.Contains(errs, held) {
		t.Errorf("a service's keys for the root's: exit %d, %q, %q", code, out, errs)
	}
}

// The file that compose reads gets the keys of each service, and again when the root key becomes a ring.
func TestKeysScriptGivesEachServiceItsOwn(t *testing.T) {
	t.Parallel()
	older, newer := seal.Generate(), seal.Generate()
	file := filepath.Join(t.TempDir(), "env")
	for _, ring := range []string{older, newer + "," + older} {
		if err := os.WriteFile(file, []byte("OTHER=1\nRECADO_SECRET_KEY="+ring+"\nRECADO_INGEST_KEYS=\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		script := exec.CommandContext(t.Context(), "../../../../deploy/keys.sh", file)
		script.Env = append(os.Environ(), "RECADO="+os.Args[0], asRecado+"=1")
		if out, err := script.CombinedOutput(); err != nil {
			t.Fatalf("deploy/keys.sh: %v, %s", err, out)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range services.All() {
			name := "RECADO_" + strings.ToUpper(strings.ReplaceAll(s.Name, "-", "_")) + "_KEYS="
			if strings.Count(string(text), name) != min(len(s.Keys), 1) {
				t.Errorf("%s stands %d times", name, strings.Count(string(text), name))
			}
			if len(s.Keys) == 0 {
				continue
			}
			_, rest, _ := strings.Cut(string(text), name)
			line, _, _ := strings.Cut(rest, "\n")
			key := keyOf(t, line)
			if err := key.Require(s.Name, s.Keys...); err != nil || len(key.IDs()) != len(strings.Split(ring, ",")) {
				t.Errorf("%s: %v", s.Name, err)
			}
		}
		if !strings.HasPrefix(string(text), "OTHER=1\nRECADO_SECRET_KEY="+ring+"\n") {
			t.Error("other lines changed")
		}
	}
}
