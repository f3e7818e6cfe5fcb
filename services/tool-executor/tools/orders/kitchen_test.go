package orders

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/services/tool-executor/tools/match"
	"github.com/recado/recado/services/tool-executor/tools/openings"
)

// at is a card of two kitchens as it is read at a time of Lima: the first is closed on Mondays, the second has a break.
func at(t *testing.T, now string) *card {
	t.Helper()
	zone, err := time.LoadLocation("America/Lima")
	if err != nil {
		t.Fatal(err)
	}
	moment, err := time.ParseInLocation(wallLayout, now, zone)
	if err != nil {
		t.Fatal(err)
	}
	var beach, town openings.Hours
	for day := 2; day <= 7; day++ {
		beach[day] = []openings.Span{{Opens: 12 * 60, Closes: 22 * 60}}
	}
	for day := 1; day <= 6; day++ {
		town[day] = []openings.Span{{Opens: 12 * 60, Closes: 15 * 60}, {Opens: 19 * 60, Closes: 24 * 60}}
	}
	return &card{
		settings: settings{currency: "PEN", pickup: true, preparation: 25 * time.Minute, horizon: 1, cancelUntil: Preparing, maxOpen: 3},
		dishes: []dish{
			{slug: "menu", called: match.Name{Name: "Menú"}, price: 4800, available: true, travels: true, hours: &openings.Span{Opens: 12 * 60, Closes: 16 * 60}},
			{slug: "chicha", called: match.Name{Name: "Chicha"}, price: 1000, available: true, travels: true},
		},
		calendar: &openings.Agenda{
			Now: moment, Zone: zone, Busy: map[uuid.UUID][]openings.Busy{},
			Branches: []openings.Branch{
				{ID: uuid.New(), Slug: "beach", Name: "Playa", Hours: beach}, {ID: uuid.New(), Slug: "town", Name: "Centro", Hours: town},
			},
			Closures: []openings.Closure{{First: "2026-12-25", Last: "2026-12-25", Name: "Navidad"}},
		},
	}
}

// asks is a request for one dish.
func asks(dish, when string) request {
	return request{Items: []item{{Name: dish, Quantity: 1}}, OrderType: pickup, Time: when}
}

func TestAnOrderGoesToAKitchenThatIsOpen(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ now, branch, when, goes, due string }{
		{"2026-11-24 13:02", "", "", "beach", "2026-11-24 13:30"},
		{"2026-11-23 13:00", "", "", "town", "2026-11-23 13:25"}, // a Monday
		{"2026-11-24 13:00", "town", "", "town", "2026-11-24 13:25"},
		{"2026-11-24 13:00", "centro", "", "town", "2026-11-24 13:25"},
		{"2026-11-24 09:00", "", "12:00", "beach", "2026-11-24 12:25"}, // the kitchen begins then
		{"2026-11-24 09:00", "", "14:10", "beach", "2026-11-24 14:10"},
		{"2026-11-24 13:00", "", "13:05", "beach", "2026-11-24 13:25"}, // sooner than it can be
		{"2026-11-24 21:59", "", "", "beach", "2026-11-24 22:25"},
		{"2026-11-24 13:00", "", "2026-11-25 20:00", "beach", "2026-11-25 20:00"},
		{"2026-11-24 13:00", "", "2026-11-25T20:00:00-05:00", "beach", "2026-11-25 20:00"},
		{"2026-11-24 13:00", "", "2026-11-26T01:00:00Z", "beach", "2026-11-25 20:00"},
		{"2026-11-23 23:59", "", "", "town", "2026-11-24 00:25"},
	} {
		m := at(t, x.now)
		r := asks("chicha", x.when)
		r.BranchID = x.branch
		b, refusal := m.price(r, "es")
		if refusal != nil {
			t.Errorf("%+v: %v", x, refusal)
			continue
		}
		if b.slot.branch.Slug != x.goes || m.wall(b.due) != x.due {
			t.Errorf("%+v goes to %s, due %s", x, b.slot.branch.Slug, m.wall(b.due))
		}
	}
}

func TestAnOrderAfterClosingIsToldTheNextOpening(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ now, when, code, allowed string }{
		{"2026-11-23 16:00", "", "closed", "2026-11-23 19:00 2026-11-24 12:00 2026-11-24 19:00"},
		{"2026-11-24 01:00", "", "closed", "2026-11-24 12:00 2026-11-24 19:00 2026-11-25 12:00"},
		{"2026-11-29 22:00", "", "closed", "2026-11-30 12:00 2026-11-30 19:00"}, // Sunday, then Monday, then too far
		{"2026-11-24 13:00", "11:00", "past", ""},
		{"2026-11-24 13:00", "12:59", "past", ""},
		{"2026-11-24 13:00", "2026-11-26 13:00", "beyond_horizon", "2026-11-25"},
		{"2026-12-24 23:30", "2026-12-25 13:00", "closed", ""}, // closed all day, and the day after is too far
		{"2026-11-24 13:00", "25:00", "invalid_arguments", ""},
	} {
		_, refusal := at(t, x.now).price(asks("chicha", x.when), "es")
		if refusal == nil || refusal.Code != x.code || refusal.Field != "scheduled_time" {
			t.Errorf("%+v: %v", x, refusal)
			continue
		}
		if got := strings.Join(refusal.Allowed.Names(), " "); got != x.allowed {
			t.Errorf("%+v allows %q", x, got)
		}
	}
	_, refusal := at(t, "2026-12-24 23:30").price(asks("chicha", "2026-12-25 13:00"), "es")
	if refusal == nil || !strings.Contains(refusal.Message, "26 de diciembre") {
		t.Errorf("the opening that is too far to order for is not told: %v", refusal)
	}
}

func TestADishIsServedAtItsHours(t *testing.T) {
	t.Parallel()
	if _, refusal := at(t, "2026-11-24 15:59").price(asks("menu", ""), "es"); refusal != nil {
		t.Error(refusal)
	}
	for _, when := range []string{"16:00", "20:00"} {
		_, refusal := at(t, "2026-11-24 13:00").price(asks("menu", when), "en")
		if refusal == nil || refusal.Code != "sold_out" || refusal.Field != "items[0].name" || !strings.Contains(refusal.Message, "4 pm") {
			t.Errorf("%s: %v", when, refusal)
		}
	}
}

func TestWhatIsNotOfferedIsSaidInEachLanguage(t *testing.T) {
	t.Parallel()
	m := at(t, "2026-11-24 13:00")
	r := asks("chicha", "")
	r.OrderType = ""
	if b, refusal := m.price(r, "es"); refusal != nil || b.orderType != pickup {
		t.Errorf("the only way need not be said: %v", refusal)
	}
	r.OrderType = delivery
	seen := map[string]bool{}
	for _, lang := range []string{"es", "en", "pt"} {
		_, refusal := m.price(r, lang)
		if refusal == nil || refusal.Code != "not_offered" || strings.Join(refusal.Allowed.Names(), "") != pickup {
			t.Fatalf("%s: %v", lang, refusal)
		}
		seen[refusal.Message] = true
	}
	if len(seen) != 3 {
		t.Errorf("said %v", seen)
	}
}

func TestEverySentenceIsThereInEachLanguageWithTheSameGaps(t *testing.T) {
	t.Parallel()
	for name, w := range sentences {
		for _, text := range []string{w.es, w.en, w.pt} {
			if text == "" || strings.Count(text, "{") != strings.Count(w.es, "{") || strings.HasSuffix(text, ".") {
				t.Errorf("%s: %q", name, text)
			}
		}
	}
}

func TestTheBusinessSaysHowLongACustomerMayChangeAnOrder(t *testing.T) {
	t.Parallel()
	for until, want := range map[string]string{
		Preparing: "received", Ready: "received preparing", OnTheWay: "received preparing ready", Delivered: "received preparing ready on_the_way",
	} {
		var may []string
		for _, state := range States {
			if (settings{cancelUntil: until}).changeable(state) {
				may = append(may, state)
			}
		}
		if got := strings.Join(may, " "); got != want {
			t.Errorf("until %s: %s, want %s", until, got, want)
		}
	}
}

func TestEveryToolSaysWhatItTakesAndWhetherItWrites(t *testing.T) {
	t.Parallel()
	writes := map[string]bool{"create_order": true, "cancel_order": true}
	for _, x := range All(nil) {
		s := x.Spec()
		if s.Write != writes[s.Name] || s.Confirm != s.Write || s.Description == "" {
			t.Errorf("%+v", s)
		}
	}
	if revealed := strings.Join(Create{}.Spec().Reveal, " "); revealed != "delivery_address" {
		t.Errorf("the kitchen's notes stay masked, only the address is needed: %v", revealed)
	}
}
