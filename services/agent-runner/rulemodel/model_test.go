package rulemodel_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/rulemodel"
)

// talk plays a conversation: it keeps the dialogue and answers tool calls from a table of tools.
type talk struct {
	t        *testing.T
	settings *tenant.Settings
	language string
	tools    map[string]func(args map[string]any) (any, *tool.Error)
	dialogue json.RawMessage
	greeted  bool
	style    string
	called   []string
}

var dental = &tenant.Settings{
	ID: "sonrisa", Name: "Clínica Sonrisa", Vertical: tenant.Dental, Country: "MX", Zone: "America/Mexico_City", Currency: "MXN",
	Services: []tenant.Name{{ID: "limpieza", Name: "Limpieza dental"}, {ID: "resina", Name: "Resina"}},
	Staff:    []tenant.Name{{ID: "ana", Name: "Dra. Ana Ruiz", Tag: "Ortodoncia"}},
}

func newTalk(t *testing.T, settings *tenant.Settings) *talk {
	t.Helper()
	return &talk{t: t, settings: settings, language: "es", tools: map[string]func(map[string]any) (any, *tool.Error){
		"get_service_info": func(args map[string]any) (any, *tool.Error) {
			return map[string]any{"name": args["service_name"], "price_range": "$800", "description": "Con ultrasonido"}, nil
		},
		"list_services": func(map[string]any) (any, *tool.Error) {
			return []any{map[string]any{"name": "Limpieza dental", "price_range": "$800"}, map[string]any{"name": "Resina", "price_range": "$900 - $1,200"}}, nil
		},
		"get_branch_info": func(map[string]any) (any, *tool.Error) {
			week := map[string]any{"saturday": map[string]string{"open": "09:00", "close": "14:00"}, "sunday": nil}
			for _, d := range []string{"monday", "tuesday", "wednesday", "thursday", "friday"} {
				week[d] = map[string]string{"open": "09:00", "close": "19:00"}
			}
			return []any{map[string]any{"name": "Roma", "address": "Calle Falsa 1", "city": "Ciudad de México", "operating_hours": week}}, nil
		},
		"get_business_policy": func(args map[string]any) (any, *tool.Error) {
			return map[string]any{"title": "texto", "policy": "larga", "short_version": "Política de " + fmt.Sprint(args["policy_type"])}, nil
		},
		"search_knowledge_base": func(map[string]any) (any, *tool.Error) { return []any{}, nil },
		"escalate_to_human": func(map[string]any) (any, *tool.Error) {
			return map[string]any{"success": true, "message": "Le aviso al equipo."}, nil
		},
		"get_available_slots": openings("10:00", "11:00", "17:00"),
		"create_appointment": func(map[string]any) (any, *tool.Error) {
			return map[string]any{"success": true, "appointment_id": "a-1", "confirmation_message": "Tu cita quedó confirmada."}, nil
		},
	}}
}

func openings(times ...string) func(map[string]any) (any, *tool.Error) {
	return func(args map[string]any) (any, *tool.Error) {
		date, ok := args["date"].(string)
		if !ok {
			date = "2026-11-26"
		}
		out := []any{}
		for _, at := range times {
			out = append(out, opening(date, at))
		}
		return out, nil
	}
}

// opening is one as the calendar gives it.
func opening(date, at string) map[string]any {
	return map[string]any{"slot_id": date + "T" + at, "date": date, "time": at, "branch_name": "Roma", "staff_name": "Dra. Ana Ruiz", "available": true}
}

// says plays one turn and returns the reply.
func (k *talk) says(slots *recadov1.Slots, intents ...string) *llm.Response {
	k.t.Helper()
	m := &recadov1.MessageRouted{Slots: slots, Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: "texto del cliente aquí"}}}}
	for _, i := range intents {
		m.Intents = append(m.Intents, &recadov1.Intent{Name: i, Confidence: 0.9})
	}
	return k.turn(m)
}

func (k *talk) turn(m *recadov1.MessageRouted) *llm.Response {
	k.t.Helper()
	req := &llm.Request{Facts: &llm.Facts{
		Now: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC), Settings: k.settings, Language: k.language,
		Messages: []*recadov1.MessageRouted{m}, Dialogue: k.dialogue, Greeted: k.greeted, Assistant: &tenant.Assistant{Style: k.style},
	}}
	for name := range k.tools {
		req.Tools = append(req.Tools, tool.Spec{Name: name})
	}
	k.called = nil
	for range 6 {
		resp, err := rulemodel.New().Complete(k.t.Context(), req)
		if err != nil {
			k.t.Fatal(err)
		}
		if len(resp.ToolCalls) == 0 {
			k.dialogue, k.greeted = resp.Dialogue, true
			return resp
		}
		for _, c := range resp.ToolCalls {
			req.Facts.Results = append(req.Facts.Results, k.run(c))
		}
	}
	k.t.Fatal("the turn does not end")
	return nil
}

func (k *talk) run(c llm.ToolCall) tool.Result {
	k.called = append(k.called, c.Name)
	var args map[string]any
	if err := json.Unmarshal(c.Arguments, &args); err != nil {
		k.t.Fatal(err)
	}
	v, refusal := k.tools[c.Name](args)
	data, _ := json.Marshal(v)
	return tool.Result{CallID: c.ID, Tool: c.Name, JSON: data, Err: refusal}
}

func (k *talk) expect(resp *llm.Response, parts ...string) {
	k.t.Helper()
	for _, part := range parts {
		if !strings.Contains(resp.Text, part) {
			k.t.Errorf("reply lacks %q:\n%s", part, resp.Text)
		}
	}
	if strings.Contains(resp.Text, "{") || strings.Contains(resp.Text, "%!") {
		k.t.Errorf("unfilled phrase: %s", resp.Text)
	}
}

func when(date, at string) *recadov1.Slots {
	return &recadov1.Slots{When: &recadov1.Moment{Date: date, Time: at}}
}

func cleaning() *recadov1.Slots {
	return &recadov1.Slots{Services: []*recadov1.Mention{{Id: "limpieza", Name: "Limpieza dental"}}}
}

func TestGreetingNamesTheBusiness(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.expect(k.says(nil, "greeting"), "Clínica Sonrisa", "¿En qué")
	k.language = "en"
	k.expect(k.says(nil, "greeting"), "How can I help")
}

func TestQuestionsAreAnsweredFromTools(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.expect(k.says(cleaning(), "pricing"), "Limpieza dental: $800")
	k.expect(k.says(nil, "pricing"), "Limpieza dental: $800", "$900 - $1,200")
	k.expect(k.says(nil, "services"), "Resina")
	k.expect(k.says(nil, "hours"), "lunes a viernes 09:00-19:00", "sábado 09:00-14:00", "domingo cerrado")
	k.expect(k.says(when("2026-11-22", ""), "hours"), "Mañana no abrimos")
	k.expect(k.says(nil, "location"), "Calle Falsa 1, Ciudad de México")
	k.expect(k.says(nil, "staff"), "Dra. Ana Ruiz (Ortodoncia)")
	k.expect(k.says(&recadov1.Slots{PolicyType: "payment"}, "faq_policy"), "Política de payment")
	k.expect(k.says(cleaning(), "greeting", "pricing", "hours"), "¡Hola!", "$800", "lunes a viernes")
}

func TestNothingIsSaidTwice(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	if resp := k.says(cleaning(), "pricing", "services"); strings.Count(resp.Text, "$800") != 1 {
		t.Errorf("got %s", resp.Text)
	}
	slots := &recadov1.Slots{Branches: []*recadov1.Mention{{Id: "roma", Name: "Roma"}}}
	if resp := k.says(slots, "hours", "location"); strings.Contains(resp.Text, "Calle") {
		t.Errorf("got %s", resp.Text)
	}
	k.expect(k.says(&recadov1.Slots{PersonName: "Jimena"}, "other"), "Jimena")
}

func TestBookingOverFourMessages(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.expect(k.says(nil, "greeting", "booking"), "servicio")
	k.expect(k.says(cleaning(), "other"), "Limpieza dental", "¿Qué día")
	k.expect(k.says(when("2026-11-24", ""), "other"), "martes 24 de noviembre", "1. ")
	k.expect(k.says(when("", "17:00"), "other"), "5 de la tarde", "¿Te la confirmo?")
	k.expect(k.says(&recadov1.Slots{Answer: "yes"}, "other"), "Tu cita quedó confirmada")
	if resp := k.says(&recadov1.Slots{Answer: "yes"}, "other"); len(k.called) > 0 {
		t.Errorf("a yes after booking called %v: %s", k.called, resp.Text)
	}
}

func TestBookingProposesAnExactTimeAndTakesAYes(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	slots := cleaning()
	slots.When = &recadov1.Moment{Date: "2026-11-24", Time: "10:00"}
	k.expect(k.says(slots, "booking"), "martes 24 de noviembre", "¿Te la confirmo?")
	k.expect(k.says(&recadov1.Slots{Answer: "yes"}, "other"), "confirmada")
}

func TestBookingOffersTheNearestWhenTheTimeIsTaken(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	slots := cleaning()
	slots.When = &recadov1.Moment{Date: "2026-11-24", Time: "16:00"}
	k.expect(k.says(slots, "booking"), "A esa hora no tengo lugar", "5 de la tarde")
	k.expect(k.says(&recadov1.Slots{Choice: 3}, "other"), "¿Te la confirmo?")
	k.expect(k.says(&recadov1.Slots{Answer: "yes"}, "other"), "confirmada")
}

func TestATimeOfAnOfferedDayIsTheChoice(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.tools["get_available_slots"] = openings("08:00", "09:00", "10:00", "11:00", "12:00", "13:00", "14:00", "15:00", "16:00")
	slots := cleaning()
	slots.When = &recadov1.Moment{Date: "2026-11-24"}
	if resp := k.says(slots, "booking"); strings.Contains(resp.Text, "11 de la mañana") {
		t.Fatalf("the test wants a time that is not in the list: %s", resp.Text)
	}
	k.expect(k.says(when("", "11:00"), "other"), "11 de la mañana", "¿Te la confirmo?")
}

func TestBookingOffersAnotherWhenSomebodyWasFaster(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	slots := cleaning()
	slots.When = &recadov1.Moment{Date: "2026-11-24", Time: "10:00"}
	k.says(slots, "booking")
	k.tools["create_appointment"] = func(map[string]any) (any, *tool.Error) {
		return map[string]any{"success": false, "error": "slot_taken"}, nil
	}
	k.tools["get_available_slots"] = openings("11:00", "17:00")
	k.expect(k.says(&recadov1.Slots{Answer: "yes"}, "other"), "se acaba de ocupar", "11 de la mañana")
}

func TestBookingCanBeDeclinedChangedAndDropped(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	slots := cleaning()
	slots.When = &recadov1.Moment{Date: "2026-11-24", Time: "10:00"}
	k.says(slots, "booking")
	k.expect(k.says(&recadov1.Slots{Answer: "no"}, "other"), "otro día u hora")
	k.expect(k.says(when("2026-11-25", "11:00"), "other"), "miércoles 25", "¿Te la confirmo?")
	k.expect(k.says(nil, "cancel_booking"), "no agendo nada")
}

func TestAQuestionInsideABookingIsAnsweredAndTheBookingGoesOn(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.says(cleaning(), "booking")
	resp := k.says(nil, "pricing")
	k.expect(resp, "$800", "¿Qué día")
}

func TestTableNeedsAParty(t *testing.T) {
	t.Parallel()
	k := newTalk(t, &tenant.Settings{ID: "r", Name: "Mar", Vertical: tenant.Restaurant})
	k.expect(k.says(nil, "booking"), "cuántas personas")
	k.expect(k.says(&recadov1.Slots{Quantity: 4}, "other"), "¿Qué día")
	k.expect(k.says(when("2026-11-24", "17:00"), "other"), "mesa para 4")
	k.expect(k.says(&recadov1.Slots{Answer: "yes"}, "other"), "confirmada")
}

func TestDangerAndDemandsReachAPerson(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	resp := k.turn(&recadov1.MessageRouted{Intents: []*recadov1.Intent{{Name: "urgent_care"}}, Urgency: 5})
	k.expect(resp, "911")
	if resp.Handoff == "" || k.called[0] != "escalate_to_human" {
		t.Errorf("no handoff: %+v, called %v", resp, k.called)
	}
	if resp := k.says(nil, "human"); resp.Handoff == "" || resp.Text != "Le aviso al equipo." {
		t.Errorf("got %+v", resp)
	}
	if resp := k.says(nil, "order_status"); resp.Handoff == "" {
		t.Errorf("got %+v", resp)
	}
}

func TestThreeMissesBringAPerson(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	for range 2 {
		k.expect(k.says(nil, "other"), "no estoy seguro")
	}
	if resp := k.says(nil, "other"); resp.Handoff != "not_understood" {
		t.Errorf("got %+v", resp)
	}
}

func TestUnreadableStateStartsOver(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.dialogue = json.RawMessage(`{"booking":7}`)
	k.expect(k.says(nil, "greeting"), "¿En qué")
}
