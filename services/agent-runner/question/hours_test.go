package question

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

var split = []span{{"09:00", "13:00"}, {"15:00", "19:00"}}

func TestAMomentOrAPartOfTheDayFallsIntoHours(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		at   asked
		want bool
	}{
		"the whole day":                {asked{}, true},
		"within":                       {asked{from: "12:59", to: "12:59"}, true},
		"when it closes":               {asked{from: "13:00", to: "13:00"}, false},
		"between two spans":            {asked{from: "14:00", to: "14:00"}, false},
		"a part that begins before":    {asked{from: "06:00", to: "12:00"}, true},
		"an afternoon with a lunch":    {asked{from: "13:00", to: "19:00"}, true},
		"an evening after the close":   {asked{from: "19:00", to: "24:00"}, false},
		"a morning before the opening": {asked{from: "06:00", to: "08:00"}, false},
	} {
		if _, got := c.at.within(split); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
	if _, ok := (asked{}).within(nil); ok {
		t.Error("a closed day is open")
	}
}

func TestWhatIsAskedIsNowUnlessADayOrTimeIsSaid(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 24, 10, 30, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		when *recadov1.Moment
		want asked
	}{
		"nothing": {nil, asked{day: now, now: true, from: "10:30", to: "10:30"}},
		"a day":   {&recadov1.Moment{Date: "2026-12-24"}, asked{day: time.Date(2026, 12, 24, 0, 0, 0, 0, time.UTC)}},
		"a time":  {&recadov1.Moment{Time: "17:00"}, asked{day: now, from: "17:00", to: "17:00"}},
		"a part":  {&recadov1.Moment{PartOfDay: "evening"}, asked{day: now, from: "19:00", to: "24:00"}},
	} {
		q := &Turn{Facts: &llm.Facts{Now: now}, Slots: &recadov1.Slots{When: c.when}}
		if got := q.moments(clause{}); len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestHoursAreReadAsOneSpanOrSeveral(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]span{
		`null`: nil, ``: nil, `[]`: {}, `{"open":"09:00","close":"13:00"}`: split[:1],
		`[{"open":"09:00","close":"13:00"},{"open":"15:00","close":"19:00"}]`: split,
	} {
		if got := spansOf(json.RawMessage(text)); !slices.Equal(got, want) {
			t.Errorf("%s: %v", text, got)
		}
	}
	one := tool.Result{JSON: json.RawMessage(`{"name":"Roma"}`)}
	several := tool.Result{JSON: json.RawMessage(`[{"name":"Roma"},{"name":"Coyoacán"}]`)}
	refused := tool.Result{Err: &tool.Error{Code: "not_found"}}
	if len(readBranches(one)) != 1 || len(readBranches(several)) != 2 || len(readBranches(refused)) != 0 {
		t.Error("branches are read otherwise")
	}
}

func TestASpecialDayReplacesTheWeek(t *testing.T) {
	t.Parallel()
	b := branch{
		Hours:   map[string]json.RawMessage{"thursday": json.RawMessage(`{"open":"09:00","close":"19:00"}`)},
		Special: []specialDay{{First: "2026-12-24", Last: "2026-12-26", Name: "Navidad"}},
	}
	eve := asked{day: time.Date(2026, 12, 24, 0, 0, 0, 0, time.UTC)}
	if spans, special := b.at(eve), b.special(eve); len(spans) != 0 || special.Name != "Navidad" {
		t.Errorf("got %v, %v", spans, special)
	}
	for _, usual := range []asked{{day: time.Date(2026, 12, 31, 0, 0, 0, 0, time.UTC)}, {day: eve.day, weekly: true}} {
		if spans, special := b.at(usual), b.special(usual); len(spans) != 1 || special != nil {
			t.Errorf("got %v, %v", spans, special)
		}
	}
}

func TestAWeekDayIsTheNextOfItsKind(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"abren los domingos?": "2026-11-29", "abren los martes?": "2026-11-24", "are you open on Saturdays?": "2026-11-28",
		"abren hoy?": "",
	} {
		q := hearing(text)
		q.Facts.Now = time.Date(2026, 11, 24, 10, 0, 0, 0, time.UTC) // a Tuesday
		got := ""
		if days := q.daysOf(q.reading().clauses[0]); len(days) == 1 && days[0].weekly {
			got = days[0].day.Format(time.DateOnly)
		}
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
