package tools

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/openings"
	"github.com/recado/recado/services/tool-executor/tools/say"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// AvailableSlots is get_available_slots: the openings of a day, of a range, or of the next days.
type AvailableSlots struct{ calendar *book }

// book answers what is free and books it.
type book struct {
	db  *Store
	key seal.Key
}

// Spec describes the tool.
func (AvailableSlots) Spec() tool.Spec {
	return tool.Spec{
		Name: "get_available_slots", Paged: true,
		Description: "Free times for an appointment or a table, on a day, in a range or in the next 7 days. Book one with its slot_id. " +
			"Where nothing is as wished, the error says why and which are nearest.",
		Parameters:  slotSchema,
		Specialists: tool.Bookers("urgent_care", "pricing"), Permission: tool.Calendar,
		Examples: tool.Examples(`{"date":"2027-03-04","part_of_day":"morning","service_id":"limpieza"}`),
	}
}

var partsOfDay = []string{openings.Morning, openings.Afternoon, openings.Evening}

type openingInfo struct {
	SlotID    string `json:"slot_id"`
	Date      string `json:"date"`
	Time      string `json:"time"`
	Branch    string `json:"branch_name"`
	Staff     string `json:"staff_name"`
	Available bool   `json:"available"`
}

type slotArguments struct {
	wire.Page
	Date      string `json:"date" description:"day as YYYY-MM-DD; the next 7 days without it"`
	DateEnd   string `json:"date_end" description:"last day of a range that begins on date"`
	Time      string `json:"time" description:"only at this hour, HH:MM, 24 hours"`
	Part      string `json:"part_of_day" enum:"morning,afternoon,evening" description:"only then"`
	BranchID  string `json:"branch_id" description:"only at this branch"`
	StaffID   string `json:"staff_id" description:"only with this person"`
	ServiceID string `json:"service_id" description:"the service that is wanted"`
	PartySize int    `json:"party_size" minimum:"1" maximum:"500" description:"people at the table"`
}

var slotSchema = wire.SchemaOf[slotArguments]()

// Call answers with free times only, in order; where there is none as wished it says why, and offers the nearest.
func (t AvailableSlots) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[slotArguments](c)
	if refusal == nil {
		refusal = args.check()
	}
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	if month, ok := monthOf(args.Date); ok {
		return t.noSuchDate(ctx, c, args, month)
	}
	first, _ := time.Parse(time.DateOnly, args.Date)
	a, err := t.calendar.db.agenda(ctx, c, first, args.days())
	if err != nil {
		return tool.Result{}, err
	}
	w, refusal := wishOf(a, args)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	days := args.of(a)
	if free := a.List(days, w); len(free) > 0 {
		return wire.AnswerPage(c, args.Page, t.offered(c, a, w, free), evidenceOf(days))
	}
	why := a.Why(days, w)
	field := "date"
	if why.OnTime {
		field = "time"
	}
	return t.instead(ctx, c, wished{a, days, w}, &tool.Error{Code: string(why.Code), Field: field, Message: say.Why(why, c.Language)})
}

// wished is what was asked for and is not to be had.
type wished struct {
	agenda *openings.Agenda // of those days
	days   []time.Time
	wish   openings.Wish
}

// instead refuses with the openings that lie next to what was wished: those of the days around it, else the nearest that there are.
func (t AvailableSlots) instead(ctx context.Context, c tool.Call, x wished, refusal *tool.Error) (tool.Result, error) {
	for _, everywhere := range []bool{false, true} {
		around := x.agenda.Around(x.days, everywhere)
		low, high := slices.MinFunc(around, time.Time.Compare), slices.MaxFunc(around, time.Time.Compare)
		a, err := t.calendar.db.agenda(ctx, c, low, len(openings.Days(low, high)))
		if err != nil {
			return tool.Result{}, err
		}
		near := a.Nearest(x.days, around, x.wish)
		if len(near) == 0 {
			continue
		}
		if refusal.Allowed, err = tool.Values(t.offered(c, a, x.wish, near)); err != nil {
			return tool.Result{}, err
		}
		break
	}
	return tool.Result{Err: refusal, Evidence: evidenceOf(x.days)}, nil
}

// noSuchDate answers to a day that its month does not have with what lies next to the month's end.
func (t AvailableSlots) noSuchDate(ctx context.Context, c tool.Call, args slotArguments, month calendar.Day) (tool.Result, error) {
	last, _ := time.Parse(time.DateOnly, month.MonthEnd().String())
	a, err := t.calendar.db.agenda(ctx, c, last, 1)
	if err != nil {
		return tool.Result{}, err
	}
	w, refusal := wishOf(a, args)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	return t.instead(ctx, c, wished{a, []time.Time{last}, w}, &tool.Error{
		Code: string(openings.NoSuchDate), Field: "date", Message: say.NoSuchDate(month.Month(), month.MonthDays(), c.Language),
	})
}

func (t AvailableSlots) offered(c tool.Call, a *openings.Agenda, w openings.Wish, free []openings.Free) []openingInfo {
	key := openings.SlotKey(t.calendar.key, c.Tenant)
	list := make([]openingInfo, 0, len(free))
	for _, f := range free {
		info := openingInfo{
			SlotID: a.Slot(f, w).Sign(key), Date: f.Starts.Format(time.DateOnly), Time: f.Starts.Format("15:04"),
			Branch: f.Branch.Name, Available: true,
		}
		if !f.Resource.Table {
			info.Staff = f.Resource.Name
		}
		list = append(list, info)
	}
	return list
}

func evidenceOf(days []time.Time) (out []tool.Evidence) {
	for _, day := range days {
		out = append(out, wire.Row("appointments", "openings/"+day.Format(time.DateOnly)))
	}
	return out
}

// datePattern is of a day that is written as one, whether the calendar has it or not.
var datePattern = regexp.MustCompile(`^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$`)

// monthOf is the month of a day that is written as one and that the month does not have.
func monthOf(date string) (calendar.Day, bool) {
	if _, err := time.Parse(time.DateOnly, date); err == nil || !datePattern.MatchString(date) {
		return 0, false
	}
	month, err := time.Parse("2006-01", date[:len("2006-01")])
	return calendar.Of(month), err == nil
}

func (s *slotArguments) check() *tool.Error {
	invalid := func(field, message string) *tool.Error {
		return &tool.Error{Code: "invalid_arguments", Field: field, Message: message}
	}
	if s.Date != "" && !datePattern.MatchString(s.Date) {
		return invalid("date", "expected a day as YYYY-MM-DD")
	}
	if s.DateEnd != "" && (s.Date == "" || !datePattern.MatchString(s.DateEnd) || s.DateEnd < s.Date) {
		return invalid("date_end", "expected a day as YYYY-MM-DD that is not before date")
	}
	if s.Time != "" {
		at, err := time.Parse("15:04", s.Time)
		if err != nil {
			return invalid("time", "expected HH:MM")
		}
		s.Time = at.Format("15:04")
	}
	if s.Part != "" && !slices.Contains(partsOfDay, s.Part) {
		refusal := invalid("part_of_day", "is no part of a day")
		refusal.Allowed = tool.Names(partsOfDay...)
		return refusal
	}
	return nil
}

// last is the end of the range: a day that its month does not have is the month's last.
func (s *slotArguments) last() (time.Time, bool) {
	if month, ok := monthOf(s.DateEnd); ok {
		s.DateEnd = month.MonthEnd().String()
	}
	last, err := time.Parse(time.DateOnly, s.DateEnd)
	return last, err == nil
}

// days is how many are asked for.
func (s *slotArguments) days() int {
	first, err := time.Parse(time.DateOnly, s.Date)
	if err != nil {
		return openings.DaysAhead
	}
	if last, ok := s.last(); ok {
		return len(openings.Days(first, last))
	}
	return 1
}

// of are the days that are asked for, today and the next ones where none is named.
func (s *slotArguments) of(a *openings.Agenda) []time.Time {
	first, err := time.Parse(time.DateOnly, s.Date)
	if err != nil {
		first = a.Today()
	}
	return openings.Days(first, openings.DayAfter(first, s.days()-1))
}

// wishOf checks the ids that a call names.
func wishOf(a *openings.Agenda, args slotArguments) (w openings.Wish, refusal *tool.Error) {
	if args.PartySize < 0 || args.PartySize > maxParty {
		return w, &tool.Error{Code: "invalid_arguments", Field: "party_size", Message: "expected 1 to " + strconv.Itoa(maxParty)}
	}
	w = openings.Wish{Minutes: a.Minutes, Party: max(args.PartySize, 1), Time: args.Time, Part: args.Part}
	if args.BranchID != "" {
		b := a.BranchBySlug(args.BranchID)
		if b == nil {
			return w, unknown("branch_id", slugs(a.Branches, func(b openings.Branch) string { return b.Slug }))
		}
		w.Branch = b.ID
	}
	if args.StaffID != "" {
		s := a.StaffBySlug(args.StaffID)
		if s == nil {
			return w, unknown("staff_id", slugs(a.Resources, func(r openings.Resource) string {
				if r.Table {
					return ""
				}
				return r.Slug
			}))
		}
		w.Staff = s.ID
	}
	if args.ServiceID != "" {
		s := a.ServiceBySlug(args.ServiceID)
		if s == nil {
			return w, unknown("service_id", slugs(a.Services, func(s openings.Service) string { return s.Slug }))
		}
		s.For(&w)
	}
	return w, seats(a, w)
}

// seats refuses a party that no table of the place seats, whatever the time.
func seats(a *openings.Agenda, w openings.Wish) *tool.Error {
	largest := a.LargestTable(w)
	if largest == 0 || w.Party <= largest {
		return nil
	}
	return &tool.Error{Code: "party_too_large", Field: "party_size", Message: "the largest table seats " + strconv.Itoa(largest)}
}

func unknown(field string, known []string) *tool.Error {
	return &tool.Error{
		Code: "not_found", Field: field, Message: "no such id", Allowed: tool.Names(known[:min(len(known), wire.NamesListed)]...),
	}
}

func slugs[T any](all []T, slug func(T) string) (out []string) {
	for _, x := range all {
		if s := slug(x); s != "" {
			out = append(out, s)
		}
	}
	return out
}
