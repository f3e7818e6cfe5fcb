package assent

import (
	"encoding/json"
	"testing"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/answer"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestAYesAndASecondWishAgreeToWhatWasAsked(t *testing.T) {
	t.Parallel()
	booking := Asked{Tool: "create_appointment", Arguments: json.RawMessage(`{"slot_id":"s-1"}`)}
	to := func(text string) Answer {
		return booking.To([]*recadov1.MessageRouted{{
			Slots:   &recadov1.Slots{Answer: answer.YesOrNo(language.Read(text))},
			Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: text}}},
		}})
	}
	for _, text := range second.Yes {
		if got := to(text); got != Agreed {
			t.Errorf("%q: %d, want a yes", text, got)
		}
		if _, ok := Beside(text); !ok {
			t.Errorf("%q has no second wish", text)
		}
	}
	for _, text := range second.Not {
		if got := to(text); got == Agreed {
			t.Errorf("%q agrees", text)
		}
	}
}
