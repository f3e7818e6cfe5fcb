package tenantfile_test

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/recado/recado/pkg/tenantfile"
)

const workshop = `id: taller
name: Taller de Prueba
vertical: general
country: MX
zone: America/Mexico_City
currency: MXN
language: es
accounts: [{channel: webchat, id: site}]
assistants: [{id: lola, name: Lola, style: casual}]
`

func loadTools(text string, env map[string]string) (*tenantfile.File, error) {
	fsys := fstest.MapFS{"tenant.yaml": {Data: []byte(workshop + text)}}
	return tenantfile.Load(fsys, "tenant.yaml", func(name string) string { return env[name] })
}

func TestToolsOfAFileBecomeSettingsWithoutTheirSecrets(t *testing.T) {
	t.Parallel()
	f, err := loadTools(`tools:
  records:
    - {id: reparaciones, create: true, fields: [{id: falla}, {id: dia, type: date}]}
  documents: [articles, policies]
  email: {contact: true}
  http: [{host: "api.taller.example:8443", methods: [GET, POST], secret: "${TENANT_API}"}]
  servers: [{id: crm, url: "https://crm.example/mcp", secret: "${TENANT_CRM}", tools: [{name: lookup}, {name: note, write: true}]}]
`, map[string]string{"TENANT_API": "secreto del taller", "TENANT_CRM": "Bearer del crm"})
	if err != nil {
		t.Fatal(err)
	}
	got := f.Settings().Tools
	if r := got.Records[0]; r.Max != 20 || r.Fields[0].Type != "text" || r.Fields[0].Max != 200 || r.Fields[1].Max != 0 {
		t.Errorf("records %+v", r)
	}
	if got.Email.PerDay != 3 || got.HTTP[0].Paths != "/" || got.Servers[0].Header != "Authorization" || !got.Servers[0].Tools[1].Write {
		t.Errorf("got %+v", got)
	}
	data, err := json.Marshal(f.Settings())
	if err != nil || strings.Contains(string(data), "secreto") || strings.Contains(string(data), "Bearer") {
		t.Errorf("a secret stands in the settings: %s %v", data, err)
	}
	if f.ToolSecrets["api.taller.example:8443"].Reveal() != "secreto del taller" || len(f.ToolSecrets) != 2 {
		t.Errorf("%d secrets", len(f.ToolSecrets))
	}
}

func TestToolsThatAreWrongAreToldByLineAndField(t *testing.T) {
	t.Parallel()
	env := map[string]string{"TENANT_API": "secreto del taller", "TENANT_SHORT": "corto"}
	for text, field := range map[string]string{
		"tools: {records: [{id: Reparaciones, fields: [{id: x}]}]}":                                         "tools.records[0].id",
		"tools: {records: [{id: r}]}":                                                                       "tools.records[0].fields",
		"tools: {records: [{id: r, fields: [{id: x}, {id: x}]}]}":                                           "tools.records[0].fields[1].id",
		"tools: {records: [{id: r, fields: [{id: x, type: money}]}]}":                                       "tools.records[0].fields[0].type",
		"tools: {records: [{id: r, fields: [{id: x, type: date, max: 7}]}]}":                                "tools.records[0].fields[0]",
		"tools: {documents: [instructions]}":                                                                "tools.documents[0]",
		"tools: {email: {}}":                                                                                "tools.email",
		"tools: {email: {to: [nadie]}}":                                                                     "tools.email.to[0]",
		"tools: {http: [{host: api.example, methods: [TRACE], secret: \"${TENANT_API}\"}]}":                 "tools.http[0].methods[0]",
		"tools: {http: [{host: \"https://api.example\", methods: [GET], secret: \"${TENANT_API}\"}]}":       "tools.http[0].host",
		"tools: {http: [{host: 10.0.0.1, methods: [GET], secret: \"${TENANT_API}\"}]}":                      "tools.http[0].host",
		"tools: {http: [{host: api.example, methods: [GET], secret: abierto}]}":                             "tools.http[0].secret",
		"tools: {http: [{host: api.example, methods: [GET], secret: \"${TENANT_SHORT}\"}]}":                 "tools.http[0].secret",
		"tools: {http: [{host: api.example, methods: [GET], secret: \"${RECADO_SECRET_KEY}\"}]}":            "tools.http[0].secret",
		"tools: {http: [{host: api.example, paths: ../x, methods: [GET], secret: \"${TENANT_API}\"}]}":      "tools.http[0].paths",
		"tools: {servers: [{id: crm, url: \"http://crm.example\", tools: [{name: x}]}]}":                    "tools.servers[0].url",
		"tools: {servers: [{id: crm, url: \"https://crm.example\", tools: [{name: x}, {name: x}]}]}":        "tools.servers[0].tools[1]",
		"tools: {servers: [{id: crm, url: \"https://crm.example\", header: \"a: b\", tools: [{name: x}]}]}": "tools.servers[0].header",
		"tools: {servers: [{id: crm, url: \"https://crm.example\", tools: [{name: \"borra todo\"}]}]}":      "tools.servers[0].tools[0].name",
	} {
		_, err := loadTools(text, env)
		if err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("%s: %v, want %s", text, err, field)
		}
	}
}
