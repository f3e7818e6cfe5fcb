package orders

import (
	"slices"
	"strings"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/when"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/match"
	"github.com/recado/recado/services/tool-executor/tools/openings"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

const (
	// daysAhead is how far kitchens' special hours are read: the longest horizon and the next opening after it.
	daysAhead = 75
	// searched is on how many days after the wished one an opening is looked for.
	searched = 14
	// openingsOffered is how many there are in the place of a wrong time.
	openingsOffered = 3
	// step is to how many minutes an estimate is rounded up.
	step = 5 * time.Minute
)

// wallLayout is how times are written: in the tenant's zone, as scheduled_time takes them.
const wallLayout = time.DateOnly + " 15:04"

// slot is where and when an order is made.
type slot struct {
	branch *openings.Branch
	wished time.Time // zero is as soon as may be
	begins time.Time // when the kitchen can begin
}

// scheduled is null where the order is wished as soon as may be.
func (s slot) scheduled() *time.Time {
	if s.wished.IsZero() {
		return nil
	}
	return &s.wished
}

// due is when the order is ready or there.
func (s slot) due(takes time.Duration) time.Time {
	at := s.begins.Add(takes)
	if s.wished.After(at) {
		return s.wished
	}
	if rest := at.Sub(at.Truncate(step)); rest > 0 {
		at = at.Add(step - rest)
	}
	return at
}

// slot finds a kitchen that takes orders at the wished time: the wished branch's, else the first that is open.
func (m *card) slot(r request, lang string) (slot, *tool.Error) {
	branches, refusal := m.branches(r.BranchID)
	if refusal != nil {
		return slot{}, refusal
	}
	s := slot{}
	at := m.calendar.Now.In(m.calendar.Zone)
	if r.Time != "" {
		if s.wished, refusal = m.moment(r.Time, lang); refusal != nil {
			return slot{}, refusal
		}
		at = s.wished
	}
	for _, b := range branches {
		opened, open := m.openAt(b, at)
		if !open {
			continue
		}
		s.branch, s.begins = b, m.calendar.Now.In(m.calendar.Zone)
		if opened.After(s.begins) {
			s.begins = opened
		}
		return s, nil
	}
	return slot{}, m.closed(branches, at, lang)
}

// branches are those that may make the order.
func (m *card) branches(wanted string) (out []*openings.Branch, refusal *tool.Error) {
	all := m.calendar.Branches
	for i := range all {
		if wanted == "" || strings.EqualFold(all[i].Slug, wanted) {
			out = append(out, &all[i])
		}
	}
	if len(out) > 0 || wanted == "" {
		return out, nil
	}
	found := match.Meant(all, func(b openings.Branch) match.Name { return match.Name{Name: b.Name, Aliases: b.Aliases} }, wanted)
	if len(found) == 1 {
		return []*openings.Branch{m.calendar.BranchBySlug(found[0].Slug)}, nil
	}
	return nil, &tool.Error{
		Code: "not_found", Field: "branch_id", Message: "no branch of that id or name",
		Allowed: tool.Names(wire.Names(all, func(b openings.Branch) string { return b.Slug })...),
	}
}

// moment reads a wished time on the tenant's wall and refuses what is past or too far ahead.
func (m *card) moment(text, lang string) (time.Time, *tool.Error) {
	now := m.calendar.Now.In(m.calendar.Zone)
	at, ok := m.parse(text)
	if !ok {
		return at, invalid("scheduled_time", "expected YYYY-MM-DD HH:MM, HH:MM today, or RFC 3339")
	}
	if at.Before(now.Truncate(time.Minute)) {
		return at, &tool.Error{Code: "past", Field: "scheduled_time", Message: say("past", lang)}
	}
	if last := openings.DayAfter(now, m.horizon); openings.DayAfter(at, 0).After(last) {
		return at, &tool.Error{
			Code: "beyond_horizon", Field: "scheduled_time", Allowed: tool.Names(last.Format(time.DateOnly)),
			Message: say("beyond_horizon", lang, "{date}", when.SayDate(last.Format(time.DateOnly), language.Lang(lang).Spoken())),
		}
	}
	return at, nil
}

// parse reads a time; false where it is none, or where a clock change skips it.
func (m *card) parse(text string) (time.Time, bool) {
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at.In(m.calendar.Zone), true
	}
	today := m.calendar.Now.In(m.calendar.Zone).Format(time.DateOnly)
	for _, said := range []string{text, strings.Replace(text, "T", " ", 1), today + " " + text} {
		if at, err := time.Parse(wallLayout, said); err == nil {
			return m.calendar.Moment(at, at.Hour()*60+at.Minute())
		}
	}
	return time.Time{}, false
}

// openAt reports whether a branch's kitchen takes orders at a time, and since when that day.
func (m *card) openAt(b *openings.Branch, at time.Time) (since time.Time, open bool) {
	day, minute := openings.DayAfter(at, 0), at.Hour()*60+at.Minute()
	for _, s := range m.calendar.Spans(b, day) {
		if s.Opens <= minute && minute < s.Closes {
			since, _ = m.calendar.Moment(day, s.Opens)
			return since, true
		}
	}
	return time.Time{}, false
}

// closed says when a kitchen opens again. Only openings for which one may order are allowed.
func (m *card) closed(branches []*openings.Branch, at time.Time, lang string) *tool.Error {
	e := &tool.Error{Code: "closed", Field: "scheduled_time", Message: say("closed", lang)}
	last := openings.DayAfter(m.calendar.Now.In(m.calendar.Zone), m.horizon)
	var allowed []string
	for i, next := range m.next(branches, at) {
		if i == 0 {
			moment := when.SayMoment(next.Format(time.DateOnly), next.Format("15:04"), language.Lang(lang).Spoken())
			e.Message = say("opens", lang, "{when}", moment)
		}
		if !openings.DayAfter(next, 0).After(last) {
			allowed = append(allowed, next.Format(wallLayout))
		}
	}
	e.Allowed = tool.Names(allowed...)
	return e
}

// next are the next times after at when a kitchen opens, the earliest first.
func (m *card) next(branches []*openings.Branch, at time.Time) (out []time.Time) {
	for days := 0; days <= searched && len(out) < openingsOffered; days++ {
		day := openings.DayAfter(at, days)
		var found []time.Time
		for _, b := range branches {
			for _, s := range m.calendar.Spans(b, day) {
				if opens, exists := m.calendar.Moment(day, s.Opens); exists && opens.After(at) {
					found = append(found, opens)
				}
			}
		}
		slices.SortFunc(found, time.Time.Compare)
		out = append(out, slices.Compact(found)...)
	}
	return out[:min(len(out), openingsOffered)]
}
