package dialogue_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/opening"
)

func TestTheOldestOfTooManyErrandsIsForgotten(t *testing.T) {
	t.Parallel()
	var s dialogue.State
	for _, name := range []string{"appointment", "move", "cancel", "callback"} {
		s.Push(&dialogue.Frame{Flow: name})
	}
	if len(s.Stack) != 3 || s.Stack[0].Flow != "move" || s.Top().Flow != "callback" {
		t.Errorf("got %v", s.Stack)
	}
	for range 5 {
		s.Pop()
	}
	if s.Top() != nil {
		t.Errorf("got %v", s.Top())
	}
}

func TestSilenceLetsOffersGoAndThenTheErrand(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	offered := func() *dialogue.State {
		f := &dialogue.Frame{Flow: "appointment", Asked: "opening", Offered: []opening.Opening{{SlotID: "a"}}}
		f.SetService("s", "Limpieza")
		f.Set("date", "2026-11-22")
		return &dialogue.State{Stack: []*dialogue.Frame{f}, Touched: now, Name: "Ana"}
	}
	for silence, want := range map[time.Duration]struct {
		offers, errands int
		date            string
	}{
		time.Hour: {1, 1, "2026-11-22"}, 3 * time.Hour: {0, 1, ""}, 80 * time.Hour: {0, 0, ""}, -time.Hour: {1, 1, "2026-11-22"},
	} {
		s := offered()
		s.Age(now.Add(silence))
		if len(s.Stack) != want.errands || s.Name != "Ana" {
			t.Errorf("after %s: %d errands", silence, len(s.Stack))
		}
		if f := s.Top(); f != nil && (len(f.Offered) != want.offers || f.Values["date"] != want.date || f.Values["service"] != "s") {
			t.Errorf("after %s: got %+v", silence, f)
		}
	}
}

func TestAStateOfAnotherVersionBeginsAnew(t *testing.T) {
	t.Parallel()
	for stored, want := range map[string]string{
		``: "0", `null`: "0", `[`: "0", `{"stack":[null],"name":"Ana"}`: "0", `{"stack":[{"flow":"gone"}]}`: "0",
		`{"stack":[{"flow":"cancel","asked":"confirm"}]}`: "1 ", `{"stack":[{"flow":"appointment","asked":"opening"}],"done":{"flow":"gone"}}`: "1 opening",
	} {
		s := dialogue.Decode(json.RawMessage(stored))
		got := "0"
		if f := s.Top(); f != nil {
			got = "1 " + f.Asked
		}
		if got != want || s.Done != nil {
			t.Errorf("%s: got %s, done %v", stored, got, s.Done)
		}
	}
}

func TestAPersonReadsWhatWasCollected(t *testing.T) {
	t.Parallel()
	f := &dialogue.Frame{Flow: "appointment", Own: &opening.Appointment{Party: 4}}
	f.SetService("s", "Limpieza")
	f.SetTime("17:00", "after")
	if got := f.Summary(); got != "service_name: Limpieza\ntime: 17:00\nbound: after" {
		t.Errorf("got %q", got)
	}
	if c := f.Copied(); c.Party() != "4" || dialogue.Number(c.Party()) != 4 {
		t.Errorf("got %q", c.Party())
	}
	f.AnyTime()
	if strings.Contains(f.Summary(), "time") {
		t.Errorf("got %q", f.Summary())
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"stack":[{"flow":"cancel","asked":"confirm","values":{"party":"9"}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := dialogue.Decode(data)
		again := dialogue.Decode(s.Encode())
		if len(again.Stack) != len(s.Stack) {
			t.Errorf("%d errands became %d", len(s.Stack), len(again.Stack))
		}
	})
}
