package scenario

import (
	"encoding/json"
	"errors"
	"testing"
)

func read(t *testing.T, line string) (Scenario, error) {
	t.Helper()
	var of map[string]json.RawMessage
	if err := json.Unmarshal([]byte(line), &of); err != nil {
		t.Fatal(err)
	}
	return Read(7, of)
}

func TestAWrongFieldIsNamedWithItsPlace(t *testing.T) {
	t.Parallel()
	turn := func(s string) string {
		return `{"id":"a","tenant_vertical":"dental","turns":[{"user":"hola"},` + s + `]}`
	}
	for line, field := range map[string]string{
		`{"tenant_vertical":"dental","turns":[{"user":"x"}]}`:                          "id",
		`{"id":"a","tenant_vertical":"bank","turns":[{"user":"x"}]}`:                   "tenant_vertical",
		`{"id":"a","tenant_vertical":"dental","turns":[]}`:                             "turns",
		`{"id":"a","tenant_vertical":"dental"}`:                                        "turns",
		`{"id":"a","tenant_vertical":"dental","requires":[""],"turns":[{"user":"x"}]}`: "requires",
		turn(`{}`):                "turns[1].user",
		turn(`{"event":"party"}`): "turns[1].event",
		turn(`{"event":"agent_takeover","user":"x"}`):             "turns[1].event",
		turn(`{"event":"slot_taken"}`):                            "turns[1].slot",
		turn(`{"user":"x","safety":"yes"}`):                       "turns[1].safety",
		turn(`{"user":"x","safety":["all"]}`):                     "turns[1].safety",
		turn(`{"event":"silence"}`):                               "turns[1].hours",
		turn(`{"user":"x","gap_ms":-1}`):                          "turns[1].gap_ms",
		turn(`{"user":"x","burst":"yes"}`):                        "turns[1].burst",
		turn(`{"user":"x","expect":[]}`):                          "turns[1].expect",
		turn(`{"user":"x","expect":{"intent":"booking"}}`):        "turns[1].expect.intent",
		turn(`{"user":"x","expect":{"intent":["love"]}}`):         "turns[1].expect.intent",
		turn(`{"user":"x","expect":{"specialist":["doctor"]}}`):   "turns[1].expect.specialist",
		turn(`{"user":"x","expect":{"reply_must_match":["("]}}`):  "turns[1].expect.reply_must_match[0]",
		turn(`{"user":"x","expect":{"replies_exactly":-1}}`):      "turns[1].expect.replies_exactly",
		turn(`{"user":"x","expect":{"escalates":null}}`):          "turns[1].expect.escalates",
		turn(`{"user":"x","expect":{"reply_lang":"fr"}}`):         "turns[1].expect.reply_lang",
		turn(`{"user":"x","expect":{"tool_args":{"a":"b"}}}`):     "turns[1].expect.tool_args",
		turn(`{"user":"x","expect":{"reply_must_not_match":[]}}`): "turns[1].expect.reply_must_not_match",
	} {
		_, err := read(t, line)
		var wrong *FieldError
		if !errors.As(err, &wrong) || wrong.Field != field {
			t.Errorf("%s: %v, want %s", line, err, field)
		}
	}
}

func TestABurstEndsWhereItsExpectationStands(t *testing.T) {
	t.Parallel()
	s, err := read(t, `{"id":"a","tenant_vertical":"general","more":1,"turns":[{"user":"1","burst":true},{"user":"2","burst":true},{"user":"3","gap_ms":200},
		{"user":"4","burst":true},{"user":"5","burst":true,"expect":{"replies_exactly":1}},{"user":"6","burst":true},{"event":"no_agent_available"}]}`)
	if err != nil {
		t.Fatal(err)
	}
	for first, last := range map[int]int{0: 2, 3: 4, 5: 5, 6: 6} {
		if got := s.group(first); got != last {
			t.Errorf("the burst from turn %d ends at %d, want %d", first, got, last)
		}
	}
	if s.Line != 7 || !s.bursts() {
		t.Errorf("got %+v", s)
	}
}
