package intent

import (
	"testing"

	"github.com/recado/recado/pkg/language"
)

// factsOf reads the facts that need no tenant; a few names stand in for a tenant's own.
func factsOf(text language.Text, vertical string) Fact {
	facts := map[string]Fact{"dental": Dental, "restaurant": Restaurant, "medical": Medical, "": General}[vertical]
	for _, m := range names.Find(text) {
		switch m.Kind {
		case language.KindService:
			facts |= Service
		case language.KindDish:
			facts |= Dish
		}
	}
	values := Values{
		When: language.When(text, now, language.Detect(text, "")), Party: language.PartySize(text), OrderNumber: language.OrderNumber(text),
		Person: language.PersonName(text), Amount: len(language.Amounts(text, "MXN")) > 0,
	}
	if facts&Care != 0 {
		values.Urgency = language.Urgency(text).Level
	}
	return facts | Of(text, values)
}

func TestEveryExampleHasItsIntent(t *testing.T) {
	t.Parallel()
	rules := New()
	total := 0
	for _, in := range All() {
		for _, ex := range in.Examples {
			total++
			text := language.Read(ex.Text)
			if got := rules.Classify(text, factsOf(text, ex.Vertical)); got[0].Name != in.Name {
				t.Errorf("%q (%s) is %v, want %s", ex.Text, ex.Vertical, got, in.Name)
			}
		}
	}
	if total < 150 {
		t.Errorf("%d examples, want at least 150", total)
	}
}
