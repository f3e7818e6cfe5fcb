package promise

import (
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/language/urgency"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/turn"
)

// monday is a morning in Lima.
var monday = time.Date(2026, 11, 23, 15, 0, 0, 0, time.UTC)

func wordsOf(kind string, f facts, style, country string) *words {
	of := &tenant.Settings{
		Name: "Casa", Zone: zone, Vertical: tenant.Restaurant, Country: country, Language: "es",
		Assistants: []tenant.Assistant{{ID: "a", Channel: "*", Style: style, Active: true}},
	}
	return newWords(of, &conversation{channel: "webchat", language: "es", now: monday}, &message{kind: kind, facts: f})
}

func TestAReminderSaysWhatWhenAndWhereAsTheBusinessAddressesPeople(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, style, country string
		facts                facts
		want                 []string
	}{
		{"a table tomorrow", "casual", "PE", facts{Date: "2026-11-24", Time: "20:00", Party: 4, Branch: "Centro"}, []string{"la mesa para 4: mañana, martes 24 de noviembre", "en Centro", "¿Nos confirmas"}},
		{"today", "casual", "AR", facts{Date: "2026-11-23", Time: "20:00", Service: "Cena"}, []string{"la cita de Cena: hoy, lunes 23", "confirmás"}},
		{"a later day, formally", "professional", "PE", facts{Date: "2026-11-25", Time: "09:30"}, []string{"Le recordamos la cita: miércoles 25", "¿Nos confirma que viene?"}},
		{"confirmed before", "casual", "PE", facts{Date: "2026-11-24", Time: "20:00", Confirmed: true}, []string{"¡Te esperamos!"}},
	} {
		got := wordsOf("reminder_24h", c.facts, c.style, c.country).say()
		for _, part := range c.want {
			if !strings.Contains(got.text, part) {
				t.Errorf("%s: %q lacks %q", c.name, got.text, part)
			}
		}
		if asks := len(got.choices) == 3 && strings.Contains(got.text, "«sí»"); asks == c.facts.Confirmed {
			t.Errorf("%s asks for a yes: %v, in %q", c.name, asks, got.text)
		}
	}
}

func TestAnOfferLeavesTheBookingThatAYesMakes(t *testing.T) {
	t.Parallel()
	w := wordsOf("waiting_offer", facts{Date: "2026-11-24", Time: "20:00", Party: 2, SlotID: "slot"}, "casual", "PE")
	raw, err := w.remember()
	if err != nil {
		t.Fatal(err)
	}
	s := dialogue.Decode(turn.Rules(raw))
	want := dialogue.Frame{Flow: "table", Asked: dialogue.AskConfirm}
	if top := s.Top(); top == nil || top.Flow != want.Flow || top.Asked != want.Asked || top.Chosen.SlotID != "slot" {
		t.Errorf("the dialogue holds %s", raw)
	}
	if !strings.Contains(string(raw), `"asked":{"tool":"create_appointment","arguments":{"party_size":2,"slot_id":"slot"}}`) {
		t.Errorf("the yes would be to %s", raw)
	}
}

func TestAMessageForgetsTheQuestionThatWasAskedBeforeIt(t *testing.T) {
	t.Parallel()
	w := wordsOf("reminder_2h", facts{Appointment: "1", Date: "2026-11-24", Time: "20:00"}, "casual", "PE")
	w.state.Push(&dialogue.Frame{Flow: "cancel", Asked: dialogue.AskConfirm})
	w.state.Sought, w.state.Topics = true, []string{"hours"}
	raw, err := w.remember()
	if err != nil {
		t.Fatal(err)
	}
	s := dialogue.Decode(turn.Rules(raw))
	if asked := s.Top().Asked != "" || s.Sought || len(s.Topics) > 0; asked || s.Reminded.Of.ID != "1" {
		t.Errorf("the dialogue holds %s", raw)
	}
}

func TestAMessageLeavesTheEmergencyThatWasJustToldOf(t *testing.T) {
	t.Parallel()
	for ago, want := range map[time.Duration]bool{5 * time.Minute: true, 30 * time.Hour: false} {
		w := wordsOf("order_state", facts{Status: "ready"}, "casual", "PE")
		w.state.Danger, w.state.Touched = urgency.Ambulance, w.now.Add(-ago)
		raw, err := w.remember()
		if err != nil {
			t.Fatal(err)
		}
		if got := dialogue.Decode(turn.Rules(raw)).Danger != ""; got != want {
			t.Errorf("%s later it is there: %v", ago, got)
		}
	}
}

func TestAnOfferSaysUntilWhenItIsKept(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"es", "en", "pt"} {
		w := wordsOf("waiting_offer", facts{Date: "2026-11-24", Time: "20:00", Party: 2, SlotID: "slot", Until: "15:10"}, "casual", "PE")
		w = newWords(w.known, &conversation{channel: "webchat", language: language, now: monday}, &message{kind: "waiting_offer", facts: *w.facts})
		if got := w.say().text; !strings.Contains(got, "15:10") {
			t.Errorf("%s: %q", language, got)
		}
	}
}

func TestOnlyTheTurnAfterAMessageIsAnAnswerToItByAYesAlone(t *testing.T) {
	t.Parallel()
	raw, err := wordsOf("reminder_2h", facts{Appointment: "1", Date: "2026-11-24", Time: "20:00"}, "casual", "PE").remember()
	if err != nil || !strings.Contains(string(raw), `"unasked":true`) {
		t.Errorf("%s %v", raw, err)
	}
}
