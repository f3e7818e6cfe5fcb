package ingest_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel/channeltest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/telemetry"
)

func TestWebhookStartsTheTraceAndKeepsPersonalDataOutOfIt(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := start(t, server, shop(t))
	body := channeltest.Fixture(t, "whatsapp/in_text.json")
	header := channeltest.SignMeta(body, appSecret)
	header.Set("Traceparent", "00-11111111111111111111111111111111-2222222222222222-01")
	if got := send(t, http.MethodPost, p.URL+"/webhooks/whatsapp/"+accountA, header, body); got.status != http.StatusOK {
		t.Fatalf("got %d %s", got.status, got.body)
	}
	m := bustest.CollectRaw(t, server, subject.Stream(subject.MessageReceived), 1)[0]
	if strings.Contains(m.Headers().Get("traceparent"), "1111111111111111") {
		t.Error("a stranger's trace was taken over")
	}
	var spans string
	bustest.Eventually(t, "the spans of the message", func() bool {
		spans = askForSpans(t, p, strings.Split(m.Headers().Get("traceparent"), "-")[1])
		return strings.Contains(spans, "POST /webhooks/{channel}/{account}") && strings.Contains(spans, "publish message.received") && strings.Contains(spans, "wamid.")
	})
	for _, private := range []string{"5215550147781", "MX.4471902286653190", "Lucía", "modelo 42", appSecret} {
		if strings.Contains(spans, private) || strings.Contains(p.Log(), private) {
			t.Errorf("%q stands in a span or the log", private)
		}
	}
}

// askForSpans asks the process for a trace, as recado trace does.
func askForSpans(t testing.TB, p *apptest.Process, id string) string {
	t.Helper()
	question, err := json.Marshal(telemetry.Question{Traces: []string{id}})
	if err != nil {
		t.Fatal(err)
	}
	answers, err := p.Bus.RequestMany(t.Context(), subject.Spans, question, 200*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	return string(bytes.Join(answers, nil))
}
