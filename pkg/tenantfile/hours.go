package tenantfile

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

var weekdays = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

// Span is one opening of a day, in minutes from midnight; 24:00 is the day's end.
type Span struct {
	Weekday       int // ISO, 0 where it is of no weekday
	Opens, Closes int
}

const errSpan = `expected HH:MM-HH:MM that ends after it begins, such as "09:00-18:00"`

func parseSpan(s string) (Span, error) {
	from, to, found := strings.Cut(strings.ReplaceAll(s, " ", ""), "-")
	opens, ok1 := parseClock(from)
	closes, ok2 := parseClock(to)
	if !found || !ok1 || !ok2 || closes <= opens {
		return Span{}, errors.New(errSpan)
	}
	return Span{Opens: opens, Closes: closes}, nil
}

func parseClock(s string) (minutes int, ok bool) {
	if len(s) != 5 || s[2] != ':' {
		return 0, false
	}
	for _, i := range []int{0, 1, 3, 4} {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
	}
	hour, minute := int(s[0]-'0')*10+int(s[1]-'0'), int(s[3]-'0')*10+int(s[4]-'0')
	return hour*60 + minute, minute < 60 && hour*60+minute <= 24*60
}

// Clock writes minutes from midnight as HH:MM.
func Clock(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

// parseDays reads the key of a day or days: mon, mon-fri, or sat,sun.
func parseDays(key string) ([]int, error) {
	var out []int
	for part := range strings.SplitSeq(key, ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(part), "-")
		from := slices.Index(weekdays, first)
		to := from
		if isRange {
			to = slices.Index(weekdays, last)
		}
		if from < 0 || to < from {
			return nil, fmt.Errorf("expected a day (%s) or days, such as mon-fri", strings.Join(weekdays, ", "))
		}
		for day := from; day <= to; day++ {
			out = append(out, day+1)
		}
	}
	return out, nil
}

// Openings returns the hours' spans in order.
func (h Hours) Openings() []Span { return h.spans(func(string, error) {}) }

// Opening returns the hours of a day that is not closed altogether.
func (c Closure) Opening() (Span, bool) {
	s, err := parseSpan(c.Hours)
	return s, err == nil
}

// Hours returns when a dish is served, where that is not all day.
func (d Dish) Hours() (Span, bool) {
	s, err := parseSpan(d.Served)
	return s, err == nil
}

// spans returns the openings in order; problem is called with the field's path below the hours.
func (h Hours) spans(problem func(below string, err error)) []Span {
	var out []Span
	days := map[int]string{}
	for _, key := range sortedKeys(h) {
		on, err := parseDays(key)
		if err != nil {
			problem(key, err)
			continue
		}
		for _, day := range on {
			if other, taken := days[day]; taken {
				problem(key, fmt.Errorf("expected each day once, %s is in %s too", weekdays[day-1], other))
			}
			days[day] = key
		}
		out = append(out, spansOf(h[key], on, func(i int, err error) { problem(fmt.Sprintf("%s[%d]", key, i), err) })...)
	}
	slices.SortFunc(out, func(a, b Span) int {
		return cmp.Or(cmp.Compare(a.Weekday, b.Weekday), cmp.Compare(a.Opens, b.Opens))
	})
	return out
}

func spansOf(texts []string, days []int, problem func(i int, err error)) []Span {
	var out []Span
	end := -1
	for i, text := range texts {
		s, err := parseSpan(text)
		if err == nil && s.Opens <= end {
			err = errors.New("expected spans in order and apart")
		}
		if err != nil {
			problem(i, err)
			continue
		}
		end = s.Closes
		for _, day := range days {
			s.Weekday = day
			out = append(out, s)
		}
	}
	return out
}
