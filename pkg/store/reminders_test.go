package store_test

import (
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/store/storetest"
)

// remindedTenant is a business of a zone, with everything else as it is by default.
const remindedTenant = `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
VALUES ($1, '', '{}', 'Clinic', 'dental', 'MX', $2, 'MXN', 'es')`

const someAppointment = `INSERT INTO business.appointments (tenant_id, id, contact_id, resource_id, starts_at, ends_at)
  SELECT $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), at, at + interval '1 hour' 
  FROM (SELECT $2::timestamp AT TIME ZONE $3 AS at) AS x`

// plannedSQL lists what is planned in the tenant's zone, in order.
const plannedSQL = `SELECT coalesce(string_agg(kind || ' ' || to_char(due_at AT TIME ZONE $2, 'YYYY-MM-DD HH24:MI') || ' ' || state
  || CASE WHEN reason <> '' THEN ' ' || reason ELSE '' END, ', ' ORDER BY due_at, version), '')
  FROM business.scheduled_messages WHERE tenant_id = $1`

func planned(t *testing.T, db *storetest.DB, tenant, zone string) (out string) {
	t.Helper()
	db.QueryRow(t, plannedSQL, []any{tenant, zone}, &out)
	return out
}

// clockChanges are the days ahead in whose night a zone's clock changes.
func clockChanges(t *testing.T, zone string) (out []time.Time) {
	t.Helper()
	at, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	day := time.Now().In(at).AddDate(0, 0, 3)
	for range 380 {
		noon := time.Date(day.Year(), day.Month(), day.Day(), 12, 0, 0, 0, at)
		_, before := noon.AddDate(0, 0, -1).Zone()
		if _, after := noon.Zone(); before != after {
			out = append(out, noon)
		}
		day = day.AddDate(0, 0, 1)
	}
	return out
}

func TestAReminderComesAtTheSameMinuteOnTheWallTheDayBefore(t *testing.T) {
	t.Parallel()
	for _, zone := range []string{"Europe/Madrid", "America/Santiago", "America/Mexico_City"} {
		db := storetest.New(t)
		db.Exec(t, remindedTenant, "clinic", zone)
		days := clockChanges(t, zone)
		if zone == "America/Mexico_City" {
			days = append(days, time.Now().AddDate(0, 0, 20))
		}
		for _, day := range days {
			date, before := day.Format(time.DateOnly), day.AddDate(0, 0, -1).Format(time.DateOnly)
			db.Exec(t, someAppointment, "clinic", date+" 10:30", zone)
			want := "reminder_24h " + before + " 10:30 waiting, reminder_2h " + date + " 08:30 waiting"
			if got := planned(t, db, "clinic", zone); got != want {
				t.Errorf("%s %s: planned %s, want %s", zone, date, got, want)
			}
			db.Exec(t, `DELETE FROM business.appointments`)
			if got := planned(t, db, "clinic", zone); got != "" {
				t.Errorf("an appointment that is gone leaves %s", got)
			}
		}
	}
}

func TestAReminderThatFallsIntoTheQuietHoursComesBeforeThem(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	const zone = "America/Lima"
	db.Exec(t, remindedTenant, "clinic", zone)
	day := time.Now().AddDate(0, 0, 20)
	date, before := day.Format(time.DateOnly), day.AddDate(0, 0, -1).Format(time.DateOnly)
	earlier := day.AddDate(0, 0, -2).Format(time.DateOnly)
	for at, want := range map[string]string{
		"09:00": "reminder_24h " + before + " 09:00 waiting, reminder_2h " + before + " 20:45 waiting",
		"07:00": "reminder_24h " + earlier + " 20:45 waiting, reminder_2h " + before + " 20:45 waiting",
		"10:00": "reminder_24h " + before + " 10:00 waiting, reminder_2h " + date + " 08:00 waiting",
		"22:00": "reminder_24h " + before + " 20:45 waiting, reminder_2h " + date + " 20:00 waiting",
	} {
		db.Exec(t, someAppointment, "clinic", date+" "+at, zone)
		if got := planned(t, db, "clinic", zone); got != want {
			t.Errorf("at %s planned %s, want %s", at, got, want)
		}
		db.Exec(t, `DELETE FROM business.appointments`)
	}
	db.Exec(t, `UPDATE core.tenants SET quiet_from = '08:00', quiet_to = '08:00', remind_hours_before = false`)
	db.Exec(t, someAppointment, "clinic", date+" 03:00", zone)
	if got, want := planned(t, db, "clinic", zone), "reminder_24h "+before+" 03:00 waiting"; got != want {
		t.Errorf("with no quiet hours planned %s, want %s", got, want)
	}
}

func TestAMovedOrCancelledAppointmentRemindsOfTheNewTimeOnly(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	const zone = "America/Lima"
	db.Exec(t, remindedTenant, "clinic", zone)
	day := time.Now().AddDate(0, 0, 20)
	date, before := day.Format(time.DateOnly), day.AddDate(0, 0, -1).Format(time.DateOnly)
	db.Exec(t, someAppointment, "clinic", date+" 12:00", zone)
	db.Exec(t, `UPDATE business.appointments SET starts_at = starts_at + interval '3 hours', ends_at = ends_at + interval '3 hours'`)
	got := planned(t, db, "clinic", zone)
	for _, want := range []string{
		before + " 12:00 dropped moved", before + " 15:00 waiting", date + " 10:00 dropped moved", date + " 13:00 waiting",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("planned %s, want %s in it", got, want)
		}
	}
	db.Exec(t, `UPDATE business.appointments SET notes = 'x'`)
	if again := planned(t, db, "clinic", zone); again != got {
		t.Errorf("a note changed it to %s", again)
	}
	db.Exec(t, `UPDATE business.appointments SET status = 'cancelled'`)
	if got := planned(t, db, "clinic", zone); strings.Contains(got, "waiting") || !strings.Contains(got, "dropped cancelled") {
		t.Errorf("after the cancellation: %s", got)
	}
}

func TestWhoBooksForTodayIsNotRemindedOfWhatWasJustAgreed(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	db.Exec(t, remindedTenant, "clinic", "UTC")
	db.Exec(t, `UPDATE core.tenants SET quiet_from = '00:00', quiet_to = '00:00'`)
	db.Exec(t, `INSERT INTO business.appointments (tenant_id, id, contact_id, resource_id, starts_at, ends_at)
		VALUES ('clinic', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now() + interval '170 minutes', now() + interval '4 hours')`)
	if got := planned(t, db, "clinic", "UTC"); got != "" {
		t.Errorf("planned %s", got)
	}
}
