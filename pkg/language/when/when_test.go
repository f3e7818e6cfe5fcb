package when

import (
	"testing"
	"time"

	"github.com/recado/recado/pkg/language"
)

// wednesday is 18 November 2026, 10:30 in Mexico City.
func wednesday(t *testing.T) time.Time {
	t.Helper()
	loc, err := time.LoadLocation("America/Mexico_City")
	if err != nil {
		t.Fatal(err)
	}
	return time.Date(2026, 11, 18, 10, 30, 0, 0, loc)
}

type whenCase struct {
	text string
	want Moment
}

func date(d string) Moment      { return Moment{Date: d} }
func clockOf(c string) Moment   { return Moment{Time: c} }
func dt(d, c string) Moment     { return Moment{Date: d, Time: c} }
func dp(d, p string) Moment     { return Moment{Date: d, PartOfDay: p} }
func dtp(d, c, p string) Moment { return Moment{Date: d, Time: c, PartOfDay: p} }
func days(a, b string) Moment   { return Moment{RangeStart: a, RangeEnd: b} }
func between(a, b string) Moment {
	return Moment{Time: a, TimeEnd: b, Bound: Between}
}

func runWhen(t *testing.T, lang language.Lang, cases []whenCase) {
	t.Helper()
	now := wednesday(t)
	for _, c := range cases {
		if got := Parse(language.Read(c.text), now, lang); got != c.want {
			t.Errorf("When(%q)\n got %+v\nwant %+v", c.text, got, c.want)
		}
	}
}

func TestWhenReadsSpanishDays(t *testing.T) {
	t.Parallel()
	runWhen(t, language.Spanish, []whenCase{
		{"hoy", date("2026-11-18")},
		{"mañana", date("2026-11-19")},
		{"manana", date("2026-11-19")},
		{"MAÑANAAA", date("2026-11-19")},
		{"pasado mañana", date("2026-11-20")},
		{"mañana o pasado", date("2026-11-19")},
		{"el lunes", date("2026-11-23")},
		{"el miércoles", date("2026-11-25")},
		{"miercoles", date("2026-11-25")},
		{"este jueves", date("2026-11-19")},
		{"el próximo viernes", date("2026-11-20")},
		{"el viernes que viene", date("2026-11-20")},
		{"el martes de la otra semana", date("2026-11-24")},
		{"el viernes de la próxima semana", date("2026-11-27")},
		{"el jueves de la semana que viene", date("2026-11-26")},
		{"la próxima semana, el jueves", date("2026-11-26")},
		{"martes 24", date("2026-11-24")},
		{"el viernes 13", date("2027-08-13")},
		{"martes 24 de noviembre", date("2026-11-24")},
		{"el 24", date("2026-11-24")},
		{"el día 5", date("2026-12-05")},
		{"el 31", date("2026-12-31")},
		{"para el 15", date("2026-12-15")},
		{"24 de noviembre", date("2026-11-24")},
		{"15 de enero", date("2027-01-15")},
		{"el quince de enero", date("2027-01-15")},
		{"primero de diciembre", date("2026-12-01")},
		{"1ro de diciembre", date("2026-12-01")},
		{"1° de diciembre", date("2026-12-01")},
		{"el 3 de noviembre", date("2027-11-03")},
		{"5 de enero de 2027", date("2027-01-05")},
		{"29 de febrero", date("2028-02-29")},
		{"24/11", date("2026-11-24")},
		{"24/11/2026", date("2026-11-24")},
		{"24-11-2026", date("2026-11-24")},
		{"2026-12-01", date("2026-12-01")},
		{"11/24", date("2026-11-24")},
		{"03/12", date("2026-12-03")},
		{"5/1", date("2027-01-05")},
		{"de hoy en ocho", date("2026-11-25")},
		{"de hoy en quince", date("2026-12-02")},
		{"en quince", date("2026-12-02")},
		{"en quince días", date("2026-12-02")},
		{"en ocho días", date("2026-11-25")},
		{"dentro de 15 días", date("2026-12-02")},
		{"el martes en ocho", date("2026-12-01")},
		{"en tres días", date("2026-11-21")},
		{"dentro de 2 semanas", date("2026-12-02")},
		{"en una semana", date("2026-11-25")},
		{"en un mes", date("2026-12-18")},
		{"en un par de días", date("2026-11-20")},
		{"navidad", date("2026-12-25")},
		{"nochebuena", date("2026-12-24")},
		{"para año nuevo", date("2027-01-01")},
		{"el día de reyes", date("2027-01-06")},
		{"el 15 de este mes", date("2026-12-15")},
		{"el 20 del próximo mes", date("2026-12-20")},
		{"el 20 del mes que viene", date("2026-12-20")},
		{"juebes", date("2026-11-19")},
		{"el savado", date("2026-11-21")},
		{"tienen algo para el sabado?", date("2026-11-21")},
		{"quiero cita el lunes 30 de noviembre a las 9", dt("2026-11-30", "09:00")},
		{"vie 20", date("2026-11-20")},
		{"martes, 24 de noviembre", date("2026-11-24")},
	})
}

func TestWhenReadsSpanishTimes(t *testing.T) {
	t.Parallel()
	runWhen(t, language.Spanish, []whenCase{
		{"a las 5", clockOf("17:00")},
		{"a las 8", clockOf("08:00")},
		{"a la 1", clockOf("13:00")},
		{"a la una y media", clockOf("13:30")},
		{"a las 12", clockOf("12:00")},
		{"a las doce", clockOf("12:00")},
		{"5pm", clockOf("17:00")},
		{"5 p.m.", clockOf("17:00")},
		{"9 a. m.", clockOf("09:00")},
		{"7am", clockOf("07:00")},
		{"12 am", clockOf("00:00")},
		{"17:30", clockOf("17:30")},
		{"a las 17.30", clockOf("17:30")},
		{"5:30", clockOf("17:30")},
		{"9:45", clockOf("09:45")},
		{"17h", clockOf("17:00")},
		{"17 hs", clockOf("17:00")},
		{"7 hs", clockOf("07:00")},
		{"a las 15 horas", clockOf("15:00")},
		{"5 y media", clockOf("17:30")},
		{"a las cinco y cuarto", clockOf("17:15")},
		{"a las 6 menos cuarto", clockOf("17:45")},
		{"cuarto para las seis", clockOf("17:45")},
		{"diez para las 9", clockOf("08:50")},
		{"a las 5 y 20", clockOf("17:20")},
		{"a las 5 30", clockOf("17:30")},
		{"cinco de la tarde", Moment{Time: "17:00", PartOfDay: Afternoon}},
		{"8 de la noche", Moment{Time: "20:00", PartOfDay: Evening}},
		{"7 de la mañana", Moment{Time: "07:00", PartOfDay: Morning}},
		{"a las 11 de la noche", Moment{Time: "23:00", PartOfDay: Evening}},
		{"al mediodía", clockOf("12:00")},
		{"a las 530", clockOf("17:30")},
		{"830 am", clockOf("08:30")},
		{"después de las 4", Moment{Time: "16:00", Bound: After}},
		{"a partir de las 6", Moment{Time: "18:00", Bound: After}},
		{"antes de las 11", Moment{Time: "11:00", Bound: Before}},
		{"como a las 5", Moment{Time: "17:00", Bound: Around}},
		{"tipo 5", Moment{Time: "17:00", Bound: Around}},
		{"a eso de las 9", Moment{Time: "09:00", Bound: Around}},
		{"a las 5 más o menos", Moment{Time: "17:00", Bound: Around}},
		{"de 4 a 6", between("16:00", "18:00")},
		{"entre las 4 y las 6", between("16:00", "18:00")},
		{"de 10 a 2", between("10:00", "14:00")},
		{"de 4 a 6 pm", between("16:00", "18:00")},
		{"4-6pm", between("16:00", "18:00")},
		{"de 9 a 11 de la mañana", Moment{Time: "09:00", TimeEnd: "11:00", Bound: Between, PartOfDay: Morning}},
		{"desde las 3 hasta las 5", between("15:00", "17:00")},
		{"por la tarde", Moment{PartOfDay: Afternoon}},
		{"en la mañana", Moment{PartOfDay: Morning}},
		{"mañana por la mañana", dp("2026-11-19", Morning)},
		{"mañana en la tarde", dp("2026-11-19", Afternoon)},
		{"mañana temprano", dp("2026-11-19", Morning)},
		{"el lunes a primera hora", dp("2026-11-23", Morning)},
		{"esta noche", dp("2026-11-18", Evening)},
		{"hoy en la noche a las 8", dtp("2026-11-18", "20:00", Evening)},
		{"mañana a las 10 de la mañana", dtp("2026-11-19", "10:00", Morning)},
		{"hoy a las 9", dt("2026-11-18", "21:00")},
		{"hoy a las 11", dt("2026-11-18", "11:00")},
		{"mañana a las 9", dt("2026-11-19", "09:00")},
		{"el jueves por la tarde a las 5", dtp("2026-11-19", "17:00", Afternoon)},
		{"mañana a las 4pm", dt("2026-11-19", "16:00")},
		{"en dos horas", dt("2026-11-18", "12:30")},
		{"jueves 10am", dt("2026-11-19", "10:00")},
		{"el sábado 8 pm", dt("2026-11-21", "20:00")},
		{"viernes 20 a las 7 y media de la noche", dtp("2026-11-20", "19:30", Evening)},
		{"las 5 está bien", clockOf("17:00")},
		{"para las 8 de la noche", Moment{Time: "20:00", PartOfDay: Evening}},
		{"a medianoche", clockOf("00:00")},
	})
}

func TestWhenReadsRanges(t *testing.T) {
	t.Parallel()
	runWhen(t, language.Spanish, []whenCase{
		{"la próxima semana", days("2026-11-23", "2026-11-29")},
		{"la semana que viene", days("2026-11-23", "2026-11-29")},
		{"la otra semana", days("2026-11-23", "2026-11-29")},
		{"esta semana", days("2026-11-16", "2026-11-22")},
		{"este fin de semana", days("2026-11-21", "2026-11-22")},
		{"el finde", days("2026-11-21", "2026-11-22")},
		{"el próximo mes", days("2026-12-01", "2026-12-31")},
		{"este mes", days("2026-11-18", "2026-11-30")},
		{"en enero", days("2027-01-01", "2027-01-31")},
		{"del 24 al 28 de noviembre", days("2026-11-24", "2026-11-28")},
		{"del 24 al 28", days("2026-11-24", "2026-11-28")},
		{"entre el lunes y el miércoles", days("2026-11-23", "2026-11-25")},
		{"la semana del 30 de noviembre", days("2026-11-30", "2026-12-06")},
		{"next week", days("2026-11-23", "2026-11-29")},
		{"this weekend", days("2026-11-21", "2026-11-22")},
		{"next month", days("2026-12-01", "2026-12-31")},
		{"la próxima semana por la tarde", Moment{RangeStart: "2026-11-23", RangeEnd: "2026-11-29", PartOfDay: Afternoon}},
		{"from Monday to Wednesday", days("2026-11-23", "2026-11-25")},
	})
}

func TestWhenKeepsWhatCounts(t *testing.T) {
	t.Parallel()
	runWhen(t, language.Spanish, []whenCase{
		{"el martes, no, mejor el jueves", date("2026-11-19")},
		{"mañana a las 5, perdón, a las 6", dt("2026-11-19", "18:00")},
		{"el martes a las 5 no mejor el jueves", dt("2026-11-19", "17:00")},
		{"el martes o si no el miércoles", date("2026-11-24")},
		{"el lunes o el martes", date("2026-11-23")},
		{"el lunes no puedo, mejor el martes", date("2026-11-24")},
		{"el lunes no puedo", Moment{}},
		{"no puedo el lunes, puede ser el jueves?", date("2026-11-19")},
		{"cualquier día menos el lunes", Moment{}},
		{"mover mi cita del martes al jueves", date("2026-11-19")},
		{"quiero cambiar mi cita de las 5 a las 6", clockOf("18:00")},
		{"cambiar la cita del martes a las 5 al jueves a las 6", dt("2026-11-19", "18:00")},
		{"tengo cita el martes, la puedo pasar al viernes a las 10?", dt("2026-11-20", "10:00")},
		{"el jueves en vez del martes", date("2026-11-19")},
		{"en lugar del martes, el jueves", date("2026-11-19")},
		{"cancelar mi cita del martes", date("2026-11-24")},
		{"¿no tienen para mañana?", date("2026-11-19")},
		{"move my Tuesday appointment to Thursday", date("2026-11-19")},
		{"Tuesday, sorry, I mean Thursday at 3", dt("2026-11-19", "15:00")},
		{"not Monday, Tuesday", date("2026-11-24")},
		{"any day except Friday", Moment{}},
		{"el viernes o mejor el sábado", date("2026-11-21")},
	})
}

func TestWhenPassesWhatIsNoTime(t *testing.T) {
	t.Parallel()
	runWhen(t, language.Spanish, []whenCase{
		{"tengo 30 años", Moment{}},
		{"mi hijo de 8 años", Moment{}},
		{"mesa para 4", Moment{}},
		{"somos 5", Moment{}},
		{"mesa para 6 el sábado a las 8 de la noche", dtp("2026-11-21", "20:00", Evening)},
		{"para 2 personas", Moment{}},
		{"cuesta 500 pesos?", Moment{}},
		{"$1,500", Moment{}},
		{"S/ 25", Moment{}},
		{"mi número es 55 1234 5678", Moment{}},
		{"estoy en calle 5 de mayo 120", Moment{}},
		{"Av. 16 de septiembre 45", Moment{}},
		{"dolor 8 de 10", Moment{}},
		{"me duele 8/10", Moment{}},
		{"buenos días", Moment{}},
		{"buenas tardes, quiero una cita", Moment{}},
		{"atienden 24/7?", Moment{}},
		{"2x1", Moment{}},
		{"desde hace 3 días", Moment{}},
		{"el martes pasado fui", Moment{}},
		{"ayer me dolió", Moment{}},
		{"abren los domingos?", Moment{}},
		{"soy Abril Mendoza", Moment{}},
		{"quiero 3 tacos al pastor", Moment{}},
		{"uno", Moment{}},
		{"5", Moment{}},
		{"la 2", Moment{}},
		{"llego tarde", Moment{}},
		{"hola", Moment{}},
		{"", Moment{}},
		{"el segundo", Moment{}},
		{"cada 8 horas", Moment{}},
		{"dura 2 horas?", Moment{}},
		{"50% de descuento", Moment{}},
	})
}
