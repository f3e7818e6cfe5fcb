package ingest_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/ingest"
)

// status opens a stream for as long as the test and returns what the door answered.
func status(t testing.TB, p *apptest.Process, account, token string, header http.Header) (int, stream) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.URL+"/chat/"+account+"/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	if header != nil {
		req.Header = header
	}
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return res.StatusCode, stream{res.Header, res.Body}
}

// stream is the head of an answer, and what comes on it until the test ends.
type stream struct {
	Header http.Header
	Body   io.Reader
}

func TestASessionHasThreeStreamsAndTheNewestWin(t *testing.T) {
	t.Parallel()
	p := limited(t, bustest.New(t), map[string]string{"RECADO_INGEST_CHAT_STREAMS": "6"})
	greedy := visit(t, p)
	var open []stream
	for n := range 6 {
		code, res := status(t, p, site, greedy.Token, nil)
		if code != http.StatusOK {
			t.Fatalf("stream %d: got %d", n, code)
		}
		open = append(open, res)
	}
	for _, res := range open[:3] { // they end, or this waits for ever
		if _, err := io.Copy(io.Discard, res.Body); err != nil {
			t.Errorf("an old stream: %v", err)
		}
	}
	if code, _ := status(t, p, site, visit(t, p).Token, nil); code != http.StatusOK {
		t.Errorf("the next visitor got %d", code)
	}
	reply(t, p, greedy, "r-1", "uno")
	lines := bufio.NewScanner(open[5].Body)
	for lines.Scan() && !strings.Contains(lines.Text(), "uno") {
	}
	if lines.Err() != nil || !strings.Contains(lines.Text(), "uno") {
		t.Errorf("the newest stream: %q, %v", lines.Text(), lines.Err())
	}
}

func TestAnAccountsStreamsHaveAShare(t *testing.T) {
	t.Parallel()
	settings := shop(t)
	settings.Accounts = append(settings.Accounts, tenant.Account{Channel: "webchat", ID: "other"})
	p := apptest.Start(t, apptest.Options{
		Tenants: []*tenant.Settings{settings}, Services: []app.Service{ingest.Service()},
		Env: map[string]string{"RECADO_INGEST_CHAT_STREAMS": "10", "RECADO_INGEST_CHAT_ACCOUNT_STREAMS": "4"},
	})
	for range 4 {
		if code, _ := status(t, p, site, visit(t, p).Token, nil); code != http.StatusOK {
			t.Fatalf("got %d", code)
		}
	}
	code, res := status(t, p, site, visit(t, p).Token, nil)
	if code != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
		t.Errorf("over the share: got %d", code)
	}
	var other visitor
	got := send(t, http.MethodPost, p.URL+"/chat/other/sessions", nil, nil)
	if err := json.Unmarshal([]byte(strings.ReplaceAll(got.body, "session_id", "SessionID")), &other); err != nil {
		t.Fatal(err)
	}
	if code, _ := status(t, p, "other", other.Token, nil); code != http.StatusOK {
		t.Errorf("another account: got %d", code)
	}
}

// Streams that are opened and dropped leave nothing on the server, and one session opens only so many.
func TestStreamsShareOneConsumerAndOpeningIsLimited(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := start(t, server, shop(t))
	refused := false
	hasty := visit(t, p)
	for range 30 {
		ctx, cancel := context.WithCancel(t.Context())
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.URL+"/chat/"+site+"/stream", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header = hasty.header()
		if res, err := http.DefaultClient.Do(req); err == nil {
			refused = refused || res.StatusCode == http.StatusTooManyRequests
			_ = res.Body.Close()
		}
		cancel()
	}
	if !refused {
		t.Error("30 streams were opened at once")
	}
	visitors, frames := []visitor{}, []<-chan received{}
	for range 20 {
		visitors = append(visitors, visit(t, p))
		frames = append(frames, listen(t, p, visitors[len(visitors)-1], ""))
	}
	for n, v := range visitors {
		reply(t, p, v, fmt.Sprint("r-", n), fmt.Sprint("hola ", n))
	}
	for n := range visitors {
		if got := next(t, frames[n]); got.frame.Text != fmt.Sprint("hola ", n) {
			t.Errorf("visitor %d reads %q", n, got.frame.Text)
		}
	}
	js, err := jetstream.New(server.Conn(t))
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), "WEBCHAT_REPLY")
	if err != nil || stream.CachedInfo().State.Consumers != 1 {
		t.Errorf("%d consumers for all of them, %v", stream.CachedInfo().State.Consumers, err)
	}
}

func TestSessionsAreLimitedByTheAddressBehindTrustedProxies(t *testing.T) {
	t.Parallel()
	settings := shop(t)
	settings.Accounts = append(settings.Accounts, tenant.Account{Channel: "webchat", ID: "other"})
	p := apptest.Start(t, apptest.Options{
		Tenants: []*tenant.Settings{settings}, Services: []app.Service{ingest.Service()},
		Env: map[string]string{"RECADO_INGEST_CHAT_SESSIONS": "0.1", "RECADO_TRUSTED_PROXIES": "127.0.0.0/8, ::1, 10.0.0.0/8"}, // two at once
	})
	open := func(account string, way ...string) int {
		t.Helper()
		return send(t, http.MethodPost, p.URL+"/chat/"+account+"/sessions", http.Header{"X-Forwarded-For": way}, nil).status
	}
	for _, step := range []struct {
		name, account string
		way           []string
		want          int
	}{
		{"the first", site, []string{"203.0.113.7"}, 201},
		{"the second, by an inner proxy", site, []string{"203.0.113.7, 10.1.2.3"}, 201},
		{"the third", site, []string{"203.0.113.7:4711"}, 429},
		{"an invented origin before it", site, []string{"198.51.100.9, 203.0.113.7"}, 429},
		{"an invented header before it", site, []string{"198.51.100.9", "203.0.113.7"}, 429},
		{"at another account", "other", []string{"203.0.113.7"}, 201},
		{"another address", site, []string{"203.0.113.8"}, 201},
		{"an address of a site", site, []string{"2001:db8:1:2::1"}, 201},
		{"another of the same site", site, []string{"2001:db8:1:2:ffff::9"}, 201},
		{"a third of the same site", site, []string{"2001:db8:1:2:abcd::9"}, 429},
		{"another site", site, []string{"2001:db8:1:3::1"}, 201},
	} {
		if got := open(step.account, step.way...); got != step.want {
			t.Errorf("%s: got %d, want %d", step.name, got, step.want)
		}
	}
}

func TestAnAccountsSessionsHaveAShare(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.Options{
		Tenants: []*tenant.Settings{shop(t)}, Services: []app.Service{ingest.Service()},
		Env: map[string]string{"RECADO_INGEST_CHAT_ACCOUNT_SESSIONS": "0.1", "RECADO_TRUSTED_PROXIES": "127.0.0.1"},
	})
	for n, want := range []int{201, 201, 429} {
		header := http.Header{"X-Forwarded-For": {fmt.Sprint("203.0.113.", n)}}
		if got := send(t, http.MethodPost, p.URL+"/chat/"+site+"/sessions", header, nil); got.status != want {
			t.Errorf("session %d: got %d, want %d", n, got.status, want)
		}
	}
}
