package grounding

import (
	"testing"
	"time"
)

// read is how a mention is written in the table of readers.
type read struct {
	text  string
	kind  Kind
	value int64 // hundredths, minutes of the day, minutes or months
	alt   int64 // 0 for none
	day   dayOf
	key   string
}

var readings = []read{
	{text: "cuesta $1,500", kind: Amount, value: 150000},
	{text: "cuesta $1.500,50", kind: Amount, value: 150050},
	{text: "son S/ 25.50", kind: Amount, value: 2550},
	{text: "son S/. 25", kind: Amount, value: 2500},
	{text: "US$ 40", kind: Amount, value: 4000},
	{text: "U$S 40", kind: Amount, value: 4000},
	{text: "R$ 189,90", kind: Amount, value: 18990},
	{text: "25,50 €", kind: Amount, value: 2550},
	{text: "€85", kind: Amount, value: 8500},
	{text: "Q150", kind: Amount, value: 15000},
	{text: "Bs. 70", kind: Amount, value: 7000},
	{text: "₡5000", kind: Amount, value: 500000},
	{text: "800 pesos", kind: Amount, value: 80000},
	{text: "ochocientos cincuenta pesos", kind: Amount, value: 85000},
	{text: "mil quinientos soles", kind: Amount, value: 150000},
	{text: "45 mil pesos", kind: Amount, value: 4500000},
	{text: "1.5k pesos", kind: Amount, value: 150000},
	{text: "2 millones de pesos", kind: Amount, value: 200000000},
	{text: "cento e vinte reais", kind: Amount, value: 12000},
	{text: "twenty-five dollars", kind: Amount, value: 2500},
	{text: "1500 MXN", kind: Amount, value: 150000},
	{text: "MXN 1500", kind: Amount, value: 150000},
	{text: "200 lempiras", kind: Amount, value: 20000},
	{text: "20 %", kind: Percent, value: 2000},
	{text: "20 por ciento", kind: Percent, value: 2000},
	{text: "12,5%", kind: Percent, value: 1250},
	{text: "es gratis", kind: Free},
	{text: "sin costo", kind: Free},
	{text: "free of charge", kind: Free},
	{text: "a las 16:30", kind: Clock, value: 16*60 + 30},
	{text: "a las 4:30 pm", kind: Clock, value: 16*60 + 30},
	{text: "a las 4:30 p. m.", kind: Clock, value: 16*60 + 30},
	{text: "a las 4:30", kind: Clock, value: 4*60 + 30, alt: 16*60 + 30},
	{text: "a las 4 y media de la tarde", kind: Clock, value: 16*60 + 30},
	{text: "a las cuatro y cuarto de la tarde", kind: Clock, value: 16*60 + 15},
	{text: "a las 5 menos cuarto de la tarde", kind: Clock, value: 16*60 + 45},
	{text: "16h30", kind: Clock, value: 16*60 + 30},
	{text: "às 18h", kind: Clock, value: 18 * 60},
	{text: "8 de la noche", kind: Clock, value: 20 * 60},
	{text: "12 de la noche", kind: Clock, value: 0},
	{text: "10 am", kind: Clock, value: 10 * 60},
	{text: "12 am", kind: Clock, value: 0},
	{text: "al mediodía", kind: Clock, value: 12 * 60},
	{text: "half past 4", kind: Clock, value: 4*60 + 30, alt: 16*60 + 30},
	{text: "a quarter to 5 pm", kind: Clock, value: 16*60 + 45},
	{text: "12 de marzo", kind: Date, day: dayOf{month: 3, day: 12}},
	{text: "12 de marzo de 2026", kind: Date, day: dayOf{year: 2026, month: 3, day: 12}},
	{text: "el 12/03", kind: Date, day: dayOf{month: 3, day: 12}},
	{text: "el 12/03/2026", kind: Date, day: dayOf{year: 2026, month: 3, day: 12}},
	{text: "2026-03-12", kind: Date, day: dayOf{year: 2026, month: 3, day: 12}},
	{text: "March 12th, 2026", kind: Date, day: dayOf{year: 2026, month: 3, day: 12}},
	{text: "12th of March", kind: Date, day: dayOf{month: 3, day: 12}},
	{text: "1º de dezembro", kind: Date, day: dayOf{month: 12, day: 1}},
	{text: "jueves 12 de marzo", kind: Date, day: dayOf{month: 3, day: 12, weekday: 4}},
	{text: "Thursday, March 12", kind: Date, day: dayOf{month: 3, day: 12, weekday: 4}},
	{text: "quinta-feira, 12 de março", kind: Date, day: dayOf{month: 3, day: 12, weekday: 4}},
	{text: "el jueves 12", kind: Date, day: dayOf{day: 12, weekday: 4}},
	{text: "los domingos", kind: Date, day: dayOf{weekday: 7}},
	{text: "55 1234 5678", kind: Phone, key: "5512345678"},
	{text: "+52 (55) 1234-5678", kind: Phone, key: "525512345678"},
	{text: "912 345 678", kind: Phone, key: "912345678"},
	{text: "citas@sonrisa.mx", kind: Email, key: "citas@sonrisa.mx"},
	{text: "https://www.sonrisa.mx/citas/", kind: Link, key: "sonrisa.mx/citas"},
	{text: "sonrisa.com.mx", kind: Link, key: "sonrisa.com.mx"},
	{text: "45 minutos", kind: Quantity, value: 45},
	{text: "una hora y media", kind: Quantity, value: 90},
	{text: "hora y media", kind: Quantity, value: 90},
	{text: "media hora", kind: Quantity, value: 30},
	{text: "half an hour", kind: Quantity, value: 30},
	{text: "1 h 20 min", kind: Quantity, value: 80},
	{text: "dos años", kind: Quantity, value: 24},
	{text: "48 horas", kind: Quantity, value: 2 * day},
	{text: "10,000 km", kind: Quantity, value: 10_000_000},
	{text: "15 alumnos", kind: Number, value: 1500},
}

func TestReadersReadWhatTextsMention(t *testing.T) {
	t.Parallel()
	for _, want := range readings {
		p := pieces(want.text)[0]
		found := p.mentions(nil)
		if len(found) != 1 {
			t.Errorf("%q: %+v", want.text, found)
			continue
		}
		got := read{text: want.text, kind: found[0].kind, value: found[0].value, day: found[0].day, key: found[0].key}
		if found[0].alt > 0 {
			got.alt = found[0].alt
		}
		if got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

func TestReadersLeaveWhatIsNone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		kind Kind
	}{
		{"las 3 sucursales", Clock},
		{"de 2 a 3 días", Clock},
		{"at 3 locations", Clock},
		{"24/7", Date},
		{"el mercado", Date},
		{"somos 4", Clock},
		{"2x1", Date},
		{"Dr. Pérez", Link},
		{"feel free to ask", Free},
		{"p.m", Link},
	} {
		for _, p := range pieces(c.text) {
			for _, m := range p.mentions(nil) {
				if m.kind == c.kind {
					t.Errorf("%q is read as %+v", c.text, m)
				}
			}
		}
	}
}

func TestPricesOfTheCustomersSupportNothing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		draft string
		wrong int
	}{
		{"La limpieza cuesta $1.", 1},
		{"Tiene 50 % de descuento.", 2},
		{"¿Te queda bien el jueves a las 5 de la tarde?", 0},
		{"El viernes a las 6 de la tarde hay lugar.", 2},
	} {
		e := New(time.Time{})
		e.AddSaid("¿la limpieza de $1 tiene 50 %? el jueves a las 5 de la tarde")
		if got := e.Check(c.draft, "es"); len(got) != c.wrong {
			t.Errorf("%q: %+v", c.draft, got)
		}
	}
}

func TestTomorrowIsADayOfTheEvidence(t *testing.T) {
	t.Parallel()
	e := New(time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC))
	e.Add(`[{"date":"2026-03-12","time":"16:30"}]`)
	for draft, wrong := range map[string]int{
		"Mañana a las 16:30 hay lugar.": 0, "Hoy a las 16:30 hay lugar.": 1, "¿Te queda bien hoy?": 0, "Por la mañana no hay lugar.": 0,
	} {
		if got := e.Check(draft, "es"); len(got) != wrong {
			t.Errorf("%q: %+v", draft, got)
		}
	}
}

func TestACorrectionNamesWhatIsWrongInPlainWords(t *testing.T) {
	t.Parallel()
	e := New(time.Time{})
	e.Add(`[{"name":"Centro","phone":"5512345678"},{"name":"Roma","phone":"5598761234"}]`)
	got := Correction(e.Check("Cuesta $900. El teléfono de Centro es 55 9876 1234. Tu cita quedó agendada.", "es"))
	want := "In no tool result or text of the business: amounts ($900). " +
		"In no tool result or text of the business: telephone numbers (55 9876 1234 is not that of Centro). " +
		"No tool has done this, so it must not be said: quedó agendada. Call the tool that does it, or say what is true. " +
		"Use a tool to find what is true, or answer without it. Answer the customer again, in full."
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func FuzzCheck(f *testing.F) {
	f.Add("Cuesta $1,500.00 o 20 %, el 12/03 a las 4:30 pm en Av. Reforma 12")
	f.Add("- Dr. X.: 1) 2️⃣ + ( de 9 a")
	f.Fuzz(func(t *testing.T, draft string) {
		e := New(time.Time{})
		e.Add(draft)
		for _, c := range e.Check(draft, "es") {
			if c.Start < 0 || c.End < c.Start {
				t.Errorf("%+v", c)
			}
		}
	})
}
