// Package sandbox speaks the channels' send APIs on loopback, for demos, tests and chaos runs alike: it records what arrives, fails
// as told, and reports statuses as the real ones do.
package sandbox

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"sync"
	"time"
)

// Account is a business's number: where its webhooks go and how they are signed.
type Account struct {
	ID         string `json:"id"` // phone number id
	WebhookURL string `json:"webhook_url"`
	AppSecret  string `json:"app_secret"`
	// AccessToken is the only one that its sends may have; empty takes any.
	AccessToken string `json:"access_token,omitempty"`
}

// Faults are the shares of send calls, from 0 to 1, that go wrong in each way.
type Faults struct {
	RateLimit   float64 `json:"rate_limit"`   // 429, code 130429
	PairLimit   float64 `json:"pair_limit"`   // 400, code 131056
	ServerError float64 `json:"server_error"` // 503, code 131016
	Permanent   float64 `json:"permanent"`    // 400, code 131026
	Timeout     float64 `json:"timeout"`      // accepted, but the connection is cut before the answer
	Lost        float64 `json:"lost"`         // cut before it was accepted
	NoStatus    float64 `json:"no_status"`    // accepted, and no status ever comes
	EarlyStatus float64 `json:"early_status"` // the first status comes before the answer
}

// Sent is one message that the sandbox accepted.
type Sent struct {
	At           time.Time `json:"at"`
	Account      string    `json:"account"`
	To           string    `json:"to"`
	Type         string    `json:"type"`
	Text         string    `json:"text"`
	Choices      []string  `json:"choices,omitempty"` // ids that can be tapped
	Labels       []string  `json:"labels,omitempty"`  // what stands on each of them
	CallbackData string    `json:"callback_data"`
	ProviderID   string    `json:"provider_id"`
	// Withheld reports whether no status was or will be sent for it.
	Withheld bool `json:"withheld"`
}

// Options of a sandbox. The zero value has no accounts, no faults and statuses after 5 to 500 ms.
type Options struct {
	Accounts []Account
	Faults   Faults
	Seed     uint64
	// MinDelay and MaxDelay bound how long after a send its statuses come.
	MinDelay, MaxDelay time.Duration
	// Timeout is how long a cut call hangs before it is cut.
	Timeout time.Duration
}

// recordLimit bounds what is remembered; the oldest goes first.
const recordLimit = 200_000

// Server is a running sandbox.
type Server struct {
	URL string

	opts   Options
	http   *http.Server
	client *http.Client
	work   sync.WaitGroup
	stop   context.CancelFunc
	done   <-chan struct{}

	mu       sync.Mutex
	accounts map[string]Account
	faults   Faults
	forced   []Fault
	random   *mathrand.Rand
	sent     []Sent
	calls    int
	typing   []Typing
	watchers map[chan Sent]struct{}
}

// Start serves on an address of the loopback interface, such as 127.0.0.1:0, until Close.
func Start(ctx context.Context, addr string, opts Options) (*Server, error) {
	var listen net.ListenConfig
	listener, err := listen.Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("listen for the sandbox: %w", err)
	}
	if opts.MaxDelay == 0 {
		opts.MinDelay, opts.MaxDelay = 5*time.Millisecond, 500*time.Millisecond
	}
	life, stop := context.WithCancel(context.WithoutCancel(ctx))
	s := &Server{
		URL: "http://" + listener.Addr().String(), opts: opts, stop: stop, done: life.Done(),
		client:   &http.Client{Timeout: 10 * time.Second},
		accounts: map[string]Account{}, faults: opts.Faults, random: mathrand.New(mathrand.NewPCG(opts.Seed, 1)),
		watchers: map[chan Sent]struct{}{},
	}
	for _, a := range opts.Accounts {
		s.accounts[a.ID] = a
	}
	s.http = &http.Server{
		Handler: s.routes(), ReadHeaderTimeout: 5 * time.Second, BaseContext: func(net.Listener) context.Context { return life },
	}
	s.work.Go(func() { _ = s.http.Serve(listener) }) // ends with ErrServerClosed
	return s, nil
}

// Close stops serving and waits for statuses that are on their way.
func (s *Server) Close() {
	s.stop()
	_ = s.http.Close()
	s.work.Wait()
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /{account}/messages", s.messages)
	mux.HandleFunc("GET /sandbox/sent", s.listSent)
	mux.HandleFunc("PUT /sandbox/faults", s.putFaults)
	mux.HandleFunc("PUT /sandbox/accounts", s.putAccounts)
	return mux
}

// AddAccount lets a number send, and its statuses arrive; one that is known is replaced.
func (s *Server) AddAccount(a Account) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.accounts[a.ID] = a
}

// SetFaults changes the shares from now on.
func (s *Server) SetFaults(f Faults) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = f
}

// Sent returns what was accepted so far, oldest first.
func (s *Server) Sent() []Sent {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Sent(nil), s.sent...)
}

// SentSince returns what was accepted after the first n messages.
func (s *Server) SentSince(n int) []Sent {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n >= len(s.sent) {
		return nil
	}
	return append([]Sent(nil), s.sent[n:]...)
}

// Typing is a message that was marked as read, with the typing indicator shown or without.
type Typing struct {
	Account, MessageID string
	Shown              bool
}

// Typing returns the messages that were marked as read so far, oldest first.
func (s *Server) Typing() []Typing {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Typing(nil), s.typing...)
}

// markRead records a message that was read; what is beyond the record's bound is forgotten.
func (s *Server) markRead(t Typing) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.typing) < recordLimit {
		s.typing = append(s.typing, t)
	}
}

// Calls returns how many send calls came, refused ones included.
func (s *Server) Calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls
}

// Wait returns the first n messages that match, as soon as they were accepted.
func (s *Server) Wait(ctx context.Context, n int, match func(Sent) bool) ([]Sent, error) {
	news := make(chan Sent, 1024)
	s.mu.Lock()
	s.watchers[news] = struct{}{}
	known := append([]Sent(nil), s.sent...)
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.watchers, news)
		s.mu.Unlock()
	}()
	var out []Sent
	for _, m := range known {
		if match(m) {
			out = append(out, m)
		}
	}
	for len(out) < n {
		select {
		case <-ctx.Done():
			return out, fmt.Errorf("wait for %d sent messages, have %d: %w", n, len(out), ctx.Err())
		case m := <-news:
			if match(m) {
				out = append(out, m)
			}
		}
	}
	return out, nil
}

// remember records a message; a watcher that does not read misses it.
func (s *Server) remember(m Sent) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.sent) >= recordLimit {
		s.sent = append(s.sent[:0], s.sent[recordLimit/10:]...)
	}
	s.sent = append(s.sent, m)
	for w := range s.watchers {
		select {
		case w <- m:
		default:
		}
	}
}

// newProviderID has the form of the platform's own: base64 in which the reader's number stands.
func newProviderID(to string) string {
	var b [10]byte
	_, _ = rand.Read(b[:]) // never fails
	form := fmt.Appendf(nil, "\x1c\x18%c%s\x15\x02\x00\x11\x18\x12%X\x00", rune(len(to)&0x7f), to, b)
	return "wamid." + base64.StdEncoding.EncodeToString(form)
}
