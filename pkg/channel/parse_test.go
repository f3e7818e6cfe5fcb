package channel_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/channel/channeltest"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const metadata = `"metadata":{"phone_number_id":"1"}`

func envelope(changes ...string) []byte {
	return fmt.Appendf(nil, `{"object":"whatsapp_business_account","entry":[{"id":"9","changes":[%s]}]}`, strings.Join(changes, ","))
}

func parseOne(t *testing.T, body []byte) channel.Inbound {
	t.Helper()
	items, err := channel.WhatsApp{}.Parse(body)
	if err != nil || len(items) != 1 {
		t.Fatalf("got %d items, %v", len(items), err)
	}
	return items[0]
}

func TestWhatsAppKeepsABatchWhosePartsAreBroken(t *testing.T) {
	t.Parallel()
	const good = `{"from":"5","id":"m","timestamp":"1767711600","type":"text","text":{"body":"hola"}}`
	tests := []struct{ name, part, want string }{
		{"a change of another type", `7`, "entry[0].changes[0]"},
		{"a value of another type", `{"field":"messages","value":[]}`, "entry[0].changes[0].value"},
		{"no account", `{"field":"messages","value":{}}`, "phone_number_id"},
		{"a message without id", `{"field":"messages","value":{` + metadata + `,"messages":[{"from":"5"}]}}`, "messages[0]: id"},
		{"a message without sender", `{"field":"messages","value":{` + metadata + `,"messages":[{"id":"m2"}]}}`, "from_user_id"},
		{"a status that we do not know", `{"field":"messages","value":{` + metadata + `,"statuses":[{"id":"m2","status":"eaten"}]}}`, "statuses[0]: status"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			items, err := channel.WhatsApp{}.Parse(envelope(tt.part, `{"field":"messages","value":{`+metadata+`,"messages":[`+good+`]}}`))
			if err != nil || len(items) != 2 {
				t.Fatalf("got %d items, %v", len(items), err)
			}
			if items[0].Err == nil || !strings.Contains(items[0].Err.Error(), tt.want) {
				t.Errorf("got error %v, want one that names %s", items[0].Err, tt.want)
			}
			if items[1].Content.GetText().GetBody() != "hola" {
				t.Errorf("the good message is lost: %+v", items[1])
			}
		})
	}
}

func TestWhatsAppPassesOverFieldsThatWeDidNotAskFor(t *testing.T) {
	t.Parallel()
	items, err := channel.WhatsApp{}.Parse(envelope(`{"field":"account_update","value":{"event":"x"}}`))
	if err != nil || len(items) != 0 {
		t.Errorf("got %d items, %v", len(items), err)
	}
}

func TestWhatsAppReadsAnEchoAsAPersonsMessageToTheContact(t *testing.T) {
	t.Parallel()
	in := parseOne(t, envelope(`{"field":"smb_message_echoes","value":{`+metadata+`,"message_echoes":[
		{"from":"5215550100200","to":"5215550147781","id":"wamid.E","timestamp":"1767711600","type":"text","text":{"body":"Yo le ayudo"}}]}}`))
	if in.From.Phone != "5215550147781" || in.Content.GetEcho().GetText() != "Yo le ayudo" || in.MessageID != "wamid.E" {
		t.Errorf("got %+v with %v", in, in.Content)
	}
}

func TestWhatsAppNamesTypesThatItCannotRead(t *testing.T) {
	t.Parallel()
	for kind, extra := range map[string]string{
		"contacts": `"contacts":[{}]`, "order": `"order":{}`, "text": `"text":{"body":""}`, "image": `"image":7`,
		"interactive": `"interactive":{"type":"nfm_reply"}`, "location": `"location":{"latitude":91,"longitude":0}`, "": `"x":1`,
	} {
		in := parseOne(t, envelope(`{"field":"messages","value":{`+metadata+`,"messages":[{"from":"5","id":"m","type":"`+kind+`",`+extra+`}]}}`))
		if _, ok := in.Content.GetKind().(*recadov1.Content_Unsupported); !ok {
			t.Errorf("%s: got %v", kind, in.Content)
		}
		if in.Content.GetUnsupported().GetType() != kind {
			t.Errorf("%s: got %v", kind, in.Content)
		}
	}
}

func TestWhatsAppIdentifiesByUserIDBeforePhone(t *testing.T) {
	t.Parallel()
	both := parseOne(t, channeltest.Fixture(t, "whatsapp/in_text.json"))
	named := parseOne(t, channeltest.Fixture(t, "whatsapp/in_text_username_only.json"))
	legacy := parseOne(t, channeltest.Fixture(t, "whatsapp/in_text_legacy_no_user_id.json"))
	if both.From.User() != named.From.User() || both.From.Phone == "" || named.From.Phone != "" {
		t.Error("a person with a hidden phone is somebody else")
	}
	if legacy.From.User() != legacy.From.Phone {
		t.Error("a person without a user id is not the phone")
	}
}

func FuzzParseWhatsApp(f *testing.F) {
	for _, name := range []string{"in_text", "in_batch_two_messages_one_status", "in_image", "in_unsupported", "account_error_130429", "status_failed_131047_reengagement"} {
		f.Add(channeltest.Fixture(f, "whatsapp/"+name+".json"))
	}
	f.Add(envelope(`{"field":"smb_message_echoes","value":{` + metadata + `,"message_echoes":[{"to":"1","id":"e"}]}}`))
	f.Fuzz(func(t *testing.T, body []byte) { checkParsed(t, channel.WhatsApp{}, body) })
}

func FuzzParseWebchat(f *testing.F) {
	f.Add(channeltest.Fixture(f, "webchat/in_message.json"))
	f.Add(channeltest.Fixture(f, "webchat/in_resume.json"))
	f.Fuzz(func(t *testing.T, body []byte) { checkParsed(t, channel.Webchat{}, body) })
}

func checkParsed(t *testing.T, ch channel.Channel, body []byte) {
	t.Helper()
	items, err := ch.Parse(body)
	if err != nil && len(items) > 0 {
		t.Fatal("both an error and events")
	}
	for i, in := range items {
		set := 0
		for _, is := range []bool{in.Content != nil, in.Receipt != nil, in.Err != nil} {
			if is {
				set++
			}
		}
		if set != 1 {
			t.Fatalf("item %d has %d of content, receipt and error", i, set)
		}
		if in.Content != nil && (in.MessageID == "" || in.From.User() == "" || in.Content.GetKind() == nil) {
			t.Fatalf("item %d is a message without id, sender or content", i)
		}
	}
}

func BenchmarkParseWhatsAppText(b *testing.B) {
	body := channeltest.Fixture(b, "whatsapp/in_text.json")
	secret := channeltest.SignMeta(body, appSecret)
	for b.Loop() {
		if _, err := (channel.WhatsApp{}).Parse(bytes.Clone(body)); err != nil || secret == nil {
			b.Fatal(err)
		}
	}
}

func TestWhatsAppLosesNoMessageForItsClock(t *testing.T) {
	t.Parallel()
	for _, clock := range []string{`"soon"`, `-5`, `99999999999999`, `null`, `{}`} {
		items, err := channel.WhatsApp{}.Parse([]byte(`{"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":{"metadata":{"phone_number_id":"1"},
			"messages":[{"from":"5","id":"m","timestamp":` + clock + `,"type":"text","text":{"body":"hola"}}]}}]}]}`))
		if err != nil || len(items) != 1 || items[0].Err != nil || !items[0].OccurredAt.IsZero() {
			t.Errorf("timestamp %s: got %v, %v", clock, items, err)
		}
	}
}
