package counsel_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/pkg/tenantfile/tenantfiletest"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/counsel"
)

type told struct {
	Level          int    `json:"urgency_level"`
	Recommendation string `json:"recommendation"`
	Escalate       bool   `json:"should_escalate"`
}

func triage(t *testing.T, language string, symptoms ...string) (out told, e *tool.Error) {
	t.Helper()
	args, err := json.Marshal(map[string]any{"symptoms": symptoms})
	if err != nil {
		t.Fatal(err)
	}
	r, err := counsel.DentalUrgency{}.Call(t.Context(), tool.Call{Tenant: "any", Language: language, Arguments: args})
	if err != nil {
		t.Fatal(err)
	}
	if r.Err != nil {
		return out, r.Err
	}
	if err := json.Unmarshal(r.JSON, &out); err != nil || len(r.Evidence) != 1 {
		t.Fatalf("got %s %v %v", r.JSON, r.Evidence, err)
	}
	return out, nil
}

func TestDentalSymptomsAreReadAsUrgentAsTheyAre(t *testing.T) {
	t.Parallel()
	f, err := os.Open("testdata/dental.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		span, list, ok := strings.Cut(lines.Text(), " | ")
		var least, most int
		if strings.HasPrefix(span, "#") {
			continue
		}
		if n, _ := fmt.Sscanf(span, "%d-%d", &least, &most); !ok || n != 2 {
			t.Fatalf("not a row: %q", lines.Text())
		}
		got, e := triage(t, "es", strings.Split(list, "; ")...)
		if e != nil || got.Level < least || got.Level > most || got.Escalate != (got.Level >= 4) {
			t.Errorf("%s: got %+v %v", list, got, e)
		}
	}
}

// medical is what no recommendation may hold: a medicine, a dose, the name of an illness.
var medical = regexp.MustCompile(`(?i)\d|\bmg\b|ibuprofen|paracetamol|antibi|amoxi|analg|infecci|caries|pulpitis|absce|diagn`)

func TestRecommendationsNeitherDiagnoseNorDose(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"es", "en", "pt", "xx"} {
		for _, symptoms := range []string{"quiero una limpieza", "sensibilidad", "me duele", "absceso", "no puedo respirar"} {
			got, e := triage(t, lang, symptoms)
			if e != nil || got.Recommendation == "" || medical.MatchString(got.Recommendation) {
				t.Errorf("%s %s: %+v %v", lang, symptoms, got, e)
			}
		}
	}
}

func TestSymptomsThatAreNoneAreRefusedByField(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		field    string
		symptoms []string
	}{
		{"symptoms", nil},
		{"symptoms", make([]string, 21)},
		{"symptoms[1]", []string{"dolor", " "}},
		{"symptoms[0]", []string{strings.Repeat("ñ", 301)}},
	} {
		if _, e := triage(t, "es", c.symptoms...); e == nil || e.Field != c.field {
			t.Errorf("%d symptoms: %+v", len(c.symptoms), e)
		}
	}
}

func TestStrategyIsToldOfTheNamedCompetitorAlone(t *testing.T) {
	t.Parallel()
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	db := storetest.New(t)
	applier := &apply.Applier{Store: db.Open(t, "recado_console"), Bus: bustest.New(t).Bus(t, "console"), Key: key}
	for _, name := range []string{"clinic", "bistro"} {
		if _, err := applier.Apply(t.Context(), tenantfiletest.Load(t, name)); err != nil {
			t.Fatal(err)
		}
	}
	x := counsel.All(db.Open(t, "recado_tool_executor"))[0]
	for _, c := range []struct {
		id         tenant.ID
		name, want string
	}{
		{"clinic", "otra clinica", "Habla de lo nuestro."},
		{"clinic", "Otra Clínica", "Habla de lo nuestro."},
		{"clinic", "dental express", ""},
		{"clinic", "otra clínica de la esquina", ""},
		{"clinic", "", ""},
		{"bistro", "Otra Clínica", ""}, // another tenant's
	} {
		args, _ := json.Marshal(map[string]string{"competitor_name": c.name})
		r, err := x.Call(t.Context(), tool.Call{Tenant: c.id, Arguments: args})
		if err != nil {
			t.Fatal(err)
		}
		if c.want == "" {
			if r.Err == nil || r.Err.Field != "competitor_name" || len(r.Err.Allowed) != 0 {
				t.Errorf("%s of %s: %s %v", c.name, c.id, r.JSON, r.Err)
			}
			continue
		}
		if want := `{"strategy":"` + c.want + `"}`; r.Err != nil || string(r.JSON) != want || len(r.Evidence) != 1 {
			t.Errorf("%s of %s: %s %v", c.name, c.id, r.JSON, r.Err)
		}
	}
}
