package question_test

import (
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func answered(word string) *recadov1.Slots { return &recadov1.Slots{Answer: word} }

func has(t *testing.T, got string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(got, part) {
			t.Errorf("lacks %q: %s", part, got)
		}
	}
}

func lacks(t *testing.T, got string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if strings.Contains(got, part) {
			t.Errorf("says %q: %s", part, got)
		}
	}
}

func TestAYesKeepsTheQuestionThatNobodyCouldAnswer(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	has(t, d.asks(t, "¿tienen sillón eléctrico?", nil, "services"), "offer_to_ask")
	if d.memory.Question != "¿tienen sillón eléctrico?" {
		t.Fatalf("remembers %+v", d.memory)
	}
	has(t, d.asks(t, "sí, por favor", answered("yes"), "other"), "question_kept")
	if d.kept != "¿tienen sillón eléctrico?" {
		t.Errorf("kept %q", d.kept)
	}
	if d.memory.Question != "" {
		t.Error("the offer outlives its answer")
	}
}

func TestANoAndAnythingElseKeepNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	d.asks(t, "¿tienen sillón eléctrico?", nil, "services")
	has(t, d.asks(t, "no gracias", answered("no"), "other"), "not_asked")
	d.asks(t, "¿tienen sillón eléctrico?", nil, "services")
	has(t, d.asks(t, "cuánto cuesta la limpieza?", services("limpieza"), "pricing"), "$800")
	lacks(t, d.asks(t, "sí", answered("yes"), "other"), "question_kept")
	if d.kept != "" {
		t.Errorf("kept %q", d.kept)
	}
}

func TestAKeptQuestionIsOnlySaidToBeKept(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	d.asks(t, "¿tienen sillón eléctrico?", nil, "services")
	delete(d.tools, "keep_question")
	d.tools["keep_question"] = tool.Error{}
	got := d.asks(t, "sí", answered("yes"), "other")
	has(t, got, "confirm_later", "[no_answer]")
	lacks(t, got, "question_kept")
}

func TestNothingIsOfferedBesideADialogueThatWaits(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	d.busy = true
	got := d.asks(t, "¿tienen sillón eléctrico?", nil, "services")
	lacks(t, got, "offer_to_ask")
	got = d.asks(t, "ya salieron mis resultados?", nil, "other")
	has(t, got, "fixed_results")
	lacks(t, got, "offer_person")
}

func TestAYesBringsThePersonThatWasOffered(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	d.asks(t, "ya salieron mis resultados?", nil, "other")
	has(t, d.asks(t, "sí", answered("yes"), "other"), "person_told", "[results]")
	if len(d.called) != 1 || d.called[0] != "escalate_to_human" {
		t.Errorf("called %v", d.called)
	}
}

func TestACardNumberIsWarnedOfBesideTheAnswer(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	d.card = true
	has(t, d.asks(t, "cuánto cuesta la limpieza? mi tarjeta es [CARD_1]", services("limpieza"), "pricing"), "fixed_card", "$800")
}

func TestTextsOfTheBusinessAreMarkedForACustomerOfAnotherLanguage(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	d.language = "en"
	d.texts["¿Tienen estacionamiento? is there parking"] = "En Coyoacán hay seis lugares gratuitos detrás del edificio y la clínica paga la primera hora."
	has(t, d.asks(t, "is there parking?", nil, "location"), "«", "<foreign_note>")
	got := d.asks(t, "how much is a cleaning?", services("limpieza"), "pricing")
	has(t, got, "<price|Limpieza dental|$800>")
	has(t, got, "«Según el sarro».", "<foreign_note>")
	got = d.asks(t, "do you have ceviche?", services("endodoncia"), "services")
	lacks(t, got, "Pescado")
}

func TestADietIsNeverCleared(t *testing.T) {
	t.Parallel()
	d := newDesk(bistro)
	d.critical = []string{
		"No prometas plazos.",
		"Ante una alergia, di los alérgenos que figuran en la carta y aclara que en la cocina se trabaja con mariscos, trigo y maní.",
	}
	for _, text := range []string{"mi hijo es alérgico al maní, puede comer flan?", "tengo alergia al huevo"} {
		got := d.asks(t, text, services("flan"), "menu")
		has(t, got, "En la cocina se trabaja con mariscos, trigo y maní.")
		lacks(t, got, "have_service", "<diet_caution>")
	}
	d.critical, d.texts = nil, nil
	delete(d.tools, "get_menu")
	has(t, d.asks(t, "soy alérgica a los mariscos", nil, "menu"), "diet_unknown", "diet_caution")
}

func TestAToolThatFailsIsNotTakenForAFact(t *testing.T) {
	t.Parallel()
	for name, ask := range map[string]struct {
		text   string
		slots  *recadov1.Slots
		intent string
	}{
		"get_branch_info": {"están abiertos?", nil, "hours"},
		"list_services":   {"qué servicios tienen?", nil, "services"},
	} {
		d := newDesk(clinic)
		d.tools[name] = []any{}
		has(t, d.asks(t, ask.text, ask.slots, ask.intent), "confirm_later", "[no_answer]")
	}
	d := newDesk(clinic)
	d.items = nil
	has(t, d.asks(t, "cuánto cuesta la limpieza?", services("limpieza"), "pricing"), "no_price")
}

func TestBranchesThatDifferAreToldApart(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	d.tools["get_branch_info"] = []any{
		map[string]any{"name": "Roma", "operating_hours": map[string]any{"sunday": nil}},
		map[string]any{"name": "Coyoacán", "operating_hours": map[string]any{"sunday": map[string]string{"open": "09:00", "close": "12:00"}}},
	}
	got := d.asks(t, "abren el domingo?", on("2026-11-29", ""), "hours")
	has(t, got, "<depends_lead>", "Roma: <closed_on", "Coyoacán: <open_on")
	d.now = d.now.AddDate(0, 0, 5) // that Sunday, at ten
	has(t, d.asks(t, "están abiertos?", nil, "hours"), "<depends_lead>", "Coyoacán: <open_now|12:00>")
	d.now = d.now.AddDate(0, 0, 1)
	has(t, d.asks(t, "ya abrieron?", nil, "hours"), "<no_lead>", "closed_now", "opens_at|<on_day|domingo 6 de diciembre>|09:00")
}

func TestWhatWasAskedAboutBeforeIsMeant(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	q := d.turn("y cuánto dura?", &recadov1.Slots{}, map[string]tool.Result{}, []string{"services"})
	q.About = []*recadov1.Mention{{Id: "limpieza", Name: "Limpieza dental"}}
	asked := map[string]bool{}
	for _, a := range q.Answers(func(string) bool { return false }) {
		for _, c := range a.Calls {
			asked[string(c.Arguments)] = true
		}
	}
	if !asked[`{"query":"y cuánto dura? Limpieza dental","top_k":3}`] && !asked[`{"query":"y cuánto dura Limpieza dental","top_k":3}`] {
		t.Errorf("asked %v", asked)
	}
}

func TestAtMostFivePartsAndNoneTwice(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	got := d.asks(t, "dónde están? qué horario tienen? cuál es el teléfono? tienen promociones? dan factura? hay parking? dónde están?", nil, "location")
	if n := strings.Count(got, "\n\n"); n != 4 {
		t.Errorf("%d parts: %s", n+1, got)
	}
}

func TestABusinessWithoutDishesHasNoMenu(t *testing.T) {
	t.Parallel()
	d := newDesk(&tenant.Settings{ID: "v", Name: "Vet", Vertical: tenant.General, Language: "es"})
	lacks(t, d.asks(t, "tienen comida sin gluten?", nil, "menu"), "diet_caution", "menu_intro")
}

func TestAComplaintIsToldWhatThePoliciesSayOfIt(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	got := d.asks(t, "queja: la resina se me cayó y quiero que me regresen mi dinero", &recadov1.Slots{PolicyType: "refunds"}, "human")
	has(t, got, "fixed_complaint", "10 días", "12 meses", "[complaint]")
}

func TestAnHonestSentenceEndsATurnThatSaysNothingElse(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	for text, want := range map[string]bool{
		"eres un robot?":                                     true,
		"hola, eres un robot?":                               true,
		"ya salieron mis resultados? gracias":                true,
		"eres un robot? cuánto cuesta la limpieza?":          false,
		"cuánto paracetamol le doy? y quiero una endodoncia": false,
	} {
		q := d.turn(text, &recadov1.Slots{}, map[string]tool.Result{}, []string{"other"})
		if got := q.AllHonest(); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestOffersAndRemarksAreMadeOnceAfterAllAnswers(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	got := d.asks(t, "cuánto cuesta una carilla y un injerto?", nil, "pricing")
	has(t, got, "not_listed|carilla", "not_listed|injerto")
	if n := strings.Count(got, "offer_to_ask"); n != 1 || !strings.HasSuffix(got, "<offer_to_ask>") {
		t.Errorf("%d offers: %s", n, got)
	}
}

func TestAFAQOfSomethingElseGivesWayToTheAskedPolicy(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	d.texts["¿El control de ortodoncia se paga?"] = "No, el control no se paga."
	d.policies["payment"] = "Efectivo y tarjeta."
	got := d.asks(t, "cómo se paga?", &recadov1.Slots{PolicyType: "payment"}, "faq_policy")
	has(t, got, "Efectivo y tarjeta.")
	has(t, d.asks(t, "el control de ortodoncia se paga?", &recadov1.Slots{PolicyType: "payment"}, "faq_policy"), "el control no se paga")
}

func TestAPolicyIsSaidInShortUnlessOnlyItsTextHasTheWords(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	d.policies["cancellation"] = "Cancela con 24 horas."
	asked := &recadov1.Slots{PolicyType: "cancellation"}
	has(t, d.asks(t, "con cuánta anticipación puedo cancelar?", asked, "faq_policy"), "24 horas")
	has(t, d.asks(t, "puedo cancelar por telégrafo?", asked, "faq_policy"), "24 horas")
}

func TestAnAnswerToAnotherQuestionIsNone(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	d.texts["¿Mi mascota necesita ayuno antes de la cirugía?"] = "Sí, 8 horas sin comida y 4 sin agua."
	for _, text := range []string{"venden comida para perros?", "qué vacunas necesita un cachorro?"} {
		lacks(t, d.asks(t, text, nil, "services"), "8 horas")
	}
	has(t, d.asks(t, "mi perro necesita ayuno?", nil, "faq_policy"), "8 horas")
	has(t, d.asks(t, "cuántas horas sin agua?", nil, "faq_policy"), "not_known")
}

func TestAnotherBusinessIsNotComparedWith(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	got := d.asks(t, "por qué son más caros que Dental Exprés?", &recadov1.Slots{Competitor: "Dental Exprés"}, "feedback")
	has(t, got, "fixed_compare")
	lacks(t, got, "$")
}

func TestAnUnlistedThingOfAListedKindIsNamed(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	got := d.asks(t, "cuánto cuesta la ortodoncia de zafiro y la limpieza?", services("brackets", "limpieza"), "pricing")
	has(t, got, "$800", "not_listed|ortodoncia de zafiro", "alike|Ortodoncia con brackets")
}
