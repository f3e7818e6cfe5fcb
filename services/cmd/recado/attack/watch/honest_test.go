package watch

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/services/cmd/recado/child"
)

func TestHonestCustomersSendAgainWhatIsRefusedAndCountWhatIsLost(t *testing.T) {
	t.Parallel()
	var refusals atomic.Int64
	var mu sync.Mutex
	door := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if refusals.Add(1) == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer door.Close()
	h := NewHonest(&child.Child{URL: door.URL}, http.DefaultClient, 1000, "secret")
	h.patience = time.Second
	stop := make(chan struct{})
	go func() {
		defer close(stop)
		for refusals.Load() < 3 {
			Pause(t.Context(), time.Millisecond)
		}
	}()
	f := h.During(t.Context(), []string{"700"}, stop)
	if f.Sent == 0 || f.Answered != 0 || f.Refused != 1 || !strings.HasPrefix(f.Problem, "no reply came") {
		t.Errorf("got %+v: nobody answers, and one webhook was refused", f)
	}
}

func TestHonestCustomersAreAnsweredOnce(t *testing.T) {
	t.Parallel()
	api, err := sandbox.Start(t.Context(), "127.0.0.1:0", sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer api.Close()
	h := NewHonest(&child.Child{Sandbox: api}, http.DefaultClient, 100, "secret")
	reply := make(chan time.Time, 1)
	h.waiting["5215500000001"] = reply
	listening, end := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); h.Listen(listening) }()
	body := strings.NewReader(`{"messaging_product":"whatsapp","to":"5215500000001","type":"text","text":{"body":"800 pesos"}}`)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, api.URL+"/700/messages", body)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer x")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	select {
	case <-reply:
	case <-t.Context().Done():
		t.Fatal("the customer heard nothing")
	}
	end()
	<-done
	if len(h.waiting) != 0 {
		t.Errorf("somebody waits still: %v", h.waiting)
	}
}
