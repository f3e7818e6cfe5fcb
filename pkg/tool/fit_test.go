package tool_test

import (
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
)

var shop = tenant.Tools{
	Records: []tenant.Collection{
		{Name: "repairs", About: "what is in the shop", Create: true, Fields: []tenant.Field{
			{Name: "thing", Type: tenant.FieldText, Required: true, Values: []string{"bicycle", "scooter"}},
			{Name: "due", Type: tenant.FieldDate, About: "as promised"},
		}},
		{Name: "guarantees", Fields: []tenant.Field{{Name: "model", Type: tenant.FieldText}}},
	},
	Documents: []string{"articles"},
	Email:     &tenant.Email{To: []string{"desk@shop.example"}, Contact: true},
	HTTP:      []tenant.HTTPHost{{Host: "api.shop.example", Methods: []string{"GET"}, Paths: "/v1/"}},
}

func TestToolThatIsOffIsOnlyThereWhereTheTenantAllowsIt(t *testing.T) {
	t.Parallel()
	for name, says := range map[string]string{
		"query_records":  "repairs, what is in the shop: thing (bicycle|scooter, required), due (date, as promised); guarantees: model (text)",
		"create_record":  "Allowed: repairs, what is in the shop: thing (bicycle|scooter, required), due (date, as promised).",
		"search_content": "articles", "send_email": "desk@shop.example; contact", "http_request": "GET https://api.shop.example/v1/",
	} {
		s := tool.Spec{Name: name, Description: "Does.", Optional: true, Write: true, Confirm: true}
		got, on := tool.Fit(s, &shop)
		if !on || !strings.Contains(got.Description, says) {
			t.Errorf("%s: on %v, %q lacks %q", name, on, got.Description, says)
		}
		if reads := name == "http_request"; got.Write == reads || got.Confirm == reads {
			t.Errorf("%s writes %v, asks %v", name, got.Write, got.Confirm)
		}
		if _, on := tool.Fit(s, &tenant.Tools{}); on {
			t.Errorf("%s is on where nothing is allowed", name)
		}
	}
	if _, on := tool.Fit(tool.Spec{Name: "update_record", Optional: true}, &shop); on {
		t.Error("records that nobody may change may be changed")
	}
	if _, on := tool.Fit(tool.Spec{Name: "unheard_of", Optional: true}, &shop); on {
		t.Error("a tool that no file can allow is on")
	}
	if s, on := tool.Fit(tool.Spec{Name: "get_menu", Description: "The menu."}, &tenant.Tools{}); !on || s.Description != "The menu." {
		t.Errorf("a tool of every tenant: %+v, %v", s, on)
	}
	posts := shop
	posts.HTTP = []tenant.HTTPHost{{Host: "api.shop.example", Methods: []string{"GET", "POST"}}}
	if s, _ := tool.Fit(tool.Spec{Name: "http_request", Optional: true, Write: true, Confirm: true}, &posts); !s.Write || !s.Confirm {
		t.Error("a request that may change something needs no yes")
	}
}

func TestToolIsForTheSpecialistsThatItNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		specialists []string
		name        string
		has         bool
	}{
		{tool.Everybody(), "faq", true},
		{tool.Bookers("pricing"), "booking_dental", true},
		{tool.Bookers("pricing"), "pricing", true},
		{tool.Bookers("pricing"), "faq", false},
		{nil, "faq", false},
	} {
		if got := (tool.Spec{Specialists: c.specialists}).For(c.name); got != c.has {
			t.Errorf("%s of %v: %v", c.name, c.specialists, got)
		}
	}
	if got := tool.Examples(`{"a":1}`, `{}`); len(got) != 2 || string(got[0]) != `{"a":1}` {
		t.Errorf("examples %s", got)
	}
}

func TestTypeOfAnAssistantLeavesItWhatItsPermissionsSay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind string
		need tool.Permission
		may  bool
	}{
		{"full", tool.Orders, true},
		{"", tool.Outside, true},
		{"sales", tool.Loyalty, true},
		{"information_only", tool.Inform, true},
		{"information_only", tool.Contact, true},
		{"information_only", tool.Calendar, false},
		{"information_only", tool.Records, false},
		{"information_only", "", false},
		{"appointments_only", tool.Appointments, true},
		{"appointments_only", tool.Orders, false},
		{"appointments_only", tool.Outside, false},
	} {
		if got := tool.MayUse(c.kind, tool.Spec{Name: "any", Permission: c.need}); got != c.may {
			t.Errorf("%q with %q: %v, want %v", c.kind, c.need, got, c.may)
		}
	}
}

func TestResultIsReadWhereItIsOne(t *testing.T) {
	t.Parallel()
	type answer struct{ Name string }
	if got, ok := tool.Read[answer](tool.Result{JSON: []byte(`{"name":"x"}`)}); !ok || got.Name != "x" {
		t.Errorf("got %+v %v", got, ok)
	}
	for name, r := range map[string]tool.Result{
		"a refusal": {Err: &tool.Error{Code: "no"}, JSON: []byte(`{"name":"x"}`)}, "nothing": {}, "a list": {JSON: []byte(`[]`)},
	} {
		if _, ok := tool.Read[answer](r); ok {
			t.Errorf("%s was read", name)
		}
	}
	if got := (&tool.Error{Code: "past", Field: "date", Message: "m"}).Error(); got != "past (date): m" {
		t.Errorf("got %q", got)
	}
}
