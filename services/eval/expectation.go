package eval

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/recado/recado/pkg/language/when"
)

// inField puts the name of the outer field before that of a LineError.
func inField(outer string, err *LineError) error {
	return &LineError{Field: outer + "." + err.Field, Expected: err.Expected}
}

func readExpectation(e example) (w expectation, err error) {
	var x example
	if err := e.read("expect", "an object", &x); err != nil {
		return w, err
	}
	for _, field := range []string{"date", "time"} {
		if _, ok := x[field]; !ok {
			return w, &LineError{Field: "expect." + field, Expected: "a string or null"}
		}
	}
	_, w.hasPart = x["part_of_day"]
	_, w.hasDays = x["range"]
	_, w.hasBound = x["bound"]
	for _, f := range []struct {
		name, expected string
		into           *string
		fits           func(string) bool
	}{
		{"date", "a day as 2026-11-24, or null", &w.date, layout(time.DateOnly)},
		{"time", "a time as 17:00, or null", &w.time, layout("15:04")},
		{"part_of_day", "morning, afternoon, evening or null", &w.part, oneOf(when.Morning, when.Afternoon, when.Evening)},
		{"bound", "around, after, before, between or null", &w.bound, oneOf(when.Around, when.After, when.Before, when.Between)},
		{"time_end", "a time as 17:00, or null", &w.timeEnd, layout("15:04")},
	} {
		if !x.optional(f.name, f.into) || *f.into != "" && !f.fits(*f.into) {
			return w, inField("expect", &LineError{Field: f.name, Expected: f.expected})
		}
	}
	return w, w.readDays(x)
}

// readDays reads the fields that hold several days.
func (w *expectation) readDays(x example) error {
	if !x.optional("date_alt", &w.dateAlt) || !allDays(w.dateAlt) {
		return inField("expect", &LineError{Field: "date_alt", Expected: "a list of days"})
	}
	var span []string
	if !x.optional("range", &span) || len(span) != 0 && len(span) != 2 || !allDays(span) {
		return inField("expect", &LineError{Field: "range", Expected: "the first and the last day, or null"})
	}
	copy(w.days[:], span)
	return nil
}

// optional decodes a field that may be missing or null; it returns false where it is something else.
func (e example) optional(field string, into any) bool {
	raw, ok := e[field]
	return !ok || json.Unmarshal(raw, into) == nil
}

// layout tells whether a string is written as form is, to the digit: "9:00" could never be right.
func layout(form string) func(string) bool {
	return func(s string) bool {
		at, err := time.Parse(form, s)
		return err == nil && at.Format(form) == s
	}
}

func oneOf(words ...string) func(string) bool {
	return func(s string) bool { return slices.Contains(words, s) }
}

func allDays(list []string) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !layout(time.DateOnly)(s) })
}
