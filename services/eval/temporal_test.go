package eval

import (
	"errors"
	"strings"
	"testing"
)

const temporalHead = `"now":"2026-11-18T10:30:00-06:00","tz":"America/Mexico_City","lang":"es"`

func TestTemporalCountsDatesTimesAndWhatIsNamedApart(t *testing.T) {
	t.Parallel()
	r := measure(t, "temporal", strings.Join([]string{
		`{"text":"mañana a las 5",` + temporalHead + `,"expect":{"date":"2026-11-19","time":"17:00"}}`,
		`{"text":"mañana a las 5",` + temporalHead + `,"expect":{"date":"2026-11-19","time":null}}`,
		`{"text":"mañana por la tarde",` + temporalHead + `,"expect":{"date":"2026-11-20","date_alt":["2026-11-19"],"time":null,"part_of_day":"evening"}}`,
		`{"text":"la próxima semana",` + temporalHead + `,"expect":{"date":null,"time":null,"range":["2026-11-23","2026-11-29"],"bound":null}}`,
		`{"text":"hola",` + temporalHead + `,"expect":{"date":"2026-11-19","time":"17:00","range":null,"bound":"around"}}`,
	}, "\n"))
	assertFigures(t, r, map[string]float64{"date": 0.8, "time": 0.6, "both": 0.6, "part_of_day": 0, "range": 1})
	if _, ok := r.Figure("us"); !ok || len(r.Failures) != 3 {
		t.Errorf("figures %+v, failures %+v", r.Figures, r.Failures)
	}
	if f := r.Failures[1]; f.Line != 3 || f.Want != "date=2026-11-20|2026-11-19 time= part_of_day=evening" || f.Got != "date=2026-11-19 time= part_of_day=afternoon" {
		t.Errorf("the third line fails as %+v", f)
	}
	if f := r.Failures[2]; f.Want != "date=2026-11-19 time=17:00 range=.. bound=around time_end=" {
		t.Errorf("the fifth line fails as %+v", f)
	}
}

func TestTemporalReadsNowOnTheClockOfTheZone(t *testing.T) {
	t.Parallel()
	r := measure(t, "temporal", `{"text":"mañana","now":"2026-11-19T05:00:00Z","tz":"America/Mexico_City","lang":"es","expect":{"date":"2026-11-19","time":null}}`)
	assertFigures(t, r, map[string]float64{"both": 1})
}

func TestATemporalLineThatIsNoExampleIsNamedByField(t *testing.T) {
	t.Parallel()
	set, err := Find("temporal")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ line, want string }{
		{`{` + temporalHead + `}`, "text"},
		{`{"text":"x","now":"2026-11-18","tz":"UTC","lang":"es"}`, "now"},
		{`{"text":"x","now":"2026-11-18T10:30:00Z","lang":"es"}`, "tz"},
		{`{"text":"x","now":"2026-11-18T10:30:00Z","tz":"Moon","lang":"es"}`, "tz"},
		{`{"text":"x","now":"2026-11-18T10:30:00Z","tz":"UTC","lang":"fr"}`, "lang"},
		{`{"text":"x",` + temporalHead + `}`, "expect"},
		{`{"text":"x",` + temporalHead + `,"expect":null}`, "expect"},
		{`{"text":"x",` + temporalHead + `,"expect":{"time":null}}`, "expect.date"},
		{`{"text":"x",` + temporalHead + `,"expect":{"date":null}}`, "expect.time"},
		{`{"text":"x",` + temporalHead + `,"expect":{"date":"2026-02-30","time":null}}`, "expect.date"},
		{`{"text":"x",` + temporalHead + `,"expect":{"date":null,"time":"25:00"}}`, "expect.time"},
		{`{"text":"x",` + temporalHead + `,"expect":{"date":null,"time":"9:00"}}`, "expect.time"},
		{`{"text":"x",` + temporalHead + `,"expect":{"date":null,"time":7}}`, "expect.time"},
		{`{"text":"x",` + temporalHead + `,"expect":{"date":null,"time":null,"part_of_day":"noon"}}`, "expect.part_of_day"},
		{`{"text":"x",` + temporalHead + `,"expect":{"date":null,"time":null,"range":["2026-11-18"]}}`, "expect.range"},
		{`{"text":"x",` + temporalHead + `,"expect":{"date":null,"time":null,"date_alt":["soon"]}}`, "expect.date_alt"},
		{`{"text":"x",` + temporalHead + `,"expect":{"date":null,"time":null,"bound":"near"}}`, "expect.bound"},
		{`{"text":"x",` + temporalHead + `,"expect":{"date":null,"time":null,"time_end":"noon"}}`, "expect.time_end"},
	} {
		_, err := set.Run(t.Context(), strings.NewReader(c.line))
		var wrong *LineError
		if !errors.As(err, &wrong) || wrong.Field != c.want || wrong.Line != 1 {
			t.Errorf("%s: %v, want field %s", c.line, err, c.want)
		}
	}
}
