package when

import (
	"testing"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/calendar"
)

// homes is a zone of each country whose feasts are known.
var homes = map[string]string{
	"MX": "America/Mexico_City", "PE": "America/Lima", "AR": "America/Argentina/Buenos_Aires", "CL": "America/Santiago",
	"CO": "America/Bogota", "ES": "Europe/Madrid", "US": "America/New_York", "BR": "America/Sao_Paulo",
}

func zoneOf(t *testing.T, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func TestEasterIsOnItsSunday(t *testing.T) {
	t.Parallel()
	for year, want := range map[int]string{
		1818: "1818-03-22", 1943: "1943-04-25", 1961: "1961-04-02", 2000: "2000-04-23", 2008: "2008-03-23", 2011: "2011-04-24", 2024: "2024-03-31",
		2025: "2025-04-20", 2026: "2026-04-05", 2027: "2027-03-28", 2028: "2028-04-16", 2029: "2029-04-01", 2030: "2030-04-21", 2038: "2038-04-25",
	} {
		if got := calendar.Easter(year).String(); got != want {
			t.Errorf("Easter of %d is %s, want %s", year, got, want)
		}
	}
}

func TestFeastsFollowTheCountryOfTheZone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ country, now, text, want string }{
		{"MX", "2026-01-10", "para el día de las madres", "2026-05-10"},
		{"ES", "2026-01-10", "para el día de la madre", "2026-05-03"},
		{"AR", "2026-01-10", "el dia de la madre", "2026-10-18"},
		{"PE", "2026-01-10", "el dia de la madre", "2026-05-10"},
		{"CL", "2027-01-10", "el dia de la madre", "2027-05-09"},
		{"CO", "2027-01-10", "el dia de la madre", "2027-05-09"},
		{"US", "2027-01-10", "mother's day", "2027-05-09"},
		{"BR", "2027-01-10", "dia das mães", "2027-05-09"},
		{"MX", "2026-01-10", "día del padre", "2026-06-21"},
		{"ES", "2026-01-10", "día del padre", "2026-03-19"},
		{"BR", "2026-01-10", "dia dos pais", "2026-08-09"},
		{"MX", "2026-01-10", "día del niño", "2026-04-30"},
		{"PE", "2026-01-10", "día del niño", "2026-08-16"},
		{"AR", "2026-01-10", "día del niño", "2026-08-16"},
		{"CL", "2026-01-10", "día del niño", "2026-08-09"},
		{"CO", "2026-01-10", "día del niño", "2026-04-25"},
		{"BR", "2026-01-10", "dia das crianças", "2026-10-12"},
		{"MX", "2026-01-10", "en fiestas patrias", "2026-09-16"},
		{"PE", "2026-01-10", "en fiestas patrias", "2026-07-28"},
		{"CL", "2026-01-10", "en fiestas patrias", "2026-09-18"},
		{"MX", "2026-01-10", "la noche del grito", "2026-09-15"},
		{"MX", "2026-01-10", "batalla de puebla", "2026-05-05"},
		{"MX", "2026-01-10", "día de muertos", "2026-11-02"},
		{"MX", "2026-01-10", "el día de la virgen", "2026-12-12"},
		{"MX", "2026-01-10", "puente de marzo", "2026-03-16"},
		{"MX", "2026-01-10", "puente de la revolución", "2026-11-16"},
		{"CO", "2026-01-01", "puente de reyes", "2026-01-12"},
		{"CO", "2026-01-10", "el día de san josé", "2026-03-23"},
		{"CO", "2026-01-10", "corpus christi", "2026-06-08"},
		{"CO", "2026-01-10", "sagrado corazón", "2026-06-15"},
		{"CO", "2026-01-10", "san pedro y san pablo", "2026-06-29"},
		{"CO", "2027-01-10", "san pedro y san pablo", "2027-07-05"},
		{"CO", "2026-01-10", "dia de la raza", "2026-10-12"},
		{"CO", "2027-01-10", "dia de la raza", "2027-10-18"},
		{"CO", "2026-01-10", "dia de todos los santos", "2026-11-02"},
		{"CO", "2026-01-10", "independencia de cartagena", "2026-11-16"},
		{"CO", "2026-01-10", "amor y amistad", "2026-09-19"},
		{"CO", "2026-01-10", "noche de velitas", "2026-12-07"},
		{"MX", "2026-01-10", "dia del amor y la amistad", "2026-02-14"},
		{"CL", "2027-01-10", "encuentro de dos mundos", "2027-10-11"},
		{"CL", "2027-01-10", "san pedro y san pablo", "2027-06-28"},
		{"AR", "2027-01-10", "dia de la diversidad", "2027-10-11"},
		{"AR", "2026-01-10", "día del amigo", "2026-07-20"},
		{"US", "2026-01-10", "are you open on Thanksgiving?", "2026-11-26"},
		{"US", "2026-01-10", "black friday", "2026-11-27"},
		{"US", "2026-01-10", "cyber monday", "2026-11-30"},
		{"US", "2026-01-10", "memorial day", "2026-05-25"},
		{"US", "2027-01-10", "memorial day", "2027-05-31"},
		{"US", "2026-01-10", "labor day", "2026-09-07"},
		{"US", "2026-01-10", "MLK day", "2026-01-19"},
		{"US", "2026-01-10", "presidents' day", "2026-02-16"},
		{"US", "2026-01-10", "independence day", "2026-07-04"},
		{"US", "2026-01-10", "mardi gras", "2026-02-17"},
		{"BR", "2026-01-10", "carnaval", "2026-02-17"},
		{"BR", "2026-01-10", "segunda de carnaval", "2026-02-16"},
		{"BR", "2026-01-10", "quarta-feira de cinzas", "2026-02-18"},
		{"BR", "2026-01-10", "sexta-feira santa", "2026-04-03"},
		{"BR", "2026-01-10", "páscoa", "2026-04-05"},
		{"BR", "2026-01-10", "tiradentes", "2026-04-21"},
		{"BR", "2026-01-10", "corpus christi", "2026-06-04"},
		{"BR", "2026-01-10", "dia dos namorados", "2026-06-12"},
		{"BR", "2026-01-10", "sete de setembro", "2026-09-07"},
		{"BR", "2026-01-10", "nossa senhora aparecida", "2026-10-12"},
		{"BR", "2026-01-10", "proclamação da república", "2026-11-15"},
		{"BR", "2026-01-10", "consciência negra", "2026-11-20"},
		{"BR", "2026-01-10", "réveillon", "2026-12-31"},
		{"ES", "2026-01-10", "el viernes santo", "2026-04-03"},
		{"ES", "2026-01-10", "jueves santo", "2026-04-02"},
		{"ES", "2026-01-10", "domingo de ramos", "2026-03-29"},
		{"ES", "2026-01-10", "lunes de pascua", "2026-04-06"},
		{"ES", "2026-01-10", "el día de la hispanidad", "2026-10-12"},
		{"ES", "2026-01-10", "día de la constitución", "2026-12-06"},
		{"ES", "2026-01-10", "la Inmaculada", "2026-12-08"},
		{"ES", "2026-01-10", "la noche de san juan", "2026-06-23"},
		{"ES", "2026-01-10", "nochevieja", "2026-12-31"},
		{"ES", "2026-01-10", "el día después de Reyes", "2027-01-07"},
		{"PE", "2026-01-10", "santa rosa de lima", "2026-08-30"},
		{"PE", "2026-12-25", "en navidad", "2026-12-25"},
		{"PE", "2026-12-26", "en navidad", "2027-12-25"},
	} {
		now, err := time.ParseInLocation(calendar.Layout, c.now, zoneOf(t, homes[c.country]))
		if err != nil {
			t.Fatal(err)
		}
		lang := map[string]language.Lang{"US": language.English, "BR": language.Portuguese}[c.country].Spoken()
		if got := Parse(language.Read(c.text), now.Add(9*time.Hour), lang).Date; got != c.want {
			t.Errorf("%s, %s: %q is %q, want %s", c.country, c.now, c.text, got, c.want)
		}
	}
}

func TestAHolyWeekIsARangeOfDays(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 10, 9, 0, 0, 0, zoneOf(t, homes["PE"]))
	if got := Parse(language.Read("atienden en semana santa?"), now, language.Spanish); got != days("2026-03-29", "2026-04-05") {
		t.Errorf("the holy week of 2026 is %+v", got)
	}
}

func TestZonesTellTheirCountry(t *testing.T) {
	t.Parallel()
	for zone, want := range map[string]string{
		"America/Tijuana": "MX", "America/Argentina/Ushuaia": "AR", "Pacific/Easter": "CL", "Atlantic/Canary": "ES", "America/Indiana/Knox": "US",
		"Pacific/Honolulu": "US", "America/Recife": "BR", "Asia/Tokyo": "", "UTC": "",
	} {
		if got := calendar.CountryOf(zoneOf(t, zone)); got != want {
			t.Errorf("%s is in %q, want %q", zone, got, want)
		}
	}
}

func TestNamesOfFeastsAreFoldedAndComeSoon(t *testing.T) {
	t.Parallel()
	today := calendar.Date(2028, 2, 29)
	for word, names := range calendar.Feasts {
		for _, name := range names {
			for _, w := range name.Words {
				if language.FoldString(w) != w {
					t.Errorf("%q of a feast at %q is not folded", w, word)
				}
			}
			if d, ok := name.Of.On.Next(today); !ok || d.Before(today) || today.Plus(366*8).Before(d) {
				t.Errorf("%v comes %s", name.Words, d)
			}
		}
	}
}
