package ingest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/ingest"
)

// limited starts ingest with other rates.
func limited(t testing.TB, server *bustest.Server, env map[string]string) *apptest.Process {
	t.Helper()
	env["RECADO_INGEST_PUBLISH_TIMEOUT"] = "30s"
	return apptest.Start(t, apptest.Options{
		Server: server, Tenants: []*tenant.Settings{shop(t)}, Env: env, Services: []app.Service{ingest.Service()},
	})
}

// webhookOf is a signed body with texts of one phone, in order.
func webhookOf(t testing.TB, phone string, from, to int) []byte {
	t.Helper()
	var messages []map[string]any
	for n := from; n < to; n++ {
		messages = append(messages, map[string]any{
			"from": phone, "id": fmt.Sprintf("wamid.%s.%05d", phone, n), "timestamp": "1790000000", "type": "text",
			"text": map[string]any{"body": fmt.Sprintf("mensaje %d", n)},
		})
	}
	value := map[string]any{
		"messaging_product": "whatsapp", "metadata": map[string]any{"display_phone_number": "15550001", "phone_number_id": accountA},
		"contacts": []any{map[string]any{"profile": map[string]any{"name": "Ana"}, "wa_id": phone}}, "messages": messages,
	}
	body, err := json.Marshal(map[string]any{"object": "whatsapp_business_account", "entry": []any{
		map[string]any{"id": "1", "changes": []any{map[string]any{"field": "messages", "value": value}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func write(t testing.TB, p *apptest.Process, phone string, from, to int) response {
	t.Helper()
	return post(t, p, accountA, webhookOf(t, phone, from, to), appSecret)
}

// messageIDs are those of the events of a phone, in order of the stream.
func messageIDs(events []*recadov1.MessageReceived, phone string) []string {
	var out []string
	for _, e := range events {
		if strings.HasPrefix(e.GetMeta().GetMessageId(), "wamid."+phone+".") {
			out = append(out, e.GetMeta().GetMessageId())
		}
	}
	return out
}

func TestFloodOfOneContactIsParkedAndSlowsNobodyElse(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := limited(t, server, map[string]string{})
	const flood, step = 5000, 100
	var slowest time.Duration
	for n := 0; n < flood; n += step {
		if got := write(t, p, "5215550000001", n, n+step); got.status != http.StatusOK {
			t.Fatalf("flood: got %d %s", got.status, got.body)
		}
		if n%1000 == 0 {
			began := time.Now()
			if got := write(t, p, fmt.Sprintf("52155500001%02d", n/1000), 0, 1); got.status != http.StatusOK {
				t.Fatalf("another contact: got %d %s", got.status, got.body)
			}
			slowest = max(slowest, time.Since(began))
		}
	}
	through, parked := bustest.Count(t, server, subject.MessageReceived), bustest.Count(t, server, subject.MessageParked)
	if int(through+parked) < flood+5 || parked < flood-500 {
		t.Errorf("%d went through and %d are parked of %d", through, parked, flood)
	}
	events := bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, int(through))
	for n := range 5 {
		if ids := messageIDs(events, fmt.Sprintf("52155500001%02d", n)); len(ids) != 1 {
			t.Errorf("contact %d: %d messages went through, want 1", n, len(ids))
		}
	}
	if slowest > 5*time.Second {
		t.Errorf("another contact waited for %s", slowest)
	}
}

func TestParkedMessagesArePublishedOnceAndInOrderWhenTheDrainMoves(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	env := map[string]string{"RECADO_INGEST_CONTACT_RATE": "20", "RECADO_INGEST_CONTACT_BURST": "5"}
	first := limited(t, server, env)
	const all = 80
	for n := 0; n < all; n += 20 {
		if got := write(t, first, "5215550000001", n, n+20); got.status != http.StatusOK {
			t.Fatalf("got %d %s", got.status, got.body)
		}
	}
	bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, 15) // in the middle of it
	waiting := traceOf(t, server, subject.MessageParked)
	first.Stop(t)
	if left := bustest.Count(t, server, subject.MessageParked); left == 0 {
		t.Fatal("nothing was left for the next process")
	}
	limited(t, server, env)
	ids := messageIDs(bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, all), "5215550000001")
	if len(ids) != all || !slices.IsSorted(ids) {
		t.Errorf("%d messages, in order %v", len(ids), slices.IsSorted(ids))
	}
	bustest.Eventually(t, "the lane to be empty", func() bool { return bustest.Count(t, server, subject.MessageParked) == 0 })
	if n := bustest.Count(t, server, subject.MessageReceived); n != all {
		t.Errorf("%d messages, want %d", n, all)
	}
	if through := traceOf(t, server, subject.MessageReceived); waiting == "" || through != waiting {
		t.Errorf("the trace %q became %q in the lane", waiting, through)
	}
}

// traceOf is the trace of the last message of a stage.
func traceOf(t testing.TB, server *bustest.Server, stage string) string {
	t.Helper()
	js, err := jetstream.New(server.Conn(t))
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), subject.Stream(stage))
	if err != nil {
		t.Fatal(err)
	}
	last, err := stream.GetMsg(t.Context(), stream.CachedInfo().State.LastSeq)
	if err != nil {
		t.Fatal(err)
	}
	id, _, _ := strings.Cut(strings.TrimPrefix(last.Header.Get("traceparent"), "00-"), "-")
	return id
}

func TestFullLaneIsRefusedAndCostsOtherContactsNothing(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	js, err := jetstream.New(server.Conn(t))
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), subject.Stream(subject.MessageParked))
	if err != nil {
		t.Fatal(err)
	}
	cfg := stream.CachedInfo().Config
	cfg.MaxMsgsPerSubject = 10
	if _, err := js.UpdateStream(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	p := limited(t, server, map[string]string{"RECADO_INGEST_CONTACT_RATE": "5", "RECADO_INGEST_CONTACT_BURST": "5"})
	var got response
	bustest.Eventually(t, "the body to be taken whole", func() bool {
		if got = write(t, p, "5215550000001", 0, 30); got.status == http.StatusServiceUnavailable && got.header.Get("Retry-After") == "" {
			t.Errorf("a 503 without Retry-After")
		}
		if other := write(t, p, "5215550000002", 0, 1); other.status != http.StatusOK {
			t.Errorf("another contact: got %d", other.status)
		}
		return got.status == http.StatusOK
	})
	ids := messageIDs(bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, 31), "5215550000001")
	if len(ids) != 30 || !slices.IsSorted(ids) {
		t.Errorf("%d messages, in order %v", len(ids), slices.IsSorted(ids))
	}
}

func TestGatewayFloodIsParked(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	limited(t, server, map[string]string{"RECADO_INGEST_CONTACT_BURST": "2"})
	conn := server.Conn(t)
	for n := range 6 {
		fly(t, conn, inboundDoor, encode(t, pigeonMessage(func(m *recadov1.MessageReceived) { m.Meta.MessageId = fmt.Sprintf("p-%d", n) })))
	}
	fly(t, conn, inboundDoor, encode(t, pigeonMessage(func(m *recadov1.MessageReceived) {
		m.Meta.Contact.ContactId, m.Meta.MessageId = "loft-10", "other"
	})))
	var order []string
	for _, m := range bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, 7) {
		order = append(order, m.GetMeta().GetMessageId())
	}
	loft9 := slices.DeleteFunc(slices.Clone(order), func(id string) bool { return id == "other" })
	if len(loft9) != 6 || !slices.IsSorted(loft9) || slices.Index(order, "other") > 5 {
		t.Errorf("got %v", order)
	}
	if n := bustest.Count(t, server, subject.DeadLetters); n != 0 {
		t.Errorf("%d dead letters", n)
	}
}

func TestChatRefusesTooManyMessagesInThePagesLanguage(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := limited(t, server, map[string]string{"RECADO_INGEST_CONTACT_BURST": "2"})
	for language, want := range map[string]string{
		"": "Recibimos muchos", "en-GB,en;q=0.9": "We are getting many", "fr, pt-BR;q=0.8": "Recebemos muitas", "de": "Recibimos muchos",
	} {
		v := visit(t, p)
		for n := range 2 {
			if got := say(t, p, v, fmt.Sprintf("c-%d", n)); got.status != http.StatusAccepted {
				t.Fatalf("got %d %s", got.status, got.body)
			}
		}
		header := v.header()
		header.Set("Accept-Language", language)
		got := send(t, http.MethodPost, p.URL+"/chat/"+site+"/messages", header, []byte("{}"))
		var body struct{ Error, Message string }
		if got.status != http.StatusTooManyRequests || got.header.Get("Retry-After") == "" {
			t.Errorf("%q: got %d, retry after %q", language, got.status, got.header.Get("Retry-After"))
		}
		err := json.Unmarshal([]byte(got.body), &body)
		if err != nil || body.Error != "too_many_messages" || !strings.HasPrefix(body.Message, want) {
			t.Errorf("%q: got %s, %v", language, got.body, err)
		}
	}
	if n := bustest.Count(t, server, subject.MessageParked); n != 0 {
		t.Errorf("%d messages of pages are parked", n)
	}
}
