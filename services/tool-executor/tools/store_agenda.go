package tools

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenant"
)

const calendarSQL = `SELECT vertical, zone, booking_step_minutes, booking_notice_minutes, booking_horizon_days, booking_default_minutes
FROM core.tenants WHERE tenant_id = $1`

const resourcesSQL = `SELECT id, slug, name, kind = 'table', coalesce(branch_id, '00000000-0000-0000-0000-000000000000'), seats
FROM business.resources WHERE tenant_id = $1 ORDER BY position`

const staffHoursSQL = `SELECT staff_id, branch_id, weekday, extract(epoch FROM opens)::int / 60, extract(epoch FROM closes)::int / 60
FROM business.staff_hours WHERE tenant_id = $1 ORDER BY opens`

const serviceStaffSQL = `SELECT staff_id, service_id FROM business.service_staff WHERE tenant_id = $1`

const bookableSQL = `SELECT id, slug, name, duration_minutes FROM business.services WHERE tenant_id = $1 AND bookable ORDER BY position`

const closuresSQL = `SELECT branch_id, first_day::text, last_day::text,
  extract(epoch FROM opens)::int / 60, extract(epoch FROM closes)::int / 60
FROM business.closures WHERE tenant_id = $1 AND last_day >= $2 AND first_day <= $3 ORDER BY branch_id NULLS LAST, first_day`

const busySQL = `SELECT resource_id, starts_at, ends_at FROM business.appointments
WHERE tenant_id = $1 AND status = 'confirmed' AND starts_at < $3::date AND ends_at > $2::date`

// agenda reads what the openings from a day (today where date is empty) over some days are computed from.
func (s *Store) agenda(ctx context.Context, id tenant.ID, date string, days int) (*agenda, error) {
	a := newAgenda()
	if err := s.read(ctx, id, func(b *pgx.Batch) { a.queue(b, id, date, days) }); err != nil {
		return nil, fmt.Errorf("read calendar: %w", err)
	}
	return a.ready()
}

// agenda is the same within a transaction that is going to book.
func (t *Tx) agenda(ctx context.Context, id tenant.ID, date string, days int) (*agenda, error) {
	a := newAgenda()
	b := &pgx.Batch{}
	a.queue(b, id, date, days)
	if err := t.tx.SendBatch(ctx, b).Close(); err != nil {
		return nil, fmt.Errorf("read calendar: %w", err)
	}
	return a.ready()
}

func newAgenda() *agenda { return &agenda{now: time.Now(), busy: map[uuid.UUID][]busy{}} }

func (a *agenda) ready() (*agenda, error) {
	if a.zone == nil {
		return nil, fmt.Errorf("read calendar: the tenant has no settings")
	}
	return a, nil
}

// queue asks for everything; appointments with a day's margin on both sides, so that any zone's day is covered.
func (a *agenda) queue(b *pgx.Batch, id tenant.ID, date string, days int) {
	from, err := time.Parse(time.DateOnly, date)
	if err != nil {
		from = a.now.UTC()
	}
	first, last := from.AddDate(0, 0, -1).Format(time.DateOnly), from.AddDate(0, 0, days+2).Format(time.DateOnly)
	b.Queue(calendarSQL, id).Query(a.scanCalendar)
	queueBranches(b, id, &a.branches)
	b.Queue(resourcesSQL, id).Query(a.scanResources)
	b.Queue(staffHoursSQL, id).Query(a.scanStaffHours)
	b.Queue(serviceStaffSQL, id).Query(a.scanServiceStaff)
	b.Queue(bookableSQL, id).Query(a.scanServices)
	b.Queue(closuresSQL, id, first, last).Query(a.scanClosures)
	b.Queue(busySQL, id, first, last).Query(a.scanBusy)
}

func (a *agenda) scanCalendar(rows pgx.Rows) error {
	var zone string
	var notice int
	_, err := pgx.ForEachRow(rows, []any{&a.vertical, &zone, &a.step, &notice, &a.horizon, &a.minutes}, func() (err error) {
		a.notice = time.Duration(notice) * time.Minute
		a.zone, err = time.LoadLocation(zone)
		return err
	})
	return err
}

func (a *agenda) scanResources(rows pgx.Rows) (err error) {
	a.resources, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (x resource, err error) {
		x.hours, x.services = map[uuid.UUID]hours{}, map[uuid.UUID]bool{}
		err = r.Scan(&x.id, &x.slug, &x.name, &x.table, &x.branch, &x.seats)
		return x, err
	})
	return err
}

func (a *agenda) person(id uuid.UUID) *resource {
	for i := range a.resources {
		if a.resources[i].id == id {
			return &a.resources[i]
		}
	}
	return nil
}

func (a *agenda) scanStaffHours(rows pgx.Rows) error {
	var staff, at uuid.UUID
	var weekday int
	var s span
	_, err := pgx.ForEachRow(rows, []any{&staff, &at, &weekday, &s.opens, &s.closes}, func() error {
		if r := a.person(staff); r != nil {
			week := r.hours[at]
			week[weekday] = append(week[weekday], s)
			r.hours[at] = week
		}
		return nil
	})
	return err
}

func (a *agenda) scanServiceStaff(rows pgx.Rows) error {
	var staff, service uuid.UUID
	_, err := pgx.ForEachRow(rows, []any{&staff, &service}, func() error {
		if r := a.person(staff); r != nil {
			r.services[service] = true
		}
		return nil
	})
	return err
}

func (a *agenda) scanServices(rows pgx.Rows) (err error) {
	a.services, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (x bookable, err error) {
		err = r.Scan(&x.id, &x.slug, &x.name, &x.minutes)
		return x, err
	})
	return err
}

func (a *agenda) scanClosures(rows pgx.Rows) (err error) {
	a.closures, err = readClosures(rows)
	return err
}

func readClosures(rows pgx.Rows) ([]closure, error) {
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (x closure, err error) {
		var opens, closes *int
		err = r.Scan(&x.branch, &x.first, &x.last, &opens, &closes)
		if opens != nil && closes != nil {
			x.open = &span{*opens, *closes}
		}
		return x, err
	})
}

func (a *agenda) scanBusy(rows pgx.Rows) error {
	var id uuid.UUID
	var x busy
	_, err := pgx.ForEachRow(rows, []any{&id, &x.starts, &x.ends}, func() error {
		a.busy[id] = append(a.busy[id], x)
		return nil
	})
	return err
}
