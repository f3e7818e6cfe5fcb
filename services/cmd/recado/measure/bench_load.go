package measure

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/relay"
	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/local"
	"github.com/recado/recado/services/cmd/recado/customer"
)

const (
	// benchPatience is when a message counts as lost.
	benchPatience = 30 * time.Second
	benchWarmUp   = 64
	// benchPhones write in turn at a fixed rate, so that one is seldom still waiting when its next turn comes.
	benchPhones = 1000
)

var benchTexts = []string{
	"¿Cuánto cuesta una limpieza dental?", "¿Qué precio tiene el blanqueamiento?",
	"¿Cuánto cuesta la corona de porcelana?", "¿Qué precio tiene una extracción simple?",
}

// load posts messages and knows, for each phone, when its answer reached the send API.
type load struct {
	child   benchChild
	id      string // of this run: a message id that a kept folder knows already would never be answered
	client  *http.Client
	mu      sync.Mutex
	waiting map[string]chan time.Time
	took    []time.Duration
	lost    int
	failure error
}

func (b benchChild) measure(ctx context.Context, o benchOptions, result *benchResult) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	l := &load{
		child: b, id: rand.Text()[:8], waiting: map[string]chan time.Time{},
		client: &http.Client{Timeout: benchPatience, Transport: &http.Transport{MaxIdleConnsPerHost: o.concurrency}},
	}
	go func() {
		_, _ = b.Sandbox.Wait(ctx, 1<<30, func(sent sandbox.Sent) bool { l.answered(sent); return false })
	}()
	l.run(ctx, "warm", benchOptions{messages: min(benchWarmUp, o.messages), concurrency: o.concurrency})
	l.took, l.lost = nil, 0
	before, err := b.read(ctx)
	if err != nil {
		return err
	}
	started := time.Now()
	l.run(ctx, "bench", o)
	elapsed := time.Since(started)
	after, err := b.read(ctx)
	if err != nil {
		return err
	}
	if len(l.took) == 0 {
		return errors.Join(fmt.Errorf("no message was answered within %s", benchPatience), l.failure)
	}
	slices.Sort(l.took)
	at := func(q float64) float64 { return inMS(l.took[int(q*float64(len(l.took)-1))]) }
	result.Lost, result.MsgPerS = l.lost, float64(len(l.took))/elapsed.Seconds()
	result.P50, result.P95, result.P99 = at(.5), at(.95), at(.99)
	result.ReceiptsPerMsg = (after.receipts - before.receipts) / float64(len(l.took))
	postgres := after.postgres - before.postgres
	result.PostgresCPU = inMS(postgres) / float64(len(l.took))
	result.CPUPerMsg = inMS(after.services-before.services+postgres) / float64(len(l.took))
	return ctx.Err()
}

// run sends all messages: at a rate from many phones in turn, else each of few phones as soon as it was answered.
func (l *load) run(ctx context.Context, kind string, o benchOptions) {
	var work sync.WaitGroup
	defer work.Wait()
	if o.rate > 0 {
		tick := time.NewTicker(time.Duration(float64(time.Second) / o.rate))
		defer tick.Stop()
		for n := range o.messages {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				work.Go(func() { l.one(ctx, kind, n, n%benchPhones) })
			}
		}
		return
	}
	for worker := range o.concurrency {
		work.Go(func() {
			for n := worker; n < o.messages && ctx.Err() == nil; n += o.concurrency {
				l.one(ctx, kind, n, n%(o.concurrency*16))
			}
		})
	}
}

// one sends a message and waits for its answer.
func (l *load) one(ctx context.Context, kind string, n, caller int) {
	ctx, cancel := context.WithTimeout(ctx, benchPatience)
	defer cancel()
	p := customer.Phone{
		Door: l.child.URL, Account: benchAccount, Secret: benchSecret, Client: l.client,
		Number: strconv.Itoa(5215500000000 + caller), Name: "Bench",
	}
	answer := make(chan time.Time, 1)
	l.mu.Lock()
	l.waiting[p.Number] = answer
	l.mu.Unlock()
	started := time.Now()
	if err := p.Say(ctx, "wamid.BENCH"+l.id+kind+strconv.Itoa(n), benchTexts[n%len(benchTexts)]); err != nil {
		l.lose(err)
		return
	}
	select {
	case at := <-answer:
		l.mu.Lock()
		l.took = append(l.took, at.Sub(started))
		l.mu.Unlock()
	case <-ctx.Done():
		l.lose(nil)
	}
}

func (l *load) answered(sent sandbox.Sent) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if answer, ok := l.waiting[sent.To]; ok {
		delete(l.waiting, sent.To)
		answer <- sent.At
	}
}

func (l *load) lose(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lost++
	if l.failure == nil {
		l.failure = err
	}
}

// floor measures the bare relay in this process, with NATS as the pipeline had it.
func floor(ctx context.Context, o benchOptions, result *benchResult) error {
	dir, err := os.MkdirTemp("", "recado-floor-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	server, err := local.StartNATS(ctx, filepath.Join(dir, "nats"), local.NATSOptions{})
	if err != nil {
		return err
	}
	defer server.Close()
	conn, err := bus.Via(server.Options()...)(ctx, bus.Config{Service: "relay"})
	if err != nil {
		return err
	}
	defer conn.Close()
	bare, err := relay.Run(ctx, conn, relay.Options{Hops: o.hops, Messages: o.messages, Concurrency: o.concurrency, Rate: o.rate})
	if err != nil {
		return err
	}
	result.FloorPerS, result.FloorP50, result.FloorP99 = bare.MsgPerSec, inMS(bare.P50), inMS(bare.P99)
	result.FloorCPU = inMS(bare.CPUPerMsg)
	return nil
}
