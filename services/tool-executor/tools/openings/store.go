package openings

import (
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenant"
)

const calendarSQL = `SELECT zone, booking_step_minutes, booking_notice_minutes, booking_horizon_days, booking_default_minutes,
  booking_max_ahead, booking_web_chat_per_hour, booking_hold_minutes, booking_max_holds
FROM core.tenants WHERE tenant_id = $1`

const resourcesSQL = `SELECT id, slug, name, kind = 'table', coalesce(branch_id, '00000000-0000-0000-0000-000000000000'), seats
FROM business.resources WHERE tenant_id = $1 AND kind <> 'room' ORDER BY position`

const roomsSQL = `SELECT r.id, r.branch_id, x.service_id FROM business.service_rooms x
JOIN business.resources r ON r.tenant_id = x.tenant_id AND r.id = x.resource_id WHERE x.tenant_id = $1 ORDER BY r.position`

const staffHoursSQL = `SELECT staff_id, branch_id, weekday, extract(epoch FROM opens)::int / 60, extract(epoch FROM closes)::int / 60
FROM business.staff_hours WHERE tenant_id = $1 ORDER BY opens`

const serviceStaffSQL = `SELECT staff_id, service_id FROM business.service_staff WHERE tenant_id = $1`

const bookableSQL = `SELECT id, slug, name, duration_minutes, buffer_before_minutes, buffer_after_minutes
FROM business.services WHERE tenant_id = $1 AND bookable ORDER BY position`

const closuresSQL = `SELECT branch_id, first_day::text, last_day::text,
  extract(epoch FROM opens)::int / 60, extract(epoch FROM closes)::int / 60, reason
FROM business.closures WHERE tenant_id = $1 AND last_day >= $2 AND first_day <= $3 ORDER BY branch_id NULLS LAST, first_day`

// busySQL leaves out holds that are over, and those of the contact who asks: what is kept for them is theirs to take.
const busySQL = `SELECT o.resource_id, lower(o.span), upper(o.span) FROM business.occupied o
LEFT JOIN business.slot_holds h ON h.tenant_id = o.tenant_id AND h.id = o.hold_id
WHERE o.tenant_id = $1 AND o.span && tstzrange($2::date, $3::date)
  AND (h.id IS NULL OR h.expires_at > clock_timestamp() AND h.contact_id IS DISTINCT FROM nullif($4, '')::uuid)`

const branchesSQL = `SELECT id, slug, name, aliases, address, city, phone, whatsapp, google_maps_url, directions
FROM business.branches WHERE tenant_id = $1 ORDER BY position`

const branchHoursSQL = `SELECT branch_id, weekday, extract(epoch FROM opens)::int / 60, extract(epoch FROM closes)::int / 60
FROM business.branch_hours WHERE tenant_id = $1 ORDER BY opens`

// New is an agenda that is to be read, as it is for a contact; an empty one holds nothing.
func New(contact string) *Agenda {
	return &Agenda{Now: time.Now(), For: contact, Busy: map[uuid.UUID][]Busy{}, Rooms: map[uuid.UUID][]Room{}}
}

// Ready reports what is wrong with an agenda that was read.
func (a *Agenda) Ready() (*Agenda, error) {
	if a.Zone == nil {
		return nil, errors.New("read calendar: the tenant has no settings")
	}
	return a, nil
}

// Queue asks for everything that openings from a day over some days are computed from, today where the day is zero; appointments
// with a day's margin on both sides, so that any zone's day is covered.
func (a *Agenda) Queue(b *pgx.Batch, id tenant.ID, from time.Time, days int) {
	if from.IsZero() {
		from = a.Now.UTC()
	}
	first, last := from.AddDate(0, 0, -1).Format(time.DateOnly), from.AddDate(0, 0, days+2).Format(time.DateOnly)
	b.Queue(calendarSQL, id).Query(a.scanCalendar)
	QueueBranches(b, id, &a.Branches)
	b.Queue(resourcesSQL, id).Query(a.scanResources)
	b.Queue(staffHoursSQL, id).Query(a.scanStaffHours)
	b.Queue(serviceStaffSQL, id).Query(a.scanServiceStaff)
	b.Queue(bookableSQL, id).Query(a.scanServices)
	QueueClosures(b, id, Dates{first, last}, &a.Closures)
	b.Queue(roomsSQL, id).Query(a.scanRooms)
	b.Queue(busySQL, id, first, last, a.For).Query(a.scanBusy)
}

// QueueBranches asks for the places of the business with their weekly hours, the main one first.
func QueueBranches(b *pgx.Batch, id tenant.ID, out *[]Branch) {
	b.Queue(branchesSQL, id).Query(func(rows pgx.Rows) (err error) {
		*out, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (x Branch, err error) {
			err = r.Scan(&x.ID, &x.Slug, &x.Name, &x.Aliases, &x.Address, &x.City, &x.Phone, &x.WhatsApp, &x.Maps, &x.Directions)
			return x, err
		})
		return err
	})
	b.Queue(branchHoursSQL, id).Query(func(rows pgx.Rows) error {
		var branchID uuid.UUID
		var weekday int
		var s Span
		_, err := pgx.ForEachRow(rows, []any{&branchID, &weekday, &s.Opens, &s.Closes}, func() error {
			for i := range *out {
				if (*out)[i].ID == branchID {
					(*out)[i].Hours[weekday] = append((*out)[i].Hours[weekday], s)
				}
			}
			return nil
		})
		return err
	})
}

// Dates are a first and a last day, YYYY-MM-DD.
type Dates struct{ First, Last string }

// QueueClosures asks for the special hours of some days.
func QueueClosures(b *pgx.Batch, id tenant.ID, of Dates, out *[]Closure) {
	b.Queue(closuresSQL, id, of.First, of.Last).Query(func(rows pgx.Rows) (err error) {
		*out, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (x Closure, err error) {
			var opens, closes *int
			err = r.Scan(&x.Branch, &x.First, &x.Last, &opens, &closes, &x.Name)
			if opens != nil && closes != nil {
				x.Open = &Span{*opens, *closes}
			}
			return x, err
		})
		return err
	})
}

func (a *Agenda) scanCalendar(rows pgx.Rows) error {
	var zone string
	var notice, hold int
	into := []any{&zone, &a.Step, &notice, &a.Horizon, &a.Minutes, &a.MaxAhead, &a.VisitorsPerHour, &hold, &a.MaxHolds}
	_, err := pgx.ForEachRow(rows, into, func() (err error) {
		a.Hold = time.Duration(hold) * time.Minute
		a.Notice = time.Duration(notice) * time.Minute
		a.Zone, err = time.LoadLocation(zone)
		return err
	})
	return err
}

func (a *Agenda) scanResources(rows pgx.Rows) (err error) {
	a.Resources, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (x Resource, err error) {
		x.Hours, x.Services = map[uuid.UUID]Hours{}, map[uuid.UUID]bool{}
		err = r.Scan(&x.ID, &x.Slug, &x.Name, &x.Table, &x.Branch, &x.Seats)
		return x, err
	})
	return err
}

func (a *Agenda) person(id uuid.UUID) *Resource {
	for i := range a.Resources {
		if a.Resources[i].ID == id {
			return &a.Resources[i]
		}
	}
	return nil
}

func (a *Agenda) scanStaffHours(rows pgx.Rows) error {
	var staff, at uuid.UUID
	var weekday int
	var s Span
	_, err := pgx.ForEachRow(rows, []any{&staff, &at, &weekday, &s.Opens, &s.Closes}, func() error {
		if r := a.person(staff); r != nil {
			week := r.Hours[at]
			week[weekday] = append(week[weekday], s)
			r.Hours[at] = week
		}
		return nil
	})
	return err
}

func (a *Agenda) scanServiceStaff(rows pgx.Rows) error {
	var staff, service uuid.UUID
	_, err := pgx.ForEachRow(rows, []any{&staff, &service}, func() error {
		if r := a.person(staff); r != nil {
			r.Services[service] = true
		}
		return nil
	})
	return err
}

func (a *Agenda) scanServices(rows pgx.Rows) (err error) {
	a.Services, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (x Service, err error) {
		err = r.Scan(&x.ID, &x.Slug, &x.Name, &x.Minutes, &x.Before, &x.After)
		return x, err
	})
	return err
}

func (a *Agenda) scanRooms(rows pgx.Rows) error {
	var r Room
	var service uuid.UUID
	_, err := pgx.ForEachRow(rows, []any{&r.ID, &r.Branch, &service}, func() error {
		a.Rooms[service] = append(a.Rooms[service], r)
		return nil
	})
	return err
}

func (a *Agenda) scanBusy(rows pgx.Rows) error {
	var id uuid.UUID
	var x Busy
	_, err := pgx.ForEachRow(rows, []any{&id, &x.Starts, &x.Ends}, func() error {
		a.Busy[id] = append(a.Busy[id], x)
		return nil
	})
	return err
}
