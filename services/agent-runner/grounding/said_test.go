package grounding_test

import (
	"slices"
	"strings"
	"testing"
)

// said is a reply with what it rests on; invented is what no evidence supports in it, "" where it is true.
type said struct{ lang, reply, evidence, invented string }

func (s said) check(t *testing.T) {
	t.Helper()
	got := wrong(s.reply, s.lang, strings.Split(s.evidence, " ¶ ")...)
	if s.invented == "" && len(got) > 0 {
		t.Errorf("touched %q in %q", got, s.reply)
	}
	meets := func(claim string) bool {
		return strings.Contains(claim, s.invented) || strings.Contains(s.invented, claim)
	}
	if s.invented != "" && !slices.ContainsFunc(got, meets) {
		t.Errorf("missed %q in %q, found %q", s.invented, s.reply, got)
	}
}

func TestNumberWordsAreThoseOfTheReplysLanguage(t *testing.T) {
	t.Parallel()
	for _, s := range []said{
		{"en", "You may freeze it once a year, for free.", `{"freeze":"one time per year, free"}`, ""},
		{"en", "Take it only once a day with food.", "Dose: one per day", ""},
		{"es", "You can reschedule once at no cost.", "Reprogramar: una vez sin costo", ""},
		{"en", "Once it is ready, I will text you.", "", ""},
		{"es", "Llegamos a las once de la mañana.", `{"time":"11:00"}`, ""},
		{"es", "Son once piezas por caja.", `{"pieces":8}`, "once"},
		{"es", "Cuesta once mil pesos.", `{"price":12000}`, "once mil pesos"},
		{"pt", "São onze pessoas no máximo.", `{"capacity":8}`, "onze"},
		{"en", "It seats eleven guests.", `{"capacity":8}`, "eleven"},
	} {
		s.check(t)
	}
}

func TestASentenceEndsAfterTheHalfOfTheDay(t *testing.T) {
	t.Parallel()
	const open = `[{"date":"2026-03-12","time":"10:00","staff_name":"Laura Pérez"}]`
	for _, s := range []said{
		{"en", "There is one on 2026-03-12 at 10:00 am. Should I book it for you?", open, ""},
		{"en", "There is one on March 12 at 10 a.m. Shall I book it?", open, ""},
		{"es", "Tengo el 12 de marzo a las 10 a. m. Quieres que la aparte?", open, ""},
		{"es", "El 12 de marzo a las 10:00 a.m. Avísame si te queda.", open, ""},
		{"es", "El 12 de marzo a las 10 h. Confirmas?", open, ""},
		{"pt", "Dia 12 de março às 10 h. Posso marcar?", open, ""},
		{"es", "A las 10:00 hrs. Puedes llegar antes.", open, ""},
		{"es", "A las 10 a. m. con Laura Pérez.", open, ""},
		{"es", "A las 10 a. m. con la Dra. Sofía Ríos.", open, "Sofía"},
	} {
		s.check(t)
	}
}

func TestAYesIsNothingThatIsOffered(t *testing.T) {
	t.Parallel()
	const sold = `{"name":"Ração Premium 15 kg","price":189,"stock":4} ¶ {"name":"Croquetas Premium"}`
	for _, s := range []said{
		{"pt", "Temos sim! A ração premium custa R$ 189.", sold, ""},
		{"pt", "Sim, temos! Quer que eu separe?", sold, ""},
		{"pt", "Aceitamos sim, pode vir.", sold, ""},
		{"es", "Tenemos, sí. Las croquetas premium están.", sold, ""},
		{"es", "Sí tenemos! Son las croquetas premium.", sold, ""},
		{"es", "Claro que tenemos: croquetas premium.", sold, ""},
		{"es", "Tenemos justo lo que buscas: croquetas premium.", sold, ""},
		{"en", "Yes we do! And we have it right here.", sold, ""},
		{"es", "Sí, tenemos arena sanitaria para gatos.", sold, "arena sanitaria"},
		{"pt", "Temos sim, temos coleiras antipulgas.", sold, "coleiras antipulgas"},
	} {
		s.check(t)
	}
}

func TestAKeyOutsideSaysWhatTheFiguresInsideAre(t *testing.T) {
	t.Parallel()
	for _, s := range []said{
		{"es", "Llega en 25 a 35 minutos.", `{"eta_minutes":{"min":25,"max":35}}`, ""},
		{"en", "Ready in 2-3 days.", `{"lead_time_days":{"from":2,"to":3}}`, ""},
		{"pt", "Chega em 25 a 35 minutos.", `{"eta":{"unit":"minutes","min":25,"max":35}}`, ""},
		{"es", "Dura 2 meses.", `{"plan":{"months":{"value":2}}}`, ""},
		{"en", "We have 2 left in size 9.", `{"model":"Runner","stock":{"8":0,"9":2}}`, ""},
		{"es", "En talla 9 quedan 2.", `{"model":"Runner","stock":{"8":0,"9":2}}`, ""},
		{"es", "Para 4 personas cuesta $900.", `{"prices":{"2":"$500","4":"$900"}}`, ""},
		{"es", "Tenemos talla 11.", `{"model":"Runner","stock":{"8":0,"9":2}}`, "11"},
		{"es", "Llega en 45 minutos.", `{"eta_minutes":{"min":25,"max":35}}`, "45 minutos"},
	} {
		s.check(t)
	}
}

func TestAMonthIsTakenFromTheEndOfASpanOnlyWhereItFits(t *testing.T) {
	t.Parallel()
	const stay = `{"from":"2026-11-30","to":"2026-12-02","course":"del 12 al 14 de marzo"}`
	for _, s := range []said{
		{"es", "Del lunes 30 al miércoles 2 de diciembre.", stay, ""},
		{"es", "Tu estancia es del 30 al 2 de diciembre.", stay, ""},
		{"pt", "De 30 a 2 de dezembro.", stay, ""},
		{"es", "El curso es del 12 al 14 de marzo.", stay, ""},
		{"es", "Del lunes 29 al miércoles 2 de diciembre.", stay, "29"},
		{"es", "El curso es del 11 al 14 de marzo.", stay, "11"},
	} {
		s.check(t)
	}
}

func TestATimeInAListNeedsNoWordBeforeIt(t *testing.T) {
	t.Parallel()
	const open = `[{"time":"17:30"},{"time":"09:15"},{"time":"16:00"}]`
	for _, s := range []said{
		{"pt", "Tenho estes horários:\n- cinco e meia da tarde\n- quatro da tarde", open, ""},
		{"pt", "• Nove e quinze da manhã\n• Cinco e meia da tarde", open, ""},
		{"es", "Quedan:\n- cinco y media de la tarde\n- nueve y cuarto de la mañana", open, ""},
		{"es", "Puedo ofrecerte cuatro de la tarde o cinco y media de la tarde.", open, ""},
		{"en", "- four in the afternoon\n- half past five in the afternoon", open, ""},
		{"pt", "- seis e meia da tarde", open, "seis e meia"},
		{"es", "- cinco y cuarto de la tarde", open, "cinco y cuarto"},
		{"es", "Quedan: siete de la noche", open, "siete"},
	} {
		s.check(t)
	}
}

func TestWhomAThingIsForIsNoPartOfItsName(t *testing.T) {
	t.Parallel()
	const list = `[{"name":"Vacuna antirrábica","price":25000},{"name":"Habitación Doble vista mar","price":320000},{"name":"Corte de cabello","price":15000}]`
	for _, s := range []said{
		{"es", "La vacuna antirrábica para tu perrito Toby cuesta 25.000 pesos.", list, ""},
		{"es", "El corte para tu hijita cuesta $15.000.", list, ""},
		{"es", "El corte de cabello para caballero cuesta $15.000.", list, ""},
		{"es", "La vacunita de tu gatita cuesta $25.000.", list, ""},
		{"es", "La habitación doble con vista al mar cuesta 320.000.", list, ""},
		{"es", "La habitación doble con vista hacia el mar cuesta $320.000 la noche.", list, ""},
		{"es", "El servicio de corte de cabello que mencionas cuesta $15.000.", list, ""},
		{"es", "El balayage cuesta $15.000.", list, "balayage"},
	} {
		s.check(t)
	}
}
