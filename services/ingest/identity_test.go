package ingest_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/channel/channeltest"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const number = "5215550147781"

// wamidOf has the form of the platform's own examples: base64 in which the person's number stands.
func wamidOf(number, tail string) string {
	return "wamid." + base64.StdEncoding.EncodeToString([]byte("\x1c\x18\x0d"+number+"\x15\x02\x00\x12\x18\x14"+tail+"\x00"))
}

// withKey gives a tenant an identity key, as the first apply does.
func withKey(t testing.TB, s *tenant.Settings) (*tenant.Settings, *identity.Tenant) {
	t.Helper()
	s.Identity.Key = identity.Generate(master(t), s.ID)
	ids, err := identity.Open(master(t), s)
	if err != nil {
		t.Fatal(err)
	}
	return s, ids
}

// postMessages posts what WhatsApp does, of one kind: messages or statuses.
func postMessages(t testing.TB, url, account, kind, items string) {
	t.Helper()
	body := fmt.Appendf(nil, `{"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":{"metadata":{"phone_number_id":"%s"},"%s":[%s]}}]}]}`,
		account, kind, items)
	if got := send(t, http.MethodPost, url+"/webhooks/whatsapp/"+account, channeltest.SignMeta(body, appSecret), body); got.status != http.StatusOK {
		t.Fatalf("got %d %s", got.status, got.body)
	}
}

// tells reports whether bytes hold a person's number or the channel's id of a message, as they are or where base64 hides them.
func tells(data []byte, secrets ...string) bool {
	for _, secret := range secrets {
		if bytes.Contains(data, []byte(secret)) {
			return true
		}
		for skip := range 3 { // base64 has three ways to write a text, by what stands before it
			hidden := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("x", skip) + secret))[4:]
			if bytes.Contains(data, []byte(hidden[:len(hidden)-3])) {
				return true
			}
		}
	}
	return false
}

func TestNoEventHoldsTheNumberThatStandsInAChannelsMessageID(t *testing.T) {
	t.Parallel()
	said, quoted, sent := wamidOf(number, "3A7B589F650C2F9F24F6"), wamidOf(number, "3A00000000000000F001"), wamidOf(number, "3A00000000000000F002")
	if !tells([]byte(said), number) {
		t.Fatal("the test's own id does not hold the number, or would not be found")
	}
	server := bustest.New(t)
	settings, ids := withKey(t, shop(t))
	p := start(t, server, settings)
	postMessages(t, p.URL, accountA, "messages", fmt.Sprintf(
		`{"from":"%[1]s","id":"%[2]s","context":{"id":"%[3]s"},"timestamp":"1767711600","type":"text","text":{"body":"hola"}},
		 {"from":"%[1]s","id":"%[2]sr","timestamp":"1767711601","type":"reaction","reaction":{"message_id":"%[3]s","emoji":"+"}}`, number, said, quoted))
	postMessages(t, p.URL, accountA, "statuses", fmt.Sprintf(`{"id":"%s","recipient_id":"%s","status":"delivered","timestamp":"1767711602"}`, sent, number))

	received := bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, 2)
	receipt := bustest.Collect[*recadov1.ReceiptReceived](t, server, subject.ReceiptReceived, 1)[0]
	for _, stage := range []string{subject.MessageReceived, subject.ReceiptReceived} {
		for _, m := range bustest.CollectRaw(t, server, subject.Stream(stage), int(bustest.Count(t, server, stage))) {
			for name, values := range m.Headers() {
				if tells([]byte(strings.Join(values, " ")), number, said, quoted, sent) {
					t.Errorf("%s: header %s holds it", stage, name)
				}
			}
			if tells(m.Data(), number, said, quoted, sent) || tells([]byte(m.Subject()), number) {
				t.Errorf("%s: the event holds it", stage)
			}
		}
	}
	m := received[0]
	if m.GetMeta().GetMessageId() != ids.MessageID(said) || m.GetReplyTo() != ids.MessageID(quoted) || !m.GetMeta().GetKeyed() {
		t.Errorf("got %v, in reply to %s", m.GetMeta(), m.GetReplyTo())
	}
	if about := received[1].GetContent().GetReaction().GetMessageId(); about != ids.MessageID(quoted) {
		t.Errorf("a reaction to %s", about)
	}
	if receipt.GetProviderMessageId() != ids.MessageID(sent) || !receipt.GetMeta().GetKeyed() {
		t.Errorf("a receipt of %s", receipt.GetProviderMessageId())
	}
	meta := m.GetMeta()
	own, err := channel.OpenMessageID(keyOf(t, server, meta), meta.GetContact().GetContactId(), meta.GetSealedMessageId())
	if err != nil || own != said {
		t.Errorf("the channel's own id opens as %q, %v", own, err)
	}
}

func TestOnePersonHasUnrelatedIDsWithTwoTenants(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	one, ids := withKey(t, shop(t))
	other, otherIDs := withKey(t, neighbour(t, appSecret))
	p := start(t, server, one, other)
	message := fmt.Sprintf(`{"from":"%s","id":"%s","timestamp":"1767711600","type":"text","text":{"body":"hola"}}`, number, wamidOf(number, "3A7B589F650C2F9F24F6"))
	postMessages(t, p.URL, accountA, "messages", message)
	postMessages(t, p.URL, accountB, "messages", message)
	got := bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, 2)
	seen := map[string]bool{}
	for _, e := range got {
		m := e.GetMeta()
		for _, id := range []string{m.GetMessageId(), m.GetEventId(), m.GetConversationKey(), m.GetContact().GetContactId()} {
			if seen[id] {
				t.Errorf("%s stands for two things", id)
			}
			seen[id] = true
		}
		want, account := ids, accountA
		if m.GetTenantId() == "shop-b" {
			want, account = otherIDs, accountB
		}
		if m.GetConversationKey() != want.ConversationID("whatsapp", account, number) {
			t.Errorf("%s: conversation %s", m.GetTenantId(), m.GetConversationKey())
		}
	}
}

func TestATenantFromBeforeThereWereKeysKeepsItsIDs(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := start(t, server, shop(t))
	postMessages(t, p.URL, accountA, "messages", fmt.Sprintf(`{"from":"%s","id":"m-1","timestamp":"1767711600","type":"text","text":{"body":"hola"}}`, number))
	m := bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, 1)[0].GetMeta()
	bare := identity.Bare("shop-a")
	if m.GetConversationKey() != bare.ConversationID("whatsapp", accountA, number) || m.GetMessageId() != "m-1" || m.GetKeyed() {
		t.Errorf("got %v", m)
	}
}

func TestAKeyThatDoesNotOpenIsTheServersFaultAndTheMessageComesAgain(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	settings := shop(t)
	settings.Identity.Key = identity.Generate(master(t), "another-shop")
	p := start(t, server, settings)
	body := fmt.Appendf(nil, `{"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":{"metadata":{"phone_number_id":"%s"},"messages":[
		{"from":"%s","id":"m-1","timestamp":"1767711600","type":"text","text":{"body":"hola"}}]}}]}]}`, accountA, number)
	got := send(t, http.MethodPost, p.URL+"/webhooks/whatsapp/"+accountA, channeltest.SignMeta(body, appSecret), body)
	if got.status != http.StatusServiceUnavailable || got.header.Get("Retry-After") == "" {
		t.Errorf("got %d %s", got.status, got.body)
	}
	if n := bustest.Count(t, server, subject.MessageReceived); n != 0 {
		t.Errorf("%d messages were published", n)
	}
}
