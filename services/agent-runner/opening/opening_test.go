package opening_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/heard"
	"github.com/recado/recado/services/agent-runner/opening"
)

// at are openings of one place, "24 10:00" each: a day of November 2026 and a time.
func at(times ...string) (all []opening.Opening) {
	for _, t := range times {
		day, clock, _ := strings.Cut(t, " ")
		all = append(all, opening.Opening{SlotID: t, Date: "2026-11-" + day, Time: clock})
	}
	return all
}

func said(all []opening.Opening) string {
	ids := make([]string, len(all))
	for i, o := range all {
		ids[i] = o.SlotID
	}
	return strings.Join(ids, ", ")
}

func TestWishesKeepTheOpeningsThatFit(t *testing.T) {
	t.Parallel()
	day := at("24 08:00", "24 12:00", "24 16:00", "24 18:30", "24 20:00")
	for name, c := range map[string]struct {
		wish opening.Wish
		want string
	}{
		"whatever":  {opening.Wish{}, "24 08:00, 24 12:00, 24 16:00, 24 18:30, 24 20:00"},
		"at":        {opening.Wish{Time: "16:00"}, "24 16:00"},
		"after":     {opening.Wish{Time: "16:00", Bound: "after"}, "24 16:00, 24 18:30, 24 20:00"},
		"before":    {opening.Wish{Time: "16:00", Bound: "before"}, "24 08:00, 24 12:00"},
		"between":   {opening.Wish{Time: "12:00", TimeEnd: "16:00", Bound: "between"}, "24 12:00, 24 16:00"},
		"morning":   {opening.Wish{Part: "morning"}, "24 08:00"},
		"afternoon": {opening.Wish{Part: "afternoon"}, "24 12:00, 24 16:00, 24 18:30"},
		"evening":   {opening.Wish{Part: "evening"}, "24 18:30, 24 20:00"},
	} {
		if got := said(c.wish.Fitting(day)); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
	if got := said(opening.Wish{Time: "17:00"}.Nearest(append(day, day...))); got != said(day) {
		t.Errorf("nearest: got %s", got)
	}
}

func TestFewOpeningsAreSpreadOverTheWholeList(t *testing.T) {
	t.Parallel()
	all := at("24 08:00", "24 09:00", "24 10:00", "24 11:00", "25 08:00", "25 09:00", "26 08:00", "27 08:00", "28 08:00")
	if got := said(opening.Spread(all)); got != "24 08:00, 24 10:00, 25 08:00, 26 08:00, 28 08:00" {
		t.Errorf("got %s", got)
	}
	if got := said(opening.Earliest(append(at("30 08:00"), all...))); got != "24 08:00, 24 09:00, 24 10:00, 24 11:00, 25 08:00" {
		t.Errorf("got %s", got)
	}
}

func TestATimeChoosesOnlyOneOfWhatIsOffered(t *testing.T) {
	t.Parallel()
	offered := at("24 10:00", "25 10:00", "25 17:00")
	for name, c := range map[string]struct {
		said *recadov1.Moment
		want string
	}{
		"a time that two days have": {&recadov1.Moment{Time: "10:00"}, ""},
		"day and time":              {&recadov1.Moment{Date: "2026-11-25", Time: "10:00"}, "25 10:00"},
		"five is in the evening":    {&recadov1.Moment{Time: "05:00"}, "25 17:00"},
		"a day with two":            {&recadov1.Moment{Date: "2026-11-25"}, ""},
		"a day with one":            {&recadov1.Moment{Date: "2026-11-24"}, "24 10:00"},
		"a bound chooses nothing":   {&recadov1.Moment{Time: "17:00", Bound: "after"}, ""},
		"nothing":                   {&recadov1.Moment{}, ""},
	} {
		got := opening.OfferedAt(offered, c.said)
		if got == nil && c.want != "" || got != nil && got.SlotID != c.want {
			t.Errorf("%s: got %v, want %q", name, got, c.want)
		}
	}
}

func TestRangesWithABoundAreAskedDayByDay(t *testing.T) {
	t.Parallel()
	w := opening.Wish{Date: "2026-11-24", End: "2026-12-24", Time: "16:00", Bound: "after"}
	if got := w.Days(); len(got) != 7 || got[6][0] != "2026-11-30" {
		t.Errorf("got %v", got)
	}
	w.Bound = ""
	if got := w.Days(); len(got) != 1 || got[0] != [2]string{"2026-11-24", "2026-12-24"} {
		t.Errorf("got %v", got)
	}
	if !(opening.Wish{Time: "08:00"}).BareMorning() || (opening.Wish{Time: "08:00", Part: "morning"}).BareMorning() {
		t.Error("an hour before noon is bare where no part of the day was said")
	}
}

func TestAppointmentsAreToldApartByWhatWasNamed(t *testing.T) {
	t.Parallel()
	mine := []opening.Appointment{
		{ID: "a", Service: "Limpieza", Date: "2026-11-24", Time: "10:00"},
		{ID: "b", Service: "Limpieza", Date: "2026-11-25", Time: "10:00"},
		{ID: "c", Service: "Resina", Date: "2026-11-25", Time: "12:00"},
	}
	cleaning := []*recadov1.Mention{{Name: "Limpieza"}}
	for name, c := range map[string]struct {
		said   *recadov1.Slots
		byTime bool
		want   string
	}{
		"nothing":                 {nil, true, "abc"},
		"a service":               {&recadov1.Slots{Services: cleaning}, true, "ab"},
		"a service and a day":     {&recadov1.Slots{Services: cleaning, When: &recadov1.Moment{Date: "2026-11-25"}}, true, "b"},
		"a day that is the wish":  {&recadov1.Slots{Services: cleaning, When: &recadov1.Moment{Date: "2026-11-25"}}, false, "ab"},
		"an hour":                 {&recadov1.Slots{When: &recadov1.Moment{Time: "12:00"}}, true, "c"},
		"a day that nobody has":   {&recadov1.Slots{When: &recadov1.Moment{Date: "2026-12-01"}}, true, "abc"},
		"a service nobody booked": {&recadov1.Slots{Services: []*recadov1.Mention{{Name: "Corona"}}}, true, "abc"},
	} {
		got := ""
		for _, a := range opening.Named(mine, c.said, c.byTime) {
			got += a.ID
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

func TestTheCalendarSaysWhatIsFreeOrWhyNot(t *testing.T) {
	t.Parallel()
	q := opening.Query{Wish: opening.Wish{Date: "2026-11-24", End: "2026-11-25", Time: "16:00", Bound: "after"}, At: "16:00", Party: 9000}
	_, calls, refused := opening.Look(nil, q)
	if len(calls) != 2 || refused != nil {
		t.Fatalf("got %v, %v: expected a call for each day", calls, refused)
	}
	var asked map[string]any
	if err := json.Unmarshal(calls[0].Arguments, &asked); err != nil || asked["time"] != nil || asked["party_size"] != 500.0 {
		t.Errorf("asked for %v, %v", asked, err)
	}
	full := tool.Result{Err: &tool.Error{Code: "full", Message: "ese día está lleno"}}
	free := tool.Result{JSON: json.RawMessage(`[{"slot_id":"a","date":"2026-11-25","time":"17:00"},
		{"slot_id":"b","date":"2026-11-25","time":"18:00","available":false}]`)}
	got, calls, refused := opening.Look(map[string]tool.Result{calls[0].ID: full, calls[1].ID: free}, q)
	if calls != nil || refused != nil || said(got.Openings) != "a" || got.Code != "" {
		t.Errorf("got %+v, %v, %v: one full day of two is no reason", got, calls, refused)
	}
	q.Wish = opening.Wish{Date: "2026-11-24", Time: "16:00"}
	_, calls, _ = opening.Look(nil, q)
	for name, c := range map[string]struct {
		result tool.Result
		why    string
		code   string
	}{
		"full":       {full, "ese día está lleno.", ""},
		"refused":    {tool.Result{Err: &tool.Error{Code: "party_too_large"}}, "", "party_too_large"},
		"unreadable": {tool.Result{JSON: json.RawMessage(`{"x":`)}, "", "unreadable"},
		"nothing":    {tool.Result{JSON: json.RawMessage(`null`)}, "", "unreadable"},
	} {
		got, _, refused := opening.Look(map[string]tool.Result{calls[0].ID: c.result}, q)
		if got.Why != c.why || (refused == nil) != (c.code == "") || refused != nil && refused.Code != c.code {
			t.Errorf("%s: got %+v, %v", name, got, refused)
		}
	}
}

func TestNumbersAndWordsChooseAmongWhatIsOffered(t *testing.T) {
	t.Parallel()
	read := func(body string, choice uint32) *heard.Said {
		content := &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: body}}}
		s := heard.Read([]*recadov1.MessageRouted{{Content: content}})
		s.Slots = &recadov1.Slots{Choice: choice}
		return &s
	}
	offered := at("24 10:00", "24 11:40", "24 19:00")
	for body, c := range map[string]struct {
		choice uint32
		want   string
	}{
		"la segunda": {2, "24 11:40"}, "la más temprano": {0, "24 10:00"}, "9": {9, ""}, "no sé": {0, ""},
	} {
		got := opening.Choose(offered, read(body, c.choice), false)
		if got == nil && c.want != "" || got != nil && got.SlotID != c.want {
			t.Errorf("%s: got %v", body, got)
		}
	}
	for number, want := range map[uint32]string{2: "", 7: "19:00", 9: "09:00", 12: "12:00", 40: ""} {
		if got := opening.BareHour(offered, read("9", number)); got != want {
			t.Errorf("%d: got %q, want %q", number, got, want)
		}
	}
	if got := opening.BareHour(at("24 19:00", "24 20:00"), read("9", 9)); got != "21:00" {
		t.Errorf("nine at night: got %q", got)
	}
	for body, want := range map[string]string{
		"no, muy tarde": "10:00 before", "un poco más tarde": "19:00 past", "voy tarde": " ", "sí": " ", "más temprano, porfa": "10:00 before",
	} {
		if hour, bound := opening.Beside(offered, read(body, 0)); hour+" "+bound != want {
			t.Errorf("%s: got %s %s", body, hour, bound)
		}
	}
	if !(opening.Wish{Part: "evening"}).Afternoon("09:30") || (opening.Wish{Part: "afternoon"}).Afternoon("11:00") {
		t.Error("a time keeps to the part of the day that was spoken of where it can")
	}
}

func TestATapChoosesWhateverElseWasSaid(t *testing.T) {
	t.Parallel()
	tap := &recadov1.Content{Kind: &recadov1.Content_Interactive{Interactive: &recadov1.Interactive{ChoiceId: "24 11:00"}}}
	said := heard.Read([]*recadov1.MessageRouted{{Content: tap}})
	if got := opening.Choose(at("24 10:00", "24 11:00"), &said, true); got == nil || got.SlotID != "24 11:00" {
		t.Errorf("got %v", got)
	}
	if got := opening.Choose(at("24 12:00"), &said, false); got != nil {
		t.Errorf("a tap on an old list chose %v", got)
	}
}
