package rulemodel_test

import (
	"strings"
	"testing"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// answers plays a message that the router found to go on with a dialogue about an intent.
func (k *talk) answers(slots *recadov1.Slots, about string) string {
	k.t.Helper()
	return k.turn(&recadov1.MessageRouted{
		Slots: slots, Continued: true, Intents: []*recadov1.Intent{{Name: about, Confidence: 0.8}, {Name: "other", Confidence: 0.2}},
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: "respuesta"}}},
	}).Text
}

func TestAnswersThatGoOnWithABookingMakeOneBooking(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.says(&recadov1.Slots{Services: []*recadov1.Mention{{Id: "limpieza", Name: "Limpieza dental"}}}, "booking")
	k.answers(when("2026-11-24", "10:00"), "booking")
	if got := k.answers(&recadov1.Slots{Answer: "yes"}, "booking"); !strings.Contains(got, "confirmada") {
		t.Fatalf("the yes got %q", got)
	}
	for _, again := range []*recadov1.Slots{{Answer: "yes"}, {Answer: "no"}, {PersonName: "Ana López"}} {
		got := k.answers(again, "booking")
		for _, c := range k.called {
			if c == "create_appointment" || c == "get_available_slots" {
				t.Errorf("%v after the booking called %s and got %q", again, c, got)
			}
		}
	}
}

func TestANoThatGoesOnWithABookingDropsIt(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	k.says(&recadov1.Slots{}, "booking")
	if got := k.answers(&recadov1.Slots{Answer: "no"}, "booking"); !strings.Contains(got, "no agendo nada") {
		t.Errorf("a no got %q", got)
	}
}

func TestAYesAfterAPriceDoesNotSayThePriceAgain(t *testing.T) {
	t.Parallel()
	k := newTalk(t, dental)
	asked := k.says(&recadov1.Slots{Services: []*recadov1.Mention{{Id: "limpieza", Name: "Limpieza dental"}}}, "pricing")
	k.expect(asked, "$800")
	if got := k.answers(&recadov1.Slots{Answer: "yes"}, "pricing"); strings.Contains(got, "$800") {
		t.Errorf("a yes got %q", got)
	}
}
