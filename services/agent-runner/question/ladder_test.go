package question_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// everyday are questions of one day with what the reply has, keys of phrases in angle brackets, and what it never has.
var everyday = []struct {
	of      *tenant.Settings
	text    string
	slots   *recadov1.Slots
	intents []string
	want    []string
	never   []string
}{
	{
		clinic, "abren el 25 de diciembre?", on("2026-12-25", ""),
		[]string{"hours"},
		[]string{"<no_lead>", "closed_on", "25 de diciembre", "(Navidad)"},
		[]string{"yes_lead"},
	},
	{
		clinic, "atienden el 24 en la tarde?", on("2026-12-24", "afternoon"),
		[]string{"hours"},
		[]string{"<no_lead>", "closes_at", "13:00", "(Nochebuena)"},
		nil,
	},
	{
		clinic, "abren el 24 en la mañana?", on("2026-12-24", "morning"),
		[]string{"hours"},
		[]string{"<yes_lead>", "from_to|09:00|13:00"},
		nil,
	},
	{
		clinic, "abren el 10 de diciembre?", on("2026-12-10", ""),
		[]string{"hours"},
		[]string{"<yes_lead>", "from_to|09:00|19:00", "no_closing_announced"},
		nil,
	},
	{
		clinic, "ya cerraron?", nil,
		[]string{"hours"},
		[]string{"<no_lead>", "open_now|19:00"},
		nil,
	},
	{
		clinic, "están abiertos?", nil,
		[]string{"hours"},
		[]string{"<yes_lead>", "open_now|19:00"},
		nil,
	},
	{
		clinic, "abren los feriados?", nil,
		[]string{"hours"},
		[]string{"Nochebuena", "Navidad"},
		nil,
	},
	{
		clinic, "qué horario tienen?", nil,
		[]string{"hours"},
		[]string{"<day_monday> <to> <day_friday> 09:00-19:00"},
		nil,
	},
	{
		clinic, "hay estacionamiento?", nil,
		[]string{"location"},
		[]string{"Hay valet"},
		[]string{"Calle Falsa"},
	},
	{
		clinic, "se puede entrar en silla de ruedas?", nil,
		[]string{"location"},
		[]string{"con rampa"},
		[]string{"metro", "Calle"},
	},
	{
		clinic, "me pasan su teléfono?", nil,
		[]string{"human"},
		[]string{"+52 55 5555 0101"},
		[]string{"Calle"},
	},
	{
		clinic, "cuánto cuesta una carilla y una endodoncia", services("endodoncia"),
		[]string{"pricing"},
		[]string{"Endodoncia|$3,800", "not_listed|carilla"},
		[]string{"Limpieza"},
	},
	{
		clinic, "hacen ortognática?", nil,
		[]string{"services"},
		[]string{"not_listed|ortognática", "offer_to_ask"},
		[]string{"Resina"},
	},
	{
		clinic, "hacen endodoncias?", services("endodoncia"),
		[]string{"services"},
		[]string{"have_service|Endodoncia", "$3,800", "needs_consultation"},
		nil,
	},
	{
		clinic, "la limpieza duele? cuanto tarda", services("limpieza"),
		[]string{"faq_policy"},
		[]string{"No suele doler", "duration|Limpieza dental|45 min"},
		nil,
	},
	{
		clinic, "cuánto por la limpieza? tienen meses sin intereses?", services("limpieza"),
		[]string{"pricing"},
		[]string{"$800", "tres meses"},
		[]string{"10 minutos"},
	},
	{
		clinic, "me dan factura?", nil,
		[]string{"invoice"},
		[]string{"CFDI"},
		[]string{"["},
	},
	{
		clinic, "tienen promociones?", nil,
		[]string{"pricing"},
		[]string{"$999"},
		[]string{"Resina", "$900"},
	},
	{
		clinic, "la doctora que atiende niños qué días va?", nil,
		[]string{"staff"},
		[]string{"martes y jueves"},
		[]string{"Ana Ruiz"},
	},
	{
		clinic, "puedo tomar ibuprofeno con losartan?", nil,
		[]string{"faq_policy"},
		[]string{"fixed_medicine"},
		[]string{"10 minutos"},
	},
	{
		clinic, "¿qué debo llevar?", nil,
		[]string{"faq_policy"},
		[]string{"not_known"},
		[]string{"10 minutos"},
	},
	{
		clinic, "cuáles son las reglas?", &recadov1.Slots{PolicyType: "general"},
		[]string{"faq_policy"},
		[]string{"10 minutos"},
		nil,
	},
	{
		clinic, "qué garantía dan?", &recadov1.Slots{PolicyType: "warranty"},
		[]string{"faq_policy"},
		[]string{"12 meses"},
		nil,
	},
	{
		clinic, "eres un robot?", nil,
		[]string{"other"},
		[]string{"fixed_robot"},
		[]string{"not_known"},
	},
	{
		clinic, "quiero que borren mis datos", nil,
		[]string{"other"},
		[]string{"fixed_erase", "[erase_request]"},
		nil,
	},
	{
		clinic, "a qué hora es la cita de mi esposa?", nil,
		[]string{"hours"},
		[]string{"fixed_others"},
		[]string{"09:00"},
	},
	{
		clinic, "ya salieron mis resultados?", nil,
		[]string{"other"},
		[]string{"fixed_results", "offer_person"},
		nil,
	},
	{
		clinic, "en facebook decía que la limpieza estaba a $500", services("limpieza"),
		[]string{"pricing"},
		[]string{"$800", "fixed_promised"},
		nil,
	},
	{
		clinic, "👍", nil,
		[]string{"other"},
		[]string{"smile"},
		nil,
	},
	{
		clinic, "hola, cómo estás?", nil,
		[]string{"greeting"},
		[]string{"fixed_courtesy"},
		[]string{"not_known"},
	},
	{
		clinic, "qué servicios tienen?", nil,
		[]string{"services"},
		[]string{"Limpieza dental: $800", "Resina"},
		nil,
	},
	{
		clinic, "tienen wifi?", nil,
		[]string{"services"},
		[]string{"offer_to_ask"},
		[]string{"Resina", "$"},
	},
	{
		bistro, "puedo llevar a mi perrito?", nil,
		[]string{"faq_policy"},
		[]string{"con correa"},
		nil,
	},
	{
		bistro, "soy celíaca qué puedo comer", nil,
		[]string{"menu"},
		[]string{"puede haber trazas", "diet_caution"},
		[]string{"Causa", "menu_intro"},
	},
	{
		bistro, "la causa tiene mariscos?", services("causa"),
		[]string{"menu"},
		[]string{"allergens|Causa limeña|mariscos, huevo", "diet_caution"},
		[]string{"have_service"},
	},
	{
		bistro, "el flan lleva nueces?", services("flan"),
		[]string{"menu"},
		[]string{"allergens_none|Flan"},
		[]string{"have_service"},
	},
	{
		bistro, "tienen ceviche?", services("ceviche"),
		[]string{"menu"},
		[]string{"have_service|Ceviche clásico", "S/ 42"},
		nil,
	},
	{
		bistro, "qué hay de postre?", nil,
		[]string{"menu"},
		[]string{"menu_intro"},
		[]string{"Limpieza"},
	},
	{
		bistro, "me pasas la carta", nil,
		[]string{"menu"},
		[]string{"ceviches: Ceviche clásico", "postres: Flan"},
		nil,
	},
}

func TestQuestionsOfTheDayAreAnsweredOrHonestlyNot(t *testing.T) {
	t.Parallel()
	for _, c := range everyday {
		t.Run(c.text, func(t *testing.T) {
			t.Parallel()
			d := newDesk(c.of)
			if c.of == bistro {
				d.tools["list_services"] = []any{map[string]any{"name": "Flan", "category": "postres", "price_range": "S/ 19"}}
			}
			got := d.asks(t, c.text, c.slots, c.intents...)
			for _, part := range c.want {
				if !strings.Contains(got, part) {
					t.Errorf("lacks %q:\n%s\n(called %v)", part, got, d.called)
				}
			}
			for _, part := range c.never {
				if strings.Contains(got, part) {
					t.Errorf("says %q:\n%s", part, got)
				}
			}
		})
	}
}

func TestWhatTheBusinessWroteForMoreThanAListComesFirst(t *testing.T) {
	t.Parallel()
	d := newDesk(bistro)
	d.texts["¿Hay menú para niños?"] = "Media porción al 60 %."
	d.texts["¿A qué hora cierra la cocina?"] = "Media hora antes que el local."
	has(t, d.asks(t, "hay menú para niños?", nil, "menu"), "Media porción")
	has(t, d.asks(t, "a qué hora cierra la cocina?", nil, "hours"), "Media hora antes")
	has(t, d.asks(t, "a qué hora cierran?", nil, "hours"), "<hours|Roma")
}

func TestDishesWithoutAnAllergenAreNamedOnlyWithTheWarning(t *testing.T) {
	t.Parallel()
	d := newDesk(bistro)
	got := d.asks(t, "soy alérgico a los huevos, qué no puedo comer?", nil, "menu")
	has(t, got, "<dishes_with|huevo|Causa limeña>", "diet_caution")
	lacks(t, got, "Flan", "Ceviche")
	got = d.asks(t, "soy alérgica a los mariscos pero al pescado no, qué puedo comer?", nil, "menu")
	has(t, got, "<dishes_with|mariscos|Causa limeña>", "<dishes_without|Ceviche clásico, Flan>", "diet_caution")
}

func TestAThingLikeOneOnTheListIsNotSaidToBeThere(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	got := d.asks(t, "hacen limpieza con láser de diodo?", services("limpieza"), "services")
	has(t, got, "$800")
	got = d.asks(t, "hacen limpieza facial profunda?", services("limpieza"), "services")
	has(t, got, "not_listed|limpieza facial profunda", "alike|Limpieza dental")
	lacks(t, got, "have_service")
}

func TestPeopleAreSaidWithTheirDays(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	d.tools["get_staff_info"] = []any{map[string]any{"name": "Dra. Ana Ruiz", "specialty": "Ortodoncia", "days": []any{
		map[string]string{"day": "monday", "branch": "Roma", "open": "09:00", "close": "13:00"},
		map[string]string{"day": "tuesday", "branch": "Roma", "open": "09:00", "close": "13:00"},
	}}, map[string]any{"name": "Dra. Ximena Baldor"}}
	got := d.asks(t, "qué días atiende la doctora de ortodoncia?", nil, "staff")
	has(t, got, "Dra. Ana Ruiz: <day_monday> <and> <day_tuesday> <attends|Roma|<from_to|09:00|13:00>>")
	lacks(t, got, "Ximena")
	has(t, d.asks(t, "quién hace la ortodoncia?", nil, "staff"), "• Dra. Ana Ruiz (Ortodoncia)")
}

func TestAPromotionOfTheTemplateIsToldWhereNoServiceHasOne(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	d.tools["get_service_catalog"] = []any{map[string]any{"name": "Resina"}}
	has(t, d.asks(t, "tienen promociones?", nil, "pricing"), "no_promotions")
	d.tools["get_response_template"] = map[string]any{"text": "Martes de 2 por 1."}
	has(t, d.asks(t, "tienen promociones?", nil, "pricing"), "Martes de 2 por 1.")
}

func TestAServiceSaysHowToPrepareForItAndWhatItIs(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	d.items["Endodoncia"] = map[string]any{"name": "Endodoncia", "preparation": "Ven desayunado.", "description": "Con microscopio"}
	has(t, d.asks(t, "qué preparación necesita la endodoncia?", services("endodoncia"), "faq_policy"), "Ven desayunado.")
	has(t, d.asks(t, "en qué consiste la endodoncia?", services("endodoncia"), "services"), "Endodoncia: Con microscopio.")
	has(t, d.asks(t, "en qué consiste la limpieza?", services("limpieza"), "services"), "not_known")
}

func TestAListOfEverythingComesOnlyWhereEverythingWasAsked(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	for _, text := range []string{"me pasas los precios?", "lista de precios", "qué tratamientos ofrecen?", "what services do you offer?"} {
		has(t, d.asks(t, text, nil, "pricing"), "Limpieza dental: $800", "Resina: $900")
	}
	for _, text := range []string{"cuánto cuesta una rinoplastia?", "hacen rinoplastia?", "tienen rinoplastia y botox?"} {
		lacks(t, d.asks(t, text, nil, "pricing", "services"), "$800", "$900")
	}
	lacks(t, d.asks(t, "son dentistas certificados?", nil, "staff"), "Ana Ruiz")
	has(t, d.asks(t, "su equipo", nil, "staff"), "Ana Ruiz", "Ximena Baldor")
}

func TestASlipOfANameIsStillTheName(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	d.language = "pt"
	has(t, d.asks(t, "quanto custa uma limpeza?", nil, "pricing"), "<price|Limpieza dental|$800>")
}

// "linpiesa dental" was read as the cleaning by whoever knows slips; "dental" alone, which many names have, names nothing else.
func TestAMisspeltNameIsNotTakenForAnotherThatSharesAWordOfMany(t *testing.T) {
	t.Parallel()
	wide := *clinic
	wide.Services = slices.Concat(clinic.Services, []tenant.Name{
		{ID: "implante", Name: "Implante dental"}, {ID: "blanqueamiento", Name: "Blanqueamiento dental"},
	})
	d := newDesk(&wide)
	d.items["Implante dental"] = map[string]any{"name": "Implante dental", "price_range": "$18,500"}
	said := d.asks(t, "kuanto kuesta una linpiesa dental", services("limpieza"), "pricing")
	has(t, said, "Limpieza dental")
	lacks(t, said, "Implante")
}

func TestWhatTheToolsDoNotTellIsNotMadeUp(t *testing.T) {
	t.Parallel()
	d := newDesk(clinic)
	got := d.asks(t, "cuál es su correo?", nil, "location")
	has(t, got, "not_known", "+52 55 5555 0101")
	d.tools["get_branch_info"] = []any{map[string]any{"name": "Roma"}}
	has(t, d.asks(t, "cuál es su teléfono?", nil, "location"), "not_known")
	d.items["Limpieza dental"] = map[string]any{"name": "Limpieza dental"}
	has(t, d.asks(t, "cuánto cuesta la limpieza?", services("limpieza"), "pricing"), "<price_unknown|Limpieza dental|>")
	has(t, d.asks(t, "cuánto dura la limpieza?", services("limpieza"), "services"), "not_known")
}
