package generic_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
)

type kept struct {
	Success bool   `json:"success"`
	ID      string `json:"record_id"`
}

type told struct {
	ID     string         `json:"record_id"`
	Day    string         `json:"created_at"`
	Values map[string]any `json:"values"`
}

const bicycle = `{"collection":"reparaciones",` +
	`"values":{"articulo":"bicicleta","falla":" no  frena","presupuesto":350,"entrega":"2027-01-15"}}`

func TestRecordsAreTheContactsOwn(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ana, luis := l.turn(t, "taller"), l.turn(t, "taller")
	made, r := call[kept](t, l, ana, "create_record", bicycle)
	if r.Err != nil || !made.Success || uuid.Validate(made.ID) != nil || len(r.Evidence) != 1 {
		t.Fatalf("got %s %v", r.JSON, r.Err)
	}
	if again, r := call[kept](t, l, ana, "create_record", bicycle); !r.Replayed || again.ID != made.ID {
		t.Errorf("the same call made another record: %+v", r)
	}
	list, _ := call[[]told](t, l, ana, "query_records", `{"collection":"reparaciones","where":{"articulo":"bicicleta"}}`)
	if len(list) != 1 || list[0].Values["falla"] != "no frena" || list[0].Values["presupuesto"] != 350.0 || list[0].Day == "" {
		t.Errorf("got %v", list)
	}
	if list, _ := call[[]told](t, l, ana, "query_records", `{"collection":"reparaciones","where":{"articulo":"patineta"}}`); len(list) != 0 {
		t.Errorf("of another value: %v", list)
	}
	change := `{"collection":"reparaciones","record_id":"` + made.ID + `","values":{"falla":"ni la cadena"}}`
	for name, c := range map[string]tool.Call{"another contact": luis, "another tenant": l.turn(t, "otro")} {
		if list, r := call[[]told](t, l, c, "query_records", `{"collection":"reparaciones"}`); r.Err != nil || len(list) != 0 {
			t.Errorf("%s reads %v, %v", name, list, r.Err)
		}
		if _, r := call[kept](t, l, c, "update_record", change); r.Err == nil || r.Err.Field != "record_id" {
			t.Errorf("%s changes it: %s", name, r.JSON)
		}
	}
	stolen := l.turn(t, "otro")
	stolen.ContactID = ana.ContactID
	if list, _ := call[[]told](t, l, stolen, "query_records", `{"collection":"reparaciones"}`); len(list) != 0 {
		t.Errorf("the same contact id at another tenant reads %v", list)
	}
	if _, r := call[kept](t, l, again(ana), "update_record", change); r.Err != nil {
		t.Fatal(r.Err)
	}
	list, _ = call[[]told](t, l, ana, "query_records", `{"collection":"reparaciones"}`)
	if len(list) != 1 || list[0].Values["falla"] != "ni la cadena" || list[0].Values["articulo"] != "bicicleta" {
		t.Errorf("changed to %v", list)
	}
}

func TestRecordsSayOnlyWhatTheFileLets(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	long := `{"collection":"reparaciones","values":{"articulo":"bicicleta","falla":"` + strings.Repeat("ñ", 41) + `"}}`
	for _, c := range []struct {
		tenant            tenant.ID
		tool, args, field string
	}{
		{"taller", "create_record", `{"collection":"reparaciones","values":{"falla":"x"}}`, "values.articulo"},
		{"taller", "create_record", `{"collection":"reparaciones","values":{"articulo":"coche"}}`, "values.articulo"},
		{"taller", "create_record", `{"collection":"reparaciones","values":{"articulo":7}}`, "values.articulo"},
		{"taller", "create_record", `{"collection":"reparaciones","values":{"articulo":"bicicleta","precio":1}}`, "values"},
		{"taller", "create_record", `{"collection":"reparaciones","values":{"articulo":"patineta","presupuesto":"más"}}`, "values.presupuesto"},
		{"taller", "create_record", `{"collection":"reparaciones","values":{"articulo":"bicicleta","urgente":"sí"}}`, "values.urgente"},
		{"taller", "create_record", `{"collection":"reparaciones","values":{"articulo":"bicicleta","entrega":"2027-02-30"}}`, "values.entrega"},
		{"taller", "create_record", `{"collection":"reparaciones","values":{"articulo":"bicicleta","falla":"[TEL_1]"}}`, "values.falla"},
		{"taller", "create_record", `{"collection":"reparaciones","values":{"articulo":"bicicleta","falla":{"a":1}}}`, "values.falla"},
		{"taller", "create_record", long, "values.falla"},
		{"taller", "create_record", `{"collection":"garantias","values":{"modelo":"R2"}}`, "collection"}, // it is only read
		{"taller", "update_record", `{"collection":"garantias","record_id":"` + uuid.NewString() + `","values":{"modelo":"R2"}}`, "collection"},
		{"taller", "update_record", `{"collection":"reparaciones","record_id":"7","values":{"falla":"x"}}`, "record_id"},
		{"taller", "update_record", `{"collection":"reparaciones","record_id":"` + uuid.NewString() + `","values":{}}`, "values"},
		{"taller", "query_records", `{"collection":"core.tenants"}`, "collection"},
		{"taller", "query_records", `{"collection":"reparaciones","where":{"1=1; --":true}}`, "where"},
		{"nada", "query_records", `{"collection":"reparaciones"}`, "collection"},
		{"nobody", "query_records", `{"collection":"reparaciones"}`, "collection"},
		{"taller", "search_content", `{"query":"x","category":"competitors"}`, "category"},
		{"taller", "search_content", `{"query":" "}`, "query"},
	} {
		call0 := tool.Call{Tenant: c.tenant, Key: uuid.NewString(), ContactID: uuid.NewString()}
		if _, r := call[any](t, l, call0, c.tool, c.args); r.Err == nil || r.Err.Field != c.field {
			t.Errorf("%s %s: %s %v, want %s refused", c.tool, c.args, r.JSON, r.Err, c.field)
		}
	}
}

func TestRecordsOfAContactHaveABoundAndADryRunKeepsNone(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "taller")
	dry := again(c)
	dry.DryRun = true
	if _, r := call[kept](t, l, dry, "create_record", bicycle); r.Err != nil || !r.DryRun {
		t.Errorf("dry run: %+v", r)
	}
	for i := range 5 {
		_, r := call[kept](t, l, again(c), "create_record", bicycle)
		if refused := r.Err != nil && r.Err.Code == "too_many_records"; refused != (i >= 3) {
			t.Errorf("record %d: %v", i, r.Err)
		}
	}
	l.db.Exec(t, `SELECT core.erase_contact('taller', $1)`, c.ContactID)
	var n int
	if l.db.QueryRow(t, `SELECT count(*) FROM business.records`, nil, &n); n != 0 {
		t.Errorf("%d records of an erased contact", n)
	}
}

func TestSearchReadsTheKindsThatAreOpen(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	list, r := call[[]map[string]any](t, l, tool.Call{Tenant: "taller"}, "search_content", `{"query":"garantía"}`)
	if len(list) != 1 || list[0]["category"] != "articles" || len(r.Evidence) != 1 || len(l.asked) != 1 {
		t.Errorf("got %v, asked %v", list, l.asked)
	}
}

func TestRecordsOfTheFileAreAllThatIsTold(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "taller")
	for range 3 {
		if _, r := call[kept](t, l, again(c), "create_record", bicycle); r.Err != nil {
			t.Fatal(r.Err)
		}
	}
	c.Outside = "key"
	list, r := call[[]told](t, l, c, "query_records", `{"collection":"reparaciones"}`)
	if len(list) == 0 || len(r.Evidence) != len(list) {
		t.Errorf("%d records, %d places where they come from", len(list), len(r.Evidence))
	}
	if list, _ := call[[]told](t, l, c, "query_records", `{"collection":"garantias"}`); len(list) != 0 {
		t.Errorf("of another kind: %v", list)
	}
}

func TestWithoutAContactThereAreNoRecords(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	list, r := call[[]told](t, l, tool.Call{Tenant: "taller"}, "query_records", `{"collection":"reparaciones"}`)
	if r.Err != nil || len(list) != 0 || string(r.JSON) != "[]" {
		t.Errorf("got %s %v", r.JSON, r.Err)
	}
}
