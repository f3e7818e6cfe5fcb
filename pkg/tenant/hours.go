package tenant

import (
	"slices"
	"time"
)

// Span is an opening in minutes from midnight; 1440 is the day's end.
type Span [2]int

// Week is the openings of each weekday, Sunday first as in package time.
type Week [7][]Span

// Hours are a branch's openings in an ordinary week.
type Hours struct {
	Branch string `json:"branch"` // id of the branch
	Week   Week   `json:"week"`
}

// SpecialDay is a span of days on which branches, all where none is named, are closed or open in other hours.
type SpecialDay struct {
	First    string   `json:"first"` // YYYY-MM-DD
	Last     string   `json:"last"`
	Branches []string `json:"branches,omitempty"`
	Open     []Span   `json:"open,omitempty"`
}

// lookAhead is how many days the next opening is looked for.
const lookAhead = 60

// Reads reports whether somebody reads at a time; known is false where no hours are set.
func (s *Settings) Reads(at time.Time) (open, known bool) {
	at = at.In(s.zone())
	minute := at.Hour()*60 + at.Minute()
	for _, span := range s.openOn(at) {
		if span[0] <= minute && minute < span[1] {
			return true, true
		}
	}
	return false, s.hoursKnown()
}

// OpensAfter returns the first opening after a time, in the tenant's zone; false where none is known.
func (s *Settings) OpensAfter(at time.Time) (time.Time, bool) {
	at = at.In(s.zone())
	for day := range lookAhead {
		on := time.Date(at.Year(), at.Month(), at.Day()+day, 0, 0, 0, 0, at.Location())
		for _, span := range s.openOn(on) {
			opens := time.Date(on.Year(), on.Month(), on.Day(), span[0]/60, span[0]%60, 0, 0, on.Location())
			if opens.After(at) {
				return opens, true
			}
		}
	}
	return time.Time{}, false
}

func (s *Settings) zone() *time.Location {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		return time.UTC
	}
	return zone
}

func (s *Settings) hoursKnown() bool { return s.Handoff.Hours != nil || len(s.Hours) > 0 }

// openOn lists the openings of a day on which somebody reads, in order: the handoff's own hours, else those of any branch.
func (s *Settings) openOn(day time.Time) []Span {
	var out []Span
	if own := s.Handoff.Hours; own != nil {
		out = s.specialOr("", day, own[day.Weekday()])
	} else {
		for i := range s.Hours {
			out = append(out, s.specialOr(s.Hours[i].Branch, day, s.Hours[i].Week[day.Weekday()])...)
		}
	}
	out = slices.Clone(out)
	slices.SortFunc(out, func(a, b Span) int { return a[0] - b[0] })
	return out
}

// specialOr is what a special day says of a branch, else the ordinary openings. A day that names branches is theirs only, and one
// that names them goes before one for all.
func (s *Settings) specialOr(branch string, day time.Time, ordinary []Span) []Span {
	date := day.Format(time.DateOnly)
	out := ordinary
	for _, d := range s.SpecialDays {
		if date < d.First || date > d.Last {
			continue
		}
		if slices.Contains(d.Branches, branch) {
			return d.Open
		}
		if len(d.Branches) == 0 {
			out = d.Open
		}
	}
	return out
}
