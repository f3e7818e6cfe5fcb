package tools

import (
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
)

// calendar answers what is free and books it.
type calendar struct {
	db  *Store
	key seal.Key
}

// span is a part of a day in minutes after midnight, the end excluded.
type span struct{ opens, closes int }

func clockText(minute int) string {
	return time.Date(2000, 1, 1, 0, minute, 0, 0, time.UTC).Format("15:04")
}

// hours are the spans of each ISO weekday, 1 to 7.
type hours [8][]span

type branch struct {
	id                                                           uuid.UUID
	slug, name, address, city, phone, whatsapp, maps, directions string
	aliases                                                      []string
	hours                                                        hours
	closures                                                     []closure // of the next days, where they were asked for
}

// resource is what an appointment occupies: a person, who attends at branches by hours of its own, or a table of one branch.
type resource struct {
	id       uuid.UUID
	slug     string
	name     string
	table    bool
	branch   uuid.UUID // of a table
	seats    int
	hours    map[uuid.UUID]hours // of a person, by branch
	services map[uuid.UUID]bool  // of a person; empty does every one
}

type closure struct {
	branch      *uuid.UUID // nil is every branch
	first, last string     // YYYY-MM-DD
	open        *span      // nil is closed all day
}

type busy struct {
	starts, ends time.Time
}

// agenda is all that openings are computed from, read in one transaction.
type agenda struct {
	now       time.Time
	zone      *time.Location
	vertical  tenant.Vertical
	step      int
	notice    time.Duration
	horizon   int
	minutes   int // of an appointment where no service says
	branches  []branch
	resources []resource
	services  []bookable
	closures  []closure
	busy      map[uuid.UUID][]busy
}

type bookable struct {
	id      uuid.UUID
	slug    string
	name    string
	minutes int
}

// wish is what an opening must satisfy.
type wish struct {
	branch  uuid.UUID // zero is any
	staff   uuid.UUID // zero is any
	service uuid.UUID // zero is none
	minutes int
	party   int
}

// free is one time at which a resource can be had.
type free struct {
	starts   time.Time
	branch   *branch
	resource *resource
}

// openings lists what is free on one day, in order of time, branch and resource.
func (a *agenda) openings(day time.Time, w wish) (out []free) {
	for i := range a.branches {
		b := &a.branches[i]
		if w.branch != uuid.Nil && b.id != w.branch {
			continue
		}
		for _, open := range a.openSpans(b, day) {
			for m := open.opens; m+w.minutes <= open.closes; m += a.step {
				out = append(out, a.freeAt(b, day, m, w)...)
			}
		}
	}
	slices.SortStableFunc(out, func(x, y free) int { return x.starts.Compare(y.starts) })
	return out
}

// freeAt lists the resources of a branch that can be had at one minute of a day.
func (a *agenda) freeAt(b *branch, day time.Time, minute int, w wish) (out []free) {
	starts, ok := a.moment(day, minute)
	if !ok || a.tooSoonOrLate(starts) {
		return nil
	}
	ends := starts.Add(time.Duration(w.minutes) * time.Minute)
	for i := range a.resources {
		r := &a.resources[i]
		if a.suits(r, b, day, minute, w) && !a.taken(r.id, starts, ends) {
			out = append(out, free{starts, b, r})
		}
	}
	return out
}

// dayAfter is a day of the calendar, some days after the one of at. Days are counted in UTC, where each of them has a midnight: in
// some zones a clock change skips it, and midnight there is the evening before.
func dayAfter(at time.Time, days int) time.Time {
	return time.Date(at.Year(), at.Month(), at.Day()+days, 0, 0, 0, 0, time.UTC)
}

// moment is a minute of a day in the tenant's zone; false where a clock change skips it.
func (a *agenda) moment(day time.Time, minute int) (time.Time, bool) {
	at := time.Date(day.Year(), day.Month(), day.Day(), minute/60, minute%60, 0, 0, a.zone)
	return at, at.Hour()*60+at.Minute() == minute
}

func (a *agenda) tooSoonOrLate(starts time.Time) bool {
	return starts.Before(a.now.Add(a.notice)) || starts.After(a.now.AddDate(0, 0, a.horizon))
}

// suits reports whether a resource is at the branch for the whole appointment and does what is wanted.
func (a *agenda) suits(r *resource, b *branch, day time.Time, minute int, w wish) bool {
	if r.table {
		return r.branch == b.id && r.seats >= w.party && w.staff == uuid.Nil
	}
	if w.staff != uuid.Nil && r.id != w.staff || !r.does(w.service) {
		return false
	}
	return slices.ContainsFunc(r.hours[b.id][isoWeekday(day)], func(s span) bool {
		return s.opens <= minute && minute+w.minutes <= s.closes
	})
}

// does reports whether a person offers a service; none is asked where it is zero.
func (r *resource) does(service uuid.UUID) bool {
	return service == uuid.Nil || len(r.services) == 0 || r.services[service]
}

// seats refuses a party that no table of the place seats, whatever the time.
func (a *agenda) seats(w wish) *tool.Error {
	largest := 0
	for i := range a.resources {
		r := &a.resources[i]
		if !r.table {
			return nil
		}
		if w.branch == uuid.Nil || w.branch == r.branch {
			largest = max(largest, r.seats)
		}
	}
	if largest == 0 || w.party <= largest {
		return nil
	}
	return &tool.Error{Code: "party_too_large", Field: "party_size", Message: "the largest table seats " + strconv.Itoa(largest)}
}

func (a *agenda) taken(id uuid.UUID, starts, ends time.Time) bool {
	return slices.ContainsFunc(a.busy[id], func(x busy) bool { return x.starts.Before(ends) && starts.Before(x.ends) })
}

// openSpans are a branch's hours on a day, as its closures leave them.
func (a *agenda) openSpans(b *branch, day time.Time) []span {
	date := day.Format(time.DateOnly)
	for _, c := range a.closures {
		if (c.branch == nil || *c.branch == b.id) && c.first <= date && date <= c.last {
			if c.open == nil {
				return nil
			}
			return []span{*c.open}
		}
	}
	return b.hours[isoWeekday(day)]
}

func isoWeekday(day time.Time) int { return (int(day.Weekday())+6)%7 + 1 }

func (a *agenda) branchBySlug(slug string) *branch {
	for i := range a.branches {
		if a.branches[i].slug == slug {
			return &a.branches[i]
		}
	}
	return nil
}

func (a *agenda) staffBySlug(slug string) *resource {
	for i := range a.resources {
		if !a.resources[i].table && a.resources[i].slug == slug {
			return &a.resources[i]
		}
	}
	return nil
}

func (a *agenda) serviceBySlug(slug string) *bookable {
	for i := range a.services {
		if a.services[i].slug == slug {
			return &a.services[i]
		}
	}
	return nil
}
