package rulemodel_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func mention(id, name string) []*recadov1.Mention { return []*recadov1.Mention{{Id: id, Name: name}} }

// clinic has people with specialties, and places.
var clinic = &tenant.Settings{
	ID: "c", Name: "Clínica", Vertical: tenant.Medical, Country: "CO", Zone: "America/Bogota",
	Services: []tenant.Name{
		{ID: "general", Name: "Consulta de medicina general"},
		{ID: "pediatria", Name: "Consulta de pediatría", Aliases: []string{"pediatra"}},
		{ID: "ginecologia", Name: "Consulta de ginecología"},
		{ID: "urgencia", Name: "Cita de urgencia"},
	},
	Staff:    []tenant.Name{{ID: "lina", Name: "Dra. Lina Buitrón", Tag: "Pediatría"}, {ID: "marcela", Name: "Dra. Marcela Ubaque", Tag: "Ginecología y obstetricia"}},
	Branches: []tenant.Name{{ID: "usaquen", Name: "Usaquén"}},
}

func TestAChangeOfWhatIsBookedKeepsTheTime(t *testing.T) {
	t.Parallel()
	k := proposed(t)
	resp := k.says(&recadov1.Slots{Answer: "no", Services: mention("resina", "Resina")}, "other") // "no, mejor para una resina"
	k.expect(resp, "Resina", "martes 24 de noviembre a las 10 de la mañana", "¿Te la confirmo?")
	k = newTalk(t, &tenant.Settings{ID: "r", Name: "Mar", Vertical: tenant.Restaurant})
	k.says(&recadov1.Slots{PartySize: 4, When: &recadov1.Moment{Date: "2026-11-24", Time: "17:00"}}, "booking")
	k.expect(k.says(&recadov1.Slots{PartySize: 6}, "other", "reschedule"), "mesa para 6", "5 de la tarde")
}

func TestAYesToSeveralOpeningsAsksWhich(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	slots := cleaning()
	slots.When = &recadov1.Moment{Date: "2026-11-24", Time: "16:00"}
	k.expect(k.says(slots, "booking"), "A esa hora no tengo lugar")
	resp := k.says(&recadov1.Slots{Answer: "yes"}, "other")
	k.expect(resp, "dime cuál de estos prefieres", "1. ")
	lacks(t, resp.Text, "no tengo lugar")
	k.expect(k.says(&recadov1.Slots{Choice: 1}, "other"), "¿Te la confirmo?")
	k.expect(k.says(&recadov1.Slots{Answer: "yes"}, "other"), "confirmada")
}

func TestABranchIsTakenNoteOf(t *testing.T) {
	t.Parallel()
	k := newTalk(t, clinic)
	k.says(&recadov1.Slots{Services: mention("pediatria", "Consulta de pediatría")}, "booking")
	k.expect(k.says(&recadov1.Slots{Branches: mention("usaquen", "Usaquén")}, "other"), "Consulta de pediatría en Usaquén", "¿Qué día")
}

func TestThanksBeforeTheBookingIsMadeSaysSo(t *testing.T) {
	t.Parallel()
	k := proposed(t)
	k.expect(k.says(nil, "farewell_thanks"), "Todavía no he agendado nada")
	k.expect(k.says(&recadov1.Slots{Answer: "yes"}, "other"), "¿Te la confirmo?")
	k.says(&recadov1.Slots{Answer: "yes"}, "other")
	lacks(t, k.says(nil, "farewell_thanks").Text, "Todavía")
}

func TestWhatIsNotUnderstoodDoesNotLoseTheBooking(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.says(nil, "booking")
	for range 2 {
		k.expect(k.says(nil, "other"), "no estoy seguro", "servicio")
	}
	if resp := k.says(nil, "other"); resp.Handoff != "not_understood" {
		t.Errorf("got %+v", resp)
	}
}

func TestAnotherDayIsOfferedAtTheTimeThatWasWanted(t *testing.T) {
	t.Parallel()
	for _, want := range []*recadov1.Moment{{Date: "2026-11-22", Time: "17:00"}, {Date: "2026-11-22", PartOfDay: "afternoon"}} {
		k := newTalk(t, dental)
		open := openings("08:00", "10:00", "17:00")
		k.tools["get_available_slots"] = func(args map[string]any) (any, *tool.Error) {
			if args["date"] == "2026-11-22" {
				near, _ := tool.Values([]any{opening("2026-11-23", "17:00"), opening("2026-11-24", "17:00")})
				return nil, &tool.Error{Code: "closed", Field: "date", Message: "El domingo no abrimos.", Allowed: near}
			}
			return open(args)
		}
		slots := cleaning()
		slots.When = want
		resp := k.says(slots, "booking")
		k.expect(resp, "El domingo no abrimos. Puedo ofrecerte:", "1. lunes 23", "2. martes 24", "5 de la tarde")
		k.expect(k.says(when("2026-11-24", ""), "other"), "martes 24", "¿Te la confirmo?")
		k.expect(k.says(&recadov1.Slots{Answer: "yes"}, "other"), "confirmada")
	}
}

func TestABareHourOfAPlaceThatOpensLaterIsTheEvening(t *testing.T) {
	t.Parallel()
	k := newTalk(t, &tenant.Settings{ID: "r", Name: "Mar", Vertical: tenant.Restaurant})
	k.tools["get_available_slots"] = openings("13:00", "20:00", "21:00")
	k.says(&recadov1.Slots{PartySize: 2, When: &recadov1.Moment{Date: "2026-11-24", Time: "21:00"}}, "booking")
	resp := k.says(&recadov1.Slots{Answer: "no", When: &recadov1.Moment{Time: "08:00"}}, "other") // "no, mejor a las 8"
	k.expect(resp, "8 de la noche", "¿Te la confirmo?")
	resp = k.says(&recadov1.Slots{When: &recadov1.Moment{Time: "08:00", PartOfDay: "morning"}}, "other") // "a las 8 de la mañana"
	k.expect(resp, "A esa hora no tengo lugar")
}

func TestAnyDayIsTheNextOne(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.says(cleaning(), "booking")
	k.expect(k.says(&recadov1.Slots{Answer: "yes"}, "other"), "1. ", "26 de noviembre")
}

func TestPainGetsTheNextOpenings(t *testing.T) {
	t.Parallel()
	k := newTalk(t, clinic)
	m := heard("me duele", &recadov1.Slots{Services: mention("general", "Consulta de medicina general")}, "urgent_care", 1.0)
	m.Urgency = 3
	resp := k.turn(m)
	k.expect(resp, "cita más cercana", "1. ", "10 de la mañana")
	k.expect(k.says(&recadov1.Slots{Answer: "yes"}, "other"), "1. ")
	k.expect(k.says(&recadov1.Slots{Choice: 1}, "other"), "jueves 26", "¿Te la confirmo?")
	k.expect(k.says(&recadov1.Slots{Answer: "yes"}, "other"), "confirmada")
}

func TestWithAPersonComesTheirService(t *testing.T) {
	t.Parallel()
	k := newTalk(t, clinic)
	k.expect(k.says(&recadov1.Slots{Staff: mention("lina", "Dra. Lina Buitrón")}, "booking"), "Consulta de pediatría", "Dra. Lina Buitrón", "¿Qué día")
	k = newTalk(t, clinic)
	resp := k.says(&recadov1.Slots{Services: mention("pediatria", "Consulta de pediatría")}, "staff")
	k.expect(resp, "Dra. Lina Buitrón")
	lacks(t, resp.Text, "Ubaque")
}

func TestAServiceIsAskedForInOtherWordsTheSecondTime(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	first := k.says(nil, "booking").Text
	second := k.says(when("2026-11-24", ""), "other")
	k.expect(second, "servicio")
	if first == second.Text {
		t.Errorf("said twice: %s", first)
	}
	k.expect(k.says(cleaning(), "other"), "martes 24 de noviembre")
}

// library answers a search with one document.
func library(title, content string, score float64) func(map[string]any) (any, *tool.Error) {
	return func(map[string]any) (any, *tool.Error) {
		return []any{map[string]any{"title": title, "content": content, "relevance_score": score}}, nil
	}
}

func TestWhatTheDocumentsSayComesBeforeAList(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.tools["search_knowledge_base"] = library("¿Tienen estacionamiento?", "Hay valet.", 0.9)
	resp := k.turn(heard("¿y tienen estacionamiento?", nil, "location", 0.9))
	k.expect(resp, "Hay valet.")
	lacks(t, resp.Text, "Calle Falsa")
	k.expect(k.turn(heard("¿dónde están? ¿hay estacionamiento?", nil, "location", 0.9)), "Hay valet.", "Calle Falsa")
	k.expect(k.turn(heard("¿dónde están ustedes?", nil, "location", 0.9)), "Calle Falsa")
	k.tools["search_knowledge_base"] = library("Opciones vegetarianas", "Hay tres.", 0.95)
	resp = k.turn(heard("¿tienen opciones vegetarianas?", nil, "menu", 0.9))
	k.expect(resp, "Hay tres.")
	lacks(t, resp.Text, "$900")
	k.tools["search_knowledge_base"] = library("¿Puedo llevar mi torta?", "Sí.", 0.95)
	k.expect(k.turn(heard("¿qué servicios tienen?", nil, "services", 0.9)), "$900")
}

func TestADocumentOfSomethingElseIsNoAnswer(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.tools["search_knowledge_base"] = library("En niños, vaya a urgencias", "Fiebre.", 0.73)
	resp := k.turn(heard("¿Qué debo llevar?", nil, "faq_policy", 0.9))
	k.expect(resp, "Eso no lo tengo")
	lacks(t, resp.Text, "Fiebre", "Política de general")
	k.tools["search_knowledge_base"] = library("Qué llevar a la cita", "Tu documento.", 0.93)
	k.expect(k.turn(heard("¿Qué debo llevar?", nil, "faq_policy", 0.9)), "Tu documento.")
}

func TestTheListOfServicesInABookingAsksOneThing(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.says(nil, "booking")
	resp := k.says(nil, "services")
	k.expect(resp, "Resina")
	if n := strings.Count(resp.Text, "¿"); n != 1 {
		t.Errorf("%d questions: %s", n, resp.Text)
	}
	if slices.Contains(k.called, "escalate_to_human") {
		t.Error("handed over")
	}
}
