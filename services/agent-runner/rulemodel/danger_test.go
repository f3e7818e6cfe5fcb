package rulemodel_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// urgently plays one message of an urgency.
func (k *talk) urgently(text string, level uint32, intents ...string) *llm.Response {
	k.t.Helper()
	m := &recadov1.MessageRouted{Urgency: level, Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: text}}}}
	for _, i := range intents {
		m.Intents = append(m.Intents, &recadov1.Intent{Name: i, Confidence: 0.9})
	}
	return k.turn(m)
}

func business(vertical tenant.Vertical, country string) *tenant.Settings {
	return &tenant.Settings{ID: "b", Name: "Mar", Vertical: vertical, Country: country, Zone: "America/Lima", Language: "es"}
}

func TestDangerIsAnsweredBeforeEveryOtherWish(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"mi papá se está atragantando, y quiero una mesa": "106",
		"hay un incendio en la cocina":                    "116",
		"nos están asaltando, tienen pistola":             "105",
		"ya no quiero vivir":                              "a solas",
		"mi perro comió veneno y está convulsionando":     "urgencias veterinarias",
	} {
		k := newTalk(t, business(tenant.Restaurant, "PE"))
		resp := k.urgently(text, 5, "urgent_care", "booking", "greeting")
		if !strings.Contains(resp.Text, want) || resp.Handoff != "emergency" {
			t.Errorf("%q: %q, handoff %q", text, resp.Text, resp.Handoff)
		}
		if !strings.Contains(resp.Text, "avisé a una persona") || strings.Contains(resp.Text, "cuántas personas") {
			t.Errorf("%q: %q", text, resp.Text)
		}
		if !slices.Contains(k.called, "escalate_to_human") {
			t.Errorf("%q: nobody was told: %v", text, k.called)
		}
	}
}

func TestNumbersForHelpAreThoseOfTheCountry(t *testing.T) {
	t.Parallel()
	for country, want := range map[string]string{"MX": "911", "ES": "112", "AR": "107", "BR": "192", "PT": "112", "UY": "911", "XX": "número de emergencias"} {
		k := newTalk(t, business(tenant.Restaurant, country))
		k.expect(k.urgently("no puede respirar", 5, "urgent_care"), want)
	}
	for country, want := range map[string]string{"ES": "024", "US": "988", "BR": "188", "CL": "*4141", "PE": "106"} {
		k := newTalk(t, business(tenant.General, country))
		k.expect(k.urgently("me quiero matar", 5, "urgent_care"), want)
	}
}

func TestAnEmergencyNamesWhatTheBusinessSaysOfThem(t *testing.T) {
	t.Parallel()
	settings := business(tenant.General, "EC")
	k := newTalk(t, settings)
	k.tools["search_knowledge_base"] = func(map[string]any) (any, *tool.Error) {
		return []any{
			map[string]any{"title": "Vacunas", "content": "Cada año.", "relevance_score": 0.9},
			map[string]any{"title": "Urgencias", "content": "Venga si hay:\n\n" + strings.Repeat("- sangrado\n", 60), "relevance_score": 0.9},
			map[string]any{"title": "Cita de urgencia", "content": "La cita de urgencia cuesta $600.", "relevance_score": 0.9},
			map[string]any{"title": "¿Atienden emergencias?", "content": "Sí, las 24 horas en la sede Norte." + strings.Repeat(" Más y más.", 40), "relevance_score": 0.8},
		}, nil
	}
	k.tools["get_branch_info"] = func(map[string]any) (any, *tool.Error) {
		return []any{map[string]any{"name": "Norte", "phone": "+593 2 555 0100"}}, nil
	}
	resp := k.urgently("mi perro no respira", 5, "urgent_care")
	k.expect(resp, "urgencias veterinarias", "24 horas en la sede Norte.", "+593 2 555 0100")
	if strings.Contains(resp.Text, "600") || strings.Contains(resp.Text, "Cada año") || len(resp.Text) > 500 {
		t.Errorf("%q", resp.Text)
	}
	resp = k.urgently("hay mucho humo, se quema el local", 5, "urgent_care")
	if strings.Contains(resp.Text, "sede Norte") {
		t.Errorf("%q", resp.Text)
	}
}

func TestAnEmergencyIsAnsweredWhereToolsFail(t *testing.T) {
	t.Parallel()
	k := newTalk(t, business(tenant.Restaurant, "MX"))
	for _, name := range []string{"search_knowledge_base", "escalate_to_human"} {
		k.tools[name] = func(map[string]any) (any, *tool.Error) { return nil, &tool.Error{Code: "unavailable"} }
	}
	if resp := k.urgently("se desmayó", 5, "urgent_care"); !strings.Contains(resp.Text, "911") || resp.Handoff != "emergency" {
		t.Errorf("%+v", resp)
	}
}

func TestNothingIsBookedForWhatIsNoDangerWhereNoPatientsAreLookedAfter(t *testing.T) {
	t.Parallel()
	for _, vertical := range []tenant.Vertical{tenant.Restaurant, tenant.General} {
		k := newTalk(t, business(vertical, "MX"))
		resp := k.urgently("¿qué hago si alguien se atraganta?", 1, "urgent_care")
		k.expect(resp, "911", "en peligro ahora")
		if resp.Handoff != "" || slices.Contains(k.called, "get_available_slots") {
			t.Errorf("%s: handoff %q, called %v", vertical, resp.Handoff, k.called)
		}
	}
	k := newTalk(t, business(tenant.Medical, "MX"))
	k.expect(k.urgently("¿qué hago si alguien se atraganta?", 1, "urgent_care", "faq_policy"), "en peligro ahora")
	k = newTalk(t, business(tenant.Restaurant, "MX"))
	k.expect(k.urgently("urge una mesa", 1, "urgent_care", "booking"), "cuántas personas")
}

func TestTheWordsOfAnEmergencyAreInTheCustomersLanguage(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]string{"en": "call 112 now", "pt": "ligue agora para 112", "es": "llama ahora al 112"} {
		k := newTalk(t, business(tenant.Restaurant, "ES"))
		k.language = lang
		k.expect(k.urgently("choking", 5, "urgent_care"), want)
	}
}

func TestWhoAsksAfterAnEmergencyIsNotToWait(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	m := heard("se me hinchó la cara y no puedo tragar", nil, "urgent_care", 0.9)
	m.Urgency = 5
	k.expect(k.turn(m), "911")
	k.expect(k.turn(heard("¿a dónde voy?", nil, "location", 0.9)), "No esperes", "911")
	k.expect(k.turn(heard("¿espero?", nil, "order_status", 0.9)), "No esperes", "911")
	k.expect(k.turn(heard("¿dónde están ustedes?", nil, "location", 0.9)), "Calle Falsa")
}
