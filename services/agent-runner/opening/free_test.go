package opening

import (
	"testing"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/heard"
	"github.com/recado/recado/services/agent-runner/phrase"
)

var two = []Opening{{SlotID: "a", Date: "2026-11-24", Time: "09:00"}, {SlotID: "b", Date: "2026-11-24", Time: "17:00"}}

func TestOnlyAChoiceTakesATimeBesideAQuestion(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		slots *recadov1.Slots
		want  string
	}{
		{"a bare yes", &recadov1.Slots{Answer: "yes"}, ""},
		{"nothing", nil, ""},
		{"the second", &recadov1.Slots{Choice: 2}, "b"},
		{"its hour", &recadov1.Slots{When: &recadov1.Moment{Time: "09:00"}}, "a"},
		{"another hour", &recadov1.Slots{When: &recadov1.Moment{Time: "12:00"}}, ""},
	} {
		got := TakenBeside(two, &heard.Said{Slots: c.slots})
		if (got == nil) != (c.want == "") || got != nil && got.SlotID != c.want {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
	if got := TakenBeside(two[:1], &heard.Said{Slots: &recadov1.Slots{Answer: "yes"}}); got != nil {
		t.Errorf("a yes takes the only one: %+v", got)
	}
}

func TestWhatIsFreeIsAskedOfTheCalendarFirst(t *testing.T) {
	t.Parallel()
	few, calls := Free(map[string]tool.Result{}, Query{Wish: Wish{Date: "2026-11-24"}})
	if len(few) != 0 || len(calls) != 1 {
		t.Errorf("%v %v", few, calls)
	}
	refused := map[string]tool.Result{calls[0].ID: {Err: &tool.Error{Code: "full", Message: "no"}}}
	if few, calls = Free(refused, Query{Wish: Wish{Date: "2026-11-24"}}); len(few)+len(calls) != 0 {
		t.Errorf("a full day: %v %v", few, calls)
	}
}

func TestAButtonSaysDayAndHour(t *testing.T) {
	t.Parallel()
	if got := two[1].Short(phrase.Words{Lang: language.Spanish}); got != "mar 24, 17:00" {
		t.Errorf("got %q", got)
	}
	if got := (Opening{Time: "17:00"}).Short(phrase.Words{Lang: language.Spanish}); got != "17:00" {
		t.Errorf("got %q", got)
	}
}
