package intentrouter

import (
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/intent-router/intent"
)

func explained(settings *tenant.Settings, body string) *Explanation {
	return newRouter(nil, 0.35).Explain(envelope(body), settings, Prior{})
}

func TestExplanationNamesRulesAndTheWordsThatMatched(t *testing.T) {
	t.Parallel()
	x := explained(dental(), "hola, kiero cambiar mi cita para el martes 24 a las 5 con la dra López")
	if got := x.Routed.GetIntents()[0].GetName(); got != intent.Reschedule {
		t.Fatalf("intent %s", got)
	}
	if len(x.Rules) == 0 || x.Rules[0].Intent != intent.Reschedule || x.Rules[0].Weight == 0 {
		t.Fatalf("rules %+v", x.Rules)
	}
	i := slices.IndexFunc(x.Rules, func(r Reason) bool { return strings.Contains(r.Phrase, "cambiar") && r.Words != "" })
	if i < 0 || !strings.Contains(x.Rules[i].Words, "cambiar mi cita") {
		t.Errorf("no rule was met by its words: %+v", x.Rules)
	}
	if !slices.Contains(x.Slips, Slip{"kiero", "quiero"}) {
		t.Errorf("slips %v", x.Slips)
	}
	if !slices.ContainsFunc(x.Words, func(w Word) bool { return w.Word == "cambiar" && w.Adds > 0 }) {
		t.Errorf("words %v", x.Words)
	}
	if !slices.Contains(x.Facts, "clock") || !slices.Contains(x.Facts, "dental") {
		t.Errorf("facts %v", x.Facts)
	}
}

func TestExplanationNamesTheWordsOfEachSlot(t *testing.T) {
	t.Parallel()
	x := explained(dental(), "hola, quisiera una cita de limpieza dental para el martes 24 a las 5 en Polanco, somos 2 personas")
	for _, want := range []Slot{
		{Slot: "when", Value: "date=2026-11-24 time=17:00", Words: "martes 24 a las 5"},
		{Slot: "services", Value: `id=s1 name="Limpieza dental"`, Words: "limpieza"},
		{Slot: "branches", Value: `id=b1 name="Sucursal Polanco"`, Words: "Polanco"},
	} {
		same := func(s Slot) bool { return s.Slot == want.Slot && s.Value == want.Value && s.Words == want.Words }
		if !slices.ContainsFunc(x.Slots, same) {
			t.Errorf("no %+v in %+v", want, x.Slots)
		}
	}
}

func TestExplanationNamesTheSignOfDanger(t *testing.T) {
	t.Parallel()
	x := explained(dental(), "buenas, me sacaron una muela y no para de sangrar")
	if x.Routed.GetUrgency() != 5 || !x.Signed || !strings.Contains(x.Sign, "no para de sangrar") {
		t.Errorf("urgency %d by %q (%t)", x.Routed.GetUrgency(), x.Sign, x.Signed)
	}
	if x = explained(bistro(), "ayuda, el cocinero no para de sangrar"); x.Routed.GetUrgency() != 5 || !strings.Contains(x.Sign, "no para de sangrar") {
		t.Errorf("in a restaurant urgency %d by %q", x.Routed.GetUrgency(), x.Sign)
	}
	if x = explained(bistro(), "me duele una muela"); x.Sign != "" || x.Routed.GetUrgency() != 1 {
		t.Errorf("a toothache in a restaurant has urgency %d by %q", x.Routed.GetUrgency(), x.Sign)
	}
}

func TestExplanationNamesTheTenantsOwnPhrase(t *testing.T) {
	t.Parallel()
	x := explained(cantina(lunada), "y la lunada?")
	if len(x.Own) != 1 || x.Own[0] != (Reason{Intent: intent.Hours, Phrase: "lunada|lunadas", Words: "lunada"}) {
		t.Errorf("own phrases %+v", x.Own)
	}
}

// TestReasonForASpecialistIsTheTableThatNamedIt compares why with what specialist does.
func TestReasonForASpecialistIsTheTableThatNamedIt(t *testing.T) {
	t.Parallel()
	r := newRouter(nil, 0.35)
	for _, vertical := range []tenant.Vertical{tenant.Dental, tenant.Medical, tenant.Restaurant, tenant.General} {
		for _, kind := range []string{"full", "information_only", "appointments_only"} {
			s := &tenant.Settings{
				ID: "own", Vertical: vertical, Zone: "UTC", Currency: "MXN", Language: "es", Assistants: []tenant.Assistant{{Channel: "*", Type: kind, Active: true}},
				Routing: tenant.Routing{Specialists: map[string]string{intent.Hours: "faq"}},
			}
			for _, in := range intent.All() {
				for _, sure := range []float64{0.9, 0.1} {
					scored := intent.Scored{Name: in.Name, Confidence: sure}
					why := r.why(scored, s, vertical, "whatsapp")
					tables := map[string]table{
						"threshold": {in.Name: General}, "routing.specialists": s.Routing.Specialists, "assistant": answering.types[kind],
						"every": answering.every, "vertical " + string(vertical): answering.verticals[vertical],
					}
					key := ""
					for name := range tables {
						if strings.Contains(why, name) && len(name) > len(key) {
							key = name
						}
					}
					if got := r.specialist(scored, s, vertical, "whatsapp"); tables[key][in.Name] != got {
						t.Errorf("%s, %s, %s %.1f: %s answers, because of %s", vertical, kind, in.Name, sure, got, why)
					}
				}
			}
		}
	}
}

func TestExplanationOfAnyTextIsBounded(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"", "\xff\xfe", "🙏🙏", "؟مرحبا", strings.Repeat("quiero una cita mañana ", 2000)} {
		x := explained(dental(), body)
		if len(x.Routed.GetIntents()) == 0 || x.Why == "" || len(x.Words) > maxHeeded {
			t.Errorf("%.20q: %+v", body, x)
		}
	}
}
