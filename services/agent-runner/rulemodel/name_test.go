package rulemodel_test

import (
	"slices"
	"testing"

	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// heard is a message as the router reads it: what it may be about, with how sure that is.
func heard(body string, slots *recadov1.Slots, about ...any) *recadov1.MessageRouted {
	m := &recadov1.MessageRouted{Slots: slots, Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: body}}}}
	for i := 0; i+1 < len(about); i += 2 {
		m.Intents = append(m.Intents, &recadov1.Intent{Name: about[i].(string), Confidence: float32(about[i+1].(float64))})
	}
	return m
}

func named(name string) *recadov1.Slots { return &recadov1.Slots{PersonName: name} }

// reserved plays until an appointment was made.
func reserved(t *testing.T) (k *talk, kept *[]map[string]any) {
	t.Helper()
	k, kept = keeping(t)
	slots := cleaning()
	slots.When = &recadov1.Moment{Date: "2026-11-24", Time: "10:00"}
	k.says(slots, "booking")
	k.expect(k.says(&recadov1.Slots{Answer: "yes"}, "other"), "confirmada")
	return k, kept
}

func TestANameAfterTheBookingIsThankedForAndNotHandedOver(t *testing.T) {
	t.Parallel()
	for _, about := range [][]any{
		{"other", 0.71, "order_status", 0.11},
		{"order_status", 0.37, "other", 0.24, "reschedule", 0.13, "faq_policy", 0.11},
	} {
		k, kept := reserved(t)
		resp := k.turn(heard("Mi nombre es Camilo Prueba", named("Camilo Prueba"), about...))
		k.expect(resp, "¡Gracias, Camilo Prueba!", "a tu nombre", "martes 24 de noviembre", "10 de la mañana", "Dra. Ana Ruiz")
		if resp.Handoff != "" || len(*kept) != 1 || (*kept)[0]["name"] != "Camilo Prueba" {
			t.Errorf("%v: handoff %q, kept %v", about, resp.Handoff, *kept)
		}
	}
}

func TestANameInTheMiddleOfABookingGoesOnWithIt(t *testing.T) {
	t.Parallel()
	k, _ := keeping(t)
	k.says(cleaning(), "booking")
	resp := k.says(named("Andrés Prueba"), "other")
	k.expect(resp, "Mucho gusto, Andrés Prueba.", "¿Qué día", "Limpieza dental")
	lacks(t, resp.Text, "algo más")
	k.expect(k.says(when("2026-11-24", "10:00"), "other"), "¿Te la confirmo?")
	k.expect(k.says(&recadov1.Slots{Answer: "yes"}, "other"), "confirmada", "A nombre de Andrés Prueba.")
}

func TestANameThatComesWithTheWishIsNotLost(t *testing.T) {
	t.Parallel()
	k, _ := keeping(t)
	slots := cleaning()
	slots.PersonName = "Marta Prueba"
	k.expect(k.says(slots, "booking"), "Mucho gusto, Marta Prueba.", "¿Qué día")
	k.expect(k.says(when("2026-11-24", "10:00"), "other"), "¿Te la confirmo?")
	k.expect(k.says(&recadov1.Slots{Answer: "yes", PersonName: "Marta Prueba"}, "other"), "confirmada", "A nombre de Marta Prueba.")
	k, _ = keeping(t)
	resp := k.says(named("Marta Prueba"), "greeting")
	k.expect(resp, "¡Hola, Marta Prueba!", "Clínica Sonrisa", "¿En qué")
	lacks(t, resp.Text, "Mucho gusto")
}

func TestANameThatCouldNotBeKeptIsNotClaimedToBe(t *testing.T) {
	t.Parallel()
	k, _ := reserved(t)
	k.tools["update_lead_info"] = refusal("timeout", "")
	resp := k.says(named("Ana"), "other")
	k.expect(resp, "Ana")
	lacks(t, resp.Text, "a tu nombre")
	k, kept := reserved(t)
	m := heard("soy Ana", named("Ana"), "other", 0.9)
	m.Verdict = recadov1.Verdict_VERDICT_FLAG
	lacks(t, k.turn(m).Text, "a tu nombre")
	if len(*kept) > 0 {
		t.Errorf("a flagged message's name was kept: %v", *kept)
	}
}

func TestAnAppointmentThatIsOverIsNotExpected(t *testing.T) {
	t.Parallel()
	k, _ := keeping(t)
	k.tools["get_available_slots"] = func(map[string]any) (any, *tool.Error) {
		return []any{map[string]any{"slot_id": "s", "date": "2026-11-20", "time": "10:00"}}, nil
	}
	slots := cleaning()
	slots.When = &recadov1.Moment{Date: "2026-11-20", Time: "10:00"}
	k.says(slots, "booking")
	k.says(&recadov1.Slots{Answer: "yes"}, "other")
	lacks(t, k.says(named("Ana"), "other").Text, "esperamos")
}

func TestAnErrandIsNotGuessed(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	if resp := k.turn(heard("algo que no se entiende", nil, "order_status", 0.37, "other", 0.3)); resp.Handoff != "" {
		t.Errorf("handed over: %s", resp.Text)
	}
	k = newTalk(t, dental)
	if resp := k.turn(heard("¿dónde viene mi pedido?", nil, "order_status", 0.6)); resp.Handoff == "" {
		t.Errorf("not handed over: %s", resp.Text)
	}
	k = newTalk(t, dental)
	k.says(cleaning(), "booking")
	m := heard("sí, cuanto antes", &recadov1.Slots{Answer: "yes"}, "booking", 0.8, "pricing", 0.05, "faq_policy", 0.04, "other", 0.06)
	m.Continued = true
	resp := k.turn(m)
	lacks(t, resp.Text, "$800", "Política")
	if slices.Contains(k.called, "get_service_info") {
		t.Errorf("called %v", k.called)
	}
}
