package scenario

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/when"
	"github.com/recado/recado/pkg/tenantfile"
)

// catalogue is what the tenant's file says: services and people in its order, dishes that can be had.
func catalogue(t *tenantfile.Tenant) facts {
	f := facts{}
	for i, s := range t.Services {
		for _, key := range names("service", i, s.ID) {
			f.put(key+".name", s.Name)
			f.amount(key+".price", or(s.Price, s.PriceMin))
			f.amount(key+".price_max", or(s.PriceMax, s.Price))
		}
	}
	for i, r := range t.Loyalty.Rewards {
		for _, key := range names("reward", i, r.ID) {
			f.put(key+".name", r.Name)
			f.put(key+".tokens", strconv.Itoa(r.Tokens))
		}
	}
	if t.Loyalty.Name != "" {
		f.put("loyalty.program", t.Loyalty.Name)
	}
	n := 0
	for _, d := range t.Menu {
		if d.Available != nil && !*d.Available {
			continue
		}
		for _, key := range names("menu", n, d.ID) {
			f.put(key+".name", d.Name)
			f.amount(key+".price", d.Price)
		}
		n++
	}
	for i, p := range t.Staff {
		for _, key := range names("staff", i, p.ID) {
			f.put(key+".name", p.Name)
			f.put(key+".specialty", p.Specialty)
		}
	}
	for i, b := range t.Branches {
		for _, key := range names("branch", i, b.ID) {
			f.put(key+".name", b.Name)
			f.put(key+".address", b.Address)
		}
	}
	return f
}

// names are the number, from 1, and the slug by which one may be meant.
func names(kind string, i int, slug string) []string {
	return []string{kind + "." + strconv.Itoa(i+1), kind + "." + slug}
}

func or(a, b tenantfile.Amount) tenantfile.Amount {
	if a == "" {
		return b
	}
	return a
}

func (f facts) amount(name string, a tenantfile.Amount) {
	if a != "" {
		f.put(name, string(a))
	}
}

// moment puts a day and a time of day, plain and as each language says them.
func (f facts) moment(key, date, clock string) {
	f.put(key+".date", date)
	f.put(key+".time", clock)
	for _, l := range language.Langs {
		f[key+".date_"+string(l)] = fact{when.SayDate(date, l), date}
		f[key+".time_"+string(l)] = fact{when.SayTime(clock, l), clock}
	}
}

// closures puts the next days on which the whole business is closed all day.
func (f facts) closures(t *tenantfile.Tenant, today string) {
	days := slices.DeleteFunc(slices.Clone(t.Closures), func(c tenantfile.Closure) bool {
		return c.FirstDay <= today || c.Hours != "" || len(c.Branches) > 0
	})
	slices.SortFunc(days, func(a, b tenantfile.Closure) int { return strings.Compare(a.FirstDay, b.FirstDay) })
	for i, c := range days {
		key := "closure." + strconv.Itoa(i+1)
		f.moment(key, c.FirstDay, "")
		f.put(key+".reason", c.Reason)
	}
}

// opening is a free time as get_available_slots gives it.
type opening struct {
	Date   string `json:"date"`
	Time   string `json:"time"`
	Branch string `json:"branch_name"`
	Staff  string `json:"staff_name"`
}

const (
	slotsAhead = 2 // days until the slots, and until the customer's own appointment: no window for changes is over yet
	ownAhead   = 4

	lookAhead = 8  // days in which openings are looked for: every weekday, and one for a holiday
	slotsHad  = 4  // at most, of one day
	hourApart = 60 // minutes between two slots at least
)

// slotService is the service that a scenario's slots are for: the bookable one that it names, else the first; none for tables.
func slotService(t *tenantfile.Tenant, said string) (slug string) {
	for i, s := range t.Services {
		if s.Bookable != nil && !*s.Bookable {
			continue
		}
		if slug == "" {
			slug = s.ID
		}
		for _, key := range names("service", i, s.ID) {
			if strings.Contains(said, "{{"+key+".") {
				return s.ID
			}
		}
	}
	return slug
}

// slots finds the first day, from some days ahead, with full hours that are free at every branch where they can be had at all; the
// later ones are on the same day.
func (d *desk) slots(ctx context.Context, t *tenantfile.Tenant, service string, ahead int) ([]opening, error) {
	zone, err := time.LoadLocation(t.Zone)
	if err != nil {
		return nil, err
	}
	var days [][]opening
	for i := range lookAhead {
		day := time.Now().In(zone).AddDate(0, 0, ahead+i).Format(time.DateOnly)
		all, err := d.openings(ctx, t.ID, service, day)
		if err != nil {
			return nil, fmt.Errorf("find openings: %w", err)
		}
		days = append(days, all)
	}
	return firstDay(days), nil
}

// firstDay chooses among the openings of some days.
func firstDay(days [][]opening) (best []opening) {
	most := 0
	for _, all := range days {
		for _, at := range branchesAt(all) {
			most = max(most, len(at))
		}
	}
	for _, all := range days {
		found := spread(all, most)
		if len(found) > 2 {
			return found
		}
		if len(found) > len(best) {
			best = found
		}
	}
	return best
}

// fullHour is a time of day that one says without minutes, and when people come.
var fullHour = regexp.MustCompile(`^(09|1\d|20):00$`)

// branchesAt are the branches that are free at each full hour.
func branchesAt(all []opening) map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for _, o := range all {
		if !fullHour.MatchString(o.Time) {
			continue
		}
		if out[o.Time] == nil {
			out[o.Time] = map[string]bool{}
		}
		out[o.Time][o.Branch] = true
	}
	return out
}

// spread keeps the full hours that so many branches have, each an hour after the one before.
func spread(all []opening, branches int) (out []opening) {
	free := branchesAt(all)
	last := -hourApart
	for _, o := range all {
		if len(free[o.Time]) < branches || len(out) == slotsHad {
			continue
		}
		if at := minuteOf(o.Time); at >= last+hourApart {
			out, last = append(out, o), at
		}
	}
	return out
}

func minuteOf(clock string) int {
	at, _ := time.Parse("15:04", clock) // the calendar writes no other
	return at.Hour()*60 + at.Minute()
}
