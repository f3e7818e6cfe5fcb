package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/services"
)

const configDocument = "../../../docs/config.md"

// production are the variables that a deployment sets; there are at most ten.
var production = []string{
	"RECADO_NATS_URL", "RECADO_POSTGRES_URL", "RECADO_SECRET_KEY", "RECADO_HTTP_ADDR",
	"RECADO_LLM_BASE_URL", "RECADO_LLM_MODEL", "RECADO_LLM_API_KEY", "RECADO_LLM_FILE", "RECADO_LOG_LEVEL",
}

const configHead = `# Configuration

Written by ` + "`make env`" + ` from the config structs of the services; a test keeps it current.

Every process is configured by environment variables. All that are wrong or missing are named at once, before anything starts.
` + "`recado up`" + ` needs none of them: it makes keys and passwords itself and keeps them in ` + "`.recado`" + `.
OpenTelemetry's own variables (` + "`OTEL_EXPORTER_OTLP_ENDPOINT`" + ` and the rest) work as its documents say; without them spans stay in memory for ` + "`recado trace`" + `.
`

type documented struct {
	config.Variable
	readers []string
}

func TestConfigDocumentIsCurrent(t *testing.T) {
	t.Parallel()
	want := configMarkdown()
	if *update {
		if err := os.WriteFile(configDocument, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(configDocument)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("docs/config.md is not what the config structs say; make env writes it")
	}
}

func TestVariablesAgreeWhereSeveralServicesReadThem(t *testing.T) {
	t.Parallel()
	seen := map[string]config.Variable{}
	for _, service := range services.All() {
		for _, v := range variablesOf(service) {
			if !strings.HasPrefix(v.Name, "RECADO_") {
				t.Errorf("%s: %s does not start with RECADO_", service.Name, v.Name)
			}
			if v.Help == "" {
				t.Errorf("%s: %s has no help", service.Name, v.Name)
			}
			if first, ok := seen[v.Name]; ok && (first.Default != v.Default || first.Required != v.Required) {
				t.Errorf("%s: %s has another default than elsewhere", service.Name, v.Name)
			}
			seen[v.Name] = v
		}
	}
	if len(production) > 10 {
		t.Errorf("%d variables are needed in production, want at most 10", len(production))
	}
}

func variablesOf(service app.Service) []config.Variable {
	if service.Config == nil {
		return nil
	}
	return config.Variables(service.Config)
}

func configMarkdown() []byte {
	all := documentedVariables()
	var out bytes.Buffer
	out.WriteString(configHead)
	out.WriteString("\n## What production sets\n\n")
	configTable(&out, all, func(v documented) bool { return slices.Contains(production, v.Name) })
	out.WriteString("\n## Everything else\n\n")
	configTable(&out, all, func(v documented) bool { return !slices.Contains(production, v.Name) })
	return out.Bytes()
}

func documentedVariables() []documented {
	byName := map[string]*documented{}
	add := func(v config.Variable, reader string) {
		d, ok := byName[v.Name]
		if !ok {
			d = &documented{Variable: v}
			byName[v.Name] = d
		}
		d.readers = append(d.readers, reader)
	}
	for _, cfg := range app.Configs(nil) {
		for _, v := range config.Variables(cfg) {
			add(v, "every process")
		}
	}
	for _, service := range services.All() {
		for _, v := range variablesOf(service) {
			add(v, service.Name)
		}
	}
	out := make([]documented, 0, len(byName))
	for _, d := range byName {
		out = append(out, *d)
	}
	slices.SortFunc(out, func(a, b documented) int {
		return cmp.Or(cmp.Compare(rank(a.Name), rank(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	return out
}

func rank(name string) int {
	if i := slices.Index(production, name); i >= 0 {
		return i
	}
	return len(production)
}

func configTable(out *bytes.Buffer, all []documented, wanted func(documented) bool) {
	fmt.Fprintln(out, "| variable | default | meaning | read by |\n| --- | --- | --- | --- |")
	for _, v := range all {
		if !wanted(v) {
			continue
		}
		fallback := "`" + v.Default + "`"
		if v.Required {
			fallback = "required"
		} else if v.Default == "" {
			fallback = "none"
		}
		fmt.Fprintf(out, "| `%s` | %s | %s | %s |\n", v.Name, fallback, strings.ReplaceAll(v.Help, "|", "\\|"), strings.Join(v.readers, ", "))
	}
}
