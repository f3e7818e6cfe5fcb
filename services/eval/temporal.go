package eval

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/when"
)

var temporalSet = Set{
	Name:  "temporal",
	About: "days and times of single messages; both counts the lines whose date and time are right, part_of_day and range those that name one",
	Keys:  []string{"date", "time", "both", "part_of_day", "range", "us"},
	run:   runTemporal,
}

type temporalExample struct {
	line int
	text string
	now  time.Time
	lang language.Lang
	want expectation
}

func readTemporal(line int, e example) (x temporalExample, err error) {
	x.line = line
	if x.text, err = e.text("text"); err != nil {
		return x, err
	}
	if x.now, err = readNow(e); err != nil {
		return x, err
	}
	lang, err := e.word("lang")
	if err != nil {
		return x, err
	}
	if x.lang = language.Lang(lang); !x.lang.Known() {
		return x, &LineError{Field: "lang", Expected: "es, en or pt"}
	}
	x.want, err = readExpectation(e)
	return x, err
}

// readNow reads the moment of the message on the wall clock of its zone.
func readNow(e example) (time.Time, error) {
	said, err := e.word("now")
	if err != nil {
		return time.Time{}, err
	}
	now, err := time.Parse(time.RFC3339, said)
	if err != nil {
		return now, &LineError{Field: "now", Expected: "a time as 2026-11-18T10:30:00-06:00"}
	}
	zone, err := e.word("tz")
	if err != nil {
		return now, err
	}
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return now, &LineError{Field: "tz", Expected: "a zone as America/Lima"}
	}
	return now.In(loc), nil
}

// hits counts the lines that name a thing and those that are right about it.
type hits struct{ named, right int }

func (h *hits) count(named, right bool) {
	if named {
		h.named++
	}
	if named && right {
		h.right++
	}
}

func (h hits) share() float64 { return share(h.right, h.named) }

func runTemporal(ctx context.Context, in io.Reader) (*Report, error) {
	set, err := collect(in, readTemporal)
	if err != nil {
		return nil, err
	}
	report := &Report{Lines: len(set), Failures: []Failure{}}
	var t temporalTally
	for i := range set {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x := &set[i]
		language.Read(x.text) // warm: the first use of a page of memory is not the reader's time
		started := time.Now()
		got := when.Parse(language.Read(x.text), x.now, x.lang)
		t.took += time.Since(started)
		if !t.count(&x.want, got) {
			report.fail(x.line, x.text, x.want.String(), momentOf(got, x.want))
		}
	}
	t.report(report)
	return report, nil
}

// temporalTally counts how messages were read.
type temporalTally struct {
	date, time, both, part, days hits
	took                         time.Duration
}

// count adds a message, and tells whether all that it must name is right.
func (t *temporalTally) count(want *expectation, got when.Moment) bool {
	date, clock := want.dateIs(got), want.time == got.Time
	part, days := want.part == got.PartOfDay, want.days == [2]string{got.RangeStart, got.RangeEnd}
	t.date.count(true, date)
	t.time.count(true, clock)
	t.both.count(true, date && clock)
	t.part.count(want.hasPart, part)
	t.days.count(want.hasDays, days)
	return date && clock && (part || !want.hasPart) && (days || !want.hasDays)
}

func (t *temporalTally) report(r *Report) {
	r.add("date", t.date.share())
	r.add("time", t.time.share())
	r.add("both", t.both.share())
	r.add("part_of_day", t.part.share())
	r.add("range", t.days.share())
	r.add("us", float64(t.took.Nanoseconds())/1000/float64(max(1, r.Lines)))
}

// expectation is what a line says of its message; an empty field must stay empty.
type expectation struct {
	date, time, part, bound, timeEnd string
	dateAlt                          []string
	days                             [2]string
	hasPart, hasDays, hasBound       bool
}

func (w expectation) dateIs(got when.Moment) bool {
	return got.Date == w.date || slices.Contains(w.dateAlt, got.Date)
}

func (w expectation) String() string {
	m := when.Moment{
		Date: strings.Join(append([]string{w.date}, w.dateAlt...), "|"), Time: w.time, PartOfDay: w.part,
		RangeStart: w.days[0], RangeEnd: w.days[1], Bound: w.bound, TimeEnd: w.timeEnd,
	}
	return momentOf(m, w)
}

// momentOf writes a moment, of the fields that need not be there only those that the line names.
func momentOf(m when.Moment, w expectation) string {
	words := []string{"date=" + m.Date, "time=" + m.Time}
	if w.hasPart {
		words = append(words, "part_of_day="+m.PartOfDay)
	}
	if w.hasDays {
		words = append(words, "range="+m.RangeStart+".."+m.RangeEnd)
	}
	if w.hasBound {
		words = append(words, "bound="+m.Bound, "time_end="+m.TimeEnd)
	}
	return strings.Join(words, " ")
}
