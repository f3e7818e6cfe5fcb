// Package scene is where an attack is played: a running recado, a tenant, addresses of the attack's own, and what it was answered.
package scene

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/recado/recado/services/cmd/recado/child"
)

const (
	// Secret signs the webhooks of every tenant.
	Secret = "attack-secret"
	// HonestTenant is the one that attacks nobody.
	HonestTenant = "honest"
	// HonestNumber is its WhatsApp.
	HonestNumber = "700000000"
	// HonestAddress is where its webhooks come from; every attacker has another, of which loopback has 16 million.
	HonestAddress = "127.0.0.10"
	// ProxyAddress is the proxy's that the door trusts.
	ProxyAddress = "127.0.0.20"
	// Timeout is of one request.
	Timeout = 15 * time.Second
)

//go:embed tenant.yaml
var tenantText string

// TenantFile is a tenant with a WhatsApp number and a web chat page, which is called as the tenant.
func TenantFile(id, number string) []byte {
	return []byte(strings.NewReplacer("SLUG", id, "NUMBER", number).Replace(tenantText))
}

// Tenant is the name of an attack's n-th tenant, and of its page.
func Tenant(attack string, n int) string { return fmt.Sprintf("attack-%s-%d", attack, n) }

// Number is the WhatsApp number of an attack's n-th tenant.
func Number(index, n int) string { return fmt.Sprintf("8%03d%05d", index, n) }

// Options of a scene.
type Options struct {
	Up    *child.Child
	Name  string // the attack's
	Index int    // no other attack has
	Short bool
	// Dribble is how long a slow connection may stay before it counts as never ended.
	Dribble time.Duration
	// Patience is how long somebody who talks waits for an answer.
	Patience time.Duration
}

// Scene is what one attack may use, and what it was answered.
type Scene struct {
	Options
	// Tenant is the attacked, or the attacking, one's name and that of its page; Number is its WhatsApp.
	Tenant, Number string

	mu      sync.Mutex
	sent    int
	answers map[string]int
	clients map[string]*http.Client
}

// New returns the scene of an attack.
func New(o Options) *Scene {
	s := &Scene{
		Options: o, Tenant: Tenant(o.Name, 0), Number: Number(o.Index, 0),
		answers: map[string]int{}, clients: map[string]*http.Client{},
	}
	o.Up.Number(s.Number, Secret)
	return s
}

// Close ends the connections that wait.
func (s *Scene) Close() {
	for _, c := range s.clients {
		c.CloseIdleConnections()
	}
}

// Door is where strangers connect: host and port.
func (s *Scene) Door() string { return strings.TrimPrefix(s.Up.URL, "http://") }

// Answers are what was sent and how it was answered.
func (s *Scene) Answers() (sent int, answers map[string]int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sent, maps.Clone(s.answers)
}

// N is a count of the long form, or of the short one.
func (s *Scene) N(long, short int) int {
	if s.Short {
		return short
	}
	return long
}

// Note counts what was sent and how it was answered.
func (s *Scene) Note(answer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent++
	s.answers[answer]++
}

// Address is one of the attack's own.
func (s *Scene) Address(n int) string { return fmt.Sprintf("127.%d.%d.%d", 10+s.Index, n/250, 1+n%250) }

// Client sends from one of the attack's addresses.
func (s *Scene) Client(n int) *http.Client {
	at := s.Address(n)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.clients[at] == nil {
		s.clients[at] = ClientFrom(at)
	}
	return s.clients[at]
}

// DialerFrom connects from an address.
func DialerFrom(address string) *net.Dialer {
	return &net.Dialer{Timeout: 5 * time.Second, LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
}

// ClientFrom sends from an address.
func ClientFrom(address string) *http.Client {
	return &http.Client{Timeout: Timeout, Transport: &http.Transport{
		DialContext: DialerFrom(address).DialContext, MaxIdleConnsPerHost: 64, IdleConnTimeout: time.Minute,
	}}
}

// Request is what Send sends.
type Request struct {
	Method, Path string
	Header       map[string]string
	Body         []byte
}

// Send sends a request, counts its answer and returns it.
func (s *Scene) Send(ctx context.Context, client *http.Client, r Request) (status int, body []byte) {
	request, err := http.NewRequestWithContext(ctx, r.Method, s.Up.URL, bytes.NewReader(r.Body))
	if err != nil {
		s.Note("not sent: " + err.Error())
		return 0, nil
	}
	request.URL.Opaque = r.Path // as it is written
	for name, value := range r.Header {
		request.Header.Set(name, value)
	}
	answer, err := client.Do(request)
	if err != nil {
		s.Note(Cut(err))
		return 0, nil
	}
	defer func() { _ = answer.Body.Close() }()
	body, _ = io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	s.Note(Brief(answer.StatusCode, body))
	return answer.StatusCode, body
}

// Cut is how a report calls a connection without an answer.
func Cut(err error) string {
	if e, ok := err.(net.Error); ok && e.Timeout() { //nolint:errorlint // url.Error says it itself
		return "no answer"
	}
	return "connection closed"
}

// Brief is a status and the reason that stands beside it.
func Brief(status int, body []byte) string {
	if status < http.StatusBadRequest {
		return fmt.Sprint(status)
	}
	var named struct{ Error string }
	reason := string(body)
	if json.Unmarshal(body, &named) == nil && named.Error != "" {
		reason = named.Error
	}
	reason, _, _ = strings.Cut(strings.TrimSpace(reason), "\n")
	return fmt.Sprintf("%d %.70s", status, reason)
}

// FreeAddress is a port of loopback that nothing listens at.
func FreeAddress(ctx context.Context) (string, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
