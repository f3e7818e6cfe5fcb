package grounding_test

import "testing"

func TestANumberWithoutItsUnitHasThatOfItsSentence(t *testing.T) {
	t.Parallel()
	const fast = `Antes de la cirugía: ayuno de 8 horas y 4 horas sin agua. ¶ Traer 2 identificaciones.`
	for _, s := range []said{
		{"es", "Son 8 horas de ayuno y 4 sin agua.", fast, ""},
		{"es", "Tiene que ayunar 8 horas; de agua, 4.", fast, ""},
		{"en", "Fast for 8 hours, and 4 without water.", "Fasting: 8 hours; water: 4 hours.", ""},
		{"pt", "São 8 horas de jejum e 4 sem água.", "Jejum de 8 horas; água até 4 horas antes.", ""},
		{"es", "Son 8 horas de ayuno y 6 sin agua.", fast, "6"},
		{"pt", "São 8 horas de jejum e 5 sem água.", "Jejum de 8 horas; água até 4 horas antes.", "5"},
		{"es", "Las dos vacunas se aplican: se aplica las dos el mismo día.", "Las vacunas de rabia y triple se aplican juntas.", ""},
		{"es", "Se ponen las dos en la misma visita.", "Las vacunas se ponen juntas en una visita.", ""},
		{"es", "Puedes llevar las tres o elegir una.", "Mascarillas faciales", ""},
		{"en", "We can do both, the two on the same visit.", "Both vaccines in one visit", ""},
		{"pt", "Aplicamos as duas no mesmo dia.", "As vacinas se aplicam juntas, no mesmo dia.", ""},
		{"es", "Mil gracias por escribirnos.", "Horario de atención", ""},
		{"es", "Un millón de gracias.", "Horario", ""},
		{"en", "A thousand thanks!", "Hours", ""},
		{"pt", "Mil desculpas pela demora.", "Horário", ""},
		{"es", "Estoy cien por ciento de acuerdo.", "Horario", ""},
		{"es", "Cien por ciento de acuerdo con usted.", "Horario", ""},
		{"es", "Es 100 % de algodón.", "Playera de lino", "100 %"},
		{"pt", "Cem por cento de acordo!", "Horário", ""},
		{"es", "Abrimos a las dos.", "Abrimos a las 14:00.", ""},
		{"es", "Abrimos a las dos.", "Abrimos a las 15:00.", "las dos"},
		{"es", "La cita es a las dos en la sucursal.", "cita 15:00", "las dos"},
		{"es", "Dos capuchinos: $15.000.", `{"name":"Capuchino","price":7000,"currency":"COP"}`, "$15.000"},
	} {
		s.check(t)
	}
}

func TestADurationIsNoTimeOfTheDay(t *testing.T) {
	t.Parallel()
	const ninety = `{"name":"Masaje","duration_min":90}`
	const hour = `{"name":"Massage","duration":"1 hour"}`
	for _, s := range []said{
		{"es", "Dura hora y media.", ninety, ""},
		{"es", "El masaje dura una hora y media.", "Masaje: 90 min", ""},
		{"es", "Son 1h30 en total.", ninety, ""},
		{"es", "Dura 1 h 30.", ninety, ""},
		{"es", "Dura 1 h 30 min, más o menos.", ninety, ""},
		{"es", "Calcula 1h15.", `{"name":"Masaje","duration_min":75}`, ""},
		{"es", "Calcula 1 h 15 de sesión.", `{"name":"Masaje","duration_min":75}`, ""},
		{"es", "Dura una hora con quince minutos.", `{"name":"Masaje","duration_min":75}`, ""},
		{"es", "Dura una hora y cuarto.", `{"name":"Masaje","duration_min":75}`, ""},
		{"es", "Dura tres cuartos de hora.", `{"name":"Masaje","duration_min":45}`, ""},
		{"en", "It takes about an hour.", hour, ""},
		{"en", "It takes about an hour.", "Massage: 60 min", ""},
		{"en", "It's an hour and a half.", ninety, ""},
		{"en", "It's one and a half hours.", ninety, ""},
		{"en", "An hour and fifteen minutes.", `{"name":"M","duration_min":75}`, ""},
		{"en", "It takes half an hour.", `{"name":"M","duration_min":30}`, ""},
		{"en", "It's a half-hour session.", `{"name":"M","duration_min":30}`, ""},
		{"en", "Plan for an hour and a quarter.", `{"name":"M","duration_min":75}`, ""},
		{"pt", "Dura uma hora e meia.", ninety, ""},
		{"pt", "Leva meia hora.", `{"name":"M","duration_min":30}`, ""},
		{"pt", "São 1h30 de sessão.", ninety, ""},
		{"pt", "Dura 1h15.", `{"name":"M","duration_min":75}`, ""},
		{
			"es", "El corte dura 45 minutos y el color 90: en total dos horas y cuarto.",
			`[{"name":"Corte","duration_min":45},{"name":"Color","duration_min":90}]`, "",
		},
		{
			"es", "El corte y el color juntos duran 2 horas 15 minutos.",
			`[{"name":"Corte","duration_min":45},{"name":"Color","duration_min":90}]`, "",
		},
		{
			"en", "The cut and color take 2 hours 15 minutes in all.",
			`[{"name":"Cut","duration_min":45},{"name":"Color","duration_min":90}]`, "",
		},
		{"es", "Dura hora y media.", "Masaje: 60 min", "hora y media"},
		{"es", "Dura 1h15.", ninety, "1h15"},
		{"en", "It takes an hour and a half.", "Massage: 60 min", "an hour and a half"},
		{"pt", "Dura uma hora e meia.", `{"name":"M","duration_min":60}`, "uma hora e meia"},
		{"en", "It takes about an hour.", "Massage: 45 min", "an hour"},
		{"es", "Cerramos a las 18h30.", "Cerramos 19h30", "18h30"},
	} {
		s.check(t)
	}
}

func TestAFigureAfterAWeekdayIsAnHourWhereASpanOrPartOfTheDaySaysSo(t *testing.T) {
	t.Parallel()
	const class = `{"name":"Pottery","days":["tue","thu"],"time":"18:00","end":"20:00"}`
	for _, s := range []said{
		{"en", "Pottery is Tuesdays and Thursdays, 6 to 8 in the evening.", class, ""},
		{"en", "Tuesdays and Thursdays, 6 to 8 pm.", class, ""},
		{"en", "Tuesdays and Thursdays, 6-8 pm.", class, ""},
		{"en", "Tuesdays and Thursdays, 6 to 9 in the evening.", class, "9"},
		{"en", "Mondays, 6 to 8 in the evening.", class, "Mondays"},
		{"en", "Monday to Friday, 9 am.", `{"mon-fri":{"open":"09:00","close":"18:00"}}`, ""},
		{"en", "Monday to Friday, 9 to 6.", `{"mon-fri":{"open":"09:00","close":"18:00"}}`, ""},
		{"en", "Weekends 8 to 4.", `{"mon-fri":{"open":"09:00","close":"18:00"},"sat":"08:00-16:00","sun":"08:00-16:00"}`, ""},
		{"en", "On weekends, 8 to 4.", `{"days":["sat","sun"],"open":"08:00","close":"16:00"}`, ""},
		{"en", "Weekends 8 to 5.", `{"days":["sat","sun"],"open":"08:00","close":"16:00"}`, "5"},
		{"es", "Martes y jueves, 6 a 8 de la tarde.", class, ""},
		{"es", "Martes y jueves, de 6 a 8 de la noche.", class, ""},
		{"es", "Los fines de semana de 8 a 4.", `{"days":["sat","sun"],"open":"08:00","close":"16:00"}`, ""},
		{"pt", "Terças e quintas, 6 às 8 da noite.", class, ""},
		{"pt", "Às quartas e sábados, das 19h às 21h.", `{"days":["wed","sat"],"from":"19:00","to":"21:00"}`, ""},
		{"pt", "A aula é às quartas e sábados.", `{"days":["wed","sat"],"from":"19:00"}`, ""},
		{"pt", "A aula é às segundas e sextas.", `{"days":["mon","fri"],"from":"19:00"}`, ""},
		{"pt", "A aula é às segundas e sábados.", `{"days":["wed","sat"],"from":"19:00"}`, "segundas"},
		{"es", "Miércoles 12 a las 10.", `{"date":"2026-08-12","time":"10:00"}`, ""},
		{"es", "Miércoles, 13 a las 10.", `{"date":"2026-08-12","time":"10:00"}`, "13"},
	} {
		s.check(t)
	}
}

func TestATotalIsNoPriceOfOneThing(t *testing.T) {
	t.Parallel()
	const order = `{"items":[{"name":"Margherita pizza","quantity":2,"price":"$14.50"},{"name":"Caesar salad","quantity":1,"price":"$12.50"}],"total":"$41.50"}`
	const carta = `[{"name":"Empanada de carne","price":"$1.200"},{"name":"Jugo natural","price":"$2.000"}]`
	for _, s := range []said{
		{"en", "That's two margherita pizzas and a Caesar salad, $41.50 in total.", order, ""},
		{"en", "Two margherita pizzas and a Caesar salad, $43.50 in total.", order, "$43.50"},
		{"es", "Tres empanadas de carne son $3.900.", carta, "$3.900"},
		{"pt", "Duas pizzas e um suco, R$ 95 ao todo.", `[{"name":"Suco","price":"R$ 12,00"},{"name":"Pizza","price":"R$ 40,00"}]`, "R$ 95"},
		{"es", "El jugo natural cuesta $1.200.", carta, "$1.200"},
	} {
		s.check(t)
	}
}

func TestACapitalOfAnExclamationIsNoName(t *testing.T) {
	t.Parallel()
	const pet = `{"pet":"Biscuit","owner":"Ana Ruiz"}`
	for _, s := range []said{
		{"en", "Poor Biscuit! Bring her in.", pet, ""},
		{"en", "Oh no! Poor Biscuit.", pet, ""},
		{"en", "Sweet Biscuit is due for a bath.", pet, ""},
		{"es", "¡Pobrecito Biscuit! Tráelo hoy mismo.", pet, ""},
		{"es", "Ojalá Biscuit se recupere.", pet, ""},
		{"pt", "Coitadinho do Biscuit!", pet, ""},
		{"pt", "Tadinha Biscuit!", pet, ""},
		{"es", "Mariana Ruiz te espera.", pet, "Mariana"},
	} {
		s.check(t)
	}
}

func TestClosingAtAnHourIsNotClosedThatDay(t *testing.T) {
	t.Parallel()
	const open = `{"mon-fri":{"open":"09:00","close":"18:00"},"sat":{"open":"09:00","close":"14:00"},"sun":null}`
	for _, s := range []said{
		{"es", "Los sábados cerramos a las 2 en punto.", open, ""},
		{"es", "Los sábados cerramos a las 2.", open, ""},
		{"es", "El sábado cerramos antes, a las 2.", open, ""},
		{"es", "Los sábados se cierra a las 14:00.", open, ""},
		{"pt", "Aos sábados fechamos às 2.", open, ""},
		{"pt", "Aos sábados a gente fecha às 14h.", open, ""},
		{"en", "On Saturdays we close at 2.", open, ""},
		{"en", "On Saturdays we're closed by 2.", open, ""},
		{"es", "Los sábados cerramos a las 3 en punto.", open, "3"},
		{"pt", "Aos sábados fechamos às 4.", open, "4"},
		{"es", "Los sábados está cerrado.", open, "sábados"},
		{"es", "Al mediodía seguimos abiertos.", open, ""},
		{"en", "We stay open at noon.", open, ""},
		{"pt", "Ao meio-dia continuamos abertos.", open, ""},
		{"es", "No cerramos al mediodía.", open, ""},
		{"es", "Los sábados cerramos al mediodía.", open, "mediodía"},
		{"es", "A medianoche seguimos abiertos.", open, "medianoche"},
	} {
		s.check(t)
	}
}

func TestADayWithinAnOfferToLookIsNoClaim(t *testing.T) {
	t.Parallel()
	const open = `[{"date":"2026-08-12","time":"10:00","staff_name":"Ana Ruiz"}]`
	for _, s := range []said{
		{"en", "Would you like me to see what she has on Saturday?", open, ""},
		{"en", "I can check what she has on Saturday.", open, ""},
		{"en", "Let me see whether there is anything on Saturday.", open, ""},
		{"es", "¿Quieres que vea qué tiene el sábado?", open, ""},
		{"es", "Si gustas reviso qué hay el sábado.", open, ""},
		{"es", "Puedo buscarte algo para el lunes o el martes.", open, ""},
		{"pt", "Quer que eu veja o que ela tem no sábado?", open, ""},
		{"pt", "Posso ver o que tem na sexta-feira.", open, ""},
		{"en", "She has a slot on Saturday at 10:00.", open, "Saturday"},
		{"es", "Hay lugar el sábado a las 10.", open, "sábado"},
		{"es", "¿Te aparto el sábado a las 11?", open, "11"},
		{"es", "Puedo darte el sábado a las 10.", open, "sábado"},
	} {
		s.check(t)
	}
}
