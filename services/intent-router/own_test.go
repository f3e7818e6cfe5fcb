package intentrouter

import (
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/intent-router/intent"
)

// cantina is a restaurant whose "lunada" is read as a slip of "cuñada" where nobody says otherwise.
func cantina(phrases ...tenant.Phrase) *tenant.Settings {
	s := bistro()
	s.Routing.Phrases = phrases
	return s
}

var lunada = tenant.Phrase{Say: "lunada|lunadas", Intent: intent.Hours}

func TestTenantsPhraseWinsUnlessTheModelIsVerySure(t *testing.T) {
	t.Parallel()
	const body = "y la lunada de este mes?"
	before := understood(cantina(), body).GetIntents()[0]
	got := understood(cantina(lunada), body)
	first, decided := got.GetIntents()[0], before.GetName() == intent.Hours && before.GetConfidence() >= 0.5
	if first.GetName() != intent.Hours || first.GetConfidence() < 0.8 || decided {
		t.Errorf("%q was %v and is %v", body, before, got.GetIntents())
	}
	if got.GetSpecialist() != "hours" {
		t.Errorf("the specialist is %s", got.GetSpecialist())
	}
	if other := understood(cantina(lunada), "y el menú de este mes?").GetIntents()[0]; other.GetName() == intent.Hours {
		t.Errorf("without the phrase it is %v", other)
	}
}

func TestPhraseLosesToAVerySureModelButIsFound(t *testing.T) {
	t.Parallel()
	const body = "quiero cancelar mi reserva de la lunada"
	if before := understood(cantina(), body).GetIntents()[0]; before.GetName() != intent.CancelBooking || before.GetConfidence() < 0.96 {
		t.Fatalf("the model is not very sure, choose another message: %v", before)
	}
	got := understood(cantina(lunada), body).GetIntents()
	if got[0].GetName() != intent.CancelBooking || len(got) < 2 || got[1].GetName() != intent.Hours {
		t.Errorf("%q is %v", body, got)
	}
}

func TestDangerComesBeforeTenantsPhrases(t *testing.T) {
	t.Parallel()
	s := dental()
	for _, in := range intent.All() {
		if in.Name != intent.UrgentCare {
			s.Routing.Phrases = append(s.Routing.Phrases, tenant.Phrase{Say: "sangrar|sangra|muela|cara|dolor", Intent: in.Name})
		}
	}
	for _, body := range []string{"no para de sangrar", "tengo la cara hinchada y fiebre", "la muela me duele muchísimo, no aguanto el dolor", "se me cayó la muela de un golpe y sangra mucho"} {
		got := understood(s, body)
		if got.GetSpecialist() != intent.UrgentCare || got.GetIntents()[0].GetName() != intent.UrgentCare {
			t.Errorf("%q is %v for %s", body, got.GetIntents(), got.GetSpecialist())
		}
	}
}

func TestModelChoosesAmongSeveralPhrasesAndAllAreFound(t *testing.T) {
	t.Parallel()
	s := cantina(tenant.Phrase{Say: "martes loco", Intent: intent.Invoice}, tenant.Phrase{Say: "martes loco", Intent: intent.Pricing}, tenant.Phrase{Say: "loco", Intent: intent.Loyalty})
	got := understood(s, "cuánto vale martes loco").GetIntents()
	found := map[string]bool{}
	for _, in := range got {
		found[in.GetName()] = true
	}
	if got[0].GetName() != intent.Pricing || got[0].GetConfidence() < 0.5 || !found[intent.Invoice] || !found[intent.Loyalty] {
		t.Errorf("intents %v", got)
	}
}

func TestPhraseIsNotAnAnswerToADialogue(t *testing.T) {
	t.Parallel()
	prior := Prior{Language: "es", Intent: intent.Booking, At: envelope("").GetMeta().GetReceivedAt().AsTime().Add(-time.Minute)}
	routed, _ := newRouter(nil, 0.35).UnderstandAfter(envelope("lunada 4"), cantina(lunada), prior)
	if routed.GetContinued() || routed.GetIntents()[0].GetName() != intent.Hours {
		t.Errorf("%v, continued %t", routed.GetIntents(), routed.GetContinued())
	}
	other := tenant.Phrase{Say: "lunada", Intent: intent.Other}
	if routed, _ = newRouter(nil, 0.35).UnderstandAfter(envelope("lunada 4"), cantina(other), prior); routed.GetContinued() {
		t.Errorf("%v goes on with the dialogue", routed.GetIntents())
	}
}

func TestUnreadablePhrasesAreLeftOut(t *testing.T) {
	t.Parallel()
	wrong := []tenant.Phrase{{Say: "a.b", Intent: intent.Hours}, {Say: "hola", Intent: "cooking"}, {Say: strings.Repeat("hola ", 300), Intent: intent.Hours}, {Say: "", Intent: intent.Hours}}
	if got := newOwnPhrases(wrong).in(language.Read("hola a b")); got != 0 {
		t.Errorf("what cannot be read speaks for %b", got)
	}
	got := understood(cantina(append(wrong, lunada)...), "lunada?").GetIntents()
	if got[0].GetName() != intent.Hours {
		t.Errorf("intents %v", got)
	}
}

func TestPhrasesOverBudgetKeepsFirst(t *testing.T) {
	t.Parallel()
	many := []tenant.Phrase{lunada}
	for i := range 400 {
		long := strings.Repeat(string(rune('a'+i%26))+string(rune('a'+i/26))+" ", 250)
		many = append(many, tenant.Phrase{Say: strings.TrimSpace(long), Intent: intent.Pricing})
	}
	if got := newOwnPhrases(many).in(language.Read("lunada")); got != intent.Set(0).With(intent.Hours) {
		t.Errorf("the first phrase of %d speaks for %b", len(many), got)
	}
}
