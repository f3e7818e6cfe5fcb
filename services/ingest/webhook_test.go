package ingest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/channel/channeltest"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// repeats bring what an earlier body in the order of names brought already: the same message, the same status of the same message.
var repeats = map[string]bool{"in_text.json": true, "status_read.json": true}

// effects says which events each recorded webhook becomes: the kind of each message, the status of each receipt.
var effects = map[string]struct{ messages, receipts []string }{
	"in_audio_voice.json":                     {messages: []string{"MEDIA_TYPE_VOICE"}},
	"in_batch_two_messages_one_status.json":   {messages: []string{"text", "text"}, receipts: []string{"READ"}},
	"in_button_reply.json":                    {messages: []string{"INTERACTIVE_TYPE_BUTTON"}},
	"in_document.json":                        {messages: []string{"MEDIA_TYPE_DOCUMENT"}},
	"in_duplicate_delivery.json":              {messages: []string{"text"}},
	"in_image.json":                           {messages: []string{"MEDIA_TYPE_IMAGE"}},
	"in_list_reply.json":                      {messages: []string{"INTERACTIVE_TYPE_LIST"}},
	"in_location.json":                        {messages: []string{"location"}},
	"in_out_of_order_older.json":              {messages: []string{"text"}},
	"in_reaction.json":                        {messages: []string{"reaction"}},
	"in_system_number_change.json":            {messages: []string{"system"}},
	"in_template_button.json":                 {messages: []string{"INTERACTIVE_TYPE_TEMPLATE_BUTTON"}},
	"in_text.json":                            {messages: []string{"text"}},
	"in_text_ad_referral.json":                {messages: []string{"text"}},
	"in_text_legacy_no_user_id.json":          {messages: []string{"text"}},
	"in_text_reply_context.json":              {messages: []string{"text"}},
	"in_text_two_tenants.json":                {messages: []string{"text", "text"}},
	"in_text_username_only.json":              {messages: []string{"text"}},
	"in_unsupported.json":                     {messages: []string{"unsupported"}},
	"signed_compact_escaped.json":             {messages: []string{"text"}},
	"status_delivered.json":                   {receipts: []string{"DELIVERED"}},
	"status_failed_131026_undeliverable.json": {receipts: []string{"FAILED 131026"}},
	"status_failed_131047_reengagement.json":  {receipts: []string{"FAILED 131047"}},
	"status_failed_131049_ecosystem.json":     {receipts: []string{"FAILED 131049"}},
	"status_failed_131053_media.json":         {receipts: []string{"FAILED 131053"}},
	"status_read.json":                        {receipts: []string{"READ"}},
	"status_sent.json":                        {receipts: []string{"SENT"}},
	"status_sent_conversation_legacy.json":    {receipts: []string{"SENT"}},
	"account_error_130429.json":               {receipts: []string{"ACCOUNT_ERROR 130429"}},
}

func TestWebhookPublishesEveryEventOfTheRecordedBodies(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := start(t, server, shop(t), neighbour(t, appSecret))
	recorded := append(channeltest.Fixtures(t, "whatsapp", "in_"), channeltest.Fixtures(t, "whatsapp", "status_")...)
	recorded = append(recorded, "whatsapp/signed_compact_escaped.json", "whatsapp/account_error_130429.json")
	var messages, receipts int
	for _, name := range recorded {
		want, listed := effects[path.Base(name)]
		if !listed {
			t.Fatalf("%s has no effect in this table", name)
		}
		body := channeltest.Fixture(t, name)
		if got := post(t, p, accountA, body, "syn_wrong_secret"); got.status != http.StatusUnauthorized {
			t.Errorf("%s with a wrong signature: got %d", name, got.status)
		}
		if n, m := published(t, server); n != messages || m != receipts {
			t.Fatalf("%s with a wrong signature was published", name)
		}
		if got := post(t, p, accountA, body, appSecret); got.status != http.StatusOK {
			t.Errorf("%s: got %d %s", name, got.status, got.body)
		}
		if repeats[path.Base(name)] {
			want.messages, want.receipts = nil, nil
		}
		messages, receipts = messages+len(want.messages), receipts+len(want.receipts)
		events := bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, messages)
		if diff := cmp.Diff(want.messages, kinds(events[messages-len(want.messages):])); diff != "" {
			t.Errorf("%s: messages %s", name, diff)
		}
		reports := bustest.Collect[*recadov1.ReceiptReceived](t, server, subject.ReceiptReceived, receipts)
		if diff := cmp.Diff(want.receipts, statuses(reports[receipts-len(want.receipts):])); diff != "" {
			t.Errorf("%s: receipts %s", name, diff)
		}
		if n, m := published(t, server); n != messages || m != receipts {
			t.Fatalf("%s: got %d messages and %d receipts, want %d and %d", name, n, m, messages, receipts)
		}
	}
}

// published counts the messages and receipts on the bus.
func published(t testing.TB, server *bustest.Server) (messages, receipts int) {
	t.Helper()
	return int(bustest.Count(t, server, subject.MessageReceived)), int(bustest.Count(t, server, subject.ReceiptReceived))
}

func kinds(events []*recadov1.MessageReceived) []string {
	var out []string
	for _, e := range events {
		c := e.GetContent()
		m := c.ProtoReflect()
		kind := string(m.WhichOneof(m.Descriptor().Oneofs().ByName("kind")).Name())
		if c.GetMedia() != nil {
			kind = c.GetMedia().GetType().String()
		}
		if c.GetInteractive() != nil {
			kind = c.GetInteractive().GetType().String()
		}
		out = append(out, kind)
	}
	return out
}

func statuses(reports []*recadov1.ReceiptReceived) []string {
	var out []string
	for _, r := range reports {
		status := strings.TrimPrefix(r.GetStatus().String(), "RECEIPT_STATUS_")
		for _, e := range r.GetErrors() {
			status += fmt.Sprint(" ", e.GetCode())
		}
		out = append(out, status)
	}
	return out
}

func TestWebhookFillsMetaAndSealsTheAddress(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := start(t, server, shop(t))
	if got := post(t, p, accountA, channeltest.Fixture(t, "whatsapp/in_text.json"), appSecret); got.status != http.StatusOK {
		t.Fatalf("got %d %s", got.status, got.body)
	}
	raw := bustest.CollectRaw(t, server, subject.Stream(subject.MessageReceived), 1)[0]
	event := bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, 1)[0]
	m := event.GetMeta()
	if m.GetTenantId() != "shop-a" || m.GetChannel() != "whatsapp" || m.GetAccountId() != accountA || m.GetAssistantId() != "ana" {
		t.Errorf("got meta %v", m)
	}
	if m.GetOccurredAt().GetSeconds() != 1767711600 || m.GetReceivedAt().GetSeconds() < 1767711600 {
		t.Errorf("got times %v, %v", m.GetOccurredAt(), m.GetReceivedAt())
	}
	if m.GetConversationKey() != identity.Bare("shop-a").ConversationID("whatsapp", accountA, "MX.4471902286653190") {
		t.Errorf("got conversation %s", m.GetConversationKey())
	}
	if id := raw.Headers().Get(nats.MsgIdHdr); id != "message.received:"+m.GetEventId() {
		t.Errorf("got message id %s", id)
	}
	if bytes.Contains(raw.Data(), []byte("5215550147781\"")) || bytes.Contains(m.GetContact().GetSealedAddress(), []byte("5215550147781")) {
		t.Error("the address is readable")
	}
	address, err := channel.OpenAddress(keyOf(t, server, m), m.GetContact().GetContactId(), m.GetContact().GetSealedAddress())
	if err != nil || address.Phone != "5215550147781" || address.UserID != "MX.4471902286653190" {
		t.Errorf("got address %v, %v", address, err)
	}
	if raw.Headers().Get("traceparent") == "" {
		t.Error("the event carries no trace")
	}
}

func TestWebhookAnswersBadInput(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	bare := neighbour(t, appSecret)
	bare.Accounts[0].Secrets = nil
	p := start(t, server, shop(t), bare)
	text := channeltest.Fixture(t, "whatsapp/in_text.json")
	huge := bytes.Repeat([]byte(" "), 4<<20+1)
	tests := []struct {
		name, method, path string
		header             http.Header
		body               []byte
		want               int
	}{
		{"no signature", "POST", "/webhooks/whatsapp/" + accountA, nil, text, 401},
		{"a signature of the wrong length", "POST", "/webhooks/whatsapp/" + accountA, http.Header{"X-Hub-Signature-256": {"sha256=00"}}, text, 401},
		{"an account without secrets", "POST", "/webhooks/whatsapp/" + accountB, channeltest.SignMeta(text, ""), text, 401},
		{"broken JSON, signed", "POST", "/webhooks/whatsapp/" + accountA, channeltest.SignMeta([]byte("{"), appSecret), []byte("{"), 400},
		{"broken JSON, not signed", "POST", "/webhooks/whatsapp/" + accountA, nil, []byte("{"), 401},
		{"another object", "POST", "/webhooks/whatsapp/" + accountA, channeltest.SignMeta([]byte("{}"), appSecret), []byte("{}"), 400},
		{"unknown account", "POST", "/webhooks/whatsapp/1", channeltest.SignMeta(text, appSecret), text, 401},
		{"unknown channel", "POST", "/webhooks/fax/" + accountA, nil, text, 404},
		{"web chat has its own door", "POST", "/webhooks/webchat/" + site, nil, text, 404},
		{"over 4 MiB", "POST", "/webhooks/whatsapp/" + accountA, channeltest.SignMeta(huge, appSecret), huge, 413},
		{"method", "PUT", "/webhooks/whatsapp/" + accountA, nil, nil, 405},
		{"handshake with a wrong token", "GET", "/webhooks/whatsapp/" + accountA + "?hub.mode=subscribe&hub.verify_token=x&hub.challenge=1", nil, nil, 403},
		{"handshake without a token set", "GET", "/webhooks/whatsapp/" + accountB + "?hub.mode=subscribe&hub.verify_token=&hub.challenge=1", nil, nil, 403},
	}
	for _, tt := range tests {
		if got := send(t, tt.method, p.URL+tt.path, tt.header, tt.body); got.status != tt.want {
			t.Errorf("%s: got %d %s, want %d", tt.name, got.status, got.body, tt.want)
		}
	}
	if n := bustest.Count(t, server, subject.MessageReceived); n != 0 {
		t.Errorf("%d messages were published", n)
	}
}

func TestWebhookAnswersTheHandshake(t *testing.T) {
	t.Parallel()
	p := start(t, bustest.New(t), shop(t))
	got := send(t, "GET", p.URL+"/webhooks/whatsapp/"+accountA+"?hub.mode=subscribe&hub.verify_token="+verifyToken+"&hub.challenge=1158201444", nil, nil)
	if got.status != http.StatusOK || got.body != "1158201444" || got.header.Get("Content-Type") != "text/plain" {
		t.Errorf("got %d %q %s", got.status, got.body, got.header.Get("Content-Type"))
	}
}

func TestWebhookAcceptsAnotherTenantsMessageOnlyUnderThatTenantsSecret(t *testing.T) {
	t.Parallel()
	body := channeltest.Fixture(t, "whatsapp/in_text_two_tenants.json")
	for _, tt := range []struct {
		name, secret string
		want         []string
	}{
		{"the same app", appSecret, []string{"shop-a", "shop-b"}},
		{"another app", "another_secret", []string{"shop-a"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			server := bustest.New(t)
			p := start(t, server, shop(t), neighbour(t, tt.secret))
			if got := post(t, p, accountA, body, appSecret); got.status != http.StatusOK {
				t.Fatalf("got %d %s", got.status, got.body)
			}
			tenants := map[string]bool{}
			for _, e := range bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, len(tt.want)) {
				tenants[e.GetMeta().GetTenantId()] = true
			}
			if n := bustest.Count(t, server, subject.MessageReceived); int(n) != len(tt.want) {
				t.Errorf("got %d messages, want %d", n, len(tt.want))
			}
			for _, id := range tt.want {
				if !tenants[id] {
					t.Errorf("nothing for %s", id)
				}
			}
		})
	}
}

func TestWebhookKeepsTheOrderOfEachConversation(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := start(t, server, shop(t))
	var parts []string
	for i := range 200 {
		parts = append(parts, fmt.Sprintf(`{"from":"52155501%02d","id":"m%03d","timestamp":"1767711600","type":"text","text":{"body":"%03d"}}`, i%10, i, i))
	}
	body := fmt.Appendf(nil, `{"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":{"metadata":{"phone_number_id":"%s"},"messages":[%s]}}]}]}`,
		accountA, strings.Join(parts, ","))
	if got := post(t, p, accountA, body, appSecret); got.status != http.StatusOK {
		t.Fatalf("got %d %s", got.status, got.body)
	}
	last := map[string]string{}
	for _, e := range bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, 200) {
		key, text := e.GetMeta().GetConversationKey(), e.GetContent().GetText().GetBody()
		if text <= last[key] {
			t.Fatalf("message %s came after %s", text, last[key])
		}
		last[key] = text
	}
	if len(last) != 10 {
		t.Errorf("got %d conversations, want 10", len(last))
	}
}

func TestWebhookMakesADeadLetterOfAMessageTooLarge(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := start(t, server, shop(t))
	for i, size := range []int{300 << 10, 3 << 20} {
		text := strings.Repeat("a", size)
		body := fmt.Appendf(nil, `{"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":{"metadata":{"phone_number_id":"%s"},"messages":[
			{"from":"5","id":"big%d","type":"text","text":{"body":"%s"}},{"from":"5","id":"ok%d","type":"text","text":{"body":"hola\u0000"}}]}}]}]}`, accountA, i, text, i)
		if got := post(t, p, accountA, body, appSecret); got.status != http.StatusOK {
			t.Fatalf("%d bytes: got %d %s", size, got.status, got.body)
		}
	}
	dead := bustest.CollectRaw(t, server, subject.Stream(subject.DeadLetters), 2)
	for _, m := range dead {
		if reason := m.Headers().Get("Recado-Reason"); reason == "" || strings.Contains(reason, "aaaa") {
			t.Errorf("got reason %q", reason)
		}
	}
	for _, e := range bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, 2) {
		if e.GetContent().GetText().GetBody() != "hola" {
			t.Errorf("got %q", e.GetContent().GetText().GetBody())
		}
	}
}

func TestWebhookAnswers503WhileNATSIsUnavailableAndLosesNothing(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := start(t, server, shop(t))
	body := channeltest.Fixture(t, "whatsapp/in_text.json")
	server.Stop()
	got := post(t, p, accountA, body, appSecret)
	if got.status != http.StatusServiceUnavailable || got.header.Get("Retry-After") == "" {
		t.Errorf("got %d with Retry-After %q", got.status, got.header.Get("Retry-After"))
	}
	server.Start()
	bustest.Eventually(t, "the webhook to be accepted again", func() bool {
		return post(t, p, accountA, body, appSecret).status == http.StatusOK
	})
	bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, 1)
	if n := bustest.Count(t, server, subject.MessageReceived); n != 1 {
		t.Errorf("got %d messages, want 1", n)
	}
}

func TestWebhookVerifiesTheRecordedSignatures(t *testing.T) {
	t.Parallel()
	p := start(t, bustest.New(t), shop(t))
	var recorded struct {
		Cases []struct {
			File, Expect string
			Signature    string `json:"x_hub_signature_256"`
		}
	}
	if err := json.Unmarshal(channeltest.Fixture(t, "signatures.json"), &recorded); err != nil {
		t.Fatal(err)
	}
	for _, c := range recorded.Cases {
		want := http.StatusOK
		if c.Expect != "" || !strings.HasPrefix(c.File, "whatsapp/") { // the other channels sign with secrets of their own
			want = http.StatusUnauthorized
		}
		header := http.Header{"X-Hub-Signature-256": {c.Signature}}
		if got := send(t, http.MethodPost, p.URL+"/webhooks/whatsapp/"+accountA, header, channeltest.Fixture(t, c.File)); got.status != want {
			t.Errorf("%s: got %d %s, want %d", c.File, got.status, got.body, want)
		}
	}
}
