package turn

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/recado/recado/pkg/guard"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/prompt"
)

// sealed is a telephone number as its message numbered it.
func sealed(token, digest string) *recadov1.SealedValue {
	return &recadov1.SealedValue{Type: "phone", Token: token, Sealed: []byte(digest), Digest: []byte(digest)}
}

// withPhone is a message that holds a telephone number as [TEL_1].
func withPhone(n int64, digest string) Message {
	m := text(n, "mi número es [TEL_1]")
	m.Routed.Pii = []*recadov1.SealedValue{sealed("[TEL_1]", digest)}
	m.Routed.Slots = &recadov1.Slots{Phone: "[TEL_1]", Services: []*recadov1.Mention{{Name: "llamar a [TEL_1]"}}}
	return m
}

// tokensFor is a run that names the personal data of a conversation.
func tokensFor(c *Conversation, store *memory) *run {
	return &run{scene: &scene{conv: c}, tokens: tokensOf(c, store.Names)}
}

func TestTwoNumbersOfAConversationHaveTwoTokens(t *testing.T) {
	t.Parallel()
	c := &Conversation{Messages: []Message{withPhone(1, "ana"), withPhone(2, "luis"), withPhone(3, "ana")}}
	names := tokensFor(c, &memory{})
	if err := names.rename(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"[TEL_1]", "[TEL_2]", "[TEL_1]"} {
		m := c.Messages[i].Routed
		read := []string{prompt.Words(m), m.GetSlots().GetPhone(), m.GetSlots().GetServices()[0].GetName(), m.GetPii()[0].GetToken()}
		if want := []string{"mi número es " + want, want, "llamar a " + want, want}; !slices.Equal(read, want) {
			t.Errorf("message %d reads %q, want %q", i+1, read, want)
		}
	}
}

func TestTokensAreReadOnceAndOnlyWhereTheyAreNeeded(t *testing.T) {
	t.Parallel()
	store := &memory{}
	names := tokensFor(&Conversation{Messages: []Message{text(1, "hola")}}, store)
	if err := names.rename(t.Context()); err != nil {
		t.Fatal(err)
	}
	if values, err := names.tokens.SealedIn(t.Context(), `{"date":"2026-03-02"}`); err != nil || len(values) != 0 || store.reads != 0 {
		t.Errorf("values %v, %v, %d reads before a token", values, err, store.reads)
	}
	for range 2 {
		if _, err := names.tokens.SealedIn(t.Context(), "[TEL_1]"); err != nil {
			t.Fatal(err)
		}
	}
	if store.reads != 1 {
		t.Errorf("%d reads, want 1", store.reads)
	}
}

func TestTokensOfEarlierTurnsAreKnownAgain(t *testing.T) {
	t.Parallel()
	messages := []Message{withPhone(1, "ana"), withPhone(2, "luis"), withPhone(3, "ana")}
	first := tokensFor(&Conversation{Messages: messages}, &memory{})
	if err := first.rename(t.Context()); err != nil {
		t.Fatal(err)
	}
	kept, err := first.tokens.Encoded()
	if err != nil || kept == nil {
		t.Fatalf("encoded = %s, %v", kept, err)
	}
	later := tokensFor(&Conversation{Messages: []Message{withPhone(4, "luis")}}, &memory{names: kept})
	if err := later.rename(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := prompt.Words(later.scene.conv.Messages[0].Routed); got != "mi número es [TEL_2]" {
		t.Errorf("the message reads %q", got)
	}
	if again, err := later.tokens.Encoded(); err != nil || again != nil {
		t.Errorf("nothing is new, but %s is to be written, %v", again, err)
	}
	values, err := later.tokens.SealedIn(t.Context(), `{"phone":"[TEL_1]"}`)
	if err != nil || len(values) != 1 || string(values[0].GetSealed()) != "ana" {
		t.Errorf("[TEL_1] stands for %v, %v", values, err)
	}
}

func TestHistoryNamesOnlyWhatIsRemembered(t *testing.T) {
	t.Parallel()
	names := tokensFor(&Conversation{Messages: []Message{withPhone(1, "ana")}}, &memory{})
	if err := names.rename(t.Context()); err != nil {
		t.Fatal(err)
	}
	for want, line := range map[string]Line{
		"sin datos":              {Text: "sin datos"},
		"era [TEL_1]":            {Text: "era [TEL_7]", PII: []*recadov1.SealedValue{sealed("[TEL_7]", "ana")}},
		"era " + guard.Protected: {Text: "era [TEL_1]", PII: []*recadov1.SealedValue{sealed("[TEL_1]", "luis")}},
	} {
		if got, err := names.tokens.InHistory(t.Context(), line.Text, line.PII); err != nil || got != want {
			t.Errorf("%q reads %q, %v; want %q", line.Text, got, err, want)
		}
	}
}

func TestTokensThatCannotBeReadEndTheTurn(t *testing.T) {
	t.Parallel()
	names := tokensFor(&Conversation{Messages: []Message{withPhone(1, "ana")}}, &memory{names: json.RawMessage(`[`)})
	if err := names.rename(t.Context()); err == nil {
		t.Error("they were read")
	}
}
