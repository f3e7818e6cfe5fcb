package rulemodel_test

import (
	"testing"

	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// lists is a customer who was offered Tuesday at 10, 11 and 17 for a cleaning.
func lists(t *testing.T) *talk {
	k := customerOf(t, "appointment")
	k.expect(k.turn(heardAs("limpieza el martes", wish("2026-11-24", ""), "booking")), "1. martes 24", "¿Cuál prefieres?")
	return k
}

func TestATimeIsToldByWhatWasOffered(t *testing.T) {
	t.Parallel()
	number := func(n uint32) *recadov1.Slots { return &recadov1.Slots{Choice: n, Quantity: n} }
	for said, c := range map[string]struct {
		slots *recadov1.Slots
		want  string
	}{
		"la más temprano": {&recadov1.Slots{When: &recadov1.Moment{PartOfDay: "morning"}}, "el martes 24 de noviembre a las 10 de la mañana"},
		"11":              {number(11), "el martes 24 de noviembre a las 11 de la mañana"},
		"5":               {number(5), "el martes 24 de noviembre a las 5 de la tarde"},
		"2":               {number(2), "el martes 24 de noviembre a las 11 de la mañana"},
	} {
		k := lists(t)
		k.expect(k.turn(heardAs(said, c.slots, "other")), c.want, "¿Te la confirmo?")
	}
}

func TestAnEarlierHourThanTheProposedOneIsLookedFor(t *testing.T) {
	t.Parallel()
	k := lists(t)
	k.expect(k.turn(heardAs("a las 5", when("", "17:00"), "other")), "5 de la tarde", "¿Te la confirmo?")
	k.expect(k.turn(heardAs("no, muy tarde", &recadov1.Slots{Answer: "no"}, "other")), "10 de la mañana", "11 de la mañana", "¿Cuál prefieres?")
}

func TestWhichTimesThereAreIsAnsweredWithTheFirstOnes(t *testing.T) {
	t.Parallel()
	k := customerOf(t, "appointment")
	k.expect(k.turn(heardAs("quiero una limpieza", cleaning(), "booking")), "¿Qué día")
	k.expect(k.turn(heardAs("¿cuándo tienen?", nil, "other")), "1. ", "¿Cuál prefieres?")
}

func TestAQuestionOfWhatWouldBeTakesNothingBack(t *testing.T) {
	t.Parallel()
	k := lists(t)
	k.expect(k.turn(heardAs("a las 5", when("", "17:00"), "other")), "¿Te la confirmo?")
	k.expect(k.turn(heardAs("oye, ¿y si no puedo ir?", &recadov1.Slots{PolicyType: "cancellation"}, "faq_policy")), "5 de la tarde", "¿Te la confirmo?")
	k.expect(k.turn(heardAs("¿puedo llegar 20 min tarde?", nil, "reschedule")), "5 de la tarde", "¿Te la confirmo?")
}

func TestWhoDoesNotKnowTheServiceIsToldWhereOneBegins(t *testing.T) {
	t.Parallel()
	settings := *dental
	settings.Services = append([]tenant.Name{{ID: "valoracion", Name: "Valoración general"}}, dental.Services...)
	k := newTalk(t, &settings)
	k.expect(k.turn(heardAs("quiero una cita", nil, "booking")), "¿Para qué servicio")
	k.expect(k.turn(heardAs("es que tengo algo raro en la encía", nil, "other")), "se empieza por Valoración general")
	k.expect(k.turn(yes()), "Valoración general", "¿Qué día")
}

func TestTheServiceIsHeardInAnotherFormOfItsName(t *testing.T) {
	t.Parallel()
	k := customerOf(t, "appointment")
	k.expect(k.turn(heardAs("me quiero limpiar los dientes", nil, "booking")), "Limpieza dental", "¿Qué día")
}

func TestOneValueIsNotAskedForWithoutEnd(t *testing.T) {
	t.Parallel()
	k := customerOf(t, "appointment")
	k.expect(k.turn(heardAs("quiero una cita", nil, "booking")), "¿Para qué servicio")
	for range 3 {
		if resp := k.turn(heardAs("mañana", when("2026-11-24", ""), "booking")); resp.Handoff != "" {
			t.Fatalf("handed over for %s", resp.Handoff)
		}
	}
	if resp := k.turn(heardAs("mañana", when("2026-11-24", ""), "booking")); resp.Handoff != "not_understood" {
		t.Errorf("got %q, %s", resp.Handoff, resp.Text)
	}
}

func TestMorePeopleAreAddedToThoseThereAre(t *testing.T) {
	t.Parallel()
	k := customerOf(t, "table")
	k.expect(k.turn(heardAs("mesa para 4 hoy a las 5", &recadov1.Slots{PartySize: 4, When: when("2026-11-24", "17:00").When}, "booking")), "mesa para 4")
	k.expect(k.turn(heardAs("agrega 2 personas más", &recadov1.Slots{PartySize: 2}, "reschedule")), "mesa para 6")
}

func TestTheSameIsBookedForSomebodyElseAndAnotherHourMovesIt(t *testing.T) {
	t.Parallel()
	booked := func() *talk {
		k := customerOf(t, "appointment")
		k.expect(k.turn(heardAs("limpieza el martes a las 5", wish("2026-11-24", "17:00"), "booking")), "¿Te la confirmo?")
		k.expect(k.turn(yes()), "confirmada")
		return k
	}
	k := booked()
	resp := k.turn(heardAs("agrega también a mi esposo a la misma hora", nil, "reschedule"))
	k.expect(resp, "Limpieza dental", "martes 24")
	if resp.Confirm != nil && resp.Confirm.Name != "create_appointment" {
		t.Errorf("asks a yes to %s", resp.Confirm.Name)
	}
	k = booked()
	k.expect(k.turn(heardAs("y a las 10?", when("", "10:00"), "other")), "¿Cambio", "10 de la mañana")
}
