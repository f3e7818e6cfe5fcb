package admin

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

const pastVisit, nextVisit = "7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e61", "7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e62"

// frontDesk is two clinics, the first with an appointment of two days ago and one of the week after.
func frontDesk(t *testing.T) (*storetest.DB, func(args ...string) (int, string, string)) {
	t.Helper()
	db := storetest.New(t)
	for _, id := range []string{"clinic", "other"} {
		db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
			VALUES ($1, '', '{}', 'T', 'dental', 'MX', 'America/Mexico_City', 'MXN', 'es')`, id)
	}
	db.Exec(t, `INSERT INTO business.contacts (tenant_id, id, name, phone) VALUES ('clinic', $1, 'Ana', '5512345678')`, ana)
	db.Exec(t, `INSERT INTO business.appointments (tenant_id, id, contact_id, resource_id, service_name, staff_name, branch_name, starts_at, ends_at, notes)
		SELECT 'clinic', id::uuid, $1, $1, 'Limpieza', 'Dra. Sol', 'Centro', at, at + interval '1 hour', E'alergia\x1b[2J'
		  FROM (VALUES ($2, now() - interval '2 days'), ($3, now() + interval '7 days')) AS x (id, at)`, ana, pastVisit, nextVisit)
	env := map[string]string{"RECADO_POSTGRES_URL": db.URL}
	return db, func(args ...string) (int, string, string) { return clitest.Run(t, Appointment, env, args...) }
}

func TestAppointmentsAreListedAndShown(t *testing.T) {
	t.Parallel()
	_, run := frontDesk(t)
	code, out, errs := run("list", "--tenant", "clinic", "--json")
	var found []visit
	if err := json.Unmarshal([]byte(out), &found); err != nil || code != 0 {
		t.Fatalf("exit %d, %v: %s %s", code, err, out, errs)
	}
	if len(found) != 2 || found[0].ID != pastVisit || found[1].Name != "Ana" {
		t.Errorf("got %+v", found)
	}
	if _, out, _ = run("list", "--tenant", "other"); !strings.Contains(out, "no appointment is confirmed") {
		t.Errorf("another tenant sees %s", out)
	}
	_, out, errs = run("show", pastVisit, "--tenant", "clinic")
	for _, want := range []string{"confirmed", "Limpieza, Dra. Sol, Centro", "for: Ana  5512345678", "notes: alergia[2J"} {
		if !strings.Contains(out, want) || strings.Contains(out, "\x1b") {
			t.Errorf("it lacks %q: %q %s", want, out, errs)
		}
	}
}

func TestWhatBecameOfRemindersIsShown(t *testing.T) {
	t.Parallel()
	db, run := frontDesk(t)
	db.Exec(t, `UPDATE business.appointments SET confirmed_at = now() WHERE id = $1`, nextVisit)
	db.Exec(t, `UPDATE business.scheduled_messages SET state = 'dropped', reason = 'window_closed' WHERE kind = 'reminder_24h'`)
	_, out, errs := run("show", nextVisit, "--tenant", "clinic")
	for _, want := range []string{"the customer will come", "reminder_24h", "dropped (window_closed)", "reminder_2h"} {
		if !strings.Contains(out, want) {
			t.Errorf("it lacks %q: %q %s", want, out, errs)
		}
	}
}

func TestWhichAssistantBookedIsShown(t *testing.T) {
	t.Parallel()
	db, run := frontDesk(t)
	db.Exec(t, `INSERT INTO core.assistants (tenant_id, id, slug, name, style, type, tier)
		VALUES ('clinic', $1, 'ada', 'Ada', 'casual', 'sales', 'rules')`, ana)
	db.Exec(t, `UPDATE business.appointments SET assistant_id = $2, confidence = 0.8 WHERE id = $1`, nextVisit, ana)
	if _, out, errs := run("show", nextVisit, "--tenant", "clinic"); !strings.Contains(out, "booked by: Ada (0.80)") {
		t.Errorf("%s%s", out, errs)
	}
	if _, out, _ := run("show", pastVisit, "--tenant", "clinic"); strings.Contains(out, "booked by") {
		t.Errorf("what nobody booked here is shown as %s", out)
	}
}

func TestWhatBecameOfAnAppointmentIsSaidAndARefusalNamesWhatIsAllowed(t *testing.T) {
	t.Parallel()
	db, run := frontDesk(t)
	for _, x := range []struct {
		which, state string
		code         int
		says         string
	}{
		{nextVisit, "completed", 1, "its day has not come"},
		{nextVisit, "no_show", 1, "it has not begun"},
		{nextVisit, "cancelled", 0, ": cancelled"},
		{nextVisit, "completed", 1, "it is cancelled, and can only be confirmed"},
		{nextVisit, "confirmed", 0, ": confirmed"},
		{pastVisit, "no_show", 0, ": no_show"},
		{strings.ToUpper(pastVisit), "completed", 0, ": completed"},
		{pastVisit, "completed", 0, ": completed"},
		{pastVisit, "cancelled", 1, "it is completed, and can only be confirmed or no_show"},
		{firstOrder, "completed", 1, "tenant clinic has none"},
		{pastVisit, "eaten", 2, `"eaten" is no state: expected one of completed, no_show, cancelled, confirmed`},
		{"7", "completed", 2, `"7" is no appointment`},
	} {
		code, out, errs := run(x.which, x.state, "--tenant", "clinic")
		if code != x.code || !strings.Contains(out+errs, x.says) {
			t.Errorf("%s %s: exit %d, %s%s; want %d, %s", x.which, x.state, code, out, errs, x.code, x.says)
		}
	}
	var events int
	db.QueryRow(t, `SELECT count(*) FROM business.outbox WHERE body->>'appointment_id' = $1 AND body->>'state' = 'completed'`, []any{pastVisit}, &events)
	if events != 1 {
		t.Errorf("completing it twice is %d events", events)
	}
	if _, out, _ := run("list", "--all", "--tenant", "clinic"); !strings.Contains(out, "completed  Limpieza") {
		t.Errorf("all appointments: %s", out)
	}
}

func TestACancelledAppointmentWhoseTimeIsTakenDoesNotComeBack(t *testing.T) {
	t.Parallel()
	db, run := frontDesk(t)
	run(nextVisit, "cancelled", "--tenant", "clinic")
	db.Exec(t, `INSERT INTO business.appointments (tenant_id, id, contact_id, resource_id, starts_at, ends_at)
		SELECT tenant_id, gen_random_uuid(), contact_id, resource_id, starts_at, ends_at FROM business.appointments WHERE id = $1`, nextVisit)
	if code, _, errs := run(nextVisit, "confirmed", "--tenant", "clinic"); code != 1 || !strings.Contains(errs, "its time is taken") {
		t.Errorf("exit %d, %s", code, errs)
	}
}

func TestAppointmentsOfAnotherTenantAreNotFound(t *testing.T) {
	t.Parallel()
	_, run := frontDesk(t)
	for _, args := range [][]string{{"show", pastVisit}, {pastVisit, "completed"}} {
		code, out, errs := run(append(args, "--tenant", "other")...)
		if code != 1 || out != "" || !strings.Contains(errs, "tenant other has none") {
			t.Errorf("%v: exit %d, %s%s", args, code, out, errs)
		}
	}
	for _, args := range [][]string{{}, {"list"}, {"show", "--tenant", "clinic"}, {"list", "x", "--tenant", "clinic"}} {
		if code, _, _ := run(args...); code != 2 {
			t.Errorf("%v: exit %d, want 2", args, code)
		}
	}
}

func TestAnAppointmentIsToldToProgramsOnTheTenantsWall(t *testing.T) {
	t.Parallel()
	db, run := frontDesk(t)
	db.Exec(t, `UPDATE business.appointments SET starts_at = '2025-03-10 16:30Z', ends_at = '2025-03-10 17:00Z', party_size = 4 WHERE id = $1`, pastVisit)
	for _, args := range [][]string{{"show", pastVisit}, {pastVisit, "completed"}} {
		code, out, errs := run(append(args, "--tenant", "clinic", "--json")...)
		var v visit
		if err := json.Unmarshal([]byte(out), &v); err != nil || code != 0 {
			t.Fatalf("%v: exit %d, %v: %s %s", args, code, err, out, errs)
		}
		if v.ID != pastVisit || v.Phone != "5512345678" || v.Party != 4 {
			t.Errorf("%v: %+v", args, v)
		}
		if v.Starts != "2025-03-10 10:30" || v.Ends != "11:00" {
			t.Errorf("%v: from %s to %s", args, v.Starts, v.Ends)
		}
	}
	if _, out, _ := run("list", "--tenant", "clinic"); strings.Contains(out, pastVisit) || !strings.Contains(out, nextVisit) {
		t.Errorf("what is over is still to be said: %s", out)
	}
	if _, out, _ := run("list", "--all", "--tenant", "clinic"); !strings.Contains(out, "2025-03-10 10:30  completed  Limpieza, Dra. Sol, Centro, party of 4  Ana") {
		t.Errorf("all appointments: %s", out)
	}
}

func TestEachStateOfAnAppointmentIsLeftForThoseThatItNames(t *testing.T) {
	t.Parallel()
	for from, next := range nextStates {
		for _, to := range visitStates {
			if to == from {
				continue
			}
			err := visitChange{which: pastVisit, state: to}.check(from, true, true)
			allowed := false
			for _, state := range next {
				allowed = allowed || state == to
			}
			if allowed != (err == nil) {
				t.Errorf("%s to %s: %v", from, to, err)
			}
			if err != nil && !strings.Contains(err.Error(), strings.Join(next, " or ")) {
				t.Errorf("%s to %s: %v does not name %v", from, to, err, next)
			}
		}
	}
	if len(nextStates) != len(visitStates) {
		t.Errorf("%d states are known, %d may be left", len(visitStates), len(nextStates))
	}
}
