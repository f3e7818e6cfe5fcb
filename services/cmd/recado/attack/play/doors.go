package play

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"

	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/services/cmd/recado/attack/scene"
)

func nothing(context.Context, *scene.Scene) error { return nil }

// webhookPath is the door of a number's webhooks.
func webhookPath(number string) string { return "/webhooks/whatsapp/" + number }

// signed is a webhook as the platform posts it.
func signed(s *scene.Scene, body []byte) scene.Request {
	return scene.Request{Method: http.MethodPost, Path: webhookPath(s.Number), Body: body, Header: map[string]string{
		"Content-Type": "application/json", "X-Hub-Signature-256": sandbox.Sign(scene.Secret, body),
	}}
}

func forgedSignatures(ctx context.Context, s *scene.Scene) error {
	body := texts(s, "5215551000001", "forged", 1, "hola")
	mac := hmac.New(sha1.New, []byte(scene.Secret))
	mac.Write(body)
	headers := []map[string]string{
		{},
		{"X-Hub-Signature-256": ""},
		{"X-Hub-Signature-256": "sha256="},
		{"X-Hub-Signature-256": sandbox.Sign("another secret", body)},
		{"X-Hub-Signature-256": sandbox.Sign("", body)},
		{"X-Hub-Signature-256": sandbox.Sign(scene.Secret, append(bytes.Clone(body), ' '))},
		{"X-Hub-Signature-256": "sha1=" + hex.EncodeToString(mac.Sum(nil))},
		{"X-Hub-Signature": "sha1=" + hex.EncodeToString(mac.Sum(nil))},
		{"X-Hub-Signature-256": strings.ToUpper(sandbox.Sign(scene.Secret, body))},
		{"X-Hub-Signature-256": "sha256=" + strings.Repeat("0", 64)},
		{"Authorization": "Bearer " + scene.Secret},
	}
	for n := range s.N(2000, 300) {
		number := s.Number
		if n%3 == 0 {
			number = "no-such-account"
		}
		s.Send(ctx, s.Client(0), scene.Request{
			Method: http.MethodPost, Path: webhookPath(number), Body: body, Header: headers[n%len(headers)],
		})
	}
	return ctx.Err()
}

func replays(ctx context.Context, s *scene.Scene) error {
	body := texts(s, "5215551000002", "replayed", 1, "¿Cuánto cuesta una limpieza dental?")
	for range s.N(2000, 300) {
		s.Send(ctx, s.Client(0), signed(s, body))
	}
	return ctx.Err()
}

// oddRequests are requests that no page and no platform sends.
func oddRequests(ctx context.Context, s *scene.Scene) error {
	visitor, err := s.Visit(ctx, s.Client(0))
	if err != nil {
		return err
	}
	deep := strings.Repeat(`{"a":`, 200_000) + strings.Repeat("}", 200_000)
	bodies := [][]byte{
		nil, []byte("null"), []byte("[]"), []byte("{"), []byte(`{"entry":"x"}`), []byte(`{"object":1e999}`), []byte("\xff\xfe\x00"),
		[]byte(deep), []byte(strings.Repeat("[", 2<<20)), bytes.Repeat([]byte(" "), 5<<20),
		[]byte(`{"v":1,"type":"user.message","v":1,"text":{"a":["hola"]}}`),
		[]byte(`{"v":1,"type":"user.message","client_msg_id":"a","text":"` + "\\u0000" + `"}`),
	}
	for _, body := range bodies {
		for _, kind := range []string{"application/json", "text/html", "multipart/form-data; boundary=x", "\x7f"} {
			r := visitor.Message(body)
			r.Header["Content-Type"] = kind
			s.Send(ctx, s.Client(1), r)
		}
	}
	for _, path := range oddPaths(s) {
		for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodDelete, "PROPFIND"} {
			s.Send(ctx, s.Client(2), scene.Request{Method: method, Path: path})
		}
	}
	large := signed(s, bytes.Repeat([]byte(" "), 5<<20))
	s.Send(ctx, s.Client(3), large)
	for _, name := range []string{"Cookie", "Authorization", "X-Forwarded-For", "Last-Event-ID", "Origin"} {
		s.Send(ctx, s.Client(3), scene.Request{Method: http.MethodGet, Path: "/chat/" + s.Tenant + "/stream", Header: map[string]string{
			name: strings.Repeat("a", 80<<10),
		}})
	}
	return ctx.Err()
}

func oddPaths(s *scene.Scene) []string {
	number, page := s.Number, s.Tenant
	return []string{
		"/webhooks/whatsapp/", "/webhooks/whatsapp/%2e%2e/", "/webhooks/webchat/" + page, "/webhooks/none/" + number,
		webhookPath(number) + "%00", webhookPath(number) + "/x", "/webhooks/whatsapp/" + strings.Repeat("9", 8000),
		"/webhooks/whatsapp/*", "/webhooks/whatsapp/%3E", "/webhooks/whatsapp/..%2f..%2fetc%2fpasswd",
		"/chat/%2e%2e/sessions", "/chat/" + page + "%2fsessions", "/chat/'%20OR%201=1--/sessions",
		"/chat/" + scene.HonestTenant + "/stream",
		"/chat/" + page + "/stream?token=" + strings.Repeat("A", 8000), "/chat/" + page + "/stream?last_event_id=-1",
		"/metrics", "/readyz", "/debug/pprof/", "/debug/vars", "/.env", "/admin", "//", "/%ff",
	}
}

// texts is a body with n messages of a contact.
func texts(s *scene.Scene, from, id string, n int, text string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"object":"whatsapp_business_account","entry":[{"id":"1","changes":[{"field":"messages","value":{`+
		`"messaging_product":"whatsapp","metadata":{"display_phone_number":"1","phone_number_id":%q},`+
		`"contacts":[{"profile":{"name":"X"},"wa_id":%q}],"messages":[`, s.Number, from)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"from":%q,"id":"wamid.%s.%s.%d","timestamp":"1790000000","type":"text","text":{"body":%q}}`,
			from, s.Tenant, id, i, text)
	}
	b.WriteString(`]}}]}]}`)
	return b.Bytes()
}
