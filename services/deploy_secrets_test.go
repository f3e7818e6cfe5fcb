package services_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/services"
)

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// inCompose is what one service of docker-compose.yml says.
func inCompose(t *testing.T, text, service string) string {
	t.Helper()
	parts := regexp.MustCompile(`(?ms)^  ` + service + `:(?: &[a-z-]+)?\n(.*?)(?:^  [a-z-]+:(?: &[a-z-]+)?\n|^[a-z])`).FindStringSubmatch(text)
	if parts == nil {
		t.Fatalf("docker-compose.yml has no service %s", service)
	}
	return parts[1]
}

func TestComposeGivesEachServiceItsOwnKeysAndTheOperatorAloneTheRoot(t *testing.T) {
	t.Parallel()
	const root = "${RECADO_SECRET_KEY:-}"
	compose, example := readFile(t, "docker-compose.yml"), readFile(t, ".env.example")
	if !strings.Contains(inCompose(t, compose, "recado"), app.SecretKey+": "+root) || strings.Count(compose, root) != 1 {
		t.Error("another container than the operator's gets the root key, or that one does not")
	}
	for _, s := range services.All() {
		own := "RECADO_" + strings.ToUpper(strings.ReplaceAll(s.Name, "-", "_")) + "_KEYS"
		gets := strings.Contains(inCompose(t, compose, s.Name), app.SecretKey+": ${"+own+":-}")
		if gets != (len(s.Keys) > 0) || strings.Count(compose, own) != min(len(s.Keys), 1) {
			t.Errorf("%s: gets its keys: %v, declares %d purposes", s.Name, gets, len(s.Keys))
		}
		if strings.Contains(example, "\n"+own+"=\n") != (len(s.Keys) > 0) {
			t.Errorf(".env.example and %s do not agree", own)
		}
	}
}

func TestKubernetesGivesEachServiceASecretOfItsOwn(t *testing.T) {
	t.Parallel()
	component := readFile(t, "deploy/k8s/components/secret-key/kustomization.yaml")
	if !strings.Contains(component, "name: recado-key-SERVICE") {
		t.Error("the component names no secret of the service's own")
	}
	dev := readFile(t, "deploy/k8s/overlays/dev/kustomization.yaml")
	for _, s := range services.All() {
		uses := strings.Contains(readFile(t, "deploy/k8s/base/services/"+s.Name+"/kustomization.yaml"), "components/secret-key")
		if uses != (len(s.Keys) > 0) {
			t.Errorf("%s: has the component: %v, declares %d purposes", s.Name, uses, len(s.Keys))
		}
		if !uses {
			continue
		}
		found := regexp.MustCompile(`name: recado-key-` + s.Name + `\n.*\n\s*literals: \[key=(\S+)\]`).FindStringSubmatch(dev)
		if found == nil {
			t.Errorf("the overlay dev has no keys of %s", s.Name)
			continue
		}
		key, err := seal.ParseKey(found[1])
		if err == nil {
			err = key.Require(s.Name, s.Keys...)
		}
		if err != nil || key.IsRoot() {
			t.Errorf("the overlay dev: %s: %v, the root: %v", s.Name, err, err == nil && key.IsRoot())
		}
	}
	err := filepath.WalkDir("../deploy/k8s", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".yaml" {
			return err
		}
		if text, err := os.ReadFile(path); err != nil || regexp.MustCompile(`name: recado-key\b[^-]`).Match(text) {
			t.Errorf("%s reads the root key: %v", path, err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// Scripts list the services that hold keys.
func TestScriptsDeriveKeysForTheServicesThatHoldSome(t *testing.T) {
	t.Parallel()
	var names []string
	for _, s := range services.All() {
		if len(s.Keys) > 0 {
			names = append(names, s.Name)
		}
	}
	for file, list := range map[string]string{
		"deploy/keys.sh":          "for service in " + strings.Join(names, " ") + ";",
		"deploy/k8s/secrets.sh":   "for service in " + strings.Join(names, " ") + ";",
		"scripts/up-processes.sh": strings.Join(names, " | ") + ")",
	} {
		if !strings.Contains(readFile(t, file), list) {
			t.Errorf("%s does not have %q", file, list)
		}
	}
}

func TestTheTableOfKeysIsTrue(t *testing.T) {
	t.Parallel()
	page := readFile(t, "docs/keys.md")
	head := regexp.MustCompile(`(?m)^\| purpose \| .*`).FindString(page)
	columns := strings.Split(strings.Trim(head, "| "), " | ")
	for purpose, names := range holders {
		row := regexp.MustCompile("(?m)^\\| `" + purpose + "` \\|.*").FindString(page)
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(row, "| "), " |"), " |")
		if len(cells) != len(columns) {
			t.Errorf("%s: %d cells, want %d", purpose, len(cells), len(columns))
			continue
		}
		var marked []string
		for i, service := range columns[2:] {
			if strings.TrimSpace(cells[i+2]) == "x" {
				marked = append(marked, service)
			}
		}
		if strings.Join(marked, " ") != strings.Join(names, " ") {
			t.Errorf("%s: the page says %v, services declare %v", purpose, marked, names)
		}
	}
}
