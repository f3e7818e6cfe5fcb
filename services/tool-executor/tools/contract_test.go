package tools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools"
	"github.com/recado/recado/services/tool-executor/tools/generic"
)

// promise is what strangers count on of a tool: its parameters (? is optional), other names, and what its result holds, of the first
// where it is a list. Both may gain fields, and lose none.
type promise struct {
	name, aliases, parameters string
	tenant                    tenant.ID
	arguments, result         string
}

// promises are on the wire and never change. {order} is the id of the order before, {slot} that of a free time, {visit} the appointment.
var promises = []promise{
	{
		"get_service_info", "get_service_details", "service_name", "clinic", `{"service_name":"limpieza"}`,
		"id name price_min price_max price_note duration_minutes description requires_consultation promotion_active promotion_text",
	},
	{"get_service_info", "", "service_name", "bistro", `{"service_name":"cazuela"}`, "id name price_min price_max duration_minutes"},
	{"list_services", "", "category? page?", "clinic", `{}`, "name price_range category"},
	{
		"get_service_catalog", "", "category? include_promotions? page?", "clinic", `{"include_promotions":true}`,
		"name price_range category description",
	},
	{
		"get_available_slots", "", "date? date_end? time? part_of_day? branch_id? staff_id? service_id? party_size? page?", "clinic", `{}`,
		"slot_id date time branch_name staff_name available",
	},
	{
		"get_branch_info", "get_branches get_clinic_info", "branch_name? branch_id?", "clinic", `{}`,
		"name address city phone whatsapp google_maps_url operating_hours special_days",
	},
	{"get_business_policy", "get_policy", "policy_type", "clinic", `{"policy_type":"cancellation"}`, "title policy short_version"},
	{"search_knowledge_base", "", "query category? top_k?", "clinic", `{"query":"x","limit":3}`, "title content category relevance_score"},
	{"search_knowledge_base", "", "query", "clinic", `{"query":"clinic","category":"competitors"}`, ""},
	{"get_faq", "", "query", "clinic", `{"query":"x"}`, "question answer"},
	{"get_staff_info", "get_staff", "staff_name? specialty?", "clinic", `{}`, "name role specialty branches"},
	{"get_menu", "", "category? page?", "cantina", `{}`, "name description price category available"},
	{"get_response_template", "", "trigger_type variables?", "clinic", `{"trigger_type":"greeting","variables":{"assistant":"Eva"}}`, "text"},
	{"get_competitor_strategy", "", "competitor_name", "clinic", `{"competitor_name":"otra clínica"}`, "strategy"},
	{"check_dental_urgency", "", "symptoms", "clinic", `{"symptoms":["dolor"]}`, "urgency_level recommendation should_escalate"},
	{
		"create_appointment", "", "slot_id? date? time? service_id? branch_id? staff_id? party_size? notes?", "clinic", `{"slot_id":"{slot}"}`,
		"success appointment_id confirmation_message",
	},
	{"get_appointments", "", "", "clinic", `{}`, "appointment_id date time service branch status"},
	{
		"reschedule_appointment", "", "appointment_id? slot_id? date? time? reason?", "clinic", `{"slot_id":"{slot}"}`,
		"success appointment_id confirmation_message",
	},
	{
		"cancel_appointment", "", "appointment_id? reason?", "clinic", `{"appointment_id":"{visit}"}`,
		"success appointment_id confirmation_message",
	},
	{"cancel_appointment", "", "", "clinic", `{}`, "success error"},
	{"join_waiting_list", "", "service_id? date?", "clinic", `{"service_id":"limpieza"}`, "success"},
	{"update_lead_info", "update_lead", "name? email? phone?", "clinic", `{"name":"Ana"}`, "success updated_fields"},
	{
		"create_order", "", "items order_type scheduled_time? delivery_address?", "cantina",
		`{"items":[{"name":"taco al pastor","quantity":2,"notes":"sin cebolla"}],"order_type":"pickup"}`,
		"success order_id total estimated_time",
	},
	{"get_order_status", "", "order_id?", "cantina", `{"order_id":"{order}"}`, "order_id status estimated_time"},
	{"cancel_order", "", "order_id", "cantina", `{"order_id":"{order}"}`, "success"},
	{"request_callback", "", "phone? when?", "clinic", `{"phone":"5512345678","when":"hoy"}`, "success"},
	{"escalate_to_human", "", "reason summary?", "clinic", `{"reason":"complaint"}`, "success message"},
}

func TestToolsKeepTheirPromises(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.addCantina(t)
	calls := map[tenant.ID]tool.Call{}
	for _, id := range []tenant.ID{"clinic", "bistro", "cantina"} {
		calls[id] = l.turn(t, id)
	}
	known := map[string]string{}
	for _, p := range promises {
		x, ok := l.byName[p.name]
		if !ok {
			t.Errorf("there is no %s", p.name)
			continue
		}
		p.checkSpec(t, x.Spec())
		slots := l.openings(t, "clinic", `{}`)
		values := strings.NewReplacer("{order}", known["order_id"], "{visit}", known["appointment_id"], "{slot}", slots[0].SlotID)
		args := values.Replace(p.arguments)
		c := calls[p.tenant]
		c.Key, c.TurnID = uuid.NewString(), uuid.NewString()
		_, r := call[any](t, l, c, p.name, args)
		if r.Err != nil {
			t.Errorf("%s %s: %v", p.name, args, r.Err)
			continue
		}
		if len(r.Evidence) == 0 && p.result != "" && !strings.HasSuffix(p.result, "error") {
			t.Errorf("%s: nothing says where %s comes from", p.name, r.JSON)
		}
		p.checkResult(t, r.JSON, known)
	}
}

// TestToolsThatNeedMoreThanACallAreDescribedAsPromised holds for those whose results their own packages test.
func TestToolsThatNeedMoreThanACallAreDescribedAsPromised(t *testing.T) {
	t.Parallel()
	specs := map[string]tool.Spec{}
	for _, s := range tools.Specs() {
		specs[s.Name] = s
	}
	for _, p := range []promise{
		{name: "get_loyalty_balance"},
		{
			name:       "award_loyalty_tokens",
			parameters: "program_id contact_id tokens transaction_type description source_type source_id?",
		},
		{name: "redeem_reward", parameters: "reward_id"},
		{name: "join_waiting_list", parameters: "service_id? date?"},
		{name: "query_records", parameters: "collection where? page?"},
		{name: "search_content", parameters: "query category? top_k?"},
		{name: "create_record", parameters: "collection values"},
		{name: "update_record", parameters: "collection record_id values"},
		{name: "send_email", parameters: "to subject body"},
		{name: "http_request", parameters: "method url body?"},
	} {
		s, ok := specs[p.name]
		if !ok {
			t.Errorf("there is no %s", p.name)
			continue
		}
		p.checkSpec(t, s)
	}
}

// checkSpec finds each parameter in the schema, required where it is said to be, and each other name.
func (p promise) checkSpec(t *testing.T, s tool.Spec) {
	t.Helper()
	for alias := range strings.FieldsSeq(p.aliases) {
		if !slices.Contains(s.Aliases, alias) {
			t.Errorf("%s is not known as %s", p.name, alias)
		}
	}
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
	}
	if err := json.Unmarshal(s.Parameters, &schema); err != nil {
		t.Fatal(err)
	}
	var required []string
	for name := range strings.FieldsSeq(p.parameters) {
		name, optional := strings.CutSuffix(name, "?")
		if _, ok := schema.Properties[name]; !ok {
			t.Errorf("%s has no %s", p.name, name)
		}
		if !optional {
			required = append(required, name)
		}
	}
	slices.Sort(schema.Required)
	if slices.Sort(required); p.parameters != "" && !slices.Equal(required, schema.Required) {
		t.Errorf("%s wants %v, should want %v", p.name, schema.Required, required)
	}
}

// checkResult finds each promised field, and keeps the ids that later calls need.
func (p promise) checkResult(t *testing.T, data json.RawMessage, known map[string]string) {
	t.Helper()
	if bytes.HasPrefix(data, []byte("[")) {
		var list []json.RawMessage
		if err := json.Unmarshal(data, &list); err != nil || len(list) == 0 && p.result != "" {
			t.Errorf("%s: %s, %v", p.name, data, err)
			return
		}
		if p.result == "" {
			return
		}
		data = list[0]
	}
	var got map[string]json.RawMessage
	if err := json.Unmarshal(data, &got); err != nil {
		t.Errorf("%s: %s, %v", p.name, data, err)
	}
	for name := range strings.FieldsSeq(p.result) {
		if _, ok := got[name]; !ok {
			t.Errorf("%s tells no %s: %s", p.name, name, data)
		}
		var text string
		if strings.HasSuffix(name, "_id") && json.Unmarshal(got[name], &text) == nil {
			known[name] = text
		}
	}
}

// addCantina adds a restaurant that takes orders at any hour.
func (l *lab) addCantina(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile("orders/testdata/cantina.yaml")
	if err != nil {
		t.Fatal(err)
	}
	f, err := tenantfile.Load(fstest.MapFS{"tenant.yaml": {Data: text}}, "tenant.yaml", func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	applier := &apply.Applier{Store: l.db.Open(t, "recado_console"), Bus: bustest.New(t).Bus(t, "console"), Key: key}
	if _, err := applier.Apply(t.Context(), f); err != nil {
		t.Fatal(err)
	}
}

// FuzzArguments gives every tool what nobody meant: it is refused by a code and a field that fit an answer, and nothing panics. No
// tool reaches its data: what is well formed ends at the store that is not there.
func FuzzArguments(f *testing.F) {
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		f.Fatal(err)
	}
	all := append(tools.All(tools.NewStore(nil), key, passages{}), generic.All(generic.Options{
		Settings: everything{}, Key: key, Search: func(context.Context, generic.Question) ([]generic.Passage, error) { return nil, nil },
	})...)
	for i, x := range all {
		for _, example := range x.Spec().Examples {
			f.Add(i, string(example))
		}
	}
	for _, args := range []string{
		``, `null`, `[]`, `{"a":1}`, `{"items":[{"name":"x","quantity":-1}],"order_type":"pickup"}`, `{"date":"2026-02-30","time":"25:61"}`,
		`{"slot_id":"x","party_size":-1}`, `{"symptoms":[""]}`, `{"query":"x","top_k":1e9}`, `{"variables":{"a":1}}`, `{"reason":"<b>"}`,
	} {
		for i := range all {
			f.Add(i, args)
		}
	}
	f.Fuzz(func(t *testing.T, which int, args string) {
		x := all[uint(which)%uint(len(all))]
		r, reached := attempt(t, x, args)
		if reached || r.Err == nil {
			return
		}
		if r.Err.Code == "" || r.Err.Message == "" || len(r.Err.Field) > 64 || r.JSON != nil {
			t.Errorf("%s %q: a refusal that helps nobody: %+v", x.Spec().Name, args, r.Err)
		}
	})
}

// everything is a tenant that allows every tool.
type everything struct{}

func (everything) Get(id tenant.ID) (*tenant.Settings, bool) {
	return &tenant.Settings{ID: id, Tools: tenant.Tools{
		Records: []tenant.Collection{{
			Name: "reparaciones", Create: true, Update: true, Max: 3,
			Fields: []tenant.Field{{Name: "falla", Type: tenant.FieldText, Max: 50}, {Name: "dia", Type: tenant.FieldDate}},
		}},
		Documents: []string{"articles"}, Email: &tenant.Email{To: []string{"taller@taller.example"}, Contact: true, PerDay: 3},
		HTTP: []tenant.HTTPHost{{Host: "api.taller.example", Methods: []string{"GET", "POST"}, Paths: "/"}},
	}}, true
}

// attempt calls a tool that has no data; reached says that it went to look for them.
func attempt(t *testing.T, x tool.Tool, args string) (r tool.Result, reached bool) {
	defer func() {
		if p := recover(); p != nil {
			if reached = bytes.Contains(debug.Stack(), []byte("pkg/store.(*Store)")); !reached {
				panic(p)
			}
		}
	}()
	r, err := x.Call(t.Context(), tool.Call{Tenant: "clinic", Key: "k", Language: "es", Arguments: json.RawMessage(args)})
	if err != nil {
		t.Errorf("%s %q: %v", x.Spec().Name, args, err)
	}
	return r, false
}
