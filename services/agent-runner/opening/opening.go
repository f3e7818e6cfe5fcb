// Package opening chooses among free times of a calendar: those that fit a wish, those nearest to it, the few that are offered.
package opening

import (
	"slices"
	"strings"
	"time"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// AtOnce is how many openings one message offers.
const AtOnce = 5

// Opening is a free time of the calendar as get_available_slots gives it.
type Opening struct {
	SlotID    string `json:"slot_id"`
	Date      string `json:"date"`
	Time      string `json:"time"`
	Branch    string `json:"branch_name"`
	Staff     string `json:"staff_name,omitempty"`
	Available *bool  `json:"available,omitempty"`
}

// Same reports whether a customer would call two Openings the same.
func (o Opening) Same(other Opening) bool {
	return o.Date == other.Date && o.Time == other.Time && o.Branch == other.Branch && o.Staff == other.Staff
}

// Free reports whether the calendar still has it: results may list taken times too.
func (o Opening) Free() bool { return o.Available == nil || *o.Available }

func inOrder(x, y Opening) int { return strings.Compare(x.Date+x.Time, y.Date+y.Time) }

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

// Distinct keeps one opening for each day and time: a customer chooses a time, not a chair.
func Distinct(all []Opening) []Opening {
	var out []Opening
	seen := map[string]bool{}
	for _, o := range all {
		if key := o.Date + o.Time; !seen[key] {
			seen[key] = true
			out = append(out, o)
		}
	}
	return out
}

// Earliest are the first few distinct openings.
func Earliest(all []Opening) []Opening {
	all = Distinct(all)
	slices.SortStableFunc(all, inOrder)
	return all[:min(len(all), AtOnce)]
}

// Spread picks a few distinct openings over the whole list, the first always among them.
func Spread(all []Opening) []Opening {
	all = Distinct(all)
	slices.SortStableFunc(all, inOrder)
	if len(all) <= AtOnce {
		return all
	}
	out := make([]Opening, 0, AtOnce)
	for i := range AtOnce {
		out = append(out, all[i*(len(all)-1)/(AtOnce-1)])
	}
	return out
}

// OfferedAt is the one offered opening at a time that the customer named; none when the time fits several days or was not offered.
// A day that was not named now is none that the offers must keep to: they may be of another one because it was full.
func OfferedAt(offered []Opening, said *recadov1.Moment) *Opening {
	at, bound := said.GetTime(), said.GetBound()
	if bound != "" && bound != "around" || at == "" && said.GetDate() == "" {
		return nil
	}
	var one *Opening
	for i := range offered {
		o := &offered[i]
		evening := said.GetPartOfDay() == "" && o.Time == Later(at)
		otherTime := at != "" && o.Time != at && !evening
		if otherTime || said.GetDate() != "" && o.Date != said.GetDate() {
			continue
		}
		if one != nil {
			return nil
		}
		one = o
	}
	return one
}

// Later is a time twelve hours later: what "at 8" means in the evening.
func Later(hhmm string) string {
	at, err := time.Parse(clock, hhmm)
	if err != nil {
		return hhmm
	}
	return at.Add(12 * time.Hour).Format(clock)
}

// Part is the part of the day of an hour.
func Part(hhmm string) string {
	switch {
	case hhmm < "12:00":
		return "morning"
	case hhmm < "18:30":
		return "afternoon"
	}
	return "evening"
}
