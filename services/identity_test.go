package services_test

import (
	"encoding/base64"
	"encoding/json"
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// wamidOf has the form of the platform's own examples: the sender's number stands in it.
func wamidOf(number string) string {
	return "wamid." + base64.StdEncoding.EncodeToString([]byte("\x1c\x18\x0d"+number+"\x15\x02\x00\x12\x18\x143A7B589F650C2F9F24F6\x00"))
}

func TestNoIDHoldsTheNumberBeforeErasingOrAfter(t *testing.T) {
	t.Parallel()
	l := newLab(t, "testdata/shop-a.yaml")
	const phone = "5215550141781"
	own := wamidOf(phone)
	if find([]byte(own), secretOf{phone}) == "" {
		t.Fatal("the test's own id holds no number, or the search does not see it")
	}
	l.say(t, phone, own, "¿Cuánto cuesta la limpieza dental?")
	sent := l.replies(t, phone, 1)[0]
	if find([]byte(sent.ProviderID), secretOf{phone}) == "" {
		t.Fatalf("the channel's id of the reply holds no number: %s", sent.ProviderID)
	}
	read := bustest.Collect[*recadov1.ReplyRead](t, l.Server, subject.ReplyRead, 1)[0]
	ids := l.ids(t, "shop-a")
	if want := ids.MessageID(sent.ProviderID); read.GetProviderMessageId() != want {
		t.Errorf("the reply that was read is %s, want %s", read.GetProviderMessageId(), want)
	}
	// what somebody computes who knows the tenant, its account and all numbers
	guesses := identity.Bare("shop-a")
	secrets := secretOf{
		phone, own, sent.ProviderID, guesses.ContactID("whatsapp", shopA, phone), guesses.ConversationID("whatsapp", shopA, phone),
	}
	search := func(when string) {
		t.Helper()
		for _, table := range l.tables(t) {
			if found := find(l.table(t, table), secrets); found != "" {
				t.Errorf("%s: %s holds %s", when, table, found)
			}
		}
		for _, stream := range l.streams(t) {
			if found := find(l.stream(t, stream), secrets); found != "" {
				t.Errorf("%s: %s holds %s", when, stream, found)
			}
		}
		spans, err := json.Marshal(l.spans(t, ids.MessageID(own)))
		if err != nil || len(spans) < 1000 {
			t.Fatalf("%d bytes of spans, %v", len(spans), err)
		}
		if found := find(spans, secrets); found != "" {
			t.Errorf("%s: a span holds %s", when, found)
		}
		if found := find([]byte(l.Log()), secrets); found != "" {
			t.Errorf("%s: the log holds %s", when, found)
		}
	}
	search("before")
	contact := l.contact(t)
	if _, err := vault.Erase(t.Context(), l.Bus, "shop-a", contact); err != nil {
		t.Fatal(err)
	}
	if _, known, err := l.db.Open(t, "recado_console").EraseContact(t.Context(), "shop-a", contact); err != nil || !known {
		t.Fatalf("erase the rows: %v, %v", known, err)
	}
	search("after")
	if id := l.contact(t); id != ids.ContactID("whatsapp", shopA, phone) {
		t.Errorf("the row that is left is of %s", id)
	}
}
