package rulemodel_test

import (
	"slices"
	"testing"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	flows "github.com/recado/recado/services/agent-runner/flow"
)

// transition is what a customer says in a flow, and what has to follow.
type transition struct {
	said    *recadov1.MessageRouted
	want    []string // of the reply
	calls   string   // a tool that must be called
	handoff string
}

// heardAs is a message as the router reads it: words, slots and one sure intent.
func heardAs(body string, slots *recadov1.Slots, intent string) *recadov1.MessageRouted {
	return heard(body, slots, intent, 0.9)
}

func yes() *recadov1.MessageRouted {
	return heardAs("sí", &recadov1.Slots{Answer: "yes"}, "other")
}

func no() *recadov1.MessageRouted { return heardAs("no", &recadov1.Slots{Answer: "no"}, "other") }

// transitions has a table for each flow: the way to its end, and the ways out of it.
var transitions = map[string][][]transition{
	"appointment": {
		{
			{heardAs("quiero una cita", nil, "booking"), []string{"¿Para qué servicio"}, "", ""},
			{heardAs("limpieza", cleaning(), "other"), []string{"Limpieza dental", "¿Qué día"}, "", ""},
			{heardAs("el martes", when("2026-11-24", ""), "other"), []string{"1. martes 24", "¿Cuál prefieres?"}, "get_available_slots", ""},
			{heardAs("la segunda", &recadov1.Slots{Choice: 2}, "other"), []string{"11 de la mañana", "¿Te la confirmo?"}, "", ""},
			{heardAs("mejor a las 5", when("", "17:00"), "other"), []string{"5 de la tarde", "¿Te la confirmo?"}, "", ""},
			{yes(), []string{"confirmada"}, "create_appointment", ""},
			{heardAs("no, mejor la primera", &recadov1.Slots{Choice: 1}, "other"), []string{"¿Cambio la cita de Limpieza dental", "5 de la tarde al martes 24 de noviembre a las 10 de la mañana"}, "", ""},
			{no(), []string{"sigue en pie"}, "", ""},
		},
		{
			{heardAs("limpieza mañana a las 10", wish("2026-11-24", "10:00"), "booking"), []string{"¿Te la confirmo?"}, "", ""},
			{heardAs("¿cuánto cuesta?", nil, "pricing"), []string{"$800", "¿Te la confirmo?"}, "", ""},
			{heardAs("no, otro día", &recadov1.Slots{Answer: "no"}, "other"), []string{"¿Qué otro día"}, "", ""},
			{heardAs("mejor no, olvídalo", nil, "other"), []string{"no agendo nada"}, "", ""},
			{yes(), []string{"¿En qué te ayudo?"}, "", ""},
		},
		{
			{heardAs("limpieza lo antes posible", cleaning(), "booking"), []string{"jueves 26 de noviembre a las 10", "¿Te la confirmo?"}, "get_available_slots", ""},
			{heardAs("ya no quiero", nil, "cancel_booking"), []string{"no agendo nada"}, "", ""},
		},
		{
			{heardAs("limpieza para mí y mi esposo el martes a las 10", wish("2026-11-24", "10:00"), "booking"), []string{"una por una", "¿Te la confirmo?"}, "", ""},
			{yes(), []string{"confirmada", "Ahora la segunda", "1. martes 24"}, "create_appointment", ""},
			{heardAs("la segunda", &recadov1.Slots{Choice: 2}, "other"), []string{"11 de la mañana", "¿Te la confirmo?"}, "", ""},
			{yes(), []string{"confirmada"}, "create_appointment", ""},
		},
		{
			{heardAs("limpieza el martes a las 10", wish("2026-11-24", "10:00"), "greeting"), []string{"¿Te la confirmo?"}, "", ""}, // a burst in pieces
			{heardAs("perdón, ¿qué me preguntaste?", nil, "other"), []string{"¿Te la confirmo?"}, "", ""},
			{heardAs("ya po, dale", nil, "other"), []string{"confirmada"}, "create_appointment", ""},
		},
	},
	"table": {
		{
			{heardAs("una mesa", nil, "booking"), []string{"¿Para cuántas personas?"}, "", ""},
			{heardAs("no sé", nil, "other"), []string{"no estoy seguro", "¿Cuántas personas"}, "", ""},
			{heardAs("seríamos como cuatro y un bebé en coche", nil, "other"), []string{"¿Qué día"}, "", ""},
			{heardAs("hoy a las 5", when("2026-11-24", "17:00"), "other"), []string{"Tengo mesa para 4", "¿Te la confirmo?"}, "", ""},
			{heardAs("mejor somos 6", &recadov1.Slots{PartySize: 6}, "other"), []string{"Tengo mesa para 6", "¿Te la confirmo?"}, "", ""},
			{yes(), []string{"confirmada"}, "create_appointment", ""},
		},
	},
	"move": {
		{
			{heardAs("quiero cambiar mi cita", nil, "reschedule"), []string{"¿Cuál de estas es?", "1. Limpieza dental", "2. Resina"}, "get_appointments", ""},
			{heardAs("la segunda", &recadov1.Slots{Choice: 2}, "other"), []string{"¿A qué día y hora la cambio?"}, "", ""},
			{heardAs("el viernes", when("2026-11-27", ""), "other"), []string{"¿Cambio la cita de Resina", "viernes 27", "10 de la mañana"}, "", ""},
			{heardAs("no, mejor a las 11", &recadov1.Slots{Answer: "no", When: &recadov1.Moment{Time: "11:00"}}, "other"), []string{"¿Cambio", "11 de la mañana"}, "", ""},
			{yes(), []string{"movida"}, "reschedule_appointment", ""},
		},
		{
			{heardAs("cambiar mi limpieza", cleaning(), "reschedule"), []string{"¿A qué día y hora la cambio?"}, "get_appointments", ""},
			{heardAs("el martes", when("2026-11-24", ""), "booking"), []string{"¿Cambio la cita de Limpieza dental", "martes 24"}, "", ""},
			{heardAs("déjala así", nil, "other"), []string{"sigue en pie"}, "", ""},
			{heardAs("entonces, ¿cuándo quedó?", nil, "hours"), []string{"Limpieza dental: miércoles 25"}, "get_appointments", ""},
		},
	},
	"cancel": {
		{
			{heardAs("cancela mi limpieza", cleaning(), "cancel_booking"), []string{"Política de cancellation", "¿Cancelo la cita de Limpieza dental del miércoles 25"}, "get_appointments", ""},
			{heardAs("uy no, mejor no canceles nada, así la dejo", nil, "cancel_booking"), []string{"sigue en pie"}, "", ""},
			{heardAs("cancela la resina", &recadov1.Slots{Services: mention("resina", "Resina")}, "cancel_booking"), []string{"¿Cancelo la cita de Resina"}, "", ""},
			{yes(), []string{"Cancelada."}, "cancel_appointment", ""},
		},
	},
	"callback": {
		{
			{heardAs("¿me pueden llamar?", nil, "human"), []string{"¿A qué número"}, "", ""},
			{told("al [TEL_1]", nil), []string{"[TEL_1]"}, "request_callback", ""},
		},
	},
	"invoice": {
		{
			{heardAs("necesito factura", nil, "invoice"), []string{"datos fiscales"}, "", ""},
			{heardAs("Taller Solís, RFC [RFC_1]", nil, "other"), []string{"pasé tus datos"}, "escalate_to_human", "invoice_request"},
		},
	},
	"complaint": {
		{
			{heardAs("quiero que me regresen mi dinero, la resina se me cayó", nil, "human"), []string{"Lamento mucho", "Política de refunds"}, "escalate_to_human", "complaint"},
		},
	},
	"waitlist": {
		{
			{heardAs("pónganme en lista de espera", nil, "other"), []string{"¿Para qué servicio"}, "", ""},
			{heardAs("limpieza", cleaning(), "other"), []string{"¿Qué día"}, "", ""},
			{heardAs("el martes", when("2026-11-24", ""), "other"), []string{"¿Te anoto en la lista de espera", "no queda nada reservado"}, "", ""},
		},
		{
			{heardAs("limpieza el sábado", wish("2026-11-28", ""), "booking"), []string{"¿Cuál prefieres?"}, "get_available_slots", ""},
			{heardAs("avísenme si se libera", nil, "other"), []string{"¿Te anoto en la lista de espera", "no queda nada reservado"}, "", ""},
		},
		{
			{heardAs("limpieza el martes a las 10", wish("2026-11-24", "10:00"), "booking"), []string{"¿Te la confirmo?"}, "", ""},
			{heardAs("mejor ponme en lista de espera", nil, "order_status"), []string{"¿Te anoto en la lista de espera", "no queda nada reservado"}, "", ""},
			{yes(), []string{"Anotado en la lista de espera para la cita de Limpieza dental"}, "join_waiting_list", ""},
		},
		{
			{heardAs("limpieza el martes", wish("2026-11-24", ""), "booking"), []string{"¿Cuál prefieres?"}, "", ""},
			{heardAs("no, avísame si alguien cancela", &recadov1.Slots{Answer: "no"}, "cancel_booking"), []string{"¿Te anoto en la lista de espera", "no queda nada reservado"}, "", ""},
		},
		{
			{heardAs("quiero una cita", nil, "booking"), []string{"¿Para qué servicio"}, "", ""},
			{heardAs("¿tienen lista de espera?", nil, "services"), []string{"te anoto en la lista"}, "", ""},
			{heardAs("limpieza", cleaning(), "other"), []string{"si se libera"}, "", ""},
			{heardAs("el viernes a las 8", when("2026-11-27", "20:00"), "booking"), []string{"¿Te anoto en la lista de espera", "no queda nada reservado"}, "", ""},
		},
		{
			{heardAs("cambiar mi limpieza al viernes", wish("2026-11-27", ""), "reschedule"), []string{"¿Cambio"}, "", ""},
			{heardAs("no, avísenme si se libera", &recadov1.Slots{Answer: "no"}, "cancel_booking"), []string{"¿Te anoto en la lista de espera", "no queda nada reservado"}, "", ""},
		},
		{
			{heardAs("ponme en lista de espera para limpieza", cleaning(), "feedback"), []string{"¿Qué día"}, "", ""},
			{heardAs("cualquier día", nil, "other"), []string{"¿Te anoto en la lista de espera", "no queda nada reservado"}, "", ""},
		},
		{
			{heardAs("avísame si se libera un lugar para limpieza", cleaning(), "booking"), []string{"¿Qué día"}, "", ""},
			{heardAs("¿cuánto cuesta?", nil, "pricing"), []string{"$800", "¿Qué día"}, "", ""},
			{heardAs("no, olvídalo", &recadov1.Slots{Answer: "no"}, "other"), []string{"no te anoto"}, "", ""},
		},
	},
	"leave_waitlist": {
		{
			{heardAs("ya no quiero estar en la lista de espera", nil, "cancel_booking"), []string{"ya no estás en la lista"}, "leave_waiting_list", ""},
		},
	},
	"waitlist_table": {
		{
			{heardAs("lista de espera para el viernes", when("2026-11-27", ""), "booking"), []string{"¿Para cuántas personas?"}, "", ""},
			{heardAs("somos 4", &recadov1.Slots{PartySize: 4}, "other"), []string{"mesa para 4", "no queda nada reservado"}, "", ""},
		},
		{
			{heardAs("mesa para 4 el viernes a las 5", &recadov1.Slots{PartySize: 4, When: &recadov1.Moment{Date: "2026-11-27", Time: "17:00"}}, "booking"), []string{"¿Te la confirmo?"}, "", ""},
			{heardAs("avísenme si se libera otra", nil, "cancel_booking"), []string{"mesa para 4", "no queda nada reservado"}, "", ""},
		},
	},
}

func TestAFollowUpAsksTheSame(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.expect(k.turn(heardAs("¿a qué hora abren?", nil, "hours")), "09:00")
	k.expect(k.turn(heardAs("¿y el martes?", when("2026-11-24", ""), "booking")), "09:00")
	k.expect(k.turn(heardAs("limpieza", cleaning(), "other")), "Limpieza dental", "$800")
	resp := k.turn(heard("¿cuánto cuesta la limpieza? ¿cuánto dura?", cleaning(), "pricing", 0.6, "booking", 0.3))
	lacks(t, resp.Text, "¿Qué día")
}

func TestWhoWaitsIsPutDownForWhatAnErrandHasCollected(t *testing.T) {
	t.Parallel()
	k := customerOf(t, "waitlist")
	var joined map[string]any
	k.tools["join_waiting_list"] = func(args map[string]any) (any, *tool.Error) {
		joined = args
		return map[string]any{"success": true}, nil
	}
	k.expect(k.turn(heardAs("lista de espera para limpieza el viernes a las 10", wish("2026-11-27", "10:00"), "booking")), "viernes 27 de noviembre", "¿Te anoto")
	k.expect(k.turn(yes()), "Anotado")
	if joined["service_id"] != "limpieza" || joined["date"] != "2026-11-27" || joined["part_of_day"] != "morning" {
		t.Errorf("put down for %v", joined)
	}
}

func TestAMoveKeepsTheBranch(t *testing.T) {
	t.Parallel()
	k := customerOf(t, "move")
	k.settings.Branches = []tenant.Name{{ID: "roma", Name: "Roma"}, {ID: "polanco", Name: "Polanco"}}
	asked := map[string]any{}
	free := k.tools["get_available_slots"]
	k.tools["get_available_slots"] = func(args map[string]any) (any, *tool.Error) { asked = args; return free(args) }
	k.turn(heardAs("cambiar mi limpieza al viernes", wish("2026-11-27", ""), "reschedule"))
	if asked["branch_id"] != "roma" {
		t.Errorf("asked the calendar for %v", asked)
	}
}

func wish(date, at string) *recadov1.Slots {
	s := cleaning()
	s.When = &recadov1.Moment{Date: date, Time: at}
	return s
}

// customerOf plays with a business that has every tool, and a contact with two appointments.
func customerOf(t *testing.T, flow string) *talk {
	t.Helper()
	settings := *dental
	if slices.Contains(flows.Named(flow).Start.Verticals, string(tenant.Restaurant)) {
		settings = tenant.Settings{ID: "r", Name: "Mar", Vertical: tenant.Restaurant}
	}
	settings.Language = "es"
	k := newTalk(t, &settings)
	done := func(message string) func(map[string]any) (any, *tool.Error) {
		return func(map[string]any) (any, *tool.Error) {
			return map[string]any{"success": true, "appointment_id": "a-9", "confirmation_message": message}, nil
		}
	}
	k.tools["reschedule_appointment"], k.tools["cancel_appointment"] = done("Cita movida."), done("Cancelada.")
	k.tools["request_callback"], k.tools["update_lead_info"] = done(""), done("")
	k.tools["join_waiting_list"], k.tools["leave_waiting_list"] = done(""), done("")
	if flow != "appointment" {
		k.tools["get_appointments"] = func(map[string]any) (any, *tool.Error) {
			return []any{
				map[string]any{"appointment_id": "own-1", "date": "2026-11-25", "time": "10:00", "service": "Limpieza dental", "branch": "Roma", "status": "confirmed"},
				map[string]any{"appointment_id": "own-2", "date": "2026-11-26", "time": "10:00", "service": "Resina", "branch": "Roma", "status": "confirmed"},
			}, nil
		}
	}
	return k
}

func TestFlows(t *testing.T) {
	t.Parallel()
	for flow, ways := range transitions {
		for _, way := range ways {
			k := customerOf(t, flow)
			for _, step := range way {
				body := step.said.GetContent().GetText().GetBody()
				resp := k.turn(step.said)
				t.Logf("%s: %s -> %s", flow, body, resp.Text)
				k.expect(resp, step.want...)
				if step.calls != "" && !slices.Contains(k.called, step.calls) {
					t.Errorf("%s: %q called %v, not %s", flow, body, k.called, step.calls)
				}
				if resp.Handoff != step.handoff {
					t.Errorf("%s: %q hands over for %q, want %q", flow, body, resp.Handoff, step.handoff)
				}
			}
		}
	}
}
