package intent

import (
	"os"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/money"
	"github.com/recado/recado/pkg/language/names"
	orders "github.com/recado/recado/pkg/language/order"
	"github.com/recado/recado/pkg/language/party"
	"github.com/recado/recado/pkg/language/urgency"
	"github.com/recado/recado/pkg/language/when"
)

// factsOf reads the facts that need no tenant; a few names stand in for a tenant's own.
func factsOf(text language.Text, vertical string) Fact {
	facts := map[string]Fact{"dental": Dental, "restaurant": Restaurant, "medical": Medical, "": General}[vertical]
	for _, m := range known.Find(text) {
		switch m.Kind {
		case names.KindService:
			facts |= Service
		case names.KindDish:
			facts |= Dish
		}
	}
	values := Values{
		When: when.Parse(text, now, language.Detect(text, "")), Party: party.Size(text), OrderNumber: orders.Number(text),
		Person: names.Person(text), Amount: len(money.Amounts(text, "MXN")) > 0,
	}
	if facts&Care != 0 {
		values.Urgency = urgency.Of(text).Level
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

func TestMessagesOfCustomersAreUnderstood(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("testdata/messages.txt")
	if err != nil {
		t.Fatal(err)
	}
	rules := New()
	seen := make(map[string]int)
	for line := range strings.Lines(string(file)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		vertical, rest, _ := strings.Cut(strings.TrimSpace(line), "|")
		want, body, _ := strings.Cut(rest, "|")
		if vertical == "general" {
			vertical = ""
		}
		text := language.Read(body)
		seen[want]++
		if got := rules.Classify(text, factsOf(text, vertical)); got[0].Name != want {
			t.Errorf("%q (%s) is %v, want %s", body, vertical, got, want)
		}
	}
	for _, in := range All() {
		if seen[in.Name] == 0 {
			t.Errorf("no message asks for %s", in.Name)
		}
	}
}

func TestIntentsAreListedOnceAndHaveRulesAndExamples(t *testing.T) {
	t.Parallel()
	seen := make(map[string]bool)
	for _, in := range All() {
		if seen[in.Name] || in.Name == "" || len(in.Rules) == 0 || len(in.Examples) == 0 {
			t.Errorf("intent %q: name taken, or no rules or examples", in.Name)
		}
		seen[in.Name] = true
	}
}

func TestConfidenceStaysBetweenZeroAndOneAndFalls(t *testing.T) {
	t.Parallel()
	rules := New()
	for _, body := range []string{"hola", "", "quiero cambiar o cancelar mi cita y la factura, cuánto cuesta?", "a que hora abren y donde estan", strings.Repeat("cita precio factura ", 500)} {
		last := 1.0
		text := language.Read(body)
		for _, in := range rules.Classify(text, factsOf(text, "dental")) {
			if in.Confidence <= 0 || in.Confidence > last {
				t.Errorf("%.40q: %s has %f after %f", body, in.Name, in.Confidence, last)
			}
			last = in.Confidence
		}
	}
}

func FuzzClassify(f *testing.F) {
	rules := New()
	f.Add("hola, quiero una cita", uint32(Dental))
	f.Add("\xff 5pm 🙏", uint32(0))
	f.Fuzz(func(t *testing.T, body string, facts uint32) {
		found := rules.Classify(language.Read(body), Fact(facts))
		if len(found) == 0 || found[0].Confidence <= 0 || found[0].Confidence > 1 {
			t.Fatalf("%q is %v", body, found)
		}
	})
}
