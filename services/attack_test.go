package services_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/ingest"
	"github.com/recado/recado/services/sanitize"
)

// page is the web chat of a tenant of attacks: its account is called as the tenant.
type page struct {
	*apptest.Process
	account string
}

type opened struct {
	Session string `json:"session_id"`
	Token   string `json:"token"`
}

func (p page) call(t *testing.T, path, token string, body any) (status int, answer string) {
	t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.URL+"/chat/"+p.account+path, strings.NewReader(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(text)
}

func (p page) open(t *testing.T) (o opened) {
	t.Helper()
	status, answer := p.call(t, "/sessions", "", nil)
	if err := json.Unmarshal([]byte(answer), &o); err != nil || status != http.StatusCreated {
		t.Fatalf("open a session: %d %s", status, answer)
	}
	return o
}

func (p page) say(t *testing.T, o opened, id, text string) (status int, answer string) {
	t.Helper()
	return p.call(t, "/messages", o.Token,
		map[string]any{"v": 1, "type": "user.message", "session_id": o.Session, "client_msg_id": id, "text": text})
}

// metrics is what Prometheus would read.
func (p page) metrics(t *testing.T) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.URL+"/metrics", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// pages starts services with two tenants that have a page each.
func pages(t *testing.T, topology bus.Topology, running ...app.Service) (server *bustest.Server, evil, honest page) {
	t.Helper()
	server = bustest.New(t, bustest.WithTopology(topology))
	var tenants []*tenant.Settings
	for _, id := range []tenant.ID{"evil", "honest"} {
		tenants = append(tenants, &tenant.Settings{
			ID: id, Version: 1, Language: "es", Accounts: []tenant.Account{{Channel: "webchat", ID: string(id)}},
		})
	}
	p := apptest.Start(t, apptest.Options{Server: server, Tenants: tenants, Services: running})
	return server, page{p, "evil"}, page{p, "honest"}
}

// 8,000 letters of three bytes are what the page may type and more than screening takes: the door has to say so. Else each is a dead
// letter of 24 KB, and where those fill their stream nobody's messages are screened.
func TestTextsTooLargeToScreenStopAtTheDoor(t *testing.T) {
	t.Parallel()
	server, evil, honest := pages(t, bus.Topology{Partitions: 2, MaxBytes: 8 << 20}, ingest.Service(), sanitize.Service())
	text := strings.Repeat("の", 8000)
	for range 5 {
		session := evil.open(t)
		for i := range 6 { // as many as the page may take at once
			status, answer := evil.say(t, session, fmt.Sprint(i), text)
			if status != http.StatusBadRequest || !strings.Contains(answer, "text: expected at most 16384 bytes, got 24000") {
				t.Errorf("got %d %s", status, answer)
			}
		}
	}
	for range 4 { // of both partitions, almost surely
		if status, answer := honest.say(t, honest.open(t), "1", "hola, ¿abren hoy?"); status != http.StatusAccepted {
			t.Fatalf("got %d %s", status, answer)
		}
	}
	for _, e := range bustest.Collect[*recadov1.MessageScreened](t, server, subject.MessageScreened, 4) {
		if e.GetMeta().GetTenantId() != "honest" {
			t.Errorf("screened a message of %s", e.GetMeta().GetTenantId())
		}
	}
	if n := bustest.Count(t, server, subject.DeadLetters); n != 0 {
		t.Errorf("%d dead letters", n)
	}
	bustest.Eventually(t, "the metric of the alert", func() bool {
		return strings.Contains(evil.metrics(t), `recado_bus_fill_ratio{full="drops"`)
	})
}
