package sandbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/recado/recado/pkg/channel/sandbox"
)

// ask makes a call of the sandbox's own API.
func ask(t *testing.T, s *sandbox.Server, method, path, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(answer)
}

func TestAnotherProcessCanListWhatWasSent(t *testing.T) {
	t.Parallel()
	s := start(t, sandbox.Options{})
	if status, body := ask(t, s, http.MethodGet, "/sandbox/sent", ""); status != http.StatusOK || strings.TrimSpace(body) != "[]" {
		t.Fatalf("before the first send: %d %s", status, body)
	}
	send(t, s, message)
	send(t, s, strings.Replace(message, "hola", "adiós", 1))
	_, body := ask(t, s, http.MethodGet, "/sandbox/sent", "")
	var sent []sandbox.Sent
	if err := json.Unmarshal([]byte(body), &sent); err != nil {
		t.Fatal(err)
	}
	if len(sent) != 2 || sent[0].Text != "hola" || sent[1].Text != "adiós" {
		t.Fatalf("got %+v", sent)
	}
	if sent[0].Account != "123" || sent[0].To != "5215550147781" {
		t.Errorf("got %+v", sent[0])
	}
	if since := s.SentSince(1); len(since) != 1 || since[0].Text != "adiós" || s.SentSince(2) != nil {
		t.Errorf("after the first: %+v", since)
	}
}

func TestFaultsAreSetByAnotherProcess(t *testing.T) {
	t.Parallel()
	s := start(t, sandbox.Options{})
	if status, _ := ask(t, s, http.MethodPut, "/sandbox/faults", `{"permanent":1}`); status != http.StatusNoContent {
		t.Fatalf("got %d", status)
	}
	if status, body := send(t, s, message); status != http.StatusBadRequest || !strings.Contains(body, "131026") {
		t.Errorf("with every call undeliverable: %d %s", status, body)
	}
	if status, _ := ask(t, s, http.MethodPut, "/sandbox/faults", `{"permanent":"often"}`); status != http.StatusBadRequest {
		t.Errorf("faults that are no numbers: %d", status)
	}
	ask(t, s, http.MethodPut, "/sandbox/faults", `{}`)
	if status, _ := send(t, s, message); status != http.StatusOK {
		t.Errorf("without faults: %d", status)
	}
}

func TestAccountsAreAddedByAnotherProcess(t *testing.T) {
	t.Parallel()
	s := start(t, sandbox.Options{})
	if status, _ := ask(t, s, http.MethodPut, "/sandbox/accounts", `[{"id":"123","access_token":"renewed"}]`); status != http.StatusNoContent {
		t.Fatalf("got %d", status)
	}
	if status, body := send(t, s, message); status != http.StatusUnauthorized || !strings.Contains(body, "190") {
		t.Errorf("with another token: %d %s", status, body)
	}
	if status, _ := ask(t, s, http.MethodPut, "/sandbox/accounts", `{`); status != http.StatusBadRequest {
		t.Errorf("accounts that are no JSON: %d", status)
	}
	s.AddAccount(sandbox.Account{ID: "123", AccessToken: "t"})
	if status, _ := send(t, s, message); status != http.StatusOK {
		t.Errorf("with its token: %d", status)
	}
	if s.Calls() != 2 {
		t.Errorf("%d calls counted, want both sends", s.Calls())
	}
}

func TestSandboxKeepsTheChoicesThatCanBeTapped(t *testing.T) {
	t.Parallel()
	s := start(t, sandbox.Options{})
	for body, want := range map[string][]string{
		`{"messaging_product":"whatsapp","recipient":"u1","type":"interactive","interactive":{"body":{"text":"buttons"},
			"action":{"buttons":[{"reply":{"id":"yes"}},{"reply":{"id":"no"}}]}}}`: {"yes", "no"},
		`{"messaging_product":"whatsapp","recipient":"u1","type":"interactive","interactive":{"body":{"text":"list"},
			"action":{"sections":[{"rows":[{"id":"a","title":"Lun 10:00","description":"Roma"}]},{"rows":[{"id":"b"}]}]}}}`: {"a", "b"},
	} {
		known := len(s.Sent())
		if status, answer := send(t, s, body); status != http.StatusOK {
			t.Fatalf("got %d %s", status, answer)
		}
		if sent := s.SentSince(known); len(sent) != 1 || !slices.Equal(sent[0].Choices, want) || sent[0].To != "u1" {
			t.Errorf("got %+v, want choices %v", sent, want)
		}
	}
	read := func(sent sandbox.Sent) bool { return slices.Equal(sent.Labels, []string{"Lun 10:00 Roma", ""}) }
	if !slices.ContainsFunc(s.Sent(), read) {
		t.Errorf("what stands on the choices is not kept: %+v", s.Sent())
	}
}

func TestRefusedStatusIsSentAgain(t *testing.T) {
	t.Parallel()
	var posts atomic.Int32
	delivered := make(chan struct{}, 10)
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if posts.Add(1) == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		delivered <- struct{}{}
	}))
	defer hook.Close()
	s := start(t, sandbox.Options{Accounts: []sandbox.Account{{ID: "123", WebhookURL: hook.URL, AppSecret: "s"}}})
	send(t, s, message)
	for range 3 {
		<-delivered
	}
	if got := posts.Load(); got != 4 {
		t.Errorf("%d posts, want the refused one and three that were taken", got)
	}
}

func TestEarlyStatusComesBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	statuses := make(chan string, 10)
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		statuses <- string(body)
	}))
	defer hook.Close()
	s := start(t, sandbox.Options{Accounts: []sandbox.Account{{ID: "123", WebhookURL: hook.URL}}})
	s.Force(sandbox.EarlyStatus)
	send(t, s, message)
	select {
	case first := <-statuses:
		if !strings.Contains(first, `"sent"`) {
			t.Errorf("the first status is %s", first)
		}
	default:
		t.Error("the answer came first")
	}
}

func TestWaitEndsWithItsContextAndReturnsWhatCame(t *testing.T) {
	t.Parallel()
	s := start(t, sandbox.Options{})
	send(t, s, message)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got, err := s.Wait(ctx, 2, func(sandbox.Sent) bool { return true })
	if len(got) != 1 || !errors.Is(err, context.Canceled) {
		t.Errorf("got %d messages, %v", len(got), err)
	}
}

func TestReadMarkIsAcceptedAndNotRecorded(t *testing.T) {
	t.Parallel()
	s := start(t, sandbox.Options{})
	if status, _ := send(t, s, `{"messaging_product":"whatsapp","status":"read","message_id":"wamid.1"}`); status != http.StatusOK {
		t.Errorf("got %d", status)
	}
	if got := s.Sent(); len(got) != 0 {
		t.Errorf("recorded %+v", got)
	}
}
