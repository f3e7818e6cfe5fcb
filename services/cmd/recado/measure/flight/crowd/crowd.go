// Package crowd is the customers of a measurement: each writes, waits for its answer and writes again.
package crowd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// publisher puts an event on the bus.
type publisher interface {
	Publish(ctx context.Context, e bus.Event) error
}

// Crowd writes messages and knows when each was answered.
type Crowd struct {
	Bus             publisher
	Tenant, Account string
	Delay           time.Duration // of the model: it is no overhead
	Patience        time.Duration // beyond it, after which an answer is late

	mu       sync.Mutex
	waiting  map[string]chan time.Time // by conversation
	last     map[string]string         // reply of it: one is published again where nothing tells yet that it was
	from, to time.Time                 // of what is measured
	seen     Seen
	failure  error
}

// Seen is what came of the messages.
type Seen struct {
	Took  []time.Duration // beyond the model's time, in the measured time; sorted
	Late  int
	Texts map[string]int // of all answers
	Total int            // answers, before the measured time too
}

// At is the time within which this share of the answers came.
func (s *Seen) At(share float64) time.Duration { return s.Took[int(share*float64(len(s.Took)-1))] }

// Run lets so many customers begin evenly over the model's time. After a round and a half it measures.
func (c *Crowd) Run(ctx context.Context, customers int, window time.Duration) (*Seen, error) {
	begin := time.Now()
	c.mu.Lock()
	c.from = begin.Add(c.Delay + c.Delay/2 + time.Second)
	c.to = c.from.Add(window)
	c.waiting, c.last, c.seen.Texts = map[string]chan time.Time{}, map[string]string{}, map[string]int{}
	c.mu.Unlock()
	limited, cancel := context.WithDeadline(ctx, c.to)
	defer cancel()
	var work sync.WaitGroup
	for n := range customers {
		work.Go(func() { c.talk(limited, time.Until(begin.Add(c.Delay*time.Duration(n)/time.Duration(customers)))) })
	}
	work.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = nil // what is heard from now on is nobody's
	slices.Sort(c.seen.Took)
	if len(c.seen.Took) == 0 {
		return nil, errors.Join(errors.New("nobody was answered in the measured time"), c.failure, ctx.Err())
	}
	return &c.seen, errors.Join(c.failure, ctx.Err())
}

// talk is one customer.
func (c *Crowd) talk(ctx context.Context, after time.Duration) {
	select {
	case <-ctx.Done():
		return
	case <-time.After(after):
	}
	id := uuid.NewString()
	for n := 0; ctx.Err() == nil; n++ {
		heard := make(chan time.Time, 1)
		c.mu.Lock()
		c.waiting[id] = heard
		c.mu.Unlock()
		began := time.Now()
		if err := c.Bus.Publish(ctx, c.message(id, n)); err != nil {
			c.fail(ctx, err)
			return
		}
		select {
		case at := <-heard:
			c.note(at, at.Sub(began)-c.Delay)
		case <-time.After(c.Delay + c.Patience):
			c.mu.Lock()
			c.seen.Late++
			c.mu.Unlock()
		case <-ctx.Done():
			return
		}
	}
}

func (c *Crowd) fail(ctx context.Context, err error) {
	if ctx.Err() != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failure = fmt.Errorf("write a message: %w", err)
}

func (c *Crowd) note(at time.Time, overhead time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at.After(c.from) && at.Before(c.to) {
		c.seen.Took = append(c.seen.Took, overhead)
	}
}

// Hear takes an event as it was published: replies are what customers wait for.
func (c *Crowd) Hear(e bus.Event) {
	reply, ok := e.(*recadov1.ReplyDrafted)
	if !ok {
		return
	}
	at, key := time.Now(), reply.GetMeta().GetConversationKey()
	c.mu.Lock()
	defer c.mu.Unlock()
	if heard, waits := c.waiting[key]; waits && c.last[key] != reply.GetReplyId() {
		c.last[key] = reply.GetReplyId()
		delete(c.waiting, key)
		c.seen.Total++
		c.seen.Texts[reply.GetContent().GetText()]++
		heard <- at
	}
}

// asked is what customers say in turn: who repeats the same would be asked what is missing, by the rules.
var asked = [...]string{
	"¿Me pueden ayudar con una limpieza dental?", "¿Y con el blanqueamiento de mi hermana?",
	"¿Qué me recomiendan para un diente astillado?",
}

// message is the n-th of a conversation, as intent-router sends it on.
func (c *Crowd) message(id string, n int) *recadov1.MessageRouted {
	now := timestamppb.Now()
	return &recadov1.MessageRouted{
		Meta: &recadov1.Meta{
			EventId: uuid.NewString(), TenantId: c.Tenant, Channel: "whatsapp", AccountId: c.Account, ConversationKey: id,
			MessageId: fmt.Sprintf("%s-%d", id, n), Contact: &recadov1.Contact{ContactId: id, SealedAddress: []byte{1}},
			OccurredAt: now, ReceivedAt: now,
		},
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: asked[n%len(asked)]}}},
		Verdict: recadov1.Verdict_VERDICT_ALLOW, Language: "es", Specialist: "pricing", Vertical: "dental",
		Intents: []*recadov1.Intent{{Name: "pricing", Confidence: 1}},
	}
}
