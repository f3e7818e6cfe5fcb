package tools_test

import (
	"slices"
	"testing"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
)

type staffMember struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	Role      string   `json:"role"`
	Specialty string   `json:"specialty"`
	Branches  []string `json:"branches"`
	Services  []string `json:"services"`
	Days      []struct {
		Day    string `json:"day"`
		Branch string `json:"branch"`
		Open   string `json:"open"`
		Close  string `json:"close"`
	} `json:"days"`
}

func TestStaffAreToldWithTheirDays(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	all, r := call[[]staffMember](t, l, tool.Call{Tenant: "clinic"}, "get_staff_info", `{}`)
	if len(all) != 2 || len(r.Evidence) != 2 || all[1].Days == nil || len(all[1].Days) != 0 {
		t.Fatalf("got %+v", all)
	}
	ana := all[0]
	if ana.ID != "ana" || ana.Specialty != "Odontología general" || !slices.Equal(ana.Branches, []string{"Centro", "Norte"}) {
		t.Errorf("got %+v", ana)
	}
	if !slices.Equal(ana.Services, []string{"Limpieza dental", "Valoración"}) || len(ana.Days) != 6 {
		t.Errorf("got %+v", ana)
	}
	if d := ana.Days[1]; d.Day != "monday" || d.Branch != "Norte" || d.Open != "16:00" || d.Close != "20:00" {
		t.Errorf("got %+v", ana.Days)
	}
}

func TestStaffAreFoundByNameAndByWhatTheyDo(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	for args, want := range map[string]string{
		`{"staff_name":"doctora ana"}`:                         "ana",
		`{"staff_name":"Luz"}`:                                 "luz",
		`{"specialty":"odontologia"}`:                          "ana",
		`{"specialty":"profilaxis"}`:                           "ana",
		`{"specialty":"recepción"}`:                            "luz",
		`{"staff_name":"ana prueba","specialty":"Odontóloga"}`: "ana",
	} {
		if got, r := call[[]staffMember](t, l, tool.Call{Tenant: "clinic"}, "get_staff_info", args); len(got) != 1 || got[0].ID != want {
			t.Errorf("%s: got %+v %v", args, got, r.Err)
		}
	}
	if e := refused(t, l, tool.Call{Tenant: "clinic"}, "get_staff_info", `{"staff_name":"Ramón"}`); e.Code != "not_found" || len(e.Allowed.Names()) != 2 {
		t.Errorf("got %+v", e)
	}
	if e := refused(t, l, tool.Call{Tenant: "clinic"}, "get_staff_info", `{"specialty":"cardiología"}`); e.Field != "specialty" || len(e.Allowed.Names()) != 2 {
		t.Errorf("got %+v", e)
	}
}

func TestMenuTellsAllergensDietsAndWhatIsNotToBeHad(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	type item struct {
		Name      string   `json:"name"`
		Price     float64  `json:"price"`
		Text      string   `json:"price_text"`
		Category  string   `json:"category"`
		Available bool     `json:"available"`
		Allergens []string `json:"allergens"`
		Diets     []string `json:"diets"`
	}
	all, r := call[[]item](t, l, tool.Call{Tenant: "bistro"}, "get_menu", `{}`)
	if len(all) != 2 || len(r.Evidence) != 2 {
		t.Fatalf("got %+v", all)
	}
	if x := all[0]; x.Price != 8900 || !x.Available || !slices.Equal(x.Allergens, []string{"apio"}) || !slices.Equal(x.Diets, []string{"gluten_free"}) {
		t.Errorf("got %+v", x)
	}
	if x := all[1]; x.Available || x.Allergens == nil || x.Diets == nil {
		t.Errorf("got %+v", x)
	}
	contains(t, all[0].Text, "8.900")
	if got, _ := call[[]item](t, l, tool.Call{Tenant: "bistro"}, "get_menu", `{"category":"BEBIDAS"}`); len(got) != 1 || got[0].Name != "Agua" {
		t.Errorf("got %+v", got)
	}
	if e := refused(t, l, tool.Call{Tenant: "bistro"}, "get_menu", `{"category":"sushi"}`); !slices.Equal(e.Allowed.Names(), []string{"fondos", "bebidas"}) {
		t.Errorf("got %+v", e)
	}
	if none, _ := call[[]item](t, l, tool.Call{Tenant: "clinic"}, "get_menu", `{}`); none == nil || len(none) != 0 {
		t.Errorf("a clinic's menu: %v", none)
	}
}

func TestServiceTellsItsPreparationAndADishItsAllergens(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	if got, _ := call[map[string]any](t, l, tool.Call{Tenant: "clinic"}, "get_service_info", `{"service_name":"limpieza"}`); got["preparation"] != "Llega con los dientes cepillados." {
		t.Errorf("got %v", got)
	}
	if got, _ := call[map[string][]string](t, l, tool.Call{Tenant: "bistro"}, "get_menu", `{"category":"nada"}`); len(got) != 0 {
		t.Errorf("got %v", got)
	}
	got, _ := call[map[string]any](t, l, tool.Call{Tenant: "bistro"}, "get_service_info", `{"service_name":"cazuela"}`)
	if list, ok := got["allergens"].([]any); !ok || len(list) != 1 || list[0] != "apio" {
		t.Errorf("got %v", got)
	}
}

func TestFAQAnswersFromTheBusinesssOwn(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	got, r := call[[]map[string]any](t, l, tool.Call{Tenant: "clinic"}, "get_faq", `{"query":"¿duele?"}`)
	if len(got) != 1 || got[0]["question"] != "¿duele?" || got[0]["answer"] != "clinic faq" || r.Evidence[0].Kind != "chunk" {
		t.Errorf("got %v", got)
	}
	if e := refused(t, l, tool.Call{Tenant: "clinic"}, "get_faq", `{"query":" "}`); e.Field != "query" {
		t.Errorf("got %+v", e)
	}
}

func TestTemplateIsFilledInTheCustomersLanguage(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.db.Exec(t, `INSERT INTO business.response_templates (tenant_id, id, trigger_type, language, text) VALUES
		('clinic', gen_random_uuid(), 'farewell', 'es', '¡Gracias por escribirnos a {business}, {name}!'),
		('clinic', gen_random_uuid(), 'confirmation', 'es', 'Tu cita de {service} quedó para el {date} a las {time}.')`)
	say := func(lang, args string) (string, *tool.Error) {
		got, r := call[struct{ Text string }](t, l, tool.Call{Tenant: "clinic", Language: lang, AssistantID: l.assistant(t, "clinic")}, "get_response_template", args)
		return got.Text, r.Err
	}
	for args, want := range map[string]string{
		`{"trigger_type":"greeting"}`:                            "¡Hola! Soy Sofía.",
		`{"trigger_type":"farewell"}`:                            "¡Gracias por escribirnos a Clínica de Prueba!",
		`{"trigger_type":"farewell","variables":{"name":"Ana"}}`: "¡Gracias por escribirnos a Clínica de Prueba, Ana!",
		`{"trigger_type":"confirmation","variables":{"service":"Limpieza","date":"martes 24","time":"17:00","other":"x"}}`: "Tu cita de Limpieza quedó para el martes 24 a las 17:00.",
	} {
		if got, refusal := say("es", args); got != want {
			t.Errorf("%s: %q %v, want %q", args, got, refusal, want)
		}
	}
	if _, e := say("es", `{"trigger_type":"confirmation","variables":{"date":"martes 24"}}`); e == nil || !slices.Equal(e.Allowed.Names(), []string{"service", "time"}) {
		t.Errorf("got %+v", e)
	}
	if _, e := say("en", `{"trigger_type":"greeting"}`); e == nil || e.Code != "not_found" {
		t.Errorf("a Spanish text to who speaks English: %+v", e)
	}
	if _, e := say("es", `{"trigger_type":"insult"}`); e == nil || len(e.Allowed) != 5 {
		t.Errorf("got %+v", e)
	}
	if _, e := say("es", `{"trigger_type":"greeting","variables":{"name":7}}`); e == nil || e.Code != "invalid_arguments" {
		t.Errorf("got %+v", e)
	}
}

// assistant is the id of a tenant's first assistant.
func (l *lab) assistant(t *testing.T, id tenant.ID) (out string) {
	t.Helper()
	l.db.QueryRow(t, `SELECT settings -> 'assistants' -> 0 ->> 'id' FROM core.tenants WHERE tenant_id = $1`, []any{string(id)}, &out)
	return out
}

func TestReadToolsSeeTheirOwnTenantOnly(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	stranger := tool.Call{Tenant: "nobody", Language: "es"}
	for name, args := range map[string]string{"get_staff_info": `{}`, "get_menu": `{}`, "get_appointments": `{}`} {
		stranger.ContactID = l.turn(t, "clinic").ContactID
		if got, r := call[[]any](t, l, stranger, name, args); len(got) != 0 || r.Err != nil {
			t.Errorf("%s tells a stranger %v %v", name, got, r.Err)
		}
	}
	if e := refused(t, l, stranger, "get_response_template", `{"trigger_type":"greeting"}`); e.Code != "not_found" {
		t.Errorf("got %+v", e)
	}
}
