package watch

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/services/cmd/recado/child"
	"github.com/recado/recado/services/cmd/recado/customer"
)

const (
	// patience is how long an answer is waited for; a platform sends a refused webhook again after again.
	patience, again = 30 * time.Second, 500 * time.Millisecond
	// customers write in turn, so that none is held for a program.
	customers = 500
)

var questions = []string{
	"¿Cuánto cuesta una limpieza dental?", "¿Qué precio tiene el blanqueamiento?",
	"¿Cuánto cuesta la corona de porcelana?", "¿Qué precio tiene una extracción simple?",
}

// Honest are the customers of tenants that attack nobody.
type Honest struct {
	up     *child.Child
	every  time.Duration
	id     string
	secret string
	client *http.Client
	// patience is when a message counts as lost.
	patience time.Duration

	mu      sync.Mutex
	said    int
	waiting map[string]chan time.Time
}

// NewHonest returns customers who write so many messages a second, signed with their tenants' secret.
func NewHonest(up *child.Child, client *http.Client, rate float64, secret config.Secret) *Honest {
	return &Honest{
		up: up, every: time.Duration(float64(time.Second) / rate), id: rand.Text()[:8],
		client: client, secret: string(secret), waiting: map[string]chan time.Time{}, patience: patience,
	}
}

// Listen notes when replies reach the send API, until ctx ends.
func (h *Honest) Listen(ctx context.Context) {
	_, _ = h.up.Sandbox.Wait(ctx, 1<<30, func(sent sandbox.Sent) bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		if answer, ok := h.waiting[sent.To]; ok {
			delete(h.waiting, sent.To)
			answer <- sent.At
		}
		return false
	})
}

// Figures are how the honest customers fared.
type Figures struct {
	Sent     int     `json:"sent"`
	Answered int     `json:"answered"`
	Refused  int     `json:"refused"` // times that a webhook had to be sent again
	P50      float64 `json:"p50_ms"`
	P99      float64 `json:"p99_ms"`
	Problem  string  `json:"problem,omitempty"`
}

// course is what the customers experience during one attack.
type course struct {
	Figures
	took []time.Duration
	work sync.WaitGroup
}

// During lets the customers of these numbers write until stop is closed, and waits for their answers.
func (h *Honest) During(ctx context.Context, numbers []string, stop <-chan struct{}) Figures {
	c := &course{}
	tick := time.NewTicker(h.every)
	defer tick.Stop()
	for running := true; running; {
		select {
		case <-ctx.Done():
			running = false
		case <-stop:
			running = false
		case <-tick.C:
			c.Sent++
			h.said++
			n := h.said
			c.work.Go(func() { h.one(ctx, c, n, numbers[n%len(numbers)]) })
		}
	}
	c.work.Wait()
	slices.Sort(c.took)
	if n := len(c.took); n > 0 {
		c.Answered, c.P50, c.P99 = n, inMS(c.took[n/2]), inMS(c.took[(n-1)*99/100])
	}
	return c.Figures
}

// one sends a message, again where it is refused, and waits for its answer.
func (h *Honest) one(ctx context.Context, c *course, n int, number string) {
	ctx, cancel := context.WithTimeout(ctx, h.patience)
	defer cancel()
	p := customer.Phone{
		Door: h.up.URL, Account: number, Secret: h.secret, Client: h.client,
		Number: strconv.Itoa(5215500000000 + n%customers), Name: "Honest",
	}
	answer := make(chan time.Time, 1)
	h.mu.Lock()
	h.waiting[p.Number] = answer
	h.mu.Unlock()
	began := time.Now()
	var problem error
	for ctx.Err() == nil {
		if problem = p.Say(ctx, fmt.Sprintf("wamid.HONEST%s%d", h.id, n), questions[n%len(questions)]); problem == nil {
			break
		}
		h.mu.Lock()
		c.Refused++
		h.mu.Unlock()
		Pause(ctx, again)
	}
	var took time.Duration
	select {
	case at := <-answer:
		took = at.Sub(began)
	case <-ctx.Done():
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case took > 0:
		c.took = append(c.took, took)
	case problem != nil:
		c.Problem = problem.Error()
	default:
		c.Problem = "no reply came within " + h.patience.String()
	}
}

// Pause waits, or until ctx ends.
func Pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
