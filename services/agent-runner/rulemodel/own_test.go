package rulemodel_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// holding is a talk in which an appointment was made, and one may be cancelled and moved; done are those calls' arguments.
func holding(t *testing.T) (k *talk, done *[]map[string]any) {
	t.Helper()
	k, _ = reserved(t)
	done = &[]map[string]any{}
	for name, message := range map[string]string{"cancel_appointment": "Listo, cancelada.", "reschedule_appointment": "Listo, la cita quedó confirmada."} {
		k.tools[name] = func(args map[string]any) (any, *tool.Error) {
			*done = append(*done, args)
			return map[string]any{"success": true, "appointment_id": "a-2", "confirmation_message": message}, nil
		}
	}
	return k, done
}

func TestWhatWasBookedIsCancelledAfterAYes(t *testing.T) {
	t.Parallel()
	k, done := holding(t)
	resp := k.says(nil, "cancel_booking")
	k.expect(resp, "¿Cancelo la cita de Limpieza dental del martes 24 de noviembre")
	if resp.Handoff != "" || len(*done) > 0 || len(resp.Choices) != 2 {
		t.Fatalf("got %+v, done %v", resp, *done)
	}
	k.expect(k.says(&recadov1.Slots{Answer: "yes"}, "other"), "Listo, cancelada.")
	if len(*done) != 1 || (*done)[0]["appointment_id"] != "a-1" {
		t.Errorf("done %v", *done)
	}
	lacks(t, k.says(named("Ana"), "other").Text, "a tu nombre")
	if resp := k.says(nil, "cancel_booking"); resp.Handoff == "" {
		t.Errorf("nothing is left to cancel, and nobody looks: %s", resp.Text)
	}
}

func TestANoKeepsWhatWasBooked(t *testing.T) {
	t.Parallel()
	k, done := holding(t)
	k.says(nil, "cancel_booking")
	k.expect(k.says(&recadov1.Slots{Answer: "no"}, "other"), "sigue en pie")
	k.expect(k.says(&recadov1.Slots{Answer: "yes"}, "other"), "está en pie")
	k.says(nil, "cancel_booking")
	k.expect(k.turn(tap(k.says(nil, "other").Choices[1].ID)), "sigue en pie")
	k.says(nil, "cancel_booking")
	k.expect(k.says(nil, "pricing"), "¿Cancelo la cita")
	k.says(nil, "other")
	k.says(&recadov1.Slots{Answer: "no"}, "other")
	if len(*done) > 0 {
		t.Errorf("cancelled %v", *done)
	}
}

func TestWhatWasBookedIsMovedAndNotBookedTwice(t *testing.T) {
	t.Parallel()
	k, done := holding(t)
	resp := k.says(when("2026-11-26", ""), "reschedule") // "¿la puedo cambiar para el jueves?"
	k.expect(resp, "¿Cambio la cita", "del martes 24", "jueves 26 de noviembre a las 10 de la mañana")
	resp = k.says(&recadov1.Slots{Answer: "yes"}, "other")
	k.expect(resp, "confirmada", "El horario anterior quedó libre.")
	if len(*done) != 1 || (*done)[0]["appointment_id"] != "a-1" || (*done)[0]["slot_id"] != "2026-11-26T10:00" || slices.Contains(k.called, "create_appointment") {
		t.Errorf("done %v, called %v", *done, k.called)
	}
	k.expect(k.says(nil, "reschedule"), "¿A qué día y hora la cambio?")
	k.says(when("2026-11-27", "11:00"), "other")
	k.says(&recadov1.Slots{Answer: "yes"}, "other")
	if len(*done) != 2 || (*done)[1]["appointment_id"] != "a-2" {
		t.Errorf("done %v", *done)
	}
}

func TestAMoveThatIsDroppedLeavesTheAppointment(t *testing.T) {
	t.Parallel()
	k, done := holding(t)
	k.says(nil, "reschedule")
	k.expect(k.says(nil, "farewell_thanks"), "sigue en pie")
	k.expect(k.says(&recadov1.Slots{Answer: "no"}, "other"), "lo dejamos así")
	k.says(nil, "reschedule")
	k.expect(k.says(nil, "cancel_booking"), "¿Cancelo la cita de Limpieza dental del martes 24 de noviembre")
	k.expect(k.says(&recadov1.Slots{Answer: "yes"}, "other"), "Listo, cancelada.")
	if len(*done) != 1 {
		t.Errorf("done %v", *done)
	}
}

func TestACancellationThatFailsIsNotClaimed(t *testing.T) {
	t.Parallel()
	for code, fails := range map[string]func(map[string]any) (any, *tool.Error){
		"refused": func(map[string]any) (any, *tool.Error) {
			return map[string]any{"success": false, "error": "no_appointment"}, nil
		},
		"lost": refusal("timeout", ""),
	} {
		k, _ := holding(t)
		k.tools["cancel_appointment"] = fails
		k.says(nil, "cancel_booking")
		resp := k.says(&recadov1.Slots{Answer: "yes"}, "other")
		lacks(t, resp.Text, "cancelada")
		if resp.Handoff == "" {
			t.Errorf("%s: nobody is told: %s", code, resp.Text)
		}
	}
}

func TestAWishFollowsWhatWasAskedAbout(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.says(cleaning(), "pricing")
	k.expect(k.says(when("2026-11-24", "10:00"), "booking"), "Limpieza dental", "martes 24", "¿Te la confirmo?") // "quiero una para el martes a las 10"
	k = newTalk(t, dental)
	k.says(cleaning(), "services")
	k.expect(k.says(&recadov1.Slots{Services: mention("resina", "Resina")}, "booking"), "Resina")
}

func TestAnyAnswerTakesWhatIsOffered(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.says(cleaning(), "booking")
	whichever := func() *recadov1.MessageRouted {
		m := heard("cualquiera", &recadov1.Slots{}, "booking", 0.8, "other", 0.2)
		m.Continued = true
		return m
	}
	k.expect(k.turn(whichever()), "1. ", "26 de noviembre")
	k.expect(k.turn(whichever()), "jueves 26 de noviembre a las 10", "¿Te la confirmo?")
}

func TestAClockTimeIsNoPlaceInAList(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.says(nil, "booking")
	k.expect(k.says(&recadov1.Slots{Choice: 1, When: &recadov1.Moment{Time: "01:20"}}, "other"), "servicio")
}

func TestACustomerMayBeCalledLikeSomebodyOfTheStaff(t *testing.T) {
	t.Parallel()
	k := newTalk(t, clinic)
	k.says(&recadov1.Slots{Services: mention("ginecologia", "Consulta de ginecología"), When: &recadov1.Moment{Date: "2026-11-24"}}, "booking")
	resp := k.says(&recadov1.Slots{PersonName: "Marcela Prueba", Staff: mention("marcela", "Dra. Marcela Ubaque")}, "other")
	k.expect(resp, "Mucho gusto, Marcela Prueba.", "dime cuál de estos prefieres")
}

func TestAnotherBookingThanTheLastIsNotTouched(t *testing.T) {
	t.Parallel()
	for _, intent := range []string{"cancel_booking", "reschedule"} {
		k, done := holding(t)
		resp := k.says(&recadov1.Slots{Services: mention("resina", "Resina")}, intent)
		if resp.Handoff == "" || len(*done) > 0 || strings.Contains(resp.Text, "¿Cancelo") {
			t.Errorf("%s: done %v, said %s", intent, *done, resp.Text)
		}
	}
}

func TestTheYesToACancellationIsNoQuestion(t *testing.T) {
	t.Parallel()
	k, _ := holding(t)
	k.says(nil, "cancel_booking")
	if resp := k.says(&recadov1.Slots{Answer: "yes", PolicyType: "cancellation"}, "cancel_booking", "faq_policy"); resp.Text != "Listo, cancelada." {
		t.Errorf("said %s", resp.Text)
	}
}

func TestWhereTheAppointmentIsComesFromTheAppointment(t *testing.T) {
	t.Parallel()
	k, _ := holding(t)
	asked := ""
	branch := k.tools["get_branch_info"]
	k.tools["get_branch_info"] = func(args map[string]any) (any, *tool.Error) {
		asked, _ = args["branch_name"].(string)
		return branch(args)
	}
	if k.says(nil, "location"); asked != "Roma" {
		t.Errorf("asked for the branch %q", asked)
	}
}

func TestAMenuListsDishes(t *testing.T) {
	t.Parallel()
	k := newTalk(t, &tenant.Settings{ID: "r", Name: "Mar", Vertical: tenant.Restaurant, Dishes: []tenant.Name{{ID: "resina", Name: "Resina"}}})
	resp := k.says(nil, "menu")
	k.expect(resp, "De nuestra carta", "Resina")
	lacks(t, resp.Text, "Limpieza")
}

func TestTheLastOfAListIsTheLast(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	slots := cleaning()
	slots.When = &recadov1.Moment{Date: "2026-11-24"}
	k.says(slots, "booking")
	m := heard("la última", &recadov1.Slots{}, "booking", 0.8, "other", 0.2)
	m.Continued = true
	k.expect(k.turn(m), "5 de la tarde", "¿Te la confirmo?")
}

func TestAnotherOneAfterACancellationIsANewBooking(t *testing.T) {
	t.Parallel()
	k, _ := holding(t)
	k.says(nil, "cancel_booking")
	k.says(&recadov1.Slots{Answer: "yes"}, "other")
	resp := k.says(when("2026-11-27", "10:00"), "reschedule") // "¿me das otra para el viernes?"
	k.expect(resp, "Limpieza dental", "viernes 27", "¿Te la confirmo?")
	if resp.Handoff != "" {
		t.Error("handed over")
	}
}

func TestAPriceIsOfWhatWasAskedAbout(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.says(cleaning(), "services")
	resp := k.turn(heard("ok y cuánto sale", nil, "pricing", 0.9))
	k.expect(resp, "Limpieza dental: $800")
	lacks(t, resp.Text, "Resina")
	k.expect(k.turn(heard("¿me pasas los precios?", nil, "pricing", 0.9)), "Resina")
}

func TestAMenuListsTheCourseThatWasAskedFor(t *testing.T) {
	t.Parallel()
	k := newTalk(t, &tenant.Settings{ID: "r", Name: "Mar", Vertical: tenant.Restaurant, Dishes: []tenant.Name{
		{ID: "a", Name: "Flan", Tag: "postre"}, {ID: "b", Name: "Sopa", Tag: "entradas"},
	}})
	k.tools["list_services"] = func(map[string]any) (any, *tool.Error) {
		return []any{map[string]any{"name": "Flan", "category": "postre"}, map[string]any{"name": "Sopa", "category": "entradas"}}, nil
	}
	resp := k.turn(heard("¿me cuentas de los postres?", nil, "menu", 0.9))
	k.expect(resp, "Flan")
	lacks(t, resp.Text, "Sopa")
}

func TestANameForAnAppointmentThatWasNotFoundReachesAPerson(t *testing.T) {
	t.Parallel()
	k := customerOf(t, "move")
	k.tools["get_appointments"] = func(map[string]any) (any, *tool.Error) { return []any{}, nil }
	k.expect(k.turn(heardAs("quiero cambiar mi cita", nil, "reschedule")), "No encuentro")
	resp := k.turn(heardAs("Raúl Gómez", &recadov1.Slots{PersonName: "Raúl Gómez"}, "other"))
	k.expect(resp, "Raúl Gómez", "busque la cita")
	if resp.Handoff != "needs_person" {
		t.Errorf("handed over for %q", resp.Handoff)
	}
	k.expect(k.turn(heardAs("Raúl Gómez", &recadov1.Slots{PersonName: "Raúl Gómez"}, "other")), "Mucho gusto")
}
