package channel_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/channel/channeltest"
	"github.com/recado/recado/pkg/config"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const appSecret = "syn_app_secret_whatsapp_5d41"

func TestWhatsAppKeepsThePromisesOfAChannel(t *testing.T) {
	t.Parallel()
	channeltest.Run(t, channeltest.Case{
		Channel: channel.WhatsApp{},
		Message: channeltest.Fixture(t, "whatsapp/in_text.json"),
		Secrets: channel.Secrets{Signing: []config.Secret{appSecret}},
		Other:   channel.Secrets{Signing: []config.Secret{"syn_wrong_secret"}},
		To:      channel.Address{Phone: "5215550147781"},
		Sign: func(body []byte, s channel.Secrets) http.Header {
			return channeltest.SignMeta(body, s.Signing[0].Reveal())
		},
	})
}

func TestWhatsAppVerifiesTheRecordedSignatures(t *testing.T) {
	t.Parallel()
	var recorded struct {
		Cases []struct {
			File, Secret, Expect string
			Signature            string `json:"x_hub_signature_256"`
		}
	}
	if err := json.Unmarshal(channeltest.Fixture(t, "signatures.json"), &recorded); err != nil {
		t.Fatal(err)
	}
	if len(recorded.Cases) != 5 {
		t.Fatalf("got %d recorded signatures, want 5", len(recorded.Cases))
	}
	for _, c := range recorded.Cases {
		secret := c.Secret
		if c.Expect != "" {
			secret = appSecret
		}
		header := http.Header{"X-Hub-Signature-256": {c.Signature}}
		secrets := channel.Secrets{Signing: []config.Secret{config.Secret(secret)}}
		err := channel.WhatsApp{}.Verify(header, channeltest.Fixture(t, c.File), secrets)
		if (err == nil) != (c.Expect == "") {
			t.Errorf("%s with %q expected: got %v", c.File, c.Expect, err)
		}
	}
}

func TestWhatsAppVerifiesBothSecretsWhileOneIsReplaced(t *testing.T) {
	t.Parallel()
	body := channeltest.Fixture(t, "whatsapp/in_text.json")
	both := channel.Secrets{Signing: []config.Secret{"new", "old"}}
	for _, secret := range []string{"new", "old"} {
		if err := (channel.WhatsApp{}).Verify(channeltest.SignMeta(body, secret), body, both); err != nil {
			t.Errorf("%s: %v", secret, err)
		}
	}
	empty := channel.Secrets{Signing: []config.Secret{""}}
	if err := (channel.WhatsApp{}).Verify(channeltest.SignMeta(body, ""), body, empty); !errors.Is(err, channel.ErrSignature) {
		t.Errorf("empty secret: got %v", err)
	}
}

func TestWhatsAppVerifiesRawBytesOnly(t *testing.T) {
	t.Parallel()
	body := channeltest.Fixture(t, "whatsapp/in_text.json")
	header := channeltest.SignMeta(body, appSecret)
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	secrets := channel.Secrets{Signing: []config.Secret{appSecret}}
	if err := (channel.WhatsApp{}).Verify(header, again, secrets); !errors.Is(err, channel.ErrSignature) {
		t.Errorf("same JSON in other bytes: got %v", err)
	}
}

func TestWhatsAppAnswersTheHandshakeOnlyToItsToken(t *testing.T) {
	t.Parallel()
	var recorded struct{ Query map[string]string }
	if err := json.Unmarshal(channeltest.Fixture(t, "whatsapp/verify_get.json"), &recorded); err != nil {
		t.Fatal(err)
	}
	query := url.Values{}
	for name, value := range recorded.Query {
		query.Set(name, value)
	}
	got, err := channel.WhatsApp{}.Handshake(query, channel.Secrets{VerifyToken: "synthetic-verify-token-01"})
	if err != nil || got != "1158201444" {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := (channel.WhatsApp{}).Handshake(query, channel.Secrets{VerifyToken: "another"}); !errors.Is(err, channel.ErrHandshake) {
		t.Errorf("other token: got %v", err)
	}
}

func TestWhatsAppClassifiesEveryRecordedAnswer(t *testing.T) {
	t.Parallel()
	var recorded struct {
		Cases []struct {
			Status int `json:"http_status"`
			Body   json.RawMessage
			Expect channel.Class
		}
	}
	if err := json.Unmarshal(channeltest.Fixture(t, "whatsapp/out_response_errors.json"), &recorded); err != nil {
		t.Fatal(err)
	}
	for _, c := range recorded.Cases {
		got := channel.WhatsApp{}.Classify(channel.Answer{Status: c.Status, Body: c.Body})
		if got.Class != c.Expect || got.Uncertain || len(got.Errors) != 1 {
			t.Errorf("%s: got %+v, want %s", c.Body, got, c.Expect)
		}
	}
	sent := channel.WhatsApp{}.Classify(channel.Answer{Status: 200, Body: channeltest.Fixture(t, "whatsapp/out_response_ok.json")})
	if sent.Class != channel.Sent || sent.ProviderMessageID == "" {
		t.Errorf("accepted: got %+v", sent)
	}
}

func TestWhatsAppClassifiesAnswersWithoutACode(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		answer channel.Answer
		want   channel.Outcome
	}{
		{"a proxy's 502 may have sent", channel.Answer{Status: 502, Body: []byte("<html>")}, channel.Outcome{Class: channel.RetryLimited, Uncertain: true}},
		{"a success without an id may have sent", channel.Answer{Status: 200, Body: []byte("{}")}, channel.Outcome{Class: channel.RetryLimited, Uncertain: true}},
		{"429 says how long to wait", channel.Answer{Status: 429, Header: http.Header{"Retry-After": {"7"}}}, channel.Outcome{Class: channel.RetryNumber, RetryAfter: 7e9}},
		{"401 stops the channel", channel.Answer{Status: 401}, channel.Outcome{Class: channel.AlertAuth}},
		{"404 is our mistake", channel.Answer{Status: 404}, channel.Outcome{Class: channel.Bug}},
		{"a broken connection may have sent", channel.Answer{Err: errors.New("EOF")}, channel.Outcome{Class: channel.RetryLimited, Uncertain: true}},
		{
			"an unknown code with 500 is retried",
			channel.Answer{Status: 500, Body: []byte(`{"error":{"code":999999,"message":"x"}}`)},
			channel.Outcome{Class: channel.RetryLimited, Errors: []*recadov1.ProviderError{{Code: 999999, Title: "x"}}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, channel.WhatsApp{}.Classify(tt.answer), protocmpTransform); diff != "" {
				t.Error(diff)
			}
		})
	}
}
