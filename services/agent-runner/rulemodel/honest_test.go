package rulemodel_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func refusal(code, field string) func(map[string]any) (any, *tool.Error) {
	return func(map[string]any) (any, *tool.Error) { return nil, &tool.Error{Code: code, Field: field} }
}

func lacks(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if strings.Contains(text, part) {
			t.Errorf("says %q: %s", part, text)
		}
	}
}

func tap(id string) *recadov1.MessageRouted {
	return &recadov1.MessageRouted{
		Slots:   &recadov1.Slots{},
		Intents: []*recadov1.Intent{{Name: "other"}},
		Content: &recadov1.Content{Kind: &recadov1.Content_Interactive{Interactive: &recadov1.Interactive{ChoiceId: id}}},
	}
}

// proposed plays until an exact time was proposed.
func proposed(t *testing.T) *talk {
	t.Helper()
	k := newTalk(t, dental)
	slots := cleaning()
	slots.When = &recadov1.Moment{Date: "2026-11-24", Time: "10:00"}
	k.expect(k.says(slots, "booking"), "¿Te la confirmo?")
	return k
}

func TestAToolThatFailsIsNotTakenForAFact(t *testing.T) {
	t.Parallel()
	for name, ask := range map[string]struct {
		tool   string
		slots  *recadov1.Slots
		intent string
	}{
		"a price":   {"get_service_info", cleaning(), "pricing"},
		"a service": {"get_service_info", cleaning(), "services"},
		"openings":  {"get_available_slots", &recadov1.Slots{Services: cleaning().Services, When: &recadov1.Moment{Date: "2026-11-24"}}, "booking"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newTalk(t, dental)
			k.tools[ask.tool] = refusal("timeout", "")
			resp := k.says(ask.slots, ask.intent)
			lacks(t, resp.Text, "No encuentro", "no tengo lugar", "No tengo lugar")
			if resp.Handoff == "" {
				t.Errorf("nobody is told: %s", resp.Text)
			}
		})
	}
}

func TestABookingWhoseAnswerIsLostIsNotTriedAgain(t *testing.T) {
	t.Parallel()
	k := proposed(t)
	k.tools["create_appointment"] = refusal("timeout", "")
	resp := k.says(&recadov1.Slots{Answer: "yes"}, "other")
	lacks(t, resp.Text, "ocupar", "confirmada")
	if resp.Handoff == "" || len(resp.Choices) > 0 {
		t.Errorf("got %+v", resp)
	}
}

func TestAnExpiredOfferIsProposedAgain(t *testing.T) {
	t.Parallel()
	k := proposed(t)
	k.tools["create_appointment"] = func(map[string]any) (any, *tool.Error) {
		return map[string]any{"success": false, "error": "slot_expired"}, nil
	}
	resp := k.says(&recadov1.Slots{Answer: "yes"}, "other")
	k.expect(resp, "10 de la mañana", "¿Te la confirmo?")
	lacks(t, resp.Text, "ocupar")
}

func TestAGroupThatNoTableSeatsReachesAPerson(t *testing.T) {
	t.Parallel()
	k := newTalk(t, &tenant.Settings{ID: "r", Name: "Mar", Vertical: tenant.Restaurant})
	k.tools["get_available_slots"] = refusal("party_too_large", "party_size")
	resp := k.says(&recadov1.Slots{PartySize: 40, When: &recadov1.Moment{Date: "2026-11-24", Time: "20:00"}}, "booking")
	k.expect(resp, "40")
	if resp.Handoff == "" {
		t.Errorf("got %+v", resp)
	}
}

func TestAnotherTimeIsAsked(t *testing.T) {
	t.Parallel()
	k := proposed(t)
	k.expect(k.turn(tap("other")), "otro día u hora")
}

func TestANoIsNeverAYes(t *testing.T) {
	t.Parallel()
	k := proposed(t)
	resp := k.says(&recadov1.Slots{Answer: "no", When: &recadov1.Moment{Time: "10:00"}}, "other") // "no, a las 10 no"
	if slices.Contains(k.called, "create_appointment") {
		t.Fatalf("booked against a no: %s", resp.Text)
	}
	lacks(t, resp.Text, "10 de la mañana")
	k = newTalk(t, dental)
	slots := cleaning()
	slots.When = &recadov1.Moment{Date: "2026-11-24"}
	k.says(slots, "booking")
	k.says(&recadov1.Slots{Answer: "no", When: &recadov1.Moment{Time: "17:00"}}, "other")
	if slices.Contains(k.called, "create_appointment") {
		t.Error("booked a time that came with a no")
	}
}

func TestASecondNoDropsTheBooking(t *testing.T) {
	t.Parallel()
	k := proposed(t)
	k.says(&recadov1.Slots{Answer: "no"}, "other")
	k.expect(k.says(&recadov1.Slots{Answer: "no"}, "other"), "no agendo nada")
	k = newTalk(t, dental)
	k.says(nil, "booking")
	k.expect(k.says(&recadov1.Slots{Answer: "no"}, "other"), "no agendo nada")
}

func TestAfterNothingWasFoundADayIsAsked(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.tools["get_available_slots"] = openings()
	slots := cleaning()
	slots.When = &recadov1.Moment{Date: "2026-11-24"}
	k.expect(k.says(slots, "booking"), "¿Busco en otra fecha?")
	k.expect(k.says(&recadov1.Slots{Answer: "yes"}, "other"), "¿Qué día")
}

func TestAskingAPriceDoesNotChangeTheService(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.says(cleaning(), "booking")
	k.expect(k.says(&recadov1.Slots{Services: []*recadov1.Mention{{Id: "resina", Name: "Resina"}}}, "pricing"), "Resina: $800", "Limpieza dental")
	resp := k.says(when("2026-11-24", "10:00"), "other")
	k.expect(resp, "Limpieza dental")
}

func TestAQuestionDoesNotBookATimeThatBecameFree(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	slots := cleaning()
	slots.When = &recadov1.Moment{Date: "2026-11-24", Time: "16:00"}
	k.expect(k.says(slots, "booking"), "no tengo lugar")
	k.tools["get_available_slots"] = openings("10:00", "16:00")
	k.says(nil, "pricing")
	if slices.Contains(k.called, "create_appointment") {
		t.Error("a question booked")
	}
}

func TestAYesWithAnotherBranchIsNotAYesToTheFirst(t *testing.T) {
	t.Parallel()
	k := proposed(t)
	k.says(&recadov1.Slots{Answer: "yes", Branches: []*recadov1.Mention{{Id: "polanco", Name: "Polanco"}}}, "other")
	if slices.Contains(k.called, "create_appointment") {
		t.Error("booked at a branch that was not wanted")
	}
	k = proposed(t)
	k.says(&recadov1.Slots{Answer: "yes", Branches: []*recadov1.Mention{{Id: "roma", Name: "Roma"}}}, "other")
	if !slices.Contains(k.called, "create_appointment") {
		t.Error("the same branch again is no change")
	}
}

func TestMovingWhatIsBookedIsNoSecondBooking(t *testing.T) {
	t.Parallel()
	for _, intents := range [][]string{{"reschedule", "booking"}, {"cancel_booking", "booking"}} {
		k := newTalk(t, dental)
		resp := k.says(when("2026-11-25", ""), intents...)
		if resp.Handoff == "" || slices.Contains(k.called, "get_available_slots") {
			t.Errorf("%v: called %v, said %s", intents, k.called, resp.Text)
		}
	}
}

func TestAnotherTimeForAnOpenBookingIsPartOfIt(t *testing.T) {
	t.Parallel()
	k := proposed(t)
	resp := k.says(nil, "reschedule")
	k.expect(resp, "otro día u hora")
	if resp.Handoff != "" {
		t.Errorf("got %+v", resp)
	}
}

func TestAnErrandBesideAQuestionIsNotForgotten(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	resp := k.says(cleaning(), "order", "pricing")
	k.expect(resp, "$800")
	if resp.Handoff == "" {
		t.Errorf("the order is forgotten: %s", resp.Text)
	}
}

func TestFeedbackPromisesNothing(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	for _, lang := range []string{"es", "en", "pt"} {
		k.language = lang
		lacks(t, k.says(nil, "feedback").Text, "equipo", "team", "equipe")
	}
}

func TestASecondBookingFollowsTheFirst(t *testing.T) {
	t.Parallel()
	k := proposed(t)
	k.says(&recadov1.Slots{Answer: "yes"}, "other")
	slots := &recadov1.Slots{Services: []*recadov1.Mention{{Id: "resina", Name: "Resina"}}, When: &recadov1.Moment{Date: "2026-11-26", Time: "11:00"}}
	k.expect(k.says(slots, "booking"), "Resina", "jueves 26", "¿Te la confirmo?")
	k.expect(k.says(&recadov1.Slots{Answer: "yes"}, "other"), "confirmada")
}

func TestSpanishKeepsToOneRegister(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.style = "professional"
	var all []string
	for _, intents := range [][]string{{"greeting"}, {"pricing"}, {"services"}, {"booking"}, {"feedback"}, {"farewell_thanks"}, {"other"}, {"order"}, {"human"}} {
		all = append(all, k.says(nil, intents...).Text)
	}
	lacks(t, strings.ToLower(strings.Join(all, "\n")), " te ", " tu ", "quieres", "prefieres", "disculpa,", "necesites")
}

func TestAHolidayIsNotAnOrdinaryDay(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.tools["get_branch_info"] = func(map[string]any) (any, *tool.Error) {
		return []any{map[string]any{
			"name": "Roma", "operating_hours": map[string]any{"friday": map[string]string{"open": "09:00", "close": "19:00"}, "thursday": map[string]string{"open": "09:00", "close": "19:00"}},
			"special_days": []any{
				map[string]any{"first_day": "2026-12-25", "last_day": "2026-12-25", "hours": nil},
				map[string]any{"first_day": "2026-12-24", "last_day": "2026-12-24", "hours": map[string]string{"open": "09:00", "close": "13:00"}},
			},
		}}, nil
	}
	k.expect(k.says(when("2026-12-25", ""), "hours"), "El viernes 25 de diciembre no abrimos")
	k.expect(k.says(when("2026-12-24", ""), "hours"), "jueves 24 de diciembre abrimos de 09:00 a 13:00.")
	k.expect(k.says(when("2026-12-18", ""), "hours"), "viernes 18 de diciembre abrimos de 09:00 a 19:00")
}
