package ingest_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
)

func siteSecrets(t testing.TB) channel.Secrets {
	t.Helper()
	return channel.Secrets{Session: master(t).Derive("webchat session", "shop-a", site)}
}

// aged is a visitor whose token was made a while ago.
func aged(t testing.TB, p *apptest.Process, age time.Duration) visitor {
	t.Helper()
	v := visit(t, p)
	s, err := channel.Webchat{}.OpenToken(v.Token, siteSecrets(t), 0, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	s.Issued = time.Now().Add(-age)
	v.Token = channel.Webchat{}.Token(s, siteSecrets(t))
	return v
}

func errorOf(t testing.TB, r response) string {
	t.Helper()
	var body struct{ Error string }
	if err := json.Unmarshal([]byte(r.body), &body); err != nil {
		t.Errorf("%d %q is no JSON: %v", r.status, r.body, err)
	}
	return body.Error
}

func TestASessionEndsADayAfterItsPageFellSilent(t *testing.T) {
	t.Parallel()
	p := start(t, bustest.New(t), shop(t))
	old := visit(t, p)
	old.Token = base64.RawURLEncoding.EncodeToString(siteSecrets(t).Session.Seal([]byte(old.SessionID), []byte("token")))
	for name, v := range map[string]visitor{"a day of silence": aged(t, p, 25*time.Hour), "a token of old": old} {
		if got := say(t, p, v, "c-1"); got.status != http.StatusUnauthorized || errorOf(t, got) != "session_ended" {
			t.Errorf("%s: got %d %s", name, got.status, got.body)
		}
		for _, path := range []string{"/tickets", "/stream"} {
			method := map[string]string{"/tickets": http.MethodPost, "/stream": http.MethodGet}[path]
			got := send(t, method, p.URL+"/chat/"+site+path, v.header(), nil)
			if got.status != http.StatusUnauthorized || errorOf(t, got) != "session_ended" {
				t.Errorf("%s, %s: got %d %s", name, path, got.status, got.body)
			}
		}
	}
}

func TestAPageThatTalksGetsAYoungerToken(t *testing.T) {
	t.Parallel()
	p := start(t, bustest.New(t), shop(t))
	if got := say(t, p, visit(t, p), "c-1"); strings.Contains(got.body, "token") {
		t.Errorf("a young session was renewed: %s", got.body)
	}
	v := aged(t, p, 23*time.Hour)
	for _, answer := range []response{say(t, p, v, "c-1"), send(t, http.MethodPost, p.URL+"/chat/"+site+"/tickets", v.header(), nil)} {
		var got struct{ Token string }
		if err := json.Unmarshal([]byte(answer.body), &got); err != nil || got.Token == "" || got.Token == v.Token {
			t.Fatalf("got %d %s, %v", answer.status, answer.body, err)
		}
		s, err := channel.Webchat{}.OpenToken(got.Token, siteSecrets(t), 0, time.Now())
		if err != nil || s.ID != v.SessionID || time.Since(s.Issued) > time.Minute {
			t.Errorf("the younger token says %+v, %v", s, err)
		}
	}
}

func TestAStreamsTicketIsGoodOnceAndATokenNeverInAURL(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	one, other := start(t, server, shop(t)), start(t, server, shop(t)) // two replicas
	v := visit(t, one)
	spent := ticket(t, one, v)
	if got := send(t, http.MethodGet, one.URL+"/chat/"+site+"/stream?token="+v.Token, nil, nil); got.status != http.StatusUnauthorized {
		t.Errorf("a token in the URL: got %d", got.status)
	}
	open := func(p *apptest.Process) response {
		return send(t, http.MethodGet, p.URL+"/chat/"+site+"/stream?session=another&ticket="+spent, nil, nil)
	}
	if got := open(one); errorOf(t, got) != "not_a_session" { // of another session, and used up
		t.Errorf("got %d %s", got.status, got.body)
	}
	for _, p := range []*apptest.Process{one, other} {
		if got := open(p); got.status != http.StatusUnauthorized || errorOf(t, got) != "ticket_used" {
			t.Errorf("again: got %d %s", got.status, got.body)
		}
	}
	listen(t, other, v, "")
}

// What is spent is kept for a minute: a session must not fill the bucket of all by asking for tickets without end.
func TestASessionSpendsNoMoreTicketsThanItMayOpenStreams(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := start(t, server, shop(t))
	v := visit(t, p)
	refused := 0
	for range 30 {
		got := send(t, http.MethodGet, p.URL+"/chat/"+site+"/stream?session=another&ticket="+ticket(t, p, v), nil, nil)
		if got.status == http.StatusTooManyRequests {
			refused++
		}
	}
	js, err := jetstream.New(server.Conn(t))
	if err != nil {
		t.Fatal(err)
	}
	kept, err := js.Stream(t.Context(), "KV_tickets")
	if err != nil {
		t.Fatal(err)
	}
	if n := int(kept.CachedInfo().State.Msgs); refused < 10 || n != 30-refused {
		t.Errorf("%d of 30 streams were refused, %d tickets are kept", refused, n)
	}
}

func TestAnotherEpochEndsEverySessionOfAnAccount(t *testing.T) {
	t.Parallel()
	p := start(t, bustest.New(t), shop(t))
	v := visit(t, p)
	settings := shop(t)
	settings.Version = 2
	for i := range settings.Accounts {
		settings.Accounts[i].SessionEpoch = 1
	}
	p.PutTenant(t, settings)
	bustest.Eventually(t, "the session to end", func() bool {
		got := say(t, p, v, "c-1")
		return got.status == http.StatusUnauthorized && errorOf(t, got) == "session_ended"
	})
	if got := say(t, p, visit(t, p), "c-1"); got.status != http.StatusAccepted {
		t.Errorf("a new session: got %d %s", got.status, got.body)
	}
}

func TestARevokedContactsSessionAndStreamsEnd(t *testing.T) {
	t.Parallel()
	p := start(t, bustest.New(t), shop(t))
	v, other := visit(t, p), visit(t, p)
	frames, others := listen(t, p, v, ""), listen(t, p, other, "")
	contact := identity.Bare("shop-a").ContactID("webchat", site, v.SessionID)
	if err := p.Bus.Put(t.Context(), subject.BucketRevoked, "shop-a."+contact, nil); err != nil {
		t.Fatal(err)
	}
	select {
	case _, open := <-frames:
		if open {
			t.Error("a frame came")
		}
	case <-time.After(bustest.Wait):
		t.Fatal("the stream is still open")
	}
	if got := say(t, p, v, "c-1"); got.status != http.StatusUnauthorized || errorOf(t, got) != "session_ended" {
		t.Errorf("got %d %s", got.status, got.body)
	}
	reply(t, p, other, "r-1", "hola")
	if got := next(t, others); got.frame.Text != "hola" {
		t.Errorf("another visitor got %+v", got)
	}
}

func TestOnlyNamedOriginsAndTheDoorsOwnMayUseAWebChat(t *testing.T) {
	t.Parallel()
	settings := shop(t)
	settings.Accounts = append(settings.Accounts,
		tenant.Account{Channel: "webchat", ID: "closed"}, tenant.Account{Channel: "webchat", ID: "open", Origins: []string{"*"}})
	p := start(t, bustest.New(t), settings)
	for _, tt := range []struct {
		account, origin string
		want            int
	}{
		{"closed", "https://shop.example", http.StatusForbidden},
		{"closed", "null", http.StatusForbidden},
		{"closed", p.URL, http.StatusCreated},
		{"closed", "", http.StatusCreated},
		{"open", "https://anybody.example", http.StatusCreated},
		{site, "https://shop.example", http.StatusCreated},
		{site, "https://shop.example.evil.example", http.StatusForbidden},
		{site, "*", http.StatusForbidden},
	} {
		header := http.Header{}
		if tt.origin != "" {
			header.Set("Origin", tt.origin)
		}
		got := send(t, http.MethodPost, p.URL+"/chat/"+tt.account+"/sessions", header, nil)
		if got.status != tt.want || tt.want == http.StatusCreated && got.header.Get("Access-Control-Allow-Origin") != tt.origin {
			t.Errorf("%s from %q: got %d %v, want %d", tt.account, tt.origin, got.status, got.header, tt.want)
		}
	}
}
