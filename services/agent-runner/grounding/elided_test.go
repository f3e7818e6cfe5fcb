package grounding_test

import "testing"

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
		{"es", "El corte dura 45 minutos y el color 90: en total dos horas y cuarto.",
			`[{"name":"Corte","duration_min":45},{"name":"Color","duration_min":90}]`, ""},
		{"es", "El corte y el color juntos duran 2 horas 15 minutos.",
			`[{"name":"Corte","duration_min":45},{"name":"Color","duration_min":90}]`, ""},
		{"en", "The cut and color take 2 hours 15 minutes in all.",
			`[{"name":"Cut","duration_min":45},{"name":"Color","duration_min":90}]`, ""},
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
