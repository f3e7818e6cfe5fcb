package dialogue

import (
	"testing"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/basket"
	"github.com/recado/recado/services/agent-runner/ordering"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

func facts() *llm.Facts {
	return &llm.Facts{Now: noon, Settings: &tenant.Settings{Branches: []tenant.Name{{ID: "centro", Name: "Centro"}}}}
}

func stands() *ordering.Order {
	return &ordering.Order{
		ID: "o-1", Type: ordering.Pickup, Branch: "Centro",
		Lines: []ordering.Line{{Name: "Sopa", Quantity: 2, Notes: "sin sal"}, {Name: "Agua", Quantity: 1}},
	}
}

func TestAnOrderIsRepeatedWithItsLinesAndItsPlace(t *testing.T) {
	t.Parallel()
	f := &Frame{Flow: "order"}
	f.Repeat(stands(), nil, facts())
	if len(f.Basket.Lines) != 2 || f.Basket.Last != "Agua" || f.Basket.Lines[0].Notes != "sin sal" {
		t.Errorf("basket %+v", f.Basket)
	}
	if f.Values["branch"] != "centro" || f.Values["fulfilment"] != ordering.Pickup || f.Values["allergy"] != NoAllergy {
		t.Errorf("values %v", f.Values)
	}
}

func TestWhatTheConversationKnowsOfAnOrderIsRepeatedToo(t *testing.T) {
	t.Parallel()
	known := &Frame{Flow: "order", Booked: "o-1", Basket: &basket.Basket{Lines: []basket.Line{{Name: "Sopa", Quantity: 3}}}}
	known.Set("allergy", "maní")
	known.Set("hour", "2026-11-23 11:00")
	f := &Frame{Flow: "order"}
	f.Repeat(stands(), known, facts())
	if len(f.Basket.Lines) != 1 || f.Values["allergy"] != "maní" || f.Values["hour"] != "" {
		t.Errorf("%+v %v", f.Basket, f.Values)
	}
	known.Booked = "another"
	other := &Frame{Flow: "order"}
	if other.Repeat(stands(), known, facts()); len(other.Basket.Lines) != 2 || other.Values["allergy"] != NoAllergy {
		t.Errorf("of another order: %+v %v", other.Basket, other.Values)
	}
	known.Booked = "" // it waits for a person
	waits := stands()
	waits.Status = ordering.PendingApproval
	if other.Repeat(waits, known, facts()); len(other.Basket.Lines) != 1 {
		t.Errorf("of one that waits: %+v", other.Basket)
	}
}

func TestAnAllergyStandsOnEachLineOnce(t *testing.T) {
	t.Parallel()
	f := &Frame{Flow: "order"}
	if got := f.Items("alergia: maní"); got != nil {
		t.Errorf("of nothing: %v", got)
	}
	f.Basket = &basket.Basket{Lines: []basket.Line{{Name: "Sopa", Quantity: 1, Notes: "sin sal"}, {Name: "Flan", Quantity: 1, Notes: "alergia: maní"}}}
	if got := f.Items("alergia: maní"); got[0].Notes != "sin sal" {
		t.Errorf("none was told: %v", got)
	}
	f.Set("allergy", "maní")
	got := f.Items("alergia: maní")
	if got[0].Notes != "sin sal; alergia: maní" || got[1].Notes != "alergia: maní" {
		t.Errorf("got %v", got)
	}
}

func TestWhereAndWithWhomIsWantedIsNamed(t *testing.T) {
	t.Parallel()
	known := facts().Settings
	known.Staff = []tenant.Name{{ID: "ana", Name: "Dra. Ana"}}
	f := &Frame{Flow: "waitlist"}
	f.Set("branch", "centro")
	f.Set("staff", "ana")
	f.Set("date", "2026-11-24")
	if o := f.Wanted(known); o.Branch != "Centro" || o.Staff != "Dra. Ana" || o.Date != "2026-11-24" {
		t.Errorf("got %+v", o)
	}
	f.Set("staff", "gone")
	if o := f.Wanted(known); o.Staff != "" {
		t.Errorf("nobody goes by that: %+v", o)
	}
}

func TestABareHourThatIsOverMeansTheEvening(t *testing.T) {
	t.Parallel()
	f := &Frame{Flow: "order"}
	f.SetHour(noon, "", "08:00", true)
	if f.Values["hour"] != "2026-11-23 20:00" || f.Values["bare_hour"] != "" {
		t.Errorf("got %v", f.Values)
	}
	f.SetHour(noon, "", "20:30", true)
	if f.Values["hour"] != "2026-11-23 20:30" || f.Values["bare_hour"] != "" {
		t.Errorf("of the evening: %v", f.Values)
	}
	f.Set("day", "2026-11-24")
	f.SetHour(noon, "2026-11-24", "08:00", true)
	if f.Values["day"] != "" {
		t.Errorf("the day stands beside its hour: %v", f.Values)
	}
	if f.Values["hour"] != "2026-11-24 08:00" || f.Values["bare_hour"] == "" {
		t.Errorf("tomorrow: %v", f.Values)
	}
}
