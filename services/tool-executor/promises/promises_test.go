package promises

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/store/storetest"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const zone = "Europe/Madrid"

// clockChange is the next day but two, at the earliest, in whose night the zone's clock changes.
func clockChange(t *testing.T) time.Time {
	t.Helper()
	at, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	for day := time.Now().In(at).AddDate(0, 0, 3); ; day = day.AddDate(0, 0, 1) {
		noon := time.Date(day.Year(), day.Month(), day.Day(), 12, 0, 0, 0, at)
		_, before := noon.AddDate(0, 0, -1).Zone()
		if _, after := noon.Zone(); before != after {
			return noon
		}
	}
}

const tenantSQL = `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
VALUES ($1, '', '{}', 'Clinic', 'dental', 'ES', $2, 'EUR', 'es')`

// visitsSQL makes so many appointments on a day, a minute apart from ten in the morning on, each of a contact with a conversation.
const visitsSQL = `WITH seq AS (
  SELECT i, gen_random_uuid() AS contact, ($2::date + time '10:00' + make_interval(mins => i % 420)) AT TIME ZONE $3 AS starts FROM generate_series(0, $4 - 1) AS i
), people AS (
  INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id) SELECT $1, gen_random_uuid(), 'whatsapp', '1', contact FROM seq
)
INSERT INTO business.appointments (tenant_id, id, contact_id, resource_id, starts_at, ends_at)
SELECT $1, gen_random_uuid(), contact, gen_random_uuid(), starts, starts + interval '1 hour' FROM seq`

// counting counts what is published, and dies after some where a limit is set.
type counting struct {
	mu    sync.Mutex
	of    map[string]int
	share map[string]int
	left  int // until it dies; negative: never

	began chan struct{} // closed at the first
	once  sync.Once
}

var errKilled = errors.New("killed")

func (c *counting) Publish(_ context.Context, e bus.Event) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.once.Do(func() { close(c.began) })
	if c.left == 0 {
		return errKilled
	}
	c.left--
	due := e.(*recadov1.MessageDue)
	c.of[due.GetScheduledId()]++
	c.share[due.GetMeta().GetTenantId()]++
	return nil
}

func counted(limit int) *counting {
	return &counting{of: map[string]int{}, share: map[string]int{}, left: limit, began: make(chan struct{})}
}

func TestAThousandRemindersOverAClockChangeComeAtTheRightMinuteOnce(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	day := clockChange(t)
	db.Exec(t, tenantSQL, "clinic", zone)
	db.Exec(t, visitsSQL, "clinic", day.Format(time.DateOnly), zone, 1000)
	var right, all int
	db.QueryRow(t, `SELECT count(*), count(*) FILTER (WHERE a.starts_at AT TIME ZONE $1 - m.due_at AT TIME ZONE $1 = interval '1 day')
		FROM business.scheduled_messages m JOIN business.appointments a ON a.id = m.subject_id WHERE m.kind = 'reminder_24h'`, []any{zone}, &all, &right)
	if all != 1000 || right != 1000 {
		t.Fatalf("%d reminders, %d at the right minute", all, right)
	}
	due := func() {
		db.Exec(t, `UPDATE core.tenants SET quiet_from = '00:00', quiet_to = '00:00'`)
		db.Exec(t, `UPDATE business.scheduled_messages SET next_at = now() WHERE kind = 'reminder_24h' AND state = 'waiting'`)
	}
	due()
	s := db.Open(t, "recado_tool_executor")
	well, killed := counted(-1), counted(10) // it dies in the middle of its first claim
	var both sync.WaitGroup
	both.Go(func() {
		sweeper := &Sweeper{Store: s, Bus: killed, Log: slog.New(slog.DiscardHandler)}
		if _, err := sweeper.Sweep(t.Context()); !errors.Is(err, errKilled) {
			t.Errorf("got %v", err)
		}
	})
	both.Go(func() {
		<-killed.began
		sweeper := &Sweeper{Store: s, Bus: well, Log: slog.New(slog.DiscardHandler)}
		for n := 1; n > 0; {
			var err error
			if n, err = sweeper.Sweep(t.Context()); err != nil {
				t.Error(err)
			}
		}
	})
	both.Wait()
	for id, n := range well.of {
		if n+killed.of[id] != 1 {
			t.Fatalf("%s was handed on %d times", id, n+killed.of[id])
		}
	}
	missing := 1000 - len(well.of) - len(killed.of)
	if missing <= 0 || missing > share {
		t.Errorf("the one that died left %d", missing)
	}
	db.Exec(t, `UPDATE business.scheduled_messages SET state = 'sent' WHERE attempts > 0 AND id = ANY ($1::uuid[])`, ids(well, killed))
	due() // what the dead one had claimed is due again
	rest := &Sweeper{Store: s, Bus: counted(-1), Log: slog.New(slog.DiscardHandler)}
	for n := 1; n > 0; {
		var err error
		if n, err = rest.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		missing -= n
	}
	if missing != 0 {
		t.Errorf("%d reminders never came", missing)
	}
}

func ids(all ...*counting) (out []string) {
	for _, c := range all {
		for id := range c.of {
			out = append(out, id)
		}
	}
	return out
}

func TestABusyTenantTakesNoMoreThanItsShareOfASweep(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	day := time.Now().AddDate(0, 0, 10).Format(time.DateOnly)
	for tenant, n := range map[string]int{"busy": 200, "calm": 3} {
		db.Exec(t, tenantSQL, tenant, zone)
		db.Exec(t, visitsSQL, tenant, day, zone, n)
	}
	db.Exec(t, `UPDATE core.tenants SET quiet_from = '00:00', quiet_to = '00:00'`)
	db.Exec(t, `UPDATE business.scheduled_messages SET next_at = now() WHERE kind = 'reminder_24h'`)
	b := counted(-1)
	sweeper := &Sweeper{Store: db.Open(t, "recado_tool_executor"), Bus: b, Log: slog.New(slog.DiscardHandler)}
	if _, err := sweeper.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if b.share["calm"] != 3 || b.share["busy"] != share {
		t.Errorf("handed on %v", b.share)
	}
}

func TestAMessageThatIsDueInTheQuietHoursWaitsForTheirEndOrIsDropped(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	db.Exec(t, tenantSQL, "clinic", "UTC")
	day := time.Now().AddDate(0, 0, 10).Format(time.DateOnly)
	db.Exec(t, visitsSQL, "clinic", day, "UTC", 2)
	db.Exec(t, `UPDATE core.tenants SET quiet_from = (now() AT TIME ZONE 'UTC' - interval '1 hour')::time, quiet_to = (now() AT TIME ZONE 'UTC' + interval '1 hour')::time`)
	db.Exec(t, `UPDATE business.scheduled_messages SET next_at = now(), due_at = now() - interval '1 hour' WHERE kind = 'reminder_24h'`)
	db.Exec(t, `UPDATE business.scheduled_messages SET expires_at = now() + interval '30 minutes'
		WHERE id = (SELECT id FROM business.scheduled_messages WHERE kind = 'reminder_24h' ORDER BY id LIMIT 1)`)
	b := counted(-1)
	sweeper := &Sweeper{Store: db.Open(t, "recado_tool_executor"), Bus: b, Log: slog.New(slog.DiscardHandler)}
	if _, err := sweeper.Sweep(t.Context()); err != nil || len(b.of) != 0 {
		t.Fatalf("handed on %v, %v", b.of, err)
	}
	var states string
	db.QueryRow(t, `SELECT string_agg(state || ' ' || reason || ' ' || (next_at > now() + interval '59 minutes'), ', ' ORDER BY state)
		FROM business.scheduled_messages WHERE kind = 'reminder_24h'`, nil, &states)
	if states != "dropped quiet_hours true, waiting  true" {
		t.Errorf("they are %s", states)
	}
}

func TestAMessageForWhomNobodyCanBeWrittenToIsDropped(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	db.Exec(t, tenantSQL, "clinic", "UTC")
	db.Exec(t, visitsSQL, "clinic", time.Now().AddDate(0, 0, 10).Format(time.DateOnly), "UTC", 1)
	db.Exec(t, `DELETE FROM chat.conversations`)
	db.Exec(t, `UPDATE core.tenants SET quiet_from = '00:00', quiet_to = '00:00'`)
	db.Exec(t, `UPDATE business.scheduled_messages SET next_at = now()`)
	sweeper := &Sweeper{Store: db.Open(t, "recado_tool_executor"), Bus: counted(-1), Log: slog.New(slog.DiscardHandler)}
	if _, err := sweeper.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	var reasons string
	if db.QueryRow(t, `SELECT string_agg(DISTINCT reason, ',') FROM business.scheduled_messages`, nil, &reasons); reasons != "no_conversation" {
		t.Errorf("dropped for %s", reasons)
	}
}

// visit is an appointment so long from now, with the reminders that were planned for it.
func visit(t *testing.T, db *storetest.DB, in string) (id string) {
	t.Helper()
	db.QueryRow(t, `INSERT INTO business.appointments (tenant_id, id, contact_id, resource_id, starts_at, ends_at)
		VALUES ('clinic', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now() + $1::interval, now() + $1::interval + interval '1 hour')
		RETURNING id::text`, []any{in}, &id)
	return id
}

// planned are the reminders of an appointment: kind, version and state of each.
func planned(t *testing.T, db *storetest.DB, id string) (list string) {
	t.Helper()
	db.QueryRow(t, `SELECT coalesce(string_agg(kind || ' ' || version || ' ' || state, ', ' ORDER BY kind, version), '')
		FROM business.scheduled_messages WHERE subject_id = $1::uuid`, []any{id}, &list)
	return list
}

func TestChangedSettingsLoseNoReminderThatWaits(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	db.Exec(t, tenantSQL, "clinic", "UTC")
	db.Exec(t, `UPDATE core.tenants SET quiet_from = '00:00', quiet_to = '00:00'`)
	soon, late, ahead := visit(t, db, "24 hours 30 minutes"), visit(t, db, "23 hours"), visit(t, db, "9 days")
	for _, id := range []string{soon, late} { // planned days ago; one is due within the hour, the other waits for who is at work
		db.Exec(t, `INSERT INTO business.scheduled_messages (tenant_id, contact_id, kind, subject_id, subject_at, due_at, expires_at, attempts)
			SELECT 'clinic', contact_id, 'reminder_24h', id, starts_at, starts_at - interval '1 day', starts_at - interval '2 hours', 1
			FROM business.appointments WHERE id = $1::uuid`, id)
	}
	const both = "reminder_24h 1 waiting, reminder_2h 1 waiting"
	for _, change := range []string{`remind_day_before = true`, `no_show_minutes = 60`, `zone = 'Etc/UTC'`} {
		db.Exec(t, `UPDATE core.tenants SET `+change)
		db.Exec(t, `SELECT business.replan_reminders('clinic')`)
		for name, id := range map[string]string{"due soon": soon, "handed on": late, "far ahead": ahead} {
			if got := planned(t, db, id); got != both {
				t.Errorf("after %s, %s: %s", change, name, got)
			}
		}
	}
	db.Exec(t, `UPDATE core.tenants SET remind_day_before = false`)
	db.Exec(t, `SELECT business.replan_reminders('clinic')`)
	if got := planned(t, db, soon); got != "reminder_24h 1 dropped, reminder_2h 1 waiting" {
		t.Errorf("turned off: %s", got)
	}
}

func TestNobodyWhoWasErasedIsPlannedForAgain(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	db.Exec(t, tenantSQL, "clinic", "UTC")
	id := visit(t, db, "9 days")
	db.Exec(t, `INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address)
		SELECT tenant_id, contact_id, 'whatsapp', '1', 'sealed' FROM business.appointments`)
	db.Exec(t, `SELECT core.erase_contact(tenant_id, contact_id) FROM business.appointments`)
	db.Exec(t, `SELECT business.replan_reminders(NULL)`)
	db.Exec(t, `UPDATE business.appointments SET starts_at = starts_at + interval '10 minutes'`)
	if got := planned(t, db, id); got != "" {
		t.Errorf("planned %s", got)
	}
}

func TestNoReminderIsDueInTheQuietHoursHoweverLongTheyAre(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	db.Exec(t, tenantSQL, "clinic", "UTC")
	visit(t, db, "9 days")
	for _, span := range [][2]string{{"00:00", "23:59"}, {"21:00", "20:50"}, {"21:00", "08:00"}, {"09:00", "08:00"}} {
		db.Exec(t, `UPDATE core.tenants SET quiet_from = $1::time, quiet_to = $2::time`, span[0], span[1])
		db.Exec(t, `SELECT business.replan_reminders('clinic')`)
		var waiting, quiet int
		db.QueryRow(t, `SELECT count(*), count(q.begins) FROM business.scheduled_messages m JOIN core.tenants t USING (tenant_id)
			LEFT JOIN LATERAL business.quiet_span(m.due_at, t.zone, t.quiet_from, t.quiet_to) AS q ON true WHERE m.state = 'waiting'`, nil, &waiting, &quiet)
		if waiting != 2 || quiet != 0 {
			t.Errorf("%s to %s: %d wait, %d of them are due then", span[0], span[1], waiting, quiet)
		}
	}
}

func TestAnAppointmentThatNobodyClosedIsANoShowWhereTheTenantWantsThat(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	for _, tenant := range []string{"strict", "calm"} {
		db.Exec(t, tenantSQL, tenant, "UTC")
		for _, ends := range []string{"30 minutes", "3 hours", "9 days"} {
			db.Exec(t, `INSERT INTO business.appointments (tenant_id, id, contact_id, resource_id, starts_at, ends_at)
				VALUES ($1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now() - $2::interval - interval '1 hour', now() - $2::interval)`, tenant, ends)
		}
	}
	db.Exec(t, `UPDATE core.tenants SET no_show_minutes = 120 WHERE tenant_id = 'strict'`)
	sweeper := &Sweeper{Store: db.Open(t, "recado_tool_executor"), Bus: counted(-1), Log: slog.New(slog.DiscardHandler)}
	for _, want := range []int64{1, 0} {
		if n, err := sweeper.closeVisits(t.Context()); err != nil || n != want {
			t.Errorf("marked %d, %v, want %d", n, err, want)
		}
	}
	var who string
	db.QueryRow(t, `SELECT string_agg(tenant_id || ' ' || (now() - ends_at < interval '4 hours'), ',') FROM business.appointments WHERE status = 'no_show'`, nil, &who)
	if who != "strict true" {
		t.Errorf("no-shows: %s", who)
	}
}
