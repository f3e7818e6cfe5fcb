package tools_test

import (
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
)

// instead asks for what is not to be had, and returns why and what is offered for it.
func (l *lab) instead(t *testing.T, id tenant.ID, args string) (*tool.Error, []opening) {
	t.Helper()
	e := refused(t, l, tool.Call{Tenant: id, Language: "es"}, "get_available_slots", args)
	return e, tool.ReadAllowed[opening](e.Allowed)
}

// monday is the first Monday that is at least some days ahead, where the clinic is.
func monday(t *testing.T, days int) time.Time {
	t.Helper()
	zone, err := time.LoadLocation("America/Mexico_City")
	if err != nil {
		t.Fatal(err)
	}
	d := time.Now().In(zone).AddDate(0, 0, days)
	return d.AddDate(0, 0, (8-int(d.Weekday()))%7)
}

func on(d time.Time) string { return d.Format(time.DateOnly) }

func TestWhyNothingIsToBeHadIsSaidWithWhatLiesNextToIt(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	first := monday(t, 7)
	l.db.Exec(t, `DELETE FROM business.closures`)
	l.db.Exec(t, `INSERT INTO business.closures (tenant_id, id, first_day, last_day, reason, opens, closes)
		SELECT tenant_id, gen_random_uuid(), $1::date, $1::date, 'Navidad', NULL::time, NULL::time FROM core.tenants
		UNION ALL SELECT tenant_id, gen_random_uuid(), $1::date + 1, $1::date + 1, 'Nochebuena', '09:00', '13:00' FROM core.tenants`, on(first))
	for name, c := range map[string]struct{ args, code, field, says string }{
		"a day that is past":    {`{"date":"2020-01-07"}`, "past", "date", "Esa fecha ya pasó"},
		"no day at all":         {`{"date":"` + on(first)[:4] + `-02-31"}`, "no_such_date", "date", "Febrero tiene solo"},
		"a holiday":             {`{"date":"` + on(first) + `"}`, "closed", "date", "Ese día está cerrado: Navidad"},
		"the eve's evening":     {`{"date":"` + on(first.AddDate(0, 0, 1)) + `","part_of_day":"evening"}`, "closed", "time", "Ese día abrimos de 9:00 a 13:00 (Nochebuena)"},
		"a Sunday":              {`{"date":"` + on(first.AddDate(0, 0, 6)) + `","time":"10:00"}`, "closed", "date", "El domingo no abrimos"},
		"beyond what is booked": {`{"date":"` + on(first.AddDate(0, 0, 90)) + `"}`, "beyond_horizon", "date", "Solo agendo hasta el"},
		"an hour in the night":  {`{"date":"` + on(first.AddDate(0, 0, 2)) + `","time":"23:30","branch_id":"centro"}`, "closed", "time", "El miércoles abrimos en Centro de 9:00 a 14:00 y de 16:00 a 20:00"},
	} {
		e, near := l.instead(t, "clinic", c.args)
		if e.Code != c.code || e.Field != c.field || !strings.HasPrefix(e.Message, c.says) {
			t.Errorf("%s: %s (%s) %q, want %s (%s) %q", name, e.Code, e.Field, e.Message, c.code, c.field, c.says)
		}
		if len(near) < 4 || near[0].SlotID == "" || near[0].Date == near[len(near)-1].Date {
			t.Errorf("%s: offered %+v, want openings of several days", name, near)
		}
	}
	e, near := l.instead(t, "clinic", `{"date":"`+on(first)+`","time":"11:00"}`)
	if before := first.AddDate(0, 0, -1); near[0].Date < on(before.AddDate(0, 0, -2)) || near[0].Date > on(first.AddDate(0, 0, 2)) || near[0].Time != "11:00" {
		t.Errorf("%s: the nearest is %+v", e.Message, near[0])
	}
	if got, _ := call[booked](t, l, l.turn(t, "clinic"), "create_appointment", `{"slot_id":"`+near[0].SlotID+`"}`); !got.Success {
		t.Errorf("what is offered instead cannot be booked: %+v", got)
	}
}

func TestHourIsFoundOverTheWholeRange(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.db.Exec(t, `DELETE FROM business.closures`)
	first := monday(t, 1)
	list := l.openings(t, "clinic", `{"service_id":"valoracion","branch_id":"centro","date":"`+on(first)+`","date_end":"`+on(first.AddDate(0, 0, 11))+`","time":"9:30"}`)
	if len(list) != 10 {
		t.Fatalf("%d openings on ten working days: %+v", len(list), list)
	}
	for _, o := range list {
		if o.Time != "09:30" {
			t.Errorf("got %+v", o)
		}
	}
	week := `"date":"` + on(first) + `","date_end":"` + on(first.AddDate(0, 0, 6)) + `"`
	for _, o := range l.openings(t, "clinic", `{`+week+`,"part_of_day":"evening"}`) {
		if o.Time < "18:00" || o.Branch != "Norte" {
			t.Errorf("in the evening: %+v", o)
		}
	}
}

func TestFullDayOffersItsNeighbours(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.db.Exec(t, `DELETE FROM business.closures`)
	day := monday(t, 2).AddDate(0, 0, 1)
	l.db.Exec(t, `INSERT INTO business.appointments (tenant_id, id, contact_id, resource_id, starts_at, ends_at)
		SELECT tenant_id, gen_random_uuid(), gen_random_uuid(), id, $1::date::timestamptz, $1::date::timestamptz + interval '40 hours' FROM business.resources WHERE tenant_id = 'clinic'`, on(day))
	e, near := l.instead(t, "clinic", `{"date":"`+on(day)+`","time":"10:00","service_id":"valoracion"}`)
	if e.Code != "full" || e.Field != "time" || e.Message != "Ese día a las 10 de la mañana ya no queda lugar" {
		t.Errorf("got %+v", e)
	}
	if near[0].Date == on(day) || near[0].Time != "10:00" {
		t.Errorf("got %+v", near)
	}
	if e, _ := l.instead(t, "clinic", `{"date":"`+on(day)+`"}`); e.Code != "full" || e.Field != "date" {
		t.Errorf("got %+v", e)
	}
}

func TestWrongWishIsRefusedByItsField(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	for args, field := range map[string]string{
		`{"date":"mañana"}`:                                "date",
		`{"date":"2026-13-01"}`:                            "date",
		`{"date":"2026-12-10","date_end":"2026-12-01"}`:    "date_end",
		`{"date_end":"2026-12-01"}`:                        "date_end",
		`{"time":"a las 5"}`:                               "time",
		`{"part_of_day":"noche"}`:                          "part_of_day",
		`{"date":"2026-12-10","date_end":"el año que va"}`: "date_end",
	} {
		if e := refused(t, l, tool.Call{Tenant: "clinic"}, "get_available_slots", args); e.Code != "invalid_arguments" || e.Field != field {
			t.Errorf("%s: %+v", args, e)
		}
	}
}

func TestReasonIsInTheCustomersLanguage(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	for lang, want := range map[string]string{"en": "That date is already past", "pt": "Essa data já passou", "": "Esa fecha ya pasó"} {
		if e := refused(t, l, tool.Call{Tenant: "clinic", Language: lang}, "get_available_slots", `{"date":"2020-01-07"}`); e.Message != want {
			t.Errorf("%s: %q", lang, e.Message)
		}
	}
}
