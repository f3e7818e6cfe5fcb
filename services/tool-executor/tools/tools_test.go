package tools_test

import (
	"encoding/json"
	"regexp"
	"testing"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools"
)

func TestEveryToolHasAValidSpec(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, s := range tools.Specs() {
		for _, name := range append([]string{s.Name}, s.Aliases...) {
			if names[name] || !regexp.MustCompile(`^[a-z_]{1,64}$`).MatchString(name) {
				t.Errorf("name %q is taken or not one that models accept", name)
			}
			names[name] = true
		}
		var schema struct {
			Type       string                     `json:"type"`
			Properties map[string]json.RawMessage `json:"properties"`
			Extra      *bool                      `json:"additionalProperties"`
			Required   []string                   `json:"required"`
		}
		if err := json.Unmarshal(s.Parameters, &schema); err != nil || s.Description == "" {
			t.Errorf("%s: %q, %v", s.Name, s.Description, err)
		}
		if schema.Type != "object" || schema.Extra == nil || *schema.Extra {
			t.Errorf("%s: parameters %s", s.Name, s.Parameters)
		}
		if len(s.Examples) == 0 {
			t.Errorf("%s shows no example", s.Name)
		}
		for _, example := range s.Examples {
			var given map[string]json.RawMessage
			if err := json.Unmarshal(example, &given); err != nil {
				t.Errorf("%s: example %s: %v", s.Name, example, err)
			}
			for name := range given {
				if _, ok := schema.Properties[name]; !ok {
					t.Errorf("%s: example %s has a parameter that there is not", s.Name, example)
				}
			}
			for _, r := range schema.Required {
				if _, ok := given[r]; !ok {
					t.Errorf("%s: example %s lacks %s", s.Name, example, r)
				}
			}
		}
		for _, r := range schema.Required {
			if _, ok := schema.Properties[r]; !ok {
				t.Errorf("%s requires %s and does not describe it", s.Name, r)
			}
		}
	}
}

func TestServiceInfoFindsByPartOfTheName(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	type info struct {
		ID       string   `json:"id"`
		Min      *float64 `json:"price_min"`
		Max      *float64 `json:"price_max"`
		Range    string   `json:"price_range"`
		Minutes  int      `json:"duration_minutes"`
		Consult  bool     `json:"requires_consultation"`
		Promo    bool     `json:"promotion_active"`
		Currency string   `json:"currency"`
	}
	for _, name := range []string{"limpieza", "Limpieza Dental", "LIMPIEZA", "profilaxis", "la limpieza dental"} {
		got, r := call[info](t, l, tool.Call{Tenant: "clinic"}, "get_service_info", `{"service_name":"`+name+`"}`)
		if r.Err != nil || got.ID != "limpieza" || len(r.Evidence) != 1 {
			t.Fatalf("%s: got %+v %v", name, got, r.Err)
		}
		if *got.Min != 800 || *got.Max != 1200.5 || got.Currency != "MXN" {
			t.Errorf("%s: the price is %v to %v %s", name, *got.Min, *got.Max, got.Currency)
		}
		if got.Minutes != 45 || got.Promo {
			t.Errorf("%s: got %+v", name, got)
		}
		contains(t, got.Range, "$800", "$1,200.50")
	}
	if got, _ := call[info](t, l, tool.Call{Tenant: "clinic"}, "get_service_info", `{"service_name":"ortodoncia"}`); got.Min != nil || got.Range != "" || !got.Consult {
		t.Errorf("a service without a price got one: %+v", got)
	}
	if got, _ := call[info](t, l, tool.Call{Tenant: "bistro"}, "get_service_info", `{"service_name":"cazuela"}`); *got.Min != 8900 || got.Currency != "CLP" {
		t.Errorf("a dish: got %+v", got)
	}
	if e := refused(t, l, tool.Call{Tenant: "clinic"}, "get_service_info", `{"service_name":"cazuela"}`); e.Code != "not_found" || len(e.Allowed) != 3 {
		t.Errorf("another tenant's dish: got %+v", e)
	}
}

func TestListServicesGivesPriceRanges(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	list, _ := call[[]map[string]string](t, l, tool.Call{Tenant: "clinic"}, "list_services", `{}`)
	if len(list) != 3 || list[0]["name"] != "Limpieza dental" {
		t.Errorf("got %v", list)
	}
	if list, _ := call[[]map[string]string](t, l, tool.Call{Tenant: "clinic"}, "list_services", `{"category":"Preventivo"}`); len(list) != 1 {
		t.Errorf("got %v", list)
	}
	if list, _ := call[[]map[string]string](t, l, tool.Call{Tenant: "bistro"}, "list_services", `{}`); len(list) != 1 {
		t.Errorf("a dish that cannot be had is listed: %v", list)
	}
	if e := refused(t, l, tool.Call{Tenant: "clinic"}, "list_services", `{"category":"sushi"}`); e.Field != "category" || len(e.Allowed) == 0 {
		t.Errorf("got %+v", e)
	}
}

func TestBranchInfoListsAllOrOneBranch(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	type info struct {
		Name  string                     `json:"name"`
		Hours map[string]json.RawMessage `json:"operating_hours"`
	}
	all, _ := call[[]info](t, l, tool.Call{Tenant: "clinic"}, "get_branch_info", `{}`)
	if len(all) != 2 || string(all[0].Hours["saturday"]) != `{"open":"09:00","close":"14:00"}` || string(all[0].Hours["sunday"]) != "null" || len(all[0].Hours) != 7 {
		t.Errorf("got %s", all[0].Hours)
	}
	one, _ := call[info](t, l, tool.Call{Tenant: "clinic"}, "get_branch_info", `{"branch_name":"downtown"}`)
	contains(t, string(one.Hours["monday"]), `"open":"16:00"`)
	if e := refused(t, l, tool.Call{Tenant: "clinic"}, "get_branch_info", `{"branch_id":"plaza"}`); len(e.Allowed) != 2 {
		t.Errorf("got %+v", e)
	}
}

func TestPolicyAndKnowledgeAnswerFromTheTenantsDocuments(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	got, _ := call[map[string]string](t, l, tool.Call{Tenant: "clinic"}, "get_business_policy", `{"policy_type":"cancellation"}`)
	if got["short_version"] != "24 horas antes." {
		t.Errorf("got %v", got)
	}
	if e := refused(t, l, tool.Call{Tenant: "clinic"}, "get_business_policy", `{"policy_type":"guarantee"}`); e.Code != "not_found" {
		t.Errorf("guarantee is warranty, which the clinic has none of: got %+v", e)
	}
	if e := refused(t, l, tool.Call{Tenant: "clinic"}, "get_business_policy", `{"policy_type":"x"}`); len(e.Allowed) != 7 {
		t.Errorf("got %+v", e)
	}
	hits, r := call[[]map[string]any](t, l, tool.Call{Tenant: "clinic"}, "search_knowledge_base", `{"query":"¿duele?","limit":2}`)
	if len(hits) != 1 || hits[0]["content"] != "clinic" || r.Evidence[0].Kind != "chunk" {
		t.Errorf("got %v", hits)
	}
}

func TestErrorsOfWrongArgumentsNameTheField(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	for _, c := range []struct{ tool, args, field string }{
		{"get_service_info", `{"service_name":7}`, "service_name"},
		{"get_service_info", `{"name":"x"}`, "name"},
		{"get_service_info", `[]`, ""},
		{"search_knowledge_base", `{"query":" "}`, "query"},
		{"search_knowledge_base", `{"query":"x","top_k":99}`, "top_k"},
		{"search_knowledge_base", `{"query":"x","category":"secrets"}`, "category"},
		{"get_available_slots", `{"date":"mañana"}`, "date"},
		{"get_available_slots", `{"service_id":"nope"}`, "service_id"},
		{"create_appointment", `{"date":"2026-11-24"}`, "time"},
		{"create_appointment", `{"slot_id":"x","party_size":9999}`, "party_size"},
		{"escalate_to_human", `{"reason":""}`, "reason"},
	} {
		if e := refused(t, l, tool.Call{Tenant: "clinic", Key: "k"}, c.tool, c.args); e.Field != c.field {
			t.Errorf("%s %s: got field %q (%s)", c.tool, c.args, e.Field, e.Message)
		}
	}
}
