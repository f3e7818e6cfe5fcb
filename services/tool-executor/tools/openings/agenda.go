// Package openings computes what can be booked from a business's hours, people, tables and appointments, says why a wish is not to
// be had and what lies next to it, and signs what is offered.
package openings

import (
	"slices"
	"time"

	"github.com/google/uuid"
)

// Span is a part of a day in minutes after midnight, the end excluded.
type Span struct{ Opens, Closes int }

// Clock writes minutes after midnight as HH:MM.
func Clock(minute int) string {
	return time.Date(2000, 1, 1, 0, minute, 0, 0, time.UTC).Format("15:04")
}

// Hours are the spans of each ISO weekday, 1 to 7.
type Hours [8][]Span

// Branch is a place of the business.
type Branch struct {
	ID                                                           uuid.UUID
	Slug, Name, Address, City, Phone, WhatsApp, Maps, Directions string
	Aliases                                                      []string
	Hours                                                        Hours
	Closures                                                     []Closure // of the next days, where they were asked for
}

// Resource is what an appointment occupies: a person, who attends at branches by hours of its own, or a table of one branch.
type Resource struct {
	ID       uuid.UUID
	Slug     string
	Name     string
	Table    bool
	Branch   uuid.UUID // of a table
	Seats    int
	Hours    map[uuid.UUID]Hours // of a person, by branch
	Services map[uuid.UUID]bool  // of a person; empty does every one
}

// Closure is some days with other hours than the week's, and what they are called.
type Closure struct {
	Branch      *uuid.UUID // nil is every branch
	First, Last string     // YYYY-MM-DD
	Open        *Span      // nil is closed all day
	Name        string
}

// Busy is a time at which a resource is taken.
type Busy struct{ Starts, Ends time.Time }

// Agenda is all that openings are computed from, read in one transaction.
type Agenda struct {
	Now      time.Time
	Zone     *time.Location
	Step     int
	Notice   time.Duration
	Horizon  int
	Minutes  int // of an appointment where no service says
	MaxAhead int // appointments of one contact
	// VisitorsPerHour is how many appointments all visitors of the web chat take within an hour.
	VisitorsPerHour int
	Hold            time.Duration // how long a time is kept for a contact who is asked; zero keeps none
	MaxHolds        int           // of one contact
	Branches        []Branch
	Resources       []Resource
	Services        []Service
	Closures        []Closure
	Rooms           map[uuid.UUID][]Room // by service; one without rooms needs none
	Busy            map[uuid.UUID][]Busy
	For             string // the contact whose holds are no obstacle
}

// Service is what an appointment can be made for, with the minutes that must stay free before and after it.
type Service struct {
	ID            uuid.UUID
	Slug          string
	Name          string
	Minutes       int
	Before, After int
}

// Room is where a service can be done.
type Room struct{ ID, Branch uuid.UUID }

// Wish is what an opening must satisfy; a zero id is any.
type Wish struct {
	Branch, Staff, Service uuid.UUID
	Minutes, Party         int
	Before, After          int    // minutes that stay free around it
	Time                   string // HH:MM; empty is any
	Part                   string // Morning, Afternoon or Evening where no time is wished; empty is any
}

// Parts of a day that a wish may name.
const (
	Morning   = "morning"
	Afternoon = "afternoon"
	Evening   = "evening"
)

// parts are the spans in which an opening of that part may start; the early evening is in two of them, as people speak.
var parts = map[string]Span{Morning: {0, 12 * 60}, Afternoon: {12 * 60, 19 * 60}, Evening: {18 * 60, 24 * 60}}

// window is when an opening may start.
func (w Wish) window() Span {
	if at, err := time.Parse("15:04", w.Time); err == nil {
		minute := at.Hour()*60 + at.Minute()
		return Span{minute, minute + 1}
	}
	if part, ok := parts[w.Part]; ok {
		return part
	}
	return Span{0, 24 * 60}
}

// timed reports whether an hour or a part of the day is wished.
func (w Wish) timed() bool { return w.Time != "" || w.Part != "" }

// Free is one time at which a resource can be had, with the room that goes with it; a zero room is none.
type Free struct {
	Starts   time.Time
	Branch   *Branch
	Resource *Resource
	Room     uuid.UUID
}

// Day lists what is free on one day, in order of time, branch and resource.
func (a *Agenda) Day(day time.Time, w Wish) (out []Free) {
	from := w.window()
	for _, b := range a.branches(w) {
		for _, open := range a.openSpans(b, day) {
			for m := open.Opens; m+w.Minutes <= open.Closes; m += a.Step {
				if from.Opens <= m && m < from.Closes {
					out = append(out, a.freeAt(b, day, m, w)...)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(x, y Free) int { return x.Starts.Compare(y.Starts) })
	return out
}

// branches are those that a wish may mean.
func (a *Agenda) branches(w Wish) (out []*Branch) {
	for i := range a.Branches {
		if w.Branch == uuid.Nil || a.Branches[i].ID == w.Branch {
			out = append(out, &a.Branches[i])
		}
	}
	return out
}

// At lists what is free at exactly one time, the smallest table first, and reports whether the place is open then.
func (a *Agenda) At(starts time.Time, w Wish) (out []Free, open bool) {
	day := DayAfter(starts, 0)
	minute := starts.Hour()*60 + starts.Minute()
	for _, b := range a.branches(w) {
		for _, s := range a.openSpans(b, day) {
			if s.Opens <= minute && minute+w.Minutes <= s.Closes && (minute-s.Opens)%a.Step == 0 {
				open = true
				out = append(out, a.freeAt(b, day, minute, w)...)
			}
		}
	}
	slices.SortStableFunc(out, func(x, y Free) int { return x.Resource.Seats - y.Resource.Seats })
	return out, open
}

// freeAt lists the resources of a branch that can be had at one minute of a day.
func (a *Agenda) freeAt(b *Branch, day time.Time, minute int, w Wish) (out []Free) {
	starts, ok := a.Moment(day, minute)
	if !ok || a.TooSoonOrLate(starts) {
		return nil
	}
	span := w.around(starts)
	room, ok := a.roomAt(b, w.Service, span)
	if !ok {
		return nil
	}
	for i := range a.Resources {
		r := &a.Resources[i]
		if a.suits(r, b, day, minute, w) && !a.taken(r.ID, span) {
			out = append(out, Free{starts, b, r, room})
		}
	}
	return out
}

// around is the time that an appointment takes, with what stays free before and after it.
func (w Wish) around(starts time.Time) Busy {
	ends := starts.Add(time.Duration(w.Minutes+w.After) * time.Minute)
	return Busy{starts.Add(-time.Duration(w.Before) * time.Minute), ends}
}

// roomAt is a free room of those of which a service needs one; false where all are taken.
func (a *Agenda) roomAt(b *Branch, service uuid.UUID, span Busy) (room uuid.UUID, ok bool) {
	rooms := a.Rooms[service]
	if len(rooms) == 0 {
		return uuid.Nil, true
	}
	i := slices.IndexFunc(rooms, func(r Room) bool { return r.Branch == b.ID && !a.taken(r.ID, span) })
	if i < 0 {
		return uuid.Nil, false
	}
	return rooms[i].ID, true
}

// For limits a wish to a service: how long it takes, and what stays free around it.
func (s *Service) For(w *Wish) {
	w.Service, w.Minutes, w.Before, w.After = s.ID, s.Minutes, s.Before, s.After
}

// DayAfter is a day of the calendar, some days after the one of at. Days are counted in UTC, where each of them has a midnight: in
// some zones a clock change skips it, and midnight there is the evening before.
func DayAfter(at time.Time, days int) time.Time {
	return time.Date(at.Year(), at.Month(), at.Day()+days, 0, 0, 0, 0, time.UTC)
}

// Today is the day that it is where the business is.
func (a *Agenda) Today() time.Time { return DayAfter(a.Now.In(a.Zone), 0) }

// LastDay is the last one that can be booked.
func (a *Agenda) LastDay() time.Time { return DayAfter(a.Now.In(a.Zone), a.Horizon) }

// Moment is a minute of a day in the tenant's zone; false where a clock change skips it.
func (a *Agenda) Moment(day time.Time, minute int) (time.Time, bool) {
	at := time.Date(day.Year(), day.Month(), day.Day(), minute/60, minute%60, 0, 0, a.Zone)
	return at, at.Hour()*60+at.Minute() == minute
}

// TooSoonOrLate reports whether a time lies outside what can be booked now.
func (a *Agenda) TooSoonOrLate(starts time.Time) bool { return a.tooSoon(starts) || a.tooLate(starts) }

func (a *Agenda) tooSoon(starts time.Time) bool { return starts.Before(a.Now.Add(a.Notice)) }

func (a *Agenda) tooLate(starts time.Time) bool { return starts.After(a.Now.AddDate(0, 0, a.Horizon)) }

// suits reports whether a resource is at the branch for the whole appointment and does what is wanted.
func (a *Agenda) suits(r *Resource, b *Branch, day time.Time, minute int, w Wish) bool {
	if r.Table {
		return r.Branch == b.ID && r.Seats >= w.Party && w.Staff == uuid.Nil
	}
	return r.meant(w) && slices.ContainsFunc(r.Hours[b.ID][isoWeekday(day)], func(s Span) bool {
		return s.Opens <= minute && minute+w.Minutes <= s.Closes
	})
}

// meant reports whether a person is the one who is wished and does what is wished.
func (r *Resource) meant(w Wish) bool {
	return (w.Staff == uuid.Nil || r.ID == w.Staff) && r.does(w.Service)
}

// does reports whether a person offers a service; none is asked where it is zero.
func (r *Resource) does(service uuid.UUID) bool {
	return service == uuid.Nil || len(r.Services) == 0 || r.Services[service]
}

// LargestTable is how many the largest table seats where the wish is for; 0 where people are booked and not tables.
func (a *Agenda) LargestTable(w Wish) (seats int) {
	for i := range a.Resources {
		r := &a.Resources[i]
		if !r.Table {
			return 0
		}
		if w.Branch == uuid.Nil || w.Branch == r.Branch {
			seats = max(seats, r.Seats)
		}
	}
	return seats
}

func (a *Agenda) taken(id uuid.UUID, span Busy) bool {
	return slices.ContainsFunc(a.Busy[id], func(x Busy) bool { return x.Starts.Before(span.Ends) && span.Starts.Before(x.Ends) })
}

// Spans are when a branch is open on a day, as its closures leave its hours.
func (a *Agenda) Spans(b *Branch, day time.Time) []Span { return a.openSpans(b, day) }

// openSpans are a branch's hours on a day, as its closures leave them.
func (a *Agenda) openSpans(b *Branch, day time.Time) []Span {
	if c := a.closure(b, day); c != nil {
		if c.Open == nil {
			return nil
		}
		return []Span{*c.Open}
	}
	return b.Hours[isoWeekday(day)]
}

// closure is what changes a branch's hours on a day; nil where nothing does.
func (a *Agenda) closure(b *Branch, day time.Time) *Closure {
	date := day.Format(time.DateOnly)
	for i, c := range a.Closures {
		if (c.Branch == nil || *c.Branch == b.ID) && c.First <= date && date <= c.Last {
			return &a.Closures[i]
		}
	}
	return nil
}

func isoWeekday(day time.Time) int { return (int(day.Weekday())+6)%7 + 1 }

// BranchBySlug finds a branch by its id in the tenant's file; nil where there is none.
func (a *Agenda) BranchBySlug(slug string) *Branch {
	for i := range a.Branches {
		if a.Branches[i].Slug == slug {
			return &a.Branches[i]
		}
	}
	return nil
}

// StaffBySlug finds a person who takes appointments.
func (a *Agenda) StaffBySlug(slug string) *Resource {
	for i := range a.Resources {
		if !a.Resources[i].Table && a.Resources[i].Slug == slug {
			return &a.Resources[i]
		}
	}
	return nil
}

// ServiceBySlug finds a service that can be booked.
func (a *Agenda) ServiceBySlug(slug string) *Service {
	for i := range a.Services {
		if a.Services[i].Slug == slug {
			return &a.Services[i]
		}
	}
	return nil
}
