package when

import (
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/when/mention"
)

func TestSayIsNatural(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ got, want string }{
		{SayDate("2026-11-24", language.Spanish), "martes 24 de noviembre"},
		{SayDate("2026-11-24", language.English), "Tuesday 24 November"},
		{SayDate("2026-11-24", language.Portuguese), "terça-feira, 24 de novembro"},
		{SayDate("soon", language.Spanish), "soon"},
		{SayTime("17:00", language.Spanish), "5 de la tarde"},
		{SayTime("17:30", language.Spanish), "5:30 de la tarde"},
		{SayTime("12:00", language.Spanish), "12 del mediodía"},
		{SayTime("20:00", language.Spanish), "8 de la noche"},
		{SayTime("09:00", language.Spanish), "9 de la mañana"},
		{SayTime("00:00", language.Spanish), "12 de la noche"},
		{SayTime("17:00", language.English), "5 pm"},
		{SayTime("12:30", language.English), "12:30 pm"},
		{SayTime("15:30", language.Portuguese), "15h30"},
		{SayMoment("2026-11-24", "13:00", language.Spanish), "martes 24 de noviembre a la 1 de la tarde"},
		{SayMoment("2026-11-24", "17:00", language.English), "Tuesday 24 November at 5 pm"},
		{SayMoment("", "17:00", language.Spanish), "5 de la tarde"},
		{SayWeekday(1, language.Spanish), "lunes"},
		{SayWeekday(8, language.Spanish), ""},
		{SayPart(Afternoon, language.Portuguese), "à tarde"},
	} {
		if c.got != c.want {
			t.Errorf("said %q, want %q", c.got, c.want)
		}
	}
}

// zones have clock changes on different days, half hours and none at all.
var zones = []string{
	"America/Mexico_City", "America/Tijuana", "America/Santiago", "Europe/Madrid", "America/New_York", "America/Los_Angeles", "America/Lima", "America/Bogota",
	"America/Argentina/Buenos_Aires", "America/Sao_Paulo", "Asia/Kolkata", "Pacific/Apia", "UTC",
}

// everyNow calls try at an hour of every day of three years, clock changes, leap days and new years among them.
func everyNow(t *testing.T, try func(now time.Time)) {
	t.Helper()
	for _, zone := range zones {
		loc, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		for d := range 1096 {
			try(time.Date(2027, 6, 1+d, []int{0, 2, 23, 13}[d%4], 30, 0, 0, loc))
		}
	}
}

func TestWhatIsSaidIsUnderstood(t *testing.T) {
	t.Parallel()
	everyNow(t, func(now time.Time) {
		today := calendar.Of(now)
		for _, l := range language.Langs {
			ahead := (now.YearDay()*7 + now.Hour() + now.Year()) % 365
			want := Moment{Date: today.Plus(ahead).String(), Time: mention.Clock{Hour: now.YearDay() % 24, Minute: now.YearDay() % 4 * 15}.String()}
			got := Parse(language.Read(SayMoment(want.Date, want.Time, l)), now, l)
			got.PartOfDay = ""
			if got != want {
				t.Fatalf("at %s, %q is read %+v, want %+v", now, SayMoment(want.Date, want.Time, l), got, want)
			}
		}
	})
}

func TestEveryQuarterOfTheDayIsSaidAndUnderstood(t *testing.T) {
	t.Parallel()
	now := wednesday(t)
	for m := range 24 * 12 {
		want := mention.Clock{Hour: m / 12, Minute: m % 12 * 5}.String()
		for _, l := range language.Langs {
			if got := Parse(language.Read(SayTime(want, l)), now, l).Time; got != want {
				t.Errorf("%s is said %q and read %q", want, SayTime(want, l), got)
			}
		}
	}
}

func TestRelativeDaysHoldInEveryZone(t *testing.T) {
	t.Parallel()
	everyNow(t, func(now time.Time) {
		today := calendar.Of(now)
		for text, want := range map[string]calendar.Day{
			"hoy": today, "mañana": today.Plus(1), "pasado mañana": today.Plus(2), "en tres días": today.Plus(3),
			"de hoy en ocho": today.Plus(7), "en quince días": today.Plus(14), "en dos semanas": today.Plus(14),
		} {
			if got := Parse(language.Read(text), now, language.Spanish).Date; got != want.String() {
				t.Fatalf("at %s, %q is %s, want %s", now, text, got, want)
			}
		}
		got, err := time.Parse(calendar.Layout, Parse(language.Read("el lunes"), now, language.Spanish).Date)
		if ahead := calendar.Of(got) - today; err != nil || got.Weekday() != time.Monday || ahead < 1 || ahead > 7 {
			t.Fatalf("at %s, Monday is %s", now, got)
		}
	})
}

func TestMonthsClampToTheirLastDay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ now, want string }{
		{"2027-01-31", "2027-02-28"}, {"2028-01-31", "2028-02-29"}, {"2026-08-31", "2026-09-30"}, {"2026-12-31", "2027-01-31"}, {"2026-11-18", "2026-12-18"},
	} {
		now, err := time.Parse(calendar.Layout, c.now)
		if err != nil {
			t.Fatal(err)
		}
		if got := Parse(language.Read("en un mes"), now, language.Spanish).Date; got != c.want {
			t.Errorf("a month after %s is %s, want %s", c.now, got, c.want)
		}
	}
}

func TestHoursFromNowFollowTheWallClock(t *testing.T) {
	t.Parallel()
	loc, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		t.Fatal(err)
	}
	spring := time.Date(2027, 3, 28, 1, 30, 0, 0, loc)
	if got := Parse(language.Read("en una hora"), spring, language.Spanish); got != dt("2027-03-28", "03:30") {
		t.Errorf("an hour after 1:30 in the night of the clock change is %+v", got)
	}
}

func TestHoursFromNowHoldAcrossEveryClockChange(t *testing.T) {
	t.Parallel()
	for _, zone := range []string{"America/Santiago", "Europe/Madrid", "America/New_York", "America/Tijuana", "Atlantic/Canary", "America/Lima"} {
		loc := zoneOf(t, zone)
		at := time.Date(2026, 1, 1, 0, 17, 0, 0, loc)
		for end := at.AddDate(2, 0, 0); at.Before(end); at = at.Add(30 * time.Minute) {
			_, before := at.Add(-3 * time.Hour).Zone()
			if _, after := at.Add(3 * time.Hour).Zone(); before == after {
				continue
			}
			for text, d := range map[string]time.Duration{"en dos horas": 2 * time.Hour, "dentro de media hora": 30 * time.Minute, "en 45 minutos": 45 * time.Minute, "en hora y media": 90 * time.Minute} {
				then := at.Add(d)
				if got := Parse(language.Read(text), at, language.Spanish); got.Date != then.Format(calendar.Layout) || got.Time != then.Format("15:04") {
					t.Fatalf("at %s, %q is %s %s, want %s", at, text, got.Date, got.Time, then)
				}
			}
			if got := Parse(language.Read("mañana a las 8"), at, language.Spanish); got != dt(calendar.Of(at).Plus(1).String(), "08:00") {
				t.Fatalf("at %s, tomorrow at 8 is %+v", at, got)
			}
		}
	}
}

func TestEveryResultIsADayAndATimeThatExist(t *testing.T) {
	t.Parallel()
	var texts []language.Text
	for _, c := range allCases {
		for _, one := range c {
			texts = append(texts, language.Read(one.text), language.Read(one.text+", "+one.text), language.Read("no "+one.text+" o "+one.text))
		}
	}
	for _, zone := range zones {
		for d := 0; d < 731; d += 61 {
			now := time.Date(2027, 6, 1+d, d%24, 30, 0, 0, zoneOf(t, zone))
			for i := d % 5; i < len(texts); i += 5 {
				for _, l := range language.Langs {
					checkMoment(t, texts[i].Raw, Parse(texts[i], now, l))
				}
			}
		}
	}
}

func TestHostileTextsCostBoundedTime(t *testing.T) {
	t.Parallel()
	now := wednesday(t)
	for _, phrase := range []string{
		"el dia antes de ", "la vispera de ", "1 dia antes del ", "dia de la ", "lunes, ", "los lunes y ", "el lunes y ", "ni el lunes ", "las 5 y ", "a las 5 o ",
		"de 1 a ", "1 ", "1/1 ", "en dos horas ", "cuarto para las ", "veinte y ", "cambiar del lunes al ", "la semana del ", "no ",
	} {
		text := language.Read(strings.Repeat(phrase, language.MaxTokens))
		for _, l := range language.Langs {
			started := time.Now()
			if Parse(text, now, l); time.Since(started) > 10*time.Second {
				t.Errorf("%q a thousand times takes %s", phrase, time.Since(started))
			}
		}
	}
}

func FuzzWhen(f *testing.F) {
	for _, seed := range []string{
		"mañana a las 5", "del 10 al 15 de enero", "el martes en ocho", "cuarto para las 6", "24/11/2026", "4-6pm", "entre el lunes y", "de hoy en", "next", "half past",
		"mover del martes al", "en 99999 días", "a las 530", "0:00", "24:00", "31/02", "de 12 a 12", "domingo en ocho el 31",
	} {
		f.Add(seed)
	}
	now := time.Date(2028, 2, 29, 23, 59, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, raw string) {
		text := language.Read(raw)
		for _, l := range language.Langs {
			for _, m := range append(All(text, now, l), Parse(text, now, l)) {
				checkMoment(t, raw, m)
			}
		}
	})
}

func checkMoment(t *testing.T, raw string, m Moment) {
	t.Helper()
	for _, d := range []string{m.Date, m.RangeStart, m.RangeEnd} {
		if _, err := time.Parse(calendar.Layout, d); d != "" && err != nil {
			t.Fatalf("%q: %+v: %v", raw, m, err)
		}
	}
	for _, c := range []string{m.Time, m.TimeEnd} {
		if _, err := time.Parse("15:04", c); c != "" && err != nil {
			t.Fatalf("%q: %+v: %v", raw, m, err)
		}
	}
	if (m.RangeStart == "") != (m.RangeEnd == "") || m.RangeStart > m.RangeEnd || (m.Bound == Between) != (m.TimeEnd != "") {
		t.Fatalf("%q: %+v", raw, m)
	}
}

func BenchmarkReadAndWhen(b *testing.B) {
	now := time.Date(2026, 11, 18, 10, 30, 0, 0, time.UTC)
	b.ReportAllocs()
	for b.Loop() {
		Parse(language.Read("hola buenas tardes, quisiera agendar una cita de limpieza para el martes 24 de noviembre a las 5 y media de la tarde porfa"), now, language.Spanish)
	}
}
