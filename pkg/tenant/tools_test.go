package tenant_test

import (
	"encoding/json"
	"testing"

	"github.com/recado/recado/pkg/tenant"
)

func TestNothingIsAllowedThatNoFileAllows(t *testing.T) {
	t.Parallel()
	var none tenant.Tools
	full := tenant.Tools{
		Records: []tenant.Collection{{Name: "repairs", Create: true, Update: true}}, Documents: []string{"articles"},
		Email: &tenant.Email{}, HTTP: []tenant.HTTPHost{{Host: "api.shop.example", Methods: []string{"GET", "POST"}}},
	}
	for _, name := range []string{"query_records", "create_record", "update_record", "search_content", "send_email", "http_request"} {
		if none.Allows(name) || !full.Allows(name) {
			t.Errorf("%s: none %v, full %v", name, none.Allows(name), full.Allows(name))
		}
	}
	if full.Allows("get_menu") || !none.Reads() || full.Reads() {
		t.Error("what every tenant has is allowed by a file, or a POST only reads")
	}
	if c, ok := full.Collection("repairs"); !ok || c.Name != "repairs" {
		t.Errorf("got %+v %v", c, ok)
	}
	if _, ok := full.Collection("tenants"); ok {
		t.Error("a collection that there is not")
	}
	lending := tenant.Tools{Servers: []tenant.ToolServer{{Name: "crm", Tools: []tenant.ServerTool{{Name: "lookup"}}}}}
	for _, c := range []struct {
		server, name string
		lends        bool
	}{
		{"crm", "lookup", true},
		{"crm", "drop", false},
		{"other", "lookup", false},
		{"", "", false},
	} {
		if got := lending.Lends(c.server, c.name); got != c.lends || none.Lends(c.server, c.name) {
			t.Errorf("%s of %s: %v", c.name, c.server, got)
		}
	}
	a, b := tenant.ToolBound("shop", "api.shop.example"), tenant.ToolBound("shop", "other.example")
	if string(a) == string(b) || string(a) == string(tenant.ToolBound("other", "api.shop.example")) {
		t.Error("a secret opens elsewhere")
	}
}

// What an older process wrote without a field is read as it was meant: closed.
func TestAnAssistantOfAnOlderProcessReadsNobodysOwnDocuments(t *testing.T) {
	t.Parallel()
	var a tenant.Assistant
	if err := json.Unmarshal([]byte(`{"id": "x", "corpora": ["c"]}`), &a); err != nil || a.AllowsPersonal {
		t.Errorf("%+v, %v", a, err)
	}
}
