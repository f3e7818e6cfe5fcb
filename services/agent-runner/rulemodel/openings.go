package rulemodel

import (
	"slices"
	"strings"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	clock = "15:04"
	noon  = "12:00"
)

// findOpenings asks the calendar and offers what fits; an exact fit is proposed by itself.
func (t *turn) findOpenings(b *booking) answer {
	all, stop := t.openings(b, b.Date, b.DateEnd, "")
	if stop != nil {
		return *stop
	}
	fits := b.fitting(all)
	switch {
	case b.exact() && len(fits) > 0 && b.dayWasOffered() && t.slots.GetWhen().GetTime() != "" && !t.refused:
		b.Chosen = &fits[0]
		return t.create(b)
	case b.exact() && len(fits) > 0:
		return t.propose(b, fits[0])
	case len(fits) > 0 && t.wants("urgent_care"):
		return t.offerOpenings(b, earliest(fits), "offer_openings")
	case len(fits) > 0:
		return t.offerOpenings(b, spread(fits), "offer_openings")
	case b.evening(all) != nil:
		o := b.evening(all)
		b.Time = o.Time
		return t.propose(b, *o)
	case len(all) > 0:
		return t.offerOpenings(b, b.nearest(all), "offer_nearest")
	}
	return t.offerLater(b)
}

// evening is the opening twelve hours after a bare hour that was taken for one of the morning, where the place opens later: who
// wants a table "at eight" means dinner.
func (b *booking) evening(all []opening) *opening {
	if !b.exact() || b.Time >= noon || b.Part != "" || slices.ContainsFunc(all, func(o opening) bool { return o.Time < noon }) {
		return nil
	}
	later := *b
	at, err := time.Parse(clock, b.Time)
	if err != nil {
		return nil
	}
	later.Time = at.Add(12 * time.Hour).Format(clock)
	if fits := later.fitting(all); len(fits) > 0 {
		return &fits[0]
	}
	return nil
}

// dayWasOffered reports whether the customer has been told this very day and was asked for a time: the time then is the choice.
// A day and time that were only understood, and never said back, are proposed first.
func (b *booking) dayWasOffered() bool {
	return b.Asked == askOpening && slices.ContainsFunc(b.Offered, func(o opening) bool { return o.Date == b.Date })
}

// offerLater looks at the next days when the day asked for is full or closed.
func (t *turn) offerLater(b *booking) answer {
	all, stop := t.openings(b, "", "", "later")
	switch {
	case stop != nil:
		return *stop
	case len(all) == 0:
		*b = booking{
			ServiceID: b.ServiceID, ServiceName: b.ServiceName, BranchID: b.BranchID, StaffID: b.StaffID, Party: b.Party,
			Asked: askLater, Moves: b.Moves, Was: b.Was,
		}
		return answer{text: t.say("no_openings")}
	}
	if fits := b.fitting(all); len(fits) > 0 {
		return t.offerOpenings(b, spread(fits), "offer_other_day")
	}
	return t.offerOpenings(b, b.nearest(all), "offer_other_day")
}

// openings reads the free times of one day, or of the tool's own next days when no day was said. stop is set when the calendar
// must be asked first, or cannot say.
func (t *turn) openings(b *booking, date, dateEnd, round string) (all []opening, stop *answer) {
	var calls []llm.ToolCall
	for _, day := range daysOf(date, dateEnd) {
		c := call("get_available_slots", strings.Join([]string{round, day, b.ServiceID, b.BranchID, b.StaffID}, "/"), b.query(day))
		r, found := t.ask(c)
		if !found {
			calls = append(calls, c)
			continue
		}
		list, ok := read[[]opening](r)
		if nothingFree(r) {
			list, ok = []opening{}, true
		}
		if !ok || list == nil {
			refused := t.refusedOpenings(b, r)
			return nil, &refused
		}
		all = append(all, slices.DeleteFunc(list, func(o opening) bool { return !o.free() || o.SlotID == "" })...)
	}
	if calls != nil {
		return nil, &answer{calls: calls}
	}
	return all, nil
}

// nothingFree reports whether the calendar says that nothing is to be had as asked; it names the reason and the nearest openings.
func nothingFree(r tool.Result) bool {
	return r.Err != nil && slices.Contains([]string{"past", "no_such_date", "closed", "full", "beyond_horizon"}, r.Err.Code)
}

// tooLarge is the code of a party that no table of the place seats.
const tooLarge = "party_too_large"

// unconfirmed refuses a write in a turn that may be steered by somebody: the customer is asked once more.
const unconfirmed = "confirmation_required"

// refusedOpenings tells a calendar that cannot say what is free from one that has nothing free.
func (t *turn) refusedOpenings(b *booking, r tool.Result) answer {
	switch {
	case r.Err != nil && r.Err.Code == tooLarge:
		return t.refusedParty(b)
	case r.Err != nil && r.Err.Code == "not_found": // a person or service without a calendar
		return t.person("needs_person", "handoff_errand")
	}
	return t.toolFailed()
}

// refusedParty hands a group that no table seats to a person.
func (t *turn) refusedParty(b *booking) answer {
	a := t.person(tooLarge, "handoff_party")
	a.text = t.say("handoff_party", "party", ordinal(int(b.Party)))
	return a
}

func (b *booking) query(day string) map[string]any {
	args := map[string]any{}
	for key, value := range map[string]string{"date": day, "service_id": b.ServiceID, "branch_id": b.BranchID, "staff_id": b.StaffID} {
		if value != "" {
			args[key] = value
		}
	}
	if b.Party > 0 {
		args["party_size"] = b.Party
	}
	return args
}

// rangeDays is how many days of a range are looked at.
const rangeDays = 7

func daysOf(date, dateEnd string) []string {
	first, err := time.Parse(time.DateOnly, date)
	last, err2 := time.Parse(time.DateOnly, dateEnd)
	if err != nil || err2 != nil {
		return []string{date}
	}
	var days []string
	for d := first; !d.After(last) && len(days) < rangeDays; d = d.AddDate(0, 0, 1) {
		days = append(days, d.Format(time.DateOnly))
	}
	return days
}

// exact reports whether a day and a clock time were asked for, not a bound or a part of the day.
func (b *booking) exact() bool {
	return b.Time != "" && (b.Bound == "" || b.Bound == "around") && b.Date != "" && b.DateEnd == ""
}

func (b *booking) fitting(all []opening) []opening {
	var fits []opening
	for _, o := range all {
		if b.fits(o) {
			fits = append(fits, o)
		}
	}
	return fits
}

// fits compares HH:MM strings, which order as times do.
func (b *booking) fits(o opening) bool {
	switch {
	case b.Time == "" && b.Part == "morning":
		return o.Time < noon
	case b.Time == "" && b.Part == "afternoon":
		return o.Time >= noon && o.Time < "19:00"
	case b.Time == "" && b.Part == "evening":
		return o.Time >= "18:00"
	case b.Time == "":
		return true
	case b.Bound == "after":
		return o.Time >= b.Time
	case b.Bound == "before":
		return o.Time < b.Time
	case b.Bound == "between":
		return o.Time >= b.Time && o.Time <= b.TimeEnd
	}
	return o.Time == b.Time
}

// nearest are the openings closest to the time that was asked for, in calendar order.
func (b *booking) nearest(all []opening) []opening {
	if b.Time == "" {
		return spread(all)
	}
	near := distinct(all)
	slices.SortStableFunc(near, func(x, y opening) int { return gap(x.Time, b.Time) - gap(y.Time, b.Time) })
	near = near[:min(len(near), offeredAtOnce)]
	slices.SortStableFunc(near, inOrder)
	return near
}

func inOrder(x, y opening) int {
	switch {
	case x.Date+x.Time < y.Date+y.Time:
		return -1
	case x.Date+x.Time > y.Date+y.Time:
		return 1
	}
	return 0
}

// gap is the distance of two HH:MM times in minutes.
func gap(x, y string) int {
	d := minutes(x) - minutes(y)
	return max(d, -d)
}

func minutes(hhmm string) int {
	at, err := time.Parse(clock, hhmm)
	if err != nil {
		return 0
	}
	return at.Hour()*60 + at.Minute()
}

// distinct keeps one opening for each day and time: a customer chooses a time, not a chair.
func distinct(all []opening) []opening {
	var out []opening
	seen := map[string]bool{}
	for _, o := range all {
		if key := o.Date + o.Time; !seen[key] {
			seen[key] = true
			out = append(out, o)
		}
	}
	return out
}

// earliest are the first few distinct openings.
func earliest(all []opening) []opening {
	all = distinct(all)
	slices.SortStableFunc(all, inOrder)
	return all[:min(len(all), offeredAtOnce)]
}

// spread picks a few distinct openings over the whole list, the first always among them.
func spread(all []opening) []opening {
	all = distinct(all)
	if len(all) <= offeredAtOnce {
		return all
	}
	out := make([]opening, 0, offeredAtOnce)
	for i := range offeredAtOnce {
		out = append(out, all[i*(len(all)-1)/(offeredAtOnce-1)])
	}
	return out
}

// offeredAt is the one offered opening at a time that the customer named; none when the time fits several days or was not offered.
// A day that was not named now is none that the offers must keep to: they may be of another one because it was full.
func (b *booking) offeredAt(said *recadov1.Moment) *opening {
	at, bound := said.GetTime(), said.GetBound()
	if at == "" || bound != "" && bound != "around" {
		return nil
	}
	var found *opening
	for i := range b.Offered {
		o := &b.Offered[i]
		if o.Time != at || said.GetDate() != "" && o.Date != said.GetDate() {
			continue
		}
		if found != nil && found.Date != o.Date {
			return nil
		}
		if found == nil {
			found = o
		}
	}
	return found
}
