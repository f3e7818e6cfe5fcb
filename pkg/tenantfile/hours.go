package tenantfile

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

var weekdays = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

// span is one opening of a day, in minutes from midnight; 24:00 is the day's end.
type span struct {
	weekday       int // ISO, 0 where it is of no weekday
	opens, closes int
}

const errSpan = `expected HH:MM-HH:MM that ends after it begins, such as "09:00-18:00"`

func parseSpan(s string) (span, error) {
	from, to, found := strings.Cut(strings.ReplaceAll(s, " ", ""), "-")
	opens, ok1 := parseClock(from)
	closes, ok2 := parseClock(to)
	if !found || !ok1 || !ok2 || closes <= opens {
		return span{}, errors.New(errSpan)
	}
	return span{opens: opens, closes: closes}, nil
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

func clock(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

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

// spans returns the openings in order; each problem is told with the field's path below the hours.
func (h Hours) spans(problem func(below string, err error)) []span {
	var out []span
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
	slices.SortFunc(out, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.weekday, b.weekday), cmp.Compare(a.opens, b.opens))
	})
	return out
}

func spansOf(texts []string, days []int, problem func(i int, err error)) []span {
	var out []span
	end := -1
	for i, text := range texts {
		s, err := parseSpan(text)
		if err == nil && s.opens <= end {
			err = errors.New("expected spans in order and apart")
		}
		if err != nil {
			problem(i, err)
			continue
		}
		end = s.closes
		for _, day := range days {
			s.weekday = day
			out = append(out, s)
		}
	}
	return out
}
