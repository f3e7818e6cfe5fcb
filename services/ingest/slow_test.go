package ingest_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel/channeltest"
)

// dribble announces a body of 4 MiB and sends one byte of it.
func dribble(t testing.TB, p *apptest.Process, header string) net.Conn {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(p.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_, err = fmt.Fprintf(conn, "POST /webhooks/whatsapp/%s HTTP/1.1\r\nHost: x\r\nContent-Length: 4194304\r\n%s\r\n{", accountA, header)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

func answered(t testing.TB, conn net.Conn) int {
	t.Helper()
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	return res.StatusCode
}

// Unsigned and slow bodies hold no memory that a signed webhook of somebody else needs.
func TestSlowBodiesBlockNoOtherWebhook(t *testing.T) {
	t.Parallel()
	p := limited(t, bustest.New(t), map[string]string{"RECADO_INGEST_BODIES_MB": "8"})
	p.PutTenant(t, neighbour(t, appSecret))
	for range 16 {
		if got := answered(t, dribble(t, p, "")); got != http.StatusUnauthorized {
			t.Errorf("without a signature: got %d", got)
		}
	}
	began := time.Now()
	var slow []net.Conn
	for range 16 {
		slow = append(slow, dribble(t, p, "X-Hub-Signature-256: sha256="+strings.Repeat("ab", 32)+"\r\n"))
	}
	bustest.Eventually(t, "the other tenant to be known", func() bool {
		body := strings.ReplaceAll(string(webhookOf(t, "5215550000001", 0, 1)), accountA, accountB)
		return post(t, p, accountB, []byte(body), appSecret).status == http.StatusOK
	})
	for n := range 4 {
		body := []byte(strings.ReplaceAll(string(webhookOf(t, "5215550000001", n+1, n+2)), accountA, accountB))
		if got := post(t, p, accountB, body, appSecret); got.status != http.StatusOK {
			t.Errorf("a signed webhook of another tenant: got %d %s", got.status, got.body)
		}
	}
	for _, conn := range slow {
		if got := answered(t, conn); got != http.StatusRequestTimeout {
			t.Errorf("a slow body: got %d", got)
		}
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("slow bodies ended after %s", took)
	}
}

func TestUnknownAccountsAndWrongSignaturesLookAlike(t *testing.T) {
	t.Parallel()
	p := start(t, bustest.New(t), shop(t))
	body := channeltest.Fixture(t, "whatsapp/in_text.json")
	handshake := "?hub.mode=subscribe&hub.challenge=1&hub.verify_token=guess"
	for name, ask := range map[string]func(account string) response{
		"wrong signature": func(account string) response { return post(t, p, account, body, "a wrong secret") },
		"no signature": func(account string) response {
			return send(t, http.MethodPost, p.URL+"/webhooks/whatsapp/"+account, nil, body)
		},
		"wrong token": func(account string) response {
			return send(t, http.MethodGet, p.URL+"/webhooks/whatsapp/"+account+handshake, nil, nil)
		},
		"no token": func(account string) response {
			return send(t, http.MethodGet, p.URL+"/webhooks/whatsapp/"+account, nil, nil)
		},
		"no method": func(account string) response {
			return send(t, http.MethodPut, p.URL+"/webhooks/whatsapp/"+account, nil, nil)
		},
	} {
		known, unknown := ask(accountA), ask("100000000000001")
		known.header.Del("Date")
		unknown.header.Del("Date")
		if known.status != unknown.status || known.body != unknown.body || fmt.Sprint(known.header) != fmt.Sprint(unknown.header) {
			t.Errorf("%s: a known account answers %v, an unknown one %v", name, known, unknown)
		}
	}
}

// endless is a body that never ends.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestABodyOverItsLimitIsRefusedWithoutALength(t *testing.T) {
	t.Parallel()
	p := start(t, bustest.New(t), shop(t))
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.URL+"/webhooks/whatsapp/"+accountA, io.LimitReader(endless{}, 5<<20))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = channeltest.SignMeta([]byte("x"), appSecret)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("got %d", res.StatusCode)
	}
}
