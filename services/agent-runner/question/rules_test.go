package question_test

import (
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// ruledClinic is the clinic with what it rules of payment, delays and the like, and the days of its people.
func ruledClinic() *desk {
	d := newDesk(clinic)
	d.policies["payment"] = "Aceptamos efectivo, transferencia y tarjetas. No aceptamos cheques."
	d.policies["rescheduling"] = "Mueve tu cita avisando 12 horas antes. Con 15 minutos de retraso te atendemos si hay espacio."
	d.policies["cancellation"] = "Cancela hasta 24 horas antes. Si no llegas, la siguiente se aparta con $200."
	d.policies["warranty"] = "Las coronas tienen garantía de 3 años. No cubre golpes."
	d.policies["general"] = "Llega 10 minutos antes con una identificación. Se puede entrar con un acompañante."
	d.tools["get_staff_info"] = []any{
		map[string]any{
			"name": "Dra. Ana Ruiz", "specialty": "Ortodoncia", "services": []string{"Ortodoncia con brackets"},
			"days": []any{map[string]string{"day": "monday", "branch": "Roma", "open": "09:00", "close": "13:00"}},
		},
		map[string]any{
			"name": "Dra. Ximena Baldor", "specialty": "Niños", "services": []string{"Resina"},
			"days": []any{map[string]string{"day": "saturday", "branch": "Roma", "open": "09:00", "close": "14:00"}},
		},
		map[string]any{"name": "Luz", "days": []any{}},
	}
	return d
}

// said is one message of a conversation with what its answer has and never has.
type said struct {
	text    string
	slots   *recadov1.Slots
	intents []string
	want    []string
	never   []string
}

// talk plays a conversation.
func talk(t *testing.T, d *desk, all []said) {
	t.Helper()
	for _, s := range all {
		intents := s.intents
		if intents == nil {
			intents = []string{"faq_policy"}
		}
		got := d.asks(t, s.text, s.slots, intents...)
		for _, want := range s.want {
			if !strings.Contains(got, want) {
				t.Errorf("%q lacks %q:\n%s", s.text, want, got)
			}
		}
		for _, never := range s.never {
			if strings.Contains(got, never) {
				t.Errorf("%q says %q:\n%s", s.text, never, got)
			}
		}
	}
}

func TestAMeansOfPaymentIsAcceptedOrNotInTheFirstWord(t *testing.T) {
	t.Parallel()
	talk(t, ruledClinic(), []said{
		{text: "aceptan tarjeta?", want: []string{"<pay_yes|tarjeta> Aceptamos efectivo"}, never: []string{"pay_no"}},
		{text: "se puede pagar con bitcoin?", want: []string{"<pay_no|bitcoin> Aceptamos"}, never: []string{"pay_yes"}},
		{text: "aceptan cheques?", want: []string{"<pay_no|cheques>"}},
		{text: "toman visa o nequi?", want: []string{"<pay_yes|visa> <pay_no|nequi>"}},
		{text: "cuáles son las formas de pago?", want: []string{"Aceptamos efectivo"}, never: []string{"pay_"}},
		{text: "puedo pagar a plazos?", want: []string{"tres meses"}, never: []string{"no_instalments"}},
		{
			text: "cuánto cuesta la limpieza y si aceptan tarjeta", slots: services("limpieza"), intents: []string{"pricing"},
			want: []string{"<price|Limpieza dental|$800>", "<pay_yes|tarjeta>"}, never: []string{"not_known"},
		},
	})
	d := ruledClinic()
	delete(d.texts, "¿Tienen meses sin intereses?")
	talk(t, d, []said{{text: "puedo pagar a plazos?", want: []string{"<no_instalments> Aceptamos"}}})
	none := newDesk(clinic)
	talk(t, none, []said{{text: "aceptan tarjeta?", want: []string{"not_known"}, never: []string{"pay_"}}})
}

func TestWhatABusinessRulesIsSaidOfTheKindThatIsAsked(t *testing.T) {
	t.Parallel()
	d := ruledClinic()
	d.texts["¿Cuánto tarda un implante?"] = "De tres a cinco meses."
	talk(t, d, []said{
		{text: "y si llego tarde?", want: []string{"15 minutos de retraso"}, never: []string{"meses"}},
		{text: "la corona tiene garantía?", want: []string{"3 años"}},
		{text: "y si se me rompe por un golpe?", want: []string{"No cubre golpes"}},
		{text: "puedo ir con mi esposo?", want: []string{"Se puede entrar con un acompañante"}},
		{text: "no pude ir a mi cita, me cobran algo?", want: []string{"$200"}},
		{text: "qué debo llevar?", want: []string{"identificación"}},
		{text: "aceptan mi seguro?", want: []string{"not_known"}},
		{text: "puedo ir sin cita?", want: []string{"not_known"}},
	})
}

func TestStaffAreSaidByTheDayThePlaceAndWhatTheyDo(t *testing.T) {
	t.Parallel()
	brackets := services("brackets")
	talk(t, ruledClinic(), []said{
		{text: "quién atiende los sábados?", intents: []string{"staff"}, want: []string{"Ximena Baldor: <day_saturday>"}, never: []string{"Ana Ruiz", "Luz"}},
		{text: "y los lunes?", want: []string{"Ana Ruiz: <day_monday>"}, never: []string{"Ximena"}},
		{text: "quién pone los brackets y qué días?", slots: brackets, intents: []string{"staff"}, want: []string{"• Dra. Ana Ruiz", "Ana Ruiz: <day_monday>"}},
		{
			text: "y en la Roma?", slots: &recadov1.Slots{Branches: []*recadov1.Mention{{Id: "roma", Name: "Roma"}}},
			want: []string{"Ana Ruiz: <day_monday>"}, never: []string{"Ximena"},
		},
		{
			text: "y en Coyoacán?", slots: &recadov1.Slots{Branches: []*recadov1.Mention{{Id: "coyo", Name: "Coyoacán"}}},
			want: []string{"nobody_on|Dra. Ana Ruiz"},
		},
		{text: "atienden niños los sábados?", want: []string{"Ximena Baldor: <day_saturday>"}, never: []string{"open_on"}},
		{
			text: "quiero que la doctora Ximena me ponga brackets", intents: []string{"staff"}, never: []string{"not_known"},
			slots: &recadov1.Slots{Services: brackets.GetServices(), Staff: []*recadov1.Mention{{Id: "xime", Name: "Dra. Ximena Baldor"}}},
			want:  []string{"Ana Ruiz"},
		},
	})
}

func TestAQuestionGoesOnWithTheOneBefore(t *testing.T) {
	t.Parallel()
	d := ruledClinic()
	d.items["Ortodoncia con brackets"] = map[string]any{"name": "Ortodoncia con brackets", "price_range": "$18,000", "duration_minutes": 60}
	talk(t, d, []said{
		{text: "cuánto cuestan los brackets?", slots: services("brackets"), intents: []string{"pricing"}, want: []string{"$18,000"}},
		{text: "cuánto dura?", want: []string{"duration|Ortodoncia con brackets"}},
		{text: "qué días atiende?", want: []string{"Ana Ruiz: <day_monday>"}, never: []string{"Ximena"}},
		{text: "y el ortodoncista los sábados?", want: []string{"nobody_on|Dra. Ana Ruiz"}},
		{text: "abren los domingos?", intents: []string{"hours"}, want: []string{"<no_lead> <closed_on|<weekly_sunday>>"}},
		{text: "y los sábados", intents: []string{"other"}, want: []string{"<yes_lead> <open_on|<weekly_saturday>"}},
		{text: "cuánto cuesta una limpieza?", slots: services("limpieza"), intents: []string{"pricing"}, want: []string{"$800"}},
		{text: "y una endodoncia", slots: services("endodoncia"), intents: []string{"other"}, want: []string{"$3,800"}, never: []string{"$800"}},
		{text: "y los domingos?", intents: []string{"other"}, want: []string{"closed_on|<weekly_sunday>"}, never: []string{"$"}},
	})
}

func TestEachOfSeveralDaysIsAnswered(t *testing.T) {
	t.Parallel()
	d := ruledClinic()
	christmas := "<open_on|<on_day|jueves 24 de diciembre>|<from_to|09:00|13:00>> (Nochebuena); <closed_on|<on_day|viernes 25 de diciembre>> (Navidad)"
	for _, s := range []said{
		{text: "abren el 24 y el 25 de diciembre?", want: []string{christmas}},
		{text: "abren el 24 y 25?", want: []string{christmas}},
		{text: "abren el sábado y el domingo?", want: []string{"28 de noviembre", "<closed_on|<on_day|domingo 29 de noviembre>>"}},
		{text: "abren el lunes? y hasta qué hora el sábado?", want: []string{"lunes 30", "sábado 28"}},
		{text: "abren el 25?", want: []string{"<open_on|<tomorrow>", "<on_day|viernes 25 de diciembre>> (Navidad)"}, never: []string{"_lead>"}},
		{text: "y los feriados abren?", want: []string{"holidays_intro"}},
		{text: "abren esta semana?", want: []string{"hours|Roma"}, never: []string{"; <open_on"}},
	} {
		s.intents = []string{"hours"}
		talk(t, d, []said{s})
	}
}

func TestOnlyThePlacesThatAreNamedAreServed(t *testing.T) {
	t.Parallel()
	d := newDesk(bistro)
	d.texts["¿A qué zonas hacen delivery?"] = "A Barranco y San Isidro. Tarda 40 minutos."
	talk(t, d, []said{
		{text: "hacen delivery a La Molina? y a San Isidro?", want: []string{"<zone_no|La Molina> A Barranco", "<yes_word> A Barranco"}},
		{text: "a qué zonas hacen delivery?", want: []string{"A Barranco"}, never: []string{"yes_word", "zone_no"}},
	})
	talk(t, ruledClinic(), []said{{text: "hacen limpieza a domicilio en Suba?", slots: services("limpieza"), want: []string{"no_zone"}, never: []string{"have_service"}}})
}

func TestWhatIsNotKnownIsNamedOnceAfterWhatIs(t *testing.T) {
	t.Parallel()
	d := ruledClinic()
	talk(t, d, []said{
		{
			text: "cuánto cuesta la limpieza y usan hilo de seda?", slots: services("limpieza"), intents: []string{"pricing"},
			want: []string{"$800", "<not_known_of|usan hilo de seda> <offer_to_ask>"}, never: []string{"<not_known>"},
		},
		{text: "usan hilo de seda?", want: []string{"<not_known> <offer_to_ask>"}, never: []string{"not_known_of"}},
		{text: "me dan factura? es que vivo en Toluca", want: []string{"CFDI"}, never: []string{"not_known"}},
		{text: "buenas vecino, cuánto cuesta la limpieza?", slots: services("limpieza"), intents: []string{"pricing"}, want: []string{"$800"}, never: []string{"not_listed"}},
		{text: "hacen carillas y cuánto?", want: []string{"not_listed|carillas"}, never: []string{"price_of_which", "prices_intro"}},
	})
	q := newDesk(clinic).turn("usan hilo de seda?", &recadov1.Slots{}, nil, []string{"faq_policy"})
	q.Told = true
	q.Offered = map[string]bool{"keep_question": true}
	if got := q.Answers(func(string) bool { return false }); len(got) != 0 {
		t.Errorf("a person is told, and yet: %v", got)
	}
}

func TestWhatOnlyAProfessionalMaySayIsDeclined(t *testing.T) {
	t.Parallel()
	vet := &tenant.Settings{ID: "patas", Name: "Patas", Vertical: tenant.General, Country: "EC", Language: "es"}
	talk(t, newDesk(clinic), []said{
		{text: "estoy embarazada, puedo hacerme una limpieza?", want: []string{"fixed_advice", "offer_person"}},
		{text: "qué me tomo para el dolor?", want: []string{"fixed_medicine"}},
		{text: "me dicen si mi vecina ya pagó su corona?", want: []string{"fixed_others"}, never: []string{"not_known"}},
		{text: "a qué hora tiene cita mi mamá?", want: []string{"fixed_others"}},
	})
	talk(t, newDesk(vet), []said{
		{text: "le puedo dar paracetamol a mi gata? tiene fiebre creo", want: []string{"fixed_animal"}, never: []string{"not_listed", "not_known", "fixed_medicine"}},
		{text: "mi perro puede comer chocolate?", want: []string{"fixed_animal"}},
		{text: "ayer murió mi perrito con ustedes", want: []string{"fixed_sorrow", "[complaint]"}},
	})
}

func TestAllOfACourseIsListedAndADishIsNoAllergy(t *testing.T) {
	t.Parallel()
	d := newDesk(bistro)
	d.settings.Dishes = append(d.settings.Dishes[:3:3], tenant.Name{ID: "mixto", Name: "Ceviche mixto", Tag: "ceviches"}, tenant.Name{ID: "leche", Name: "Leche de tigre", Tag: "entradas"})
	d.tools["list_services"] = []any{
		map[string]any{"name": "Ceviche clásico", "price_range": "S/ 42", "category": "ceviches"},
		map[string]any{"name": "Ceviche mixto", "price_range": "S/ 49", "category": "ceviches"},
		map[string]any{"name": "Flan", "price_range": "S/ 15", "category": "postres"},
	}
	d.items["Leche de tigre"] = map[string]any{"name": "Leche de tigre", "description": "Con pescado y langostino"}
	leche := &recadov1.Slots{Dishes: []*recadov1.Mention{{Id: "leche", Name: "Leche de tigre"}}}
	talk(t, d, []said{
		{text: "qué ceviches tienen?", slots: services("ceviche"), intents: []string{"menu"}, want: []string{"S/ 42", "S/ 49"}, never: []string{"Flan", "have_service"}},
		{text: "qué trae la leche de tigre?", slots: leche, intents: []string{"menu"}, want: []string{"Con pescado y langostino"}, never: []string{"allergens"}},
	})
}

func TestAskingToHaveDishesIsNoQuestionForTheTexts(t *testing.T) {
	t.Parallel()
	dishes := &recadov1.Slots{Dishes: []*recadov1.Mention{{Id: "causa", Name: "Causa limeña"}, {Id: "flan", Name: "Flan"}}}
	for text, answered := range map[string]bool{
		"hi, can I order one causa and two flan for pickup at 8pm?":                 false,
		"could I get two causas and a flan please?":                                 false,
		"hola, ¿te puedo pedir una causa y dos flanes para recoger a las 8?":        false,
		"¿me mandas dos causas y un flan?":                                          false,
		"posso pedir uma causa e dois flan para retirar às 20h?":                    false,
		"can I order two causas? and can the cooks wear gloves while cooking them?": true,
		"¿la causa la preparan los cocineros con guantes limpios?":                  true,
	} {
		if got := newDesk(bistro).asks(t, text, dishes, "order"); answered != (got != "") {
			t.Errorf("%q is answered %q", text, got)
		}
	}
}
