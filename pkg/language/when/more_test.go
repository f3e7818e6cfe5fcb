package when

import (
	"testing"
	"time"

	"github.com/recado/recado/pkg/language"
)

// moreCases are the tables of messages of further kinds, by language.
var moreCases = []struct {
	lang  language.Lang
	cases []whenCase
}{
	{language.Spanish, spanishMore},
	{language.Spanish, spanishMixed},
	{language.Spanish, spanishHard},
	{language.Spanish, spanishTalk},
	{language.Spanish, spanishLast},
	{language.English, englishMore},
	{language.English, englishHard},
	{language.English, englishTalk},
	{language.Portuguese, portugueseMore},
	{language.Portuguese, portugueseHard},
	{language.Portuguese, portugueseTalk},
}

func TestWhenReadsFurtherKindsOfMessage(t *testing.T) {
	t.Parallel()
	for _, table := range moreCases {
		runWhen(t, table.lang, table.cases)
	}
}

// abroad are messages whose answer hangs on the country or on the hour.
var abroad = []struct {
	zone, now, text string
	want            Moment
}{
	{"America/Lima", "2026-07-01T09:00", "atienden en fiestas patrias?", date("2026-07-28")},
	{"America/Santiago", "2026-07-01T09:00", "atienden en fiestas patrias?", date("2026-09-18")},
	{"America/Mexico_City", "2026-07-01T09:00", "mesa para 6 el dia de la independencia", date("2026-09-16")},
	{"America/Bogota", "2026-07-01T09:00", "abren el dia de la independencia?", date("2026-07-20")},
	{"America/Argentina/Buenos_Aires", "2026-07-01T09:00", "abren el dia de la independencia?", date("2026-07-09")},
	{"America/Argentina/Buenos_Aires", "2026-07-01T09:00", "el dia del amigo a las 21hs mesa para 8", dt("2026-07-20", "21:00")},
	{"America/Argentina/Buenos_Aires", "2026-06-01T09:00", "el dia del padre al mediodia", dt("2026-06-21", "12:00")},
	{"Europe/Madrid", "2026-02-01T09:00", "abrís el dia del padre?", date("2026-03-19")},
	{"Europe/Madrid", "2026-02-01T09:00", "hora para el jueves santo a las 11", dt("2026-04-02", "11:00")},
	{"Europe/Madrid", "2026-09-01T09:00", "el puente del pilar abrís? el 13 a las 10", dt("2026-09-13", "10:00")},
	{"America/Bogota", "2026-12-01T09:00", "noche de velitas mesa para 4 tipo 8", Moment{Date: "2026-12-07", Time: "08:00", Bound: Around}},
	{"America/Mexico_City", "2026-04-20T09:00", "tienen promo el dia del niño?", date("2026-04-30")},
	{"America/Santiago", "2026-07-20T09:00", "dia del niño a las 13", dt("2026-08-09", "13:00")},
	{"America/Lima", "2026-12-20T09:00", "noche buena a las 7 pm", dt("2026-12-24", "19:00")},
	{"America/Mexico_City", "2027-12-30T22:00", "mañana a las 10", dt("2027-12-31", "10:00")},
	{"America/Mexico_City", "2027-12-31T22:00", "mañana a las 10", dt("2028-01-01", "10:00")},
	{"America/Mexico_City", "2028-02-28T08:00", "mañana", date("2028-02-29")},
	{"America/Mexico_City", "2027-02-28T08:00", "mañana", date("2027-03-01")},
	{"America/Mexico_City", "2028-02-28T08:00", "pasado mañana a las 4", dt("2028-03-01", "16:00")},
	{"America/Bogota", "2027-01-31T08:00", "en un mes", date("2027-02-28")},
	{"America/Bogota", "2026-08-31T08:00", "dentro de 6 meses", date("2027-02-28")},
	{"America/Santiago", "2026-04-04T22:30", "en dos horas", dt("2026-04-04", "23:30")},
	{"America/Mexico_City", "2026-11-18T23:50", "en media hora", dt("2026-11-19", "00:20")},
	{"America/Mexico_City", "2026-11-18T08:30", "hoy a las 9", dt("2026-11-18", "09:00")},
	{"America/Mexico_City", "2026-11-18T09:10", "hoy a las 9", dt("2026-11-18", "21:00")},
	{"America/Mexico_City", "2026-11-18T20:10", "hoy a las 9", dt("2026-11-18", "21:00")},
	{"America/Mexico_City", "2026-11-18T13:00", "hoy a las 12", dt("2026-11-18", "12:00")},
	{"America/Mexico_City", "2026-11-18T11:00", "para hoy 10:30 hay?", dt("2026-11-18", "22:30")},
	{"America/Mexico_City", "2026-11-21T11:00", "este fin de semana", days("2026-11-21", "2026-11-22")},
	{"America/Mexico_City", "2026-11-22T11:00", "este fin de semana", days("2026-11-22", "2026-11-22")},
	{"America/Mexico_City", "2026-11-22T11:00", "el domingo", date("2026-11-29")},
	{"America/Mexico_City", "2026-11-22T11:00", "el lunes", date("2026-11-23")},
	{"America/Mexico_City", "2026-11-22T11:00", "la proxima semana", days("2026-11-23", "2026-11-29")},
	{"America/Mexico_City", "2026-11-22T11:00", "el miercoles de la otra semana", date("2026-11-25")},
	{"America/Mexico_City", "2026-11-16T11:00", "el lunes en ocho", date("2026-11-30")},
	{"America/Mexico_City", "2026-11-30T11:00", "fin de mes", days("2026-11-30", "2026-11-30")},
	{"America/Mexico_City", "2026-11-30T11:00", "el 31", date("2026-12-31")},
	{"America/Mexico_City", "2027-01-30T11:00", "el 30", date("2027-01-30")},
	{"America/Mexico_City", "2027-01-31T11:00", "el 30", date("2027-03-30")},
	{"America/Bogota", "2026-11-18T11:00", "martes 1", date("2026-12-01")},
	{"America/Bogota", "2026-11-18T11:00", "viernes 13", date("2027-08-13")},
}

func TestWhenFollowsTheCountryAndTheHour(t *testing.T) {
	t.Parallel()
	for _, c := range abroad {
		loc, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		now, err := time.ParseInLocation("2006-01-02T15:04", c.now, loc)
		if err != nil {
			t.Fatal(err)
		}
		if got := Parse(language.Read(c.text), now, language.Spanish); got != c.want {
			t.Errorf("When(%q) at %s in %s\n got %+v\nwant %+v", c.text, c.now, c.zone, got, c.want)
		}
	}
}
