package answers

import (
	"bufio"
	"os"
	"strings"
	"testing"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func question(body string) *recadov1.MessageRouted {
	return &recadov1.MessageRouted{
		Verdict: recadov1.Verdict_VERDICT_ALLOW, Urgency: 1, Language: "es",
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: body}}},
	}
}

// eachLine reads lines "yes text" and "no text".
func eachLine(t *testing.T, name string, see func(want bool, text string)) {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		mark, text, ok := strings.Cut(lines.Text(), " ")
		if !ok || mark != "yes" && mark != "no" {
			t.Fatalf("%s: line %q", name, lines.Text())
		}
		see(mark == "yes", text)
	}
	if n < 10 {
		t.Fatalf("%s has %d lines", name, n)
	}
}

func TestOnlyAQuestionThatSaysNothingOfWhoAsksAndWhenStandsAlone(t *testing.T) {
	t.Parallel()
	eachLine(t, "questions.txt", func(want bool, text string) {
		if got := Alone(question(text)); got != want {
			t.Errorf("%q stands alone: %v", text, got)
		}
	})
}

func TestAReplyThatHoldsForItsHourIsKeptForNobody(t *testing.T) {
	t.Parallel()
	eachLine(t, "replies.txt", func(want bool, text string) {
		if got := ForAll(text); got != want {
			t.Errorf("%q holds at any time: %v", text, got)
		}
	})
}

func TestWhatTheRouterFoundOfAContactOrATimeIsAskedAnew(t *testing.T) {
	t.Parallel()
	cleaning := []*recadov1.Mention{{Id: "cleaning", Name: "Limpieza"}}
	for name, change := range map[string]func(*recadov1.MessageRouted){
		"a day":    func(m *recadov1.MessageRouted) { m.Slots = &recadov1.Slots{When: &recadov1.Moment{Date: "2026-11-24"}} },
		"a name":   func(m *recadov1.MessageRouted) { m.Slots = &recadov1.Slots{PersonName: "Ana"} },
		"an order": func(m *recadov1.MessageRouted) { m.Slots = &recadov1.Slots{OrderNumber: "A-7"} },
		"a party":  func(m *recadov1.MessageRouted) { m.Slots = &recadov1.Slots{PartySize: 4} },
		"an amount": func(m *recadov1.MessageRouted) {
			m.Slots = &recadov1.Slots{Amounts: []*recadov1.Money{{MinorUnits: 1}}}
		},
		"how many": func(m *recadov1.MessageRouted) {
			m.Slots = &recadov1.Slots{Dishes: []*recadov1.Mention{{Id: "taco", Quantity: 3}}}
		},
		"a phone":            func(m *recadov1.MessageRouted) { m.Slots = &recadov1.Slots{Phone: "[TEL_1]"} },
		"personal data":      func(m *recadov1.MessageRouted) { m.Pii = []*recadov1.SealedValue{{Token: "[TEL_1]"}} },
		"a token":            func(m *recadov1.MessageRouted) { m.Content = question("¿cuánto cuesta [TEL_1]?").Content },
		"urgency":            func(m *recadov1.MessageRouted) { m.Urgency = 3 },
		"a flagged one":      func(m *recadov1.MessageRouted) { m.Verdict = recadov1.Verdict_VERDICT_FLAG },
		"an answer":          func(m *recadov1.MessageRouted) { m.Continued = true },
		"one to a message":   func(m *recadov1.MessageRouted) { m.ReplyTo = "wamid.1" },
		"a tapped choice":    func(m *recadov1.MessageRouted) { m.Content = &recadov1.Content{Kind: &recadov1.Content_Interactive{}} },
		"a very long story":  func(m *recadov1.MessageRouted) { m.Content = question(strings.Repeat("cuánto cuesta ", 30)).Content },
		"nothing but a mark": func(m *recadov1.MessageRouted) { m.Content = question("¿?").Content },
	} {
		m := question("¿cuánto cuesta la limpieza?")
		m.Slots = &recadov1.Slots{Services: cleaning, PolicyType: "payment"}
		if !Alone(m) {
			t.Fatal("a service's price is for everybody")
		}
		if change(m); Alone(m) {
			t.Errorf("with %s it is for everybody too", name)
		}
	}
}

func TestWordsAreComparedWithoutTheirMarksAndCapitals(t *testing.T) {
	t.Parallel()
	for a, b := range map[string]string{
		"¿Cuánto CUESTA la limpieza?":  "cuanto cuesta  la limpieza",
		"Hola, ¿dónde quedan?":         "hola donde quedan",
		"¿Tienen   estacionamiento?\n": "tienen estacionamiento",
	} {
		if Normal(a) != Normal(b) {
			t.Errorf("%q is %q, %q is %q", a, Normal(a), b, Normal(b))
		}
	}
	for _, pair := range [][2]string{{"promoción 2x1", "promoción 2x3"}, {"cuesta 1.500", "cuesta 15.00"}, {"¿tienen 50%?", "¿tienen 50?"}, {"a las 10:30", "a las 1030"}} {
		if Normal(pair[0]) == Normal(pair[1]) {
			t.Errorf("%q and %q are the same: %q", pair[0], pair[1], Normal(pair[0]))
		}
	}
}
