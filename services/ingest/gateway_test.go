package ingest_test

import (
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// The doors of the shop's gateway.
const (
	inboundDoor = "gateway.inbound." + gatewayName + ".shop-a"
	receiptDoor = "gateway.receipt." + gatewayName + ".shop-a"
)

// pigeonMessage is what a gateway fills in, and no more.
func pigeonMessage(change func(*recadov1.MessageReceived)) *recadov1.MessageReceived {
	m := &recadov1.MessageReceived{
		Meta: &recadov1.Meta{
			TenantId: "shop-a", Channel: gatewayName, AccountId: "coop", MessageId: "p-1",
			Contact: &recadov1.Contact{ContactId: "loft-9", ProfileName: "Loft"},
		},
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: "coo"}}},
	}
	if change != nil {
		change(m)
	}
	return m
}

func encode(t testing.TB, m proto.Message) []byte {
	t.Helper()
	data, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// fly publishes as an outside gateway does, with a plain client.
func fly(t testing.TB, conn *nats.Conn, subj string, data []byte) {
	t.Helper()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(t.Context(), subj, data); err != nil {
		t.Fatal(err)
	}
}

func TestGatewayMessageIsCheckedCompletedAndRepublished(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	start(t, server, shop(t))
	conn := server.Conn(t)
	forged := pigeonMessage(func(m *recadov1.MessageReceived) {
		m.Meta.EventId, m.Meta.ConversationKey, m.Meta.AssistantId = "mine", "mine", "mine"
		m.Meta.Contact.SealedAddress = []byte("mine")
	})
	fly(t, conn, inboundDoor, encode(t, forged))
	fly(t, conn, inboundDoor, encode(t, pigeonMessage(nil))) // the same message again
	m := bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, 1)[0].GetMeta()
	if m.GetEventId() != identity.Bare("shop-a").EventID(gatewayName, "coop", "p-1") || m.GetAssistantId() != "ana" ||
		m.GetConversationKey() != identity.Bare("shop-a").ConversationID(gatewayName, "coop", "loft-9") || m.GetReceivedAt() == nil {
		t.Errorf("got %v", m)
	}
	address, err := channel.OpenAddress(keyOf(t, server, m), m.GetContact().GetContactId(), m.GetContact().GetSealedAddress())
	if err != nil || address.UserID != "loft-9" {
		t.Errorf("got address %v, %v", address, err)
	}
}

func TestGatewayGarbageBecomesADeadLetterAndTheChannelGoesOn(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	start(t, server, shop(t))
	conn := server.Conn(t)
	bad := []struct {
		reason string
		data   []byte
	}{
		{"not a valid protobuf", []byte("\xff\xff\xff")},
		{"its subject names another tenant than its event", encode(t, pigeonMessage(func(m *recadov1.MessageReceived) { m.Meta.TenantId = "nobody" }))},
		{"its subject names another tenant than its event", encode(t, pigeonMessage(func(m *recadov1.MessageReceived) { m.Meta.TenantId = "" }))},
		{"meta.channel", encode(t, pigeonMessage(func(m *recadov1.MessageReceived) { m.Meta.Channel = "other" }))},
		{"meta.account_id", encode(t, pigeonMessage(func(m *recadov1.MessageReceived) { m.Meta.AccountId = accountA }))},
		{"message_id", encode(t, pigeonMessage(func(m *recadov1.MessageReceived) { m.Meta.MessageId = "" }))},
		{"contact", encode(t, pigeonMessage(func(m *recadov1.MessageReceived) { m.Meta.Contact = nil }))},
		{"content", encode(t, pigeonMessage(func(m *recadov1.MessageReceived) { m.Content = nil }))},
		{"message too large: content: expected at most 16384 bytes", encode(t, pigeonMessage(func(m *recadov1.MessageReceived) { m.Content.GetText().Body = strings.Repeat("a", 300<<10) }))},
	}
	for _, b := range bad {
		fly(t, conn, inboundDoor, b.data)
	}
	fly(t, conn, inboundDoor, encode(t, pigeonMessage(nil)))
	bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, 1)
	letters := bustest.CollectRaw(t, server, subject.Stream(subject.DeadLetters), len(bad))
	for i, b := range bad {
		if reason := letters[i].Headers().Get("Recado-Reason"); !strings.Contains(reason, b.reason) || strings.Contains(reason, "aaaa") {
			t.Errorf("got reason %q, want %q", reason, b.reason)
		}
	}
}

func TestGatewayMayNotSpeakForABuiltInChannel(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	settings := shop(t)
	settings.Accounts = append(settings.Accounts, whatsapp(t, "shop-a", "1", nil))
	settings.Accounts[len(settings.Accounts)-1].Gateway = true
	start(t, server, settings)
	fly(t, server.Conn(t), "gateway.inbound.whatsapp.shop-a", encode(t, pigeonMessage(func(m *recadov1.MessageReceived) {
		m.Meta.Channel, m.Meta.AccountId = "whatsapp", accountA
	})))
	dead := bustest.CollectRaw(t, server, subject.Stream(subject.DeadLetters), 1)[0]
	if !strings.Contains(dead.Headers().Get("Recado-Reason"), "served by an adapter") {
		t.Errorf("got %q", dead.Headers().Get("Recado-Reason"))
	}
}

func TestGatewayReceiptIsRepublished(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	start(t, server, shop(t))
	conn := server.Conn(t)
	report := &recadov1.ReceiptReceived{
		Meta: pigeonMessage(nil).GetMeta(), CallbackData: "reply-1", Status: recadov1.ReceiptStatus_RECEIPT_STATUS_DELIVERED,
	}
	wrong := proto.CloneOf(report)
	wrong.Status = recadov1.ReceiptStatus_RECEIPT_STATUS_UNSPECIFIED
	fly(t, conn, receiptDoor, encode(t, wrong))
	fly(t, conn, receiptDoor, encode(t, report))
	got := bustest.Collect[*recadov1.ReceiptReceived](t, server, subject.ReceiptReceived, 1)[0]
	if got.GetCallbackData() != "reply-1" || got.GetStatus() != report.GetStatus() || got.GetMeta().GetTenantId() != "shop-a" {
		t.Errorf("got %v", got)
	}
	dead := bustest.CollectRaw(t, server, subject.Stream(subject.DeadLetters), 1)[0]
	if !strings.Contains(dead.Headers().Get("Recado-Reason"), "status:") {
		t.Errorf("got %q", dead.Headers().Get("Recado-Reason"))
	}
}

func TestAGatewayIsReadAsLongAsItsTenantHasTheAccount(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := start(t, server, shop(t))
	conn := server.Conn(t)
	fly(t, conn, inboundDoor, encode(t, pigeonMessage(nil)))
	bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, 1)
	without := shop(t)
	without.Version, without.Accounts = 2, without.Accounts[:len(without.Accounts)-1]
	p.PutTenant(t, without)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	consumer, err := js.Consumer(t.Context(), subject.Stream(subject.GatewayInbound), "ingest-gateway_"+gatewayName+"_shop-a")
	if err != nil {
		t.Fatal(err)
	}
	bustest.Eventually(t, "the end of the reading", func() bool {
		info, err := consumer.Info(t.Context())
		return err == nil && info.NumWaiting == 0
	})
	if got := consumer.CachedInfo().Config; got.MaxAckPending != 1 || got.InactiveThreshold == 0 {
		t.Errorf("got %+v, want one message at a time and an end", got)
	}
	back := shop(t)
	back.Version = 3
	p.PutTenant(t, back)
	fly(t, conn, inboundDoor, encode(t, pigeonMessage(func(m *recadov1.MessageReceived) { m.Meta.MessageId = "p-2" })))
	bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, 2)
}

func TestNewTenantsGatewayChannelIsReadWithoutARestart(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := start(t, server)
	p.PutTenant(t, shop(t))
	fly(t, server.Conn(t), inboundDoor, encode(t, pigeonMessage(nil)))
	bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, 1)
}
