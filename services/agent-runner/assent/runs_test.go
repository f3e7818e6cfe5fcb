package assent

import (
	"encoding/json"
	"testing"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/answer"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestRunsOfWordsThatAreAYes(t *testing.T) {
	t.Parallel()
	booking := Asked{Tool: "create_appointment", Arguments: json.RawMessage(`{"slot_id":"s-1"}`)}
	said := func(text string) []*recadov1.MessageRouted {
		return []*recadov1.MessageRouted{{
			Slots:   &recadov1.Slots{Answer: answer.YesOrNo(language.Read(text))},
			Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: text}}},
		}}
	}
	for _, r := range readRuns() {
		if len(r.Yes) < 2 || len(r.Not) < 2 {
			t.Errorf("%q has too few examples", r.Run)
		}
		for _, text := range r.Yes {
			if got := booking.To(said(text)); got != Agreed {
				t.Errorf("%q: %d, want a yes", text, got)
			}
		}
		for _, text := range r.Not {
			if booking.To(said(text)) == Agreed || Affirms(text) {
				t.Errorf("%q agrees", text)
			}
		}
	}
}

func TestRunBesideAnOrderAgreesToThatOrderAlone(t *testing.T) {
	t.Parallel()
	cancelling := Asked{Tool: "cancel_appointment", Arguments: json.RawMessage(`{"appointment_id":"a-1"}`)}
	message := func(text string) []*recadov1.MessageRouted {
		return []*recadov1.MessageRouted{{
			Slots:   &recadov1.Slots{Answer: answer.YesOrNo(language.Read(text))},
			Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: text}}},
		}}
	}
	for text, want := range map[string]bool{"pode cancelar": true, "hágale, cancélela": true, "pode marcar": false, "órale, resérvala": false} {
		if got := cancelling.To(message(text)) == Agreed; got != want {
			t.Errorf("%q agrees to a cancellation: %v, want %v", text, got, want)
		}
	}
}
