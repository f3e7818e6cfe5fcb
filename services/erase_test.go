package services_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestAnErasedContactIsForgottenAndMayComeBack(t *testing.T) {
	t.Parallel()
	l := newLab(t, "testdata/shop-a.yaml")
	const from = "5215550008001"
	if text := l.ask(t, from, 1, "mi teléfono es 55 8147 2963").Text; !strings.Contains(text, "55 8147 2963") {
		t.Fatalf("before: %q", text)
	}
	bustest.Eventually(t, "the reply's end", func() bool { return l.count(t, `SELECT count(*) FROM delivery.deliveries WHERE state = 'sent'`) == 1 })
	contact := l.contact(t)
	if existed, err := vault.Erase(t.Context(), l.Bus, "shop-a", contact); err != nil || !existed {
		t.Fatalf("erase the key: %v, %v", existed, err)
	}
	if _, known, err := l.db.Open(t, "recado_console").EraseContact(t.Context(), "shop-a", contact); err != nil || !known {
		t.Fatalf("erase the rows: %v, %v", known, err)
	}
	for _, table := range []string{"business.contacts", "chat.names", "chat.steps", "delivery.deliveries", "delivery.parts"} {
		if rows := l.table(t, table); len(rows) > 0 {
			t.Errorf("%s still holds %s", table, rows)
		}
	}
	for _, table := range []string{"chat.messages", "chat.replies", "chat.turns", "chat.contacts", "chat.conversations"} {
		if rows := l.table(t, table); find(rows, secretOf{"TEL_1", "Prueba", "contactaremos"}) != "" {
			t.Errorf("%s still holds %s", table, rows)
		}
	}
	if text := l.ask(t, from, 2, "mi teléfono es 55 8147 2963").Text; !strings.Contains(text, "55 8147 2963") {
		t.Errorf("after coming back: %q", text)
	}
}

// contact is the id of the one contact.
func (l *lab) contact(t *testing.T) (id string) {
	t.Helper()
	l.db.QueryRow(t, `SELECT contact_id::text FROM chat.conversations`, nil, &id)
	return id
}

func TestASealedDeadLetterIsRetriedOnceItsCauseIsMended(t *testing.T) {
	t.Parallel()
	l := newLab(t, "testdata/shop-a.yaml")
	e := &recadov1.MessageReceived{
		Meta: &recadov1.Meta{
			EventId: uuid.NewString(), TenantId: "shop-b", Channel: "whatsapp", AccountId: shopB, MessageId: "wamid.early",
			ConversationKey: uuid.NewString(), ReceivedAt: timestamppb.Now(), Contact: &recadov1.Contact{ContactId: uuid.NewString()},
		},
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: "mi cel es 55 8147 2963"}}},
	}
	if err := l.Bus.Publish(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	var letters []bus.DeadLetter
	bustest.Eventually(t, "a dead letter", func() bool {
		var err error
		letters, err = l.Bus.DeadLetters(context.WithoutCancel(t.Context()), bus.DeadLetterFilter{})
		return err == nil && len(letters) == 1
	})
	if !letters[0].Sealed || find(l.stream(t, subject.Stream(subject.DeadLetters)), bookersPhone) != "" {
		t.Errorf("the letter shows the number: %+v", letters[0])
	}
	l.PutTenant(t, &tenant.Settings{ID: "shop-b", Version: 1})
	bustest.Eventually(t, "the retried message is screened", func() bool {
		letters, err := l.Bus.DeadLetters(context.WithoutCancel(t.Context()), bus.DeadLetterFilter{})
		if err == nil && len(letters) == 1 {
			_ = l.Bus.RetryDeadLetter(context.WithoutCancel(t.Context()), letters[0].ID)
		}
		return bustest.Count(t, l.Server, subject.MessageScreened) == 1
	})
	got := bustest.Collect[*recadov1.MessageScreened](t, l.Server, subject.MessageScreened, 1)[0]
	if got.GetContent().GetText().GetBody() != "mi cel es [TEL_1]" || len(got.GetPii()) != 1 {
		t.Errorf("got %v", got)
	}
}
