package sandbox_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/channel/sandbox"
)

func start(t *testing.T, opts sandbox.Options) *sandbox.Server {
	t.Helper()
	opts.MinDelay, opts.MaxDelay = time.Millisecond, 2*time.Millisecond
	s, err := sandbox.Start(t.Context(), "127.0.0.1:0", opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

const message = `{"messaging_product":"whatsapp","to":"5215550147781","type":"text","text":{"body":"hola"},"biz_opaque_callback_data":"reply-1"}`

func send(t *testing.T, s *sandbox.Server, body string) (int, string) {
	t.Helper()
	req, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/123/messages", strings.NewReader(body))
	req.Header.Set("Authorization", "Bearer t")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, ""
	}
	defer func() { _ = resp.Body.Close() }()
	answer, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, string(answer)
}

func TestSandboxRecordsAndReportsSignedStatuses(t *testing.T) {
	t.Parallel()
	statuses := make(chan string, 10)
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Header.Get("X-Hub-Signature-256") != sandbox.Sign("secret", body) {
			t.Error("wrong signature")
		}
		statuses <- string(body)
	}))
	defer hook.Close()
	s := start(t, sandbox.Options{Accounts: []sandbox.Account{{ID: "123", WebhookURL: hook.URL, AppSecret: "secret"}}})
	if status, answer := send(t, s, message); status != http.StatusOK || !strings.Contains(answer, "wamid.") {
		t.Fatalf("got %d %s", status, answer)
	}
	for _, want := range []string{`"sent"`, `"delivered"`, `"read"`} {
		if got := <-statuses; !strings.Contains(got, want) || !strings.Contains(got, "reply-1") {
			t.Errorf("want status %s, got %s", want, got)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	sent, err := s.Wait(ctx, 1, func(m sandbox.Sent) bool { return m.Text == "hola" })
	if err != nil || sent[0].CallbackData != "reply-1" {
		t.Fatalf("got %v %v", sent, err)
	}
}

func TestSandboxRecordsWhatIsMarkedAsRead(t *testing.T) {
	t.Parallel()
	s := start(t, sandbox.Options{})
	const read = `{"messaging_product":"whatsapp","status":"read","message_id":`
	for body, want := range map[string]int{
		read + `"wamid.1","typing_indicator":{"type":"text"}}`: http.StatusOK,
		read + `"wamid.2"}`: http.StatusOK,
		read + `""}`:        http.StatusBadRequest,
		read + `"1"}`:       http.StatusBadRequest,
	} {
		if got, answer := send(t, s, body); got != want {
			t.Errorf("%s is answered %d %s, want %d", body, got, answer, want)
		}
	}
	got := s.Typing()
	slices.SortFunc(got, func(a, b sandbox.Typing) int { return strings.Compare(a.MessageID, b.MessageID) })
	want := []sandbox.Typing{{Account: "123", MessageID: "wamid.1", Shown: true}, {Account: "123", MessageID: "wamid.2"}}
	if !slices.Equal(got, want) || s.Calls() != 0 || len(s.Sent()) != 0 {
		t.Errorf("recorded %v and %d sends, want %v", got, s.Calls(), want)
	}
}

func TestSandboxFailsAsTold(t *testing.T) {
	t.Parallel()
	s := start(t, sandbox.Options{})
	s.Force(sandbox.RateLimit, sandbox.Permanent, sandbox.ServerError, sandbox.Timeout, sandbox.Lost, sandbox.NoStatus)
	for _, want := range []int{429, 400, 503, 0, 0, 200} {
		if got, _ := send(t, s, message); got != want {
			t.Errorf("got %d, want %d", got, want)
		}
	}
	if got := len(s.Sent()); got != 2 { // the one cut after it was accepted, and the last
		t.Errorf("%d accepted, want 2", got)
	}
}

func TestSandboxRefusesWhatTheRealOneRefuses(t *testing.T) {
	t.Parallel()
	s := start(t, sandbox.Options{})
	for _, body := range []string{`{`, `{"messaging_product":"whatsapp","to":"1","type":"text","text":{"body":""}}`, `{"messaging_product":"x"}`, `{"messaging_product":"whatsapp","text":{"body":"a"}}`} {
		if status, _ := send(t, s, body); status != http.StatusBadRequest {
			t.Errorf("%s: got %d", body, status)
		}
	}
}

func TestSignIsTheHMACOfTheBody(t *testing.T) {
	t.Parallel()
	const want = "sha256=f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8" // a known example of HMAC-SHA256
	if got := sandbox.Sign("key", []byte("The quick brown fox jumps over the lazy dog")); got != want {
		t.Errorf("got %s", got)
	}
}

func TestMessageWithoutAStatusIsWithheld(t *testing.T) {
	t.Parallel()
	s := start(t, sandbox.Options{Faults: sandbox.Faults{NoStatus: 1}})
	send(t, s, message)
	s.SetFaults(sandbox.Faults{})
	send(t, s, message)
	if sent := s.Sent(); len(sent) != 2 || !sent[0].Withheld || sent[1].Withheld {
		t.Errorf("got %+v", sent)
	}
}

func TestFaultsOfOneSeedAreTheSame(t *testing.T) {
	t.Parallel()
	draw := func(seed uint64) (statuses []int) {
		s := start(t, sandbox.Options{Seed: seed, Faults: sandbox.Faults{RateLimit: 0.3, Permanent: 0.3}})
		for range 20 {
			status, _ := send(t, s, message)
			statuses = append(statuses, status)
		}
		return statuses
	}
	first := draw(7)
	if second := draw(7); !slices.Equal(first, second) {
		t.Errorf("got %v, then %v", first, second)
	}
	for _, want := range []int{http.StatusOK, http.StatusTooManyRequests, http.StatusBadRequest} {
		if !slices.Contains(first, want) {
			t.Errorf("twenty calls never got %d: %v", want, first)
		}
	}
}
