package services_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/identity"
)

// questions that the rule model answers from the tenant's own facts, with a tool or without.
var questions = []string{
	"Hola", "¿Cuánto cuesta la limpieza dental?", "¿Qué formas de pago aceptan?", "How much is a filling?",
	"¿A qué hora abren mañana?", "¿Qué servicios tienen?", "¿Cuánto cuesta la resina?", "Where are you?",
}

// posted is a message that the door accepted.
type posted struct {
	id    string
	phone string
	first time.Time // when the customer sent it
	tries int       // webhooks that it took
}

// load is a provider: each message is one signed webhook, sent again until it is answered with 200.
type load struct {
	url    string
	client *http.Client
	ids    *identity.Tenant
	people int // who write

	mu       sync.Mutex
	accepted []posted
	refused  int // answers that no retry helps
}

const (
	burstEvery = 25 // every 25th message has two more of its conversation after it
	retryPause = 300 * time.Millisecond
)

func newLoad(url string, ids *identity.Tenant) *load {
	client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	return &load{url: url, ids: ids, people: 40, client: client}
}

// run posts at a steady rate and returns when every message was accepted.
func (l *load) run(ctx context.Context, rate int, length time.Duration) {
	tick := time.NewTicker(time.Second / time.Duration(rate))
	defer tick.Stop()
	var wg sync.WaitGroup
	conversation := 0
	for n := range rate * int(length.Seconds()) {
		if n%burstEvery > 2 || n < burstEvery {
			conversation++
		}
		phone := fmt.Sprintf("52155510%05d", conversation%l.people)
		wg.Go(func() { l.post(ctx, phone, n) })
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
	wg.Wait()
}

func (l *load) post(ctx context.Context, phone string, n int) {
	own := fmt.Sprintf("wamid.chaos.%d", n)
	m := posted{id: l.ids.MessageID(own), phone: phone, first: time.Now()}
	body, err := json.Marshal(textBody(phone, own, questions[n%len(questions)]))
	for err == nil && ctx.Err() == nil {
		m.tries++
		switch status := l.send(ctx, body); {
		case status == http.StatusOK:
			l.mu.Lock()
			l.accepted = append(l.accepted, m)
			l.mu.Unlock()
			return
		case status >= 400 && status < 500:
			l.mu.Lock()
			l.refused++
			l.mu.Unlock()
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(retryPause):
		}
	}
}

// send returns the door's answer, 0 for none.
func (l *load) send(ctx context.Context, body []byte) int {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, l.url+"/webhooks/whatsapp/"+shopA, bytes.NewReader(body))
	if err != nil {
		return 0
	}
	req.Header.Set("X-Hub-Signature-256", sandbox.Sign(appSecret, body))
	answer, err := l.client.Do(req)
	if err != nil {
		return 0
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

// strike is one kill -9, so long after the load's start, or a stop.
type strike struct {
	at     time.Duration
	victim string
	gently bool
}

const (
	everybody = "everybody" // the victim of a power cut
	postgres  = "postgres"  // which recado local starts again
)

func (s *stage) strike(t *testing.T, hit strike) {
	t.Helper()
	with := syscall.SIGKILL
	if hit.gently {
		with = syscall.SIGTERM
	}
	if hit.victim == postgres {
		text, err := os.ReadFile(filepath.Join(s.dir, "postgres", "data", "postmaster.pid"))
		pid, _, _ := strings.Cut(string(text), "\n")
		if n, numeric := strconv.Atoi(pid); err == nil && numeric == nil && n > 1 {
			err = syscall.Kill(n, with)
		}
		if err != nil {
			t.Errorf("kill postgres: %v", err)
		}
		return
	}
	for name, p := range s.procs {
		if name == hit.victim || hit.victim == everybody {
			p.end(with)
		}
	}
}

// run loads the stage, kills as told, and waits until nothing is open any more.
func (s *stage) run(t *testing.T, length time.Duration, strikes []strike) *outcome {
	t.Helper()
	rate := 20
	l := newLoad(s.url, s.ids(t))
	if s.people > 0 {
		rate, l.people = s.rate, s.people
	}
	begin := time.Now()
	o := &outcome{begin: begin}
	done := make(chan struct{})
	go func() { defer close(done); l.run(t.Context(), rate, length) }()
	for _, strike := range strikes {
		select {
		case <-done:
			t.Fatal("the load ended before the last kill")
		case <-time.After(strike.at - time.Since(begin)):
		}
		o.kills = append(o.kills, time.Now())
		s.strike(t, strike)
	}
	select {
	case <-done:
	case <-time.After(length + 3*time.Minute):
		t.Error("the door did not take every message")
	}
	l.mu.Lock()
	o.accepted, o.refused = l.accepted, l.refused
	l.mu.Unlock()
	if wanted := rate * int(length.Seconds()); len(o.accepted) != wanted {
		t.Errorf("the door took %d of %d messages, refused %d for good", len(o.accepted), wanted, o.refused)
	}
	s.settle(t, o)
	return o
}
