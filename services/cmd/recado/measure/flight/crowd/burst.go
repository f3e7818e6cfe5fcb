package crowd

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/bus"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Bursts are customers who write several texts in a row and want one answer.
type Bursts struct {
	Crowd
	Texts  int
	Gap    time.Duration // between the texts of a customer
	Window time.Duration // that the business waits for more

	heard map[string]*burst
}

// burst is what one customer wrote and got.
type burst struct {
	ends    time.Time // of the window after the last text
	replies map[string]time.Time
}

// Answered is what came of the bursts.
type Answered struct {
	Took    []time.Duration // from a window's end to the reply; sorted
	Replies int
	None    int // customers without a reply
	Twice   int // customers with more than one
}

// At is the time within which this share of the answers came.
func (a *Answered) At(share float64) time.Duration { return a.Took[int(share*float64(len(a.Took)-1))] }

// Run lets so many customers begin evenly over a time, and waits for all answers, and as long again as nobody should hear more.
func (b *Bursts) Run(ctx context.Context, customers int, over time.Duration) (*Answered, error) {
	b.mu.Lock()
	b.heard = map[string]*burst{}
	b.mu.Unlock()
	var work sync.WaitGroup
	for n := range customers {
		work.Go(func() { b.write(ctx, over*time.Duration(n)/time.Duration(customers)) })
	}
	work.Wait()
	b.wait(ctx, customers)
	b.mu.Lock()
	defer b.mu.Unlock()
	var out Answered
	for _, one := range b.heard {
		out.Replies += len(one.replies)
		switch len(one.replies) {
		case 0:
			out.None++
		case 1:
		default:
			out.Twice++
		}
		for _, at := range one.replies {
			out.Took = append(out.Took, at.Sub(one.ends))
		}
	}
	slices.Sort(out.Took)
	if len(out.Took) == 0 {
		return nil, errors.Join(errors.New("nobody was answered"), b.failure, ctx.Err())
	}
	return &out, errors.Join(b.failure, ctx.Err())
}

func (b *Bursts) write(ctx context.Context, after time.Duration) {
	id, pause := uuid.NewString(), after
	for n := range b.Texts {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		pause = b.Gap
		b.mu.Lock()
		if b.heard[id] == nil {
			b.heard[id] = &burst{replies: map[string]time.Time{}}
		}
		b.heard[id].ends = time.Now().Add(b.Window)
		b.mu.Unlock()
		if err := b.Bus.Publish(ctx, b.message(id, n)); err != nil {
			b.fail(ctx, err)
			return
		}
	}
}

// wait ends when everybody has been answered and nobody has heard anything for a while, or after the patience.
func (b *Bursts) wait(ctx context.Context, customers int) {
	deadline := time.Now().Add(b.Delay + b.Window + b.Patience)
	for time.Now().Before(deadline) && ctx.Err() == nil {
		answered, newest := 0, time.Time{}
		b.mu.Lock()
		for _, one := range b.heard {
			if len(one.replies) > 0 {
				answered++
			}
			for _, at := range one.replies {
				newest = later(newest, at)
			}
		}
		b.mu.Unlock()
		if answered == customers && time.Since(newest) > b.Delay+b.Window {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// Hear takes an event as it was published: replies are what customers wait for.
func (b *Bursts) Hear(e bus.Event) {
	reply, ok := e.(*recadov1.ReplyDrafted)
	if !ok {
		return
	}
	at := time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	if one := b.heard[reply.GetMeta().GetConversationKey()]; one != nil {
		if _, again := one.replies[reply.GetReplyId()]; !again {
			one.replies[reply.GetReplyId()] = at
		}
	}
}
